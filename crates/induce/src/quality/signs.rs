//! From signs to scores.

use super::{Applied, Weights};
use crate::data::Agreement;
use rustc_hash::FxHashMap;
use sitewrap_extract::types::ValueSource;
use sitewrap_extract::{Content, Element, FieldPlace, Part, Quality, Sign, TextPattern, Wrapper};
use std::collections::BTreeMap;

/// What was found out about a wrapper and its fields, these by their places.
pub(super) struct Evidence<'a> {
    pub(super) applied: &'a Applied,
    pub(super) stable: Option<FxHashMap<usize, f32>>,
    pub(super) found: Option<f32>,
    pub(super) apart: Option<f32>,
    pub(super) agreements: &'a FxHashMap<usize, Vec<Agreement>>,
    pub(super) listed: FxHashMap<usize, f32>,
}

/// Scores a wrapper and its fields.
pub(super) fn give_scores(wrapper: &mut Wrapper, evidence: &Evidence<'_>, weights: &Weights) {
    let places = wrapper.template.field_places();
    let scores: Vec<Option<Quality>> = places
        .iter()
        .enumerate()
        .map(|(at, place)| of_field(at, place, evidence, weights))
        .collect();
    let is_core: Vec<bool> =
        places.iter().map(|place| place.path.iter().all(|field| field.is_core())).collect();
    let counted: Vec<f32> = scores
        .iter()
        .zip(&is_core)
        .filter(|(_, is_core)| **is_core)
        .filter_map(|(quality, _)| Some(quality.as_ref()?.score))
        .collect();
    let fields = is_core.len();
    let core = is_core.iter().filter(|is_core| **is_core).count();
    for (mut field, quality) in wrapper.template.fields_mut().into_iter().zip(scores) {
        field.field().quality = quality;
    }
    let Applied { text, satisfied, pages, .. } = evidence.applied;
    let share = |part: usize, whole: usize| (whole > 0).then(|| part as f32 / whole as f32);
    let signs: BTreeMap<Sign, f32> = [
        (Sign::Halves, evidence.stable.as_ref().and_then(|stable| mean(stable.values().copied()))),
        (Sign::Witness, evidence.found),
        (Sign::Plain, share(text.told - text.swallowed.min(text.told), text.told)),
        (Sign::Told, share(text.told, text.told + text.passed + text.lost)),
        (Sign::Satisfied, share(*satisfied, pages.len())),
        (Sign::Core, share(core, fields)),
        (Sign::Apart, evidence.apart),
    ]
    .into_iter()
    .filter_map(|(sign, value)| Some((sign, value?)))
    .collect();
    let of_fields = mean(counted.into_iter()).unwrap_or(0.0);
    let w = &weights.wrapper;
    let exponent = |sign| match sign {
        Sign::Witness => w.witness,
        Sign::Plain => w.plain,
        Sign::Told => w.told,
        Sign::Satisfied => w.satisfied,
        Sign::Core => w.core,
        Sign::Apart => w.apart,
        _ => 0.0,
    };
    let score = of_fields * product(&signs, exponent, weights.floor);
    wrapper.quality = Some(Quality {
        score: rounded(score),
        signs: signs.into_iter().map(|(sign, value)| (sign, rounded(value))).collect(),
    });
}

fn of_field(
    at: usize,
    place: &FieldPlace<'_>,
    evidence: &Evidence<'_>,
    weights: &Weights,
) -> Option<Quality> {
    if matches!(place.source, ValueSource::List) {
        return None;
    }
    let field = place.field();
    evidence.applied.table.values(at).next()?;
    let mut signs = BTreeMap::new();
    if let Some(stable) = evidence.stable.as_ref().and_then(|stable| stable.get(&at)) {
        signs.insert(Sign::Halves, *stable);
    }
    if let Some(best) = evidence.agreements.get(&at).and_then(|all| all.first()) {
        signs.insert(Sign::Witness, best.share as f32);
    }
    if let Some(share) = evidence.listed.get(&at) {
        signs.insert(Sign::Listed, *share);
    }
    if !field.format.is_text() {
        signs.insert(Sign::Alike, field.fitting.share() as f32);
    }
    signs.insert(Sign::Filled, field.filled.share() as f32);
    if let Some(pattern) = place.elements.last().and_then(|element| pattern_of(element)) {
        signs.insert(Sign::Uncut, f32::from(u8::from(!is_cut(pattern, place.part))));
    }
    let w = &weights.field;
    let exponent = |sign| match sign {
        Sign::Halves => w.halves,
        Sign::Alike => w.alike,
        Sign::Filled => w.filled,
        Sign::Uncut => w.uncut,
        _ => 0.0,
    };
    let witness = [Sign::Witness, Sign::Listed]
        .iter()
        .filter_map(|sign| signs.get(sign))
        .copied()
        .fold(0.0, f32::max);
    let plain = product(&signs, exponent, weights.floor);
    let score = 1.0 - (1.0 - plain) * (1.0 - w.witness * witness);
    let signs = signs.into_iter().map(|(sign, value)| (sign, rounded(value))).collect();
    Some(Quality { score: rounded(score), signs })
}

/// The product of the signs' powers; no sign counts as less than `floor`.
fn product(signs: &BTreeMap<Sign, f32>, exponent: impl Fn(Sign) -> f32, floor: f32) -> f32 {
    signs.iter().map(|(sign, value)| value.max(floor).powf(exponent(*sign))).product()
}

fn mean(values: impl Iterator<Item = f32>) -> Option<f32> {
    // In rising order, so that sums do not hang on the order of a hash map.
    let mut values: Vec<f32> = values.collect();
    values.sort_unstable_by(f32::total_cmp);
    (!values.is_empty()).then(|| values.iter().sum::<f32>() / values.len() as f32)
}

fn pattern_of(element: &Element) -> Option<&TextPattern> {
    if let Content::Text(pattern) = &element.content { Some(pattern) } else { None }
}

/// Whether a varying part stands next to a fixed one with nothing between that ends a label.
fn is_cut(pattern: &TextPattern, part: Option<usize>) -> bool {
    let Some(part) = part else { return false };
    let at = pattern.parts.iter().enumerate().filter(|(_, part)| part.field().is_some()).nth(part);
    let Some((at, _)) = at else { return false };
    let fixed = |at: Option<usize>| match pattern.parts.get(at?) {
        Some(Part::Fixed(text)) => Some(text.trim()),
        _ => None,
    };
    let before = fixed(at.checked_sub(1)).is_some_and(|text| text.ends_with(char::is_alphanumeric));
    let after = fixed(Some(at + 1)).is_some_and(|text| text.starts_with(char::is_alphanumeric));
    before || after
}

/// Three decimals say all that there is to say.
fn rounded(value: f32) -> f32 {
    (value * 1e3).round() / 1e3
}
