//! Texts with fixed and varying parts.

use crate::corpus::{Corpus, Instance};
use crate::element::{SAME, fixed};
use crate::names::grammar::{is_number, is_phone, is_rating, is_unit};
use crate::text::flow::is_text_block;
use crate::text::pattern::kind::{are_bylines, is_heading, is_sign, parts_only};
use crate::text::pattern::parted::parted_by_signs;
use crate::words::plural::one_label;
use sitewrap_extract::types::{Format, ValueType, is_weekday};
use sitewrap_extract::{Content, Field, Part, TextPattern, cut};
use std::iter;

/// Texts of more words than this (median) are not looked at for fixed parts.
const MAX_PATTERN_WORDS: usize = 20;

/// From this number of instances up, words that all share are template text, not chance.
const SURE: usize = 20;

/// Words that this share of the instances say, and no others, are template text.
const USUAL: f64 = 0.9;

/// Longest ending (bytes) by which the forms of a counted word differ, and the characters before it.
const MAX_ENDING: usize = 3;
const MIN_STEM: usize = 3;

/// Longest number in brackets, in bytes.
const MAX_BRACKETED: usize = 16;

/// Longest example kept, in characters, and how many.
const MAX_EXAMPLE: usize = 120;
const EXAMPLES: usize = 3;

/// The content of texts that vary: a field, with the parts that all instances share cut off.
pub(crate) fn text_content(corpus: &Corpus<'_>, instances: &[Instance]) -> Content {
    let texts: Vec<String> = instances.iter().map(|&instance| corpus.line(instance)).collect();
    let first = texts.iter().find(|text| !text.is_empty());
    let Some(first) = first else { return Content::Ignored };
    let same = texts.iter().filter(|text| *text == first).count();
    let is_title = corpus.tag(instances[0]) == "h1";
    if same as f64 >= SAME * texts.len() as f64 && !is_title {
        return fixed(corpus, instances[0]);
    }
    if texts.iter().all(|text| text.chars().all(is_sign)) {
        return Content::Ignored;
    }
    if let Some(usual) = one_label(&texts) {
        return fixed(corpus, instances[usual]);
    }
    if corpus.tag(instances[0]) == "#text" {
        // A label before the first of several values, and signs between them.
        let mut said = texts.iter().filter(|text| !parts_only(text));
        let label = said.next();
        if said.all(|text| Some(text) == label) {
            return Content::Ignored;
        }
    }
    let filled: Vec<&str> = texts.iter().map(String::as_str).filter(|t| !t.is_empty()).collect();
    // The header of a column that has one on nearly all pages.
    let all_say = |share: f64| filled.len() as f64 >= share * texts.len() as f64;
    if all_say(USUAL) && filled.iter().all(|text| *text == filled[0]) && !is_title {
        return fixed(corpus, instances[0]);
    }
    // A heading is a title as it stands: `Report of 12 May`, `Report of 13 May`. So is code. One
    // that says who has written something is none.
    let is_title = is_heading(corpus, instances[0]) && !are_bylines(&filled);
    let is_whole = is_title || matches!(corpus.tag(instances[0]), "pre" | "code");
    let pattern = if is_whole { whole(&filled) } else { pattern(&filled) };
    let running = is_running(corpus, instances);
    let lead = (running && pattern.whole.is_some()).then(Box::default);
    Content::Text(TextPattern { running, lead, ..pattern })
}

/// Whether most instances hold blocks of text.
fn is_running(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let has_blocks = |&&(page, node): &&Instance| {
        let tree = corpus.tree(page);
        tree.subtree(node).skip(1).any(|below| is_text_block(tree.tag(below).as_str()))
    };
    instances.iter().filter(has_blocks).count() * 2 > instances.len()
}

/// A field with a few of its values.
pub(crate) fn field_with_examples<'v>(values: impl Iterator<Item = &'v str>) -> Field {
    let mut examples: Vec<String> = Vec::new();
    for value in values {
        let example: String = value.chars().take(MAX_EXAMPLE).collect();
        if !examples.contains(&example) {
            examples.push(example);
        }
        if examples.len() == EXAMPLES {
            break;
        }
    }
    Field { examples, ..Field::default() }
}

/// A text that is one field.
pub(crate) fn whole(texts: &[&str]) -> TextPattern {
    TextPattern {
        whole: Some(field_with_examples(texts.iter().copied())),
        ..TextPattern::default()
    }
}

fn pattern(texts: &[&str]) -> TextPattern {
    let mut lengths: Vec<usize> = texts.iter().map(|text| text.split(' ').count()).collect();
    lengths.sort_unstable();
    if lengths[lengths.len() / 2] > MAX_PATTERN_WORDS {
        return whole(texts);
    }
    // A rating is read with its scale.
    if texts.iter().all(|text| is_rating(text)) {
        return whole(texts);
    }
    if let Some(parts) = counted(texts).or_else(|| bracketed(texts)) {
        return TextPattern { parts: fill_examples(texts, parts), ..TextPattern::default() };
    }
    if let Some(parts) = hashed(texts) {
        return TextPattern { parts: fill_examples(texts, parts), ..TextPattern::default() };
    }
    if let Some(parted) = parted_by_signs(texts) {
        return parted;
    }
    let skeleton = skeleton(texts);
    if skeleton.is_empty() || texts.iter().all(|text| *text == texts[0]) {
        return whole(texts);
    }
    let parts = parts(texts, &skeleton);
    let varying = count_fields(&parts);
    match varying {
        _ if varying == parts.len() => whole(texts),
        0 => whole(texts),
        1 => TextPattern { parts, ..TextPattern::default() },
        _ => TextPattern { parts, ..whole(texts) },
    }
}

fn count_fields(parts: &[Part]) -> usize {
    parts.iter().filter(|part| matches!(part, Part::Field(_))).count()
}

/// Numbers with what they count, which may stand in the singular or in the plural: `1 review`,
/// `22 reviews`. Words that only follow numbers are fixed in however few texts they are.
fn counted(texts: &[&str]) -> Option<Vec<Part>> {
    let mut counts: Vec<&str> = Vec::new();
    let mut word: Option<&str> = None;
    for text in texts {
        let (count, counted) = text.split_once(' ')?;
        let first = counted.split(' ').next()?;
        // A share counts nothing: `15% off when you buy two` is a sentence.
        let is_count = is_number(count) && !count.contains('%');
        if !is_count || !first.starts_with(char::is_lowercase) || is_unit(first) {
            return None;
        }
        word = Some(word.map_or(Some(counted), |known| stem(known, counted))?);
        counts.push(count);
    }
    counts.sort_unstable();
    counts.dedup();
    let word = word.filter(|_| counts.len() > 1)?;
    Some(vec![Part::Field(Field::default()), Part::Fixed(word.to_owned())])
}

/// What two texts begin with, if they are the same up to the ending of the last word.
fn stem<'t>(a: &'t str, b: &str) -> Option<&'t str> {
    let same = a.char_indices().zip(b.chars()).take_while(|((_, a), b)| a == b);
    let end = same.last().map_or(0, |((at, c), _)| at + c.len_utf8());
    let (head, ending) = a.split_at(end);
    let is_ending =
        |ending: &str| ending.len() <= MAX_ENDING && ending.chars().all(char::is_alphabetic);
    let last = head.rsplit(' ').next().unwrap_or(head).chars().count();
    (last >= MIN_STEM && is_ending(ending) && is_ending(&b[end..])).then_some(head)
}

/// Texts with something that has a number in it in brackets at their end: `Fiction (32)`.
fn bracketed(texts: &[&str]) -> Option<Vec<Part>> {
    let split = |text: &&'_ str| {
        let (before, inside) = text.split_once('(')?;
        let (inside, _) = inside.split_once(')')?;
        let counts = inside.len() <= MAX_BRACKETED && inside.contains(|c: char| c.is_ascii_digit());
        let letters = inside.chars().filter(|c| c.is_alphabetic()).count();
        (counts && letters == 0 && !before.trim().is_empty()).then_some(())
    };
    let end = texts.first()?.rsplit_once(')')?.1;
    let alike = |text: &&&str| {
        split(text).is_some() && text.rsplit_once(')').is_some_and(|(_, e)| e == end)
    };
    let found = texts.iter().filter(alike).count();
    if texts.len() < SURE || (found as f64) < SAME * texts.len() as f64 {
        return None;
    }
    let field = || Part::Field(Field::default());
    Some(vec![field(), Part::Fixed("(".to_owned()), field(), Part::Fixed(format!("){end}"))])
}

/// Names behind the sign of tags: `#tea`, `# tea`. Colours (`#ffcc00`) have it as well.
fn hashed(texts: &[&str]) -> Option<Vec<Part>> {
    let name = |text: &&str| {
        let name = text.strip_prefix('#')?.trim_start();
        let is_colour =
            matches!(name.len(), 3 | 6) && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some(is_colour).filter(|_| name.starts_with(char::is_alphanumeric))
    };
    let names: Vec<bool> = texts.iter().filter_map(name).collect();
    let all = names.len() as f64 >= SAME * texts.len() as f64;
    (all && names.contains(&false))
        .then(|| vec![Part::Fixed("#".to_owned()), Part::Field(Field::default())])
}

/// The words in front of dates that say nothing of the day (`Posted on`), if (almost) all texts are
/// dates behind as many of the shared words as need be: `4 May 2024 at 8:31 am` is one value, not a
/// day and a time with a word between them. The month that all of a few dates share is no such word,
/// nor is a day of the week.
fn lead_of_dates<'t>(start: &'t str, texts: &[&str]) -> Option<&'t str> {
    let date = Format::of(ValueType::DateTime);
    let days = |lead: &str| {
        let day = |text: &&str| date.read(text.strip_prefix(lead)?.trim(), "");
        let days: Vec<_> = texts.iter().map(day).collect();
        (days.iter().flatten().count() as f64 >= SAME * texts.len() as f64).then_some(days)
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

/// One field behind fixed words, which there may be none of.
fn behind(lead: &str) -> Vec<Option<String>> {
    let lead = (!lead.is_empty()).then(|| Some(lead.to_owned()));
    lead.into_iter().chain([None]).collect()
}

/// Whether (almost) all texts are telephone numbers behind `start`: the brackets of `(902) 555-0142`
/// are part of the value.
fn are_phones(texts: &[&str], start: &str) -> bool {
    let is_one = |text: &&&str| text.strip_prefix(start).is_some_and(|rest| is_phone(rest.trim()));
    texts.iter().filter(is_one).count() as f64 >= SAME * texts.len() as f64
}

/// Words of a text with their places; brackets and quotes are words of their own, so that
/// `(22 available)` has a number in it.
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
            rest.find(|c| c == ' ' || is_bracket(c)).unwrap_or(rest.len())
        };
        let word = (at, &rest[..end]);
        at += end;
        Some(word)
    })
}

/// The words that (almost) all texts share, each as often, and in one order.
fn skeleton<'t>(texts: &[&'t str]) -> Vec<&'t str> {
    let Some(first) = texts.first() else { return Vec::new() };
    let of_first: Vec<&str> = words(first).map(|(_, word)| word).collect();
    let count = |text: &str, word: &str| words(text).filter(|(_, other)| *other == word).count();
    let mut shared: Vec<&str> = Vec::new();
    let mut before: Option<(&str, bool)> = None;
    for &word in &of_first {
        let often = count(first, word);
        let alike = texts.iter().filter(|text| count(text, word) == often).count();
        let is_value = is_value(word, before);
        if alike as f64 >= SAME * texts.len() as f64 && !is_value {
            shared.push(word);
        }
        before = Some((word, is_value));
    }
    let in_order = texts.iter().filter(|text| {
        let mut words = words(text);
        shared.iter().all(|fixed| words.any(|(_, word)| word == *fixed))
    });
    if in_order.count() as f64 >= SAME * texts.len() as f64 { shared } else { Vec::new() }
}

/// Words that are content even where all texts share them: numbers, save the scale of a rating
/// (`4.2 out of 5`), and units behind a value (`10 mins`, `700 sq. ft`, `12.50 EUR`). `before` is
/// the word before, and whether it is a value.
fn is_value(word: &str, before: Option<(&str, bool)>) -> bool {
    match before {
        Some((before, _)) if is_scale(word, before) => false,
        Some((_, true)) if is_unit(word) => true,
        // `ISBN-13:`
        _ if word.starts_with(char::is_alphabetic) && word.ends_with([':', '：']) => false,
        _ => word.chars().any(|c| c.is_ascii_digit()),
    }
}

/// Whether a number says of how much something is, by the word before it.
fn is_scale(number: &str, before: &str) -> bool {
    const OF: [&str; 6] = ["of", "von", "sur", "de", "su", "/"];
    const SCALES: [&str; 4] = ["5", "10", "100", "5.0"];
    let number = number.trim_end_matches(['.', ',', ';']);
    OF.contains(&before.to_lowercase().as_str()) && SCALES.contains(&number)
}

/// Fixed parts (runs of skeleton words) and fields between them, as the first text has them.
fn parts(texts: &[&str], skeleton: &[&str]) -> Vec<Part> {
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
    if let Some(lead) = lead_of_dates(&start, texts) {
        runs = behind(lead);
    } else if texts.len() < SURE {
        runs = keep_labels(&runs);
    } else if are_phones(texts, &start) {
        runs = behind(&start);
    }
    let blank: Vec<Part> = runs
        .into_iter()
        .map(|run| run.map_or_else(|| Part::Field(Field::default()), Part::Fixed))
        .collect();
    fill_examples(texts, blank)
}

/// With few texts, shared words may be chance; a label, which ends with a colon, is not, nor is a
/// preposition of bylines at the start.
fn keep_labels(runs: &[Option<String>]) -> Vec<Option<String>> {
    let label = |(at, run): (usize, &Option<String>)| {
        let run = run.as_deref()?;
        let ends = |&(_, c): &(usize, char)| matches!(c, ':' | '：') || (at == 0 && c == '#');
        let is_byline = at == 0 && run.eq_ignore_ascii_case("by");
        match run.char_indices().rfind(ends) {
            Some((end, sign)) => Some(run[..end + sign.len_utf8()].to_owned()),
            None => is_byline.then(|| run.to_owned()),
        }
    };
    let mut kept: Vec<Option<String>> = runs.iter().enumerate().map(label).collect();
    kept.dedup_by(|a, b| a.is_none() && b.is_none());
    // What stands behind a label is its value.
    if kept.last().is_some_and(Option::is_some) {
        kept.push(None);
    }
    kept
}

fn fill_examples(texts: &[&str], parts: Vec<Part>) -> Vec<Part> {
    let cuts: Vec<Vec<&str>> = texts.iter().filter_map(|text| cut(&parts, text)).collect();
    if (cuts.len() as f64) < SAME * texts.len() as f64 {
        return Vec::new();
    }
    let mut index = 0;
    parts
        .into_iter()
        .map(|part| match part {
            Part::Fixed(text) => Part::Fixed(text),
            Part::Field(_) => {
                let values = cuts.iter().filter_map(|cut| cut.get(index).copied());
                let field = field_with_examples(values.filter(|value| !value.is_empty()));
                index += 1;
                Part::Field(field)
            }
        })
        .collect()
}

mod kind;
mod parted;
#[cfg(test)]
mod tests;
