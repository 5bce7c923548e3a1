//! Pages and wrappers on the disk.

use crate::learn::LearnOptions;
use crate::wrapper_set::{RecordOptions, WrapperSet};
use sitewrap_model::{Extraction, Page};
use sitewrap_pipeline::{
    ExtractCounts, InduceError, InputPage, Observer, bundle, extract_stored, import_pages, induce,
    stored_pages, update,
};
use sitewrap_store::StoreError;
use std::path::Path;
use std::sync::Arc;

/// The pages of a site, the state of its crawl and its wrappers, in a folder. One process at a time can have
/// it open. It survives the end of the process at any time; it is the store of the command `sitewrap`.
#[derive(Clone)]
pub struct Store(pub(crate) Arc<sitewrap_store::Store>);

impl Store {
    /// Opens the store in a folder, making both where there is none.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let dir = folder.path().join("store");
    /// let store = sitewrap::Store::open(&dir)?;
    /// assert_eq!(store.pages().len(), 0);
    /// assert!(store.wrappers()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the folder holds other files, another process has the store open, another release wrote it in
    /// another form, or its files are damaged or cannot be read.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        sitewrap_store::Store::open(dir).map(|store| Self(Arc::new(store)))
    }

    /// As [`Store::open`], and makes none.
    ///
    /// ```
    /// # let folder = tempfile::tempdir()?;
    /// # let dir = folder.path().join("store");
    /// use sitewrap::{Store, StoreError};
    ///
    /// assert!(matches!(Store::open_existing(&dir), Err(StoreError::Missing(_))));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Store::open`], and if there is no store.
    pub fn open_existing(dir: impl AsRef<Path>) -> Result<Self, StoreError> {
        sitewrap_store::Store::open_existing(dir).map(|store| Self(Arc::new(store)))
    }

    /// Stores pages that come from elsewhere than a [`Crawl`](crate::Crawl); gives their number. A page whose URL is
    /// stored already takes the place of the one that was there.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// # let folder = tempfile::tempdir()?;
    /// # let store = sitewrap::Store::open(folder.path().join("store"))?;
    /// assert_eq!(store.add(shop())?, 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn add(&self, pages: impl IntoIterator<Item = Page>) -> Result<usize, StoreError> {
        import_pages(&self.0, pages.into_iter().map(Ok), &()).map(|counts| counts.stored)
    }

    /// The stored pages in the order in which they were first stored; each is read when its turn comes. A
    /// damaged page is a missing one in its place.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// # let folder = tempfile::tempdir()?;
    /// # let store = sitewrap::Store::open(folder.path().join("store"))?;
    /// store.add(shop())?;
    /// let first = store.pages().next().expect("twenty pages")?.expect("a whole page");
    /// assert_eq!(first.url, "https://shop.example/lamp/0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pages(
        &self,
    ) -> impl ExactSizeIterator<Item = Result<InputPage, StoreError>> + Send + '_ {
        stored_pages(&self.0)
    }

    /// Learns from the stored pages and stores the wrappers as a new version; gives them, as edited. If there
    /// are some already, pages that came since join the page types that they fit, and those that fit none
    /// become page types once there are enough; [`LearnOptions::fresh`] learns from all pages anew.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// # let folder = tempfile::tempdir()?;
    /// # let store = sitewrap::Store::open(folder.path().join("store"))?;
    /// store.add(shop())?;
    /// let wrappers = store.learn(&Default::default())?;
    /// assert_eq!(wrappers.page_types().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no HTML page with status 2xx, or the store fails.
    pub fn learn(&self, options: &LearnOptions) -> Result<WrapperSet, InduceError> {
        let params = options.params();
        if options.fresh || update(&self.0, &params, &())?.is_none() {
            induce(&self.0, &params, &())?;
        }
        Ok(self.wrappers()?.unwrap_or_else(|| WrapperSet::new(sitewrap_bundle::Bundle::default())))
    }

    /// The latest wrappers, as edited; `None` where nothing was learnt. They are for the hosts of the stored
    /// pages.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// # let folder = tempfile::tempdir()?;
    /// # let store = sitewrap::Store::open(folder.path().join("store"))?;
    /// store.add(shop())?;
    /// let learnt = store.learn(&Default::default())?;
    /// assert_eq!(store.wrappers()?, Some(learnt));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the store is damaged or cannot be read.
    pub fn wrappers(&self) -> Result<Option<WrapperSet>, StoreError> {
        Ok(bundle(&self.0)?.map(WrapperSet::new))
    }

    /// Extracts all stored pages, each with the wrapper of its group, and hands the results to `sink` in the
    /// order of [`Store::pages`]. Without wrappers, no page gets a record.
    ///
    /// ```
    #[doc = include_str!("../doc/shop.txt")]
    /// # let folder = tempfile::tempdir()?;
    /// # let store = sitewrap::Store::open(folder.path().join("store"))?;
    /// use sitewrap::{StoreError, Value};
    ///
    /// store.add(shop())?;
    /// store.learn(&Default::default())?;
    /// let mut titles = Vec::new();
    /// let counts = store.extract(Default::default(), &(), |extraction| {
    ///     let title = extraction.record.as_ref().and_then(|record| record.get("title"));
    ///     titles.extend(title.and_then(Value::as_text).map(str::to_owned));
    ///     Ok::<(), StoreError>(())
    /// })?;
    /// assert_eq!((counts.records, &*titles[0]), (20, "Lamp 0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the store cannot be read, and the first error of `sink`.
    pub fn extract<E: From<StoreError> + Send>(
        &self,
        options: RecordOptions,
        observer: &dyn Observer,
        sink: impl FnMut(&Extraction) -> Result<(), E>,
    ) -> Result<ExtractCounts, E> {
        let wrappers = self.0.wrappers()?.unwrap_or_default().with_fields(options.fields);
        extract_stored(&self.0, &wrappers, options.extract(), observer, sink)
    }
}
