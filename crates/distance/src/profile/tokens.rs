//! Words of markup: how class and id words are normalized.

use std::borrow::Cow;

/// A class or id word with each number replaced by `#`: numbers count items, they do not name kinds.
/// Numbers with a separator between them (dates, versions, sections) are one.
pub(super) fn without_numbers(word: &str) -> Cow<'_, str> {
    if !word.bytes().any(|byte| byte.is_ascii_digit()) {
        return Cow::Borrowed(word);
    }
    let mut out = String::with_capacity(word.len());
    for c in word.chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('#') {
            let before = out.trim_end_matches(SEPARATORS).len();
            if out[..before].ends_with('#') {
                out.truncate(before);
            } else {
                out.push('#');
            }
        }
    }
    Cow::Owned(out)
}

/// What stands between the parts of a word.
const SEPARATORS: [char; 4] = ['-', '_', '.', ':'];

/// The family of a word: the letters before its first separator (`category` of
/// `category-travel`); `None` for a word of one part.
pub(super) fn family(word: &str) -> Option<&str> {
    let head = word.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'#').count();
    let rest = &word.as_bytes()[head..];
    let separated = rest.len() >= 2 && SEPARATORS.contains(&char::from(rest[0]));
    (head > 0 && separated).then(|| &word[..head])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_one_mark() {
        assert_eq!(without_numbers("post-1234"), "post-#");
        assert_eq!(without_numbers("2col10"), "#col#");
        assert_eq!(without_numbers("id-1.12.3-note"), "id-#-note");
        assert_eq!(without_numbers("2026-11-22"), "#");
        assert_eq!(without_numbers("plain"), "plain");
    }

    #[test]
    fn a_family_is_what_stands_before_the_first_separator() {
        assert_eq!(family("category-travel"), Some("category"));
        assert_eq!(family("#post-#"), Some("#post"));
        assert_eq!(family("a-"), None);
        assert_eq!(family("plain"), None);
        assert_eq!(family("-x-y"), None);
    }
}
