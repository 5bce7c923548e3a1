//! Similarities (3) and (4) of the paper: of two columns of the matrix, and of a whole cluster.

use rayon::prelude::*;
use sitewrap_model::SimilarityMatrix;

/// A similarity as a whole number of 1/65535: sums of whole numbers do not depend on their order,
/// so that neither the order of pages nor the number of threads changes a result, and sixteen bits
/// fit eight or sixteen to a vector register.
pub(crate) fn to_fixed(value: f32) -> u16 {
    (value.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16
}

/// Σ |a − b|, in units of 1/65535.
pub(crate) fn distance(a: &[u16], b: &[u16]) -> u64 {
    // Sums of 32 bits hold 65,536 differences of 16; shorter blocks keep the inner loop vectorized.
    a.chunks(32_768)
        .zip(b.chunks(32_768))
        .map(|(a, b)| {
            let sum: u32 = a.iter().zip(b).map(|(&x, &y)| u32::from(x.abs_diff(y))).sum();
            u64::from(sum)
        })
        .sum()
}

/// Column similarity cs(i, j) = 1 − (1/N)·Σk |m_ik − m_jk|: pages are alike that are alike to
/// the same pages.
///
/// # Complexity
/// O(N³) time in vectors of sixteen bits, O(N²) memory.
///
/// # Source
/// Álvarez, Pan, Raposo, Bellas, Cacheda, "Extracting lists of data records from semi-structured
/// web pages", Data & Knowledge Engineering 64(2), 2008.
pub fn column_similarity(matrix: &SimilarityMatrix) -> SimilarityMatrix {
    let n = matrix.len();
    let columns: Vec<Vec<u16>> =
        (0..n).map(|i| matrix.row(i).iter().map(|&value| to_fixed(value)).collect()).collect();
    let scale = n as f64 * f64::from(u16::MAX);
    let similar =
        |i: usize, j: usize| (1.0 - distance(&columns[i], &columns[j]) as f64 / scale) as f32;
    let mut values = vec![1.0; n * n];
    values.par_chunks_mut(n.max(1)).enumerate().for_each(|(i, row)| {
        for (j, value) in row[..i].iter_mut().enumerate() {
            *value = similar(i, j);
        }
    });
    for i in 0..n {
        for j in 0..i {
            values[j * n + i] = values[i * n + j];
        }
    }
    SimilarityMatrix::from_rows(n, values)
}

/// Self-similarity s(Φ) = (1/|Φ|²)·Σ cs(i, j) over all pairs of members, each with itself
/// included; 1 for no members.
pub fn self_similarity(matrix: &SimilarityMatrix, members: &[usize]) -> f64 {
    if members.is_empty() {
        return 1.0;
    }
    let row_sum = |&i: &usize| {
        let row = matrix.row(i);
        members.iter().map(|&j| u64::from(to_fixed(row[j]))).sum::<u64>()
    };
    let sum: u64 = members.iter().map(row_sum).sum();
    sum as f64 / f64::from(u16::MAX) / (members.len() as f64).powi(2)
}
