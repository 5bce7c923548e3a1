//! The graph of a site: its pages and the addresses that they lead to, and what joins them.

use crate::adjacency::Adjacency;
use crate::block_rank::BlockLinks;
use crate::builder::origin;
use crate::rows::NodeId;
use serde::Serialize;
use sitewrap_model::Place;
use std::cmp::Reverse;

/// A stored page, or an address that is known and was not fetched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The normalized URL; unique in a graph.
    pub url: String,
    /// What is known of it.
    pub standing: Standing,
    /// Whether it is a stored page, whatever it says.
    pub stored: bool,
    /// The number of its page type in [`SiteGraph::page_types`]; `None` for what has none.
    pub page_type: Option<u32>,
    /// What the page is called, shortened; empty where that is not known.
    pub title: String,
}

/// What is known of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    /// A page is there.
    Page,
    /// Nothing is there, for the reason given: an error, a status, a soft 404.
    Broken(String),
    /// It leads on to another address.
    Redirect,
    /// Not fetched for the reason given (robots.txt, …).
    Skipped(String),
    /// Belongs to the site and was not fetched.
    Waiting,
    /// Does not belong to the site.
    #[default]
    Outside,
}

impl Standing {
    /// In a word.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Broken(_) => "broken",
            Self::Redirect => "redirect",
            Self::Skipped(_) => "skipped",
            Self::Waiting => "waiting",
            Self::Outside => "outside",
        }
    }
}

/// What joins two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeKind {
    /// A link that a reader can follow, or a frame.
    Link,
    /// The address leads on to another one.
    Redirect,
    /// The address that the page prefers for itself.
    Canonical,
    /// The same page in another language or for other readers (`hreflang`).
    Alternate,
    /// The next page of a series.
    Next,
    /// The page before in a series.
    Prev,
}

impl EdgeKind {
    /// All kinds, in their order.
    pub const ALL: [Self; 6] =
        [Self::Link, Self::Redirect, Self::Canonical, Self::Alternate, Self::Next, Self::Prev];

    /// The kind in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Redirect => "redirect",
            Self::Canonical => "canonical",
            Self::Alternate => "alternate",
            Self::Next => "next",
            Self::Prev => "prev",
        }
    }

    /// Whether a reader comes from one node to the other by it.
    pub fn leads(self) -> bool {
        matches!(self, Self::Link | Self::Redirect)
    }
}

/// What joins one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The node that it starts from.
    pub from: NodeId,
    /// The node that it leads to.
    pub to: NodeId,
    /// What it is.
    pub kind: EdgeKind,
    /// Whether the page says that it does not vouch for it (`rel=nofollow`).
    pub nofollow: bool,
    /// The block in which it stands, in [`SiteGraph::blocks`].
    pub block: u32,
    /// The text of the link, in [`SiteGraph::texts`]; of an alternate, its language.
    pub text: u32,
}

/// A block of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The page.
    pub page: NodeId,
    /// What block of its template it is, in [`SiteGraph::block_kinds`].
    pub kind: u32,
    /// Characters of its text.
    pub text: u32,
}

/// A block of templates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct BlockKind {
    /// The kind of place.
    pub place: Place,
    /// What it is called: the field that it fills, or the element that it is.
    pub name: String,
}

/// The graph of a site. Nodes are in the order of their URLs, so that neither order of arrival nor
/// number of threads changes what is computed from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SiteGraph {
    /// Pages and addresses, by URL.
    pub nodes: Vec<Node>,
    /// What joins them, by the node that it starts from, in the order of the page.
    pub edges: Vec<Edge>,
    /// Blocks of pages, by page.
    pub blocks: Vec<Block>,
    /// The blocks of templates.
    pub block_kinds: Vec<BlockKind>,
    /// Page types.
    pub page_types: Vec<String>,
    /// Texts of links, each once; the first is empty.
    pub texts: Vec<String>,
    /// Where a visitor starts, rising.
    pub starts: Vec<NodeId>,
}

impl SiteGraph {
    /// The links and redirects by which a reader comes from node to node.
    pub fn links(&self) -> Adjacency {
        let leading = self.edges.iter().filter(|edge| edge.kind.leads());
        Adjacency::new(self.nodes.len(), leading.map(|edge| (edge.from, edge.to)))
    }

    /// The links and redirects that count for ranks: those that their page vouches for.
    pub fn followed(&self) -> Adjacency {
        Adjacency::new(self.nodes.len(), self.vouched().map(|edge| (edge.from, edge.to)))
    }

    /// The same by the blocks of pages. A block counts as much as it has text, and one more, so that
    /// one without text counts too (**decided**: the paper has size and place on the screen, which
    /// need a layout).
    pub fn block_links(&self) -> BlockLinks {
        let blocks: Vec<(NodeId, f64)> =
            self.blocks.iter().map(|block| (block.page, 1.0 + f64::from(block.text))).collect();
        let pairs = self.vouched().map(|edge| (edge.block, edge.to));
        BlockLinks::new(self.nodes.len(), &blocks, pairs)
    }

    fn vouched(&self) -> impl Iterator<Item = &Edge> + Clone {
        self.edges.iter().filter(|edge| edge.kind.leads() && !edge.nofollow)
    }

    /// The node with a URL.
    pub fn find(&self, url: &str) -> Option<NodeId> {
        let place = self.nodes.binary_search_by(|node| node.url.as_str().cmp(url));
        place.ok().map(|place| place as NodeId)
    }

    /// The page type of a node.
    pub fn page_type(&self, node: NodeId) -> Option<&str> {
        let id = self.nodes[node as usize].page_type?;
        Some(&self.page_types[id as usize])
    }

    /// The block of templates in which an edge stands.
    pub fn block_kind(&self, edge: &Edge) -> &BlockKind {
        &self.block_kinds[self.blocks[edge.block as usize].kind as usize]
    }

    /// The text of a link.
    pub fn text(&self, edge: &Edge) -> &str {
        &self.texts[edge.text as usize]
    }

    /// The page where a visitor is likely to start: of the stored pages nearest to the root of their
    /// host, the one that most pages lead to, and of those the one that leads to most.
    pub fn likely_start(&self) -> Option<NodeId> {
        let links = self.links();
        let far = |node: NodeId| {
            let url = &self.nodes[node as usize].url;
            let path = &url[origin(url).len()..];
            let steps = path.bytes().filter(|byte| matches!(byte, b'/' | b'?')).count();
            let led_to = links.incoming().row(node as usize).len();
            let leads = links.outgoing().row(node as usize).len();
            (steps, path.len() > 1, Reverse(led_to), Reverse(leads), node)
        };
        let whole = |&node: &NodeId| self.nodes[node as usize].standing == Standing::Page;
        self.pages().filter(whole).min_by_key(|&node| far(node))
    }

    /// The stored pages, rising.
    pub fn pages(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = self.nodes.iter().enumerate().filter(|(_, node)| node.stored);
        nodes.map(|(node, _)| node as NodeId)
    }
}
