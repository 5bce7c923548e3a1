//! Rows of a table with heads between them: days above matches, courses above dishes.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::multi_node::MultiNode;
use sitewrap_tree::NodeId;

/// Finds rows with heads between them among kinds that instances have several of. A head and the rows up to the next one are a
/// record.
pub(crate) fn headed_rows(
    corpus: &Corpus<'_>,
    children: &Children,
    many: &[usize],
) -> Vec<MultiNode> {
    let is_row = |kind: &usize| children.members(*kind).all(|(_, row)| corpus.tag(row) == "tr");
    let has_one_cell =
        |kind: &usize| children.members(*kind).all(|(_, row)| filled_cells(corpus, row) == 1);
    let rows: Vec<usize> = many.iter().copied().filter(is_row).collect();
    let heads: Vec<usize> = rows.iter().copied().filter(has_one_cell).collect();
    let pairs = heads.iter().flat_map(|&head| rows.iter().map(move |&row| (head, row)));
    pairs
        .filter(|&(head, row)| head != row && Standing::of(children, head, row).is_headed(corpus))
        .map(|(head, row)| MultiNode { kinds: vec![head, row] })
        .collect()
}

fn filled_cells(corpus: &Corpus<'_>, (page, row): Instance) -> usize {
    let says = |&cell: &NodeId| corpus.view(page).text_len(cell) > 0;
    corpus.tree(page).children(row).filter(says).count()
}

/// How heads and rows stand, as counts.
#[derive(Default)]
struct Standing {
    heads: usize,
    /// Heads right before a row.
    leading: usize,
    rows: usize,
    /// Rows right behind a head or a row.
    behind: usize,
    /// Rows right behind a row.
    in_line: usize,
    /// Instances with heads or rows.
    instances: usize,
    /// Those of which a head is the first.
    begun: usize,
    /// Those with several heads.
    several: usize,
}

impl Standing {
    fn of(children: &Children, head: usize, row: usize) -> Self {
        let mut all = Self::default();
        for kinds in &children.kinds {
            let Some(first) = kinds.iter().find(|of| [head, row].contains(of)) else { continue };
            all.instances += 1;
            all.begun += usize::from(*first == head);
            all.several += usize::from(kinds.iter().filter(|of| **of == head).nth(1).is_some());
            for (at, of) in kinds.iter().enumerate() {
                let before = at.checked_sub(1).map(|before| kinds[before]);
                if *of == head {
                    all.heads += 1;
                    all.leading += usize::from(kinds.get(at + 1) == Some(&row));
                } else if *of == row {
                    all.rows += 1;
                    all.behind += usize::from(before == Some(head) || before == Some(row));
                    all.in_line += usize::from(before == Some(row));
                }
            }
        }
        all
    }

    /// Whether (almost) all heads head rows, (almost) all rows and instances have a head, and instances have several, with
    /// several rows each.
    fn is_headed(&self, corpus: &Corpus<'_>) -> bool {
        let nearly_all = |count: usize, of: usize| corpus.share(count, of).is_nearly_all();
        nearly_all(self.leading, self.heads)
            && nearly_all(self.behind, self.rows)
            && nearly_all(self.begun, self.instances)
            && corpus.share(self.several, self.instances).is_half()
            && 2 * self.in_line > self.rows
    }
}
