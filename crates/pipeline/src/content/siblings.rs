//! Which page is compared with which? Siblings are pages of one cluster whose addresses are next to
//! each other [SON11].

use super::page::{boxes, readable, site};
use super::parsed::document;
use super::paths::leaders;
use super::sites::for_each_document;
use crate::{InputPage, StyleSheets};
use sitewrap_content::{BodyTree, FeatureTree};
use sitewrap_model::Page;
use sitewrap_tree::Document;
use std::collections::{BTreeMap, HashMap};
use std::ops::Bound::{Excluded, Unbounded};

/// Nodes of feature trees that are kept at most, about 70 bytes each. Pages beyond are compared with
/// those that came before.
const MAX_NODES: usize = 3_000_000;

/// Pages to each side that are looked at for one that does not say the same.
const REACH: usize = 8;

/// The pages that others can be compared with.
#[derive(Clone, Debug, Default)]
pub struct Siblings {
    /// The one that was asked for.
    chosen: Option<(String, FeatureTree)>,
    /// The pages of each cluster by their addresses.
    clusters: Vec<BTreeMap<String, FeatureTree>>,
    cluster_of: HashMap<String, usize>,
}

/// A page that was read.
#[derive(Clone)]
struct Seen {
    url: String,
    site: String,
    body: BodyTree,
    features: FeatureTree,
}

impl Siblings {
    /// Reads all pages of an input once. `clusters` are those of a store, by the addresses of pages;
    /// a page in none has no siblings. Without them the pages of a host whose bodies are alike by
    /// simple tree matching are a cluster, and so are two pages that are all there is.
    ///
    /// # Errors
    /// The first error of `pages`.
    pub fn of<E: Send>(
        pages: impl Iterator<Item = Result<InputPage, E>> + Send,
        clusters: Option<&HashMap<String, usize>>,
        layout: Option<&StyleSheets>,
    ) -> Result<Self, E> {
        let mut all: Vec<Seen> = Vec::new();
        let mut nodes = 0;
        let seen = |page: &Page, document: Document| {
            let layout = layout.map(|sheets| boxes(page, &document, sheets));
            Some(Seen {
                url: page.url.clone(),
                site: site(&page.final_url),
                body: BodyTree::of(&document.tree),
                features: FeatureTree::of(&document.tree, layout.as_ref()),
            })
        };
        let mut places: Vec<(String, String, BodyTree)> = Vec::new();
        for_each_document(pages, seen, |seen| {
            places.push((seen.url.clone(), seen.site.clone(), seen.body.clone()));
            if nodes + seen.features.len() <= MAX_NODES {
                nodes += seen.features.len();
                all.push(seen.clone());
            }
        })?;
        let cluster_of = match clusters {
            Some(clusters) => clusters.clone(),
            None if places.len() == 2 => places.into_iter().map(|(url, ..)| (url, 0)).collect(),
            None => by_bodies(&places),
        };
        let count = cluster_of.values().max().map_or(0, |last| last + 1);
        let mut siblings =
            Self { clusters: vec![BTreeMap::new(); count], cluster_of, chosen: None };
        for Seen { url, features, .. } in all {
            if let Some(&cluster) = siblings.cluster_of.get(&url) {
                siblings.clusters[cluster].insert(url, features);
            }
        }
        Ok(siblings)
    }

    /// One page that all others are compared with; `None` if it can have no content.
    pub fn chosen(page: &Page, layout: Option<&StyleSheets>) -> Option<Self> {
        readable(page).ok()?;
        let document = document(page);
        let layout = layout.map(|sheets| boxes(page, &document, sheets));
        let features = FeatureTree::of(&document.tree, layout.as_ref());
        Some(Self { chosen: Some((page.url.clone(), features)), ..Self::default() })
    }

    /// The page that one is compared with: of those of its cluster next to it in the order of
    /// addresses that do not say the same, the one with which it shares the longer start of its
    /// address.
    pub(super) fn of_page(&self, url: &str) -> Option<&FeatureTree> {
        if let Some((chosen, features)) = &self.chosen {
            return (chosen != url).then_some(features);
        }
        let cluster = &self.clusters[*self.cluster_of.get(url)?];
        let own = cluster.get(url);
        let differs =
            |(_, other): &(&String, &FeatureTree)| own.is_none_or(|own| !own.equals(other));
        let before =
            cluster.range::<str, _>((Unbounded, Excluded(url))).rev().take(REACH).find(differs);
        let after = cluster.range::<str, _>((Excluded(url), Unbounded));
        let after = after.take(REACH).find(differs);
        let shared = |other: &str| {
            other.bytes().zip(url.bytes()).take_while(|(other, own)| other == own).count()
        };
        match (before, after) {
            (Some(before), Some(after)) if shared(after.0) > shared(before.0) => Some(after.1),
            (before, after) => before.or(after).map(|(_, features)| features),
        }
    }
}

/// The pages of each host by which body theirs is like.
fn by_bodies(places: &[(String, String, BodyTree)]) -> HashMap<String, usize> {
    let mut bodies: BTreeMap<&str, BTreeMap<BodyTree, String>> = BTreeMap::new();
    for (url, site, body) in places {
        let least = bodies.entry(site).or_default().entry(body.clone());
        let least = least.or_insert_with(|| url.clone());
        if *url < *least {
            least.clone_from(url);
        }
    }
    let mut clusters: Vec<(&str, BodyTree)> = Vec::new();
    for (site, bodies) in bodies {
        clusters.extend(leaders(bodies).into_iter().map(|(_, body)| (site, body)));
    }
    let cluster = |site: &str, body: &BodyTree| {
        clusters.iter().position(|(other, leader)| *other == site && leader.is_alike(body))
    };
    let all =
        places.iter().filter_map(|(url, site, body)| Some((url.clone(), cluster(site, body)?)));
    all.collect()
}
