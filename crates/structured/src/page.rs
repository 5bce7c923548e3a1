//! What a page shows its readers, as far as what it states must agree with it.

use crate::forms::{fold, number, plain};
use rustc_hash::FxHashSet;
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

/// Whether a page's title begins with a value, or has it as one of its parts.
pub fn title_has(title: &str, value: &str) -> bool {
    let (title, value) = (fold(title), fold(value.trim()));
    if value.chars().count() < 2 {
        return false;
    }
    let ends = |rest: &str| rest.is_empty() || !rest.starts_with(char::is_alphanumeric);
    title.strip_prefix(value.as_str()).is_some_and(ends)
        || [" | ", " - ", " – ", " — ", " :: ", ": ", " · ", " » ", " (", " [", "“", "\""]
            .iter()
            .any(|mark| title.split(mark).any(|part| part.trim_matches([' ', '”']) == value))
}
