//! What a style sheet imports.

use std::ops::Range;

/// Imports of a style sheet that are followed at most.
const IMPORTS: usize = 16;

/// An `@import` of a style sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// Where the rule stands in the sheet.
    place: Range<usize>,
    /// The address, as it is written.
    pub(crate) target: String,
    /// The media that it is for; empty for all.
    media: String,
}

/// The imports at the head of a style sheet, where alone they count; those for print, and those with
/// conditions other than media, are left out.
pub(crate) fn imports(css: &str) -> Vec<Import> {
    let mut found = Vec::new();
    let mut at = 0;
    while found.len() < IMPORTS {
        at = past_blank(css, at);
        let Some(end) = css[at..].find(';').map(|length| at + length + 1) else { break };
        let rule = &css[at..end - 1];
        let starts = |word: &str| {
            rule.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        if starts("@import") {
            found.extend(read(&rule["@import".len()..]).map(|(target, media)| Import {
                place: at..end,
                target,
                media,
            }));
        } else if !starts("@charset") && (!starts("@layer") || rule.contains('{')) {
            break;
        }
        at = end;
    }
    found
}

/// The place behind white space and comments.
fn past_blank(css: &str, mut at: usize) -> usize {
    loop {
        at = css.len() - css[at..].trim_start().len();
        match css[at..].strip_prefix("/*").map(|rest| rest.find("*/")) {
            Some(Some(end)) => at += end + 4,
            Some(None) => return css.len(),
            None => return at,
        }
    }
}

/// Address and media of what stands behind `@import`.
fn read(rule: &str) -> Option<(String, String)> {
    let rule = rule.trim();
    let (target, rest) = match rule.get(..4) {
        Some(start) if start.eq_ignore_ascii_case("url(") => rule[4..].split_once(')')?,
        _ => {
            let quote = rule.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            rule[1..].split_once(quote)?
        }
    };
    let target = target.trim().trim_matches(['"', '\'']).trim();
    let media = rest.trim();
    let lower = media.to_ascii_lowercase();
    let is_other = lower.contains("print") && !lower.contains("screen")
        || lower.starts_with("layer")
        || lower.contains("supports(")
        || media.contains(['{', '}']);
    (!target.is_empty() && !is_other).then(|| (target.to_owned(), media.to_owned()))
}

/// A style sheet with what it imports in the place of its imports; nothing in that of one that is `None`.
pub(crate) fn with_imports(css: &str, imports: &[(Import, Option<String>)]) -> String {
    let mut whole = String::with_capacity(css.len());
    let mut at = 0;
    for (import, sheet) in imports {
        whole.push_str(&css[at..import.place.start]);
        at = import.place.end;
        match sheet {
            Some(sheet) if import.media.is_empty() => whole.push_str(sheet),
            Some(sheet) => {
                whole.extend(["@media ", &import.media, " {\n", sheet, "\n}\n"]);
            }
            None => {}
        }
    }
    whole.push_str(&css[at..]);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_at_the_head_are_read_and_put_in_their_place() {
        let css = "@charset 'utf-8'; /* x; */ @import url( \"a.css\" );@IMPORT 'b.css' screen and (min-width: 9px);\
            @import url(p.css) print; p{color:red} @import 'late.css';";
        let found = imports(css);
        let targets: Vec<&str> = found.iter().map(|import| import.target.as_str()).collect();
        assert_eq!(targets, ["a.css", "b.css"]);
        let sheets = [Some("a{}".to_owned()), Some("b{}".to_owned())];
        let whole = with_imports(css, &found.into_iter().zip(sheets).collect::<Vec<_>>());
        assert!(whole.contains("a{}@media screen and (min-width: 9px) {\nb{}\n}\n"), "{whole}");
        assert!(whole.contains("p{color:red}") && !whole.contains("b.css"), "{whole}");
    }

    #[test]
    fn what_is_no_import_is_none() {
        for css in [
            "",
            "@import",
            "@import ;",
            "@import url(",
            "/* @import 'a';",
            "p{} @import 'a';",
            "@import 'é",
        ] {
            assert_eq!(imports(css), [], "{css}");
        }
    }
}
