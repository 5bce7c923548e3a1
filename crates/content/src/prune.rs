//! Tree pre-pruning [PRU]: the pages of a cluster have their content below one common path.
//!
//! Pages are of one cluster if their bodies, each with its direct children, are alike by simple tree
//! matching. On one page of the cluster, freed of what cannot hold content, a path goes from the body
//! to the child of greatest importance, as long as importance differs enough between children.

use crate::block::{Block, Blocks};
use rustc_hash::FxHasher;
use sitewrap_layout::Layout;
use sitewrap_tree::{NodeId, TagTree};
use std::hash::Hasher;

/// The least similarity of two bodies of one cluster, as published.
const LEAST_SIMILARITY: f64 = 0.8;

/// The spread of importance below which children are on a par, as published.
const LEAST_SPREAD: f64 = 0.1;

/// Children of a body that are compared at most.
const MAX_CHILDREN: usize = 400;

/// Elements that cannot hold content; scripts and styles are in no tree. The paper lists none.
const PRUNED: [&str; 22] = [
    "audio", "button", "canvas", "datalist", "embed", "fieldset", "hr", "iframe", "img", "input",
    "label", "map", "nav", "object", "option", "picture", "progress", "select", "source", "svg",
    "textarea", "video",
];

/// The body of a page with its direct children, by which clusters are told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BodyTree {
    /// Hashes of the tags of the children.
    children: Vec<u64>,
}

impl BodyTree {
    /// The body of a tree and its direct children; of more than 400 the first count.
    pub fn of(tree: &TagTree) -> Self {
        let children = tree.children(tree.root()).filter(|&child| !tree.is_text(child));
        let hash = |child: NodeId| {
            let mut hasher = FxHasher::default();
            hasher.write(tree.tag(child).as_str().as_bytes());
            hasher.finish()
        };
        Self { children: children.map(hash).take(MAX_CHILDREN).collect() }
    }

    /// Simple tree matching \[Yang 1991\] over the size of the trees: twice the nodes that match over
    /// the nodes of both, 0 to 1.
    ///
    /// # Complexity
    /// The product of the numbers of children.
    pub fn similarity(&self, other: &Self) -> f64 {
        let mut above = vec![0_u32; other.children.len() + 1];
        let mut row = above.clone();
        for own in &self.children {
            for (at, theirs) in other.children.iter().enumerate() {
                row[at + 1] =
                    (above[at] + u32::from(own == theirs)).max(above[at + 1]).max(row[at]);
            }
            std::mem::swap(&mut above, &mut row);
        }
        // The bodies themselves match.
        let matched = 1 + above.last().copied().unwrap_or(0);
        2.0 * f64::from(matched) / (self.children.len() + other.children.len() + 2) as f64
    }

    /// Whether two pages are of one cluster.
    pub fn is_alike(&self, other: &Self) -> bool {
        self == other || self.similarity(other) >= LEAST_SIMILARITY
    }
}

/// The way from the body of the pages of a cluster to their content: at each step, the tag of the
/// child and how many children of that tag stand before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtractionPath(Vec<(String, usize)>);

impl ExtractionPath {
    /// The path of a page. Without `layout`, importance is that of the text outside links alone.
    ///
    /// # Complexity
    /// Linear in the size of the tree.
    pub fn of(tree: &TagTree, blocks: &Blocks, layout: Option<&Layout>) -> Self {
        let texts = TextSums::of(blocks);
        let mut steps = Vec::new();
        let mut at = tree.root();
        loop {
            let children: Vec<NodeId> = candidates(tree, at).collect();
            let importance = importance(tree, blocks, layout, &texts, &children);
            let spread = variance(&importance);
            let greatest = (0..children.len())
                .max_by(|&a, &b| importance[a].total_cmp(&importance[b]).then(b.cmp(&a)));
            let Some(greatest) = greatest else { break };
            // One child alone leaves nothing to choose.
            if children.len() > 1 && spread < LEAST_SPREAD || importance[greatest] == 0.0 {
                break;
            }
            let child = children[greatest];
            let tag = tree.tag(child);
            let before = candidates(tree, at).take_while(|&other| other != child);
            let before = before.filter(|&other| tree.tag(other) == tag).count();
            steps.push((tag.as_str().to_owned(), before));
            at = child;
        }
        Self(steps)
    }

    /// Where the path leads on a page; the last element on it that the page has.
    pub(crate) fn follow(&self, tree: &TagTree) -> NodeId {
        let mut at = tree.root();
        for (tag, before) in &self.0 {
            let mut alike = candidates(tree, at).filter(|&child| tree.tag(child).as_str() == tag);
            match alike.nth(*before) {
                Some(child) => at = child,
                None => break,
            }
        }
        at
    }
}

/// The children of a node that can hold content.
fn candidates(tree: &TagTree, node: NodeId) -> impl Iterator<Item = NodeId> {
    tree.children(node)
        .filter(|&child| !tree.is_text(child) && !PRUNED.contains(&tree.tag(child).as_str()))
}

/// Columns of text outside links before each block, and one past the last.
struct TextSums(Vec<u64>);

impl TextSums {
    fn of(blocks: &Blocks) -> Self {
        let own = |block: &Block| u64::from(block.columns().saturating_sub(block.linked));
        let mut sums = vec![0];
        for block in blocks.iter() {
            sums.push(sums[sums.len() - 1] + own(block));
        }
        Self(sums)
    }

    fn below(&self, tree: &TagTree, blocks: &Blocks, node: NodeId) -> f64 {
        let range = blocks.below(tree, node);
        (self.0[range.end] - self.0[range.start]) as f64
    }
}

/// The importance of each child, their sum 1 (or 0 where none has any): its shares of height, width
/// and text outside links among the children, each criterion weighted by one minus its entropy.
fn importance(
    tree: &TagTree,
    blocks: &Blocks,
    layout: Option<&Layout>,
    texts: &TextSums,
    children: &[NodeId],
) -> Vec<f64> {
    let values = |value: &dyn Fn(NodeId) -> f64| shares(children.iter().map(|&child| value(child)));
    let mut criteria = vec![values(&|child| texts.below(tree, blocks, child))];
    if let Some(layout) = layout {
        criteria.push(values(&|child| f64::from(layout.rect(child).height.max(0.0))));
        criteria.push(values(&|child| f64::from(layout.rect(child).width.max(0.0))));
    }
    let mut weights: Vec<f64> = criteria.iter().map(|shares| 1.0 - entropy(shares)).collect();
    let total: f64 = weights.iter().sum();
    if total <= f64::EPSILON {
        weights.fill(1.0);
    }
    let total: f64 = weights.iter().sum();
    let weigh = |at: usize| {
        let parts = criteria.iter().zip(&weights);
        parts.map(|(shares, weight)| shares[at] * weight / total).sum()
    };
    (0..children.len()).map(weigh).collect()
}

fn shares(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    let total: f64 = values.iter().sum();
    if total > 0.0 {
        values.iter_mut().for_each(|value| *value /= total);
    }
    values
}

/// The entropy of shares over that of equal ones, 0 to 1; 1 if there is nothing to tell apart.
fn entropy(shares: &[f64]) -> f64 {
    if shares.len() < 2 || shares.iter().all(|&share| share == 0.0) {
        return 1.0;
    }
    let bits = shares.iter().filter(|&&share| share > 0.0).map(|share| -share * share.ln());
    bits.sum::<f64>() / (shares.len() as f64).ln()
}

/// The variance. The paper does not say which spread it means: as the standard deviation it goes
/// down into single paragraphs (DESIGN.md).
fn variance(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::{BodyTree, ExtractionPath};
    use crate::block::Blocks;
    use sitewrap_tree::Document;

    #[test]
    fn bodies_of_one_make_are_alike() {
        let body = |html: &str| BodyTree::of(&Document::parse(html.as_bytes(), None, None).tree);
        let page = body("<header></header><div></div><div></div><footer></footer>");
        let with_note = body("<header></header><p></p><div></div><div></div><footer></footer>");
        let list = body("<table></table><p></p>");
        assert!((page.similarity(&with_note) - 10.0 / 11.0).abs() < 1e-9);
        assert!(page.is_alike(&with_note) && !page.is_alike(&list));
    }

    #[test]
    fn the_path_of_one_page_leads_to_the_content_of_another() {
        let page = |text: &str, count: usize| {
            let body = format!(
                "<div><a href=/>Home</a></div><div><div><a href=/a>More</a></div><div id=main>{}\
                 </div></div><footer>All rights reserved</footer>",
                format!("<p>{text}</p>").repeat(count)
            );
            Document::parse(body.as_bytes(), None, None)
        };
        let one = page("The storks have come back to the meadows by the river.", 8);
        let path = ExtractionPath::of(&one.tree, &Blocks::of(&one.tree), None);
        let other = page("Cranes.", 1);
        let found = path.follow(&other.tree);
        assert_eq!(other.tree.attr(found, "id"), Some("main"));
    }
}
