//! The fast distance equals the plain one, and what must hold of distances and mappings holds.

mod common;

use common::{any_params, any_tree, check_laws, list_trees};
use proptest::prelude::*;
use sitewrap_distance::{Forest, Form, Params, Weights, distance, matrix};
use sitewrap_mapping::{Mapping, mapping};
use sitewrap_tree::{Document, NodeId, TagTree};
use std::path::Path;

/// Distance (1) by its recursion over child lists, with nothing remembered, trimmed or skipped.
fn plain_distance(first: &TagTree, second: &TagTree, params: &Params) -> u64 {
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
fn deletion(tree: &TagTree, node: NodeId, params: &Params) -> u64 {
    u64::from(params.weights.delete()) * tree.subtree_len(node) as u64
}

/// The cost of inserting a subtree.
fn insertion(tree: &TagTree, node: NodeId, params: &Params) -> u64 {
    u64::from(params.weights.insert()) * tree.subtree_len(node) as u64
}

proptest! {
    #[test]
    fn distance_is_that_of_the_definition(
        a in any_tree(), b in any_tree(), params in any_params()
    ) {
        let found = distance(&Forest::new(&[&a, &b]), 0, 1, &params);
        prop_assert!(found.exact);
        prop_assert_eq!(found.value, plain_distance(&a, &b, &params));
    }

    #[test]
    fn distance_of_lists_is_that_of_the_definition(
        (a, b) in list_trees(), params in any_params()
    ) {
        let found = distance(&Forest::new(&[&a, &b]), 0, 1, &params);
        prop_assert_eq!(found.value, plain_distance(&a, &b, &params));
    }

    #[test]
    fn distance_is_a_metric_at_even_weights(
        (a, b) in list_trees(), c in any_tree(), form in prop_oneof![Just(Form::Rtdm), Just(Form::Selkow)]
    ) {
        let params = Params { form, ..Params::default() };
        let forest = Forest::new(&[&a, &b, &c]);
        let d = |i, j| distance(&forest, i, j, &params);
        prop_assert_eq!(d(0, 0).value, 0);
        prop_assert_eq!(d(0, 0).similarity(), 1.0);
        prop_assert_eq!(d(0, 1).value == 0, forest.root(0) == forest.root(1));
        prop_assert_eq!(d(0, 1), d(1, 0));
        prop_assert!((0.0..=1.0).contains(&d(0, 1).similarity()));
        prop_assert!(d(0, 1).value <= d(0, 2).value + d(2, 1).value);
    }

    #[test]
    fn swapping_trees_and_weights_changes_nothing(
        a in any_tree(), b in any_tree(), params in any_params()
    ) {
        let Params { form, weights, budget } = params;
        let swapped = Weights::new(weights.relabel(), weights.insert(), weights.delete()).unwrap();
        let swapped = Params { form, weights: swapped, budget };
        let forest = Forest::new(&[&a, &b]);
        prop_assert_eq!(distance(&forest, 0, 1, &params), distance(&forest, 1, 0, &swapped));
    }

    #[test]
    fn a_mapping_is_lawful_and_costs_the_distance(
        a in any_tree(), b in any_tree(), params in any_params()
    ) {
        check_mapping(&a, &b, &params)?;
    }

    #[test]
    fn a_mapping_of_lists_is_lawful_and_costs_the_distance(
        (a, b) in list_trees(), params in any_params()
    ) {
        check_mapping(&a, &b, &params)?;
    }

    #[test]
    fn a_matrix_holds_the_similarities_of_all_pairs(
        trees in prop::collection::vec(any_tree(), 0..6), params in any_params()
    ) {
        let trees: Vec<&TagTree> = trees.iter().chain(trees.first()).collect();
        let forest = Forest::new(&trees);
        let found = matrix(&forest, &params);
        prop_assert_eq!(found.estimated.len(), 0);
        prop_assert_eq!(found.matrix.len(), trees.len());
        for i in 0..trees.len() {
            prop_assert_eq!(found.matrix.get(i, i), 1.0);
            for j in i + 1..trees.len() {
                let pair = distance(&forest, i, j, &params).similarity() as f32;
                prop_assert_eq!(found.matrix.get(i, j), pair);
                prop_assert_eq!(found.matrix.get(j, i), pair);
            }
        }
    }
}

/// Pages of the demo site, of several kinds.
fn real_pages() -> Vec<TagTree> {
    let site = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/demo/site");
    let pages = [
        "kites",
        "kites/page/2",
        "journal/2026/03",
        "journal/2026/03/the-cafe-at-the-end-of-the-mole",
        "journal/2026/03/an-apprentices-first-hundred-tins",
    ];
    let parse = |page| {
        let file = site.join(page).join("index.html");
        let body = std::fs::read(&file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        Document::parse(&body, Some("text/html"), None).tree
    };
    pages.into_iter().map(parse).collect()
}

#[test]
fn distance_of_real_pages_is_that_of_the_definition() {
    let pages = real_pages();
    let forest = Forest::new(&pages.iter().collect::<Vec<_>>());
    for form in [Form::Rtdm, Form::Selkow] {
        let params = Params { form, ..Params::default() };
        for i in 0..pages.len() {
            for j in i..pages.len() {
                let found = distance(&forest, i, j, &params);
                assert_eq!(found.value, plain_distance(&pages[i], &pages[j], &params));
                check_mapping(&pages[i], &pages[j], &params).expect("the mapping is optimal");
            }
        }
    }
}

#[test]
fn labels_of_the_caller_tell_apart_what_tags_do_not() {
    let pages = real_pages();
    let trees: Vec<&TagTree> = pages.iter().collect();
    let by_class = Forest::with_labels(&trees, |tree, node| {
        (tree.tag(node), tree.classes(node).next().unwrap_or_default())
    });
    let by_tag = Forest::new(&trees);
    assert!(by_class.labels() > by_tag.labels());
    let params = Params::default();
    let sum = |forest: &Forest| -> u64 {
        (1..pages.len()).map(|page| distance(forest, 0, page, &params).value).sum()
    };
    assert!(sum(&by_class) > sum(&by_tag));
}

fn check_mapping(a: &TagTree, b: &TagTree, params: &Params) -> Result<(), TestCaseError> {
    let forest = Forest::new(&[a, b]);
    let found = mapping(&forest, 0, 1, params);
    prop_assert!(found.optimal);
    check_laws(a, b, &found)?;
    let Mapping { pairs, .. } = found;
    let relabelled = pairs.iter().filter(|(x, y)| a.tag(*x) != b.tag(*y)).count() as u64;
    if params.form == Form::Rtdm {
        for (x, y) in &pairs {
            if let (Some(x), Some(y)) = (a.parent(*x), b.parent(*y)) {
                prop_assert_eq!(a.tag(x), b.tag(y));
            }
        }
    }
    let weights = params.weights;
    let cost = u64::from(weights.relabel()) * relabelled
        + u64::from(weights.delete()) * (a.len() - pairs.len()) as u64
        + u64::from(weights.insert()) * (b.len() - pairs.len()) as u64;
    prop_assert_eq!(cost, distance(&forest, 0, 1, params).value);
    Ok(())
}
