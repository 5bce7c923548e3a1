//! From signs to scores.

use crate::book::Weights;
use crate::readings::Sample;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_naming::told_by_order;
use sitewrap_values::ValueSource;
use sitewrap_wrapper::{FieldPlace, NamedBy, Quality, Sign, Wrapper};
use std::collections::BTreeMap;

/// What was found out about a wrapper and its fields, these by their places.
pub(super) struct Evidence<'a> {
    pub(super) sample: &'a Sample,
    pub(super) stable: Option<FxHashMap<usize, f32>>,
    pub(super) found: Option<f32>,
    pub(super) apart: Option<f32>,
}

/// Scores a wrapper and its fields.
pub(super) fn give_scores(wrapper: &mut Wrapper, evidence: &Evidence<'_>, weights: &Weights) {
    let places = wrapper.template.field_places();
    let exponent = weights.sign_weight;
    let scores: Vec<Option<Quality>> = places
        .iter()
        .enumerate()
        .map(|(at, place)| Some(quality(of_field(at, place, evidence, weights)?, |_| exponent)))
        .collect();
    let core: Vec<usize> = (0..places.len())
        .filter(|&at| places[at].path.iter().all(|field| field.is_core()) && scores[at].is_some())
        .collect();
    let signs = of_wrapper(&places, &core, evidence);
    let is_empty = core.is_empty();
    for (mut field, quality) in wrapper.template.fields_mut().into_iter().zip(scores) {
        field.field().quality = quality;
    }
    let exponent = |sign| match sign {
        Sign::Distinct => weights.distinct_weight,
        _ => weights.sign_weight,
    };
    let quality = quality(signs, exponent);
    let score = if is_empty { 0.0 } else { quality.score };
    wrapper.quality = Some(Quality { score, ..quality });
}

/// The signs of a field; `None` for lists and for what has no value on the pages looked at.
fn of_field(
    at: usize,
    place: &FieldPlace<'_>,
    evidence: &Evidence<'_>,
    weights: &Weights,
) -> Option<BTreeMap<Sign, f32>> {
    if matches!(place.source, ValueSource::List) || evidence.sample.table.of(at).next().is_none() {
        return None;
    }
    let field = place.field();
    let unnamed = place.path.iter().filter(|field| field.named_by == NamedBy::Place).count();
    let signs = [
        (Sign::HeldOut, evidence.stable.as_ref().and_then(|stable| stable.get(&at)).copied()),
        (Sign::Filled, Some(field.filled.share() as f32)),
        (Sign::Named, Some(weights.unnamed.powi(unnamed as i32))),
        (Sign::Apart, evidence.apart),
    ];
    Some(signs.into_iter().filter_map(|(sign, value)| Some((sign, value?))).collect())
}

/// The signs of a wrapper; `core` are the places of its core fields.
fn of_wrapper(
    places: &[FieldPlace<'_>],
    core: &[usize],
    evidence: &Evidence<'_>,
) -> BTreeMap<Sign, f32> {
    let share = |part: usize, whole: usize| (whole > 0).then(|| part as f32 / whole as f32);
    let stable = evidence.stable.as_ref().and_then(|stable| {
        let known: Vec<f32> = core.iter().filter_map(|at| stable.get(at)).copied().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f32>() / known.len() as f32)
    });
    let names: FxHashSet<String> = places.iter().map(FieldPlace::dotted).collect();
    let distinct = core.iter().filter(|&&at| is_distinct(&places[at], &names)).count();
    let signs = [
        (Sign::HeldOut, stable),
        (Sign::Distinct, share(distinct, core.len())),
        (Sign::Witness, evidence.found),
        (Sign::Recorded, share(evidence.sample.recorded, evidence.sample.held_out.pages().len())),
        (Sign::Apart, evidence.apart),
    ];
    signs.into_iter().filter_map(|(sign, value)| Some((sign, value?))).collect()
}

/// Whether something tells a field from the others of its record, beside what it comes after.
fn is_distinct(place: &FieldPlace<'_>, names: &FxHashSet<String>) -> bool {
    let dotted = place.dotted();
    let (level, name) =
        dotted.rsplit_once('.').map_or(("", &*dotted), |(level, name)| (level, name));
    let other = told_by_order(name).map(|other| match level {
        "" => other.to_owned(),
        level => format!("{level}.{other}"),
    });
    other.is_none_or(|other| !names.contains(&other))
}

/// The product of the signs' powers.
fn quality(signs: BTreeMap<Sign, f32>, exponent: impl Fn(Sign) -> f32) -> Quality {
    let score = signs.iter().map(|(sign, value)| value.powf(exponent(*sign))).product();
    let signs = signs.into_iter().map(|(sign, value)| (sign, rounded(value))).collect();
    Quality { score: rounded(score), signs }
}

/// Three decimals say all that there is to say.
fn rounded(value: f32) -> f32 {
    (value * 1e3).round() / 1e3
}
