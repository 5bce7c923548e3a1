//! Words that stand with prices and do not change the amount: `From`, `Now`, `per month`, what it was.

/// Words before a price, in lower case.
const BEFORE: &str = "from now only just ab nur jetzt à partir de dès desde da vanaf od fra fr från \
    alkaen starting starts start at as low price our sale for each for um zu solo seulement vanaf nu \
    slechts kun endast vain tylko jen";

/// What begins a note on the unit that a price is for.
const PER: [&str; 13] = [
    "/", " per ", " pro ", " par ", " por ", " al ", " je ", " each", " ea", " a month", " a year",
    " p.m", " pp",
];

/// What begins a note on another price: the former one, the one that was recommended, the difference.
const OTHER: [&str; 13] = [
    "was ",
    "rrp",
    "msrp",
    "uvp",
    "statt ",
    "instead of",
    "au lieu",
    "reg.",
    "save ",
    "you save",
    "antes",
    "invece di",
    "list price",
];

/// A letter in lower case, where that takes as many bytes: places in the text stay what they are.
fn lower(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) if one.len_utf8() == letter.len_utf8() => one,
        _ => letter,
    }
}

/// A price without the words that stand with it; `None` if there are none.
pub(super) fn bare(text: &str) -> Option<&str> {
    let all = text.trim();
    let mut text = all;
    let first = text.find(|c: char| c.is_ascii_digit())?;
    let lower: String = text.chars().map(lower).collect();
    let other = OTHER.iter().filter_map(|word| lower[first..].find(word)).min();
    let per = PER.iter().filter_map(|word| lower[first..].find(word)).min();
    if let Some(cut) = other.into_iter().chain(per).min() {
        text = text[..first + cut].trim_end_matches([' ', '\u{a0}', '(', ',', ';', '·', '|']);
    }
    while let Some((word, rest)) = text.split_once([' ', '\u{a0}']) {
        let word = word.trim_end_matches([':', '.']).to_lowercase();
        if !BEFORE.split_ascii_whitespace().any(|known| known == word) {
            break;
        }
        text = rest.trim_start();
    }
    (text.len() < all.len()).then_some(text)
}
