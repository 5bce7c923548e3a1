//! What the pages of an input tell of each other: what their sites repeat.

use super::page::{body_bytes, host};
use super::parsed::{self, Body, Parsed};
use crate::InputPage;
use crate::extract::unfit;
use crate::stream::in_order;
use sitewrap_content::{Blocks, Lines, Reason, Site, declared_language};
use sitewrap_keywords::{Collection, Text, Words};
use sitewrap_model::Page;
use sitewrap_tree::Document;
use std::collections::HashMap;
use std::sync::Arc;

/// What the sites that pages are of repeat, by their hosts, and what is left of reading it.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    known: HashMap<String, KnownSite>,
    parsed: Parsed,
}

/// A page that was read.
struct Seen {
    host: String,
    url: String,
    lines: Lines,
    words: Words,
    body: Body,
    document: Arc<Document>,
}

/// What the pages of a site repeat.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownSite {
    pub(super) lines: Site,
    pub(super) words: Collection,
}

impl Sites {
    /// Reads all pages of an input once; those that cannot be had are passed over. Their words are counted
    /// only `with_words`, for keywords.
    ///
    /// # Errors
    /// The first error of `pages`.
    pub fn of<E: Send>(
        pages: impl Iterator<Item = Result<InputPage, E>> + Send,
        with_words: bool,
    ) -> Result<Self, E> {
        let mut sites = Self::default();
        let read = |page: &Page, document: Document| {
            let blocks = Blocks::of(&document.tree);
            let words = with_words.then(|| {
                let lines: Vec<&str> = blocks.iter().map(|block| blocks.text(block)).collect();
                let lang = declared_language(&document);
                Words::of(&Text { title: None, body: &lines.join("\n"), lang: lang.as_deref() })
            });
            Some(Seen {
                host: host(&page.final_url)?,
                url: page.final_url.clone(),
                lines: Lines::of(&blocks),
                words: words.unwrap_or_default(),
                body: Body::of(page),
                document: Arc::new(document),
            })
        };
        for_each_document(pages, read, |seen| {
            sites.parsed.keep(&seen.url, seen.body, &seen.document);
            let site = sites.known.entry(seen.host.clone()).or_default();
            if site.lines.add(&seen.lines) {
                site.words.add(&seen.words);
            }
        })?;
        Ok(sites)
    }

    /// What the site of an address repeats.
    pub(super) fn of_url(&self, url: &str) -> Option<&KnownSite> {
        self.known.get(&host(url)?)
    }

    /// The document of a page, which need not be parsed again if it was read a short while ago.
    pub(super) fn document(&self, page: &Page) -> Arc<Document> {
        self.parsed.document(page)
    }
}

/// Does `work` for each page that can have content, and hands what it gives to `sink` in the order of
/// the pages.
///
/// # Errors
/// The first error of `pages`.
pub(super) fn for_each_document<T: Send, E: Send>(
    pages: impl Iterator<Item = Result<InputPage, E>> + Send,
    work: impl Fn(&Page, Document) -> Option<T> + Sync,
    mut sink: impl FnMut(&T),
) -> Result<(), E> {
    let found = |page: &InputPage| {
        let page = page.as_ref().ok()?;
        if Reason::of_body(&page.body, page.content_type()).is_some() || unfit(page).is_some() {
            return None;
        }
        work(page, parsed::document(page))
    };
    in_order(pages, body_bytes, found, |found| {
        if let Some(found) = found {
            sink(found);
        }
        Ok(())
    })
}
