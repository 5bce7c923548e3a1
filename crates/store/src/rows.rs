//! The stored form of pages, frontier entries, links and relations.
//!
//! They have their own types, so that a change to the model's types cannot change the format
//! unseen: postcard keeps no field names, and a change here needs a new schema version.

use crate::values::Extent;
use serde::{Deserialize, Serialize};
use sitewrap_model::{
    Fingerprint, FrontierEntry, FrontierState, Header, Links, ListPage, Marks, Page, PageId,
    Relations, SkipReason,
};
use std::borrow::Cow;
use std::sync::Arc;

/// A body that stays in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredBody {
    /// The id of its page.
    pub id: PageId,
    /// Its length in bytes, not compressed.
    pub len: u64,
}

/// A stored page without its body.
pub type PageMeta = Page<StoredBody>;

/// The header that a page is stored with that is marked as a soft 404. Marks were headers once, and are
/// so still in the format; a server's own header by such a name is left out.
const SOFT_404: &str = "x-sitewrap-soft-404";

/// The header that a rendered page is stored with; its value names the browser.
const RENDERED: &str = "x-sitewrap-rendered";

/// What a block holds of a page.
#[derive(Serialize, Deserialize)]
pub(crate) struct PageRow {
    pub(crate) url: String,
    /// Absent where it equals `url`, as on most pages.
    final_url: Option<String>,
    status: u16,
    headers: Vec<(String, String)>,
    fetched_at: u64,
    depth: u32,
    referrer: Option<String>,
    pub(crate) body_len: u64,
    pub(crate) body: Extent,
}

impl PageRow {
    /// The row for a page whose body is at a place.
    pub(crate) fn new(page: &Page, body: Extent) -> Self {
        let sent = page.headers.iter().filter(|header| !is_mark(&header.name));
        let mut headers: Vec<(String, String)> =
            sent.map(|header| (header.name.clone(), header.value.clone())).collect();
        let browser = page.marks.rendered_by.clone();
        headers.extend(browser.map(|browser| (RENDERED.to_owned(), browser)));
        if page.marks.soft_404 {
            headers.push(mark_of_soft_404());
        }
        Self {
            headers,
            url: page.url.clone(),
            final_url: (page.final_url != page.url).then(|| page.final_url.clone()),
            status: page.status,
            fetched_at: page.fetched_at,
            depth: page.depth,
            referrer: page.referrer.clone(),
            body_len: page.body.len() as u64,
            body,
        }
    }

    /// Whether the page was fetched later than that of another row.
    pub(crate) fn is_newer_than(&self, other: &Self) -> bool {
        self.fetched_at > other.fetched_at
    }

    /// Marks the page as a soft 404.
    pub(crate) fn mark_soft_404(&mut self) {
        if self.headers.iter().all(|(name, _)| name != SOFT_404) {
            self.headers.push(mark_of_soft_404());
        }
    }

    /// What the row says of the page with this id.
    pub(crate) fn into_meta(self, id: PageId) -> PageMeta {
        let mut marks = Marks::default();
        let mut headers = Vec::with_capacity(self.headers.len());
        for (name, value) in self.headers {
            match name.as_str() {
                SOFT_404 => marks.soft_404 = true,
                RENDERED => marks.rendered_by = Some(value),
                _ => headers.push(Header { name, value }),
            }
        }
        Page {
            headers,
            marks,
            body: StoredBody { id, len: self.body_len },
            final_url: self.final_url.unwrap_or_else(|| self.url.clone()),
            url: self.url,
            status: self.status,
            fetched_at: self.fetched_at,
            depth: self.depth,
            referrer: self.referrer,
        }
    }
}

/// Whether a header of a row is a mark.
fn is_mark(name: &str) -> bool {
    matches!(name, SOFT_404 | RENDERED)
}

fn mark_of_soft_404() -> (String, String) {
    (SOFT_404.to_owned(), "yes".to_owned())
}

/// A frontier entry in the log.
#[derive(Serialize, Deserialize)]
pub(crate) struct EntryRow<'a> {
    pub(crate) url: &'a str,
    seq: u64,
    depth: u32,
    referrer: Option<&'a str>,
    state: StateRow<'a>,
    /// Structure and text hash.
    fingerprint: Option<(u64, u64)>,
}

#[derive(Serialize, Deserialize)]
enum StateRow<'a> {
    Queued,
    Fetched,
    #[serde(borrow)]
    Skipped(Cow<'a, str>),
    Failed(&'a str),
    Duplicate(&'a str),
}

impl<'a> From<&'a FrontierEntry> for EntryRow<'a> {
    fn from(entry: &'a FrontierEntry) -> Self {
        Self {
            url: &entry.url,
            seq: entry.seq,
            depth: entry.depth,
            referrer: entry.referrer.as_deref(),
            fingerprint: entry.fingerprint.map(|print| (print.structure, print.text)),
            state: match &entry.state {
                FrontierState::Queued => StateRow::Queued,
                FrontierState::Fetched => StateRow::Fetched,
                FrontierState::Skipped(reason) => StateRow::Skipped(Cow::Owned(reason.to_string())),
                FrontierState::Failed(reason) => StateRow::Failed(reason),
                FrontierState::Duplicate(first) => StateRow::Duplicate(first),
            },
        }
    }
}

impl EntryRow<'_> {
    /// The entry that the row stands for.
    pub(crate) fn into_entry(self) -> FrontierEntry {
        FrontierEntry {
            url: self.url.to_owned(),
            seq: self.seq,
            depth: self.depth,
            referrer: self.referrer.map(str::to_owned),
            fingerprint: self.fingerprint.map(|(structure, text)| Fingerprint { structure, text }),
            state: match self.state {
                StateRow::Queued => FrontierState::Queued,
                StateRow::Fetched => FrontierState::Fetched,
                StateRow::Skipped(reason) => FrontierState::Skipped(SkipReason::from(&*reason)),
                StateRow::Failed(reason) => FrontierState::Failed(reason.to_owned()),
                StateRow::Duplicate(first) => FrontierState::Duplicate(first.to_owned()),
            },
        }
    }

    /// The entry's number in the order of discovery.
    pub(crate) fn seq(&self) -> u64 {
        self.seq
    }
}

/// Where a URL leads and how its page stands to others, in the log.
#[derive(Serialize, Deserialize)]
pub(crate) struct PageLinksRow<'a> {
    pub(crate) url: &'a str,
    /// Numbers of frontier entries, rising: the first one, then how much each is above the last.
    to: Vec<u64>,
    beyond: Vec<&'a str>,
    pub(crate) relations: Option<RelationsRow<'a>>,
}

impl<'a> PageLinksRow<'a> {
    /// The row of a URL that leads nowhere.
    pub(crate) fn none(url: &'a str) -> Self {
        Self { url, to: Vec::new(), beyond: Vec::new(), relations: None }
    }

    /// Takes in where the URL leads.
    pub(crate) fn lead(&mut self, links: &'a Links) {
        let mut last = 0;
        let to = links
            .to
            .iter()
            .map(|&number| number.wrapping_sub(std::mem::replace(&mut last, number)));
        self.to = to.collect();
        self.beyond = links.beyond.iter().map(|url| &**url).collect();
    }

    /// The greatest number among those of the entries.
    pub(crate) fn highest(&self) -> Option<u64> {
        let sum = || self.to.iter().fold(0, |sum: u64, step| sum.wrapping_add(*step));
        (!self.to.is_empty()).then(sum)
    }
}

/// The links that a row stands for, if there are any.
pub(crate) fn links_of(row: PageLinksRow<'_>) -> Option<Links> {
    let mut last = 0_u64;
    let to = row.to.into_iter().map(|step| {
        last = last.wrapping_add(step);
        last
    });
    let to: Vec<u64> = to.collect();
    let beyond: Vec<Arc<str>> = row.beyond.into_iter().map(Arc::from).collect();
    let none = to.is_empty() && beyond.is_empty();
    (!none).then(|| Links { from: row.url.into(), to, beyond })
}

/// The URL of a row and how its page stands to others, if that is known.
pub(crate) fn relations_of(row: PageLinksRow<'_>) -> Option<(String, Relations)> {
    let relations = row.relations?.into_relations();
    Some((row.url.to_owned(), relations))
}

/// How a page stands to others.
#[derive(Serialize, Deserialize)]
pub(crate) struct RelationsRow<'a> {
    canonical: Option<&'a str>,
    prev: Option<&'a str>,
    next: Option<&'a str>,
    languages: Vec<(&'a str, &'a str)>,
    /// URL of the first page, and number.
    list: Option<(&'a str, u32)>,
}

impl<'a> From<&'a Relations> for RelationsRow<'a> {
    fn from(relations: &'a Relations) -> Self {
        let languages = relations.languages.iter();
        Self {
            canonical: relations.canonical.as_deref(),
            prev: relations.prev.as_deref(),
            next: relations.next.as_deref(),
            languages: languages.map(|(name, url)| (&**name, &**url)).collect(),
            list: relations.list.as_ref().map(|at| (&*at.first, at.number)),
        }
    }
}

impl RelationsRow<'_> {
    fn into_relations(self) -> Relations {
        let languages = self.languages.into_iter();
        Relations {
            canonical: self.canonical.map(str::to_owned),
            prev: self.prev.map(str::to_owned),
            next: self.next.map(str::to_owned),
            languages: languages.map(|(name, url)| (name.to_owned(), url.to_owned())).collect(),
            list: self.list.map(|(first, number)| ListPage { first: first.into(), number }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry as it was written when reasons were texts.
    #[derive(Serialize)]
    struct OldRow<'a>(&'a str, u64, u32, Option<&'a str>, OldState<'a>, Option<(u64, u64)>);

    #[derive(Serialize)]
    #[expect(dead_code, reason = "the places of states are part of the format")]
    enum OldState<'a> {
        Queued,
        Fetched,
        Skipped(&'a str),
        Failed(&'a str),
    }

    fn old(state: OldState<'_>) -> Vec<u8> {
        postcard::to_stdvec(&OldRow("http://a.example/", 3, 1, None, state, Some((7, 9)))).unwrap()
    }

    #[test]
    fn reasons_that_were_stored_as_texts_are_read_and_written_as_ever() {
        let target = "http://b.example/".to_owned();
        for (text, reason) in [
            ("redirects to http://b.example/", SkipReason::Redirect(target)),
            ("does something: vote", SkipReason::Action("vote".to_owned())),
            ("as an earlier release said it", "as an earlier release said it".into()),
        ] {
            let bytes = old(OldState::Skipped(text));
            let entry = postcard::from_bytes::<EntryRow<'_>>(&bytes).unwrap().into_entry();
            assert_eq!(entry.state, FrontierState::Skipped(reason));
            assert_eq!(postcard::to_stdvec(&EntryRow::from(&entry)).unwrap(), bytes);
        }
        let failed = old(OldState::Failed("HTTP 404"));
        let entry = postcard::from_bytes::<EntryRow<'_>>(&failed).unwrap().into_entry();
        assert_eq!(entry.state, FrontierState::Failed("HTTP 404".to_owned()));
    }

    #[test]
    fn marks_are_read_from_rows_that_have_them_as_headers() {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let mut row = PageRow::new(&Page::imported("u".to_owned(), Vec::new()), Extent::default());
        row.headers = vec![header("etag", "x"), header(RENDERED, "Chromium 1")];
        row.headers.push(header("x-sitewrap-soft-404", "yes"));
        let written = row.headers.clone();
        let meta = row.into_meta(PageId(0));
        let marks = Marks { soft_404: true, rendered_by: Some("Chromium 1".to_owned()) };
        assert_eq!((meta.headers.len(), &meta.marks), (1, &marks));
        let again = PageRow::new(&meta.with_body(Vec::new()), Extent::default());
        assert_eq!(again.headers, written, "the format is what it was");
    }

    #[test]
    fn a_server_cannot_mark_its_pages() {
        let mut page = Page::imported("u".to_owned(), Vec::new());
        for name in [SOFT_404, RENDERED, "etag"] {
            page.headers.push(Header { name: name.to_owned(), value: "yes".to_owned() });
        }
        let meta = PageRow::new(&page, Extent::default()).into_meta(PageId(0));
        assert_eq!((meta.marks, meta.headers.len()), (Marks::default(), 1));
    }
}
