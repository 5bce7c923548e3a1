//! The nodes that an optimal mapping pairs.

use crate::gain::{Bound, Evaluator, Gains};
use crate::{Forest, Params, SubtreeId};
use sitewrap_tree::NodeId;

/// A mapping between the nodes of two pages: one to one, keeping the order of siblings, and
/// pairing two nodes only if their parents are paired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The pairs, in document order of both pages.
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Whether the mapping is optimal. If not, its [`Budget`](crate::Budget) ran out and some
    /// child lists were aligned in one pass by equal subtrees and labels.
    pub optimal: bool,
}

/// An optimal mapping between pages `i` and `j` of a forest: one of least cost (1).
///
/// Where several have least cost the choice is fixed: equal children at the front and then at the
/// back of two lists are paired, and in between children that could be paired with several are
/// paired with the first. Children are not paired where that saves nothing.
///
/// # Complexity
/// Like [`distance`](crate::distance), a few times over; [`Budget::pair`](crate::Budget::pair)
/// bounds it.
///
/// # Example
/// ```
/// use sitewrap_distance::{Forest, Params, mapping};
/// use sitewrap_tree::{NodeId, TagTreeBuilder};
/// let page = |tags: &[&str]| {
///     let mut builder = TagTreeBuilder::new("body");
///     for tag in tags {
///         builder.open(tag, []);
///         builder.close();
///     }
///     builder.finish()
/// };
/// let forest = Forest::new(&[&page(&["h1", "p"]), &page(&["h1", "ul", "p"])]);
/// let found = mapping(&forest, 0, 1, &Params::default());
/// let pairs: Vec<_> = [(0, 0), (1, 1), (2, 3)].map(|(a, b)| (NodeId(a), NodeId(b))).into();
/// assert_eq!(found.pairs, pairs);
/// ```
pub fn mapping(forest: &Forest, i: usize, j: usize, params: &Params) -> Mapping {
    let gains = Gains::new(params.form, params.weights);
    let mut mapper = Mapper {
        evaluator: Evaluator::new(forest, gains),
        left: params.budget.pair,
        found: Mapping { pairs: Vec::new(), optimal: true },
        open: Vec::new(),
    };
    if !gains.fit(forest.page_size(i), forest.page_size(j)) {
        mapper.left = 0;
    }
    mapper.map_pages(forest.root(i), forest.root(j));
    mapper.found.pairs.sort_unstable();
    mapper.found
}

/// Two subtrees with the places of their roots in preorder.
#[derive(Clone, Copy)]
struct Pair {
    ids: (SubtreeId, SubtreeId),
    nodes: (u32, u32),
}

/// A child list: subtrees with the places of their roots.
type List = [(SubtreeId, u32)];

struct Mapper<'f> {
    evaluator: Evaluator<'f>,
    /// Work that may still be done.
    left: u64,
    found: Mapping,
    /// Pairs that are mapped and whose children are not aligned yet.
    open: Vec<Pair>,
}

impl Mapper<'_> {
    fn map_pages(&mut self, a: SubtreeId, b: SubtreeId) {
        if self.saves(a, b) {
            self.open.push(Pair { ids: (a, b), nodes: (0, 0) });
        }
        while let Some(pair) = self.open.pop() {
            self.map(pair);
        }
    }

    fn map(&mut self, Pair { ids: (a, b), nodes: (x, y) }: Pair) {
        let forest = self.evaluator.forest;
        if a == b {
            let size = forest.size(a) as u32;
            self.found.pairs.extend((0..size).map(|k| (NodeId(x + k), NodeId(y + k))));
            return;
        }
        self.found.pairs.push((NodeId(x), NodeId(y)));
        if !self.evaluator.gains.maps_below(forest.label(a) == forest.label(b)) {
            return;
        }
        let (first, second) = (places(forest, a, x), places(forest, b, y));
        let front = first.iter().zip(&second).take_while(|(x, y)| x.0 == y.0).count();
        let (mut rows, mut columns) = (&first[front..], &second[front..]);
        let back = rows.iter().rev().zip(columns.iter().rev()).take_while(|(x, y)| x.0 == y.0);
        let back = back.count();
        rows = &rows[..rows.len() - back];
        columns = &columns[..columns.len() - back];
        let ends = first[..front].iter().zip(&second[..front]);
        let ends =
            ends.chain(first[first.len() - back..].iter().zip(&second[second.len() - back..]));
        self.open.extend(ends.map(|(&x, &y)| pair(x, y)));
        self.align(rows, columns);
    }

    fn align(&mut self, rows: &List, columns: &List) {
        if let ([x], [y]) = (rows, columns) {
            if self.saves(x.0, y.0) {
                self.open.push(pair(*x, *y));
            }
            return;
        }
        let cells = rows.len() as u64 * columns.len() as u64;
        if cells > self.left || !self.align_optimally(rows, columns) {
            self.found.optimal &= cells == 0;
            self.align_in_one_pass(rows, columns);
        }
    }

    /// Whether mapping this pair, alone in its lists, gains anything.
    fn saves(&mut self, a: SubtreeId, b: SubtreeId) -> bool {
        let forest = self.evaluator.forest;
        if self.evaluator.gains.always_gain(forest.label(a) == forest.label(b)) {
            return true;
        }
        self.gain(a, b).is_some_and(|gain| gain > 0)
    }

    /// The gain of a pair, unless that takes more work than is left.
    fn gain(&mut self, a: SubtreeId, b: SubtreeId) -> Option<i32> {
        if let Ok((gain, work)) = self.evaluator.gain(a, b, self.left) {
            self.left -= work;
            return Some(gain);
        }
        self.found.optimal = false;
        self.left = 0;
        None
    }

    /// Gives up, with nothing mapped, when the budget runs out.
    fn align_optimally(&mut self, rows: &List, columns: &List) -> bool {
        let width = columns.len();
        self.left -= (rows.len() * width) as u64;
        let mut row = vec![0; width + 1];
        let mut steps = vec![Step::Up; rows.len() * width];
        for (&(a, _), steps) in rows.iter().zip(steps.chunks_mut(width.max(1))) {
            let mut diagonal = 0;
            for (j, &(b, _)) in columns.iter().enumerate() {
                let (left, up) = (row[j], row[j + 1]);
                let mut best = left.max(up);
                steps[j] = if up >= left { Step::Up } else { Step::Left };
                let gain = match self.evaluator.bound(a, b) {
                    Bound::Exact(gain) => gain,
                    Bound::AtMost(most) if diagonal + most <= best => 0,
                    Bound::AtMost(_) => match self.gain(a, b) {
                        Some(gain) => gain,
                        None => return false,
                    },
                };
                if diagonal + gain > best {
                    best = diagonal + gain;
                    steps[j] = Step::Diagonal;
                }
                diagonal = up;
                row[j + 1] = best;
            }
        }
        let (mut i, mut j) = (rows.len(), width);
        while i > 0 && j > 0 {
            match steps[(i - 1) * width + j - 1] {
                Step::Up => i -= 1,
                Step::Left => j -= 1,
                Step::Diagonal => {
                    (i, j) = (i - 1, j - 1);
                    self.open.push(pair(rows[i], columns[j]));
                }
            }
        }
        true
    }

    /// Pairs each child with the next one, not far off, that is equal or else has its label.
    fn align_in_one_pass(&mut self, rows: &List, columns: &List) {
        const WINDOW: usize = 32;
        let forest = self.evaluator.forest;
        let mut next = 0;
        for &(a, x) in rows {
            let window = &columns[next..columns.len().min(next + WINDOW)];
            let equal = window.iter().position(|&(b, _)| a == b);
            let like = || window.iter().position(|&(b, _)| forest.label(a) == forest.label(b));
            if let Some(offset) = equal.or_else(like) {
                self.open.push(pair((a, x), columns[next + offset]));
                next += offset + 1;
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Step {
    Up,
    Left,
    Diagonal,
}

fn pair((a, x): (SubtreeId, u32), (b, y): (SubtreeId, u32)) -> Pair {
    Pair { ids: (a, b), nodes: (x, y) }
}

/// The children of a subtree whose root is at `place`, with their places.
fn places(forest: &Forest, subtree: SubtreeId, place: u32) -> Vec<(SubtreeId, u32)> {
    let mut next = place + 1;
    let child = |&child: &SubtreeId| {
        let place = next;
        next += forest.size(child) as u32;
        (child, place)
    };
    forest.children(subtree).iter().map(child).collect()
}
