//! What a field or page type is found again by in wrappers that were induced anew.

use crate::parameters::book;
use crate::wrapper::fields::{FieldPlace, firsts};
use crate::wrapper::template::{Element, Template};
use crate::wrapper::{Signature, Wrapper};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sitewrap_values::{ValueSource, ValueType};

/// What a field is found again by: where it stands, what it was called, what its values are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FieldAnchor {
    /// Names that induction gave: of the lists that the field is in, and its own.
    pub(super) path: Vec<String>,
    /// What of the node the values are: `text`, `part 1`, `@href`, `list`, …
    source: String,
    value_type: ValueType,
    examples: Vec<String>,
    /// Elements from the node upwards.
    steps: Vec<Step>,
}

/// An element on the way to a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Step {
    tag: String,
    /// Features, by name.
    features: Vec<(String, f32)>,
    labels: Vec<String>,
}

/// The anchors of a template's fields, in its order.
pub(super) fn anchors(template: &Template) -> Vec<FieldAnchor> {
    template.field_places().iter().map(FieldAnchor::of).collect()
}

/// For each field, the first one with its name in its record: itself, or the same field at another place.
pub(super) fn first_anchors(anchors: &[FieldAnchor]) -> Vec<usize> {
    let has_name = |anchor: &&FieldAnchor| anchor.path.last().is_some_and(|name| !name.is_empty());
    firsts(anchors.iter().map(|anchor| Some(anchor).filter(has_name).map(|anchor| &anchor.path)))
}

impl FieldAnchor {
    fn of(place: &FieldPlace<'_>) -> Self {
        let source = match (place.source, place.part) {
            (ValueSource::Text, Some(part)) => format!("part {part}"),
            // Running text is one text on one page and several paragraphs on the next.
            (ValueSource::Text | ValueSource::Prose, _) => "text".to_owned(),
            (ValueSource::Lead, _) => "lead".to_owned(),
            (ValueSource::List, _) => "list".to_owned(),
            (ValueSource::Map, _) => "map".to_owned(),
            (ValueSource::ClassWord, _) => ".".to_owned(),
            (ValueSource::Attr { attr, .. }, _) => format!("@{attr}"),
        };
        let field = place.field();
        Self {
            path: place.path.iter().map(|field| field.name.clone()).collect(),
            source,
            value_type: field.format.value_type,
            examples: field.examples.clone(),
            steps: place
                .elements
                .iter()
                .rev()
                .take(book().anchor_features)
                .map(|e| Step::of(e))
                .collect(),
        }
    }

    /// The name that induction gave, with those of the lists: `reviews.author`.
    pub(super) fn dotted(&self) -> String {
        self.path.join(".")
    }

    /// How alike two fields are, 0..=1; 0 for those that cannot be one.
    fn similarity(&self, other: &Self) -> f64 {
        if self.source != other.source || self.path.len() != other.path.len() {
            return 0.0;
        }
        let is = |same: bool| f64::from(u8::from(same));
        let shared = self.examples.iter().filter(|e| other.examples.contains(e)).count();
        let fewer = self.examples.len().min(other.examples.len()).max(1);
        let examples = shared as f64 / fewer as f64;
        0.6 * place_similarity(&self.steps, &other.steps)
            + 0.15 * is(self.path == other.path)
            + 0.15 * examples.min(1.0)
            + 0.1 * is(self.value_type == other.value_type)
    }
}

impl Step {
    fn of(element: &Element) -> Self {
        let mut features: Vec<(String, f32)> =
            element.features.iter().map(|f| (f.name.clone(), f.weight)).collect();
        features.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        features.truncate(book().anchor_features);
        features.sort_by(|a, b| a.0.cmp(&b.0));
        Self { tag: element.tag.clone(), features, labels: element.label_words.clone() }
    }

    /// Elements of one tag share at least a third; the rest is the Dice coefficient of their
    /// features.
    fn similarity(&self, other: &Self) -> f64 {
        if self.tag != other.tag || self.labels != other.labels {
            return 0.0;
        }
        let total = |step: &Self| step.features.iter().map(|(_, weight)| weight).sum::<f32>();
        let all = total(self) + total(other);
        if all <= 0.0 {
            return 1.0;
        }
        let weight = |name: &str| {
            let at = other.features.binary_search_by(|(known, _)| known.as_str().cmp(name));
            at.map_or(0.0, |at| other.features[at].1)
        };
        let common: f32 = self.features.iter().map(|(name, own)| own.min(weight(name))).sum();
        (1.0 + 2.0 * f64::from(2.0 * common / all)) / 3.0
    }
}

/// How alike two ways to fields are: elements are mapped in their order, from the node upwards, so
/// that one more wrapper on the way costs little.
fn place_similarity(a: &[Step], b: &[Step]) -> f64 {
    let weight = |at: usize| book().anchor_decay.powi(at as i32);
    let mut best = vec![0.0f64; b.len() + 1];
    for (i, step) in a.iter().enumerate() {
        let mut diagonal = 0.0;
        for (j, other) in b.iter().enumerate() {
            let mapped = diagonal + step.similarity(other) * (weight(i) + weight(j)) / 2.0;
            diagonal = best[j + 1];
            best[j + 1] = mapped.max(best[j]).max(best[j + 1]);
        }
    }
    let total = |steps: usize| (0..steps).map(weight).sum::<f64>();
    let all = total(a.len()) + total(b.len());
    if all == 0.0 { 1.0 } else { 2.0 * best[b.len()] / all }
}

/// For each old field the new one that it is, if it is still there. All fields take part, edited
/// or not, so that none is taken for a neighbour that has gone.
pub(super) fn match_fields(old: &[FieldAnchor], new: &[FieldAnchor]) -> Vec<Option<usize>> {
    if old == new {
        return (0..old.len()).map(Some).collect();
    }
    one_to_one(old.len(), new.len(), book().anchor_field, |i, j| old[i].similarity(&new[j]))
}

/// Pairs by falling similarity, each old and each new one once.
fn one_to_one(
    old: usize,
    new: usize,
    least: f64,
    similarity: impl Fn(usize, usize) -> f64,
) -> Vec<Option<usize>> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for i in 0..old {
        pairs.extend((0..new).map(|j| (similarity(i, j), i, j)).filter(|pair| pair.0 >= least));
    }
    // Of equals, those whose places in the template are nearest.
    pairs.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then(a.1.abs_diff(a.2).cmp(&b.1.abs_diff(b.2)))
            .then((a.1, a.2).cmp(&(b.1, b.2)))
    });
    let mut found = vec![None; old];
    let mut taken = vec![false; new];
    for (_, i, j) in pairs {
        if found[i].is_none() && !taken[j] {
            found[i] = Some(j);
            taken[j] = true;
        }
    }
    found
}

/// For each old page type, by its name and signature, the wrapper that is of the same type now.
pub(super) fn match_types(old: &[(&str, &Signature)], wrappers: &[Wrapper]) -> Vec<Option<usize>> {
    let weights = weights(wrappers);
    one_to_one(old.len(), wrappers.len(), book().anchor_field, |i, j| {
        let (name, signature) = old[i];
        let same_name = if name == wrappers[j].page_type { 0.25 } else { 0.0 };
        signature_similarity(signature, &wrappers[j].signature, &weights) + same_name
    })
}

/// Weight of a path: how much it tells a type from the others.
fn weights(wrappers: &[Wrapper]) -> FxHashMap<u64, f64> {
    let mut shares: FxHashMap<u64, (f64, f64)> = FxHashMap::default();
    for (path, share) in wrappers.iter().flat_map(|wrapper| &wrapper.signature.paths) {
        let (most, sum) = shares.entry(*path).or_default();
        *most = most.max(f64::from(*share));
        *sum += f64::from(*share);
    }
    let count = wrappers.len().max(1) as f64;
    shares.into_iter().map(|(path, (most, sum))| (path, most - sum / count + 0.1)).collect()
}

fn signature_similarity(a: &Signature, b: &Signature, weights: &FxHashMap<u64, f64>) -> f64 {
    let weight = |path: u64| weights.get(&path).copied().unwrap_or(1.0);
    let total = |signature: &Signature| -> f64 {
        signature.paths.iter().map(|(path, share)| f64::from(*share) * weight(*path)).sum()
    };
    let all = total(a) + total(b);
    let common: f64 = a
        .paths
        .iter()
        .filter_map(|(path, share)| {
            let at = b.paths.binary_search_by_key(path, |(known, _)| *known).ok()?;
            Some(f64::from(share.min(b.paths[at].1)) * weight(*path))
        })
        .sum();
    if all > 0.0 { 2.0 * common / all } else { 0.0 }
}
