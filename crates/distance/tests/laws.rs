//! The fast distance equals the plain one, and what must hold of distances and mappings holds.

mod common;

use common::{any_params, any_tree, list_trees, plain_distance};
use proptest::prelude::*;
use sitewrap_distance::{Forest, Form, Mapping, Params, Weights, distance, mapping, matrix};
use sitewrap_tree::{NodeId, TagTree};
use std::collections::HashMap;

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

/// One to one, in document order on both sides, parents mapped to parents.
fn check_laws(a: &TagTree, b: &TagTree, mapping: &Mapping) -> Result<(), TestCaseError> {
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
