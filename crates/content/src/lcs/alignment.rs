//! Which elements of a page does a sibling page not have? The longest common subsequence of two level
//! orders whose matches are weighted by similarity [SON11].

use super::feature_tree::{FeatureNode, FeatureTree};

/// The least share of equal features of two elements that are the same. The paper gives no figure;
/// without boxes, elements have three features that count.
const LEAST_SIMILARITY: (u32, u32) = (1, 2);

/// Bits of a cell: the step back from it, and whether its two elements are similar.
const DIAGONAL: u8 = 0;
const UP: u8 = 1;
const LEFT: u8 = 2;
const STEP: u8 = 3;
const SIMILAR: u8 = 4;

/// Two pages that are compared.
struct Pair<'t> {
    page: &'t FeatureTree,
    sibling: &'t FeatureTree,
    /// How many features an element has; a similarity is a count of equal ones.
    features: u32,
}

impl Pair<'_> {
    /// How similar two elements are, in equal features. `is_below_similar` says whether their
    /// parents are.
    fn compare(&self, row: usize, column: usize, is_below_similar: bool) -> u32 {
        let (theirs, own) = (&self.sibling.nodes[row], &self.page.nodes[column]);
        if theirs.tag != own.tag {
            return 0;
        }
        // The body is the root, and nothing else is.
        if row == 0 || column == 0 {
            return if row == column { self.features } else { 0 };
        }
        if !is_below_similar || theirs.is_content != own.is_content {
            return 0;
        }
        if own.is_content {
            return if theirs.inner == own.inner { self.features } else { 0 };
        }
        equal_features(theirs, own) + self.equal_boxes(row, column)
    }

    fn equal_boxes(&self, row: usize, column: usize) -> u32 {
        let (Some(theirs), Some(own)) = (&self.sibling.boxes, &self.page.boxes) else { return 0 };
        theirs[row].iter().zip(&own[column]).filter(|(theirs, own)| theirs == own).count() as u32
    }
}

fn equal_features(theirs: &FeatureNode, own: &FeatureNode) -> u32 {
    u32::from(theirs.id == own.id)
        + u32::from(theirs.class == own.class)
        + u32::from(theirs.depth == own.depth)
}

/// For each element of the page in level order, whether the sibling has no similar one in its place.
///
/// # Complexity
/// The product of the lengths of both level orders, in time and in bytes.
pub(super) fn unmatched(page: &FeatureTree, sibling: &FeatureTree) -> Vec<bool> {
    let has_boxes = page.boxes.is_some() && sibling.boxes.is_some();
    let pair = Pair { page, sibling, features: if has_boxes { 7 } else { 3 } };
    let (rows, columns) = (sibling.nodes.len(), page.nodes.len());
    let mut cells = vec![0_u8; rows * columns];
    let mut above = vec![0_u32; columns + 1];
    let mut scores = vec![0_u32; columns + 1];
    for row in 0..rows {
        let parents = sibling.nodes[row].parent as usize * columns;
        for column in 0..columns {
            let parent = page.nodes[column].parent as usize;
            let is_below_similar = cells[parents + parent] & SIMILAR != 0;
            let similarity = pair.compare(row, column, is_below_similar);
            let (diagonal, up, left) =
                (above[column] + similarity, above[column + 1], scores[column]);
            let (score, step) = if diagonal >= up.max(left) {
                (diagonal, DIAGONAL)
            } else if up >= left {
                (up, UP)
            } else {
                (left, LEFT)
            };
            let (least, of) = LEAST_SIMILARITY;
            let is_similar = similarity * of >= pair.features * least;
            cells[row * columns + column] = step | if is_similar { SIMILAR } else { 0 };
            scores[column + 1] = score;
        }
        std::mem::swap(&mut above, &mut scores);
    }
    walk_back(&cells, rows, columns)
}

/// Follows the steps from the last cell: what is stepped over to the left, and what is paired
/// without being similar, the sibling does not have.
fn walk_back(cells: &[u8], rows: usize, columns: usize) -> Vec<bool> {
    let mut unmatched = vec![false; columns];
    let (mut row, mut column) = (rows, columns);
    while row > 0 && column > 0 {
        let cell = cells[(row - 1) * columns + column - 1];
        match cell & STEP {
            UP => row -= 1,
            step => {
                column -= 1;
                row -= usize::from(step == DIAGONAL);
                unmatched[column] = step == LEFT || cell & SIMILAR == 0;
            }
        }
    }
    unmatched[..column].fill(true);
    unmatched
}

#[cfg(test)]
mod tests {
    use super::unmatched;
    use crate::lcs::FeatureTree;
    use sitewrap_tree::Document;

    #[test]
    fn what_differs_is_unmatched_and_what_is_repeated_is_not() {
        let tree =
            |body: &str| FeatureTree::of(&Document::parse(body.as_bytes(), None, None).tree, None);
        let page = |text: &str| {
            tree(&format!("<div id=menu><p>Home</p></div><div id=main><p>{text}</p></div><hr>"))
        };
        // body, menu, main, hr, p, p.
        let (own, other) = (page("Storks came back"), page("Cranes left"));
        assert_eq!(unmatched(&own, &other), [false, false, false, false, false, true]);
        assert_eq!(unmatched(&own, &own), [false; 6]);
        // Elements that only one of the pages has.
        let longer = tree("<div id=menu><p>Home</p></div><div id=x><p>New</p></div>");
        assert_eq!(
            unmatched(&longer, &tree("<div id=menu><p>Home</p></div>"))[2..],
            [true, false, true]
        );
    }
}
