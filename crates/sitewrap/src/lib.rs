//! A web site into records: crawl it, learn its *wrappers* without labels, extract its pages.
//!
//! A wrapper is what turns the pages that one template has made (the products of a shop, the articles of a
//! newspaper) into records. Sitewrap groups the pages of a site by their templates, learns a wrapper for
//! each group from the pages alone, and applies the wrappers to pages of today and of tomorrow.
//!
//! # Learn and extract
//!
//! [`learn()`] takes pages and gives a [`WrapperSet`]; its [`Extractor`] turns page after page into records,
//! or says why there is none.
//!
//! ```
#![doc = include_str!("../doc/shop.txt")]
//! use sitewrap::{LearnOptions, Value, learn};
//!
//! let mut pages = shop(); // twelve lamps and some news of a shop
//! let new = pages.remove(0);
//! let wrappers = learn(pages, &LearnOptions::default())?;
//!
//! let extractor = wrappers.extractor();
//! let extraction = extractor.extract(&new);
//! let record = extraction.record.expect("the page is like the others");
//! assert_eq!(record.get("title").and_then(Value::as_text), Some("Lamp 0"));
//! assert_eq!(extraction.page_type.as_deref(), Some("product"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a site to a file of wrappers
//!
//! [`Crawl`] fetches the pages of a site, with the manners of a guest: robots.txt, a delay, an honest user
//! agent. A [`Store`] keeps pages and wrappers on the disk, so that a crawl that was stopped goes on and new
//! pages join what was learnt. [`WrapperSet::to_bundle`] writes wrappers into one file, a bundle, for a
//! machine that only extracts; [`WrapperSet::from_bundle`] reads it.
//!
//! ```
#![doc = include_str!("../doc/server.txt")]
//! use sitewrap::{Crawl, LearnOptions, Store, WrapperSet};
//! use std::fs::{self, File};
//! use std::time::Duration;
//!
//! # let folder = tempfile::tempdir()?;
//! # let (dir, file) = (folder.path().join("store"), folder.path().join("shop.bundle"));
//! # let address = serve_shop();
//! let store = Store::open(dir)?;
//! let crawl = Crawl::of(&address)?.max_pages(200);
//! # let crawl = crawl.allow_private(true).delay(Duration::ZERO);
//! crawl.run_into(&store)?;
//! let wrappers = store.learn(&LearnOptions::default())?;
//! fs::write(&file, wrappers.to_bundle()?)?;
//!
//! // Elsewhere, later:
//! let wrappers = WrapperSet::from_bundle(File::open(&file)?)?;
//! assert_eq!(wrappers.hosts().collect::<Vec<_>>(), ["127.0.0.1"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What always holds
//!
//! - The same pages give the same wrappers and records, byte for byte, whatever their order and the number
//!   of threads.
//! - A page that no wrapper fits has no record and a reason; it is never filled with what happened to stand
//!   there.
//! - What comes from the web is bounded. Broken HTML is no error: an [`Extraction`] says what is missing.
//! - Nothing is printed.
//!
//! Work that takes long uses all threads of the global pool of rayon; set that up before the first call to
//! have it use fewer. All calls block until they are done: in an async program, make them where blocking is
//! allowed.

mod crawl;
mod extractor;
mod learn;
mod store;
mod wrapper_set;

pub use crawl::{Crawl, Crawled};
pub use extractor::Extractor;
pub use learn::{LearnOptions, learn};
pub use store::Store;
pub use wrapper_set::{PageType, RecordOptions, WrapperSet};

pub use sitewrap_bundle::{BundleError, SharedHost, UnwritableBundle};
pub use sitewrap_crawl::{CrawlError, CrawlSummary, EndReason, PageKind, StopSignal};
pub use sitewrap_model::{Extraction, Header, Page, Reason, Record, Topic, Typed, Value};
pub use sitewrap_pipeline::{
    Event, ExtractCounts, InduceError as LearnError, InputPage, MissingPage, Observer, Stage,
    StructuredForm,
};
pub use sitewrap_store::StoreError;
pub use sitewrap_values::Values;
pub use sitewrap_wrapper::{Fields, ProseForm};

/// The examples of the project's README, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
