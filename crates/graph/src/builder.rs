//! From what pages say to the graph of a site.

use crate::rows::NodeId;
use crate::site::{Block, BlockKind, Edge, EdgeKind, Node, SiteGraph, Standing};
use rustc_hash::FxHashMap;
use sitewrap_model::Place;
use std::cmp::Ordering;

/// What a page says of where it leads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageLinks {
    /// Its blocks.
    pub blocks: Vec<FoundBlock>,
    /// Its links, in the order of the page.
    pub links: Vec<FoundLink>,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundBlock {
    /// What it is; those of one page may be of one kind.
    pub kind: BlockKind,
    /// Characters of its text.
    pub text: usize,
}

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLink {
    /// Where it leads: a normalized URL.
    pub url: String,
    /// What it is.
    pub kind: EdgeKind,
    /// Whether the page does not vouch for it.
    pub nofollow: bool,
    /// Its text; of an alternate, the language.
    pub text: String,
    /// The block in which it stands, by its place in [`PageLinks::blocks`].
    pub block: usize,
}

/// Makes a [`SiteGraph`]. Pages come in any order.
#[derive(Debug, Default)]
pub struct GraphBuilder {
    nodes: Vec<Node>,
    by_url: FxHashMap<String, NodeId>,
    /// URLs that answer with a page that is stored under another.
    aliases: FxHashMap<String, String>,
    edges: Vec<Edge>,
    blocks: Vec<Block>,
    block_kinds: Table<BlockKind>,
    page_types: Table<String>,
    texts: Table<String>,
    starts: Vec<NodeId>,
}

/// Values with numbers, each once.
#[derive(Debug)]
struct Table<T>(FxHashMap<T, u32>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<T: std::hash::Hash + Eq + Ord> Table<T> {
    fn id(&mut self, value: T) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(value).or_insert(next)
    }

    /// The values in order, and for each number the place of its value.
    fn sorted(self) -> (Vec<T>, Vec<u32>) {
        let mut values: Vec<(T, u32)> = self.0.into_iter().collect();
        values.sort_unstable();
        let mut places = vec![0; values.len()];
        for (place, (_, id)) in values.iter().enumerate() {
            places[*id as usize] = place as u32;
        }
        (values.into_iter().map(|(value, _)| value).collect(), places)
    }
}

impl GraphBuilder {
    /// A graph without nodes.
    pub fn new() -> Self {
        let mut builder = Self::default();
        builder.texts.id(String::new());
        builder
    }

    /// Adds a stored page. `page_type` is that of its cluster, and `answers` the URL that answered
    /// where that is another one.
    pub fn page(
        &mut self,
        url: &str,
        standing: Standing,
        page_type: Option<&str>,
        answers: Option<&str>,
    ) {
        let page_type = page_type.map(|name| self.page_types.id(name.to_owned()));
        let id = self.node(url);
        let node = &mut self.nodes[id as usize];
        (node.standing, node.stored, node.page_type) = (standing, true, page_type);
        if let Some(other) = answers.filter(|other| *other != url) {
            self.aliases.entry(other.to_owned()).or_insert_with(|| url.to_owned());
        }
    }

    /// Says what is known of an address that is no stored page.
    pub fn known(&mut self, url: &str, standing: Standing) {
        let id = self.node(url);
        let node = &mut self.nodes[id as usize];
        if !node.stored {
            node.standing = standing;
        }
    }

    /// Says where visitors start. Without any, they start nowhere.
    pub fn start(&mut self, url: &str) {
        let id = self.node(url);
        self.starts.push(id);
    }

    /// Adds a redirect.
    pub fn redirect(&mut self, from: &str, to: &str) {
        self.known(from, Standing::Redirect);
        let block = FoundBlock { kind: BlockKind::head(), text: 0 };
        let link = FoundLink {
            url: to.to_owned(),
            kind: EdgeKind::Redirect,
            nofollow: false,
            text: String::new(),
            block: 0,
        };
        self.links(from, "", PageLinks { blocks: vec![block], links: vec![link] });
    }

    /// Adds what a page is called and where it leads. All pages are to be added before, so that links
    /// to other addresses of theirs find them; a page's links come once.
    pub fn links(&mut self, url: &str, title: &str, links: PageLinks) {
        let from = self.node(url);
        title.clone_into(&mut self.nodes[from as usize].title);
        let mut own: FxHashMap<u32, u32> = FxHashMap::default();
        let mut places = Vec::with_capacity(links.blocks.len());
        for FoundBlock { kind, text } in links.blocks {
            let kind = self.block_kinds.id(kind);
            let next = self.blocks.len() as u32;
            let place = *own.entry(kind).or_insert(next);
            if place == next {
                self.blocks.push(Block { page: from, kind, text: 0 });
            }
            let whole = &mut self.blocks[place as usize].text;
            *whole = whole.saturating_add(u32::try_from(text).unwrap_or(u32::MAX));
            places.push(place);
        }
        for link in links.links {
            let to = self.target(&link.url);
            let text = self.texts.id(link.text);
            let FoundLink { kind, nofollow, .. } = link;
            self.edges.push(Edge { from, to, kind, nofollow, block: places[link.block], text });
        }
    }

    /// The node that a link leads to: that of the page that answers there.
    fn target(&mut self, url: &str) -> NodeId {
        if let Some(&known) = self.by_url.get(url) {
            return known;
        }
        match self.aliases.get(url).and_then(|page| self.by_url.get(page)) {
            Some(&page) => page,
            None => self.node(url),
        }
    }

    fn node(&mut self, url: &str) -> NodeId {
        if let Some(&known) = self.by_url.get(url) {
            return known;
        }
        let id = self.nodes.len() as NodeId;
        self.by_url.insert(url.to_owned(), id);
        self.nodes.push(Node { url: url.to_owned(), ..Node::default() });
        id
    }

    /// The graph, its nodes in the order of their URLs. Addresses of which nothing is known belong
    /// to the site if a stored page is on their host.
    pub fn finish(self) -> SiteGraph {
        let Self { mut nodes, edges, blocks, mut starts, .. } = self;
        let place = places(nodes.len(), |a, b| nodes[a].url.cmp(&nodes[b].url));
        nodes.sort_unstable_by(|a, b| a.url.cmp(&b.url));
        let (page_types, of_type) = self.page_types.sorted();
        for node in &mut nodes {
            node.page_type = node.page_type.map(|id| of_type[id as usize]);
        }
        let (block_kinds, of_kind) = self.block_kinds.sorted();
        let renumbered = |block: &Block| Block {
            page: place[block.page as usize],
            kind: of_kind[block.kind as usize],
            text: block.text,
        };
        let mut blocks: Vec<Block> = blocks.iter().map(renumbered).collect();
        let key = |block: &Block| (block.page, block.kind);
        let of_block = places(blocks.len(), |a, b| key(&blocks[a]).cmp(&key(&blocks[b])));
        blocks.sort_by_key(key);
        let (texts, of_text) = self.texts.sorted();
        let renumbered = |edge: Edge| Edge {
            from: place[edge.from as usize],
            to: place[edge.to as usize],
            block: of_block[edge.block as usize],
            text: of_text[edge.text as usize],
            ..edge
        };
        let mut edges: Vec<Edge> = edges.into_iter().map(renumbered).collect();
        edges.sort_by_key(|edge| edge.from);
        starts.iter_mut().for_each(|node| *node = place[*node as usize]);
        starts.sort_unstable();
        starts.dedup();
        let mut graph = SiteGraph { nodes, edges, blocks, block_kinds, page_types, texts, starts };
        own_hosts(&mut graph);
        graph
    }
}

/// For each of some things its place once they are in order.
fn places(count: usize, compare: impl Fn(usize, usize) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_by(|&a, &b| compare(a as usize, b as usize));
    let mut places = vec![0; count];
    for (place, &thing) in order.iter().enumerate() {
        places[thing as usize] = place as u32;
    }
    places
}

impl BlockKind {
    /// The head of a page, where redirects stand too.
    pub fn head() -> Self {
        Self { place: Place::Head, name: "head".to_owned() }
    }
}

/// Scheme, host and port of a URL: what is before its path.
pub(crate) fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |at| host + at);
    &url[..end]
}

/// Marks addresses on hosts of stored pages as belonging to the site.
fn own_hosts(graph: &mut SiteGraph) {
    let mut own: Vec<String> = Vec::new();
    for node in graph.nodes.iter().filter(|node| node.stored) {
        // By URL, so those of one host stand together.
        if own.last().is_none_or(|known| known != origin(&node.url)) {
            own.push(origin(&node.url).to_owned());
        }
    }
    own.sort_unstable();
    own.dedup();
    for node in &mut graph.nodes {
        let is_own = own.binary_search_by(|known| known.as_str().cmp(origin(&node.url))).is_ok();
        if is_own && node.standing == Standing::Outside {
            node.standing = Standing::Waiting;
        }
    }
}
