//! What a page shows its readers, as far as what it states must agree with it.

use crate::forms::{number, plain};
use rustc_hash::FxHashSet;
use sitewrap_lexicon::fold;
use sitewrap_tree::Document;

/// Headings that may hold what the page is called.
const MAX_HEADINGS: usize = 4;

/// Longest text node that is taken for a number with its unit, in bytes.
const MAX_AMOUNT: usize = 32;

/// The names of a page, and the numbers on it.
#[derive(Debug)]
pub(crate) struct PageView {
    title: Option<String>,
    /// Main headings, as plain words.
    headings: Vec<String>,
    numbers: FxHashSet<String>,
}

impl PageView {
    pub(crate) fn of(document: &Document) -> Self {
        let tree = &document.tree;
        let headings = tree.nodes().filter(|node| tree.tag(*node).as_str() == "h1");
        let headings = headings.take(MAX_HEADINGS).map(|node| plain(&tree.inner_text(node)));
        let texts = tree.nodes().filter(|node| tree.is_text(*node)).map(|node| tree.text(node));
        let numbers = texts.filter(|text| {
            text.len() <= MAX_AMOUNT && text.bytes().any(|byte| byte.is_ascii_digit())
        });
        Self {
            title: document.title.clone(),
            headings: headings.filter(|heading| !heading.is_empty()).collect(),
            numbers: numbers.filter_map(number).collect(),
        }
    }

    /// Whether this is what the page calls itself: in a main heading, or at the beginning of its
    /// title. What stands in a title later is most often the name of the site.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.is_headed(name) || self.title_begins(name)
    }

    /// Whether this is surely what the page calls itself: in its title and a main heading, if it has
    /// one.
    pub(crate) fn is_surely_called(&self, name: &str) -> bool {
        self.title_begins(name) && (self.headings.is_empty() || self.is_headed(name))
    }

    fn title_begins(&self, name: &str) -> bool {
        let begins =
            |title: &String| title_has(title, name) && fold(title).starts_with(&fold(name));
        self.title.as_ref().is_some_and(begins)
    }

    /// Whether this is what a main heading says.
    pub(crate) fn is_headed(&self, name: &str) -> bool {
        self.headings.contains(&plain(name))
    }

    /// Whether the page shows a number, in whatever notation.
    pub(crate) fn shows_number(&self, text: &str) -> bool {
        number(text).is_some_and(|number| self.numbers.contains(&number))
    }
}

/// What parts a title.
const MARKS: [&str; 10] = [" | ", " - ", " – ", " — ", " :: ", ": ", " · ", " » ", " (", " ["];

/// Whether a page's title begins with a value, or has it as one of its parts.
pub fn title_has(title: &str, value: &str) -> bool {
    let line = |text: &str| fold(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let (title, value) = (line(title), line(value));
    if value.chars().count() < 2 {
        return false;
    }
    let begins = |before: &str| {
        before.is_empty()
            || before.ends_with(['“', '"'])
            || MARKS.iter().any(|mark| before.ends_with(mark))
    };
    let ends = |behind: &str| {
        let behind = behind.trim_start_matches(['”', '"', ')', ']']);
        behind.is_empty() || MARKS.iter().any(|mark| behind.starts_with(mark))
    };
    let is_part = |(at, part): (usize, &str)| {
        let (before, behind) = (&title[..at], &title[at + part.len()..]);
        let is_first = before.is_empty() && !behind.starts_with(char::is_alphanumeric);
        is_first || begins(before) && ends(behind)
    };
    title.match_indices(value.as_str()).any(is_part)
}

#[cfg(test)]
mod tests {
    use super::title_has;

    #[test]
    fn a_value_is_part_of_a_title_between_any_two_marks() {
        for (title, value) in [
            ("View Profile: Ann - The Boards", "ann"),
            ("Oak Lamp | Shop", "Oak  lamp"),
            ("Oak Lamp by Hull", "Oak Lamp"),
            ("Shop » Lamps (new) - page 2", "new"),
            ("The “Oak Lamp”", "Oak Lamp"),
            ("Topic [Archive]  - Boards", "Topic"),
        ] {
            assert!(title_has(title, value), "{value} in {title}");
        }
        for (title, value) in [("Well-known oak - Shop", "known"), ("Oaks", "Oak"), ("a - b", "a")]
        {
            assert!(!title_has(title, value), "{value} in {title}");
        }
    }
}
