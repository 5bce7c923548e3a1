//! The style sheets that a page has in itself.

use memchr::memmem;

/// The contents of the `style` elements of a page as it was sent, in order; those for print are left
/// out. Bytes that are no UTF-8 are replaced: style sheets in other charsets keep all but their
/// strings.
pub fn style_sheets(body: &[u8]) -> Vec<String> {
    let lower = body.to_ascii_lowercase();
    let mut sheets = Vec::new();
    let mut at = 0;
    while let Some(start) = memmem::find(&lower[at..], b"<style").map(|found| at + found) {
        let Some(open) = memchr::memchr(b'>', &lower[start..]).map(|found| start + found + 1)
        else {
            break;
        };
        let end =
            memmem::find(&lower[open..], b"</style").map_or(lower.len(), |found| open + found);
        let tag = &lower[start..open];
        let is_style = tag
            .get(6)
            .is_some_and(|byte| matches!(byte, b'>' | b'/') || byte.is_ascii_whitespace());
        let is_print =
            memmem::find(tag, b"print").is_some() && memmem::find(tag, b"screen").is_none();
        if is_style && !is_print {
            sheets.push(String::from_utf8_lossy(&body[open..end]).into_owned());
        }
        at = end;
    }
    sheets
}

#[cfg(test)]
mod tests {
    use super::style_sheets;

    #[test]
    fn finds_the_sheets_for_screens() {
        let body = b"<STYLE type=text/css>p{color:red}</style><styled>x</styled>\
            <style media=print>p{display:none}</style><style>a{}";
        assert_eq!(style_sheets(body), ["p{color:red}", "a{}"]);
        assert!(style_sheets(b"<style").is_empty());
    }
}
