//! The boxes of pages, for comparison with those of a browser.
//!
//! `boxes FILE…` reads pages and writes a JSON line each: the file, whether boxes are estimated, and
//! for each element its tag, its place among the elements of that tag, and its box.

use sitewrap_layout::{Layout, style_sheets};
use sitewrap_tree::Document;
use std::collections::HashMap;
use std::io::{self, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for file in std::env::args().skip(1) {
        let body = std::fs::read(&file)?;
        let document = Document::parse(&body, None, None);
        let layout = Layout::of(&document, &style_sheets(&body));
        let tree = &document.tree;
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut boxes = Vec::new();
        for node in tree.nodes().filter(|&node| !tree.is_text(node)) {
            let tag = tree.tag(node).as_str();
            let count = seen.entry(tag).or_default();
            let rect = layout.rect(node);
            let sides = [rect.left, rect.top, rect.width, rect.height];
            boxes.push(serde_json::json!([tag, *count, sides]));
            *count += 1;
        }
        let estimated = layout.estimated.map(|reason| reason.to_string());
        writeln!(
            out,
            "{}",
            serde_json::json!({"file": file, "estimated": estimated, "boxes": boxes})
        )?;
    }
    Ok(())
}
