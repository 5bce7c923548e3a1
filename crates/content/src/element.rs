//! What is known of the elements around a block.

use crate::block::Blocks;
use crate::tokens::{Range, Tokens, Weigher};
use sitewrap_tree::{NodeId, TagTree};

/// Elements whose being around a block tells something, as bits of [`Element::around`].
pub(crate) const AROUND: [&str; 16] = [
    "nav",
    "footer",
    "header",
    "aside",
    "main",
    "article",
    "form",
    "li",
    "table",
    "figure",
    "button",
    "label",
    "section",
    "blockquote",
    "pre",
    "dl",
];

/// How far the names of an element tell of what is deep in it: the share that is left a level on.
const FADE: f32 = 0.8;

/// An element with what surrounds it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Element {
    /// Bits of [`AROUND`], its own included.
    pub(crate) around: u32,
    pub(crate) depth: u32,
    /// What its own names tell: lowest and highest weight.
    pub(crate) own: (f32, f32),
    /// Lowest and highest weight of its own and all around it.
    pub(crate) range: (f32, f32),
    /// Sum of the weights of it and all around it, fading.
    pub(crate) sum: f32,
    /// Not shown, as its own markup says.
    pub(crate) is_hidden: bool,
    /// The innermost element around it that has more blocks; itself for the root.
    pub(crate) outer: u32,
    /// Hash of its tag and classes and of the tags around it.
    pub(crate) path: u64,
}

/// Looks at all elements of a page; text nodes get an empty entry.
pub(crate) fn elements<'t>(tree: &'t TagTree, blocks: &Blocks, tokens: &'t Tokens) -> Vec<Element> {
    let mut all = vec![Element::default(); tree.len()];
    let mut weigher = Weigher::new(tokens);
    for node in tree.nodes().filter(|&node| !tree.is_text(node)) {
        if blocks.below(tree, node).is_empty() {
            continue;
        }
        let parent = tree.parent(node);
        let above = parent.map(|parent| all[parent.index()]).unwrap_or_default();
        let own = weigher.weigh(tree, node);
        all[node.index()] = element(tree, blocks, node, own, &above);
    }
    all
}

fn element(tree: &TagTree, blocks: &Blocks, node: NodeId, own: Range, above: &Element) -> Element {
    let tag = tree.tag(node).as_str();
    let bit = AROUND.iter().position(|name| *name == tag).map_or(0, |at| 1 << at);
    let mut path = mix(above.path, tag.as_bytes());
    let mut is_hidden = above.is_hidden;
    for attr in tree.attrs(node) {
        match attr.name {
            "class" => path = mix(path, attr.value.as_bytes()),
            "hidden" => is_hidden = true,
            "aria-hidden" => is_hidden |= attr.value == "true",
            "style" => is_hidden |= hides(attr.value),
            _ => {}
        }
    }
    let outer = match tree.parent(node) {
        None => node.0,
        Some(parent) if blocks.below(tree, parent) == blocks.below(tree, node) => above.outer,
        Some(parent) => parent.0,
    };
    Element {
        around: above.around | bit,
        depth: above.depth + 1,
        own,
        range: (above.range.0.min(own.0), above.range.1.max(own.1)),
        sum: above.sum * FADE + own.0 + own.1,
        is_hidden,
        outer,
        path,
    }
}

/// Whether a `style` says that the element is not shown.
fn hides(style: &str) -> bool {
    let squeezed = || style.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase());
    style.len() < 4096 && {
        let style: String = squeezed().collect();
        style.contains("display:none") || style.contains("visibility:hidden")
    }
}

/// A hash that is the same on every machine.
fn mix(seed: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(seed ^ 0xcbf2_9ce4_8422_2325, step).rotate_left(17)
}
