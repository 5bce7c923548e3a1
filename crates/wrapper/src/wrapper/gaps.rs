//! Which nodes of a template pages lack: on how many pages a node was found in all instances of its parent.

use crate::wrapper::template::{Content, Element, Template, TemplateNode};

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
