//! The pages of one cluster, prepared for induction.

use crate::main_heading::main_heading;
use crate::nested::nested_labels;
use crate::parameters::Parameters;
use crate::redundant::session::Session;
use crate::share::Share;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::{Attr, Document, NodeId, TagTree, html};
use sitewrap_wrapper::{FeatureHash, FeatureSink, NodeFeatures, View, Vocabulary};

/// A node of one of the pages: page index, node.
pub type Instance = (usize, NodeId);

/// The pages of one cluster with what induction asks of each node.
pub struct Corpus<'t> {
    views: Vec<View<'t>>,
    urls: Vec<&'t str>,
    documents: Vec<&'t Document>,
    /// Hash of each node's subtree with its texts and attributes, page by page.
    contents: Vec<Vec<u64>>,
    /// Parameters of each page's links that belong to the visit.
    sessions: Vec<Session>,
    /// Features on two pages or more (on any, when there are two pages or fewer).
    vocabulary: Vocabulary,
    names: FxHashMap<FeatureHash, String>,
    parameters: Parameters,
    /// Labels of items that stand in items of their own list.
    nested: Vec<String>,
    /// Labels of elements that only lay the pages out.
    opened: Vec<String>,
    /// The main heading of each page.
    headings: Vec<Option<NodeId>>,
}

struct NameCollector<'a> {
    names: &'a mut FxHashMap<FeatureHash, String>,
    of_page: FxHashSet<FeatureHash>,
}

impl FeatureSink for NameCollector<'_> {
    fn feature(&mut self, _kind: char, hash: FeatureHash, name: &dyn Fn() -> String) {
        if self.of_page.insert(hash) {
            self.names.entry(hash).or_insert_with(name);
        }
    }
}

impl<'t> Corpus<'t> {
    /// Prepares pages, each with its address.
    pub fn new(pages: &[(&'t str, &'t Document)], parameters: &Parameters) -> Self {
        Self::seen(pages, Vec::new(), parameters)
    }

    /// Prepares pages in which the elements with these labels are looked through.
    fn seen(
        pages: &[(&'t str, &'t Document)],
        opened: Vec<String>,
        parameters: &Parameters,
    ) -> Self {
        let mut views: Vec<View<'t>> =
            pages.iter().map(|(_, page)| View::new(&page.tree)).collect();
        let nested = nested_labels(&views, parameters);
        if !nested.is_empty() {
            views = views.into_iter().map(|view| view.with_nested(&nested)).collect();
        }
        if !opened.is_empty() {
            views = views.into_iter().map(|view| view.with_opened(&opened)).collect();
        }
        let mut names = FxHashMap::default();
        let mut counts: FxHashMap<FeatureHash, usize> = FxHashMap::default();
        for view in &views {
            let mut collector = NameCollector { names: &mut names, of_page: FxHashSet::default() };
            for node in view.tree.nodes() {
                view.features(node, &mut collector);
            }
            for hash in collector.of_page {
                *counts.entry(hash).or_default() += 1;
            }
        }
        let least = if pages.len() < parameters.few { 1 } else { 2 };
        let vocabulary =
            counts.into_iter().filter(|(_, count)| *count >= least).map(|(hash, _)| hash).collect();
        let sessions: Vec<Session> = views
            .iter()
            .zip(pages)
            .map(|(view, (url, _))| Session::of(view.tree, url, parameters))
            .collect();
        let contents = views
            .iter()
            .zip(&sessions)
            .map(|(view, session)| content_hashes(view.tree, session, fold_words))
            .collect();
        let documents = pages.iter().map(|(_, page)| *page).collect();
        let urls = pages.iter().map(|(url, _)| *url).collect();
        let parameters = parameters.clone();
        let headings = pages.iter().map(|(_, page)| main_heading(page)).collect();
        Self {
            views,
            urls,
            documents,
            contents,
            sessions,
            vocabulary,
            names,
            parameters,
            nested,
            opened,
            headings,
        }
    }

    /// The parameters of this induction.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// So many of so many, by the levels of this induction.
    pub fn share(&self, hits: usize, of: usize) -> Share<'_> {
        Share::new(hits, of, &self.parameters)
    }

    /// Some of the pages, by their indices, as a corpus of their own.
    pub fn part(&self, pages: &[usize]) -> Self {
        let pages: Vec<_> =
            pages.iter().map(|&page| (self.urls[page], self.documents[page])).collect();
        Self::new(&pages, &self.parameters)
    }

    /// The same pages, with the elements that have one of these labels looked through as well.
    pub(crate) fn with_opened(&self, labels: impl IntoIterator<Item = String>) -> Self {
        let pages: Vec<_> = self.urls.iter().copied().zip(self.documents.iter().copied()).collect();
        let opened = self.opened.iter().cloned().chain(labels).collect();
        Self::seen(&pages, opened, &self.parameters)
    }

    /// The main heading of a page, if one can be told.
    pub(crate) fn main_heading(&self, page: usize) -> Option<NodeId> {
        self.headings[page]
    }

    /// Labels of elements that only lay the pages out.
    pub(crate) fn opened(&self) -> &[String] {
        &self.opened
    }

    /// Labels of items that stand in items of their own list.
    pub(crate) fn nested(&self) -> &[String] {
        &self.nested
    }

    /// Number of pages.
    #[expect(clippy::len_without_is_empty, reason = "a cluster has pages")]
    pub fn len(&self) -> usize {
        self.views.len()
    }

    /// The pages as what is matched sees them.
    pub fn views(&self) -> &[View<'t>] {
        &self.views
    }

    /// A page as what is matched sees it.
    pub fn view(&self, page: usize) -> &View<'t> {
        &self.views[page]
    }

    /// The tree of a page.
    pub fn tree(&self, page: usize) -> &'t TagTree {
        self.views[page].tree
    }

    /// A page as it was parsed.
    pub fn document(&self, page: usize) -> &'t Document {
        self.documents[page]
    }

    /// The address of a page.
    pub fn url(&self, page: usize) -> &'t str {
        self.urls[page]
    }

    /// The language that a page says it is in, without its region: `de`.
    pub fn language(&self, page: usize) -> Option<String> {
        let mut attrs = self.document(page).html_attrs.iter();
        let (_, given) = attrs.find(|(name, _)| name == "lang")?;
        let language = given.split(['-', '_']).next()?.trim().to_lowercase();
        (!language.is_empty()).then_some(language)
    }

    /// Parameters of a page's links that belong to the visit.
    pub(crate) fn session(&self, page: usize) -> &Session {
        &self.sessions[page]
    }

    pub(crate) fn features(&self, (page, node): Instance) -> NodeFeatures {
        NodeFeatures::of(&self.views[page], node, Some(&self.vocabulary))
    }

    /// The name of a feature.
    pub(crate) fn name(&self, hash: FeatureHash) -> &str {
        self.names.get(&hash).map_or("", String::as_str)
    }

    /// Equal for subtrees with the same structure, texts and attributes.
    pub fn content(&self, (page, node): Instance) -> u64 {
        self.contents[page][node.index()]
    }

    /// A hash for each node of a page, equal for nodes with the same content at the same place. In the texts of
    /// large nodes numbers do not count, but for days (when the page was changed): how long it took to make it, how
    /// many are reading.
    pub(crate) fn placed(&self, page: usize) -> Vec<u64> {
        let view = &self.views[page];
        let mut hashes = path_hashes(view);
        let plain = content_hashes(view.tree, &self.sessions[page], fold_letters_and_days);
        for (node, hash) in view.tree.nodes().zip(&mut hashes) {
            let contents = if self.is_large((page, node)) { &plain } else { &self.contents[page] };
            *hash = step(*hash, contents[node.index()]);
        }
        hashes
    }

    /// Whether a node is large enough to be a block of a page.
    pub(crate) fn is_large(&self, (page, node): Instance) -> bool {
        let view = &self.views[page];
        view.tree.subtree_len(node) >= self.parameters.boilerplate_nodes
            || view.text_len(node) >= self.parameters.text_bytes
    }

    pub(crate) fn children(&self, (page, node): Instance) -> Vec<NodeId> {
        self.tree(page).children(node).collect()
    }

    /// The children of a node that may hold content.
    pub(crate) fn content_children(&self, (page, node): Instance) -> Vec<Instance> {
        self.views[page].content_children(node).map(|child| (page, child)).collect()
    }

    /// The text of a node on one line.
    pub fn line(&self, (page, node): Instance) -> String {
        sitewrap_wrapper::line(self.tree(page), node)
    }

    pub(crate) fn tag(&self, (page, node): Instance) -> &str {
        self.tree(page).tag(node).as_str()
    }
}

/// Whether (almost) all instances have the same content.
pub(crate) fn is_same(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    for &instance in instances {
        *counts.entry(corpus.content(instance)).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    most as f64 >= corpus.parameters().same * instances.len() as f64
}

/// At most `most` of the pages, evenly spread.
pub fn draw(pages: &[usize], most: usize) -> impl Iterator<Item = usize> + '_ {
    let count = pages.len().min(most.max(1));
    (0..count).map(move |at| pages[at * pages.len() / count])
}

/// The attribute that says what an element shows to those who do not see it (WAI-ARIA). It is content only where the
/// element shows it by signs.
pub(crate) const SAID: &str = "aria-label";

/// Whether an attribute may carry content, whatever the element.
pub(crate) fn is_content_attr(name: &str) -> bool {
    html::is_content_attr(name) || name.starts_with("data-")
}

/// The address of the picture that an attribute sets behind its element.
pub(crate) fn picture_of(attr: Attr<'_>) -> Option<&str> {
    if attr.name == "style" { html::picture_of_style(attr.value) } else { None }
}

/// Hash of each subtree, from the leaves up: a node comes after its parent in the arena, so one
/// pass in reverse order finds all children done.
fn content_hashes(tree: &TagTree, session: &Session, fold_text: fn(u64, &str) -> u64) -> Vec<u64> {
    let mut hashes = vec![0u64; tree.len()];
    for node in tree.nodes().rev() {
        let mut hash = fold(0x5173, tree.tag(node).as_str());
        hash = fold_text(hash, tree.text(node));
        let is_told = |name: &str| is_content_attr(name) || name == "class" || name == SAID;
        for attr in tree.attrs(node) {
            let told = if is_told(attr.name) { Some(attr.value) } else { picture_of(attr) };
            if let Some(told) = told {
                hash = fold(fold(hash, attr.name), &session.without(told));
            }
        }
        for child in tree.children(node) {
            hash = step(hash, hashes[child.index()]);
        }
        hashes[node.index()] = hash;
    }
    hashes
}

/// Hash of the labels from the root down to each node.
fn path_hashes(view: &View<'_>) -> Vec<u64> {
    let mut hashes: Vec<u64> = Vec::with_capacity(view.tree.len());
    for node in view.tree.nodes() {
        let above = view.tree.parent(node).map_or(0, |parent| hashes[parent.index()]);
        // The classes of `body` name the page type on many sites; boilerplate is beyond that.
        let label = if node == view.tree.root() { 0 } else { view.label_hash(node) };
        hashes.push(step(above, label));
    }
    hashes
}

fn fold(hash: u64, text: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    std::hash::Hasher::write(&mut hasher, text.as_bytes());
    step(hash, std::hash::Hasher::finish(&hasher))
}

/// White space between words does not make a difference.
fn fold_words(hash: u64, text: &str) -> u64 {
    text.split_whitespace().fold(hash, fold)
}

/// As [`fold_words`], without the digits.
pub(crate) fn fold_letters(hash: u64, text: &str) -> u64 {
    let letters = text.split(|c: char| c.is_ascii_digit());
    letters.filter(|part| !part.is_empty()).fold(hash, fold_words)
}

/// As [`fold_letters`], with days in digits.
fn fold_letters_and_days(hash: u64, text: &str) -> u64 {
    let has_digit = |word: &str| word.bytes().any(|byte| byte.is_ascii_digit());
    text.split_whitespace().fold(hash, |hash, word| {
        if !has_digit(word) || is_day(word) { fold(hash, word) } else { fold_letters(hash, word) }
    })
}

/// Whether a word is a day in digits, whatever stands behind it: `02.07.2010`, `(2010-07-02)`.
fn is_day(word: &str) -> bool {
    let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
    let is_parted = |sign: char| {
        let mut lengths = word.split(sign).map(|part| {
            let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { part.len() } else { 0 }
        });
        let lengths = [lengths.next(), lengths.next(), lengths.next(), lengths.next()];
        matches!(
            lengths,
            [Some(1 | 2), Some(1 | 2), Some(2 | 4), None] | [Some(4), Some(2), Some(2), None]
        )
    };
    ['.', '/', '-'].into_iter().any(is_parted)
}

fn step(hash: u64, value: u64) -> u64 {
    let mixed = (hash.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_digits_are_told_from_other_numbers() {
        for day in ["02.07.2010", "(2/7/10)", "2010-07-02,"] {
            assert!(is_day(day), "{day}");
        }
        for other in ["0.034", "1.2.34.5", "3.10.2", "12/2010", "2010", "1,284", "a/b/cd", ""] {
            assert!(!is_day(other), "{other}");
        }
    }
}
