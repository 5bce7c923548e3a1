//! Who says what in lists of what people say, where nothing on the pages names it.

use super::fallback::{kind, placed};
use super::items::Items;
use super::knowledge::Knowledge;
use super::scoring::{Candidate, WEIGHTS};
use super::subject::{Subject, What};
use rustc_hash::FxHashSet;
use sitewrap_template::Share;
use sitewrap_terms::grammar::{is_nickname, is_person, name_of_form, stars};
use sitewrap_terms::words::lexicon::canonical;
use sitewrap_terms::words::singular;
use sitewrap_wrapper::NamedBy;

/// From how many stars on a rating is of the better half.
const MIDDLE: f64 = 3.0;

/// Fields of a record with their names so far.
type Wanted = [(usize, Vec<Candidate>)];

/// Names in items that people say, as far as nothing else does, who says it, what they say, and how many
/// stars they give. `list` is what the list is called.
pub(super) fn name_talk(items: &Items<'_>, list: &str, wanted: &mut Wanted) {
    if !is_talk(items, list, wanted) {
        return;
    }
    let says = ["body", "comment", "description", "excerpt", "review", "text"];
    if name_first(items, wanted, &["author", "name", "username"], are_persons) {
        name_first(items, wanted, &says, says_much);
    }
    name_first(items, wanted, &["rating"], are_stars);
}

/// Gives the first of these names to the first nameless field whose values may have it, unless a field has one
/// of them; tells whether it did.
fn name_first(
    items: &Items<'_>,
    wanted: &mut Wanted,
    names: &[&str],
    may_be: fn(&Subject, &Knowledge<'_>) -> bool,
) -> bool {
    let has_one = |of: &[Candidate]| of.first().is_some_and(|best| names.contains(&&*best.name));
    if wanted.iter().any(|(_, of)| has_one(of)) {
        return false;
    }
    let fits = |(at, of): &&mut (usize, Vec<Candidate>)| {
        is_nameless(of) && may_be(&items.collected.subjects[*at], items.known)
    };
    let Some((_, of)) = wanted.iter_mut().find(fits) else { return false };
    of.insert(0, placed(names[0].to_owned(), WEIGHTS.tag));
    true
}

/// Whether items are what people say: they are called so, or are running text of some time without a
/// heading and without a link to another page of the site.
fn is_talk(items: &Items<'_>, list: &str, wanted: &Wanted) -> bool {
    let subjects = || wanted.iter().map(|(at, _)| &items.collected.subjects[*at]);
    let one = singular(list);
    let last = one.rsplit('_').next().unwrap_or(&one);
    let is_called = matches!(canonical(last).unwrap_or(last), "comment" | "reply" | "review");
    let leads_on =
        |subject: &Subject| subject.is_link() && items.known.targets.contains_key(&subject.id);
    let is_dated = |subject: &Subject| name_of_form(&subject.values) == Some("date");
    subjects().any(|subject| says_much(subject, items.known))
        && (is_called
            || subjects().any(is_dated) && !items.is_headed() && !subjects().any(leads_on))
}

/// Whether a subject is a text as long as what people write.
fn says_much(subject: &Subject, known: &Knowledge<'_>) -> bool {
    let values = values(subject, known);
    let bytes: usize = values.iter().map(String::len).sum();
    subject.is_long()
        || !values.is_empty() && bytes >= known.parameters.written_bytes * values.len()
}

/// Whether nothing says what a subject is but its place.
fn is_nameless(names: &[Candidate]) -> bool {
    names.first().is_none_or(|best| best.by == NamedBy::Place || best.name == "number")
}

/// Whether the values of a text read as what people are called: most have capital letters, others are
/// nicknames, and there are always others.
fn are_persons(subject: &Subject, known: &Knowledge<'_>) -> bool {
    let values = values(subject, known);
    let share = |count: usize| Share::new(count, values.len(), known.parameters);
    let different: FxHashSet<&String> = values.iter().collect();
    let persons = values.iter().filter(|value| is_person(value)).count();
    let is_other = |value: &&String| !is_person(value) && is_nickname(value);
    let nicknames = values.iter().filter(is_other).count();
    kind(subject) == "text"
        && values.len() >= known.parameters.few
        && share(different.len()).is_at_least(known.parameters.some)
        && share(persons).is_most()
        && share(persons + nicknames).is_nearly_all()
}

/// Whether the values of a number read as stars of which there are parts, as means have: counts of one to
/// five of something else have none.
pub(super) fn are_half_stars(subject: &Subject, known: &Knowledge<'_>) -> bool {
    let has_parts = |value: &String| value.contains(['.', ',']);
    let some = values(subject, known);
    let parts = some.iter().filter(|value| has_parts(value)).count();
    Share::new(parts, some.len(), known.parameters).is_most() && are_stars(subject, known)
}

/// Whether the values of a number read as stars: most are of the better half, as ratings are.
fn are_stars(subject: &Subject, known: &Knowledge<'_>) -> bool {
    let values = values(subject, known);
    let stars: Vec<f64> = values.iter().filter_map(|value| stars(value)).collect();
    let different: FxHashSet<&String> = values.iter().collect();
    let good = stars.iter().filter(|stars| **stars >= MIDDLE).count();
    kind(subject) == "number"
        && values.len() >= known.parameters.few
        && stars.len() == values.len()
        && different.len() > 1
        && Share::new(good, stars.len(), known.parameters).is_most()
}

fn values(subject: &Subject, known: &Knowledge<'_>) -> Vec<String> {
    match subject.what {
        What::Text => known.columns.values(subject.id, known.parameters.sampled),
        _ => Vec::new(),
    }
}
