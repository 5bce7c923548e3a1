//! Texts that are all of one well-known shape: counts, and what stands in brackets.

use crate::parameters::Parameters;
use crate::share::Share;
use sitewrap_terms::book;
use sitewrap_terms::grammar::{is_amount, is_number, is_rating, is_unit};
use sitewrap_terms::words::lexicon::{Role, canonical, is};
use sitewrap_terms::words::plural::common_stem;
use sitewrap_terms::words::{fold, singular};
use sitewrap_wrapper::{Field, Part};
use std::iter;

/// Numbers with what they count, which may stand in the singular or in the plural: `1 review`,
/// `22 reviews`. Words that only follow numbers are fixed in however few texts they are. What begins with a
/// capital may be a name (`12 High Street`), unless it stands in both (`1 Comment`, `5 Comments`) or is a known
/// word for several (`12 Posts`).
pub(super) fn counted(texts: &[&str]) -> Option<Vec<Part>> {
    let mut counts: Vec<&str> = Vec::new();
    let mut word: Option<&str> = None;
    let (mut is_name, mut has_forms) = (false, false);
    for text in texts {
        let (count, counted) = text.split_once(' ')?;
        let first = counted.split(' ').next()?;
        // A share counts nothing: `15% off when you buy two` is a sentence.
        let is_count = is_number(count) && !count.contains('%') && !is_measured(count);
        // Nor does `5 or more`.
        let is_noun = first.starts_with(char::is_alphabetic) && !is(Role::Joining, first);
        if !is_count || !is_noun || is_unit(first) {
            return None;
        }
        is_name |= !first.starts_with(char::is_lowercase) && !are_known(counted);
        has_forms |= word.is_some_and(|known| known != counted);
        word = Some(word.map_or(Some(counted), |known| common_stem(known, counted))?);
        counts.push(count);
    }
    counts.sort_unstable();
    counts.dedup();
    let word = word.filter(|_| counts.len() > 1 && (has_forms || !is_name))?;
    Some(vec![Part::Field(Field::default()), Part::Fixed(word.to_owned())])
}

/// Whether words are one, a plural that is known.
fn are_known(words: &str) -> bool {
    let word = fold(words);
    let one = singular(&word);
    one != word && (is(Role::Kind, &one) || canonical(&word).is_some())
}

/// One label with a count in brackets behind it: `Comments (3)`, `Comments (12)`.
pub(super) fn labelled_count(texts: &[&str]) -> Option<Vec<Part>> {
    let split = |text: &'_ str| -> Option<(usize, bool)> {
        let (label, count) = text.strip_suffix(')')?.rsplit_once(" (")?;
        let is_count = is_number(count) && !is_measured(count);
        Some((label.len(), is_count && label.starts_with(char::is_alphabetic)))
    };
    let first = texts.first()?;
    let open = &first[..split(first)?.0 + " (".len()];
    let alike = |text: &&str| text.starts_with(open) && split(text).is_some_and(|(_, is)| is);
    let varies = texts.iter().any(|text| text != first);
    (varies && texts.iter().all(alike)).then(|| {
        let fixed = |text: &str| Part::Fixed(text.to_owned());
        vec![fixed(open), Part::Field(Field::default()), fixed(")")]
    })
}

/// Whether texts say nothing but how many there are of one thing.
pub(super) fn are_counts(texts: &[&str]) -> bool {
    counted(texts).is_some() || labelled_count(texts).is_some()
}

/// Amounts of money with what they are for behind a slash: `12.50 EUR / m²`, `1.40 BYN /pc.`; where there
/// is no price, the unit may stand alone.
pub(super) fn priced(texts: &[&str], parameters: &Parameters) -> Option<Vec<Part>> {
    let has_price = |text: &&str| {
        let (price, unit) = text.split_once('/')?;
        let (price, unit) = (price.trim(), unit.trim());
        let is_unit =
            unit.starts_with(char::is_alphabetic) && unit.chars().count() <= parameters.label_chars;
        (is_unit && (price.is_empty() || is_amount(price))).then_some(!price.is_empty())
    };
    let prices: Vec<bool> = texts.iter().filter_map(has_price).collect();
    let field = || Part::Field(Field::default());
    (Share::new(prices.len(), texts.len(), parameters).is_all_but_chance()
        && prices.contains(&true))
    .then(|| vec![field(), Part::Fixed("/".to_owned()), field()])
}

/// Ratings with words before them: `Average rating of 4.5 out of 5 stars`. What stands behind the number says
/// the scale, however often a number is that of the scale.
pub(super) fn rated(texts: &[&str], parameters: &Parameters) -> Option<Vec<Part>> {
    let (lead, scale) = texts.iter().find_map(|text| around_rating(text))?;
    let alike = |text: &&&str| around_rating(text) == Some((lead, scale));
    let found = texts.iter().filter(alike).count();
    (!lead.is_empty() && Share::new(found, texts.len(), parameters).is_all_but_chance()).then(
        || {
            let fixed = |words: &str| Part::Fixed(words.to_owned());
            vec![fixed(lead), Part::Field(Field::default()), fixed(scale)]
        },
    )
}

/// What stands before and behind the number of a rating in a text.
fn around_rating(text: &str) -> Option<(&str, &str)> {
    /// A rating has no more words: `4.5 out of 5`.
    const WORDS: usize = 4;
    let starts = text.match_indices(' ').map(|(at, _)| at + 1);
    let mut numbers = iter::once(0)
        .chain(starts)
        .filter(|&at| text[at..].starts_with(|c: char| c.is_ascii_digit()));
    numbers.find_map(|at| {
        let rest = &text[at..];
        let ends = rest.match_indices(' ').map(|(end, _)| end).chain([rest.len()]);
        let is_whole = |end: &usize| {
            rest[..*end].ends_with(|c: char| c.is_ascii_digit()) && is_rating(&rest[..*end])
        };
        ends.take(WORDS).find(is_whole)?;
        let (_, scale) = rest.split_once(' ')?;
        Some((text[..at].trim_end(), scale))
    })
}

/// Whether a number has a fraction of a digit or two: such a number counts nothing, so that what
/// stands behind it is a unit or a currency, known or not.
pub(super) fn is_measured(number: &str) -> bool {
    number.rsplit_once(['.', ',']).is_some_and(|(units, fraction)| {
        units.ends_with(|c: char| c.is_ascii_digit())
            && (1..=2).contains(&fraction.len())
            && fraction.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Texts with something that has a number in it in brackets at their end: `Fiction (32)`.
pub(super) fn bracketed(texts: &[&str], parameters: &Parameters) -> Option<Vec<Part>> {
    let split = |text: &&'_ str| {
        let (before, inside) = text.split_once('(')?;
        let (inside, _) = inside.split_once(')')?;
        let counts =
            inside.len() <= book().word_bytes && inside.contains(|c: char| c.is_ascii_digit());
        let letters = inside.chars().filter(|c| c.is_alphabetic()).count();
        (counts && letters == 0 && !before.trim().is_empty()).then_some(())
    };
    let end = texts.first()?.rsplit_once(')')?.1;
    let alike = |text: &&&str| {
        split(text).is_some() && text.rsplit_once(')').is_some_and(|(_, e)| e == end)
    };
    let found = texts.iter().filter(alike).count();
    if texts.len() < parameters.sure
        || !Share::new(found, texts.len(), parameters).is_all_but_chance()
    {
        return None;
    }
    let field = || Part::Field(Field::default());
    Some(vec![field(), Part::Fixed("(".to_owned()), field(), Part::Fixed(format!("){end}"))])
}

/// Names behind the sign of tags: `#tea`, `# tea`. Colours (`#ffcc00`) have it as well.
pub(super) fn hashed(texts: &[&str], parameters: &Parameters) -> Option<Vec<Part>> {
    let name = |text: &&str| {
        let name = text.strip_prefix('#')?.trim_start();
        let is_colour =
            matches!(name.len(), 3 | 6) && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        Some(is_colour).filter(|_| name.starts_with(char::is_alphanumeric))
    };
    let names: Vec<bool> = texts.iter().filter_map(name).collect();
    let all = Share::new(names.len(), texts.len(), parameters).is_all_but_chance();
    (all && names.contains(&false))
        .then(|| vec![Part::Fixed("#".to_owned()), Part::Field(Field::default())])
}
