//! The clusters of an input's pages by their bodies, each with the path to its content [PRU].

use super::page::{boxes, site};
use super::sites::for_each_document;
use crate::{InputPage, StyleSheets};
use sitewrap_content::{Blocks, BodyTree, ExtractionPath};
use sitewrap_model::Page;
use sitewrap_tree::Document;
use std::collections::{BTreeMap, HashMap};

/// For each host, the clusters of its pages: the body of the page with the smallest address, and the
/// path that it gave.
#[derive(Clone, Debug, Default)]
pub struct Paths(HashMap<String, Vec<(BodyTree, ExtractionPath)>>);

impl Paths {
    /// Reads all pages of an input twice: for their clusters, and for the path of each. `layout`
    /// takes boxes into account, with these style sheets.
    ///
    /// # Errors
    /// The first error of `pages` and of what it gives.
    pub fn of<I, E: Send>(
        mut pages: impl FnMut() -> Result<I, E>,
        layout: Option<&StyleSheets>,
    ) -> Result<Self, E>
    where
        I: Iterator<Item = Result<InputPage, E>> + Send,
    {
        let mut bodies: HashMap<String, BTreeMap<BodyTree, String>> = HashMap::new();
        let body = |page: &Page, document: Document| {
            Some((site(&page.final_url), BodyTree::of(&document.tree), page.final_url.clone()))
        };
        for_each_document(pages()?, body, |(site, body, url)| {
            let least = bodies.entry(site.clone()).or_default().entry(body.clone());
            let least = least.or_insert_with(|| url.clone());
            if *url < *least {
                least.clone_from(url);
            }
        })?;
        let leaders: HashMap<String, Vec<(String, BodyTree)>> =
            bodies.into_iter().map(|(site, bodies)| (site, leaders(bodies))).collect();
        let mut found: HashMap<String, ExtractionPath> = HashMap::new();
        let path = |page: &Page, document: Document| {
            let own = leaders.get(&site(&page.final_url))?;
            own.iter().find(|(url, _)| *url == page.final_url)?;
            let layout = layout.map(|sheets| boxes(page, &document, sheets));
            let blocks = Blocks::of(&document.tree);
            let path = ExtractionPath::of(&document.tree, &blocks, layout.as_ref());
            Some((page.final_url.clone(), path))
        };
        for_each_document(pages()?, path, |(url, path)| {
            found.entry(url.clone()).or_insert_with(|| path.clone());
        })?;
        let with_path = |(url, body): (String, BodyTree)| Some((body, found.get(&url)?.clone()));
        let clusters = leaders
            .into_iter()
            .map(|(site, leaders)| (site, leaders.into_iter().filter_map(with_path).collect()));
        Ok(Self(clusters.collect()))
    }

    /// The path of the first cluster that a page is alike.
    pub(super) fn of_page(&self, url: &str, document: &Document) -> Option<&ExtractionPath> {
        let clusters = self.0.get(&site(url))?;
        let body = BodyTree::of(&document.tree);
        clusters.iter().find(|(leader, _)| leader.is_alike(&body)).map(|(_, path)| path)
    }
}

/// One body for each cluster, in the order of addresses: each that is like none before it.
pub(super) fn leaders(bodies: BTreeMap<BodyTree, String>) -> Vec<(String, BodyTree)> {
    let mut bodies: Vec<(String, BodyTree)> =
        bodies.into_iter().map(|(body, url)| (url, body)).collect();
    bodies.sort();
    let mut leaders: Vec<(String, BodyTree)> = Vec::new();
    for (url, body) in bodies {
        if !leaders.iter().any(|(_, leader)| leader.is_alike(&body)) {
            leaders.push((url, body));
        }
    }
    leaders
}
