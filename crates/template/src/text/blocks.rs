//! Running text that is kept in blocks: each paragraph, picture or quotation in boxes of its own, whose
//! class words come back on all pages.

use crate::corpus::{Corpus, Instance};
use crate::text::markup::{is_inline, is_layout_table};
use crate::text::prose::is_link;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::words::lexicon::COLONS;
use sitewrap_tree::{NodeId, html};
use std::hash::Hash;
use std::iter;

/// Whether the instances are texts made of blocks of several makes, in an order that is theirs alone:
/// nearly all that blocks say is prose, and nothing in them but prose comes back on most instances. The
/// posts of a thread, the cards of a list and the answers of a page of questions are of one make each;
/// slots of a page come in one order, what labels say of is data, and headings that pages share part sections.
///
/// # Complexity
/// Linear in the nodes below the instances; most are given up after a few.
pub(super) fn is_built_of_blocks(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let (few, some) = (corpus.parameters().few, corpus.parameters().some);
    let share = |count: usize| corpus.share(count, instances.len());
    if instances.len() < few {
        return false;
    }
    let mut all: Vec<Built> = Vec::new();
    let mut others = 0;
    for &instance in instances {
        let built = Built::of(corpus, instance);
        others += usize::from(!built.is_prose(corpus));
        if !share(instances.len() - others).is_nearly_all() {
            return false;
        }
        all.push(built);
    }
    let several = all.iter().filter(|built| built.blocks.len() > 1).count();
    let names = counts(all.iter().flat_map(|built| &built.names));
    let labels = counts(all.iter().flat_map(|built| &built.labels));
    let headings = counts(all.iter().flat_map(|built| &built.headings));
    let makes = counts(all.iter().flat_map(|built| &built.blocks));
    let orders = counts(all.iter().map(|built| &built.blocks));
    let recurring = |count: &&usize| **count >= few && share(**count).recurs();
    let sections = |count: &&usize| **count >= few && share(**count).is_at_least(some);
    share(several).is_half()
        && !names.iter().any(|&count| share(count).is_half())
        && labels.iter().filter(recurring).count() < 2
        && headings.iter().filter(sections).count() < 2
        && !makes.iter().any(|&count| corpus.share(count, makes.iter().sum()).is_most())
        && !orders.iter().any(|&count| share(count).is_at_least(some))
}

/// Whether most that a box says is prose, and no heading in it leads to another page; lines of code
/// are prose however short. A box that says and shows nothing is in no text's way.
pub(super) fn says_prose(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let mut built = Built { text: corpus.view(page).text_len(node), ..Built::default() };
    let heads = built.add(corpus, (page, node), node);
    if built.text == 0 {
        return !shows(corpus, (page, node));
    }
    heads == 0 && (built.is_prose(corpus) || is_listing(corpus, (page, node)))
}

/// Whether a node is or holds the main heading of a page, which is no part of its text.
fn has_title(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    tree.subtree(node).any(|below| tree.tag(below).as_str() == "h1")
}

/// What boxes of one kind say.
#[derive(Default)]
pub(super) struct Boxes {
    /// Each with the instance that it stands in.
    all: Vec<(usize, Built)>,
    /// How many have headings that lead to other pages.
    leading: usize,
    /// The instances in which one has the main heading of a page.
    titled: FxHashSet<usize>,
}

impl Boxes {
    /// Adds a box of an instance.
    pub(super) fn add(&mut self, corpus: &Corpus<'_>, of: usize, (page, node): Instance) {
        let mut built = Built { text: corpus.view(page).text_len(node), ..Built::default() };
        let heads = built.add(corpus, (page, node), node);
        self.leading += usize::from(heads > 0);
        if has_title(corpus, (page, node)) {
            self.titled.insert(of);
        }
        let tree = corpus.tree(page);
        let is_table =
            |at: NodeId| tree.tag(at).as_str() == "table" && !is_layout_table(corpus, (page, at));
        if tree.subtree(node).any(is_table) {
            built.names.insert("table".to_owned());
        }
        self.all.push((of, built));
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// In how many instances they stand.
    pub(super) fn instances(&self) -> usize {
        self.all.iter().map(|(of, _)| of).collect::<FxHashSet<_>>().len()
    }

    /// Of the texts of each box, in how many instances each stands.
    fn in_instances(&self, texts: fn(&Built) -> &FxHashSet<String>) -> Vec<usize> {
        let mut each: FxHashSet<(usize, &String)> = FxHashSet::default();
        for (of, built) in &self.all {
            each.extend(texts(built).iter().map(|text| (*of, text)));
        }
        counts(each.into_iter().map(|(_, text)| text))
    }

    /// Whether nearly all that they say is prose, and nothing else comes back in them.
    pub(super) fn are_prose(&self, corpus: &Corpus<'_>) -> bool {
        let (few, some) = (corpus.parameters().few, corpus.parameters().some);
        let sum =
            |of: fn(&Built) -> usize| self.all.iter().map(|(_, built)| of(built)).sum::<usize>();
        let (text, outside, linked) =
            (sum(|it| it.text), sum(|it| it.outside), sum(|it| it.linked));
        let per_box = |count: usize| corpus.share(count, self.len());
        let instances = self.instances();
        let names = counts(self.all.iter().flat_map(|(_, built)| &built.names));
        let labels = counts(self.all.iter().flat_map(|(_, built)| &built.labels));
        let lines = counts(self.all.iter().flat_map(|(_, built)| built.lines()));
        let headings = self.in_instances(|built| &built.headings);
        let told = self.in_instances(|built| &built.told);
        let sections =
            |count: &&usize| **count >= few && corpus.share(**count, instances).is_at_least(some);
        instances >= few
            && text >= corpus.parameters().text_bytes * self.len()
            && corpus.share(text - outside.min(text), text).is_nearly_all()
            && 2 * linked <= text
            && !per_box(self.leading).recurs()
            && !corpus.share(self.titled.len(), instances).recurs()
            && !names.iter().any(|&count| per_box(count).is_at_least(some))
            && !lines.iter().any(|&count| per_box(count).is_nearly_all())
            && labels.iter().filter(|&&count| count >= few && per_box(count).recurs()).count() < 2
            && headings.iter().filter(sections).count() < 2
            && told.iter().filter(sections).count() < 2
    }

    /// Whether no make is that of most boxes: of those with a heading, and of those that have equally many parts, two or
    /// more.
    pub(super) fn are_of_several_makes(&self, corpus: &Corpus<'_>) -> bool {
        let make = |(_, built): &(usize, Built)| {
            let is_headed = !built.headings.is_empty();
            let parts = if is_headed { 0 } else { built.parts };
            (is_headed || parts > 1).then(|| (built.blocks.clone(), parts))
        };
        let makes = counts(self.all.iter().filter_map(make));
        !makes.iter().any(|&count| corpus.share(count, self.len()).is_most())
    }
}

/// Whether all text of a node is set line by line: code with boxes around it.
fn is_listing(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let of = |node| corpus.view(page).text_len(node);
    let is_pre = |below: &NodeId| tree.tag(*below).as_str() == "pre";
    tree.subtree(node).filter(is_pre).map(of).sum::<usize>() >= of(node)
}

/// How often each of these things comes.
fn counts<T: Hash + Eq>(things: impl Iterator<Item = T>) -> Vec<usize> {
    let mut counts: FxHashMap<T, usize> = FxHashMap::default();
    things.for_each(|thing| *counts.entry(thing).or_default() += 1);
    counts.into_values().collect()
}

/// What one instance is built of.
#[derive(Default)]
struct Built {
    /// Bytes of text: all, outside of prose, and in links.
    text: usize,
    outside: usize,
    linked: usize,
    /// What holds text outside of prose: class words, tags that say so themselves; `a` for a block of
    /// links, `h` for headings that lead to pages.
    names: FxHashSet<String>,
    /// Texts outside of prose that end with a colon.
    labels: FxHashSet<String>,
    /// Words in prose that stand out and end with a colon.
    told: FxHashSet<String>,
    /// How many of its paragraphs have the same class words.
    called: FxHashMap<String, usize>,
    /// What its headings say.
    headings: FxHashSet<String>,
    /// The make of each block: the tags of its paragraphs, in their order, runs of one tag as one.
    blocks: Vec<String>,
    /// How many paragraphs, headings and other parts it has in all.
    parts: usize,
}

impl Built {
    fn of(corpus: &Corpus<'_>, (page, node): Instance) -> Self {
        let mut built = Self { text: corpus.view(page).text_len(node), ..Self::default() };
        let blocks = blocks(corpus, (page, node));
        let heads =
            blocks.iter().map(|&block| built.add(corpus, (page, block), node)).sum::<usize>();
        if heads > 1 {
            built.names.insert("h".to_owned());
        }
        built
    }

    /// Adds a block that stands below `top`; gives how many of its headings lead to other pages.
    fn add(&mut self, corpus: &Corpus<'_>, (page, block): Instance, top: NodeId) -> usize {
        let (tree, view) = (corpus.tree(page), corpus.view(page));
        let (mut make, mut heads): (Vec<&str>, usize) = (Vec::new(), 0);
        let end = block.0 + tree.subtree_len(block) as u32;
        let mut at = block.0;
        while at < end {
            let below = NodeId(at);
            let part = Part::of(corpus, (page, below));
            if part == Part::Box {
                at += 1;
                continue;
            }
            let (tag, len) = (tree.tag(below).as_str(), view.text_len(below));
            heads += usize::from(part == Part::LeadingHead);
            if part == Part::Outside && len > 0 {
                self.add_outside(corpus, (page, below), top);
            }
            if html::is_heading(tag) {
                self.headings.insert(corpus.line((page, below)));
            }
            if tag == "p"
                && part == Part::Prose
                && let Some(class) = tree.attr(below, "class")
            {
                *self.called.entry(class.to_owned()).or_default() += 1;
            }
            self.parts += usize::from(len > 0);
            if (len > 0 || tag == "img") && make.last() != Some(&tag) {
                make.push(tag);
            }
            at += tree.subtree_len(below) as u32;
        }
        let stands_out = |at: &NodeId| matches!(tree.tag(*at).as_str(), "b" | "strong" | "dt");
        let told = tree.subtree(block).filter(stands_out).map(|at| corpus.line((page, at)));
        self.told.extend(told.filter(|line| line.ends_with(COLONS)));
        let links = tree.subtree(block).filter(|&at| tree.tag(at).as_str() == "a");
        let linked: usize = links.map(|link| view.text_len(link)).sum();
        self.linked += linked;
        let len = view.text_len(block);
        if 2 * linked > len && len >= corpus.parameters().text_bytes {
            self.names.insert("a".to_owned());
        }
        if !make.is_empty() {
            self.blocks.push(make.join(" "));
        }
        heads
    }

    fn add_outside(&mut self, corpus: &Corpus<'_>, (page, node): Instance, top: NodeId) {
        self.outside += corpus.view(page).text_len(node);
        self.names.insert(name_of(corpus, (page, node), top));
        let line = corpus.line((page, node));
        if line.ends_with(COLONS) {
            self.labels.insert(line);
        }
    }

    /// The class words of paragraphs that stand alone beside other parts: the line that says who has written a comment.
    fn lines(&self) -> impl Iterator<Item = &String> {
        let alone = self.called.iter().filter(|(_, count)| self.parts > 1 && **count == 1);
        alone.map(|(class, _)| class)
    }

    /// Whether most that it says is prose, and more than a phrase a block.
    fn is_prose(&self, corpus: &Corpus<'_>) -> bool {
        self.text >= corpus.parameters().text_bytes * self.blocks.len()
            && corpus.share(self.text.saturating_sub(self.outside), self.text).is_most()
            && 2 * self.linked <= self.text
    }
}

/// The blocks that a node holds: what says or shows something, below boxes that hold all of it.
fn blocks(corpus: &Corpus<'_>, (page, node): Instance) -> Vec<NodeId> {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let says = |&child: &NodeId| view.text_len(child) > 0 || shows(corpus, (page, child));
    let mut children: Vec<NodeId> = tree.children(node).filter(says).collect();
    while let [only] = children[..]
        && Part::of(corpus, (page, only)) == Part::Box
    {
        children = tree.children(only).filter(says).collect();
    }
    children
}

/// Whether a node is or holds a picture.
fn shows(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    tree.subtree(node).any(|at| tree.tag(at).as_str() == "img")
}

/// Whether two elements in a heading say something and have class words that differ: who has written what follows,
/// and when.
fn is_made_of_parts(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let says = |part: &NodeId| view.text_len(*part) > 0;
    let class = |part: NodeId| tree.attr(part, "class");
    let mut parts = tree.subtree(node).skip(1).filter(says).filter_map(class);
    parts.next().is_some_and(|first| parts.any(|other| other != first))
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

impl Part {
    fn of(corpus: &Corpus<'_>, (page, node): Instance) -> Self {
        let tree = corpus.tree(page);
        match tree.tag(node).as_str() {
            tag if is_no_prose(tag) => Self::Outside,
            tag if html::is_heading(tag) && is_link(corpus, (page, node)) => Self::LeadingHead,
            tag if html::is_heading(tag) && is_made_of_parts(corpus, (page, node)) => Self::Outside,
            tag if html::is_heading(tag) => Self::Prose,
            // `<p class=price>` says one thing; paragraphs have class words for their looks as well.
            "p" if tree.classes(node).next().is_some()
                && corpus.view(page).text_len(node) < corpus.parameters().text_bytes =>
            {
                Self::Outside
            }
            "p" | "blockquote" | "pre" | "figcaption" | "img" => Self::Prose,
            "ul" | "ol" if holds_words(corpus, (page, node)) => Self::Prose,
            "table" if !is_layout_table(corpus, (page, node)) => Self::Prose,
            tag if is_inline(tag) || tag == "#text" => Self::Outside,
            _ => Self::Box,
        }
    }
}

/// Elements that say themselves that they hold something else than a part of a text.
fn is_no_prose(tag: &str) -> bool {
    matches!(tag, "h1" | "time" | "form" | "select" | "nav" | "dl")
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
    let around = iter::successors(Some(node), |&at| tree.parent(at)).take_while(|&at| at != top);
    let mut classed = around.filter(|&at| tree.classes(at).next().is_some());
    match classed.next().filter(|_| !is_no_prose(tag)) {
        Some(named) => tree.classes(named).collect::<Vec<_>>().join(" "),
        None => tag.to_owned(),
    }
}
