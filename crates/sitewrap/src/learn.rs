//! Learning from pages in memory.

use crate::wrapper_set::WrapperSet;
use sitewrap_bundle::{Bundle, Site};
use sitewrap_model::Page;
use sitewrap_pipeline::{InduceError, InduceParams, LoadedSite};
use sitewrap_wrapper::edit::Edits;

/// How wrappers are learnt. The defaults suit any site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnOptions {
    /// Most pages that are compared with each other, at least 1. Of more, a sample is drawn that depends on
    /// the pages alone; the others join the group that they fit.
    pub sample: usize,
    /// By what the sample is drawn; another number draws another one.
    pub seed: u64,
    /// Whether a [`Store`](crate::Store) that has wrappers learns from all its pages anew. Else new pages
    /// join the page types that they fit, and what was learnt before stays as it is.
    pub fresh: bool,
}

impl Default for LearnOptions {
    fn default() -> Self {
        let InduceParams { sample, seed, .. } = InduceParams::default();
        Self { sample, seed, fresh: false }
    }
}

impl LearnOptions {
    pub(crate) fn params(&self) -> InduceParams {
        InduceParams { sample: self.sample.max(1), seed: self.seed, ..InduceParams::default() }
    }
}

/// The first version of wrappers, as in a store.
const FIRST_VERSION: u32 = 1;

/// Learns the wrappers of a site from its pages: groups them by template, and induces a wrapper for each
/// group of two or more. No labels are needed. Of several pages with one URL the last counts.
///
/// A few pages of each kind suffice to begin with; fifty show what is optional. The wrappers are for the
/// hosts of the pages. A set without wrappers comes of pages of which no two are alike.
///
/// All pages and their trees are in memory: some five times their bytes. A [`Store`](crate::Store) takes less.
///
/// ```
#[doc = include_str!("../doc/shop.txt")]
/// use sitewrap::{LearnOptions, learn};
///
/// let wrappers = learn(shop(), &LearnOptions::default())?;
/// let types: Vec<_> = wrappers.page_types().map(|of| (of.name, of.pages)).collect();
/// assert_eq!(types, [("product", 12), ("article", 8)]);
/// # Ok::<(), sitewrap::LearnError>(())
/// ```
///
/// # Errors
/// If there is no HTML page with status 2xx.
pub fn learn(
    pages: impl IntoIterator<Item = Page>,
    options: &LearnOptions,
) -> Result<WrapperSet, InduceError> {
    let mut urls = Vec::new();
    let pages = pages.into_iter().inspect(|page| {
        urls.extend([page.url.clone(), page.final_url.clone()]);
    });
    let params = options.params();
    let site = LoadedSite::new(pages, &params, &())?;
    let mut wrappers = site.learn(&params, &())?.wrappers;
    wrappers.version = FIRST_VERSION;
    let urls = urls.iter().map(String::as_str);
    let site = Site::new(urls, FIRST_VERSION, wrappers, Edits::default());
    Ok(WrapperSet::new(Bundle::of(site)))
}
