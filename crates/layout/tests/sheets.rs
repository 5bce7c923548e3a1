//! Style sheets that a page names change its boxes.
#![cfg(feature = "engine")]

use sitewrap_layout::{Layout, style_sheets_with};
use sitewrap_tree::Document;

#[test]
fn a_sheet_that_was_stored_moves_a_box() {
    let body = b"<link rel=stylesheet href=/a.css><div id=side>Menu</div><p>A paragraph.";
    let document = Document::parse(body, None, Some("https://a.example/"));
    let side = document.tree.children(document.tree.root()).next();
    let boxes = |css: Option<&str>| {
        let get = |url: &str| css.filter(|_| url == "https://a.example/a.css").map(str::to_owned);
        let sheets = style_sheets_with(body, None, Some("https://a.example/"), get);
        let layout = Layout::of(&document, &sheets);
        assert_eq!(layout.estimated, None);
        side.map(|side| layout.rect(side)).unwrap_or_default()
    };
    let (plain, moved) = (boxes(None), boxes(Some("#side { margin-left: 700px; width: 100px }")));
    assert!((moved.left - plain.left - 700.0).abs() < 1.0, "{plain:?} {moved:?}");
    assert!((moved.width - 100.0).abs() < 1.0, "{moved:?}");
}
