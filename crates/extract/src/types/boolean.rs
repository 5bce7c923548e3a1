//! Yes and no, also of what is in stock.

/// Words for yes and for no that belong together.
const PAIRS: [(&str, &str); 26] = [
    ("yes", "no"),
    ("true", "false"),
    ("ja", "nein"),
    ("ja", "nee"),
    ("ja", "nej"),
    ("ja", "nei"),
    ("oui", "non"),
    ("sí", "no"),
    ("si", "no"),
    ("sì", "no"),
    ("sim", "não"),
    ("tak", "nie"),
    ("ano", "ne"),
    ("áno", "nie"),
    ("da", "ne"),
    ("da", "nu"),
    ("да", "нет"),
    ("да", "не"),
    ("так", "ні"),
    ("igen", "nem"),
    ("kyllä", "ei"),
    ("evet", "hayır"),
    ("ναι", "όχι"),
    ("はい", "いいえ"),
    ("是", "否"),
    ("예", "아니오"),
];

/// What is said of stock: sites that say it in more than two ways mean different things.
const STOCK: [(&str, &str); 9] = [
    ("in stock", "out of stock"),
    ("available", "unavailable"),
    ("available", "sold out"),
    ("auf lager", "nicht auf lager"),
    ("verfügbar", "nicht verfügbar"),
    ("lieferbar", "ausverkauft"),
    ("en stock", "agotado"),
    ("en stock", "épuisé"),
    ("disponibile", "non disponibile"),
];

/// Signs for yes and for no, which go with each other whatever their shape.
const SIGNS: [(char, bool); 10] = [
    ('✓', true),
    ('✔', true),
    ('☑', true),
    ('✅', true),
    ('✗', false),
    ('✘', false),
    ('✕', false),
    ('❌', false),
    ('❎', false),
    ('☐', false),
];

/// What a word or sign says; `None` if it is neither.
pub(crate) fn boolean(text: &str) -> Option<bool> {
    let text = text.trim();
    if text.len() > 24 {
        return None;
    }
    let mut chars = text.chars().filter(|c| *c != '\u{fe0f}');
    if let (Some(c), None) = (chars.next(), chars.next())
        && let Some((_, yes)) = SIGNS.iter().find(|(sign, _)| *sign == c)
    {
        return Some(*yes);
    }
    let lower = text.to_lowercase();
    PAIRS.iter().chain(&STOCK).find_map(|(yes, no)| {
        let is_no = *no == lower;
        (is_no || *yes == lower).then_some(!is_no)
    })
}

/// Whether the values of a field that says yes or no say more than that: `Sold out` here and `Out of
/// stock` there. Words and signs for no more than yes and no are all the same.
pub(crate) fn says_more<'v>(values: impl Iterator<Item = &'v str>) -> bool {
    let (mut yes, mut no) = (None::<String>, None::<String>);
    for value in values {
        let lower = value.trim().to_lowercase();
        let pair = STOCK.iter().find(|(yes, no)| *yes == lower || *no == lower);
        let Some((word, _)) = pair else { continue };
        let is_yes = *word == lower;
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
        let pairs = || PAIRS.iter().chain(&STOCK);
        for (yes, _) in pairs() {
            assert!(pairs().all(|(_, no)| no != yes), "{yes}");
        }
    }

    #[test]
    fn several_words_for_what_is_not_there_say_more_than_no() {
        assert!(says_more(["In stock", "Sold out", "Out of stock"].into_iter()));
        assert!(!says_more(["In stock", "Out of stock", "out of stock"].into_iter()));
        assert!(!says_more(["yes", "true", "✓", "no"].into_iter()));
    }
}
