//! In how many instances of its parent a template node was found, and on how many pages in all of them.

use crate::wrapper::template::{Content, Element, Template, TemplateNode};
use serde::{Deserialize, Serialize};

/// In how many of its parent's instances a node was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// Instances that have it.
    pub seen: u32,
    /// Instances of the parent.
    pub of: u32,
    /// Whether, on more than one page in fifty that has the parent, an instance of it lacks the
    /// node; see [`PageCounts`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_gaps: bool,
}

impl Presence {
    /// Share of the parent's instances that have the node, 0..=1.
    pub fn share(self) -> f64 {
        if self.of == 0 { 0.0 } else { f64::from(self.seen) / f64::from(self.of) }
    }

    /// Found in `seen` of `of` instances of the parent, with no word on pages.
    pub fn new(seen: u32, of: u32) -> Self {
        Self { seen, of, has_gaps: false }
    }

    /// Whether the node is required: found in (almost) all instances of its parent, and in all of
    /// them on (almost) all pages. One in fifty may lack it, for pages that are broken or
    /// half-filled. Instances alone do not tell: what one item in a hundred lacks, most pages with
    /// a hundred items lack somewhere.
    pub fn is_required(self) -> bool {
        self.of > 0 && !self.has_gaps && u64::from(self.seen) * 50 >= u64::from(self.of) * 49
    }
}

/// How a page has a node of a template.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Standing {
    /// The page has no instance of the parent, or nobody asked it for the node.
    #[default]
    Unknown,
    /// Each instance of the parent has the node.
    Whole,
    /// At least one instance of the parent lacks it.
    Lacking,
}

/// On how many pages the nodes of a template were found, counted by
/// [`Compiled::apply_counted`](crate::Compiled::apply_counted).
#[derive(Clone, Debug, Default)]
pub struct PageCounts(Vec<Count>);

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    pages: u32,
    lacking: u32,
}

impl PageCounts {
    /// Takes in a page; `standings` are those of the template's nodes, each before the nodes in it.
    pub(crate) fn take(&mut self, standings: &[Standing]) {
        self.0.resize(standings.len(), Count::default());
        for (count, standing) in self.0.iter_mut().zip(standings) {
            count.pages += u32::from(*standing != Standing::Unknown);
            count.lacking += u32::from(*standing == Standing::Lacking);
        }
    }

    /// Tells the nodes of the template which of them have gaps.
    pub fn give(&self, template: &mut Template) {
        tell(&mut template.root, &mut self.0.iter());
    }
}

type Counts<'c> = std::slice::Iter<'c, Count>;

fn tell(element: &mut Element, counts: &mut Counts<'_>) {
    if let Content::Children(children) = &mut element.content {
        tell_all(children, counts);
    }
}

fn tell_all(nodes: &mut [TemplateNode], counts: &mut Counts<'_>) {
    for node in nodes {
        let Some(&Count { pages, lacking }) = counts.next() else { return };
        node.presence_mut().has_gaps = u64::from(lacking) * 50 > u64::from(pages);
        match node {
            TemplateNode::Element(element) => tell(element, counts),
            TemplateNode::Repeat(repeat) => tell_all(&mut repeat.unit, counts),
            TemplateNode::Map(_) | TemplateNode::Prose(_) => {}
        }
    }
}
