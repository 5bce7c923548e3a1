//! A tag tree with what matching asks of each node, computed once a page.

use crate::page::headers::Headers;
use crate::page::label::{
    hash_parts, hash_text, label, label_parts, mix, normalize_token, role_id,
};
use crate::page::nested::Nested;
use crate::page::opened::Opened;
use crate::page::stripe::tells_place;
use crate::parameters::book;
use sitewrap_lexicon::{COLONS, Role, is};
use sitewrap_tree::{NodeId, TagTree, html};

/// Kinds of features; the character is the first of a feature's name.
pub(crate) const KINDS: [(char, f32); 10] = [
    ('.', 2.0),
    ('#', 3.0),
    ('@', 2.0),
    ('>', 1.0),
    ('^', 0.5),
    ('<', 1.0),
    ('+', 1.0),
    ('(', 0.5),
    (')', 0.5),
    ('|', 3.0),
];

/// What a word begins with that is the drawing of an icon, and says nothing to a reader.
const DRAWN: char = '◇';
/// Whether a word of a label is the drawing of an icon.
pub fn is_drawing(word: &str) -> bool {
    word.starts_with(DRAWN)
}

/// The hash of a feature: kind and name.
pub type FeatureHash = u64;

/// A tag tree with its nodes' features.
#[derive(Clone, Debug)]
pub struct View<'t> {
    /// The tree.
    pub tree: &'t TagTree,
    /// Hash of each node's label: tag, and id or first class word.
    labels: Vec<u64>,
    /// `text_before[i]`: bytes of text in nodes before `i`; one longer than the tree.
    text_before: Vec<u32>,
    headers: Headers,
    nested: Nested,
    opened: Opened,
}

/// Told each feature of a node: its kind and the parts of its name.
pub trait FeatureSink {
    /// A feature of the kind `kind` whose name has the hash `hash`; `name` gives the name.
    fn feature(&mut self, kind: char, hash: FeatureHash, name: &dyn Fn() -> String);
}

impl<'t> View<'t> {
    /// Prepares a tree, in time linear in its nodes.
    pub fn new(tree: &'t TagTree) -> Self {
        let mut labels = Vec::with_capacity(tree.len());
        let mut text_before = Vec::with_capacity(tree.len() + 1);
        let mut bytes = 0u32;
        for node in tree.nodes() {
            labels.push(hash_parts(label_parts(tree, node)));
            text_before.push(bytes);
            bytes = bytes.saturating_add(tree.text(node).len() as u32);
        }
        text_before.push(bytes);
        let (headers, nested, opened) = (Headers::of(tree), Nested::default(), Opened::default());
        Self { tree, labels, text_before, headers, nested, opened }
    }

    /// The same view in which items with one of these labels that stand in others, as replies do in comments,
    /// are children of the element that holds the outermost ones.
    #[must_use]
    pub fn with_nested(mut self, labels: &[String]) -> Self {
        let marks: Vec<u64> = labels.iter().map(|label| hash_text(label)).collect();
        self.nested = Nested::of(self.tree, &self.labels, &marks, |node| self.text_len(node));
        self
    }

    /// The same view in which elements with one of these labels, which only lay the page out, are looked through: what
    /// they hold are children of the element around them.
    #[must_use]
    pub fn with_opened(mut self, labels: &[String]) -> Self {
        let marks: Vec<u64> = labels.iter().map(|label| hash_text(label)).collect();
        let children = |node: NodeId| self.content_children(node);
        self.opened = Opened::of(self.tree, &self.labels, &marks, children);
        self
    }

    /// Bytes of text in those items below a node that stand in others and are shown outside it.
    pub fn text_shown_elsewhere(&self, node: NodeId) -> usize {
        if self.nested.is_empty() {
            return 0;
        }
        self.nested.leaving(self.tree, node).into_iter().map(|item| self.text_len(item)).sum()
    }

    /// Nodes of an element, without the items in it that are shown outside it.
    pub(crate) fn own_len(&self, node: NodeId) -> usize {
        let len = self.tree.subtree_len(node);
        if self.nested.is_empty() {
            return len;
        }
        let leaving = self.nested.leaving(self.tree, node);
        len - leaving.into_iter().map(|item| self.tree.subtree_len(item)).sum::<usize>()
    }

    /// Hash of a node's label: its tag, and its id or first class word.
    pub fn label_hash(&self, node: NodeId) -> u64 {
        self.labels[node.index()]
    }

    /// The children of a node that may hold content: what only parts them (`br`, `wbr`, `hr`) is
    /// left out, since it plays no role of its own and comes in any number; so are places that links lead to
    /// (`<a name="top"></a>`) and the entry of a `select` that asks to choose one. A row of a table with headers also has the cells of the rows
    /// above that span it, a list of items those that stand in others, and an element what is in those of its children
    /// that are looked through.
    pub fn content_children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let tree = self.tree;
        if let Some(opened) = self.opened.get(node) {
            return Children::Opened(opened.iter().copied());
        }
        let own = tree.children(node).filter(move |&child| match tree.tag(child).as_str() {
            tag if html::is_break(tag) => false,
            "a" if tree.subtree_len(child) == 1 => tree.attr(child, "href").is_some(),
            "option" => tree.attr(child, "value") != Some(""),
            _ => !self.nested.is_gone(child),
        });
        let shown = self.nested.shown_in(node).iter().copied();
        let reaching = self.headers.reaching(node).iter().copied();
        Children::Own(reaching.chain(in_order(own, shown)))
    }

    /// The header of the column that a table cell stands in, if its table has headers.
    pub fn header(&self, cell: NodeId) -> Option<&str> {
        self.headers.get(cell)
    }

    /// Whether a table row holds the headers of its table.
    pub fn is_header_row(&self, row: NodeId) -> bool {
        self.tree.tag(row).as_str() == "tr" && self.headers.get(row).is_some()
    }

    /// Bytes of text in the subtree of a node.
    pub fn text_len(&self, node: NodeId) -> usize {
        let end = node.index() + self.tree.subtree_len(node);
        (self.text_before[end] - self.text_before[node.index()]) as usize
    }

    /// Tells `sink` each feature of a node; a feature may be told more than once.
    pub fn features(&self, node: NodeId, sink: &mut dyn FeatureSink) {
        if self.tree.is_text(node) {
            self.text_features(node, sink);
        } else {
            self.own_features(node, sink);
            self.structure_features(node, sink);
            self.neighbour_words(node, sink);
            if let Some(header) = self.headers.get(node) {
                sink.feature('|', mix('|', hash_text(header)), &|| format!("|{header}"));
            }
        }
    }

    fn own_features(&self, node: NodeId, sink: &mut dyn FeatureSink) {
        for attr in self.tree.attrs(node) {
            match attr.name {
                name if name == "class" || html::is_hook(name) => {
                    for token in attr
                        .value
                        .split_ascii_whitespace()
                        .filter(|t| t.len() <= book().label_chars && !tells_place(t))
                    {
                        tell(sink, '.', ["", "", token]);
                    }
                }
                "id" => {
                    if let Some(id) = role_id(self.tree, node) {
                        tell(sink, '#', ["", "", id]);
                    }
                }
                name if html::is_role_attr(name) && attr.value.len() <= book().label_chars => {
                    tell(sink, '@', [name, "=", attr.value]);
                }
                _ => {}
            }
        }
    }

    fn structure_features(&self, node: NodeId, sink: &mut dyn FeatureSink) {
        let (mut children, mut grandchildren) = (Recent::default(), Recent::default());
        for child in self.tree.children(node).take(book().children) {
            if children.is_new(self.label_hash(child)) {
                let hash = mix('>', self.label_hash(child));
                sink.feature('>', hash, &|| format!(">{}", label(self.tree, child)));
            }
            for grandchild in self.tree.children(child).take(book().children) {
                if grandchildren.is_new(self.label_hash(grandchild)) {
                    let hash = mix('^', self.label_hash(grandchild));
                    sink.feature('^', hash, &|| format!("^{}", label(self.tree, grandchild)));
                }
            }
        }
    }

    /// A text among elements is known by its neighbours.
    fn text_features(&self, node: NodeId, sink: &mut dyn FeatureSink) {
        let Some(parent) = self.tree.parent(node) else { return };
        let next = NodeId(node.0 + 1);
        if next.index() < self.tree.len() && self.tree.parent(next) == Some(parent) {
            let hash = mix('+', self.label_hash(next));
            sink.feature('+', hash, &|| format!("+{}", label(self.tree, next)));
        }
        if let Some(before) = self.previous_sibling(node, parent) {
            let hash = mix('<', self.label_hash(before));
            sink.feature('<', hash, &|| format!("<{}", label(self.tree, before)));
        }
    }

    /// An element among words is known by the word before it and the word after it: `<b>4</b> of
    /// <b>9</b>`. A picture is no part of a phrase, and the words beside it call what it shows.
    fn neighbour_words(&self, node: NodeId, sink: &mut dyn FeatureSink) {
        let Some(parent) = self.tree.parent(node) else { return };
        if self.tree.tag(node).as_str() == "img" {
            return;
        }
        let short = |text: &NodeId| self.tree.text(*text).len() <= book().labelling_bytes;
        let next = NodeId(node.0 + self.tree.subtree_len(node) as u32);
        let next = Some(next).filter(|next| {
            next.index() < self.tree.len() && self.tree.parent(*next) == Some(parent)
        });
        if let Some(word) = next.filter(short).and_then(|text| words(self.tree.text(text)).next()) {
            sink.feature(')', mix(')', hash_text(&word)), &|| format!("){word}"));
        }
        let before = self.previous_sibling(node, parent).filter(short);
        if let Some(word) = before.and_then(|text| words(self.tree.text(text)).next_back()) {
            sink.feature('(', mix('(', hash_text(&word)), &|| format!("({word}"));
        }
    }

    fn previous_sibling(&self, node: NodeId, parent: NodeId) -> Option<NodeId> {
        if node.0 == parent.0 + 1 {
            return None;
        }
        let mut before = NodeId(node.0 - 1);
        while let Some(above) = self.tree.parent(before) {
            if above == parent {
                return Some(before);
            }
            before = above;
        }
        None
    }

    /// The heading that all else in a block stands below, or that the node is; `None` if it begins otherwise.
    pub fn leading_heading(&self, block: NodeId) -> Option<NodeId> {
        let first = |node: &NodeId| self.content_children(*node).next();
        let mut firsts = std::iter::successors(Some(block), first);
        firsts.find(|node| html::is_heading(self.tree.tag(*node).as_str()))
    }

    /// The element that a block begins with, if a colon says that it is the label of the rest.
    fn leading_label(&self, block: NodeId) -> Option<NodeId> {
        // A picture at its side stands before what a block says.
        let mut children =
            self.content_children(block).skip_while(|&part| self.text_len(part) == 0);
        let (first, second) = (children.next()?, children.next()?);
        let is_colon = |c: char| COLONS.contains(&c);
        let is_label = !self.tree.is_text(first)
            && html::is_phrasing(self.tree.tag(first).as_str())
            && self.text_len(first) <= book().label_chars
            && (self.tree.inner_line(first).ends_with(is_colon)
                || self.tree.text(second).trim_start().starts_with(is_colon));
        is_label.then_some(first)
    }

    /// What an icon shows: `clock` for `<i class="fa fa-clock">`, as the classes of icon fonts say
    /// it, and for `<use href="#clock">`, as the symbol of a drawing is called. Of a drawing without a name, how it
    /// is drawn.
    fn icon_words(&self, node: NodeId) -> impl Iterator<Item = String> + '_ {
        let tag = self.tree.tag(node).as_str();
        let is_icon = matches!(tag, "i" | "span" | "svg" | "em" | "b") && self.text_len(node) == 0;
        let of_font = self.tree.classes(node).filter(move |_| is_icon).filter_map(|class| {
            let (font, shown) = class.split_once('-')?;
            let shown = shown.to_lowercase();
            (is(Role::Icon, font) && !is(Role::IconStyle, &shown)).then_some(shown)
        });
        let symbol = ["href", "xlink:href"].iter().find_map(|name| self.tree.attr(node, name));
        let symbol = symbol.filter(|_| tag == "use").and_then(|href| href.rsplit_once('#'));
        let drawn = (tag == "svg" && is_icon).then(|| self.drawing(node)).flatten();
        of_font.chain(symbol.map(|(_, name)| name.to_lowercase())).chain(drawn)
    }

    /// The drawing of an icon as a word: how its first line begins, and how long all of them are, as `◇M5 4a7#213`.
    fn drawing(&self, svg: NodeId) -> Option<String> {
        let lines = || {
            let drawn = self.tree.subtree(svg).skip(1);
            drawn.filter_map(|node| {
                ["d", "points"].iter().find_map(|name| self.tree.attr(node, name))
            })
        };
        let len: usize = lines().map(str::len).sum();
        let begin: String = lines().next()?.chars().take(book().label_chars).collect();
        Some(format!("{DRAWN}{begin}#{len}"))
    }

    /// The words of a short text, lower-cased, without digits and the `s` of a plural, so that
    /// `1 review` and `2 reviews` have one label; none for a long text. Icons count
    /// as the word that they stand for; words in links below the node do not: they are content
    /// rather than labels. A label with a number in it (`ISBN-13:`) is a word besides. What a long block
    /// begins with, a heading or an element with a colon, it is called by.
    pub fn label_words(&self, node: NodeId) -> Vec<String> {
        let is_short = |node: &NodeId| self.text_len(*node) <= book().labelling_bytes;
        let label = Some(node).filter(is_short).or_else(|| self.leading_heading(node));
        let label = label.or_else(|| self.leading_label(node));
        let Some(node) = label.filter(is_short) else { return Vec::new() };
        let mut found = Vec::new();
        let mut link_end = node.0;
        for part in self.tree.subtree(node) {
            if part != node && self.tree.tag(part).as_str() == "a" {
                link_end = part.0 + self.tree.subtree_len(part) as u32;
            }
            if part.0 < link_end && part != node {
                continue;
            }
            let left = book().words_read - found.len();
            found.extend(self.icon_words(part).take(left).map(label_word));
            if found.is_empty() {
                found.extend(numbered_label(self.tree.text(part)));
            }
            let left = book().words_read - found.len();
            found.extend(words(self.tree.text(part)).take(left).map(label_word));
            if found.len() == book().words_read {
                break;
            }
        }
        found
    }
}

/// The children of a node: its own, or what is seen of them.
enum Children<A, B> {
    Own(A),
    Opened(B),
}

impl<A: Iterator<Item = NodeId>, B: Iterator<Item = NodeId>> Iterator for Children<A, B> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        match self {
            Self::Own(own) => own.next(),
            Self::Opened(opened) => opened.next(),
        }
    }
}

/// Two runs of nodes in document order as one.
fn in_order(
    first: impl Iterator<Item = NodeId>,
    second: impl Iterator<Item = NodeId>,
) -> impl Iterator<Item = NodeId> {
    let (mut first, mut second) = (first.peekable(), second.peekable());
    std::iter::from_fn(move || match (first.peek(), second.peek()) {
        (Some(a), Some(b)) if b < a => second.next(),
        (None, _) => second.next(),
        _ => first.next(),
    })
}

/// The last few different labels, so that the features of long lists are told a few times, not once
/// an item.
#[derive(Default)]
struct Recent {
    labels: [Option<u64>; 4],
    next: usize,
}

impl Recent {
    /// Whether a label is none of the last ones; it is one of them from now on.
    fn is_new(&mut self, label: u64) -> bool {
        let is_new = !self.labels.contains(&Some(label));
        if is_new {
            self.labels[self.next] = Some(label);
            self.next = (self.next + 1) % self.labels.len();
        }
        is_new
    }
}

/// The one-word label with digits that a text begins with: `isbn-13` of `ISBN-13: 978…`, which its
/// letters would not tell from `ISBN:`.
fn numbered_label(text: &str) -> Option<String> {
    let (label, rest) = text.trim_start().split_once(':')?;
    let is_word = label.len() <= book().label_chars && !label.contains(char::is_whitespace);
    let is_numbered =
        label.starts_with(char::is_alphabetic) && label.contains(|c: char| c.is_ascii_digit());
    let is_parted = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (is_word && is_numbered && is_parted).then(|| label.to_lowercase())
}

/// A word as a label: without the `s` of a plural.
pub(crate) fn label_word(mut word: String) -> String {
    if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") {
        word.pop();
    }
    word
}

/// The words of a text, lower-cased; digits and signs part words. Addresses of mail and handles say nothing but who.
fn words(text: &str) -> impl DoubleEndedIterator<Item = String> + '_ {
    let parts = text.split_whitespace().filter(|part| !part.contains('@'));
    let words = parts.flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The hash of a feature by its name, as [`View::features`] tells it.
pub fn feature_hash(name: &str) -> FeatureHash {
    let mut chars = name.chars();
    let kind = chars.next().unwrap_or('.');
    mix(kind, hash_text(chars.as_str()))
}

/// The weight of a feature of a kind.
pub fn kind_weight(kind: char) -> f32 {
    KINDS.iter().find(|(known, _)| *known == kind).map_or(0.0, |(_, weight)| *weight)
}

/// Tells a feature whose name is two texts and a token, normalized, behind one another.
fn tell(sink: &mut dyn FeatureSink, kind: char, parts @ [first, second, token]: [&str; 3]) {
    let name = || format!("{kind}{first}{second}{}", normalize_token(token));
    sink.feature(kind, mix(kind, hash_parts(parts)), &name);
}
