//! The first paragraph of running text.

use sitewrap_tree::{NodeId, TagTree, html};

/// The first paragraph (`p`) in sibling nodes that says something, with its text on one line; what
/// stands in quotations, lists, figures and the like does not count.
pub(crate) fn lead(tree: &TagTree, nodes: &[NodeId]) -> Option<(NodeId, String)> {
    for &top in nodes {
        let end = top.0 + tree.subtree_len(top) as u32;
        let mut at = top.0;
        while at < end {
            let node = NodeId(at);
            let tag = tree.tag(node).as_str();
            if tag == "p" {
                let text = crate::page::text::line(tree, node);
                if !text.is_empty() {
                    return Some((node, text));
                }
            }
            let is_apart = tag == "p" || html::is_set_apart(tag);
            at += if is_apart { tree.subtree_len(node) as u32 } else { 1 };
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    fn of(html: &str) -> Option<String> {
        let document = Document::parse(html.as_bytes(), None, None);
        let root = document.tree.root();
        lead(&document.tree, &[root]).map(|(_, text)| text)
    }

    #[test]
    fn the_first_paragraph_that_says_something_is_the_lead() {
        let page = "<h2>A</h2><p> </p><blockquote><p>Quoted.</p></blockquote><div><p>The <b>tea</b>\n \
                    arrived.</p></div><p>It was cold.</p>";
        assert_eq!(of(page).as_deref(), Some("The tea arrived."));
        assert_eq!(of("<ul><li><p>One</p></li></ul>Words"), None);
    }
}
