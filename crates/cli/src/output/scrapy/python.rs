//! Text from the web as Python source.
//!
//! Whatever a name or a selector holds, it becomes a literal or an identifier and nothing else.

use std::fmt::Write;

/// Words that Python keeps for itself.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

/// A string literal. All but plain characters are escaped: what ends the literal, control and
/// format characters (that could show a reader other code than there is).
pub(super) fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            c if c.is_alphanumeric() || "£€¥·•»›「」：°–—’".contains(c) => {
                out.push(c);
            }
            c => {
                let _ = match u32::from(c) {
                    code @ 0..=0xff => write!(out, "\\x{code:02x}"),
                    code @ 0x100..=0xffff => write!(out, "\\u{code:04x}"),
                    code => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push('"');
    out
}

/// A regular expression as a raw literal where one can hold it.
pub(super) fn pattern(regex: &str) -> String {
    let plain = string(regex);
    let is_raw = plain.replace("\\\\", "") == plain.replace('\\', "")
        && !regex.contains('"')
        && !regex.ends_with('\\');
    if is_raw { format!("r\"{regex}\"") } else { plain }
}

/// Whether a text can stand as a name in Python.
pub(super) fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !KEYWORDS.contains(&text)
}

/// The ASCII letters and digits of a text in lower case, words joined by `_`; `fallback` where it has
/// none, or begins with a digit.
pub(super) fn snake(text: &str, fallback: &str) -> String {
    let words = words(text);
    let name = words.join("_").to_ascii_lowercase();
    if is_identifier(&name) { name } else { fallback.to_owned() }
}

/// The same in `CamelCase`.
pub(super) fn camel(text: &str, fallback: &str) -> String {
    let name: String = words(text)
        .iter()
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..].to_ascii_lowercase())
        .collect();
    if is_identifier(&name) { name } else { fallback.to_owned() }
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_literal() {
        assert_eq!(string("a\"); import os #\n\\"), r#""a\"); import os #\x0a\\""#);
        assert_eq!(string("é \u{202e}\u{1f600}"), "\"é \\u202e\\U0001f600\"");
        assert_eq!(pattern(r"^by\s+(.*?)$"), r#"r"^by\s+(.*?)$""#);
        assert_eq!(pattern("say \""), r#""say \"""#);
        assert_eq!(pattern("a\nb\\"), r#""a\x0ab\\""#);
    }

    #[test]
    fn names_are_made_of_letters() {
        assert_eq!(snake("Product page-2", "page"), "product_page_2");
        assert_eq!(snake("2 products", "page"), "page");
        assert_eq!(snake("日本", "page"), "page");
        assert_eq!(camel("sub_category", "Page"), "SubCategory");
        assert!(!is_identifier("class") && !is_identifier("a-b") && is_identifier("a_b2"));
    }
}
