//! Texts of which some lack what others end with: `9 May, by Ann Lee` and `9 May`.

use super::boundaries::count_fields;
use super::parted::{OF_RANGES, Parted, cut_by};
use super::pattern;
use crate::parameters::Parameters;
use crate::share::Share;
use sitewrap_terms::book;
use sitewrap_terms::grammar::{is_amount, is_date};
use sitewrap_terms::words::lexicon::{Role, is};
use sitewrap_values::{Format, ValueType};
use sitewrap_wrapper::{Field, Part, TextPattern};

/// Texts cut by a sign of which some lack the last parts. Each part but the last one shows by its words or its form that it is
/// in its place: no text lacks one before it.
pub(super) fn ending_early<'t>(
    texts: &[&'t str],
    sign: &'static str,
    parameters: &Parameters,
) -> Option<Parted<'t>> {
    let spaced = [" ", sign, " "].concat();
    let rows: Vec<Vec<&str>> =
        texts.iter().map(|text| text.split(&spaced).map(str::trim).collect()).collect();
    let most = rows.iter().map(Vec::len).max().filter(|most| *most <= book().label_words)?;
    let parted = rows.iter().filter(|row| row.len() > 1).count();
    let full = rows.iter().filter(|row| row.len() == most).count();
    if OF_RANGES.contains(&sign)
        || most < 2
        || full < parameters.few
        || !Share::new(parted, texts.len(), parameters).recurs()
        || rows.iter().flatten().any(|part| part.is_empty())
    {
        return None;
    }
    let column = |at: usize| rows.iter().filter_map(|row| row.get(at).copied()).collect();
    let columns: Vec<Vec<&str>> = (0..most).map(column).collect();
    let is_known = |column: &Vec<&str>| {
        column.iter().all(|text| is_day(text))
            || column.iter().all(|text| is_amount(text))
            || is_labelled(column, parameters)
    };
    columns[..most - 1].iter().all(is_known).then_some(Parted { sign, columns, ends_early: true })
}

/// Whether all texts have the same words around one value.
fn is_labelled(texts: &[&str], parameters: &Parameters) -> bool {
    let parts = pattern(texts, parameters).parts;
    count_fields(&parts) == 1 && parts.len() > 1
}

/// Days of which some have who wrote something behind a word for `by`: `9 May 2024, by Ann Lee`, `9 May 2024`.
pub(super) fn dated_bylines(texts: &[&str], parameters: &Parameters) -> Option<TextPattern> {
    let by = |text: &&'_ str| -> Option<String> {
        let mut ends = text.match_indices(' ').map(|(at, _)| at);
        let word = ends.find_map(|at| {
            let word = text[at + 1..].split(' ').next()?;
            (is(Role::By, &word.to_lowercase()) && is_day(&text[..at])).then_some(word)
        })?;
        Some(word.to_owned())
    };
    let found: Vec<String> = texts.iter().filter_map(by).collect();
    let word = found.first()?.clone();
    let bare = texts.iter().filter(|text| is_day(text)).count();
    let share = |count: usize| Share::new(count, texts.len(), parameters);
    let are_bylines = bare > 0
        && found.len() >= parameters.few
        && found.iter().all(|by| *by == word)
        && share(found.len()).recurs()
        && share(found.len() + bare).is_all_but_chance();
    let parts =
        vec![Part::Field(Field::default()), Part::Fixed(word), Part::Field(Field::default())];
    are_bylines.then(|| cut_by(parts, true, texts, parameters))
}

/// Whether a text is a day, without the comma behind it.
fn is_day(text: &str) -> bool {
    let day = text.trim_end_matches([',', ' ', '|', '·', '-', '–']);
    let is_labelled = day.contains(": ");
    !is_labelled && (is_date(day) || Format::of(ValueType::DateTime).read(day, "").is_some())
}
