//! Sources of values as places in a page that other programs find.

use crate::record::sources::{Source, Sources, Span, Take};
use sitewrap_model::{Fields, Position, Provenance};
use sitewrap_tree::{NodeId, Positions, TagTree};

/// Where the values of a record stand in its page.
///
/// A text that is all that its element holds is told by the element. The bytes are those of the
/// text from its first word to its last, or of the attribute's value; where a value is a part of a
/// text, those of the whole text.
pub fn provenance(sources: &Sources, tree: &TagTree, positions: &Positions) -> Fields {
    let places = Places { tree, positions };
    places.fields(sources)
}

struct Places<'p> {
    tree: &'p TagTree,
    positions: &'p Positions,
}

impl Places<'_> {
    fn fields(&self, sources: &Sources) -> Fields {
        Fields(
            sources.iter().map(|(name, source)| (name.to_owned(), self.source(source))).collect(),
        )
    }

    fn source(&self, source: &Source) -> Provenance {
        match source {
            Source::Value(span) => Provenance::Value(self.span(span)),
            Source::List(items) => {
                Provenance::List(items.iter().map(|item| self.source(&item.source)).collect())
            }
            Source::Record(sources) => Provenance::Record(self.fields(sources)),
        }
    }

    fn span(&self, span: &Span) -> Position {
        let path = |node: NodeId| self.positions.xpath(self.tree, node);
        let (first, last) = (span.first, span.last);
        let bytes = match &span.take {
            Take::Attr(name) => self.positions.attr_bytes(first, name),
            Take::Text | Take::Part => self.positions.text_bytes(self.tree, first, last),
        };
        let xpath = match &span.take {
            Take::Attr(name) => format!("{}/@{name}", path(first)),
            Take::Text | Take::Part if first == last => path(self.holder(first)),
            Take::Text | Take::Part => path(first),
        };
        Position {
            xpath,
            to: (first != last).then(|| path(last)),
            part: span.take == Take::Part,
            bytes: bytes.map(|range| (range.start, range.end)),
        }
    }

    /// The element of a text that is its only content; the node itself otherwise.
    fn holder(&self, node: NodeId) -> NodeId {
        let parent = self.tree.parent(node).filter(|_| self.tree.is_text(node));
        parent.filter(|&parent| self.tree.subtree_len(parent) == 2).unwrap_or(node)
    }
}
