//! One thing has one name on the whole site: what the same markup is called on other page types.
//!
//! Two kinds of list pages show their items in one markup. What speaks for a name on the one speaks
//! for it on the other, however little the other says itself. So the evidence of all page types for
//! fields in one markup is pooled.

use super::collect::Collected;
use super::knowledge::Knowledge;
use super::scoring::Candidate;
use super::subject::{Label, Subject, What};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The markup of a field in that of the lists around it; fields with the same are one thing.
type Markup = u64;

/// A field of a page type, with what speaks for its names there.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    markup: Markup,
    /// The number of the field.
    id: usize,
    /// The type of the pages that it leads to.
    target: Option<String>,
    names: Vec<Candidate>,
    /// Whether it is a field of the items of a list.
    in_item: bool,
}

/// What speaks for the names of the fields of a page type; `wanted` and `targets` are by subject.
pub(super) fn uses(
    collected: &Collected,
    wanted: &[Vec<Candidate>],
    targets: &FxHashMap<usize, String>,
) -> Vec<Use> {
    let marked = markups(collected).into_iter().enumerate();
    let marked = marked.filter_map(|(at, markup)| Some((at, markup?)));
    let of = |(at, markup): (usize, Markup)| Use {
        markup,
        id: collected.subjects[at].id,
        target: targets.get(&at).cloned(),
        names: wanted[at].clone(),
        in_item: collected.subjects[at].place.in_item,
    };
    marked.map(of).collect()
}

/// Tells each page type what speaks on the others for the names of fields in the same markup, and for fields
/// of items what is known of these from the items' pages; `uses` are parallel to `known`.
pub(crate) fn share_uses(known: &mut [Knowledge<'_>], uses: &[&[Use]]) {
    let told: Vec<_> = known.iter().map(|known| known.across.clone()).collect();
    let mut by_markup: FxHashMap<Markup, Vec<(usize, &Use)>> = FxHashMap::default();
    for (kind, of_kind) in uses.iter().enumerate() {
        for of in *of_kind {
            by_markup.entry(of.markup).or_default().push((kind, of));
        }
    }
    for alike in by_markup.values().filter(|alike| alike.len() > 1 && leads_to_one(alike)) {
        for (kind, own) in alike {
            let across = known[*kind].across.entry(own.id).or_default();
            for (of, other) in alike.iter().filter(|(of, _)| of != kind) {
                across.push(other.names.clone());
                // What a page says of another one is called otherwise than there: the `product` of a review.
                let told = told[*of].get(&other.id).filter(|_| own.in_item && other.in_item);
                across.extend(told.into_iter().flatten().cloned());
            }
        }
    }
}

/// Whether fields may be one thing: products here and sponsors there stand in the markup of all lists of
/// the site.
fn leads_to_one(alike: &[(usize, &Use)]) -> bool {
    let mut targets = alike.iter().filter_map(|(_, of)| of.target.as_ref());
    let first = targets.next();
    targets.all(|target| Some(target) == first)
}

/// The markup of each field that has some to tell it from all others of its record.
fn markups(collected: &Collected) -> Vec<Option<Markup>> {
    let mut markups: Vec<Option<Markup>> = vec![None; collected.subjects.len()];
    for scope in &collected.scopes {
        // The scope of a list comes after the one that the list stands in.
        let around = match scope.list {
            Some(list) => markups[list],
            None => Some(0),
        };
        let Some(around) = around else { continue };
        let mut counts: FxHashMap<Markup, usize> = FxHashMap::default();
        for &at in &scope.subjects {
            markups[at] = markup(&collected.subjects[at], around);
            if let Some(markup) = markups[at] {
                *counts.entry(markup).or_default() += 1;
            }
        }
        for &at in &scope.subjects {
            markups[at] = markups[at].filter(|markup| counts[markup] == 1);
        }
    }
    markups
}

/// The markup of a field in a record with the markup `around`. What is about another field, or part of
/// its text, is called after that one.
fn markup(subject: &Subject, around: Markup) -> Option<Markup> {
    let what = match &subject.what {
        What::Text => "text",
        What::Prose => "prose",
        What::Map => "map",
        What::List(..) => "list",
        What::ClassWords => "class",
        What::Attr(attr) => attr.as_str(),
        What::Part(_) | What::About(..) | What::Lead => return None,
    };
    let label = subject.label.as_ref().filter(|label| label.is_marked);
    let label = label.map(|Label { text, .. }| text);
    let block = subject.place.blocks.last();
    let tells = !subject.classes.is_empty() || label.is_some() || block.is_some();
    let mut hasher = FxHasher::default();
    let step = subject.place.step;
    (around, what, &subject.tag, &subject.holders, &subject.classes, label, block, step)
        .hash(&mut hasher);
    tells.then(|| hasher.finish())
}
