//! What a site's owner would want to know of its links.

use crate::adjacency::Adjacency;
use crate::rows::NodeId;
use crate::site::{Edge, EdgeKind, SiteGraph, Standing};
use crate::structure::{chains, components};

/// What is to be seen of a graph's structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Stored pages that no other stored page leads to, where visitors start left out; by URL.
    pub orphans: Vec<NodeId>,
    /// Stored pages that lead nowhere else; by URL.
    pub dead_ends: Vec<NodeId>,
    /// Redirects, one after another: the address asked for, those between, the one that answers or
    /// is not known to redirect. A ring ends where it has been before.
    pub redirects: Vec<Vec<NodeId>>,
    /// Addresses where nothing is and that links lead to; by URL.
    pub broken: Vec<BrokenLinks>,
    /// The strongly connected components with more than one node, the largest first.
    pub components: Vec<Vec<NodeId>>,
}

/// The links to an address where nothing is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenLinks {
    /// The address.
    pub to: NodeId,
    /// Why nothing is there.
    pub reason: String,
    /// The links to it, or to what redirects to it, by their places in [`SiteGraph::edges`].
    pub edges: Vec<usize>,
}

impl Findings {
    /// What is to be seen of a graph, whose links are `links`.
    pub fn new(graph: &SiteGraph, links: &Adjacency) -> Self {
        let next = redirects(graph);
        let stored = |node: &NodeId| graph.nodes[*node as usize].stored;
        let is_start = |node: NodeId| graph.starts.binary_search(&node).is_ok();
        let led_to = led_to(graph, &next);
        let is_orphan = |&page: &NodeId| !is_start(page) && !led_to[page as usize];
        let is_end = |&page: &NodeId| links.outgoing().row(page as usize).is_empty();
        let mut components = components(links);
        components.retain(|nodes| nodes.len() > 1 && nodes.iter().any(stored));
        Self {
            orphans: graph.pages().filter(is_orphan).collect(),
            dead_ends: graph.pages().filter(is_end).collect(),
            broken: broken(graph, &next),
            redirects: chains(&next),
            components,
        }
    }
}

/// By node, whether a stored page leads to it, be it through what redirects to it.
fn led_to(graph: &SiteGraph, next: &[Option<NodeId>]) -> Vec<bool> {
    let mut led_to = vec![false; graph.nodes.len()];
    let leads = |edge: &&Edge| edge.kind.leads() && graph.nodes[edge.from as usize].stored;
    for edge in graph.edges.iter().filter(leads) {
        for to in [edge.to, answering(next, edge.to)] {
            led_to[to as usize] |= to != edge.from;
        }
    }
    led_to
}

/// By node, where it redirects to; the first of several.
pub(crate) fn redirects(graph: &SiteGraph) -> Vec<Option<NodeId>> {
    let mut next = vec![None; graph.nodes.len()];
    for edge in graph.edges.iter().filter(|edge| edge.kind == EdgeKind::Redirect) {
        if edge.from != edge.to {
            next[edge.from as usize].get_or_insert(edge.to);
        }
    }
    next
}

/// Most redirects that are followed to what answers in the end.
const HOPS: usize = 20;

/// What answers in the end where a node redirects.
pub(crate) fn answering(next: &[Option<NodeId>], node: NodeId) -> NodeId {
    let steps = std::iter::successors(Some(node), |&node| next[node as usize]);
    steps.take(HOPS).last().unwrap_or(node)
}

fn broken(graph: &SiteGraph, next: &[Option<NodeId>]) -> Vec<BrokenLinks> {
    let mut found: Vec<Option<BrokenLinks>> = Vec::new();
    found.resize_with(graph.nodes.len(), || None);
    for (at, edge) in graph.edges.iter().enumerate() {
        if edge.kind == EdgeKind::Redirect {
            continue;
        }
        let to = answering(next, edge.to);
        if let Standing::Broken(reason) = &graph.nodes[to as usize].standing {
            let links = found[to as usize].get_or_insert_with(|| BrokenLinks {
                to,
                reason: reason.clone(),
                edges: Vec::new(),
            });
            links.edges.push(at);
        }
    }
    found.into_iter().flatten().collect()
}
