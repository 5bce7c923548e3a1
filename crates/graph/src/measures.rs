//! All ranks of a site's graph together.

use crate::adjacency::Adjacency;
use crate::block_rank::{BlockRank, block_rank};
use crate::hits::{Hits, hits};
use crate::page_rank::page_rank;
use crate::power::{Rank, RankParams};
use crate::rows::NodeId;
use crate::sections::Sections;
use crate::site::SiteGraph;
use crate::site_rank::{SiteRank, site_rank};
use crate::structure::depths;
use serde::Serialize;

/// The ranks of a graph's nodes, and what they were computed from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measures {
    /// All links and redirects, each pair of nodes once.
    pub links: Adjacency,
    /// PageRank over the links that their pages vouch for.
    pub page_rank: Rank,
    /// Hubs and authorities over the same.
    pub hits: Hits,
    /// The sections of the site.
    pub sections: Sections,
    /// Their ranks, and those of the nodes within.
    pub site_rank: SiteRank,
    /// Ranks by the blocks of pages.
    pub block_rank: BlockRank,
    /// Clicks from where visitors start; `None` for what no link leads to.
    pub depths: Vec<Option<u32>>,
}

/// What is told of a page; serialized, it is one line of `sitewrap graph`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PageMeasures {
    /// Its URL.
    pub url: String,
    /// Its page type.
    pub page_type: Option<String>,
    /// PageRank.
    pub pagerank: f64,
    /// How good a hub it is.
    pub hub: f64,
    /// How good an authority it is.
    pub authority: f64,
    /// The rank of its section times that within it.
    pub site_rank: f64,
    /// Pages that lead to it.
    pub r#in: usize,
    /// Addresses that it leads to.
    pub out: usize,
    /// Clicks from where visitors start; `None` where no link leads to it.
    pub depth: Option<u32>,
}

impl Measures {
    /// The ranks of a graph.
    ///
    /// `preferred` names a page type at whose pages walks start, for the PageRank; without it, or
    /// where no page is of the type, they start anywhere.
    pub fn new(graph: &SiteGraph, params: &RankParams, preferred: Option<&str>) -> Self {
        let sections = Sections::new(graph);
        let preference = preferred.map(|name| preference(graph, name));
        // One set of links at a time: they are what takes room.
        let followed = graph.followed();
        let page_rank = page_rank(&followed, params, preference.as_deref());
        let hits = hits(&followed, params);
        let site_rank = site_rank(&followed, &sections.of, sections.names.len(), params);
        drop(followed);
        let block_rank = block_rank(&graph.block_links(), params);
        let links = graph.links();
        let depths = depths(&links, &graph.starts);
        Self { links, page_rank, hits, sections, site_rank, block_rank, depths }
    }

    /// What is told of a page.
    pub fn page(&self, graph: &SiteGraph, page: NodeId) -> PageMeasures {
        let at = page as usize;
        PageMeasures {
            url: graph.nodes[at].url.clone(),
            page_type: graph.page_type(page).map(str::to_owned),
            pagerank: self.page_rank.values[at],
            hub: self.hits.hubs[at],
            authority: self.hits.authorities[at],
            site_rank: self.site_rank.nodes[at],
            r#in: self.links.incoming().row(at).len(),
            out: self.links.outgoing().row(at).len(),
            depth: self.depths[at],
        }
    }
}

/// One for the pages of a type, nothing for others.
fn preference(graph: &SiteGraph, page_type: &str) -> Vec<f64> {
    let is_preferred = |node| graph.page_type(node) == Some(page_type);
    let nodes = 0..graph.nodes.len() as NodeId;
    nodes.map(|node| if is_preferred(node) { 1.0 } else { 0.0 }).collect()
}
