//! The plan of a site: which page type leads to which, through which block.

use crate::findings::{answering, redirects};
use crate::measures::Measures;
use crate::rows::NodeId;
use crate::site::{Edge, SiteGraph, Standing};
use rustc_hash::FxHashMap;
use serde::Serialize;
use sitewrap_model::Place;

/// Pages of one type that a list leads to, on the mean, for its page to be a list of them.
const LISTED: usize = 3;

/// What nodes of the graph have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Stored pages of a page type.
    Type(String),
    /// Stored pages of no type.
    Untyped,
    /// Addresses of the site that were not fetched.
    Unfetched,
    /// Addresses where nothing is.
    Broken,
    /// Addresses of other sites.
    Outside,
}

impl Group {
    /// What it is called; groups that are no page types in brackets.
    pub fn name(&self) -> &str {
        match self {
            Self::Type(name) => name,
            Self::Untyped => "(no type)",
            Self::Unfetched => "(not fetched)",
            Self::Broken => "(broken)",
            Self::Outside => "(other sites)",
        }
    }
}

/// A page type, or other nodes that have something in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypeNode {
    /// What they have in common.
    pub group: Group,
    /// How many they are.
    pub nodes: usize,
    /// The sum of their PageRanks.
    pub pagerank: f64,
    /// The places in [`TypeGraph::types`] of the page types that its pages are lists of: half of
    /// them or more lead to three or more of such pages through a list.
    pub lists: Vec<usize>,
}

/// The links from one page type to another through one block.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypeLink {
    /// The type that they start from, by its place in [`TypeGraph::types`].
    pub from: usize,
    /// The type that they lead to.
    pub to: usize,
    /// The block in which they stand, in [`SiteGraph::block_kinds`].
    pub block: u32,
    /// How many there are, each pair of pages once a block.
    pub links: usize,
    /// Pages that have such links.
    pub pages: usize,
    /// Block rank: that of the blocks, each by the share of its links that are such.
    pub rank: f64,
}

/// The plan of a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypeGraph {
    /// The page types and other groups, those of most nodes first, groups that are no types last.
    pub types: Vec<TypeNode>,
    /// What joins them, by type, most links first.
    pub links: Vec<TypeLink>,
    /// By node, its type.
    pub of: Vec<usize>,
}

impl TypeGraph {
    /// The plan of a graph with its measures. Links to what redirects lead to what answers.
    pub fn new(graph: &SiteGraph, measures: &Measures) -> Self {
        let next = redirects(graph);
        let group = |node: usize| group_of(graph, answering(&next, node as NodeId));
        let groups: Vec<Group> = (0..graph.nodes.len()).map(group).collect();
        let mut plan = Self::of_groups(graph, measures, &groups);
        let edges = distinct(graph, &next, &plan.of);
        plan.links = type_links(&edges, measures);
        for from in 0..plan.types.len() {
            plan.types[from].lists = plan.lists(graph, from);
        }
        plan
    }

    fn of_groups(graph: &SiteGraph, measures: &Measures, groups: &[Group]) -> Self {
        let mut types: FxHashMap<&Group, (usize, f64)> = FxHashMap::default();
        for ((group, rank), node) in groups.iter().zip(&measures.page_rank.values).zip(&graph.nodes)
        {
            // A redirect is no page of its own.
            let nodes = usize::from(node.standing != Standing::Redirect || node.stored);
            let (count, sum) = types.entry(group).or_default();
            (*count, *sum) = (*count + nodes, *sum + rank);
        }
        let mut types: Vec<TypeNode> = types
            .into_iter()
            .map(|(group, (nodes, pagerank))| TypeNode {
                group: group.clone(),
                nodes,
                pagerank,
                lists: Vec::new(),
            })
            .collect();
        let is_type = |node: &TypeNode| matches!(node.group, Group::Type(_));
        types.sort_by_key(|node| {
            (!is_type(node), std::cmp::Reverse(node.nodes), node.group.clone())
        });
        let places: FxHashMap<&Group, usize> =
            types.iter().enumerate().map(|(place, node)| (&node.group, place)).collect();
        let of = groups.iter().map(|group| places[group]).collect();
        Self { types, links: Vec::new(), of }
    }

    /// What the pages of a type are lists of.
    fn lists(&self, graph: &SiteGraph, from: usize) -> Vec<usize> {
        let is_list = |link: &&TypeLink| {
            let place = graph.block_kinds[link.block as usize].place;
            link.from == from
                && place == Place::List
                && matches!(self.types[link.to].group, Group::Type(_))
                && 2 * link.pages >= self.types[from].nodes
                && link.links >= LISTED * link.pages
        };
        let mut found: Vec<usize> = Vec::new();
        for link in self.links.iter().filter(is_list) {
            if !found.contains(&link.to) {
                found.push(link.to);
            }
        }
        found
    }
}

fn group_of(graph: &SiteGraph, node: NodeId) -> Group {
    let found = &graph.nodes[node as usize];
    match (&found.standing, graph.page_type(node)) {
        (Standing::Broken(_), _) => Group::Broken,
        (_, Some(name)) => Group::Type(name.to_owned()),
        (_, None) if found.stored => Group::Untyped,
        (Standing::Outside, _) => Group::Outside,
        _ => Group::Unfetched,
    }
}

/// A link as the plan sees it; the fields are the order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Seen {
    from_type: usize,
    to_type: usize,
    kind: u32,
    block: u32,
    to: NodeId,
}

/// The links from stored pages to others, each pair of a block and a node once.
fn distinct(graph: &SiteGraph, next: &[Option<NodeId>], of: &[usize]) -> Vec<Seen> {
    let leads = |edge: &&Edge| {
        edge.kind.leads() && graph.nodes[edge.from as usize].stored && edge.from != edge.to
    };
    let seen = |edge: &Edge| {
        let to = answering(next, edge.to);
        let kind = graph.blocks[edge.block as usize].kind;
        let (from_type, to_type) = (of[edge.from as usize], of[to as usize]);
        Seen { from_type, to_type, kind, block: edge.block, to }
    };
    let mut found: Vec<Seen> = graph.edges.iter().filter(leads).map(seen).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Sums up links, which are in order.
fn type_links(edges: &[Seen], measures: &Measures) -> Vec<TypeLink> {
    let ranks = &measures.block_rank.blocks.values;
    let mut of_block: FxHashMap<u32, f64> = FxHashMap::default();
    for edge in edges {
        *of_block.entry(edge.block).or_default() += 1.0;
    }
    let mut found: Vec<TypeLink> = Vec::new();
    let mut last: Option<Seen> = None;
    for edge in edges {
        let key = |edge: &Seen| (edge.from_type, edge.to_type, edge.kind);
        if last.is_none_or(|last| key(&last) != key(edge)) {
            found.push(TypeLink {
                from: edge.from_type,
                to: edge.to_type,
                block: edge.kind,
                links: 0,
                pages: 0,
                rank: 0.0,
            });
        }
        if let Some(link) = found.last_mut() {
            link.links += 1;
            // A page has a block of a kind once.
            link.pages += usize::from(
                last.is_none_or(|last| key(&last) != key(edge) || last.block != edge.block),
            );
            link.rank += ranks[edge.block as usize] / of_block[&edge.block];
        }
        last = Some(*edge);
    }
    found.sort_by_key(|link| (link.from, std::cmp::Reverse(link.links), link.to, link.block));
    found
}
