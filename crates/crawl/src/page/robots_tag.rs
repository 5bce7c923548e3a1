//! The `X-Robots-Tag` header of an answer: what a page could as well say in its `meta` elements.

use crate::page::findings::directives;

/// Directives that are written with a colon and a value, as agents are with theirs.
const WITH_VALUE: [&str; 4] =
    ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];

/// `noindex` and `nofollow` in the value of an `X-Robots-Tag` header, as far as they are addressed to
/// all agents or to the one of this name. A name holds for all directives up to the next one.
pub(crate) fn sent_directives(value: &str, product_token: &str) -> (bool, bool) {
    let (mut noindex, mut nofollow, mut meant) = (false, false, true);
    for part in value.split(',') {
        let mut directive = part;
        if let Some((name, rest)) = part.split_once(':')
            && let name = name.trim()
            && is_agent(name)
        {
            meant = ["*", "robots", product_token].iter().any(|us| name.eq_ignore_ascii_case(us));
            directive = rest;
        }
        if meant {
            let (first, second) = directives(directive);
            noindex |= first;
            nofollow |= second;
        }
    }
    (noindex, nofollow)
}

/// Whether what stands before a colon names an agent; else it belongs to a directive, or to the time
/// in one.
fn is_agent(name: &str) -> bool {
    let of_name = |c: char| c.is_ascii_alphanumeric() || "-_*.".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '*')
        && name.chars().all(of_name)
        && !WITH_VALUE.iter().any(|directive| name.eq_ignore_ascii_case(directive))
}

#[cfg(test)]
mod tests {
    use super::sent_directives;

    #[test]
    fn directives_count_for_whom_they_are_addressed_to() {
        for (value, expected) in [
            ("noindex", (true, false)),
            ("NoIndex, nofollow", (true, true)),
            ("none", (true, true)),
            ("googlebot: noindex, nofollow", (false, false)),
            ("googlebot: nofollow, sitewrap: noindex", (true, false)),
            ("noindex, otherbot: nofollow", (true, false)),
            ("SiteWrap: noindex, nofollow", (true, true)),
            ("unavailable_after: Friday, 25 Jun 2010 15:00:00 PST, nofollow", (false, true)),
            ("max-snippet:20,noindex", (true, false)),
            ("all", (false, false)),
            ("", (false, false)),
        ] {
            assert_eq!(sent_directives(value, "sitewrap"), expected, "{value}");
        }
    }
}
