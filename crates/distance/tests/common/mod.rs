//! Random trees, and what must hold of every mapping.

use proptest::prelude::*;
use sitewrap_distance::{Budget, Form, Params, Weights};
use sitewrap_mapping::Mapping;
use sitewrap_tree::{NodeId, TagTree, TagTreeBuilder};
use std::collections::HashMap;

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
        weights: Weights::new(relabel, delete, insert).expect("weights are in range"),
        budget: Budget::default(),
    })
}

/// One to one, in document order on both sides, parents mapped to parents.
pub(crate) fn check_laws(a: &TagTree, b: &TagTree, mapping: &Mapping) -> Result<(), TestCaseError> {
    for pair in mapping.pairs.windows(2) {
        prop_assert!(pair[0].0 < pair[1].0 && pair[0].1 < pair[1].1);
    }
    let image: HashMap<NodeId, NodeId> = mapping.pairs.iter().copied().collect();
    for &(x, y) in &mapping.pairs {
        prop_assert_eq!(
            a.parent(x).map(|parent| image.get(&parent).copied()),
            b.parent(y).map(Some)
        );
    }
    Ok(())
}
