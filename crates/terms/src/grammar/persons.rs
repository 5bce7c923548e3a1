//! What people are called, and how they rate.

/// Words and letters of a person's name, at most.
const MOST_WORDS: usize = 4;
const MOST_LETTERS: usize = 40;

/// Whether a text reads as what a person is called: few words that begin with capital letters, without
/// digits. Scripts without capital letters do not tell.
pub fn is_person(value: &str) -> bool {
    // `Jean-Luc d'Arc Jr.`
    let belongs = |c: char| c.is_alphabetic() || "'’.-".contains(c);
    // `von`, `de la`
    let is_particle = |word: &str| word.chars().count() <= 3;
    let is_part = |word: &&str| {
        let has_capital = word.contains(char::is_uppercase);
        word.chars().all(belongs) && (has_capital || is_particle(word))
    };
    let words: Vec<&str> = value.split_whitespace().collect();
    words.len() <= MOST_WORDS
        && value.chars().count() <= MOST_LETTERS
        && value.trim_start().starts_with(char::is_uppercase)
        && words.iter().all(is_part)
}

/// Whether a text reads as what somebody calls himself on a site: one word that may have digits.
pub fn is_nickname(value: &str) -> bool {
    let belongs = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    value.chars().count() <= MOST_LETTERS
        && value.chars().all(belongs)
        && value.chars().any(char::is_alphabetic)
}

/// The number of stars, 1..=5, that a value says, with one decimal at most: `4`, `4.5`, `3,8`.
pub fn stars(value: &str) -> Option<f64> {
    let value = value.trim().replace(',', ".");
    let is_short = value.len() <= "4.5".len();
    value.parse().ok().filter(|stars| is_short && (1.0..=5.0).contains(stars))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_have_few_words_with_capital_letters() {
        for name in ["Michael S.", "H. Wagner", "Jörg", "Maria de la Cruz", "Jean-Luc d'Arc"] {
            assert!(is_person(name), "{name}");
        }
        for text in ["Good stuff", "Size 2", "It was as they said", "", "hippo", "7"] {
            assert!(!is_person(text), "{text}");
        }
    }

    #[test]
    fn nicknames_are_one_word() {
        assert!(is_nickname("pourover_pete") && is_nickname("Jon77") && is_nickname("hippo"));
        assert!(!is_nickname("a b") && !is_nickname("12") && !is_nickname("really?"));
    }

    #[test]
    fn stars_are_one_to_five() {
        assert_eq!((stars("4,5"), stars("5"), stars("1.0")), (Some(4.5), Some(5.0), Some(1.0)));
        assert_eq!((stars("0"), stars("6"), stars("4.25"), stars("new")), (None, None, None, None));
    }
}
