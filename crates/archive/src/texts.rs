//! Texts from lines of JSON.

use crate::error::SourceError;
use crate::files::open;
use crate::line_reader::{LineReader, within_line};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A text with its name; further keys of its line mean nothing here.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct NamedText {
    /// What tells it from others.
    pub id: String,
    /// The text.
    pub text: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its language as a tag of BCP 47, if it is known.
    pub lang: Option<String>,
}

/// Texts from lines `{"id", "text", "title"?, "lang"?}`. Empty lines are passed over.
pub struct TextLines<R>(LineReader<R>);

impl<R: BufRead> TextLines<R> {
    /// Texts from a stream; `name` is what messages call it.
    pub fn new(reader: R, name: &str) -> Self {
        Self(LineReader::new(reader, name.into()))
    }
}

impl TextLines<BufReader<std::fs::File>> {
    /// Texts from a file.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        Ok(Self(LineReader::new(BufReader::new(open(path)?), path.to_owned())))
    }
}

impl<R: BufRead> Iterator for TextLines<R> {
    type Item = Result<NamedText, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.0.next_text()?;
        let text = bytes.and_then(|bytes| {
            serde_json::from_slice(&bytes)
                .map_err(|error| format!("no JSON object of a text: {}", within_line(&error)))
        });
        Some(text.map_err(|problem| self.0.error(problem)))
    }
}

/// Whether lines that begin so are texts, not pages: objects with a `text` and neither `html` nor `file`.
/// `head` may be cut off anywhere.
///
/// ```
/// use sitewrap_archive::are_texts;
/// assert!(are_texts(br#"{"id": "a", "text": "Lanterns bu"#));
/// assert!(!are_texts(br#"{"url": "http://a.example/", "html": "<p>"#));
/// ```
pub fn are_texts(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut keys = Vec::new();
    // Where the head ends within the line, which is an error, the keys before have been read.
    let _ = serde_json::Deserializer::from_slice(head).deserialize_map(Keys(&mut keys));
    let has = |name: &str| keys.iter().any(|key| key == name);
    has("text") && !has("html") && !has("file")
}

/// Collects the keys of an object.
struct Keys<'k>(&'k mut Vec<String>);

impl<'de> Visitor<'de> for Keys<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key()? {
            self.0.push(key);
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_with_what_is_told_of_them_and_broken_lines_in_their_place() {
        let lines = "{\"id\":\"a\",\"text\":\"Lanterns\",\"lang\":\"en\"}\n\n{\"id\":1}\n";
        let found: Vec<_> = TextLines::new(lines.as_bytes(), "a stream").collect();
        assert_eq!(found.len(), 2);
        let first = found[0].as_ref().expect("a text");
        assert_eq!((first.id.as_str(), first.lang.as_deref()), ("a", Some("en")));
        let error = found[1].as_ref().expect_err("no text").to_string();
        assert!(error.contains("a stream") && error.contains("line 3"), "{error}");
    }

    #[test]
    fn pages_and_other_things_are_no_texts() {
        assert!(are_texts(b"\xef\xbb\xbf{\"text\":\"a\"}\n{\"text\":"));
        for head in ["", "[1]", "<p>text", "{\"url\":\"u\",\"file\":\"f\",\"text\":\"t\"}"] {
            assert!(!are_texts(head.as_bytes()), "{head}");
        }
    }
}
