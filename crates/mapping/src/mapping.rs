//! The nodes that an optimal mapping pairs.

use crate::evaluator::{Evaluator, work};
use crate::gain::{Bound, Gains};
use crate::{Forest, Params, SubtreeId};
use sitewrap_tree::NodeId;

/// A mapping between the nodes of two pages: one to one, keeping the order of siblings, and
/// pairing two nodes only if their parents are paired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The pairs, in document order of both pages.
    pub pairs: Vec<(NodeId, NodeId)>,
    /// Whether the mapping is optimal. If not, its [`Budget`](crate::Budget) ran out, and some
    /// child lists were aligned piece by piece, by labels and sizes of the children alone.
    pub optimal: bool,
}

/// An optimal mapping between pages `i` and `j` of a forest: one of least cost (1).
///
/// Where several have least cost the choice is fixed: equal children at the front and then at the
/// back of two lists are paired, and in between children that could be paired with several are
/// paired with the first. Children are not paired where that saves nothing.
///
/// # Complexity
/// Like the distance of the pages, a few times over. [`Budget::pair`](crate::Budget::pair)
/// bounds it; what is left when that runs out takes time linear in the sizes of the pages.
///
/// # Example
/// ```
/// use sitewrap_mapping::{Forest, Params, mapping};
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
        evaluator: Evaluator::counting_once(forest, gains),
        left: params.budget.pair,
        found: Mapping { pairs: Vec::new(), optimal: true },
        open: Vec::new(),
    };
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

/// Items of a list that are aligned together when the budget has run out.
const PIECE: usize = 128;

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
        self.found.optimal = self.found.optimal && self.align_within(rows, columns, Rigour::Exact);
        if self.found.optimal {
            return;
        }
        let pieces = rows.len().max(columns.len()).div_ceil(PIECE);
        let cut = |list: usize, piece: usize| list * piece / pieces;
        for piece in 0..pieces {
            let rows = &rows[cut(rows.len(), piece)..cut(rows.len(), piece + 1)];
            let columns = &columns[cut(columns.len(), piece)..cut(columns.len(), piece + 1)];
            self.align_within(rows, columns, Rigour::ByBounds);
        }
    }

    /// Whether mapping this pair, alone in its lists, gains anything.
    fn saves(&mut self, a: SubtreeId, b: SubtreeId) -> bool {
        let forest = self.evaluator.forest;
        if self.evaluator.gains.pair(forest.label(a) == forest.label(b)) > 0 {
            return true;
        }
        let gain = self.gain(a, b);
        self.found.optimal &= gain.is_some();
        gain.is_some_and(|gain| gain > 0)
    }

    /// The gain of a pair, unless that takes more work than is left.
    fn gain(&mut self, a: SubtreeId, b: SubtreeId) -> Option<i32> {
        let (gain, work) = self.evaluator.gain(a, b, self.left).ok()?;
        self.left -= work;
        Some(gain)
    }

    /// Aligns two lists; maps nothing, and says so, if that takes more work than is left.
    fn align_within(&mut self, rows: &List, columns: &List, rigour: Rigour) -> bool {
        let (forest, gains) = (self.evaluator.forest, self.evaluator.gains);
        let width = columns.len();
        if rigour == Rigour::Exact {
            let cells = work::CELL * rows.len() as u64 * width as u64;
            let Some(left) = self.left.checked_sub(cells) else { return false };
            self.left = left;
        }
        let mut row = vec![0; width + 1];
        let mut moves = vec![Move::Up; rows.len() * width];
        for (&(a, _), moves) in rows.iter().zip(moves.chunks_mut(width.max(1))) {
            let mut diagonal = 0;
            for (j, &(b, _)) in columns.iter().enumerate() {
                let (left, up) = (row[j], row[j + 1]);
                let mut best = left.max(up);
                moves[j] = if up >= left { Move::Up } else { Move::Left };
                let gain = match (gains.bound(forest, a, b), rigour) {
                    (Bound::Exact(gain), _) | (Bound::AtMost(gain), Rigour::ByBounds) => gain,
                    (Bound::AtMost(most), _) if diagonal + most <= best => 0,
                    (Bound::AtMost(_), Rigour::Exact) => match self.gain(a, b) {
                        Some(gain) => gain,
                        None => return false,
                    },
                };
                if diagonal + gain > best {
                    best = diagonal + gain;
                    moves[j] = Move::Diagonal;
                }
                diagonal = up;
                row[j + 1] = best;
            }
        }
        self.follow(&moves, rows, columns);
        true
    }

    /// Maps what the moves of an alignment map, from its end.
    fn follow(&mut self, moves: &[Move], rows: &List, columns: &List) {
        let width = columns.len();
        let (mut i, mut j) = (rows.len(), width);
        while i > 0 && j > 0 {
            match moves[(i - 1) * width + j - 1] {
                Move::Up => i -= 1,
                Move::Left => j -= 1,
                Move::Diagonal => {
                    (i, j) = (i - 1, j - 1);
                    self.open.push(pair(rows[i], columns[j]));
                }
            }
        }
    }
}

/// How gains of children are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rigour {
    Exact,
    /// By what labels and sizes tell; costs nothing beyond the cells.
    ByBounds,
}

#[derive(Clone, Copy)]
enum Move {
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
