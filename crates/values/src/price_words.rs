//! Words that stand with prices and do not change the amount: `From`, `Now`, `per month`, what it was.

use sitewrap_lexicon::{Role, is, words};

/// A letter in lower case, where that takes as many bytes: places in the text stay what they are.
fn lower(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) if one.len_utf8() == letter.len_utf8() => one,
        _ => letter,
    }
}

/// A price without the words that stand with it; `None` if there are none.
pub(crate) fn bare(text: &str) -> Option<&str> {
    let all = text.trim();
    let mut text = all;
    let first = text.find(|c: char| c.is_ascii_digit())?;
    let lower: String = text.chars().map(lower).collect();
    if let Some(cut) = words(Role::PriceNote).filter_map(|word| lower[first..].find(word)).min() {
        text = text[..first + cut].trim_end_matches([' ', '\u{a0}', '(', ',', ';', '·', '|']);
    }
    while let Some((word, rest)) = text.split_once([' ', '\u{a0}']) {
        let word = word.trim_end_matches([':', '.']).to_lowercase();
        if !is(Role::PriceLead, &word) {
            break;
        }
        text = rest.trim_start();
    }
    (text.len() < all.len()).then_some(text)
}
