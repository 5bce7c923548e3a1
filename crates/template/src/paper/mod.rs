//! Induction as in Qiu, Yang, Zeng, *Automatic Web information extraction based on web page
//! clustering*, 2011: one page grows into the template of all.
//!
//! The template starts as the page that is most like the others. The other pages, most nodes first,
//! are mapped to it one after another (restricted top-down mapping of tags); what a page has and
//! the template lacks is inserted. Then each node is judged by the pages that have it, and each
//! text and link by the values it took.
//!
//! Where the paper is silent: `href` and `src` are the attributes that are judged (links and
//! pictures, beside text); a text found on one page alone is content; nodes found on fewer than one
//! page in fifty, as rare as a page that may lack a required node, are left out at the end.

pub(crate) mod growth;

use crate::corpus::{Corpus, Instance};
use crate::features::features;
use crate::paper::growth::{GrowingNode, Growth};
use crate::text::pattern::{field_with_examples, fixed};
use rustc_hash::FxHashMap;
use sitewrap_distance::{Budget, Forest, Params, matrix};
use sitewrap_wrapper::{
    AttrField, Content, Element, Feature, Matching, Presence, Template, TemplateNode, TextPattern,
    collapse,
};
use std::cmp::Reverse;

/// Work for the similarities of a cluster, about a nanosecond a unit: all together, for one pair,
/// and what any pair may take. Pairs that would take more count with an upper bound. Exact for
/// clusters of 240 pages of some 500 nodes.
const SIMILARITY_WORK: Budget = Budget { matrix: 1 << 29, pair: 1 << 23, small: 1 << 15 };

/// The template of a cluster of pages, its fields without names; see [`with_texts_lifted`].
///
/// # Complexity
/// The similarities take time that grows as the square of the number of pages; the template grows
/// in one mapping a page. Both are bounded, and so is the template.
pub(crate) fn template(corpus: &Corpus<'_>) -> Template {
    let order = order(corpus);
    let mut growth = Growth::new(order[0], corpus.tree(order[0]));
    for &page in &order[1..] {
        growth.add(page, corpus.tree(page));
    }
    let judge = Judge { corpus, growth: &growth };
    let root = judge.element(growth.node(0), corpus.len());
    Template { root, matching: Matching::Tags, nested: Vec::new(), opened: Vec::new() }
}

/// The order in which pages are taken: the initial template, then by falling number of nodes. Pages
/// of equal size are ordered by what is on them, so that the order in which they came is no matter.
fn order(corpus: &Corpus<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..corpus.len()).collect();
    order.sort_by_key(|&page| {
        let tree = corpus.tree(page);
        (Reverse(tree.len()), corpus.content((page, tree.root())), corpus.url(page))
    });
    let medoid = medoid(corpus, &order);
    order[..=medoid].rotate_right(1);
    order
}

/// The place in `order` of the page with the greatest sum of similarities to the others (5).
fn medoid(corpus: &Corpus<'_>, order: &[usize]) -> usize {
    let trees: Vec<_> = order.iter().map(|&page| corpus.tree(page)).collect();
    let params = Params { budget: SIMILARITY_WORK, ..Params::default() };
    let similarities = matrix(&Forest::new(&trees), &params).matrix;
    let sum = |i: usize| (0..order.len()).map(|j| f64::from(similarities.get(i, j))).sum::<f64>();
    let sums: Vec<f64> = (0..order.len()).map(sum).collect();
    let mut best = 0;
    for (at, sum) in sums.iter().enumerate() {
        if *sum > sums[best] {
            best = at;
        }
    }
    best
}

/// Says by its statistics what each node of a grown template is.
struct Judge<'a, 't> {
    corpus: &'a Corpus<'t>,
    growth: &'a Growth,
}

impl Judge<'_, '_> {
    fn element(&self, node: &GrowingNode, of: usize) -> Element {
        let instances = node.instances();
        let first = instances[0];
        let seen = instances.len();
        let is_text = self.corpus.tree(first.0).is_text(first.1);
        Element {
            tag: self.corpus.tag(first).to_owned(),
            features: if is_text { Vec::new() } else { self.names(&instances) },
            label_words: Vec::new(),
            through: false,
            presence: Presence::new(seen as u32, of as u32),
            attrs: self.attrs(&instances),
            content: if is_text { self.text(&instances) } else { self.children(node) },
        }
    }

    fn children(&self, node: &GrowingNode) -> Content {
        if node.children.is_empty() {
            return Content::Fixed(String::new());
        }
        let is_common =
            |child: &&GrowingNode| !self.corpus.share(child.count(), self.corpus.len()).is_chance();
        let common = node.children.iter().map(|&child| self.growth.node(child)).filter(is_common);
        // Counted first, so that no room for more is kept in each of thousands of lists.
        let common: Vec<&GrowingNode> = common.collect();
        let element = |child| TemplateNode::Element(self.element(child, node.count()));
        Content::Children(common.into_iter().map(element).collect())
    }

    fn text(&self, instances: &[Instance]) -> Content {
        let lines: Vec<String> =
            instances.iter().map(|&instance| self.corpus.line(instance)).collect();
        if is_template(self.corpus, &lines) {
            return fixed(self.corpus, instances[0]);
        }
        let filled = lines.iter().map(String::as_str).filter(|line| !line.is_empty());
        Content::Text(TextPattern {
            whole: Some(field_with_examples(filled, self.corpus.parameters())),
            ..TextPattern::default()
        })
    }

    fn attrs(&self, instances: &[Instance]) -> Vec<AttrField> {
        let field = |name: &&str| {
            let value = |&(page, node): &Instance| self.corpus.tree(page).attr(node, name);
            let values: Vec<String> = instances.iter().filter_map(value).map(collapse).collect();
            (!values.is_empty() && !is_template(self.corpus, &values)).then(|| AttrField {
                attr: (*name).to_owned(),
                words: Vec::new(),
                field: field_with_examples(
                    values.iter().map(String::as_str),
                    self.corpus.parameters(),
                ),
            })
        };
        ["href", "src"].iter().filter_map(field).collect()
    }

    /// Classes, ids and the like of a node: the paper does not match by them, but people know a
    /// node by them.
    fn names(&self, instances: &[Instance]) -> Vec<Feature> {
        let count = instances.len().min(self.corpus.parameters().sampled);
        let drawn: Vec<Instance> =
            (0..count).map(|at| instances[at * instances.len() / count]).collect();
        let mut features = features(self.corpus, &drawn);
        features.retain(|feature| feature.name.starts_with(['.', '#', '@']));
        features
    }
}

/// Whether (almost) all pages have the same value; one page alone proves nothing.
fn is_template(corpus: &Corpus<'_>, values: &[String]) -> bool {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let most = counts.values().copied().max().unwrap_or(0);
    most > 1 && corpus.share(most, values.len()).is_all_but_chance()
}

/// Names the fields by `name`. A text that is alone in its element is named as the element's own.
pub fn with_texts_lifted(template: &mut Template, name: impl FnOnce(&mut Template)) {
    let mut texts = Vec::new();
    lift_texts(&mut template.root, &mut texts);
    name(template);
    lower_texts(&mut template.root, &mut texts.into_iter());
}

/// Makes the only text of each element the element's own content. Gives to `texts`, in document
/// order, the text node of each element, or that it has none of its own.
fn lift_texts(element: &mut Element, texts: &mut Vec<Option<Element>>) {
    let Content::Children(children) = &mut element.content else {
        texts.push(None);
        return;
    };
    if let [TemplateNode::Element(only)] = &mut children[..]
        && only.tag == "#text"
    {
        let content = std::mem::replace(&mut only.content, Content::Ignored);
        texts.push(Some(only.clone()));
        element.content = content;
        return;
    }
    texts.push(None);
    for child in children {
        if let TemplateNode::Element(child) = child {
            lift_texts(child, texts);
        }
    }
}

/// Undoes [`lift_texts`].
fn lower_texts(element: &mut Element, texts: &mut impl Iterator<Item = Option<Element>>) {
    if let Some(mut text) = texts.next().flatten() {
        text.content = std::mem::replace(&mut element.content, Content::Ignored);
        element.content = Content::Children(vec![TemplateNode::Element(text)]);
    } else if let Content::Children(children) = &mut element.content {
        for child in children {
            if let TemplateNode::Element(child) = child {
                lower_texts(child, texts);
            }
        }
    }
}
