//! Running text that is kept in blocks: each paragraph, picture or quotation in boxes of its own, whose
//! class words come back on all pages.

use crate::corpus::{Corpus, Instance};
use crate::text::markup::{is_inline, is_layout_table};
use crate::text::prose::is_link;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::{NodeId, html};

/// Whether the instances are texts made of blocks of several makes, in an order that is theirs alone:
/// nearly all that blocks say is prose, and nothing in them but prose comes back on most instances. The
/// posts of a thread, the cards of a list and the answers of a page of questions are of one make each;
/// slots of a page come in one order, what labels say of is data, and headings that pages share part sections.
pub(super) fn is_built_of_blocks(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    if instances.len() < corpus.parameters().few {
        return false;
    }
    let (mut prose, mut several, mut blocks) = (0, 0, 0);
    let mut names: FxHashMap<&str, usize> = FxHashMap::default();
    let mut labels: FxHashMap<&str, usize> = FxHashMap::default();
    let mut headings: FxHashMap<&str, usize> = FxHashMap::default();
    let mut makes: FxHashMap<&str, usize> = FxHashMap::default();
    let mut orders: FxHashMap<&[String], usize> = FxHashMap::default();
    let all: Vec<Built> = instances.iter().map(|of| Built::of(corpus, *of)).collect();
    for built in &all {
        prose += usize::from(built.is_prose(corpus));
        several += usize::from(built.blocks.len() > 1);
        blocks += built.blocks.len();
        built.names.iter().for_each(|name| *names.entry(name).or_default() += 1);
        built.labels.iter().for_each(|label| *labels.entry(label).or_default() += 1);
        built.headings.iter().for_each(|heading| *headings.entry(heading).or_default() += 1);
        built.blocks.iter().for_each(|make| *makes.entry(make).or_default() += 1);
        *orders.entry(&built.blocks).or_default() += 1;
    }
    let share = |count: usize| corpus.share(count, instances.len());
    let (few, some) = (corpus.parameters().few, corpus.parameters().some);
    let is_label = |count: &&usize| **count >= few && share(**count).recurs();
    let is_section = |count: &&usize| **count >= few && share(**count).is_at_least(some);
    let most = |counts: &mut dyn Iterator<Item = usize>| counts.max().unwrap_or_default();
    share(several).is_half()
        && share(prose).is_nearly_all()
        && !names.values().any(|count| share(*count).is_half())
        && labels.values().filter(is_label).count() < 2
        && headings.values().filter(is_section).count() < 2
        && !corpus.share(most(&mut makes.values().copied()), blocks).is_most()
        && !share(most(&mut orders.values().copied())).is_at_least(some)
}

/// What one instance is built of.
#[derive(Default)]
struct Built {
    /// Bytes of text: all, outside of prose, and in links.
    text: usize,
    outside: usize,
    linked: usize,
    /// What holds text outside of prose: class words, tags that say so themselves; `a` for a block of
    /// links.
    names: FxHashSet<String>,
    /// Texts outside of prose that end with a colon.
    labels: FxHashSet<String>,
    /// What its headings say.
    headings: FxHashSet<String>,
    /// The make of each block: the tags of its paragraphs, in their order, runs of one tag as one.
    blocks: Vec<String>,
}

impl Built {
    /// Whether most that it says is prose, and more than a phrase a block.
    fn is_prose(&self, corpus: &Corpus<'_>) -> bool {
        self.text >= corpus.parameters().text_bytes * self.blocks.len()
            && corpus.share(self.text - self.outside.min(self.text), self.text).is_most()
            && 2 * self.linked <= self.text
    }

    fn of(corpus: &Corpus<'_>, (page, node): Instance) -> Self {
        let (tree, view) = (corpus.tree(page), corpus.view(page));
        let mut built = Self { text: view.text_len(node), ..Self::default() };
        let mut heads = 0;
        // One box around all blocks is none of them.
        let says = |&child: &NodeId| {
            view.text_len(child) > 0 || tree.subtree(child).any(|at| tree.tag(at).as_str() == "img")
        };
        let mut top = node;
        let mut children: Vec<NodeId> = tree.children(top).filter(says).collect();
        while let [only] = children[..]
            && part(corpus, (page, only)) == Part::Box
        {
            top = only;
            children = tree.children(top).filter(says).collect();
        }
        for block in children {
            let mut make: Vec<&str> = Vec::new();
            let end = block.0 + tree.subtree_len(block) as u32;
            let mut at = block.0;
            while at < end {
                let below = NodeId(at);
                let tag = tree.tag(below).as_str();
                let (len, of) = (view.text_len(below), part(corpus, (page, below)));
                heads += usize::from(of == Part::LeadingHead);
                if of == Part::Box {
                    at += 1;
                    continue;
                }
                if of == Part::Outside && len > 0 {
                    built.outside += len;
                    built.names.insert(name_of(corpus, (page, below), node));
                    let line = corpus.line((page, below));
                    if line.ends_with([':', '：']) {
                        built.labels.insert(line);
                    }
                }
                if html::is_heading(tag) {
                    built.headings.insert(corpus.line((page, below)));
                }
                if (len > 0 || tag == "img") && make.last() != Some(&tag) {
                    make.push(tag);
                }
                at += tree.subtree_len(below) as u32;
            }
            let links = tree.subtree(block).filter(|&at| tree.tag(at).as_str() == "a");
            let (links, len) =
                (links.map(|link| view.text_len(link)).sum::<usize>(), view.text_len(block));
            built.linked += links;
            if 2 * links > len && len >= corpus.parameters().text_bytes {
                built.names.insert("a".to_owned());
            }
            if !make.is_empty() {
                built.blocks.push(make.join(" "));
            }
        }
        if heads > 1 {
            built.names.insert("h".to_owned());
        }
        built
    }
}

/// What a node is to the text around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A paragraph, a heading in a text, a list or a table of words, a picture.
    Prose,
    /// A heading that leads to another page.
    LeadingHead,
    /// Words that stand in no such, or in what is for something else.
    Outside,
    /// What only holds other nodes.
    Box,
}

fn part(corpus: &Corpus<'_>, (page, node): Instance) -> Part {
    let tree = corpus.tree(page);
    match tree.tag(node).as_str() {
        "h1" | "time" | "form" | "select" | "nav" | "dl" => Part::Outside,
        tag if html::is_heading(tag) && is_link(corpus, (page, node)) => Part::LeadingHead,
        tag if html::is_heading(tag) => Part::Prose,
        // `<p class=price>` says one thing; paragraphs have class words for their looks as well.
        "p" if tree.classes(node).next().is_some()
            && corpus.view(page).text_len(node) < corpus.parameters().text_bytes =>
        {
            Part::Outside
        }
        "p" | "blockquote" | "pre" | "figcaption" | "img" => Part::Prose,
        "ul" | "ol" if holds_words(corpus, (page, node)) => Part::Prose,
        "table" if !is_layout_table(corpus, (page, node)) => Part::Prose,
        tag if is_inline(tag) || tag == "#text" => Part::Outside,
        _ => Part::Box,
    }
}

/// Whether the items of a list are words, not boxes.
fn holds_words(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    tree.subtree(node).skip(1).all(|below| {
        let tag = tree.tag(below).as_str();
        is_inline(tag) && tree.classes(below).next().is_none()
            || matches!(tag, "#text" | "li" | "ul" | "ol" | "p")
    })
}

/// What the box around words is called by: its class words, or else its tag.
fn name_of(corpus: &Corpus<'_>, (page, node): Instance, top: NodeId) -> String {
    let tree = corpus.tree(page);
    let tag = tree.tag(node).as_str();
    if matches!(tag, "h1" | "time" | "form" | "select" | "nav" | "dl") {
        return tag.to_owned();
    }
    let mut around = std::iter::successors(Some(node), |&at| tree.parent(at));
    let named =
        around.by_ref().take_while(|&at| at != top).find(|&at| tree.classes(at).next().is_some());
    named.map_or_else(|| tag.to_owned(), |at| tree.classes(at).collect::<Vec<_>>().join(" "))
}
