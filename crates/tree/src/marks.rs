//! Marks in cleaned text that tell where in the page's text its parts come from.
//!
//! The parser knows no places, and moves what it parses: it mends nesting, drops, repeats and joins.
//! The cleaner knows the places. So, when positions are asked for, the cleaner gives each start tag
//! an attribute with the number of its place, and puts the number of its place before each text;
//! and when the parser's tree is read, the marks are taken out of it again.

use crate::entity::{Context, reference};
use std::ops::Range;

/// The attribute that marks a start tag.
pub(crate) const MARK: &str = "sitewrap-place";

/// Places in a page's text, in bytes, by the numbers of their marks.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    /// Stands at both ends of a text's mark; nowhere else in the page.
    sign: char,
    tags: Vec<TagPlace>,
    texts: Vec<Range<u32>>,
}

/// Where a start tag stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagPlace {
    /// From `<` to `>`.
    pub(crate) tag: Range<u32>,
    /// The attributes that have a value, each name in lower case with the place of its value.
    pub(crate) attrs: Vec<(Box<str>, Range<u32>)>,
}

impl Marks {
    /// No marks yet, for a page with this text; `None` if it leaves no sign to mark it with.
    ///
    /// The sign is one of the characters that Unicode keeps free for use within programs, so it is no
    /// white space, and a text with a mark before its first word is parsed as it is without.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let sign = ('\u{fdd0}'..='\u{fdef}').find(|&sign| !text.contains(sign))?;
        Some(Self { sign, tags: Vec::new(), texts: Vec::new() })
    }

    /// The value of [`MARK`] for a start tag.
    pub(crate) fn tag(&mut self, place: TagPlace) -> String {
        self.tags.push(place);
        (self.tags.len() - 1).to_string()
    }

    /// What is to stand before a text.
    pub(crate) fn text(&mut self, place: Range<u32>) -> String {
        self.texts.push(place);
        let (sign, number) = (self.sign, self.texts.len() - 1);
        format!("{sign}{number}{sign}")
    }

    /// The place that the value of [`MARK`] leads to.
    pub(crate) fn tag_place(&self, mark: &str) -> Option<&TagPlace> {
        self.tags.get(mark.parse::<usize>().ok()?)
    }

    /// A text without its marks, and the place from the first text that was marked to the last.
    pub(crate) fn strip(&self, marked: &str) -> (String, Option<Range<u32>>) {
        let mut place: Option<Range<u32>> = None;
        let mut pieces = marked.split(self.sign);
        let mut text = pieces.next().unwrap_or_default().to_owned();
        while let Some(number) = pieces.next() {
            let known = number.parse().ok().and_then(|number: usize| self.texts.get(number));
            if let Some(known) = known {
                place = Some(match place {
                    None => known.clone(),
                    Some(place) => place.start.min(known.start)..place.end.max(known.end),
                });
            }
            text.push_str(pieces.next().unwrap_or_default());
        }
        (text, place)
    }
}

/// The part of a text as written that is to be marked: from its first word to the end of its last
/// one; `None` if it is blank. What a parser takes for white space, character references included,
/// must stay before the mark, since it may drop or move that alone.
pub(crate) fn words(raw: &str) -> Option<Range<usize>> {
    let is_space = |c: char| c.is_ascii_whitespace() || c == '\0';
    let mut rest = raw.trim_start_matches(is_space);
    while let Some(after) = rest.strip_prefix('&') {
        let mut decoded = String::new();
        match reference(after, Context::Text, &mut decoded) {
            Some(used) if decoded.chars().all(is_space) => {
                rest = after[used..].trim_start_matches(is_space);
            }
            _ => break,
        }
    }
    let start = raw.len() - rest.len();
    let len = rest.trim_end_matches(is_space).len();
    (len > 0).then_some(start..start + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_behind_all_that_a_parser_takes_for_white_space() {
        assert_eq!(words("\n  two words \t"), Some(3..12));
        assert_eq!(words(" &#32;&#x0a;\u{0}&Tab; x"), Some(19..20));
        assert_eq!(words("&nbsp;x"), Some(0..7));
        assert_eq!(words("&#9#943"), Some(3..7));
        assert_eq!(words("&#9F"), Some(3..4));
        assert_eq!(words("&#x9g"), Some(4..5));
        assert_eq!(words("&amp"), Some(0..4));
        assert_eq!(words(" &#10; \n"), None);
    }

    #[test]
    fn marks_are_taken_out_again() {
        let mut marks = Marks::new("a \u{fdd0} b").expect("a sign is free");
        let marked = format!("  {}a {}b", marks.text(10..11), marks.text(4..5));
        assert_eq!(marks.strip(&marked), ("  a b".to_owned(), Some(4..11)));
    }
}
