//! The stored form of pages, frontier entries and links.
//!
//! They have their own types, so that a change to the model's types cannot change the format
//! unseen: postcard keeps no field names, and a change here needs a new schema version.

use crate::error::StoreError;
use crate::row;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use sitewrap_model::{
    Fingerprint, FrontierEntry, FrontierState, Header, Links, Page, PageId, SOFT_404,
};
use std::sync::Arc;

/// A stored page without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageMeta {
    /// The page's id in the store.
    pub id: PageId,
    /// The normalized URL under which the page was asked for.
    pub url: String,
    /// The URL that answered, after redirects.
    pub final_url: String,
    /// HTTP status.
    pub status: u16,
    /// Response headers in the order sent.
    pub headers: Vec<Header>,
    /// When the page was fetched: milliseconds since 1970-01-01 UTC; 0 where unknown.
    pub fetched_at: u64,
    /// Clicks from the start page.
    pub depth: u32,
    /// The page on which the link to this one was first seen.
    pub referrer: Option<String>,
    /// Length of the body in bytes, not compressed.
    pub body_len: u64,
}

impl PageMeta {
    /// The value of the first header called `name` (lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.name == name).map(|header| header.value.as_str())
    }

    /// The `content-type` header.
    pub fn content_type(&self) -> Option<&str> {
        self.header("content-type")
    }

    /// Whether the page is marked as a soft 404.
    pub fn is_soft_404(&self) -> bool {
        self.header(SOFT_404).is_some()
    }

    /// Whether the page is an answer (status 2xx, no soft 404) that wrappers may be induced from.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status) && !self.is_soft_404()
    }

    /// The whole page.
    pub(crate) fn with_body(self, body: Vec<u8>) -> Page {
        Page {
            url: self.url,
            final_url: self.final_url,
            status: self.status,
            headers: self.headers,
            body,
            fetched_at: self.fetched_at,
            depth: self.depth,
            referrer: self.referrer,
        }
    }
}

/// A row of the table of pages.
#[derive(Serialize, Deserialize)]
pub(crate) struct PageRow {
    url: String,
    /// Absent where it equals `url`, as on most pages.
    final_url: Option<String>,
    status: u16,
    headers: Vec<(String, String)>,
    fetched_at: u64,
    depth: u32,
    referrer: Option<String>,
    body_len: u64,
}

impl From<&Page> for PageRow {
    fn from(page: &Page) -> Self {
        let headers = page.headers.iter();
        Self {
            url: page.url.clone(),
            final_url: (page.final_url != page.url).then(|| page.final_url.clone()),
            status: page.status,
            headers: headers.map(|header| (header.name.clone(), header.value.clone())).collect(),
            fetched_at: page.fetched_at,
            depth: page.depth,
            referrer: page.referrer.clone(),
            body_len: page.body.len() as u64,
        }
    }
}

impl PageRow {
    /// Marks the page as a soft 404.
    pub(crate) fn mark_soft_404(&mut self) {
        if self.headers.iter().all(|(name, _)| name != SOFT_404) {
            self.headers.push((SOFT_404.to_owned(), "yes".to_owned()));
        }
    }

    /// What the row says of the page with this id.
    pub(crate) fn into_meta(self, id: PageId) -> PageMeta {
        let headers = self.headers.into_iter();
        PageMeta {
            id,
            final_url: self.final_url.unwrap_or_else(|| self.url.clone()),
            url: self.url,
            status: self.status,
            headers: headers.map(|(name, value)| Header { name, value }).collect(),
            fetched_at: self.fetched_at,
            depth: self.depth,
            referrer: self.referrer,
            body_len: self.body_len,
        }
    }
}

/// A row of the table of frontier entries; its key is the URL.
#[derive(Serialize, Deserialize)]
pub(crate) struct FrontierRow {
    seq: u64,
    depth: u32,
    referrer: Option<String>,
    state: StateRow,
    /// Structure and text hash.
    fingerprint: Option<(u64, u64)>,
}

#[derive(Serialize, Deserialize)]
enum StateRow {
    Queued,
    Fetched,
    Skipped(String),
    Failed(String),
    Twin(String),
}

impl From<&FrontierEntry> for FrontierRow {
    fn from(entry: &FrontierEntry) -> Self {
        Self {
            seq: entry.seq,
            depth: entry.depth,
            referrer: entry.referrer.clone(),
            fingerprint: entry.fingerprint.map(|print| (print.structure, print.text)),
            state: match &entry.state {
                FrontierState::Queued => StateRow::Queued,
                FrontierState::Fetched => StateRow::Fetched,
                FrontierState::Skipped(reason) => StateRow::Skipped(reason.clone()),
                FrontierState::Failed(reason) => StateRow::Failed(reason.clone()),
                FrontierState::Twin(first) => StateRow::Twin(first.clone()),
            },
        }
    }
}

impl FrontierRow {
    /// The entry that the row under the key `url` stands for.
    pub(crate) fn into_entry(self, url: String) -> FrontierEntry {
        FrontierEntry {
            url,
            seq: self.seq,
            depth: self.depth,
            referrer: self.referrer,
            fingerprint: self.fingerprint.map(|(structure, text)| Fingerprint { structure, text }),
            state: match self.state {
                StateRow::Queued => FrontierState::Queued,
                StateRow::Fetched => FrontierState::Fetched,
                StateRow::Skipped(reason) => FrontierState::Skipped(reason),
                StateRow::Failed(reason) => FrontierState::Failed(reason),
                StateRow::Twin(first) => FrontierState::Twin(first),
            },
        }
    }
}

/// A row of the table of links; its key is the URL that they lead from.
#[derive(Serialize, Deserialize)]
pub(crate) struct LinksRow {
    /// Numbers of frontier entries, rising: the first one, then how much each is above the last.
    to: Vec<u64>,
    /// URLs, encoded and packed; empty where there are none, as on most pages.
    beyond: Vec<u8>,
}

impl LinksRow {
    /// The row for the links of a URL.
    pub(crate) fn new(links: &Links) -> Result<Self, StoreError> {
        let mut last = 0;
        let to = links.to.iter().map(|&number| number - std::mem::replace(&mut last, number));
        let urls: Vec<&str> = links.beyond.iter().map(|url| &**url).collect();
        let beyond = match urls.is_empty() {
            true => Vec::new(),
            false => row::pack(&links.from, &row::encode(&links.from, &urls)?)?,
        };
        Ok(Self { to: to.collect(), beyond })
    }

    /// The links that the row under the key `from` stands for.
    pub(crate) fn into_links(self, key: &[u8], from: String) -> Result<Links, StoreError> {
        let mut last = 0_u64;
        let to = self.to.into_iter().map(|step| {
            last = last.wrapping_add(step);
            last
        });
        let to = to.collect();
        let beyond: Vec<String> = match self.beyond.is_empty() {
            true => Vec::new(),
            false => {
                let packed = row::unpack(Table::Links, key, &self.beyond)?;
                row::decode(Table::Links, key, &packed)?
            }
        };
        let beyond = beyond.into_iter().map(Arc::from).collect();
        Ok(Links { from: from.into(), to, beyond })
    }
}
