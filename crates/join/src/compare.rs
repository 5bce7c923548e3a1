//! Whether two values say the same, however they are written.

use sitewrap_model::Value;

/// Bytes of a text that are compared: what lists cut short stands at the beginning.
const BYTES: usize = 16 << 10;
/// Words that a part of a longer text must have: fewer stand in any.
const WORDS_OF_PART: usize = 3;

/// A text as it is compared: its words in lower case, one space before and behind each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Said {
    words: String,
    /// Whether the text was cut short, so that its last word may be a part of one.
    cut: bool,
}

impl Said {
    /// What a value says; `None` for what has no words and no signs, and for records.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        let mut text = String::new();
        spell(value, &mut text);
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let mut end = text.len().min(BYTES);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let shown = text[..end].trim_end_matches([']', ')', '»', ' ']);
        let cut = end < text.len() || shown.ends_with('…') || shown.ends_with("...");
        let mut words = String::with_capacity(end + 2);
        words.push(' ');
        for word in text[..end].split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
            words.extend(word.chars().flat_map(char::to_lowercase));
            words.push(' ');
        }
        if words.len() == 1 {
            // Stars, say.
            words.push_str(&text[..end]);
            words.push(' ');
        }
        Some(Self { words, cut })
    }

    /// Whether an item and a page say the same: in the same words, or one in words that the other
    /// begins with, or the item in some that stand in the page's text.
    pub(crate) fn agrees(&self, page: &Self) -> bool {
        let item = self.whole_words();
        let shown = page.whole_words();
        if self.words == page.words || page.words.starts_with(item) || self.words.starts_with(shown)
        {
            return true;
        }
        item.matches(' ').count() > WORDS_OF_PART && page.words.contains(item)
    }

    /// The words that are whole; all, if there are hardly any.
    fn whole_words(&self) -> &str {
        let words = &self.words[..];
        if !self.cut || words.matches(' ').count() <= WORDS_OF_PART {
            return words;
        }
        let last = words[..words.len() - 1].rfind(' ').map_or(words.len(), |at| at + 1);
        &words[..last]
    }
}

fn spell(value: &Value, text: &mut String) {
    match value {
        Value::Text(own) if text.is_empty() => text.push_str(own),
        Value::Text(own) => {
            text.push(' ');
            text.push_str(own);
        }
        Value::Typed(typed) => {
            text.push(' ');
            text.push_str(&typed.to_string());
        }
        Value::List(items) => {
            for item in items.iter().take_while(|item| !matches!(item, Value::Record(_))) {
                if text.len() > BYTES {
                    break;
                }
                spell(item, text);
            }
        }
        Value::Record(_) => {}
    }
}

/// Whether a text is an address as records write them.
pub(crate) fn is_address(value: &Value) -> bool {
    let Value::Text(text) = value else { return false };
    let text = text.as_str();
    let begins = ["/", "http://", "https://"].iter().any(|begin| text.starts_with(begin));
    begins && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree(item: &str, page: &str) -> bool {
        let said = |text: &str| Said::of(&Value::Text(text.to_owned())).unwrap_or_default();
        said(item).agrees(&said(page))
    }

    #[test]
    fn writing_and_length_do_not_matter() {
        assert!(agree("£22.99", "£ 22.99"));
        assert!(agree("In stock", "In stock (12 available)"));
        assert!(agree("Brass LANTERN", "brass lantern"));
        assert!(agree(
            "The night was dark and st…",
            "The night was dark and stormy; the rain fell."
        ));
        assert!(agree("dark and stormy", "The night was dark and stormy."));
        assert!(agree("★★★", "★★★"));
    }

    #[test]
    fn a_number_within_another_text_is_no_agreement() {
        assert!(!agree("12", "In stock (12 available)"));
        assert!(!agree("£22.99", "£22.90"));
        assert!(!agree("★★★", "★★"));
        assert!(!agree("lantern", "Brass lantern"));
    }
}
