//! Wrappers made ready once, for page after page.

use self_cell::self_cell;
use sitewrap_bundle::HostWrappers;
use sitewrap_model::{Extraction, Page};
use sitewrap_pipeline::{ExtractOptions, HostExtractor};
use std::sync::Arc;

self_cell!(
    /// What is ready borrows from the wrappers, which live beside it.
    struct Ready {
        owner: Arc<HostWrappers>,
        #[not_covariant]
        dependent: HostExtractor,
    }

    impl {Debug}
);

/// Extracts page after page with wrappers made ready once; see
/// [`WrapperSet::extractor`](crate::WrapperSet::extractor).
///
/// It owns all that it needs. Threads can share it, and a clone is as cheap as a pointer.
#[derive(Clone, Debug)]
pub struct Extractor(Arc<Ready>);

impl Extractor {
    pub(crate) fn new(wrappers: Arc<HostWrappers>, options: ExtractOptions) -> Self {
        Self(Arc::new(Ready::new(wrappers, |wrappers| HostExtractor::new(wrappers, options))))
    }

    /// Extracts a page as [`WrapperSet::extract`](crate::WrapperSet::extract) does. The wrappers of a site are
    /// made ready when its first page comes.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// let extractor = sitewrap::learn(shop(), &Default::default())?.extractor();
    /// let pages = shop();
    /// let (lamps, news) = pages.split_at(12);
    /// let records = |pages: &[Page]| pages.iter().filter(|page| extractor.extract(page).record.is_some()).count();
    /// let both = std::thread::scope(|scope| {
    ///     let lamps = scope.spawn(|| records(lamps));
    ///     (records(news), lamps.join().expect("no panic"))
    /// });
    /// assert_eq!(both, (8, 12));
    /// # Ok::<(), sitewrap::LearnError>(())
    /// ```
    pub fn extract(&self, page: &Page) -> Extraction {
        self.0.with_dependent(|_, ready| ready.extract(page))
    }
}
