//! How clustering grows with the number of pages.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use sitewrap_cluster::{Params, cluster, column_similarity};
use sitewrap_model::SimilarityMatrix;
use std::hint::black_box;

/// Pages of ten kinds: alike within a kind, with some noise that the same numbers always give.
fn matrix(n: usize) -> SimilarityMatrix {
    let mut matrix = SimilarityMatrix::identity(n);
    for i in 0..n {
        for j in 0..i {
            let noise = (i * 7919 + j * 104_729) % 1000;
            let base = if i % 10 == j % 10 { 0.9 } else { 0.4 };
            matrix.set(i, j, base + noise as f32 * 1e-4);
        }
    }
    matrix
}

fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cluster");
    group.sample_size(10);
    for n in [250, 500, 1000, 2000] {
        let matrix = matrix(n);
        group.bench_with_input(BenchmarkId::new("average", n), &matrix, |bencher, matrix| {
            bencher.iter(|| cluster(black_box(matrix), &[], &Params::default()));
        });
        group.bench_with_input(BenchmarkId::new("column", n), &matrix, |bencher, matrix| {
            bencher.iter(|| column_similarity(black_box(matrix)));
        });
    }
    for n in [250, 500, 1000] {
        let matrix = matrix(n);
        group.bench_with_input(BenchmarkId::new("paper", n), &matrix, |bencher, matrix| {
            bencher.iter(|| cluster(black_box(matrix), &[], &Params::paper()));
        });
    }
    group.finish();
}

criterion_group!(benches, growth);
criterion_main!(benches);
