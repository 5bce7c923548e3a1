//! How long the ranks of a million pages and 20 million links take.

use criterion::{Criterion, criterion_group, criterion_main};
use sitewrap_graph::{
    Adjacency, BlockLinks, NodeId, RankParams, block_rank, components, hits, page_rank, site_rank,
};
use std::hint::black_box;

const NODES: usize = 1_000_000;
const LINKS: usize = 20;
const BLOCKS: usize = 4;
const SECTIONS: usize = 100;

/// Links as sites have them: some to the few pages that all menus name, some nearby, some anywhere.
/// The same on every run.
fn pairs() -> impl Iterator<Item = (NodeId, NodeId)> + Clone {
    (0..NODES * LINKS).map(|link| {
        let from = link / LINKS;
        let noise = (link as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let noise = (noise.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20) as usize;
        let to = match link % LINKS {
            0..4 => noise % 50,
            4..12 => (from + noise % 200) % NODES,
            _ => noise % NODES,
        };
        (from as NodeId, to as NodeId)
    })
}

fn ranks(criterion: &mut Criterion) {
    let params = RankParams::default();
    let links = Adjacency::new(NODES, pairs());
    let mut group = criterion.benchmark_group("a million pages");
    group.sample_size(10);
    group.bench_function("pagerank", |bencher| {
        bencher.iter(|| page_rank(black_box(&links), &params, None));
    });
    group.bench_function("hits", |bencher| bencher.iter(|| hits(black_box(&links), &params)));
    let section_of: Vec<NodeId> =
        (0..NODES).map(|node| (node * SECTIONS / NODES) as NodeId).collect();
    group.bench_function("site rank", |bencher| {
        bencher.iter(|| site_rank(black_box(&links), &section_of, SECTIONS, &params));
    });
    group.bench_function("components", |bencher| bencher.iter(|| components(black_box(&links))));
    drop(links);
    let blocks: Vec<(NodeId, f64)> = (0..NODES * BLOCKS)
        .map(|block| ((block / BLOCKS) as NodeId, 1.0 + (block % 7) as f64))
        .collect();
    let of_blocks = pairs().enumerate().map(|(link, (from, to))| {
        (from * BLOCKS as NodeId + (link % LINKS * BLOCKS / LINKS) as NodeId, to)
    });
    let links = BlockLinks::new(NODES, &blocks, of_blocks);
    group.bench_function("block rank", |bencher| {
        bencher.iter(|| block_rank(black_box(&links), &params));
    });
    group.finish();
}

criterion_group!(benches, ranks);
criterion_main!(benches);
