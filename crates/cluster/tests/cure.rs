//! The paper's clustering against a plain version of it.

use proptest::prelude::*;
use sitewrap_cluster::{Params, cluster, column_similarity};
use sitewrap_model::SimilarityMatrix;

/// CURE as it is told: at each step all pairs of clusters, all representatives anew. The clusters
/// as sorted lists of pages.
fn plain(matrix: &SimilarityMatrix, params: &Params) -> Vec<Vec<usize>> {
    let n = matrix.len();
    let columns = column_similarity(matrix);
    let points: Vec<Vec<i64>> = (0..n)
        .map(|i| matrix.row(i).iter().map(|&x| (x * 65_535.0).round() as i64).collect())
        .collect();
    let mut clusters: Vec<Vec<usize>> = (0..n).map(|page| vec![page]).collect();
    loop {
        let mut best: Option<(i64, usize, usize)> = None;
        for i in 0..clusters.len() {
            for j in i + 1..clusters.len() {
                let union: Vec<usize> = clusters[i].iter().chain(&clusters[j]).copied().collect();
                if !fits(&columns, &union, params) {
                    continue;
                }
                let apart = representatives(&points, &clusters[i], params)
                    .iter()
                    .flat_map(|a| {
                        representatives(&points, &clusters[j], params)
                            .into_iter()
                            .map(move |b| distance(a, &b))
                    })
                    .min()
                    .expect("a cluster has a representative");
                if best.is_none_or(|(known, ..)| apart < known) {
                    best = Some((apart, i, j));
                }
            }
        }
        let Some((_, i, j)) = best else { break };
        let gone = clusters.remove(j);
        clusters[i].extend(gone);
    }
    clusters.retain(|members| members.len() >= params.min_size);
    for members in &mut clusters {
        members.sort_unstable();
    }
    clusters.sort();
    clusters
}

fn fits(columns: &SimilarityMatrix, union: &[usize], params: &Params) -> bool {
    let values = || union.iter().flat_map(|&i| union.iter().map(move |&j| columns.get(i, j)));
    let mean = values().map(f64::from).sum::<f64>() / (union.len() as f64).powi(2);
    mean >= f64::from(params.global_threshold) && values().all(|v| v >= params.pair_threshold)
}

fn distance(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(x, y)| (x - y).abs()).sum()
}

fn representatives(points: &[Vec<i64>], members: &[usize], params: &Params) -> Vec<Vec<i64>> {
    let count = members.len() as i64;
    let centre: Vec<i64> = (0..points[0].len())
        .map(|k| (members.iter().map(|&page| points[page][k]).sum::<i64>() + count / 2) / count)
        .collect();
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < params.representatives {
        let gap = |page: usize| {
            let to_chosen = chosen.iter().map(|&c| distance(&points[page], &points[c])).min();
            to_chosen.unwrap_or_else(|| distance(&points[page], &centre))
        };
        let mut far = members[0];
        for &page in members {
            if gap(page) > gap(far) {
                far = page;
            }
        }
        if gap(far) == 0 && !chosen.is_empty() {
            break;
        }
        chosen.push(far);
    }
    let shrink =
        |(&p, &c): (&i64, &i64)| (p as f32 + params.shrink * (c as f32 - p as f32)).round() as i64;
    chosen.iter().map(|&page| points[page].iter().zip(&centre).map(shrink).collect()).collect()
}

proptest! {
    #[test]
    fn clusters_are_those_of_the_plain_version(
        places in prop::collection::vec(0u16..400, 1..16),
        representatives in 1usize..5,
    ) {
        let mut matrix = SimilarityMatrix::identity(places.len());
        for i in 0..places.len() {
            for j in 0..i {
                matrix.set(i, j, 1.0 - f32::from(places[i].abs_diff(places[j])) / 400.0);
            }
        }
        let params = Params { representatives, ..Params::paper() };
        let mut fast = cluster(&matrix, &[], &params).clustering.clusters().to_vec();
        fast.sort();
        prop_assert_eq!(fast, plain(&matrix, &params));
    }
}
