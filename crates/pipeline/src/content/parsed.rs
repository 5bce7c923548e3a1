//! The parsed pages of an input that is read twice, as many of them as memory is meant for.

use sitewrap_content::parse_with;
use sitewrap_hash::{join, of_bytes};
use sitewrap_model::Page;
use sitewrap_tree::{Document, Parsing};
use std::collections::HashMap;
use std::sync::Arc;

/// Bytes of documents that are kept; those of fifteen hundred pages of today.
const ROOM: usize = 256 << 20;

/// Documents of the pages that came first, by their addresses.
#[derive(Clone, Debug, Default)]
pub(super) struct Parsed {
    documents: HashMap<String, (Body, Arc<Document>)>,
    bytes: usize,
}

/// What a page was parsed from: an input can have several pages under one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Body(u64);

impl Body {
    pub(super) fn of(page: &Page) -> Self {
        let kind = page.content_type().map_or(0, |kind| of_bytes(kind.as_bytes()));
        Self(join(kind, of_bytes(&page.body)))
    }
}

impl Parsed {
    /// Keeps a document if there is room, and none of its address.
    pub(super) fn keep(&mut self, url: &str, body: Body, document: &Arc<Document>) {
        let bytes = self.bytes + document.tree.memory() + document.structured.bytes();
        if bytes <= ROOM && !self.documents.contains_key(url) {
            self.bytes = bytes;
            self.documents.insert(url.to_owned(), (body, Arc::clone(document)));
        }
    }

    /// The document of a page, which is parsed unless it was kept.
    pub(super) fn document(&self, page: &Page) -> Arc<Document> {
        let known = self.documents.get(&page.final_url);
        let known = known.filter(|(body, _)| *body == Body::of(page));
        known.map_or_else(|| Arc::new(document(page)), |(_, document)| Arc::clone(document))
    }
}

/// Parses a page for its content, which does not ask where the links of the body lead.
pub(super) fn document(page: &Page) -> Document {
    let parsing = Parsing { no_body_links: true, ..Parsing::default() };
    parse_with(&page.body, page.content_type(), Some(&page.final_url), &parsing)
}

#[cfg(test)]
mod tests {
    use super::{Body, Parsed, document};
    use sitewrap_model::Page;
    use std::sync::Arc;

    #[test]
    fn a_page_has_its_own_document_whatever_else_has_its_address() {
        let page = |body: &str| Page::imported("https://a.example/".to_owned(), body.into());
        let (first, second) = (page("<p>One"), page("<p>Two"));
        let mut parsed = Parsed::default();
        let kept = Arc::new(document(&first));
        parsed.keep(&first.final_url, Body::of(&first), &kept);
        assert!(Arc::ptr_eq(&parsed.document(&first), &kept));
        let tree = &parsed.document(&second).tree;
        assert_eq!(tree.inner_text(tree.root()), "Two");
    }
}
