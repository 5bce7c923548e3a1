//! Random trees, and distance (1) computed straight from its definition.

use proptest::prelude::*;
use sitewrap_distance::{Budget, Form, Params, Weights};
use sitewrap_tree::{NodeId, TagTree, TagTreeBuilder};

/// Distance (1) by its recursion over child lists, with nothing remembered, trimmed or skipped.
pub(crate) fn plain_distance(first: &TagTree, second: &TagTree, params: &Params) -> u64 {
    subtrees(first, NodeId(0), second, NodeId(0), params)
}

fn subtrees(t: &TagTree, a: NodeId, u: &TagTree, b: NodeId, params: &Params) -> u64 {
    let (delete, insert) = (|n| deletion(t, n, params), |n| insertion(u, n, params));
    let relabelled = t.tag(a) != u.tag(b);
    let roots = if relabelled { u64::from(params.weights.relabel()) } else { 0 };
    let first: Vec<NodeId> = t.children(a).collect();
    let second: Vec<NodeId> = u.children(b).collect();
    let below = if relabelled && params.form == Form::Rtdm {
        first.iter().map(|&n| delete(n)).sum::<u64>()
            + second.iter().map(|&n| insert(n)).sum::<u64>()
    } else {
        let mut above = vec![0];
        for &y in &second {
            above.push(above[above.len() - 1] + insert(y));
        }
        for &x in &first {
            let mut row = vec![above[0] + delete(x)];
            for (j, &y) in second.iter().enumerate() {
                let mapped = above[j] + subtrees(t, x, u, y, params);
                row.push(mapped.min(above[j + 1] + delete(x)).min(row[j] + insert(y)));
            }
            above = row;
        }
        above[second.len()]
    };
    (roots + below).min(delete(a) + insert(b))
}

/// The cost of deleting a subtree.
pub(crate) fn deletion(tree: &TagTree, node: NodeId, params: &Params) -> u64 {
    u64::from(params.weights.delete()) * tree.subtree_len(node) as u64
}

/// The cost of inserting a subtree.
pub(crate) fn insertion(tree: &TagTree, node: NodeId, params: &Params) -> u64 {
    u64::from(params.weights.insert()) * tree.subtree_len(node) as u64
}

/// A tree from steps: each opens an element with one of a few labels or closes some.
fn grow(steps: &[(u8, u8)]) -> TagTree {
    const TAGS: [&str; 4] = ["div", "p", "li", "b"];
    let mut builder = TagTreeBuilder::new("body");
    for &(tag, closes) in steps {
        builder.open(TAGS[usize::from(tag) % TAGS.len()], []);
        for _ in 0..closes {
            builder.close();
        }
    }
    builder.finish()
}

/// Trees of up to 40 nodes of any shape.
pub(crate) fn any_tree() -> impl Strategy<Value = TagTree> {
    prop::collection::vec((0..3u8, 0..4u8), 0..40).prop_map(|steps| grow(&steps))
}

/// Two trees with a long list each: the second list is the first one with some items replaced.
pub(crate) fn list_trees() -> impl Strategy<Value = (TagTree, TagTree)> {
    let item = || prop::collection::vec((0..4u8, 0..3u8), 1..5);
    let items = prop::collection::vec((item(), 0..4u8, item()), 0..60);
    items.prop_map(|items| {
        let plant = |second: bool| {
            let mut builder = TagTreeBuilder::new("body");
            for (item, fate, other) in &items {
                let item = match (second, fate) {
                    (true, 1) => other,
                    (true, 2) | (false, 3) => continue,
                    _ => item,
                };
                builder.open("div", []);
                for &(tag, closes) in item {
                    builder.open(["p", "li", "b", "i"][usize::from(tag)], []);
                    (0..closes.min(1)).for_each(|_| builder.close());
                }
                // Back to the list, however many are open: the root cannot be closed.
                let open = 1 + item.iter().filter(|(_, closes)| *closes == 0).count();
                (0..open).for_each(|_| builder.close());
            }
            builder.finish()
        };
        (plant(false), plant(true))
    })
}

/// Both forms with weights that are even, uneven, dear and cheap.
pub(crate) fn any_params() -> impl Strategy<Value = Params> {
    let weights = prop_oneof![
        Just((1, 1, 1)),
        (0..6u32, 1..5u32, 1..5u32),
        Just((1000, 1000, 1000)),
        Just((7, 2, 3)),
    ];
    let form = prop_oneof![Just(Form::Rtdm), Just(Form::Selkow)];
    (form, weights).prop_map(|(form, (relabel, delete, insert))| Params {
        form,
        weights: Weights::new(relabel, delete, insert).unwrap(),
        budget: Budget::default(),
    })
}
