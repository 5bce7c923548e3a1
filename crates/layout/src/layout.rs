//! The boxes of a page, and how they were had.

use crate::estimate::estimated;
use crate::rect::Rect;
use sitewrap_tree::{Document, NodeId};
use std::fmt;

/// Why boxes are estimated, not laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Estimated {
    /// The program was built without the engine.
    NotBuilt,
    /// The page has more nodes, or more of them in one line, than are laid out.
    TooLarge,
    /// The engine did not end in time.
    TooSlow,
    /// The engine failed.
    Failed,
}

impl fmt::Display for Estimated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotBuilt => "this program was built without a layout engine",
            Self::TooLarge => "the page is too large to lay out",
            Self::TooSlow => "the page takes too long to lay out",
            Self::Failed => "the layout engine failed on the page",
        })
    }
}

/// The boxes of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    boxes: Vec<Rect>,
    /// Why the boxes are estimated from the tree; `None` if they were laid out.
    pub estimated: Option<Estimated>,
}

impl Layout {
    /// The boxes of a page's elements in a window of 1280 × 800 pixels, with one font and with
    /// nothing loaded: by the engine with these style sheets, else estimated from the tree.
    ///
    /// # Example
    /// ```
    /// use sitewrap_layout::Layout;
    /// use sitewrap_tree::Document;
    /// let page = Document::parse(b"<p>Short.<p>A second paragraph.", None, None);
    /// let layout = Layout::of(&page, &[]);
    /// let paragraphs: Vec<_> = page.tree.children(page.tree.root()).collect();
    /// assert!(layout.rect(paragraphs[1]).top > layout.rect(paragraphs[0]).top);
    /// ```
    pub fn of(document: &Document, sheets: &[String]) -> Self {
        match laid_out(document, sheets) {
            Ok(boxes) => Self { boxes, estimated: None },
            Err(reason) => Self { boxes: estimated(&document.tree), estimated: Some(reason) },
        }
    }

    /// The box of a node; an empty one for what is not shown, for text, and for nodes of another
    /// tree.
    pub fn rect(&self, node: NodeId) -> Rect {
        self.boxes.get(node.index()).copied().unwrap_or_default()
    }
}

#[cfg(feature = "engine")]
use crate::engine::boxes as laid_out;

#[cfg(not(feature = "engine"))]
fn laid_out(_: &Document, _: &[String]) -> Result<Vec<Rect>, Estimated> {
    Err(Estimated::NotBuilt)
}
