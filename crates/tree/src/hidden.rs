//! Elements that are no part of what a page shows.

use crate::html;
use crate::sink::{Arena, Kind, Linked, NONE};
use html5ever::Attribute;

/// What has more nodes is no phrase; also bounds the work where phrases stand in each other.
const PHRASE_NODES: usize = 64;

/// Whether an element is no part of what a page shows: what is for programs (most of that went when the page was
/// cleaned, but the cleaner does not see as exactly as the parser what is an element), and phrases that their own
/// markup hides.
pub(crate) fn is_hidden(arena: &Arena, id: u32) -> bool {
    let Kind::Element { local, attrs, .. } = &arena.get(id).kind else { return false };
    matches!(&**local, "script" | "style" | "noscript" | "template" | "noframes" | "noembed")
        || is_hidden_phrase(arena, id, local, attrs)
}

/// Whether an element in a line of text is not shown by its own markup, and holds no blocks: numbers that tables
/// are sorted by, notes that a script would show, fields that only robots fill in. Blocks that are not shown
/// are the other tabs of a page, or what unfolds.
fn is_hidden_phrase(arena: &Arena, id: u32, name: &str, attrs: &[Attribute]) -> bool {
    let hides = |attr: &Attribute| match &*attr.name.local {
        "hidden" => true,
        "style" => html::hides(&attr.value),
        _ => false,
    };
    html::is_phrasing(name) && attrs.iter().any(hides) && holds_phrases_only(arena, id)
}

/// Whether a few nodes stand below an element, none of them a block.
fn holds_phrases_only(arena: &Arena, top: u32) -> bool {
    let mut open = vec![arena.get(top).first_child];
    let mut seen = 0;
    while let Some(at) = open.pop() {
        if at == NONE {
            continue;
        }
        let Linked { first_child, next, kind, .. } = arena.get(at);
        seen += 1;
        let is_phrase = match kind {
            Kind::Element { local, .. } => html::is_phrasing(local),
            Kind::Text(_) | Kind::Other => true,
        };
        if !is_phrase || seen > PHRASE_NODES {
            return false;
        }
        open.extend([*next, *first_child]);
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::Document;

    #[test]
    fn phrases_that_their_own_markup_hides_are_not_shown() {
        let page = |inside: &str| {
            let html = format!("<body><p>Shown {inside}</p>");
            let tree = Document::parse(html.as_bytes(), None, None).tree;
            tree.inner_line(tree.root())
        };
        for hidden in [
            "<span style='color:red; Display : none'>0017</span>",
            "<b hidden>x</b>",
            "<label style=display:none>Leave this empty <a href=/>x</a></label>",
        ] {
            assert_eq!(page(hidden), "Shown", "{hidden}");
        }
        for shown in [
            "<span style='display:inline'>0017</span>",
            "<span style='visibility:none'>0017</span>",
            "</p><div style=display:none>0017</div>",
            "<span style=display:none><div>0017</div></span>",
        ] {
            assert_eq!(page(shown), "Shown 0017", "{shown}");
        }
    }

    #[test]
    fn hidden_phrases_in_each_other_are_soon_told() {
        let deep = "<i hidden>".repeat(20_000);
        let tree = Document::parse(format!("<p>Shown{deep}<div>x").as_bytes(), None, None).tree;
        assert!(tree.inner_line(tree.root()).starts_with("Shown"));
    }
}
