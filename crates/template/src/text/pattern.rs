//! Texts with fixed and varying parts.

use crate::corpus::{Corpus, Instance};
use crate::parameters::Parameters;
use crate::share::Share;
use crate::text::pattern::boundaries::{
    behind, blank, count_fields, keep_boundaries, lead_of_dates, says_by,
};
use crate::text::pattern::kind::{is_heading, parts_only, some_bylines};
pub(crate) use crate::text::pattern::kind::{is_sign, is_title};
use crate::text::pattern::parted::{behind_long_label, behind_sign, in_brackets, parted_by_signs};
use crate::text::pattern::shapes::{
    are_counts, bracketed, counted, hashed, is_measured, labelled_count, priced, rated,
};
use rustc_hash::FxHashSet;
use sitewrap_terms::grammar::{is_number, is_rating, is_unit};
use sitewrap_terms::words::lexicon::{COLONS, Role, is};
use sitewrap_terms::words::plural::{one_label, singular};
use sitewrap_tree::{NodeId, html};
use sitewrap_wrapper::{Content, Field, Part, TextPattern, between};
use std::iter;

/// Template text: what an instance says, cut to what is shown.
pub(crate) fn fixed(corpus: &Corpus<'_>, instance: Instance) -> Content {
    let most = corpus.parameters().shown_chars;
    Content::Fixed(corpus.line(instance).chars().take(most).collect())
}

/// The content of texts that vary: a field, with the parts that all instances share cut off.
pub(crate) fn text_content(corpus: &Corpus<'_>, instances: &[Instance]) -> Content {
    let texts: Vec<String> = instances.iter().map(|&instance| corpus.line(instance)).collect();
    let first = texts.iter().find(|text| !text.is_empty());
    let Some(first) = first else { return Content::Ignored };
    let same = texts.iter().filter(|text| *text == first).count();
    let is_title = is_title(corpus, instances[0]);
    if corpus.share(same, texts.len()).is_all_but_chance() && !is_title {
        return fixed(corpus, instances[0]);
    }
    if texts.iter().all(|text| text.chars().all(is_sign)) {
        return Content::Ignored;
    }
    if !is_title
        && let Some(usual) = one_label(&texts)
        && (may_be_label(corpus, instances[usual]) || are_one_noun(&texts, corpus.parameters()))
    {
        return fixed(corpus, instances[usual]);
    }
    let is_between = corpus.tag(instances[0]) == "#text";
    if is_between {
        // A label before the first of several values, in either number, and signs between them.
        let said: Vec<String> = texts.iter().filter(|text| !parts_only(text)).cloned().collect();
        let are_marked = || said.iter().all(|text| text.ends_with(COLONS));
        if said.iter().all(|text| *text == said[0]) || are_marked() && one_label(&said).is_some() {
            return Content::Ignored;
        }
    }
    let read = texts.iter().map(|text| if is_between { between(text) } else { text });
    let filled: Vec<&str> = read.filter(|text| !text.is_empty()).collect();
    // The header of a column that has one on nearly all pages.
    let all_say = corpus.share(filled.len(), texts.len()).is_nearly_all();
    if all_say && filled.iter().all(|text| *text == filled[0]) && !is_title {
        return fixed(corpus, instances[0]);
    }
    // A heading is a title as it stands: `Report of 12 May`, `Report of 13 May`. So is code. One
    // that says who has written something is none, nor is one that counts what follows it.
    let is_title = is_heading(corpus, instances[0]) && (is_title || !are_counts(&filled));
    let is_whole = is_title || matches!(corpus.tag(instances[0]), "pre" | "code");
    let pattern = if is_whole {
        whole(&filled, corpus.parameters())
    } else {
        pattern(&filled, corpus.parameters())
    };
    let running = is_running(corpus, instances);
    let lead = (running && pattern.whole.is_some()).then(Box::default);
    Content::Text(TextPattern { running, lead, ..pattern })
}

/// Whether a text may be the label of what stands beside it: it has a colon at its end or behind it, begins with a
/// small letter, or stands beside a number. Two authors may be called Daniel and Daniela.
fn may_be_label(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let text = corpus.line((page, node));
    if text.ends_with(COLONS) || text.starts_with(char::is_lowercase) {
        return true;
    }
    let says_more = |at: NodeId| view.text_len(at) > view.text_len(node);
    let element = tree.parent(node).filter(|&at| tree.is_text(node) && !says_more(at));
    let around = tree.parent(element.unwrap_or(node)).filter(|&at| says_more(at));
    let Some(around) = around.map(|at| corpus.line((page, at))) else { return false };
    let Some((before, behind)) = around.split_once(&text) else { return false };
    let is_count = |word: Option<&str>| word.is_some_and(is_number);
    behind.trim_start().starts_with(COLONS)
        || is_count(before.split(' ').rfind(|word| !word.is_empty()))
        || is_number(behind.trim())
}

/// Whether texts are a noun in its two numbers (`Speaker`, `Speakers`), on too many pages to be two values.
fn are_one_noun(texts: &[String], parameters: &Parameters) -> bool {
    let nouns: FxHashSet<String> = texts.iter().map(|text| singular(text)).collect();
    nouns.len() == 1 && texts.len() >= parameters.few
}

/// Whether most instances hold blocks of text.
fn is_running(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let has_blocks = |&&(page, node): &&Instance| {
        let tree = corpus.tree(page);
        tree.subtree(node).skip(1).any(|below| html::is_text_block(tree.tag(below).as_str()))
    };
    instances.iter().filter(has_blocks).count() * 2 > instances.len()
}

/// A field with a few of its values.
pub(crate) fn field_with_examples<'v>(
    values: impl Iterator<Item = &'v str>,
    parameters: &Parameters,
) -> Field {
    let mut examples: Vec<String> = Vec::new();
    for value in values {
        let example: String = value.chars().take(parameters.shown_chars).collect();
        if !examples.contains(&example) {
            examples.push(example);
        }
        if examples.len() == parameters.examples {
            break;
        }
    }
    Field { examples, ..Field::default() }
}

/// A text that is one field.
pub(crate) fn whole(texts: &[&str], parameters: &Parameters) -> TextPattern {
    TextPattern {
        whole: Some(field_with_examples(texts.iter().copied(), parameters)),
        ..TextPattern::default()
    }
}

fn pattern(texts: &[&str], parameters: &Parameters) -> TextPattern {
    let mut lengths: Vec<usize> = texts.iter().map(|text| text.split(' ').count()).collect();
    lengths.sort_unstable();
    if lengths[lengths.len() / 2] > parameters.sampled {
        return whole(texts, parameters);
    }
    if let Some(behind) = behind_sign(texts, parameters) {
        return behind;
    }
    // A rating is read with its scale.
    if texts.iter().all(|text| is_rating(text)) {
        return whole(texts, parameters);
    }
    let cut = in_brackets(texts, parameters)
        .or_else(|| counted(texts))
        .or_else(|| labelled_count(texts))
        .or_else(|| priced(texts, parameters))
        .or_else(|| rated(texts, parameters))
        .or_else(|| bracketed(texts, parameters))
        .or_else(|| hashed(texts, parameters));
    let cut = cut
        .map(|parts| filled(texts, behind_label(texts, parts, parameters), parameters))
        .filter(|parts| !parts.is_empty());
    if let Some(parts) = cut {
        return TextPattern { parts, ..TextPattern::default() };
    }
    if let Some(parted) = parted_by_signs(texts, parameters) {
        return parted;
    }
    let skeleton = skeleton(texts, parameters);
    if let Some(behind) = behind_long_label(texts, &skeleton, parameters) {
        return behind;
    }
    if skeleton.is_empty() || texts.iter().all(|text| *text == texts[0]) {
        let by = some_bylines(texts, parameters);
        return by.map_or_else(|| whole(texts, parameters), |by| behind_by(by, texts, parameters));
    }
    let parts = parts(texts, &skeleton, parameters);
    let varying = count_fields(&parts);
    match varying {
        _ if varying == parts.len() => whole(texts, parameters),
        0 => whole(texts, parameters),
        1 => TextPattern { parts, ..TextPattern::default() },
        _ => TextPattern { parts, ..whole(texts, parameters) },
    }
}

/// What stands behind a word before names that some texts begin with.
fn behind_by(by: &str, texts: &[&str], parameters: &Parameters) -> TextPattern {
    let names = texts.iter().map(|text| text.strip_prefix(by).unwrap_or(text).trim_start());
    let parts =
        vec![Part::Fixed(by.to_owned()), Part::Field(field_with_examples(names, parameters))];
    TextPattern { parts, ..TextPattern::default() }
}

/// Parts with the label cut off that all texts begin with: `Save: 12 % (of 30)`.
fn behind_label(texts: &[&str], mut parts: Vec<Part>, parameters: &Parameters) -> Vec<Part> {
    let label = texts[0].find(": ").map(|colon| &texts[0][..=colon]);
    let labelled = |label: &str| texts.iter().filter(|text| text.starts_with(label)).count();
    if let Some(label) = label.filter(|label| label.contains(char::is_alphabetic))
        && matches!(parts[..], [Part::Field(_), ..])
        && Share::new(labelled(label), texts.len(), parameters).is_all_but_chance()
    {
        parts.insert(0, Part::Fixed(label.to_owned()));
    }
    parts
}

/// Words of a text with their places; brackets and quotes are words of their own, so that
/// `(22 available)` has a number in it, and a wide colon ends a word, since no space follows it.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_bracket = |c: char| matches!(c, '(' | ')' | '[' | ']' | '"' | '“' | '”' | '«' | '»');
    let mut at = 0;
    iter::from_fn(move || {
        at += text[at..].len() - text[at..].trim_start_matches(' ').len();
        let rest = &text[at..];
        let first = rest.chars().next()?;
        let end = if is_bracket(first) {
            first.len_utf8()
        } else {
            let end = rest.find(|c| c == ' ' || is_bracket(c)).unwrap_or(rest.len());
            rest[..end].find('：').map_or(end, |at| at + '：'.len_utf8())
        };
        let word = (at, &rest[..end]);
        at += end;
        Some(word)
    })
}

/// The words that (almost) all texts share, each as often, and in one order.
fn skeleton<'t>(texts: &[&'t str], parameters: &Parameters) -> Vec<&'t str> {
    let Some(first) = texts.first() else { return Vec::new() };
    let of_first: Vec<&str> = words(first).map(|(_, word)| word).collect();
    let count = |text: &str, word: &str| words(text).filter(|(_, other)| *other == word).count();
    let measures = |text: &&str| {
        text.rsplit_once(' ')
            .is_some_and(|(rest, _)| is_measured(rest.rsplit(' ').next().unwrap_or(rest)))
    };
    let last_is_unit = texts.iter().any(measures);
    let share = |count: usize| Share::new(count, texts.len(), parameters);
    let mut shared: Vec<&str> = Vec::new();
    let mut before: Option<(&str, bool)> = None;
    for (at, &word) in of_first.iter().enumerate() {
        let often = count(first, word);
        let alike = texts.iter().filter(|text| count(text, word) == often).count();
        let is_unit = last_is_unit && at + 1 == of_first.len();
        let is_value = is_unit || is_value(word, before);
        if share(alike).is_all_but_chance() && !is_value {
            shared.push(word);
        }
        before = Some((word, is_value));
    }
    let in_order = texts.iter().filter(|text| {
        let mut words = words(text);
        shared.iter().all(|fixed| words.any(|(_, word)| word == *fixed))
    });
    if share(in_order.count()).is_all_but_chance() { shared } else { Vec::new() }
}

/// Words that are content even where all texts share them: numbers, save the scale of a rating
/// (`4.2 out of 5`), and units behind a value (`10 mins`, `700 sq. ft`, `12.50 EUR`). `before` is
/// the word before, and whether it is a value.
fn is_value(word: &str, before: Option<(&str, bool)>) -> bool {
    match before {
        Some((before, _)) if is_scale(word, before) => false,
        Some((_, true)) if is_unit(word) => true,
        // `ISBN-13:`
        _ if word.starts_with(char::is_alphabetic) && word.ends_with(COLONS) => false,
        _ => word.chars().any(|c| c.is_ascii_digit()),
    }
}

/// Whether a number says of how much something is, by the word before it.
fn is_scale(number: &str, before: &str) -> bool {
    let number = number.trim_end_matches(['.', ',', ';']);
    is(Role::Of, &before.to_lowercase()) && is(Role::Scale, number)
}

/// Fixed parts (runs of skeleton words) and fields between them, as the first text has them.
fn parts<'t>(texts: &[&'t str], skeleton: &[&str], parameters: &Parameters) -> Vec<Part> {
    let mut runs: Vec<Option<std::ops::Range<usize>>> = Vec::new();
    for (at, word) in words(texts[0]) {
        let end = at + word.len();
        let fixed = skeleton.contains(&word);
        match runs.last_mut() {
            Some(Some(run)) if fixed => run.end = end,
            Some(None) if !fixed => {}
            _ => runs.push(fixed.then_some(at..end)),
        }
    }
    let is_words = |run: &str| run.chars().any(char::is_alphanumeric);
    let mut runs: Vec<Option<String>> = runs
        .into_iter()
        .map(|run| run.map(|run| texts[0][run].to_owned()).filter(|run| is_words(run)))
        .collect();
    runs.dedup_by(|a, b| a.is_none() && b.is_none());
    let start = runs.first().cloned().flatten();
    let start = start.map(|run| run.trim_end_matches(['(', ' ']).to_owned()).unwrap_or_default();
    // The text goes on in the next element.
    let end = runs.last().cloned().flatten().filter(|end| says_by(end));
    let without_end = |text: &&'t str| {
        let rest = end.as_deref().and_then(|end| text.strip_suffix(end));
        rest.map_or(*text, str::trim_end)
    };
    let said: Vec<&str> = texts.iter().map(without_end).collect();
    let runs = match lead_of_dates(&start, &said, parameters) {
        Some(lead) => behind(lead, end, texts),
        None => keep_boundaries(texts, &runs, parameters),
    };
    filled(texts, blank(&runs), parameters)
}

/// Parts with a few values of each.
fn filled(texts: &[&str], parts: Vec<Part>, parameters: &Parameters) -> Vec<Part> {
    fill_examples(texts, TextPattern { parts, ..TextPattern::default() }, parameters).parts
}

/// A pattern with a few values of each part, if (almost) all texts are cut by it; without parts if not.
fn fill_examples(texts: &[&str], mut pattern: TextPattern, parameters: &Parameters) -> TextPattern {
    let cuts: Vec<Vec<&str>> = texts.iter().filter_map(|text| pattern.cut(text)).collect();
    if !Share::new(cuts.len(), texts.len(), parameters).is_all_but_chance() {
        return TextPattern { parts: Vec::new(), ..pattern };
    }
    let fields = pattern.parts.iter_mut().filter_map(|part| match part {
        Part::Fixed(_) => None,
        Part::Field(field) => Some(field),
    });
    for (index, field) in fields.enumerate() {
        let values = cuts.iter().filter_map(|cut| cut.get(index).copied());
        *field = field_with_examples(values.filter(|value| !value.is_empty()), parameters);
    }
    pattern
}

mod boundaries;
mod kind;
mod parted;
mod shapes;
#[cfg(test)]
mod tests;
