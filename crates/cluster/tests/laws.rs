//! Laws of clustering: what must hold for any matrix.

use proptest::prelude::*;
use sitewrap_cluster::{Method, Params, cluster, column_similarity, self_similarity};
use sitewrap_model::SimilarityMatrix;

/// Points on a few centres of a line, as similarities.
fn matrices() -> impl Strategy<Value = SimilarityMatrix> {
    prop::collection::vec((0u8..4, 0u8..40), 1..24).prop_map(|points| {
        let place = |&(centre, off): &(u8, u8)| f32::from(centre) * 0.3 + f32::from(off) * 0.005;
        let mut matrix = SimilarityMatrix::identity(points.len());
        for i in 0..points.len() {
            for j in 0..i {
                matrix.set(i, j, 1.0 - (place(&points[i]) - place(&points[j])).abs().min(1.0));
            }
        }
        matrix
    })
}

/// Numbers that differ between pages, as hashes of different contents do.
fn keys(n: usize) -> Vec<u64> {
    (0..n as u64).map(|page| page.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5555).collect()
}

fn permuted(matrix: &SimilarityMatrix, order: &[usize]) -> SimilarityMatrix {
    let mut result = SimilarityMatrix::identity(order.len());
    for (i, &from) in order.iter().enumerate() {
        for (j, &to) in order.iter().enumerate() {
            result.set(i, j, matrix.get(from, to));
        }
    }
    result
}

proptest! {
    #[test]
    fn the_order_of_pages_does_not_matter(
        (matrix, order) in matrices().prop_flat_map(|matrix| {
            let order: Vec<usize> = (0..matrix.len()).collect();
            (Just(matrix), Just(order).prop_shuffle())
        }),
        is_paper in any::<bool>(),
    ) {
        let method = if is_paper { Method::Paper } else { Method::Average };
        let params = Params { method, ..Params::default() };
        let keys = keys(matrix.len());
        let straight = cluster(&matrix, &keys, &params).clustering;
        let shuffled_keys: Vec<u64> = order.iter().map(|&page| keys[page]).collect();
        let shuffled = cluster(&permuted(&matrix, &order), &shuffled_keys, &params).clustering;
        for (i, &page) in order.iter().enumerate() {
            for (j, &other) in order.iter().enumerate() {
                prop_assert_eq!(
                    shuffled.label(i).is_some() && shuffled.label(i) == shuffled.label(j),
                    straight.label(page).is_some() && straight.label(page) == straight.label(other)
                );
            }
        }
    }

    #[test]
    fn the_papers_clusters_keep_both_thresholds(matrix in matrices()) {
        let params = Params::paper();
        let columns = column_similarity(&matrix);
        for members in cluster(&matrix, &[], &params).clustering.clusters() {
            let whole = self_similarity(&columns, members);
            prop_assert!(whole >= f64::from(params.global_threshold) - 1e-4);
            for &i in members {
                for &j in members {
                    prop_assert!(columns.get(i, j) >= params.pair_threshold);
                }
            }
        }
    }

    #[test]
    fn column_similarity_is_that_of_its_definition(matrix in matrices()) {
        let n = matrix.len();
        let columns = column_similarity(&matrix);
        for i in 0..n {
            prop_assert_eq!(columns.get(i, i), 1.0);
            for j in 0..n {
                let sum: f32 = (0..n).map(|k| (matrix.get(i, k) - matrix.get(j, k)).abs()).sum();
                prop_assert!((columns.get(i, j) - (1.0 - sum / n as f32)).abs() < 1e-4);
                prop_assert_eq!(columns.get(i, j), columns.get(j, i));
            }
        }
    }
}

#[test]
fn no_page_and_one_page_are_no_special_case() {
    for params in [Params::default(), Params::paper()] {
        assert!(cluster(&SimilarityMatrix::identity(0), &[], &params).clustering.is_empty());
        let one = cluster(&SimilarityMatrix::identity(1), &[], &params).clustering;
        assert_eq!(one.outliers().collect::<Vec<_>>(), [0]);
    }
}
