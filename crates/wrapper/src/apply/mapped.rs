//! Applying a template by the mapping of \[QYZ11\]: the largest top-down mapping of tags.
//!
//! Template and page are two ordered trees labelled by tag. Of all mappings that pair nodes with
//! equal tags, keep the order of siblings and pair two nodes only if their parents are paired, the
//! one with the most pairs is taken; so whether two nodes are paired depends on all that lies below
//! them. It is found by `sitewrap_mapping`, which tells what happens beyond the bound on its work.

use crate::apply::compile::element_name;
use crate::apply::tally::{Applied, Tally};
use crate::apply::values::{attr_value, origin};
use crate::page::text;
use crate::page::view::View;
use crate::record::sources::{Sheet, Source, Span};
use crate::wrapper::template::{Content, Element, Matching, Template, TemplateNode};
use sitewrap_mapping::{Budget, Forest, Params, Weights, mapping};
use sitewrap_model::Value;
use sitewrap_tree::{NodeId, TagTree, TagTreeBuilder};

/// Work for one page, about a nanosecond a unit. A template and a page of 4,000 nodes each, no two
/// subtrees alike, stay within it.
const MAX_WORK: u64 = 1 << 26;

/// A template of plain elements, ready to be mapped to pages.
#[derive(Debug)]
pub(crate) struct Mapped<'w> {
    /// In document order, the root first.
    nodes: Vec<Node<'w>>,
    /// Their tags as a tree, whose places in preorder are the indices into `nodes`.
    outline: TagTree,
}

#[derive(Debug)]
struct Node<'w> {
    element: &'w Element,
    parent: Option<usize>,
}

impl<'w> Mapped<'w> {
    /// Makes a template ready; `None` for one that is not matched by tags alone, or has nodes
    /// beyond the paper (lists, maps, running text).
    pub(crate) fn new(template: &'w Template) -> Option<Self> {
        if template.matching != Matching::Tags {
            return None;
        }
        let mut nodes = Vec::new();
        let mut open = vec![(&template.root, None)];
        while let Some((element, parent)) = open.pop() {
            let at = nodes.len();
            nodes.push(Node { element, parent });
            if let Content::Children(children) = &element.content {
                for child in children.iter().rev() {
                    let TemplateNode::Element(child) = child else { return None };
                    open.push((child, Some(at)));
                }
            }
        }
        Some(Self { outline: outline(&nodes), nodes })
    }

    /// Applies the template to the page at `url`.
    pub(crate) fn apply(&self, view: &View<'_>, url: &str, mut sheet: Sheet) -> Applied {
        let tree = view.tree;
        let origin = origin(url);
        let found = self.map(tree);
        let mut tally = Tally::default();
        for (node, place) in self.nodes.iter().zip(&found) {
            let Some(place) = *place else {
                let expected = node.parent.is_none_or(|parent| found[parent].is_some());
                if expected && node.element.presence.is_required() {
                    tally.miss(|| element_name(node.element));
                }
                continue;
            };
            for attr in &node.element.attrs {
                if let Some(value) = attr_value(view, place, attr, origin) {
                    let source = || Source::Value(Span::attr(place, &attr.attr));
                    sheet.put(&attr.field.name, Value::Text(value), source);
                }
            }
            if let Content::Text(pattern) = &node.element.content {
                text::insert(pattern, &text::line(tree, place), false, place, &mut sheet);
            }
            tally.matched += match node.element.content {
                Content::Children(_) => 1,
                _ => tree.subtree_len(place),
            };
        }
        tally.unmatched = tree.len().saturating_sub(tally.matched);
        tally.applied(sheet)
    }

    /// The page's node for each node of the template.
    fn map(&self, tree: &TagTree) -> Vec<Option<NodeId>> {
        let forest = Forest::new(&[&self.outline, tree]);
        let mut found = vec![None; self.nodes.len()];
        for (of_template, of_page) in mapping(&forest, 0, 1, &params()).pairs {
            found[of_template.index()] = Some(of_page);
        }
        found
    }
}

/// The tags of a template as a tree.
fn outline(nodes: &[Node<'_>]) -> TagTree {
    let mut builder = TagTreeBuilder::new(&nodes[0].element.tag);
    let mut open = vec![0];
    for (at, node) in nodes.iter().enumerate().skip(1) {
        while open.last().copied() != node.parent {
            open.pop();
            builder.close();
        }
        builder.open(&node.element.tag, []);
        open.push(at);
    }
    builder.finish()
}

/// Costs by which the least is that of the mapping with the most pairs of equal tags.
fn params() -> Params {
    Params {
        weights: Weights::new(2, 1, 1).unwrap_or_default(),
        budget: Budget { pair: MAX_WORK, ..Budget::default() },
        ..Params::default()
    }
}
