//! How large a template is: what a reader of templates from elsewhere bounds.

use crate::wrapper::template::{Content, Element, Pairs, Template, TemplateNode};

/// How large a template is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TemplateSize {
    /// Levels, one in another; 1 for a root without children.
    pub depth: usize,
    /// The levels above each of its nodes, summed up: the memory that the ways to its fields may take.
    pub steps: u64,
}

/// A node that is still to be looked into.
enum Open<'t> {
    Element(&'t Element),
    Node(&'t TemplateNode),
}

impl Template {
    /// How large the template is. Linear in its nodes, and without recursion.
    pub fn size(&self) -> TemplateSize {
        let mut size = TemplateSize::default();
        let mut open = vec![(Open::Element(&self.root), 1)];
        while let Some((node, depth)) = open.pop() {
            size.depth = size.depth.max(depth);
            size.steps += depth as u64;
            let below = depth + 1;
            let element = |element| (Open::Element(element), below);
            match node {
                Open::Element(of) | Open::Node(TemplateNode::Element(of)) => {
                    if let Content::Children(children) = &of.content {
                        open.extend(children.iter().map(|node| (Open::Node(node), below)));
                    }
                }
                Open::Node(TemplateNode::Repeat(repeat)) => {
                    open.extend(repeat.unit.iter().map(|node| (Open::Node(node), below)));
                }
                Open::Node(TemplateNode::Prose(prose)) => {
                    open.extend(prose.paragraphs.iter().map(element));
                }
                Open::Node(TemplateNode::Map(map)) => match &map.pairs {
                    Pairs::Nodes(of) | Pairs::Lines(of) => open.push(element(of)),
                    Pairs::InText => {}
                    Pairs::Cells(of) => open.extend(of.iter().map(element)),
                    Pairs::Runs { key, values } => {
                        open.push(element(key));
                        open.extend(values.iter().map(element));
                    }
                },
            }
        }
        size
    }
}
