//! Where do terms stand in a text? All are looked for in one pass (Aho-Corasick).

use crate::error::ParseError;
use aho_corasick::AhoCorasick;
use sitewrap_words::is_dense;

/// Looks for terms.
#[derive(Clone, Debug)]
pub(crate) struct Matcher {
    automaton: AhoCorasick,
    terms: usize,
}

/// A text as terms are compared with it: in lower case, with one space for white space.
struct Plain {
    text: String,
    /// For each byte of it, that of the text from which it comes.
    places: Vec<u32>,
}

impl Matcher {
    /// For terms of which each has a letter or a digit.
    pub(crate) fn new(terms: &[&str]) -> Result<Self, ParseError> {
        if let Some(term) = terms.iter().find(|term| !term.contains(char::is_alphanumeric)) {
            let told = format!("the term `{term}` has no letters or digits");
            return Err(ParseError::Term(told));
        }
        let plain: Vec<String> = terms.iter().map(|term| plain(term.trim()).text).collect();
        let automaton = AhoCorasick::new(&plain)
            .map_err(|_| ParseError::Term("the terms are too many or too long".to_owned()))?;
        Ok(Self { automaton, terms: terms.len() })
    }

    /// For each term the bytes of the text at which it stands, rising. It stands for itself, not in a
    /// longer word; what is written without spaces has no such bounds.
    pub(crate) fn find(&self, text: &str) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new(); self.terms];
        let plain = plain(text);
        for at in self.automaton.find_overlapping_iter(&plain.text) {
            if is_bounded(&plain.text, at.start(), at.end()) {
                found[at.pattern().as_usize()].push(plain.places[at.start()] as usize);
            }
        }
        // Overlapping matches come by their ends.
        found.iter_mut().for_each(|at| at.sort_unstable());
        found
    }
}

fn plain(text: &str) -> Plain {
    let mut plain = Plain { text: String::with_capacity(text.len()), places: Vec::new() };
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            if !plain.text.ends_with(' ') {
                plain.text.push(' ');
            }
        } else {
            plain.text.extend(c.to_lowercase());
        }
        plain.places.resize(plain.text.len(), at as u32);
    }
    plain
}

fn is_bounded(text: &str, start: usize, end: usize) -> bool {
    let parts = |before: Option<char>, after: Option<char>| match (before, after) {
        (Some(before), Some(after)) => {
            let is_inner = |c: char| c.is_alphanumeric() && !is_dense(c);
            !is_inner(before) || !is_inner(after)
        }
        _ => true,
    };
    parts(text[..start].chars().next_back(), text[start..].chars().next())
        && parts(text[..end].chars().next_back(), text[end..].chars().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_stand_for_themselves_and_may_overlap() {
        let matcher = Matcher::new(&["Slot", "slot machine", "ΛΟΓΟΣ", "彩票"]).expect("terms");
        let text = "İ slots Slot\n\t Machine λόγος λογοσ 买彩票了";
        let found = matcher.find(text);
        let words: Vec<Vec<&str>> = found
            .iter()
            .map(|at| {
                at.iter().map(|at| text[*at..].split_whitespace().next().unwrap_or("")).collect()
            })
            .collect();
        assert_eq!(words, [vec!["Slot"], vec!["Slot"], vec!["λογοσ"], vec!["彩票了"]]);
    }
}
