//! What people have written, in whatever markup, against what a template has made.

use crate::corpus::{Corpus, Instance};
use crate::text::markup::{is_inline, is_part_of_line};
use crate::text::prose::is_link;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::{NodeId, html};

/// Blocks that put what they hold in a grid or ask for it.
fn is_grid(tag: &str) -> bool {
    matches!(tag, "table" | "dl" | "form" | "select" | "nav")
}

/// Elements whose children are items, rows and cells, not words.
fn is_frame(tag: &str) -> bool {
    is_grid(tag) || html::is_frame(tag)
}

/// Whether people have written what the instances hold, be it in paragraphs, in plain boxes or bare
/// with line breaks: little of it is links, most of it stands in no box with class words, and neither
/// such a box nor a grid nor headings that lead to pages come back on most instances, nor a paragraph
/// with a class word of its own that begins with the same word (`Tags: …`, `Posted by …`). What a
/// template repeats (the posts of a thread, the teasers of a list) has these.
pub(super) fn is_written(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    if is_frame(corpus.tag(instances[0])) || holds_cards(corpus, instances) {
        return false;
    }
    let mut whole = Share::default();
    let mut boxes: FxHashMap<String, usize> = FxHashMap::default();
    for &instance in instances {
        let mut own = FxHashSet::default();
        whole.add(corpus, instance, &mut own);
        own.into_iter().for_each(|name| *boxes.entry(name).or_default() += 1);
    }
    let usual = |count: usize| corpus.share(count, instances.len()).is_half();
    whole.plain * 10 >= whole.text * 7
        && whole.linked * 2 <= whole.text
        && whole.text / instances.len() >= corpus.parameters().written_bytes
        && !boxes.into_values().any(usual)
}

/// Bytes of text, by where they stand.
#[derive(Default)]
struct Share {
    text: usize,
    /// In no box with class words.
    plain: usize,
    linked: usize,
}

impl Share {
    /// Adds what an instance holds; `boxes` takes the class words of boxes with text, the tags of
    /// grids, and a word for headings that lead to pages, if it has several.
    fn add(&mut self, corpus: &Corpus<'_>, (page, node): Instance, boxes: &mut FxHashSet<String>) {
        let (tree, view) = (corpus.tree(page), corpus.view(page));
        self.text += view.text_len(node);
        self.plain += view.text_len(node);
        let end = node.0 + tree.subtree_len(node) as u32;
        let (mut at, mut boxed, mut heads) = (node.0 + 1, node.0, 0);
        let mut lines: FxHashMap<&str, Option<NodeId>> = FxHashMap::default();
        while at < end {
            let below = NodeId(at);
            let (tag, len) = (tree.tag(below).as_str(), view.text_len(below));
            if tag == "a" {
                self.linked += len;
            }
            heads += usize::from(is_heading_tag(tag) && len > 0 && is_link(corpus, (page, below)));
            let is_box = at >= boxed
                && !is_inline(tag)
                && tree.classes(below).next().is_some()
                && !is_code_or_quote(corpus, (page, below));
            if (is_box || at >= boxed && is_grid(tag)) && len > 0 {
                if is_grid(tag) {
                    boxes.insert(tag.to_owned());
                } else if !html::is_text_block(tag) {
                    boxes.extend(tree.classes(below).map(|class| format!(".{class}")));
                } else if tag == "p" {
                    for class in tree.classes(below) {
                        lines.entry(class).and_modify(|of| *of = None).or_insert(Some(below));
                    }
                }
                self.plain -= if is_box { len } else { 0 };
                boxed = at + tree.subtree_len(below) as u32;
            }
            at += 1;
        }
        for (class, line) in lines.into_iter().filter_map(|(class, line)| Some((class, line?))) {
            let text = corpus.line((page, line));
            boxes.insert(format!(".{class} {}", text.split(' ').next().unwrap_or_default()));
        }
        if heads > 1 {
            boxes.insert("h".to_owned());
        }
    }
}

/// Whether a node is a quotation or a figure, or most that it says is code: part of what people write
/// whatever its class words are.
fn is_code_or_quote(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    if matches!(tree.tag(node).as_str(), "blockquote" | "figure" | "pre") {
        return true;
    }
    let end = node.0 + tree.subtree_len(node) as u32;
    let (mut at, mut set) = (node.0 + 1, 0);
    while at < end {
        let below = NodeId(at);
        let is_set = matches!(tree.tag(below).as_str(), "pre" | "code");
        set += if is_set { view.text_len(below) } else { 0 };
        at += if is_set { tree.subtree_len(below) as u32 } else { 1 };
    }
    2 * set > view.text_len(node)
}

fn is_heading_tag(tag: &str) -> bool {
    html::is_heading(tag)
}

/// Whether most of the plain boxes that instances have several of are cards: two elements or more, and
/// no words beside them, as paragraphs have.
fn holds_cards(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let (mut cards, mut boxes) = (0usize, 0usize);
    for &(page, node) in instances {
        let tree = corpus.tree(page);
        let filled = |child: &NodeId| corpus.view(page).text_len(*child) > 0;
        let divs = tree.children(node).filter(|&child| tree.tag(child).as_str() == "div");
        for div in divs.filter(filled) {
            let tags = || tree.children(div).map(|child| tree.tag(child).as_str());
            let elements = tags().filter(|tag| !is_part_of_line(tag)).count();
            boxes += 1;
            cards += usize::from(elements > 1 && tags().all(|tag| tag != "#text"));
        }
    }
    boxes >= 2 * instances.len() && cards * 2 > boxes
}
