//! Wrappers of one or many sites, and what they make of pages.

use crate::extractor::Extractor;
use sitewrap_bundle::{Bundle, BundleError, HostWrappers, SharedHost, Site, UnwritableBundle};
use sitewrap_model::{Extraction, Page};
use sitewrap_pipeline::{
    ExtractCounts, ExtractOptions, HostExtractor, InputPage, Observer, StructuredForm,
    extract_pages_by_host,
};
use sitewrap_values::Values;
use sitewrap_wrapper::{Fields, ProseForm, Schema};
use std::io::Read;
use std::sync::Arc;

/// The wrappers of one or many sites, by the hosts of their pages.
///
/// It comes of [`learn()`](crate::learn()), of a [`Store`](crate::Store) or of a bundle. A page goes to the wrappers
/// of its host, with or without `www.`; one of another host gets no record.
#[derive(Clone, Debug, PartialEq)]
pub struct WrapperSet {
    bundle: Bundle,
    /// The same, as the options have them.
    ready: Arc<HostWrappers>,
    options: RecordOptions,
}

/// How records are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordOptions {
    /// Whether records have fields that tell something of the page only, or also copies, menus and controls.
    pub fields: Fields,
    /// Whether values are text as it stands in the page, or numbers, prices, dates, … by the types of fields.
    pub values: Values,
    /// Whether running text is given as text or as clean HTML.
    pub prose: ProseForm,
    /// Whether what pages state for machines (JSON-LD, microdata, …) is given beside records or fills them.
    pub structured: StructuredForm,
    /// Whether it is told where each value stands in its page. Takes longer.
    pub provenance: bool,
    /// Whether it is told what becomes of each text of a page. Takes longer.
    pub explain: bool,
}

/// A page type of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct PageType<'w> {
    /// Its name (`product`), unique among those of its site.
    pub name: &'w str,
    /// Number of pages that its wrapper was learnt from.
    pub pages: u32,
    /// How good its wrapper is, 0..=1; `None` where that is not known.
    pub quality: Option<f32>,
    /// The fields of its records in the order of the page, those of lists and the known names of maps
    /// included: `title`, `reviews`, `reviews.author`, `details`, `details.UPC`.
    pub fields: Vec<String>,
}

impl RecordOptions {
    pub(crate) fn extract(self) -> ExtractOptions {
        let Self { values, prose, structured, provenance, explain, .. } = self;
        ExtractOptions { provenance, explain, values, prose, structured }
    }
}

/// The wrappers of a bundle with the fields that the options ask for.
fn ready(bundle: &Bundle, options: RecordOptions) -> Arc<HostWrappers> {
    Arc::new(HostWrappers::new(bundle, options.fields))
}

impl WrapperSet {
    pub(crate) fn new(bundle: Bundle) -> Self {
        let options = RecordOptions::default();
        Self { ready: ready(&bundle, options), bundle, options }
    }

    /// The same, giving records otherwise.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// use sitewrap::{LearnOptions, RecordOptions, Typed, Value, Values, learn};
    ///
    /// let options = RecordOptions { values: Values::Typed, ..RecordOptions::default() };
    /// let wrappers = learn(shop(), &LearnOptions::default())?.with_options(options);
    /// let record = wrappers.extract(&shop()[7]).record.expect("a record");
    /// let Some(Value::Typed(Typed::Price { amount, currency })) = record.get("price") else {
    ///     panic!("the price is no price");
    /// };
    /// assert_eq!((*amount, currency.as_deref()), (7.5, Some("GBP")));
    /// # Ok::<(), sitewrap::LearnError>(())
    /// ```
    #[must_use]
    pub fn with_options(self, options: RecordOptions) -> Self {
        Self { ready: ready(&self.bundle, options), options, ..self }
    }

    /// Whether there are no wrappers, as where no two pages are alike.
    ///
    /// ```
    /// use sitewrap::{LearnOptions, Page, learn};
    ///
    /// let page = Page::imported("https://shop.example/".to_owned(), b"<h1>Lamps</h1>".to_vec());
    /// assert!(learn([page], &LearnOptions::default())?.is_empty());
    /// # Ok::<(), sitewrap::LearnError>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.ready.wrappers().next().is_none()
    }

    /// The hosts that the wrappers are for, in small letters and without `www.`, site by site.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// let wrappers = sitewrap::learn(shop(), &Default::default())?;
    /// assert_eq!(wrappers.hosts().collect::<Vec<_>>(), ["shop.example"]);
    /// # Ok::<(), sitewrap::LearnError>(())
    /// ```
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.bundle.sites().iter().flat_map(Site::hosts)
    }

    /// The page types that there are wrappers for, those with most pages first; of many sites, site by site.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// let wrappers = sitewrap::learn(shop(), &Default::default())?;
    /// let product = wrappers.page_types().find(|of| of.name == "product").expect("lamps");
    /// assert_eq!(product.fields[..2], ["title", "price"]);
    /// # Ok::<(), sitewrap::LearnError>(())
    /// ```
    pub fn page_types(&self) -> impl Iterator<Item = PageType<'_>> {
        self.ready.wrappers().map(|wrapper| PageType {
            name: &wrapper.page_type,
            pages: wrapper.pages,
            quality: wrapper.quality.as_ref().map(|quality| quality.score),
            fields: Schema::of(wrapper).paths(),
        })
    }

    /// Extracts a page with the wrapper that fits it best. Where none fits, or the page is of another host,
    /// there is no record, and [`Extraction::reason`] says why.
    ///
    /// Makes the wrappers of the page's site ready each time. For more than one page, take an
    /// [extractor](WrapperSet::extractor) or [`WrapperSet::extract_pages`], which do so once.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// use sitewrap::Reason;
    ///
    /// let wrappers = sitewrap::learn(shop(), &Default::default())?;
    ///
    /// let lamp = wrappers.extract(&shop()[3]);
    /// assert_eq!(lamp.page_type.as_deref(), Some("product"));
    /// assert!(lamp.satisfied);
    ///
    /// let other = Page::imported("https://news.example/".to_owned(), b"<h1>Tea is brewed</h1>".to_vec());
    /// let other = wrappers.extract(&other);
    /// assert!(other.record.is_none());
    /// assert_eq!(other.reason, Some(Reason::OtherHost(Some("news.example".to_owned()))));
    /// # Ok::<(), sitewrap::LearnError>(())
    /// ```
    pub fn extract(&self, page: &Page) -> Extraction {
        HostExtractor::new(&self.ready, self.options.extract()).extract(page)
    }

    /// What extracts page after page as [`WrapperSet::extract`] does, with wrappers made ready once. It lives
    /// on without the set, and threads can share it.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// let extractor = sitewrap::learn(shop(), &Default::default())?.extractor();
    /// let records = shop().iter().filter_map(|page| extractor.extract(page).record).count();
    /// assert_eq!(records, 20);
    /// # Ok::<(), sitewrap::LearnError>(())
    /// ```
    pub fn extractor(&self) -> Extractor {
        Extractor::new(self.ready.clone(), self.options.extract())
    }

    /// Extracts pages one after another and hands the results to `sink` in their order. Reading, extracting
    /// on all threads, and `sink` overlap; at most two batches of pages are in memory. What stands in the
    /// place of a page that could not be had gets its line too.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// use std::convert::Infallible;
    ///
    /// let wrappers = sitewrap::learn(shop(), &Default::default())?;
    /// let mut lines = Vec::new();
    /// let pages = shop().into_iter().map(|page| Ok::<_, Infallible>(Ok(page)));
    /// let counts = wrappers.extract_pages(pages, &(), |extraction| {
    ///     lines.push(serde_json::to_string(extraction).expect("JSON"));
    ///     Ok(())
    /// })?;
    /// assert_eq!((counts.pages, counts.records, lines.len()), (20, 20, 20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first error of `pages` or of `sink`; either ends the extraction.
    pub fn extract_pages<E: Send>(
        &self,
        pages: impl Iterator<Item = Result<InputPage, E>> + Send,
        observer: &dyn Observer,
        sink: impl FnMut(&Extraction) -> Result<(), E>,
    ) -> Result<ExtractCounts, E> {
        extract_pages_by_host(&self.ready, pages, self.options.extract(), None, observer, sink)
    }

    /// Takes in the wrappers of other sites.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// let mut both = sitewrap::learn(shop(), &Default::default())?;
    /// let elsewhere = shop().into_iter().map(|page| {
    ///     Page::imported(page.url.replace("shop.example", "store.example"), page.body)
    /// });
    /// both.join(sitewrap::learn(elsewhere, &Default::default())?)?;
    /// assert_eq!(both.hosts().collect::<Vec<_>>(), ["shop.example", "store.example"]);
    /// assert!(both.join(sitewrap::learn(shop(), &Default::default())?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there are wrappers of one of their hosts already; nothing is taken in then.
    pub fn join(&mut self, other: Self) -> Result<(), SharedHost> {
        self.bundle.join(other.bundle)?;
        self.ready = ready(&self.bundle, self.options);
        Ok(())
    }

    /// The wrappers, with what a person has edited, as the bytes of one file: a bundle. The same wrappers
    /// give the same bytes. How records are given is no part of it.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// let wrappers = sitewrap::learn(shop(), &Default::default())?;
    /// # let folder = tempfile::tempdir()?;
    /// # let file = folder.path().join("shop.bundle");
    /// std::fs::write(&file, wrappers.to_bundle()?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a bundle would be larger than what is read, which takes thousands of sites.
    pub fn to_bundle(&self) -> Result<Vec<u8>, UnwritableBundle> {
        self.bundle.to_bytes()
    }

    /// The wrappers of a bundle.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// use sitewrap::WrapperSet;
    ///
    /// let wrappers = sitewrap::learn(shop(), &Default::default())?;
    /// let mut bytes = wrappers.to_bundle()?;
    /// assert_eq!(WrapperSet::from_bundle(&bytes[..])?, wrappers);
    ///
    /// bytes.truncate(100);
    /// let error = WrapperSet::from_bundle(&bytes[..]).expect_err("the end is missing");
    /// assert!(error.to_string().contains("is damaged"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the bytes cannot be had, are no bundle, were damaged, or were written by a later release in a form
    /// that this one does not know.
    pub fn from_bundle(source: impl Read) -> Result<Self, BundleError> {
        Bundle::read(source).map(Self::new)
    }
}
