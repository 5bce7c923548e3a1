//! Applying a template by the mapping of \[QYZ11\]: the largest top-down mapping of tags.
//!
//! Template and page are two ordered trees labelled by tag. Of all mappings that pair nodes with
//! equal tags, keep the order of siblings and pair two nodes only if their parents are paired, the
//! one with the most pairs is taken; so whether two nodes are paired depends on all that lies below
//! them. Equal subtrees are stored once (`Shapes`), and each two of them are compared once.

use crate::apply::compile::element_name;
use crate::apply::tally::{Applied, Tally};
use crate::apply::values::{attr_value, origin};
use crate::page::text;
use crate::page::view::View;
use crate::record::sources::{Sheet, Source, Span};
use crate::wrapper::template::{Content, Element, Matching, Template, TemplateNode};
use rustc_hash::FxHashMap;
use sitewrap_model::Value;
use sitewrap_tree::{NodeId, Tag, TagTree};

/// Cells of alignment tables that may be filled for a page, a few nanoseconds each. A template and
/// a page of 4,000 nodes each, no two subtrees alike, stay within it. What lies beyond is paired in
/// one pass.
const MAX_WORK: usize = 1 << 24;

/// Levels that are looked down to say what a pair of nodes gains; deeper pages are mapped by what
/// stands above.
const MAX_LOOK_AHEAD: usize = 128;

/// How far apart children may stand that are paired in one pass.
const WINDOW: usize = 32;

/// A template of plain elements, ready to be mapped to pages.
#[derive(Debug)]
pub(crate) struct Mapped<'w> {
    /// In document order, the root first.
    nodes: Vec<Node<'w>>,
    shapes: Shapes,
}

#[derive(Debug)]
struct Node<'w> {
    element: &'w Element,
    parent: Option<usize>,
    shape: u32,
    children: Vec<usize>,
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
            nodes.push(Node { element, parent, shape: 0, children: Vec::new() });
            if let Some(parent) = parent {
                let above: &mut Node<'_> = &mut nodes[parent];
                above.children.push(at);
            }
            if let Content::Children(children) = &element.content {
                for child in children.iter().rev() {
                    let TemplateNode::Element(child) = child else { return None };
                    open.push((child, Some(at)));
                }
            }
        }
        let mut shapes = Shapes::default();
        for at in (0..nodes.len()).rev() {
            let below = nodes[at].children.iter().map(|&child| nodes[child].shape).collect();
            nodes[at].shape = shapes.intern(&Tag::new(&nodes[at].element.tag), below);
        }
        Some(Self { nodes, shapes })
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
                text::insert(pattern, &text::line(tree, place), place, &mut sheet);
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
        let mut shapes = self.shapes.clone();
        let page = shapes.of_tree(tree);
        let mut found = vec![None; self.nodes.len()];
        let root = tree.root();
        if shapes.tag(self.nodes[0].shape) != shapes.tag(page[root.index()]) {
            return found;
        }
        let mut aligner =
            Aligner { shapes: &shapes, gains: FxHashMap::default(), work_left: MAX_WORK };
        let mut open = vec![(0, root)];
        while let Some((at, place)) = open.pop() {
            found[at] = Some(place);
            let rows = &self.nodes[at].children;
            let columns: Vec<NodeId> = tree.children(place).collect();
            let row_shapes: Vec<u32> = rows.iter().map(|&row| self.nodes[row].shape).collect();
            let column_shapes: Vec<u32> =
                columns.iter().map(|&column| page[column.index()]).collect();
            let pairs = aligner.pairs(&row_shapes, &column_shapes);
            open.extend(pairs.into_iter().map(|(i, j)| (rows[i], columns[j])));
        }
        found
    }
}

/// Distinct subtrees, numbered from the leaves up.
#[derive(Clone, Debug, Default)]
struct Shapes {
    tags: FxHashMap<Tag, u32>,
    known: FxHashMap<(u32, Box<[u32]>), u32>,
    shapes: Vec<Shape>,
}

#[derive(Clone, Debug)]
struct Shape {
    tag: u32,
    /// Number of nodes.
    size: u32,
    children: Box<[u32]>,
}

impl Shapes {
    /// The number of the subtree with this tag and these children.
    fn intern(&mut self, tag: &Tag, children: Box<[u32]>) -> u32 {
        let fresh = self.tags.len() as u32;
        let tag = match self.tags.get(tag) {
            Some(known) => *known,
            None => *self.tags.entry(tag.clone()).or_insert(fresh),
        };
        let next = self.shapes.len() as u32;
        let size = 1 + children.iter().map(|&child| self.size(child)).sum::<u32>();
        let shape = *self.known.entry((tag, children.clone())).or_insert(next);
        if shape == next {
            self.shapes.push(Shape { tag, size, children });
        }
        shape
    }

    /// The shape of each node of a page.
    fn of_tree(&mut self, tree: &TagTree) -> Vec<u32> {
        let mut shapes = vec![0; tree.len()];
        for node in tree.nodes().rev() {
            let children = tree.children(node).map(|child| shapes[child.index()]).collect();
            shapes[node.index()] = self.intern(tree.tag(node), children);
        }
        shapes
    }

    fn tag(&self, shape: u32) -> u32 {
        self.shapes[shape as usize].tag
    }

    fn size(&self, shape: u32) -> u32 {
        self.shapes[shape as usize].size
    }

    /// No mapping of two subtrees has more pairs.
    fn most(&self, a: u32, b: u32) -> u32 {
        if self.tag(a) == self.tag(b) { self.size(a).min(self.size(b)) } else { 0 }
    }
}

/// Finds what pairs of subtrees gain: the number of pairs in their largest mapping.
struct Aligner<'s> {
    shapes: &'s Shapes,
    gains: FxHashMap<(u32, u32), u32>,
    /// Cells that may still be filled.
    work_left: usize,
}

#[derive(Clone, Copy)]
enum Step {
    Up,
    Left,
    Diagonal,
}

impl Aligner<'_> {
    fn gain(&mut self, a: u32, b: u32, levels: usize) -> u32 {
        let most = self.shapes.most(a, b);
        if a == b || most <= 1 {
            return most;
        }
        if levels == 0 {
            return 1;
        }
        if let Some(&known) = self.gains.get(&(a, b)) {
            return known;
        }
        let shapes = self.shapes;
        let (rows, columns) =
            (&*shapes.shapes[a as usize].children, &*shapes.shapes[b as usize].children);
        let (front, back) = equal_ends(rows, columns);
        let ends = rows[..front].iter().chain(&rows[rows.len() - back..]);
        let equal: u32 = ends.map(|&shape| shapes.size(shape)).sum();
        let rows = &rows[front..rows.len() - back];
        let columns = &columns[front..columns.len() - back];
        let gain = 1 + equal + self.table(rows, columns, levels - 1, |_, _, _| ()).unwrap_or(0);
        self.gains.insert((a, b), gain);
        gain
    }

    /// The gain of two lists of children; tells `step` each step of the table. `None` if that takes
    /// more work than is left.
    ///
    /// Of alignments with equal gain the one that pairs the first of several rows is taken, as in
    /// induction, so that a short list fills the first of a template's nodes.
    fn table(
        &mut self,
        rows: &[u32],
        columns: &[u32],
        levels: usize,
        mut step: impl FnMut(usize, usize, Step),
    ) -> Option<u32> {
        self.work_left = self.work_left.checked_sub(rows.len() * columns.len())?;
        let mut line = vec![0; columns.len() + 1];
        for (i, &row) in rows.iter().enumerate() {
            let mut diagonal = 0;
            for (j, &column) in columns.iter().enumerate() {
                let (left, up) = (line[j], line[j + 1]);
                let mut best = up.max(left);
                let mut taken = if up >= left { Step::Up } else { Step::Left };
                if diagonal + self.shapes.most(row, column) > best {
                    let gain = diagonal + self.gain(row, column, levels);
                    if gain > best {
                        (best, taken) = (gain, Step::Diagonal);
                    }
                }
                step(i, j, taken);
                diagonal = up;
                line[j + 1] = best;
            }
        }
        line.last().copied()
    }

    /// The pairs of an alignment of greatest gain: indices into `rows` and `columns`.
    fn pairs(&mut self, rows: &[u32], columns: &[u32]) -> Vec<(usize, usize)> {
        let (front, back) = equal_ends(rows, columns);
        let ends = (1..=back).map(|k| (rows.len() - k, columns.len() - k));
        let mut pairs: Vec<(usize, usize)> = (0..front).map(|k| (k, k)).chain(ends).collect();
        let rows = &rows[front..rows.len() - back];
        let columns = &columns[front..columns.len() - back];
        let cells = rows.len() * columns.len();
        if cells > self.work_left {
            pairs.extend(self.in_one_pass(rows, columns).map(|(i, j)| (i + front, j + front)));
            return pairs;
        }
        let mut steps = vec![Step::Up; cells];
        let width = columns.len();
        self.table(rows, columns, MAX_LOOK_AHEAD, |i, j, step| steps[i * width + j] = step);
        let (mut i, mut j) = (rows.len(), width);
        while i > 0 && j > 0 {
            match steps[(i - 1) * width + j - 1] {
                Step::Up => i -= 1,
                Step::Left => j -= 1,
                Step::Diagonal => {
                    (i, j) = (i - 1, j - 1);
                    pairs.push((i + front, j + front));
                }
            }
        }
        pairs
    }

    /// Pairs each row with the next column, not far off, that is equal or else has its tag.
    fn in_one_pass<'a>(
        &'a self,
        rows: &'a [u32],
        columns: &'a [u32],
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let mut next = 0;
        rows.iter().enumerate().filter_map(move |(i, &row)| {
            let window = &columns[next..columns.len().min(next + WINDOW)];
            let equal = window.iter().position(|&column| column == row);
            let like = || {
                window.iter().position(|&column| self.shapes.tag(column) == self.shapes.tag(row))
            };
            let j = next + equal.or_else(like)?;
            next = j + 1;
            Some((i, j))
        })
    }
}

/// How many children are equal at the front of two lists, and at the back of what is left. Pairing
/// them is always best: nothing else gains more, and nothing is in their way.
fn equal_ends(rows: &[u32], columns: &[u32]) -> (usize, usize) {
    let front = rows.iter().zip(columns).take_while(|(row, column)| row == column).count();
    let rest = rows[front..].iter().rev().zip(columns[front..].iter().rev());
    (front, rest.take_while(|(row, column)| row == column).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A tree as nested lists of tags.
    #[derive(Clone, Debug)]
    struct Plain(u8, Vec<Plain>);

    fn plain() -> impl Strategy<Value = Plain> {
        let leaf = (0u8..3).prop_map(|tag| Plain(tag, Vec::new()));
        leaf.prop_recursive(4, 24, 4, |below| {
            (0u8..3, prop::collection::vec(below, 0..5)).prop_map(|(tag, below)| Plain(tag, below))
        })
    }

    fn shape(shapes: &mut Shapes, tree: &Plain) -> u32 {
        let children = tree.1.iter().map(|child| shape(shapes, child)).collect();
        shapes.intern(&Tag::new(["a", "b", "i"][usize::from(tree.0)]), children)
    }

    /// The largest mapping by its definition.
    fn naive(a: &Plain, b: &Plain) -> u32 {
        if a.0 == b.0 { 1 + naive_lists(&a.1, &b.1) } else { 0 }
    }

    fn naive_lists(a: &[Plain], b: &[Plain]) -> u32 {
        let (Some((x, xs)), Some((y, ys))) = (a.split_first(), b.split_first()) else { return 0 };
        let pair = naive(x, y);
        let paired = if pair > 0 { pair + naive_lists(xs, ys) } else { 0 };
        paired.max(naive_lists(xs, b)).max(naive_lists(a, ys))
    }

    fn aligner(shapes: &Shapes, work_left: usize) -> Aligner<'_> {
        Aligner { shapes, gains: FxHashMap::default(), work_left }
    }

    proptest! {
        #[test]
        fn the_gain_is_the_size_of_the_largest_mapping(a in plain(), b in plain()) {
            let mut shapes = Shapes::default();
            let (x, y) = (shape(&mut shapes, &a), shape(&mut shapes, &b));
            let gain = aligner(&shapes, MAX_WORK).gain(x, y, MAX_LOOK_AHEAD);
            prop_assert_eq!(gain, naive(&a, &b));
        }

        #[test]
        fn pairs_keep_order_and_tags_and_gain_most_whatever_work_is_left(
            a in plain(), b in plain(), work in prop_oneof![Just(MAX_WORK), 0usize..40],
        ) {
            let mut shapes = Shapes::default();
            let rows: Vec<u32> = a.1.iter().map(|child| shape(&mut shapes, child)).collect();
            let columns: Vec<u32> = b.1.iter().map(|child| shape(&mut shapes, child)).collect();
            let mut pairs = aligner(&shapes, work).pairs(&rows, &columns);
            pairs.sort_unstable();
            prop_assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
            let mut all = 0;
            for (i, j) in pairs {
                prop_assert_eq!(shapes.tag(rows[i]), shapes.tag(columns[j]));
                all += naive(&a.1[i], &b.1[j]);
            }
            if work == MAX_WORK {
                prop_assert_eq!(all, naive_lists(&a.1, &b.1));
            }
        }
    }
}
