//! Which of the parts that only one page has are its content? Parts near each other are groups, and
//! groups are ranked [SON11].

use super::feature_tree::{FeatureTree, is_content_tag};
use crate::block::Blocks;
use sitewrap_layout::{Layout, Rect};
use sitewrap_tree::{NodeId, TagTree};
use std::collections::BTreeMap;

/// Points of the three groups that have most of a criterion.
const POINTS: [i32; 3] = [5, 3, 1];

/// Points below the best group that are close to it. The paper gives no figure: one place of one
/// criterion.
const CLOSE: i32 = 2;

/// The part of the page's width that is the main visual region: what is left between columns to both
/// sides. The paper gives no figure.
const MAIN_REGION: (f32, f32) = (0.2, 0.8);

/// A group of parts, and what it is ranked by.
#[derive(Clone, Debug, Default)]
struct Group {
    parts: Vec<NodeId>,
    text: f64,
    linked: f64,
    code: f64,
    content_tags: f64,
    area: f64,
    main_area: f64,
}

/// The elements that are the content of a page, of those that its sibling has not.
///
/// # Complexity
/// Linear in the size of the tree.
pub(super) fn content_parts(
    tree: &TagTree,
    blocks: &Blocks,
    layout: Option<&Layout>,
    features: &FeatureTree,
    unmatched: &[bool],
) -> Vec<NodeId> {
    let mut groups = grouped(features, unmatched);
    let code = code_before(tree);
    groups.iter_mut().for_each(|group| group.measure(tree, blocks, layout, &code));
    groups.retain(|group| group.text > 0.0);
    let points = ranked(&groups);
    let best = points.iter().copied().max().unwrap_or(0);
    let close = groups.into_iter().zip(points).filter(|(_, points)| *points >= best - CLOSE);
    close.flat_map(|(group, _)| group.parts).collect()
}

/// The outermost unmatched elements; those of one parent are one group, and so are those whose
/// grandparent is the parent of others.
fn grouped(features: &FeatureTree, unmatched: &[bool]) -> Vec<Group> {
    let nodes = &features.nodes;
    let mut is_within = vec![false; nodes.len()];
    let mut tops: BTreeMap<u32, Vec<NodeId>> = BTreeMap::new();
    for (at, node) in nodes.iter().enumerate() {
        let above = at > 0 && is_within[node.parent as usize];
        is_within[at] = above || unmatched[at];
        if unmatched[at] && !above {
            tops.entry(node.parent).or_default().push(node.node);
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of: BTreeMap<u32, usize> = BTreeMap::new();
    // Parents come before what is below them in level order.
    for (parent, parts) in tops {
        let outer = nodes[parent as usize].parent;
        let joined = group_of.get(&outer).copied().filter(|_| outer != parent);
        let group = joined.unwrap_or_else(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        group_of.insert(parent, group);
        groups[group].parts.extend(parts);
    }
    groups
}

impl Group {
    fn measure(&mut self, tree: &TagTree, blocks: &Blocks, layout: Option<&Layout>, code: &[u64]) {
        let page = layout.map(|layout| layout.rect(tree.root()));
        for &part in &self.parts {
            for block in &blocks.all()[blocks.below(tree, part)] {
                self.text += f64::from(block.columns());
                self.linked += f64::from(block.linked);
            }
            let end = part.index() + tree.subtree_len(part);
            self.code += (code[end] - code[part.index()]) as f64;
            let tags = tree.subtree(part).filter(|&node| is_content_tag(tree.tag(node).as_str()));
            self.content_tags += tags.count() as f64;
            if let (Some(layout), Some(page)) = (layout, page) {
                let rect = layout.rect(part);
                let (from, to) = MAIN_REGION;
                let left = page.left + from * page.width;
                let region = Rect { left, width: (to - from) * page.width, ..page };
                self.area += f64::from(rect.area());
                self.main_area += f64::from(rect.shared_area(&region));
            }
        }
    }
}

/// The points of each group: the three with most text, area, area in the main visual region, content
/// tags and text to code get some, the three with the highest share of links lose some. What a group
/// has nothing of gives it no points.
fn ranked(groups: &[Group]) -> Vec<i32> {
    let ratio = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    type Criterion<'c> = (i32, &'c dyn Fn(&Group) -> f64);
    let criteria: [Criterion<'_>; 6] = [
        (1, &|group| group.text),
        (1, &|group| group.area),
        (1, &|group| group.main_area),
        (1, &|group| group.content_tags),
        (1, &|group| ratio(group.text, group.code)),
        (-1, &|group| ratio(group.linked, group.text)),
    ];
    let mut points = vec![0; groups.len()];
    for (sign, criterion) in criteria {
        let values: Vec<f64> = groups.iter().map(criterion).collect();
        let mut order: Vec<usize> = (0..groups.len()).filter(|&at| values[at] > 0.0).collect();
        order.sort_by(|&a, &b| values[b].total_cmp(&values[a]).then(a.cmp(&b)));
        order.iter().zip(POINTS).for_each(|(&at, own)| points[at] += sign * own);
    }
    points
}

/// Bytes of markup and text before each node, and one past the last.
fn code_before(tree: &TagTree) -> Vec<u64> {
    let mut before = Vec::with_capacity(tree.len() + 1);
    let mut bytes = 0;
    for node in tree.nodes() {
        before.push(bytes);
        bytes += if tree.is_text(node) {
            tree.text(node).len() as u64
        } else {
            let attrs = tree.attrs(node).map(|attr| attr.name.len() + attr.value.len() + 4);
            // `<tag>` and `</tag>`.
            (2 * tree.tag(node).as_str().len() + 5 + attrs.sum::<usize>()) as u64
        };
    }
    before.push(bytes);
    before
}

#[cfg(test)]
mod tests {
    use super::{Group, ranked};

    #[test]
    fn text_and_content_tags_rank_up_and_links_down() {
        let story =
            Group { text: 900.0, code: 1000.0, content_tags: 9.0, linked: 9.0, ..Group::default() };
        let teasers = Group {
            text: 300.0,
            code: 900.0,
            content_tags: 3.0,
            linked: 300.0,
            ..Group::default()
        };
        assert_eq!(ranked(&[teasers, story]), [3 + 3 + 3 - 5, 5 + 5 + 5 - 3]);
    }
}
