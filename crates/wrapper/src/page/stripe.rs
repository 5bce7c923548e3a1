//! Class words that only tell every other row of a list, and its ends.

use sitewrap_lexicon::{Role, is, words};

/// Whether a class word tells where an element stands among its like, not what it is: it counts rows,
/// or ends in the first or last of them, as `views-row-first` does.
pub(crate) fn tells_place(class: &str) -> bool {
    let last = class.rsplit(['-', '_']).next().unwrap_or(class);
    words(Role::Edge).any(|edge| last.eq_ignore_ascii_case(edge)) || is_stripe(class)
}

/// Whether a class word has a part that counts rows, as `odd`, `thread-even` and `evenrow` have.
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
    fn class_words_tell_rows_and_ends() {
        for class in ["Odd", "thread-even", "row_odd", "even-row-color", "evenrow", "listOdd"] {
            assert!(is_stripe(class) && tells_place(class), "{class}");
        }
        for class in ["event", "oddity", "seven-even1", "eleven", "table-striped", "default", ""] {
            assert!(!is_stripe(class) && !tells_place(class), "{class}");
        }
        assert!(tells_place("First") && tells_place("views-row-last") && !is_stripe("first"));
        assert!(!tells_place("first-name") && !tells_place("firstly"));
    }
}
