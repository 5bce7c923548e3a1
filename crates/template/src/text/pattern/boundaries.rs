//! Where the values in texts begin and end: at labels, and where what is left is a value by its form.

use crate::parameters::Parameters;
use crate::share::Share;
use rustc_hash::FxHashSet;
use sitewrap_terms::grammar::{is_amount, is_number};
use sitewrap_terms::words::lexicon::{COLONS, Role, canonical, is};
use sitewrap_values::{Format, ValueType, is_month, is_weekday};
use sitewrap_wrapper::{Field, Part, cut};
use std::iter;

/// The words in front of dates that say nothing of the day (`Posted on`), if (almost) all texts are
/// dates behind as many of the shared words as need be: `4 May 2024 at 8:31 am` is one value, not a
/// day and a time with a word between them. The month that all of a few dates share is no such word,
/// nor is a day of the week.
pub(super) fn lead_of_dates<'t>(
    start: &'t str,
    texts: &[&str],
    parameters: &Parameters,
) -> Option<&'t str> {
    let date = Format::of(ValueType::DateTime);
    let days = |lead: &str| {
        let day = |text: &&str| date.read(text.strip_prefix(lead)?.trim(), "");
        // Behind the words alone the day may stand in an element of its own.
        let days: Vec<_> = texts.iter().filter(|text| **text != lead).map(day).collect();
        let is_half = Share::new(days.len(), texts.len(), parameters).is_half();
        let share = Share::new(days.iter().flatten().count(), days.len(), parameters);
        (is_half && share.is_all_but_chance()).then_some(days)
    };
    let ends = start.match_indices(' ').map(|(at, _)| at).chain([start.len()]);
    let leads = iter::once("").chain(ends.map(|end| &start[..end]));
    let mut read = leads.skip_while(|lead| days(lead).is_none());
    let shortest = read.next()?;
    let said = days(shortest);
    let is_day = |lead: &&str| {
        lead.rsplit(' ').next().is_some_and(|word| is_weekday(word.trim_end_matches(',')))
    };
    Some(read.take_while(|lead| !is_day(lead) && days(lead) == said).last().unwrap_or(shortest))
}

/// One field behind fixed words, which there may be none of, and before an `end`; the full stop that ends a sentence
/// is no part of the day in it, but for that of a word cut short (`10 a.m.`).
pub(super) fn behind(lead: &str, end: Option<String>, texts: &[&str]) -> Vec<Option<String>> {
    let lead = (!lead.is_empty()).then(|| Some(lead.to_owned()));
    if lead.is_none() || end.is_some() {
        return lead.into_iter().chain([None]).chain(end.map(Some)).collect();
    }
    let stops = |text: &&str| {
        let last = text.strip_suffix('.').and_then(|rest| rest.rsplit(' ').next());
        last.is_some_and(|word| !word.contains('.'))
    };
    let stop = texts.iter().all(stops).then(|| Some(".".to_owned()));
    lead.into_iter().chain([None]).chain(stop).collect()
}

/// Leaves those runs of shared words that show where a value begins or ends: labels, and words before
/// or behind what is a value by its form. Other words that (almost) all texts share belong to what
/// they say, however many texts share them: most authors of a page may have one family name.
pub(super) fn keep_boundaries(
    texts: &[&str],
    runs: &[Option<String>],
    parameters: &Parameters,
) -> Vec<Option<String>> {
    let forms = forms(texts, runs, parameters);
    let field_at = |at: usize| runs[..at].iter().filter(|run| run.is_none()).count();
    let form = |field: Option<usize>| field.and_then(|at| forms.get(at).copied().flatten());
    let keep = |(at, run): (usize, &Option<String>)| {
        let run = run.as_deref()?;
        let (before, behind) = (form(field_at(at).checked_sub(1)), form(Some(field_at(at))));
        let is_followed = runs[at + 1..].iter().any(Option::is_some);
        // `Chapter 12` and `12 High Street` are names with a number in them and `12 May` is a day;
        // `Page 12 of 20` has two values.
        let is_name = names_a_day(run) || run.starts_with(char::is_uppercase) && run.contains(' ');
        let is_boundary = before.is_some_and(|form| form == Form::Own || !is_name)
            || behind.is_some_and(|form| form == Form::Own || is_followed);
        let is_lead =
            at == 0 && texts.len() >= parameters.sure && (says_where(run) || says_by(run));
        if is_boundary || is_lead { Some(run.to_owned()) } else { label(at, run) }
    };
    let mut kept: Vec<Option<String>> = runs.iter().enumerate().map(keep).collect();
    kept.dedup_by(|a, b| a.is_none() && b.is_none());
    let is_label =
        |run: &Option<String>| run.as_deref().is_some_and(|run| run.ends_with([':', '：', '#']));
    // What stands behind a label is its value.
    if kept.last().is_some_and(is_label) {
        kept.push(None);
    }
    kept
}

/// The part of a run up to its last colon; at the start of texts, also the sign of numbers, the name of a thing cut
/// short (`Tel.`, `Ref.`), and words that end with the preposition of bylines (in other languages than English behind a
/// verb, `Geschreven door`).
fn label(at: usize, run: &str) -> Option<String> {
    let ends = |&(_, c): &(usize, char)| COLONS.contains(&c) || (at == 0 && c == '#');
    let mut last = run.rsplit(' ');
    let is_by = last.next().is_some_and(|word| word.eq_ignore_ascii_case("by"));
    let is_said = last.next().is_some_and(|word| is(Role::Said, &word.to_lowercase()));
    let is_byline = at == 0 && (is_by || is_said && says_by(run));
    let first = run.split(' ').next().filter(|word| at == 0 && is_name_cut_short(word));
    match run.char_indices().rfind(ends) {
        Some((end, sign)) => Some(run[..end + sign.len_utf8()].to_owned()),
        None if is_byline => Some(run.to_owned()),
        None => first.map(str::to_owned),
    }
}

/// Whether a word with a stop is a well-known name of values, or of numbers that name things.
fn is_name_cut_short(word: &str) -> bool {
    let Some(word) = word.strip_suffix('.').map(str::to_lowercase) else { return false };
    canonical(&word).is_some() || is(Role::NoQuantity, &word)
}

/// Whether words are a part of a date, in whatever of it the texts differ. A month cut short in small
/// letters is a word of other languages too (`3 out of 5`), unless it is all there is.
fn names_a_day(run: &str) -> bool {
    let words: Vec<&str> =
        run.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let is_part = |word: &&str| word.chars().count() >= 3 && (is_month(word) || is_weekday(word));
    let is_sure = |word: &&str| word.starts_with(char::is_uppercase) || word.chars().count() > 3;
    words.iter().any(|word| is_part(word) && (words.len() == 1 || is_sure(word)))
}

/// Words before the name of a place or a part, which no names of twenty begin with.
fn says_where(run: &str) -> bool {
    run.rsplit(' ')
        .next()
        .is_some_and(|word| ["in", "from"].iter().any(|w| word.eq_ignore_ascii_case(w)))
}

/// Words before the name of an author, in whatever language; one family of twenty `von` is none.
pub(super) fn says_by(run: &str) -> bool {
    run.rsplit(' ').next().is_some_and(|word| is(Role::By, &word.to_lowercase()))
}

/// What the form of a value tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A number, which may belong to the words before it.
    Number,
    /// A day, an amount of money: a value whatever stands before it.
    Own,
}

/// The form of each field between runs, if (almost) all its values have one and are not always the
/// same few. Of numbers a few texts do not tell.
fn forms(texts: &[&str], runs: &[Option<String>], parameters: &Parameters) -> Vec<Option<Form>> {
    let parts = blank(runs);
    let cuts: Vec<Vec<&str>> = texts.iter().filter_map(|text| cut(&parts, text)).collect();
    let date = Format::of(ValueType::DateTime);
    let is_own = |value: &str| is_amount(value) || date.read(value, "").is_some();
    let fields = count_fields(&parts);
    let enough = if fields > 1 { parameters.many } else { parameters.sure };
    let form = |field: usize| {
        let values: Vec<&str> = cuts.iter().filter_map(|cut| cut.get(field).copied()).collect();
        let distinct: FxHashSet<&str> = values.iter().copied().collect();
        let all = |is: &dyn Fn(&str) -> bool| {
            let count = values.iter().filter(|value| is(value)).count();
            distinct.len() >= parameters.few
                && Share::new(count, texts.len(), parameters).is_all_but_chance()
        };
        match () {
            () if all(&is_own) => Some(Form::Own),
            () if texts.len() >= enough && all(&is_number) => Some(Form::Number),
            () => None,
        }
    };
    (0..fields).map(form).collect()
}

/// The parts of a text whose fixed runs stand apart by what varies.
pub(super) fn blank(runs: &[Option<String>]) -> Vec<Part> {
    let part = |run: &Option<String>| {
        run.clone().map_or_else(|| Part::Field(Field::default()), Part::Fixed)
    };
    runs.iter().map(part).collect()
}

/// How many parts vary.
pub(super) fn count_fields(parts: &[Part]) -> usize {
    parts.iter().filter(|part| matches!(part, Part::Field(_))).count()
}
