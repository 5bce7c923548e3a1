//! Yes and no, also of what is in stock.

use sitewrap_lexicon::{Role, is};

/// What a word or sign says; `None` if it is neither.
pub(crate) fn boolean(text: &str) -> Option<bool> {
    let text = text.trim();
    if text.len() > 24 {
        return None;
    }
    let lower = text.trim_end_matches('\u{fe0f}').to_lowercase();
    let says = |yes, no| match (is(yes, &lower), is(no, &lower)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    says(Role::Yes, Role::No).or_else(|| says(Role::InStock, Role::OutOfStock))
}

/// Whether the values of a field that says yes or no say more than that: `Sold out` here and `Out of
/// stock` there. Words and signs for no more than yes and no are all the same.
pub(crate) fn says_more<'v>(values: impl Iterator<Item = &'v str>) -> bool {
    let (mut yes, mut no) = (None::<String>, None::<String>);
    for value in values {
        let lower = value.trim().to_lowercase();
        let is_yes = is(Role::InStock, &lower);
        if !is_yes && !is(Role::OutOfStock, &lower) {
            continue;
        }
        let known = if is_yes { &mut yes } else { &mut no };
        if known.as_ref().is_some_and(|known| *known != lower) {
            return true;
        }
        *known = Some(lower);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_signs() {
        for yes in ["Yes", "TRUE", "ja", "Oui", "✓", "✔️", "да", "In stock"] {
            assert_eq!(boolean(yes), Some(true), "{yes}");
        }
        for no in ["no", "false", "Nein", "не", "✗", "否", "Out of stock"] {
            assert_eq!(boolean(no), Some(false), "{no}");
        }
        for text in ["", "1", "maybe", "yes, in blue", "In stock (12)", "stock"] {
            assert_eq!(boolean(text), None, "{text}");
        }
    }

    #[test]
    fn no_word_means_yes_in_one_language_and_no_in_another() {
        for (yes, no) in [(Role::Yes, Role::No), (Role::InStock, Role::OutOfStock)] {
            assert!(sitewrap_lexicon::words(yes).all(|word| !is(no, word)), "{yes:?}");
        }
    }

    #[test]
    fn several_words_for_what_is_not_there_say_more_than_no() {
        assert!(says_more(["In stock", "Sold out", "Out of stock"].into_iter()));
        assert!(!says_more(["In stock", "Out of stock", "out of stock"].into_iter()));
        assert!(!says_more(["yes", "true", "✓", "no"].into_iter()));
    }
}
