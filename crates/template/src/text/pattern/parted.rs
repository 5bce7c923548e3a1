//! Texts that signs cut into facts: `Heron Ltd | Leeds | 4 May`, `6-3, 210 lbs`, and texts in brackets. What is
//! inside is read as a text of its own.

use super::boundaries::count_fields;
use super::{fill_examples, pattern, whole, words as words_of};
use crate::parameters::Parameters;
use crate::share::Share;
use sitewrap_terms::book;
use sitewrap_terms::grammar::{is_amount, is_date, is_unit};
use sitewrap_terms::words::lexicon::{Role, words};
use sitewrap_values::{Format, ValueType};
use sitewrap_wrapper::{Field, Part, TextPattern};

/// Signs that also stand between the ends of a range, and the longest end (bytes) that is a word
/// (`Mon - Fri`).
const OF_RANGES: [&str; 2] = ["-", "–"];

/// Texts cut by one sign.
struct Parted<'t> {
    /// The sign between two parts.
    sign: &'static str,
    /// The parts of all texts by their place.
    columns: Vec<Vec<&'t str>>,
    /// Whether some texts lack the last of them.
    ends_early: bool,
}

/// Texts that signs cut into the same number of parts, each of which may have fixed words of its own
/// (`Posted: 4 May`), or of which some lack the last ones.
pub(super) fn parted_by_signs(texts: &[&str], parameters: &Parameters) -> Option<TextPattern> {
    let parted = parted(texts, parameters)?;
    let mut parts: Vec<Part> = Vec::new();
    let mut add = |part: Part| match (parts.last_mut(), part) {
        (Some(Part::Fixed(before)), Part::Fixed(text)) => {
            before.push(' ');
            before.push_str(&text);
        }
        (_, part) => parts.push(part),
    };
    for (at, column) in parted.columns.iter().enumerate() {
        if at > 0 {
            add(Part::Fixed(parted.sign.to_owned()));
        }
        if column.iter().all(|text| *text == column[0]) {
            add(Part::Fixed(column[0].to_owned()));
            continue;
        }
        let inner = pattern(column, parameters).parts;
        match count_fields(&inner) {
            1 => inner.into_iter().for_each(&mut add),
            _ => add(Part::Field(Field::default())),
        }
    }
    Some(match count_fields(&parts) {
        // With few texts, a part that all share may be chance.
        1 if texts.len() < parameters.sure => whole(texts, parameters),
        1 => cut_by(parts, parted.ends_early, texts, parameters),
        // Measures say nothing together.
        _ if parted.sign == "," => cut_by(parts, false, texts, parameters),
        _ => {
            let cut = cut_by(parts, parted.ends_early, texts, parameters);
            TextPattern { parts: cut.parts, ends_early: cut.ends_early, ..whole(texts, parameters) }
        }
    })
}

/// The pattern of parts, if (almost) all texts are cut by it; else that of texts that are one field.
fn cut_by(
    parts: Vec<Part>,
    ends_early: bool,
    texts: &[&str],
    parameters: &Parameters,
) -> TextPattern {
    let pattern = fill_examples(
        texts,
        TextPattern { parts, ends_early, ..TextPattern::default() },
        parameters,
    );
    if pattern.parts.is_empty() { whole(texts, parameters) } else { pattern }
}

/// Texts all of which a sign parts from what stands before them: `/ 10/01/2022`, `– Reuters`. A dash before a number
/// may be a minus.
pub(super) fn behind_sign(texts: &[&str], parameters: &Parameters) -> Option<TextPattern> {
    if texts.len() < parameters.few {
        return None;
    }
    let is_number = |text: &&str| text.starts_with(|c: char| c.is_ascii_digit());
    let behind = |sign: &str| -> Option<Vec<&str>> {
        let rests = texts.iter().map(|text| text.strip_prefix(sign)?.strip_prefix(' '));
        let rests: Vec<&str> = rests.collect::<Option<_>>()?;
        let may_be_minus = matches!(sign, "-" | "–" | "—") && rests.iter().any(is_number);
        (!may_be_minus).then_some(rests)
    };
    let (sign, rests) = words(Role::Separator).find_map(|sign| Some((sign, behind(sign)?)))?;
    let inner = pattern(&rests, parameters).parts;
    let parts = if inner.is_empty() { vec![Part::Field(Field::default())] } else { inner };
    cut_off(sign, parts, texts, parameters)
}

/// What stands behind a label that all texts begin with, a word of which some have again in what it labels
/// (`Land and Water: Sand and Sea`): as one of the words that all texts share as often it would be none of the label.
pub(super) fn behind_long_label(
    texts: &[&str],
    skeleton: &[&str],
    parameters: &Parameters,
) -> Option<TextPattern> {
    let label = &texts[0][..=texts[0].find(": ")?];
    let rests: Option<Vec<&str>> =
        texts.iter().map(|text| text.strip_prefix(label)?.strip_prefix(' ')).collect();
    let rests = rests.filter(|rests| rests.len() >= parameters.few)?;
    let is_shared = |(_, word): (usize, &str)| skeleton.contains(&word);
    if words_of(label).all(is_shared) || !label.contains(char::is_alphabetic) {
        return None;
    }
    let inner = pattern(&rests, parameters).parts;
    let field = |parts: &Vec<Part>| count_fields(parts) == 1;
    let parts = Some(inner).filter(field).unwrap_or_else(|| vec![Part::Field(Field::default())]);
    cut_off(label, parts, texts, parameters)
}

/// Texts with what all of them begin with cut off; `parts` are those of what stands behind it.
fn cut_off(
    begin: &str,
    mut parts: Vec<Part>,
    texts: &[&str],
    parameters: &Parameters,
) -> Option<TextPattern> {
    match parts.first_mut() {
        Some(Part::Fixed(text)) => text.insert_str(0, &format!("{begin} ")),
        _ => parts.insert(0, Part::Fixed(begin.to_owned())),
    }
    let pattern = fill_examples(texts, TextPattern { parts, ..TextPattern::default() }, parameters);
    (!pattern.parts.is_empty()).then_some(pattern)
}

/// Cuts texts by a sign that all of them have equally often.
fn parted<'t>(texts: &[&'t str], parameters: &Parameters) -> Option<Parted<'t>> {
    if texts.len() < parameters.few {
        return None;
    }
    words(Role::Separator)
        .find_map(|sign| by_sign(texts, sign))
        .or_else(|| measures(texts))
        .or_else(|| ending_early(texts, parameters))
}

/// Texts of which some lack the last parts, cut by the first sign that enough of them have. Each part but the last one shows
/// by its words or its form that it is in its place: no text lacks one before it.
fn ending_early<'t>(texts: &[&'t str], parameters: &Parameters) -> Option<Parted<'t>> {
    let mut signs = words(Role::Separator).filter(|sign| !OF_RANGES.contains(sign));
    let (sign, rows) =
        signs.find_map(|sign| Some((sign, uneven_rows(texts, sign, parameters)?)))?;
    let most = rows.iter().map(Vec::len).max()?;
    let column = |at: usize| rows.iter().filter_map(|row| row.get(at).copied()).collect();
    let columns: Vec<Vec<&str>> = (0..most).map(column).collect();
    let is_known = |column: &Vec<&str>| {
        column.iter().all(|text| is_day(text))
            || column.iter().all(|text| is_amount(text))
            || is_labelled(column, parameters)
    };
    columns[..most - 1].iter().all(is_known).then_some(Parted { sign, columns, ends_early: true })
}

/// The parts of each text between signs, if enough texts have the sign and as many parts as any.
fn uneven_rows<'t>(
    texts: &[&'t str],
    sign: &str,
    parameters: &Parameters,
) -> Option<Vec<Vec<&'t str>>> {
    let spaced = [" ", sign, " "].concat();
    let rows: Vec<Vec<&str>> =
        texts.iter().map(|text| text.split(&spaced).map(str::trim).collect()).collect();
    let most = rows.iter().map(Vec::len).max()?;
    let parted = rows.iter().filter(|row| row.len() > 1).count();
    let full = rows.iter().filter(|row| row.len() == most).count();
    let are_enough = full >= parameters.few
        && (2..=book().label_words).contains(&most)
        && Share::new(parted, texts.len(), parameters).recurs()
        && !rows.iter().flatten().any(|part| part.is_empty());
    are_enough.then_some(rows)
}

/// Whether all texts have the same words around one value.
fn is_labelled(texts: &[&str], parameters: &Parameters) -> bool {
    let parts = pattern(texts, parameters).parts;
    count_fields(&parts) == 1 && parts.len() > 1
}

fn by_sign<'t>(texts: &[&'t str], sign: &'static str) -> Option<Parted<'t>> {
    let spaced = [" ", sign, " "].concat();
    let rows = texts.iter().map(|text| text.split(&spaced).map(str::trim).collect());
    let has_digit = |part: &str| part.contains(|c: char| c.is_ascii_digit());
    let is_word = |part: &str| part.len() <= book().affix && !has_digit(part);
    let are_ends = |columns: &[Vec<&str>]| {
        let mut pairs = columns[0].iter().zip(&columns[1]);
        pairs.any(|(a, b)| is_word(a) && is_word(b) || has_digit(a) && has_digit(b))
    };
    let is_range =
        |parted: &Parted<'_>| OF_RANGES.contains(&sign) && parted.columns.windows(2).any(are_ends);
    columns(sign, rows).filter(|parted| !is_range(parted))
}

/// Measures with a comma between them, of which one at least has a unit. The parts of a date or of a
/// length of time (`1 hr, 20 min`) are no facts by themselves.
fn measures<'t>(texts: &[&'t str]) -> Option<Parted<'t>> {
    let starts = |text: &&str| text.starts_with(|c: char| c.is_ascii_digit());
    let unit =
        |text: &str| text.rsplit(' ').next().map(|word| word.trim_end_matches('.').to_owned());
    let rows = texts.iter().map(|text| text.split(", ").map(str::trim).collect());
    let parted = columns(",", rows)?;
    let all = |column: &Vec<&str>| column.iter().all(starts);
    let has_unit = |column: &&Vec<&str>| {
        column
            .iter()
            .all(|text| text.contains(' ') && unit(text).is_some_and(|unit| is_unit(&unit)))
    };
    let with_unit = parted.columns.iter().filter(has_unit).count();
    (parted.columns.iter().all(all)
        && (1..parted.columns.len()).contains(&with_unit)
        && !texts.iter().any(|text| is_date(text)))
    .then_some(parted)
}

/// Rows of equal length, two parts or more without a blank one, as columns.
fn columns<'t>(sign: &'static str, rows: impl Iterator<Item = Vec<&'t str>>) -> Option<Parted<'t>> {
    let mut columns: Vec<Vec<&str>> = Vec::new();
    for row in rows {
        if columns.is_empty() {
            columns.resize(row.len(), Vec::new());
        }
        let fits = row.len() == columns.len() && (2..=book().label_words).contains(&row.len());
        if !fits || row.iter().any(|part| part.is_empty()) {
            return None;
        }
        columns.iter_mut().zip(row).for_each(|(column, part)| column.push(part));
    }
    (!columns.is_empty()).then_some(Parted { sign, columns, ends_early: false })
}

/// Whether a text is a day, without the comma behind it.
fn is_day(text: &str) -> bool {
    let day = text.trim_end_matches([',', ' ', '|', '·', '-', '–']);
    let may_be = day.len() <= book().value_bytes && !day.contains(": ");
    may_be && (is_date(day) || Format::of(ValueType::DateTime).read(day, "").is_some())
}

/// Texts that stand in brackets: `(22 reviews)`, `[21711]`.
pub(super) fn in_brackets(texts: &[&str], parameters: &Parameters) -> Option<Vec<Part>> {
    let (open, close) = match texts.first()?.chars().next()? {
        '(' => ("(", ")"),
        '[' => ("[", "]"),
        _ => return None,
    };
    let inside = |text: &&'_ str| -> Option<String> {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?.trim();
        (!inner.is_empty() && !inner.contains(open) && !inner.contains(close))
            .then(|| inner.to_owned())
    };
    let inner: Vec<String> = texts.iter().filter_map(inside).collect();
    if inner.len() < texts.len() || texts.iter().all(|text| *text == texts[0]) {
        return None;
    }
    let inner: Vec<&str> = inner.iter().map(String::as_str).collect();
    let TextPattern { whole, parts, .. } = pattern(&inner, parameters);
    let mut parts = match whole {
        Some(_) => vec![Part::Field(Field::default())],
        None => parts,
    };
    match parts.first_mut() {
        Some(Part::Fixed(text)) => text.insert_str(0, open),
        _ => parts.insert(0, Part::Fixed(open.to_owned())),
    }
    if matches!(parts.last(), Some(Part::Field(_))) {
        parts.push(Part::Fixed(close.to_owned()));
    }
    Some(parts)
}
