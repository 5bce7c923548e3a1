//! The stored pages that an induction may look at, in an order made from their content alone.

use crate::extract::is_html;
use crate::progress::{Event, Observer, counted};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sitewrap_hash::{FNV_OFFSET, FNV_PRIME, fnv1a};
use sitewrap_model::{Page, PageId, Topic};
use sitewrap_store::{Store, StoreError};
use sitewrap_tree::{Document, LinkKind, Parsing};

/// A page before it is parsed. The fields are the order: content first, so that neither the time
/// of arrival nor, for most pages, the host they came from matters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Candidate {
    pub(super) hash: u64,
    pub(super) length: u64,
    pub(super) url: String,
    pub(super) id: PageId,
}

impl Candidate {
    /// A page; `None` if its body is blank.
    pub(super) fn of(page: &Page, id: PageId, seed: u64) -> Option<Self> {
        let is_blank = page.body.iter().all(u8::is_ascii_whitespace);
        let (hash, length) = (content_hash(&page.body, seed), page.body.len() as u64);
        (!is_blank).then(|| Self { hash, length, url: page.url.clone(), id })
    }

    /// Whether two pages have the same body.
    pub(super) fn is_duplicate_of(&self, other: &Self) -> bool {
        (self.hash, self.length) == (other.hash, other.length)
    }
}

/// The pages that wrappers may be induced from, by rising id, each with a stamp that changes when
/// another body is stored under its URL. A damaged page is left out with a warning: one page in a
/// thousand is no reason to learn nothing from the others.
pub(super) fn learnable(
    store: &Store,
    observer: &dyn Observer,
) -> Result<Vec<(PageId, u64)>, StoreError> {
    let (mut found, mut damage) = (Vec::new(), Damage::default());
    for meta in store.page_metas() {
        let Some(meta) = damage.sort_out(meta)? else { continue };
        if meta.is_success() && is_html(meta.content_type().unwrap_or_default()) {
            found.push((meta.body.id, meta.body.len));
        }
    }
    let stamped: Vec<_> = found
        .into_par_iter()
        .map(|(id, length)| {
            let checksum = store.body_checksum(id)?;
            Ok((id, u64::from(checksum) << 32 | length & 0xffff_ffff))
        })
        .collect();
    let stamped = stamped.into_iter().map(|page| damage.sort_out(page));
    let stamped: Result<Vec<_>, _> = stamped.filter_map(Result::transpose).collect();
    if let Some(line) = damage.told() {
        observer.observe(Event::Warning(&line));
        observer.observe(Event::Topic(Topic::Damage));
    }
    stamped
}

/// How many stored pages are damaged: what is known of them, or their bodies.
///
/// # Errors
/// If the files of the store cannot be read.
pub fn damaged_pages(store: &Store) -> Result<usize, StoreError> {
    let is_damaged = |page: u32| match store.body_checksum(PageId(page)) {
        Ok(_) => Ok(0),
        Err(StoreError::BadRow { .. }) => Ok(1),
        Err(error) => Err(error),
    };
    (0..store.page_count() as u32)
        .into_par_iter()
        .map(is_damaged)
        .try_reduce(|| 0, |a, b| Ok(a + b))
}

/// The pages that are left out because they are damaged.
#[derive(Default)]
struct Damage {
    pages: usize,
    /// What is wrong with the first of them.
    first: Option<String>,
}

impl Damage {
    /// What was read; `None` if the row of one page is damaged.
    fn sort_out<T>(&mut self, read: Result<T, StoreError>) -> Result<Option<T>, StoreError> {
        match read {
            Err(StoreError::BadRow { table, row, problem }) => {
                self.pages += 1;
                self.first.get_or_insert_with(|| format!("row {row} of table {table} {problem}"));
                Ok(None)
            }
            read => read.map(Some),
        }
    }

    /// What the user should know of it, in one line.
    fn told(&self) -> Option<String> {
        let (pages, first) = (counted(self.pages, "page"), self.first.as_ref()?);
        Some(format!("{pages} left out as damaged (first: {first})"))
    }
}

/// Those of some pages whose bodies are not blank, in the order of their content.
pub(super) fn candidates(
    store: &Store,
    seed: u64,
    pages: &[PageId],
) -> Result<Vec<Candidate>, StoreError> {
    let candidate = |&id: &PageId| {
        let Some(page) = store.page(id)? else { return Ok(None) };
        Ok(Candidate::of(&page, id, seed))
    };
    let found: Vec<Option<Candidate>> =
        pages.par_iter().map(candidate).collect::<Result<_, StoreError>>()?;
    let mut found: Vec<Candidate> = found.into_iter().flatten().collect();
    found.sort_unstable();
    Ok(found)
}

/// The document of a stored page.
pub(super) fn parse(store: &Store, id: PageId) -> Result<Document, StoreError> {
    let page = store.page(id)?;
    // Pages are never removed; one that is gone nevertheless counts as empty.
    Ok(page.as_ref().map_or_else(|| Document::parse(&[], None, None), document))
}

/// A page's document, of its links only those it follows by itself.
pub(super) fn document(page: &Page) -> Document {
    // No stage of an induction looks at other links.
    let parsing = Parsing { no_body_links: true, ..Parsing::default() };
    let (mut document, _) =
        Document::parse_with(&page.body, page.content_type(), Some(&page.final_url), &parsing);
    document.links.retain(|link| link.kind == LinkKind::Refresh);
    document.links.shrink_to_fit();
    document
}

/// The hash of a body, begun with a seed. One that is the same in every release: it orders pages, and
/// their order is part of what a wrapper set depends on.
fn content_hash(bytes: &[u8], seed: u64) -> u64 {
    fnv1a(FNV_OFFSET ^ seed.wrapping_mul(FNV_PRIME), bytes.iter().copied())
}
