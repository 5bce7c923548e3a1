//! Whatever the bytes, a page gives a tree that is sound, and its nodes stand where they are said to.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_tree::Document;

fuzz_target!(|body: &[u8]| {
    let plain = Document::parse(body, None, Some("http://example.com/a/b"));
    let (traced, positions) =
        Document::parse_with_positions(body, None, Some("http://example.com/a/b"));
    let tree = &traced.tree;
    assert_eq!(plain.tree.len(), tree.len(), "positions change the tree");
    assert_eq!(tree.subtree_len(tree.root()), tree.len());
    for node in tree.nodes() {
        if let Some(parent) = tree.parent(node) {
            assert!(parent < node && tree.depth(node) == tree.depth(parent) + 1);
        }
        assert_eq!(plain.tree.tag(node), tree.tag(node));
        assert_eq!(plain.tree.text(node), tree.text(node));
        assert!(!positions.xpath(tree, node).is_empty());
        if let Some(bytes) = positions.text_bytes(tree, node, node) {
            assert!(bytes.start <= bytes.end && bytes.end <= body.len());
        }
        for attr in tree.attrs(node) {
            if let Some(bytes) = positions.attr_bytes(node, attr.name) {
                assert!(bytes.start <= bytes.end && bytes.end <= body.len());
            }
        }
    }
});
