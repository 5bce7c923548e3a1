//! A mapping is the largest by the plain recursion, keeps order and maps each node at most once.

use proptest::prelude::*;
use sitewrap_mapping::{Budget, Forest, Params, Weights, mapping};
use sitewrap_tree::{NodeId, TagTree, TagTreeBuilder};

const TAGS: [&str; 3] = ["a", "b", "i"];

/// A tree from steps: each opens an element and closes some.
fn tree() -> impl Strategy<Value = TagTree> {
    prop::collection::vec((0..TAGS.len(), 0usize..4), 0..14).prop_map(|steps| {
        let mut builder = TagTreeBuilder::new("body");
        for (tag, closes) in steps {
            builder.open(TAGS[tag], []);
            for _ in 0..closes {
                builder.close();
            }
        }
        builder.finish()
    })
}

/// The number of pairs in the largest mapping of equal tags, by its definition.
fn plain(a: &TagTree, x: NodeId, b: &TagTree, y: NodeId) -> usize {
    if a.tag(x) != b.tag(y) {
        return 0;
    }
    let (rows, columns): (Vec<_>, Vec<_>) = (a.children(x).collect(), b.children(y).collect());
    let mut table = vec![vec![0; columns.len() + 1]; rows.len() + 1];
    for (i, &row) in rows.iter().enumerate() {
        for (j, &column) in columns.iter().enumerate() {
            let paired = table[i][j] + plain(a, row, b, column);
            table[i + 1][j + 1] = paired.max(table[i][j + 1]).max(table[i + 1][j]);
        }
    }
    1 + table[rows.len()][columns.len()]
}

proptest! {
    #[test]
    fn a_mapping_is_lawful_whatever_the_budget_and_largest_within_it(
        a in tree(), b in tree(), pair in prop_oneof![Just(1u64 << 26), 0u64..200],
    ) {
        let params = Params {
            weights: Weights::new(2, 1, 1).expect("in range"),
            budget: Budget { pair, ..Budget::default() },
            ..Params::default()
        };
        let found = mapping(&Forest::new(&[&a, &b]), 0, 1, &params);
        let pairs = &found.pairs;
        // Strictly increasing in both: each node at most once, and in document order.
        prop_assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
        for &(x, y) in pairs {
            prop_assert_eq!(a.tag(x), b.tag(y));
            if let (Some(above), Some(over)) = (a.parent(x), b.parent(y)) {
                prop_assert!(pairs.contains(&(above, over)));
            }
        }
        if found.optimal {
            prop_assert_eq!(pairs.len(), plain(&a, a.root(), &b, b.root()));
        }
        prop_assert!(found.optimal || pair < 1 << 26);
    }
}
