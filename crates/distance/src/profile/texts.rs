//! Short texts that stand in for class words on sites that have none.
//!
//! `Address:`, `Telephone:` and `Fax:` are written by a template as class words are, and come together
//! on the pages of one kind. What an item is called, or one of a dozen values, comes on pages of its own.

use super::Parameters;

/// The text, trimmed, if it is short and has letters.
pub(super) fn short_text<'t>(text: &'t str, parameters: &Parameters) -> Option<&'t str> {
    let text = text.trim();
    let is_short = text.len() <= parameters.text_bytes && !text.contains('\n');
    (is_short && text.chars().any(char::is_alphabetic)).then_some(text)
}

/// A text at a place, and the pages that have it there, in rising order.
pub(super) struct Text {
    /// What stands for the text.
    pub(super) word: u32,
    /// A hash of the tags above it.
    pub(super) place: u64,
    /// A hash of the text, which decides between texts of equally many pages.
    pub(super) key: u64,
    pub(super) pages: Vec<u32>,
}

/// The words of the texts that are written by a template: those that come with another at one place.
/// (The one category that each article names at its end is an item's, whatever else comes with it.)
///
/// # Complexity
/// At most 512² / 2 intersections of lists of pages.
pub(super) fn of_templates(texts: impl Iterator<Item = Text>, parameters: &Parameters) -> Vec<u32> {
    let mut texts: Vec<Text> =
        texts.filter(|text| text.pages.len() >= parameters.few_pages).collect();
    texts.sort_unstable_by_key(|text| (usize::MAX - text.pages.len(), text.key, text.place));
    texts.truncate(parameters.compared);
    let mut found = Vec::new();
    for (i, one) in texts.iter().enumerate() {
        // The others have no more pages each; the first that has too few ends the search.
        let least = parameters.texts_together * one.pages.len() as f64;
        let others = texts[i + 1..].iter().take_while(|other| other.pages.len() as f64 >= least);
        for other in others.filter(|other| other.place == one.place) {
            let is_in = |page: &&u32| other.pages.binary_search(page).is_ok();
            let both = one.pages.iter().filter(is_in).count();
            let either = one.pages.len() + other.pages.len() - both;
            if both as f64 >= parameters.texts_together * either as f64 {
                found.extend([one.word, other.word]);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_have_letters() {
        let short_text = |text| short_text(text, &Parameters::default());
        assert_eq!(short_text(" Address: "), Some("Address:"));
        assert_eq!(short_text("12 / 34"), None);
        assert_eq!(short_text("A text that says something to whoever reads it"), None);
    }

    #[test]
    fn texts_that_come_together_at_one_place_are_of_a_template() {
        let text = |word, place, pages: std::ops::Range<u32>| Text {
            word,
            place,
            key: u64::from(word),
            pages: pages.collect(),
        };
        let texts = [
            text(0, 1, 0..20),  // Address:
            text(1, 1, 1..20),  // Telephone:
            text(2, 1, 10..15), // a value
            text(3, 2, 0..20),  // comes with the first, elsewhere
            text(4, 1, 30..32), // two of two pages
            text(5, 1, 30..32),
        ];
        assert_eq!(of_templates(texts.into_iter(), &Parameters::default()), [0, 1]);
    }
}
