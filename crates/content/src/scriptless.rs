//! Pages as a reader without scripts sees them.

use crate::block::Blocks;
use memchr::memmem;
use sitewrap_tree::{Document, Parsing};

/// Columns of text below which a page is taken for a shell, and looked at without scripts.
const SHELL_COLUMNS: u32 = 400;

/// Parses the body of a response as [`Document::parse`] does. If that gives hardly any text, what
/// the page has in `noscript` for readers without scripts is taken in: forums and shops that scripts
/// draw put their content there.
pub fn parse(body: &[u8], content_type: Option<&str>, url: Option<&str>) -> Document {
    parse_with(body, content_type, url, &Parsing::default())
}

/// As [`parse`], with what else is asked for.
pub fn parse_with(
    body: &[u8],
    content_type: Option<&str>,
    url: Option<&str>,
    parsing: &Parsing,
) -> Document {
    let parse = |body| Document::parse_with(body, content_type, url, parsing).0;
    let document = parse(body);
    if memmem::find(body, b"<noscript").is_none() {
        return document;
    }
    let shown = Blocks::columns_up_to(&document.tree, SHELL_COLUMNS);
    if shown >= SHELL_COLUMNS {
        return document;
    }
    let other = parse(&opened(body));
    // A line that asks for scripts is not worth a page.
    let wanted = 2 * shown.max(SHELL_COLUMNS / 2) + 1;
    if Blocks::columns_up_to(&other.tree, wanted) >= wanted { other } else { document }
}

/// The body with boxes for its `noscript` elements. The tags are ASCII in all encodings of the web
/// but UTF-16, whose pages stay as they are.
fn opened(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = memmem::find(rest, b"noscript") {
        let is_tag = rest[..at].ends_with(b"<") || rest[..at].ends_with(b"</");
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(if is_tag { b"div" } else { b"noscript" });
        rest = &rest[at + b"noscript".len()..];
    }
    out.extend_from_slice(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn an_empty_shell_gives_what_it_has_for_readers_without_scripts() {
        let words = "The first answer says that the kettle has to be descaled. ".repeat(10);
        let shell = |shown: &str| {
            format!("<div id=app>{shown}</div><noscript><h1>Kettle</h1><p>{words}</noscript>")
        };
        let text = |body: &str| {
            parse(body.as_bytes(), None, None).tree.inner_text(sitewrap_tree::NodeId(0))
        };
        assert!(text(&shell("")).contains("descaled"));
        assert!(
            !text(&shell(&"This page shows its text itself. ".repeat(30))).contains("descaled")
        );
        assert!(!text("<noscript>Please turn on scripts.</noscript>").contains("turn on"));
    }
}
