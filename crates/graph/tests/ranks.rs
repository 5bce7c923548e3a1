//! Ranks by compressed rows are those of plain dense versions of their definitions.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

use proptest::prelude::*;
use sitewrap_graph::{
    Adjacency, BlockLinks, NodeId, RankParams, Rows, block_rank, hits, page_rank, site_rank,
};

type Matrix = Vec<Vec<f64>>;

const EXACT: RankParams = RankParams { damping: 0.85, tolerance: 1e-14, max_iterations: 10_000 };

/// Solves `matrix` · x = `right` by elimination.
fn solved(mut matrix: Matrix, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))
            .unwrap();
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in 0..n {
            if row != column {
                let by = matrix[row][column] / matrix[column][column];
                let pivot = matrix[column].clone();
                for (value, pivot) in matrix[row].iter_mut().zip(pivot).skip(column) {
                    *value -= by * pivot;
                }
                right[row] -= by * right[column];
            }
        }
    }
    (0..n).map(|row| right[row] / matrix[row][row]).collect()
}

/// The stationary distribution of a walk by `transitions` (from, to), whose rows sum to 1 or to 0;
/// the rest of a row, and 0.15 of all, goes where `preference` says.
fn dense_rank(transitions: &Matrix, preference: &[f64]) -> Vec<f64> {
    let n = transitions.len();
    let whole: f64 = preference.iter().sum();
    let preference: Vec<f64> = preference.iter().map(|weight| weight / whole).collect();
    let mut system = vec![vec![0.0; n]; n];
    for from in 0..n {
        let lost = 1.0 - transitions[from].iter().sum::<f64>();
        for to in 0..n {
            let step = transitions[from][to] + lost * preference[to];
            system[to][from] = f64::from(u8::from(from == to)) - 0.85 * step;
        }
    }
    solved(system, preference.iter().map(|weight| 0.15 * weight).collect())
}

/// Each row divided by its sum.
fn stochastic(mut matrix: Matrix) -> Matrix {
    for row in &mut matrix {
        let whole: f64 = row.iter().sum();
        if whole > 0.0 {
            row.iter_mut().for_each(|value| *value /= whole);
        }
    }
    matrix
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let columns = b.first().map_or(0, Vec::len);
    let entry = |row: &Vec<f64>, column: usize| -> f64 {
        row.iter().zip(b).map(|(value, other)| value * other[column]).sum()
    };
    a.iter().map(|row| (0..columns).map(|column| entry(row, column)).collect()).collect()
}

fn dense(n: usize, pairs: &[(NodeId, NodeId)]) -> Matrix {
    let mut matrix = vec![vec![0.0; n]; n];
    for &(from, to) in pairs.iter().filter(|(from, to)| from != to) {
        matrix[from as usize][to as usize] = 1.0;
    }
    matrix
}

fn close(ours: &[f64], plain: &[f64]) -> Result<(), TestCaseError> {
    prop_assert_eq!(ours.len(), plain.len());
    for (a, b) in ours.iter().zip(plain) {
        prop_assert!((a - b).abs() < 1e-9, "{ours:?} is not {plain:?}");
    }
    Ok(())
}

fn graph() -> impl Strategy<Value = (usize, Vec<(NodeId, NodeId)>)> {
    (1_usize..16).prop_flat_map(|n| {
        let node = 0..n as NodeId;
        (Just(n), prop::collection::vec((node.clone(), node), 0..50))
    })
}

proptest! {
    #[test]
    fn rows_hold_the_pairs_they_were_made_from((n, pairs) in graph()) {
        let rows = Rows::new(n, pairs.iter().copied());
        let mut expected = pairs.clone();
        expected.sort_unstable();
        expected.dedup();
        let found: Vec<_> = rows.iter().enumerate()
            .flat_map(|(row, columns)| columns.iter().map(move |&column| (row as NodeId, column)))
            .collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(&rows.transposed(n).transposed(n), &rows);
        prop_assert_eq!(rows.transposed(n), Rows::new(n, pairs.iter().map(|&(a, b)| (b, a))));
    }

    #[test]
    fn page_rank_solves_its_equation((n, pairs) in graph(), weights in prop::collection::vec(0.0..1.0, 16)) {
        let links = Adjacency::new(n, pairs.iter().copied());
        let transitions = stochastic(dense(n, &pairs));
        let rank = page_rank(&links, &EXACT, None);
        prop_assert!(rank.convergence.converged);
        close(&rank.values, &dense_rank(&transitions, &vec![1.0; n]))?;
        let preference: Vec<f64> = weights[..n].iter().map(|weight: &f64| weight + 0.01).collect();
        close(
            &page_rank(&links, &EXACT, Some(&preference)).values,
            &dense_rank(&transitions, &preference),
        )?;
    }

    #[test]
    fn hubs_and_authorities_follow_the_power_iteration((n, pairs) in graph()) {
        let links = Adjacency::new(n, pairs.iter().copied());
        let matrix = dense(n, &pairs);
        let rounds = RankParams { tolerance: -1.0, max_iterations: 40, ..EXACT };
        let found = hits(&links, &rounds);
        let unit = |values: Vec<f64>| -> Vec<f64> {
            let whole: f64 = values.iter().sum();
            values.iter().map(|value| if whole > 0.0 { value / whole } else { 0.0 }).collect()
        };
        let authorities = |hubs: &[f64]| {
            unit((0..n).map(|to| (0..n).map(|from| matrix[from][to] * hubs[from]).sum()).collect())
        };
        let mut hubs = vec![1.0 / n as f64; n];
        for _ in 0..40 {
            let authorities = authorities(&hubs);
            hubs = unit((0..n).map(|from| (0..n).map(|to| matrix[from][to] * authorities[to]).sum()).collect());
        }
        close(&found.hubs, &hubs)?;
        close(&found.authorities, &authorities(&hubs))?;
    }

    #[test]
    fn site_rank_is_that_of_sections_times_that_within(
        (n, pairs) in graph(),
        sections in prop::collection::vec(0_u32..4, 16),
    ) {
        let (of, links) = (&sections[..n], Adjacency::new(n, pairs.iter().copied()));
        let found = site_rank(&links, of, 4, &EXACT);
        let (mut between, mut within) = (vec![vec![0.0; 4]; 4], dense(n, &pairs));
        for from in 0..n {
            for to in 0..n {
                let (a, b) = (of[from] as usize, of[to] as usize);
                if a != b {
                    between[a][b] += within[from][to];
                    within[from][to] = 0.0;
                }
            }
        }
        let ranks = dense_rank(&stochastic(between), &[1.0; 4]);
        close(&found.sections.values, &ranks)?;
        let mut nodes = vec![0.0; n];
        for (section, rank) in ranks.iter().enumerate() {
            let own: Vec<usize> = (0..n).filter(|&node| of[node] as usize == section).collect();
            if own.is_empty() {
                continue;
            }
            let inner: Matrix =
                own.iter().map(|&a| own.iter().map(|&b| within[a][b]).collect()).collect();
            let local = dense_rank(&stochastic(inner), &vec![1.0; own.len()]);
            own.iter().zip(local).for_each(|(&node, local)| nodes[node] = rank * local);
        }
        close(&found.nodes, &nodes)?;
    }

    #[test]
    fn block_ranks_are_those_over_the_products_of_x_and_z(
        n in 1_usize..10,
        blocks in prop::collection::vec((0_u32..10, 0.1_f64..5.0), 1..12),
        pairs in prop::collection::vec((0_u32..12, 0_u32..10), 0..40),
    ) {
        let blocks: Vec<(NodeId, f64)> =
            blocks.into_iter().map(|(page, weight)| (page % n as NodeId, weight)).collect();
        let b = blocks.len();
        let pairs: Vec<(NodeId, NodeId)> =
            pairs.into_iter().map(|(block, to)| (block % b as NodeId, to % n as NodeId)).collect();
        let found = block_rank(&BlockLinks::new(n, &blocks, pairs.iter().copied()), &EXACT);
        let mut z = vec![vec![0.0; n]; b];
        for &(block, to) in pairs.iter().filter(|&&(block, to)| blocks[block as usize].0 != to) {
            z[block as usize][to as usize] = 1.0;
        }
        let mut x = vec![vec![0.0; b]; n];
        for (block, &(page, weight)) in blocks.iter().enumerate() {
            let leads = z[block].iter().sum::<f64>() > 0.0;
            x[page as usize][block] = if leads { weight } else { 0.0 };
        }
        let (x, z) = (stochastic(x), stochastic(z));
        close(&found.pages.values, &dense_rank(&product(&x, &z), &vec![1.0; n]))?;
        close(&found.blocks.values, &dense_rank(&product(&z, &x), &vec![1.0; b]))?;
    }
}

#[test]
fn no_number_of_threads_changes_a_bit() {
    let n = 20_000;
    let pairs = (0..200_000_u64).map(|at| {
        let noise = at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        ((noise % n) as NodeId, ((noise >> 17) % n) as NodeId)
    });
    let links = Adjacency::new(n as usize, pairs);
    let ranks = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let params = RankParams::default();
            let sections: Vec<NodeId> = (0..n as NodeId).map(|node| node % 7).collect();
            let site = site_rank(&links, &sections, 7, &params);
            (page_rank(&links, &params, None), hits(&links, &params), site)
        })
    };
    assert!(ranks(1) == ranks(3));
}

#[test]
fn what_has_no_nodes_or_no_links_has_ranks_too() {
    let params = RankParams::default();
    for n in [0, 1, 3] {
        let links = Adjacency::new(n, std::iter::empty());
        let rank = page_rank(&links, &params, None);
        assert!(rank.convergence.converged);
        assert_eq!(rank.values, vec![1.0 / n.max(1) as f64; n]);
        assert_eq!(hits(&links, &params).hubs, vec![0.0; n]);
        assert_eq!(site_rank(&links, &vec![0; n], 1, &params).nodes.len(), n);
        let blocks = BlockLinks::new(n, &[], std::iter::empty());
        assert_eq!(block_rank(&blocks, &params).pages.values, rank.values);
    }
}
