//! Yes and no, also of what is in stock.

/// Words for yes and for no that belong together.
const PAIRS: [(&str, &str); 35] = [
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
    PAIRS.iter().find_map(|(yes, no)| {
        let is_no = *no == lower;
        (is_no || *yes == lower).then_some(!is_no)
    })
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
        for (yes, _) in PAIRS {
            assert!(PAIRS.iter().all(|(_, no)| *no != yes), "{yes}");
        }
    }
}
