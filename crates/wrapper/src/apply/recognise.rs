//! How alike a node of a page and a node of a template are.

use crate::page::label::hash_text;
use crate::page::text::line;
use crate::page::view::{FeatureHash, FeatureSink, View, feature_hash, kind_weight, label_word};
use crate::parameters::book;
use crate::wrapper::template::{Content, Element, Matching};
use rustc_hash::FxHashSet;
use sitewrap_tree::{NodeId, Tag, html};
use std::hash::{Hash, Hasher};

/// The features of a page's node, as far as a vocabulary knows them.
#[derive(Clone, Debug)]
pub struct NodeFeatures {
    tag: Tag,
    /// By rising hash, each once, with its weight.
    features: Vec<(FeatureHash, f32)>,
    total: f32,
}

/// Features that wrappers know; others do not count for or against a node.
pub type Vocabulary = FxHashSet<FeatureHash>;

struct Collector<'v> {
    vocabulary: Option<&'v Vocabulary>,
    features: &'v mut Vec<(FeatureHash, f32)>,
}

impl FeatureSink for Collector<'_> {
    fn feature(&mut self, kind: char, hash: FeatureHash, _name: &dyn Fn() -> String) {
        if self.vocabulary.is_none_or(|known| known.contains(&hash)) {
            self.features.push((hash, kind_weight(kind)));
        }
    }
}

// A weight follows from its hash, and the total from the weights.
impl PartialEq for NodeFeatures {
    fn eq(&self, other: &Self) -> bool {
        let hashes = |(hash, _): &(FeatureHash, f32)| *hash;
        let own = self.features.iter().map(hashes);
        self.tag == other.tag && own.eq(other.features.iter().map(hashes))
    }
}

impl Eq for NodeFeatures {}

impl Hash for NodeFeatures {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tag.hash(state);
        self.features.iter().for_each(|(hash, _)| hash.hash(state));
    }
}

impl NodeFeatures {
    /// The features of a node; with a vocabulary, only those that it holds.
    pub fn of(view: &View<'_>, node: NodeId, vocabulary: Option<&Vocabulary>) -> Self {
        Self::collected(view, node, vocabulary, &mut Vec::new())
    }

    /// As [`NodeFeatures::of`], collected in a buffer that the next node can be collected in as well.
    pub(crate) fn collected(
        view: &View<'_>,
        node: NodeId,
        vocabulary: Option<&Vocabulary>,
        features: &mut Vec<(FeatureHash, f32)>,
    ) -> Self {
        features.clear();
        view.features(node, &mut Collector { vocabulary, features });
        features.sort_unstable_by_key(|(hash, _)| *hash);
        features.dedup_by_key(|(hash, _)| *hash);
        let total = features.iter().map(|(_, weight)| weight).sum();
        Self { tag: view.tree.tag(node).clone(), features: features.as_slice().to_vec(), total }
    }

    /// The tag of the node.
    pub fn tag(&self) -> &Tag {
        &self.tag
    }

    /// Features by rising hash, with weights.
    pub fn features(&self) -> &[(FeatureHash, f32)] {
        &self.features
    }
}

/// A template node made ready to recognise nodes of pages.
#[derive(Clone, Debug)]
pub(crate) struct Recogniser {
    tag: Tag,
    features: Vec<(FeatureHash, f32)>,
    total: f32,
    label_words: Vec<String>,
    /// Whether a header stands above some of the nodes.
    has_header: bool,
    /// The text that all nodes have, if they have one.
    says: Option<String>,
    matching: Matching,
    /// Whether texts stand here with nothing before them, and with nothing behind them.
    bare: [bool; 2],
    /// The features of what stands before texts.
    before: Vec<FeatureHash>,
    /// Whether any text may be one, if it is nothing else: a line of running text stands beside whatever it likes.
    takes_texts: bool,
}

impl Recogniser {
    /// Makes a template node ready.
    pub(crate) fn new(element: &Element, matching: Matching) -> Self {
        let mut features: Vec<(FeatureHash, f32)> = element
            .features
            .iter()
            .map(|feature| (feature_hash(&feature.name), feature.weight))
            .collect();
        features.sort_unstable_by_key(|(hash, _)| *hash);
        features.dedup_by_key(|(hash, _)| *hash);
        let total = features.iter().map(|(_, weight)| weight).sum();
        let side = |kind: char| element.features.iter().filter(move |f| f.name.starts_with(kind));
        // The weight of a neighbour is the share of the texts that have it.
        let bare = |kind| 1.0 - side(kind).map(|f| f.weight).sum::<f32>() >= book().rare_form;
        Self {
            bare: ['<', '+'].map(bare),
            before: side('<').map(|feature| feature_hash(&feature.name)).collect(),
            tag: Tag::new(&element.tag),
            features,
            total,
            label_words: element.label_words.iter().cloned().map(label_word).collect(),
            has_header: side('|').next().is_some(),
            says: match &element.content {
                Content::Fixed(text) if !element.through => Some(text.clone()),
                _ => None,
            },
            matching,
            takes_texts: false,
        }
    }

    /// Makes a paragraph of running text ready.
    pub(crate) fn paragraph(element: &Element, matching: Matching) -> Self {
        let takes_texts = element.tag == "#text";
        Self { takes_texts, ..Self::new(element, matching) }
    }

    /// Whether the words of a node count beside its features.
    pub(crate) fn asks_label(&self) -> bool {
        !self.label_words.is_empty()
    }

    /// Whether the text of a node counts beside its features.
    pub(crate) fn reads_texts(&self) -> bool {
        self.says.is_some()
    }

    /// Whether this is a cell of a table that only its place in the row tells from the others.
    pub(crate) fn is_bare_cell(&self) -> bool {
        html::is_cell(self.tag.as_str())
            && self.label_words.is_empty()
            && !self.has_header
            && self.matching == Matching::Features
    }

    /// The tag of the template node.
    pub(crate) fn tag(&self) -> &Tag {
        &self.tag
    }

    /// How alike template node and page node are, 0..=1: the weighted Dice coefficient of their
    /// features; 0 if the tag differs or label words are missing.
    pub(crate) fn similarity(&self, view: &View<'_>, node: NodeId, features: &NodeFeatures) -> f32 {
        if self.tag != features.tag {
            return 0.0;
        }
        if self.matching == Matching::Tags {
            return 1.0;
        }
        let mut similarity = dice(&self.features, self.total, &features.features, features.total);
        let parameters = book();
        if similarity < parameters.known_form
            && (self.is_known_form(features) || self.is_known_look(features))
        {
            similarity = parameters.known_form;
        }
        if self.takes_texts {
            similarity = similarity.max(parameters.least_similar);
        }
        if similarity < parameters.least_similar {
            return similarity;
        }
        if !self.has_label(view, node) {
            0.0
        } else if self.agrees(view, node) {
            similarity
        } else {
            (similarity * parameters.says_otherwise).max(parameters.least_similar)
        }
    }

    /// Whether a node says what all nodes of the template node do, as far as its text is read.
    fn agrees(&self, view: &View<'_>, node: NodeId) -> bool {
        let Some(text) = &self.says else { return true };
        if text.is_empty() || view.text_len(node) == 0 {
            return text.is_empty() && view.text_len(node) == 0;
        }
        // Templates keep the beginnings of texts.
        view.tree.subtree_len(node) > book().label_nodes || line(view.tree, node).starts_with(text)
    }

    /// Whether a text stands as some of the template's do: behind one of their neighbours and before
    /// one of them, in whichever share. An icon for `sold` is as good as the usual one for `in stock`.
    fn is_known_form(&self, features: &NodeFeatures) -> bool {
        if self.tag.as_str() != "#text" || self.total == 0.0 {
            return false;
        }
        let known = |hash: &FeatureHash| self.features.binary_search_by_key(hash, |f| f.0).is_ok();
        let mut stands = self.bare;
        for (hash, _) in &features.features {
            if !known(hash) {
                return false;
            }
            stands[usize::from(!self.before.contains(hash))] = true;
        }
        stands == [true; 2]
    }

    /// Whether an element is made as some of the template's are, in whichever share: a title without a link where most
    /// have one, a name with one where most have none, a picture with the class word that the first of each gallery
    /// has. One that nothing is known of is no such, but for pictures that some have so.
    fn is_known_look(&self, features: &NodeFeatures) -> bool {
        let known = |(hash, _): &(FeatureHash, f32)| {
            self.features.binary_search_by_key(hash, |f| f.0).is_ok()
        };
        let own = &features.features;
        let may_be_plain =
            || self.tag.as_str() == "img" && self.features.iter().all(|(_, share)| *share < 1.0);
        (!own.is_empty() || may_be_plain()) && own.iter().all(known)
    }

    fn has_label(&self, view: &View<'_>, node: NodeId) -> bool {
        if !self.asks_label() {
            return true;
        }
        let words = view.label_words(node);
        self.label_words.iter().all(|label| words.contains(label))
    }
}

/// Equal for nodes between which their texts make no difference to a template node.
pub(crate) fn said(view: &View<'_>, node: NodeId) -> u64 {
    match view.text_len(node) {
        0 => 0,
        _ if view.tree.subtree_len(node) > book().label_nodes => 1,
        _ => hash_text(&line(view.tree, node)),
    }
}

/// Weighted Dice coefficient of two feature lists by rising hash; 1 for two empty lists.
pub fn dice(a: &[(FeatureHash, f32)], a_total: f32, b: &[(FeatureHash, f32)], b_total: f32) -> f32 {
    if a_total + b_total <= 0.0 {
        return 1.0;
    }
    let (mut i, mut j, mut common) = (0, 0, 0.0);
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common += a[i].1.min(b[j].1);
                i += 1;
                j += 1;
            }
        }
    }
    2.0 * common / (a_total + b_total)
}
