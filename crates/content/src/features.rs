//! Blocks in numbers: what the model of `best` sees of a page.
//!
//! No number depends on a language: lengths are in columns, signs are Unicode's, words are looked up
//! in the names of elements only.

use crate::block::{Block, Blocks};
use crate::element::{AROUND, Element, elements};
use crate::tokens::Tokens;
use crate::topic::{TOPIC, Topic};
use rustc_hash::FxHashMap;
use sitewrap_tree::{Document, NodeId, TagTree};
use std::ops::Range;

/// Containers of a block that are looked at, the innermost first.
pub(crate) const LEVELS: usize = 5;

/// Numbers of a block by itself.
const OWN: usize = 17;

/// Numbers of the elements around a block.
const NAMES: usize = 9 + AROUND.len();

/// Numbers of a container.
const CONTAINER: usize = 6;

/// Numbers of a neighbour.
const NEIGHBOUR: usize = 5;

/// Neighbours that are looked at, as distances.
const NEIGHBOURS: [isize; 4] = [-2, -1, 1, 2];

/// Numbers of the block's place and of the page.
const PLACE: usize = 15;

/// How many numbers a block has.
pub const FEATURES: usize =
    OWN + NAMES + LEVELS * CONTAINER + NEIGHBOURS.len() * NEIGHBOUR + PLACE + TOPIC;

/// Kinds of elements that hold lines, in the order of how near to running text they are.
const KINDS: [&[&str]; 12] = [
    &["p"],
    &["blockquote", "pre", "xmp", "listing"],
    &["h1"],
    &["h2"],
    &["h3"],
    &["h4", "h5", "h6"],
    &["dd", "dt"],
    &["li"],
    &["td", "th", "caption"],
    &["figcaption"],
    &["button", "legend", "summary", "label"],
    &["article", "section", "main", "header", "footer", "aside", "nav", "form", "address"],
];

/// A page as the model sees it.
pub struct Features {
    /// [`FEATURES`] numbers a block, block after block.
    pub values: Vec<f32>,
    /// The containers of each block as ranges of blocks, the innermost first; those of a block at
    /// the top repeat the page.
    pub(crate) containers: Vec<[Range<u32>; LEVELS]>,
    /// For each block, which others are marked up alike: blocks with one number are.
    pub(crate) alike: Vec<u32>,
}

/// Sums over the blocks before each, so that any range of blocks is told by two look-ups.
struct Sums {
    columns: Vec<u64>,
    linked: Vec<u64>,
    sentences: Vec<u64>,
    paragraphs: Vec<u64>,
}

impl Sums {
    fn of(tree: &TagTree, blocks: &Blocks) -> Self {
        let sum = |value: &dyn Fn(&Block) -> u32| {
            let mut total = 0_u64;
            let sums = blocks.iter().map(|block| {
                total += u64::from(value(block));
                total
            });
            std::iter::once(0).chain(sums.collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        Self {
            columns: sum(&|block| block.signs.columns),
            linked: sum(&|block| block.linked),
            sentences: sum(&|block| {
                if block.signs.ends_sentence { block.signs.columns } else { 0 }
            }),
            paragraphs: sum(&|block| {
                if tree.tag(block.holder).as_str() == "p" { block.signs.columns } else { 0 }
            }),
        }
    }
}

fn within(sums: &[u64], range: &Range<usize>) -> f32 {
    (sums[range.end] - sums[range.start]) as f32
}

fn log(value: f32) -> f32 {
    (value + 1.0).ln()
}

fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

impl Features {
    /// Looks at the blocks of a page.
    ///
    /// # Complexity
    /// Linear in the size of the tree.
    pub fn of(document: &Document, blocks: &Blocks, tokens: &Tokens) -> Self {
        let (tree, title) = (&document.tree, document.title.as_deref());
        let topic = Topic::of(document, blocks);
        let elements = elements(tree, blocks, tokens);
        let sums = Sums::of(tree, blocks);
        let page = Page::of(tree, blocks, &elements, title);
        let mut features = Self {
            values: Vec::with_capacity(blocks.len() * FEATURES),
            containers: Vec::with_capacity(blocks.len()),
            alike: page.alike.clone(),
        };
        let count = blocks.len();
        let neighbours: Vec<[f32; NEIGHBOUR]> = blocks
            .iter()
            .map(|block| neighbour(tree, block, &elements[block.holder.index()]))
            .collect();
        for (at, block) in blocks.iter().enumerate() {
            let element = &elements[block.holder.index()];
            let values = &mut features.values;
            own(values, tree, block, blocks.text(block));
            names(values, element);
            let containers = containers(tree, blocks, &elements, block.holder);
            for range in &containers {
                container(values, &sums, range, block, count);
            }
            for distance in NEIGHBOURS {
                let beside = at.checked_add_signed(distance).and_then(|at| neighbours.get(at));
                values.extend(beside.unwrap_or(&[-1.0; NEIGHBOUR]));
            }
            page.place(values, &sums, at);
            topic.extend(values, at, &containers);
            features.containers.push(containers.map(|range| range.start as u32..range.end as u32));
        }
        features
    }
}

/// The kind of an element by [`KINDS`].
fn kind(tree: &TagTree, node: NodeId) -> usize {
    let tag = tree.tag(node).as_str();
    KINDS.iter().position(|tags| tags.contains(&tag)).unwrap_or(KINDS.len())
}

fn own(values: &mut Vec<f32>, tree: &TagTree, block: &Block, text: &str) {
    let signs = &block.signs;
    let columns = signs.columns as f32;
    let length = columns + signs.others as f32 + 1.0;
    let siblings = tree.subtree_len(block.holder) - (block.nodes.end - block.nodes.start) as usize;
    values.extend([
        log(columns),
        share(block.linked as f32, columns),
        kind(tree, block.holder) as f32,
        log(signs.stops as f32),
        log(signs.commas as f32),
        share(signs.stops as f32 * 30.0, length),
        share(signs.commas as f32 * 30.0, length),
        share(signs.digits as f32, length),
        share(signs.capitals as f32, length),
        share(signs.others as f32, length),
        flag(signs.ends_sentence),
        flag(signs.ends_colon),
        log((block.nodes.end - block.nodes.start) as f32),
        log(siblings as f32),
        flag(text.contains('©')),
        flag(text.starts_with(|c: char| c.is_lowercase())),
        share(columns, text.split(' ').count() as f32),
    ]);
}

fn names(values: &mut Vec<f32>, element: &Element) {
    values.extend([
        element.own.0,
        element.own.1,
        element.own.0 + element.own.1,
        element.range.0,
        element.range.1,
        element.range.0 + element.range.1,
        element.sum,
        element.depth as f32,
        flag(element.is_hidden),
    ]);
    values.extend((0..AROUND.len()).map(|bit| flag(element.around >> bit & 1 == 1)));
}

/// The ranges of the elements around a block that each have more blocks than the one before.
fn containers(
    tree: &TagTree,
    blocks: &Blocks,
    elements: &[Element],
    holder: NodeId,
) -> [Range<usize>; LEVELS] {
    let mut node = holder;
    std::array::from_fn(|_| {
        let range = blocks.below(tree, node);
        node = NodeId(elements[node.index()].outer);
        range
    })
}

fn container(
    values: &mut Vec<f32>,
    sums: &Sums,
    range: &Range<usize>,
    block: &Block,
    count: usize,
) {
    let columns = within(&sums.columns, range);
    values.extend([
        log(columns),
        share(within(&sums.linked, range), columns),
        share(within(&sums.sentences, range), columns),
        share(within(&sums.paragraphs, range), columns),
        share(columns, range.len() as f32).min(2000.0),
        share(block.signs.columns as f32, columns) + range.len() as f32 / count as f32,
    ]);
}

fn neighbour(tree: &TagTree, block: &Block, element: &Element) -> [f32; NEIGHBOUR] {
    let columns = block.signs.columns as f32;
    [
        log(columns),
        share(block.linked as f32, columns),
        flag(block.signs.ends_sentence),
        kind(tree, block.holder) as f32,
        element.sum,
    ]
}

/// What is known of the page as a whole.
struct Page {
    /// For each block, which markup it has, numbered by first sight.
    alike: Vec<u32>,
    /// For each markup, how many blocks have it, their columns and linked columns.
    markups: Vec<(f32, f32, f32)>,
    /// For each block, how often its text stands in the page.
    copies: Vec<u32>,
    /// The block of the page's heading, and whether each block repeats the title.
    heading: Option<usize>,
    is_title: Vec<bool>,
    columns: f32,
    link_share: f32,
    paragraph_share: f32,
    blocks: f32,
}

impl Page {
    fn of(tree: &TagTree, blocks: &Blocks, elements: &[Element], title: Option<&str>) -> Self {
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        // For each text, its number, and for each number, how often it stands in the page.
        let mut texts: FxHashMap<&str, usize> = FxHashMap::default();
        let (mut text_of, mut counts) = (Vec::with_capacity(blocks.len()), Vec::new());
        let mut page = Self {
            alike: Vec::with_capacity(blocks.len()),
            markups: Vec::new(),
            copies: Vec::new(),
            heading: None,
            is_title: Vec::new(),
            columns: 0.0,
            link_share: 0.0,
            paragraph_share: 0.0,
            blocks: blocks.len() as f32,
        };
        let title = title.unwrap_or_default();
        let (mut linked, mut paragraphs) = (0.0, 0.0);
        for block in blocks.iter() {
            let fresh = numbers.len() as u32;
            let number = *numbers.entry(elements[block.holder.index()].path).or_insert(fresh);
            if number == fresh {
                page.markups.push((0.0, 0.0, 0.0));
            }
            let columns = block.signs.columns as f32;
            let markup = &mut page.markups[number as usize];
            *markup = (markup.0 + 1.0, markup.1 + columns, markup.2 + block.linked as f32);
            page.alike.push(number);
            page.columns += columns;
            linked += block.linked as f32;
            if tree.tag(block.holder).as_str() == "p" {
                paragraphs += columns;
            }
            let text = blocks.text(block);
            let known = *texts.entry(text).or_insert(counts.len());
            if known == counts.len() {
                counts.push(0);
            }
            counts[known] += 1;
            text_of.push(known);
            let may_be_title = block.signs.columns >= 6 && text.len() <= title.len();
            page.is_title.push(may_be_title && title.contains(text));
        }
        page.link_share = share(linked, page.columns);
        page.paragraph_share = share(paragraphs, page.columns);
        page.copies = text_of.into_iter().map(|text| counts[text]).collect();
        page.heading = page.find_heading(tree, blocks);
        page
    }

    /// The heading of highest rank that repeats the title, else the first `h1`, else what repeats
    /// the title first.
    fn find_heading(&self, tree: &TagTree, blocks: &Blocks) -> Option<usize> {
        let tag = |block: &Block| tree.tag(block.holder).as_str();
        let titled = |&(at, _): &(usize, &Block)| self.is_title[at];
        let all = || blocks.iter().enumerate();
        let h1 = all().filter(|(_, block)| tag(block) == "h1");
        let headings = || all().filter(|(_, block)| matches!(tag(block), "h1" | "h2" | "h3"));
        let found = h1.clone().find(titled).or_else(|| headings().find(titled));
        found.or_else(|| h1.clone().next()).or_else(|| all().find(titled)).map(|(at, _)| at)
    }

    fn place(&self, values: &mut Vec<f32>, sums: &Sums, at: usize) {
        let (count, columns, linked) = self.markups[self.alike[at] as usize];
        let behind = self.heading.map_or(0.0, |heading| at as f32 - heading as f32);
        let before = within(&sums.columns, &(0..at));
        let heading_columns = self.heading.map_or(0.0, |at| within(&sums.columns, &(0..at)));
        values.extend([
            share(before, self.columns),
            at as f32 / self.blocks,
            log(before),
            behind.signum() * log(behind.abs()),
            share(before - heading_columns, self.columns),
            flag(self.is_title[at]),
            log(self.copies[at] as f32),
            log(count),
            share(columns, self.columns),
            share(linked, columns),
            log(columns / count),
            log(self.columns),
            self.link_share,
            self.paragraph_share,
            log(self.blocks),
        ]);
    }
}
