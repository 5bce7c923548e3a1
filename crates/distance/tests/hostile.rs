//! Pages made to be costly: the budget holds, what it cuts short is told, and nothing depends on
//! the number of threads.

mod common;

use common::{any_params, any_tree, check_laws, list_trees};
use proptest::prelude::*;
use sitewrap_distance::{Budget, Forest, Params, Similarities, distance, matrix};
use sitewrap_mapping::mapping;
use sitewrap_tree::{TagTree, TagTreeBuilder};

/// `len` children with one of a few labels each, in an order that `seed` gives.
fn flat(len: usize, seed: u64) -> TagTree {
    let mut builder = TagTreeBuilder::new("body");
    let mut state = seed;
    for _ in 0..len {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        builder.open(["a", "b", "i", "p"][(state >> 33) as usize % 4], []);
        builder.close();
    }
    builder.finish()
}

/// A chain with a leaf beside each second link.
fn deep(levels: usize, leaf: &str) -> TagTree {
    let mut builder = TagTreeBuilder::new("body");
    for level in 0..levels {
        builder.open("div", []);
        if level % 2 == 0 {
            builder.open(leaf, []);
            builder.close();
        }
    }
    builder.finish()
}

/// Children that are all different.
fn distinct(len: usize, first: usize) -> TagTree {
    let mut builder = TagTreeBuilder::new("body");
    for item in first..first + len {
        builder.open("div", []);
        let mut rest = item + 3;
        while rest > 0 {
            builder.open(["a", "b", "i"][rest % 3], []);
            builder.close();
            rest /= 3;
        }
        builder.close();
    }
    builder.finish()
}

fn with_budget(units: u64) -> Params {
    Params { budget: Budget { pair: units, matrix: units, small: units / 8 }, ..Params::default() }
}

#[test]
fn forty_thousand_levels_are_exact() {
    let forest = Forest::new(&[&deep(40_000, "p"), &deep(40_000, "b")]);
    let found = distance(&forest, 0, 1, &Params::default());
    assert!(found.exact);
    assert_eq!(found.value, 20_000);
    let mapping = mapping(&forest, 0, 1, &Params::default());
    assert!(mapping.optimal);
    assert_eq!(mapping.pairs.len(), 60_001);
}

#[test]
fn a_list_beyond_the_budget_is_bounded_and_mapped_roughly() {
    let (a, b) = (flat(100_000, 1), flat(100_000, 2));
    let forest = Forest::new(&[&a, &b]);
    let params = with_budget(1 << 16);
    let found = distance(&forest, 0, 1, &params);
    assert!(!found.exact);
    assert!((0.5..=1.0).contains(&found.similarity()));
    let mapping = mapping(&forest, 0, 1, &params);
    assert!(!mapping.optimal);
    assert!(mapping.pairs.len() > 50_000);
    check_laws(&a, &b, &mapping).expect("a rough mapping is lawful");
}

#[test]
fn five_thousand_distinct_children_stay_within_the_budget() {
    let forest = Forest::new(&[&distinct(5000, 0), &distinct(5000, 6000)]);
    let found = distance(&forest, 0, 1, &with_budget(1 << 20));
    assert!(!found.exact);
    assert!((0.0..=1.0).contains(&found.similarity()));
}

#[test]
fn a_matrix_tells_which_pairs_it_has_bounded() {
    let small = flat(10, 1);
    let pages = [flat(3000, 1), flat(3000, 2), small.clone(), small, flat(3000, 1)];
    let forest = Forest::new(&pages.iter().collect::<Vec<_>>());
    let Similarities { matrix, estimated } = matrix(&forest, &with_budget(1 << 17));
    assert_eq!(estimated, [(0, 1), (1, 4)]);
    assert_eq!(matrix.get(0, 4), 1.0);
    assert_eq!(matrix.get(2, 3), 1.0);
    assert_eq!(matrix.get(0, 1), matrix.get(1, 4));
}

fn on_threads(threads: usize, forest: &Forest, params: &Params) -> Similarities {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads start").install(|| matrix(forest, params))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn threads_and_page_order_change_nothing_whatever_the_budget(
        pairs in prop::collection::vec(list_trees(), 1..8),
        params in any_params(),
        units in prop_oneof![Just(64u64), Just(512), Just(4096), Just(1 << 20)],
    ) {
        let params = Params { budget: with_budget(units).budget, ..params };
        let mut trees: Vec<&TagTree> = pairs.iter().flat_map(|(a, b)| [a, b]).collect();
        let found = on_threads(1, &Forest::new(&trees), &params);
        prop_assert_eq!(&on_threads(3, &Forest::new(&trees), &params), &found);

        trees.reverse();
        let last = trees.len() - 1;
        let reversed = on_threads(2, &Forest::new(&trees), &params);
        let mut estimated: Vec<_> =
            reversed.estimated.iter().map(|&(i, j)| (last - j, last - i)).collect();
        estimated.sort_unstable();
        prop_assert_eq!(estimated, found.estimated);
        if params.weights.delete() == params.weights.insert() {
            for i in 0..trees.len() {
                for j in 0..trees.len() {
                    prop_assert_eq!(
                        found.matrix.get(i, j), reversed.matrix.get(last - i, last - j)
                    );
                }
            }
        }
    }

    #[test]
    fn a_bound_is_no_less_than_the_similarity(
        (a, b) in list_trees(), c in any_tree(), params in any_params()
    ) {
        let forest = Forest::new(&[&a, &b, &c]);
        let none = Params { budget: Budget { pair: 0, matrix: 0, small: 0 }, ..params };
        for (i, j) in [(0, 1), (0, 2), (2, 1)] {
            let exact = distance(&forest, i, j, &params);
            let bound = distance(&forest, i, j, &none);
            prop_assert!(bound.value <= exact.value);
            prop_assert!(!bound.exact || bound == exact);
        }
    }

    #[test]
    fn a_rough_mapping_is_lawful((a, b) in list_trees(), params in any_params()) {
        let params = Params { budget: Budget { pair: 20, matrix: 0, small: 0 }, ..params };
        let forest = Forest::new(&[&a, &b]);
        let found = mapping(&forest, 0, 1, &params);
        check_laws(&a, &b, &found)?;
    }
}
