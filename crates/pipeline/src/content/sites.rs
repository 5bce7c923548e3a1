//! What the pages of an input tell of each other: what their sites repeat.

use super::page::{body_bytes, host};
use crate::InputPage;
use crate::extract::unfit;
use crate::stream::in_order;
use sitewrap_content::{Blocks, Lines, Reason, Site, declared_language, parse};
use sitewrap_keywords::{Collection, Text, Words};
use sitewrap_model::Page;
use sitewrap_tree::Document;
use std::collections::HashMap;

/// What the sites that pages are of repeat, by their hosts.
#[derive(Clone, Debug, Default)]
pub struct Sites(HashMap<String, KnownSite>);

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
        let read = |page: &Page, document: &Document| {
            let blocks = Blocks::of(&document.tree);
            let words = with_words.then(|| {
                let lines: Vec<&str> = blocks.iter().map(|block| blocks.text(block)).collect();
                let lang = declared_language(document);
                Words::of(&Text { title: None, body: &lines.join("\n"), lang: lang.as_deref() })
            });
            Some((host(&page.final_url)?, Lines::of(&blocks), words.unwrap_or_default()))
        };
        for_each_document(pages, read, |(host, lines, words)| {
            let site = sites.0.entry(host.clone()).or_default();
            if site.lines.add(lines) {
                site.words.add(words);
            }
        })?;
        Ok(sites)
    }

    /// What the site of an address repeats.
    pub(super) fn of_url(&self, url: &str) -> Option<&KnownSite> {
        self.0.get(&host(url)?)
    }
}

/// Does `work` for each page that can have content, and hands what it gives to `sink` in the order of
/// the pages.
///
/// # Errors
/// The first error of `pages`.
pub(super) fn for_each_document<T: Send, E: Send>(
    pages: impl Iterator<Item = Result<InputPage, E>> + Send,
    work: impl Fn(&Page, &Document) -> Option<T> + Sync,
    mut sink: impl FnMut(&T),
) -> Result<(), E> {
    let found = |page: &InputPage| {
        let page = page.as_ref().ok()?;
        if Reason::of_body(&page.body, page.content_type()).is_some() || unfit(page).is_some() {
            return None;
        }
        work(page, &parse(&page.body, page.content_type(), Some(&page.final_url)))
    };
    in_order(pages, body_bytes, found, |found| {
        if let Some(found) = found {
            sink(found);
        }
        Ok(())
    })
}
