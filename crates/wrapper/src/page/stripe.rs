//! Class words that only colour every other row of a list.

use sitewrap_lexicon::{Role, is, words};

/// Whether a class word has a part that counts rows, as `odd`, `thread-even` and `evenrow` have: it
/// tells where an element stands, not what it is.
pub fn is_stripe(class: &str) -> bool {
    class.split(['-', '_']).any(|part| words(Role::Stripe).any(|word| counts_rows(part, word)))
}

/// Whether a part of a class word is `word`, alone or beside a word that tells nothing.
fn counts_rows(part: &str, word: &str) -> bool {
    let around = |at: usize, rest: usize| {
        let is_there = part.get(at..at + word.len()).is_some_and(|p| p.eq_ignore_ascii_case(word));
        is_there && part.get(rest..rest + part.len() - word.len()).is_some_and(is_noise)
    };
    part.len() >= word.len() && (around(0, word.len()) || around(part.len() - word.len(), 0))
}

fn is_noise(rest: &str) -> bool {
    rest.is_empty() || is(Role::Noise, &rest.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_class_word_counts_rows() {
        for class in ["Odd", "thread-even", "row_odd", "even-row-color", "evenrow", "listOdd"] {
            assert!(is_stripe(class), "{class}");
        }
        for class in ["event", "oddity", "seven-even1", "eleven", "table-striped", "default", ""] {
            assert!(!is_stripe(class), "{class}");
        }
    }
}
