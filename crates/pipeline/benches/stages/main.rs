//! What each stage costs and how it grows with the number of pages, in CPU time:
//! `cargo bench -p sitewrap-pipeline`. `-- --quick` gives a first idea.

mod cpu;
mod site;

use cpu::Cpu;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sitewrap_cluster::{Params, Site, cluster_templates};
use sitewrap_distance::profile::{Outline, Parameters};
use sitewrap_distance::{Forest, matrix};
use sitewrap_model::Clustering;
use sitewrap_pipeline::FoldedSite;
use sitewrap_tree::Document;
use sitewrap_wrapper::Extractor;
use std::hint::black_box;
use std::time::Duration;

const SIZES: [usize; 4] = [250, 500, 1000, 2000];

/// Profiles with both matrices that clustering asks for.
fn compare(outlines: &[&Outline], urls: &[&str]) -> FoldedSite {
    let site = FoldedSite::new(outlines, urls, &Parameters::default());
    black_box(site.templates());
    site
}

fn stages(criterion: &mut Criterion<Cpu>) {
    let pages: Vec<_> = (0..SIZES[SIZES.len() - 1] as u64).map(site::page).collect();
    let parse = |html: &String| Document::parse(html.as_bytes(), None, None);
    let documents: Vec<Document> = pages.iter().map(|(_, _, html)| parse(html)).collect();
    let outlines: Vec<Outline> = documents.iter().map(Outline::of).collect();
    let mut group = criterion.benchmark_group("stages");
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    for n in SIZES {
        let (pages, documents, outlines) = (&pages[..n], &documents[..n], &outlines[..n]);
        group.throughput(Throughput::Elements(n as u64));
        let id = |stage: &str| BenchmarkId::new(stage, n);
        group.bench_function(id("parse"), |bench| {
            bench.iter(|| pages.iter().map(|(_, _, html)| parse(html).tree.len()).sum::<usize>());
        });
        group.bench_function(id("outline"), |bench| {
            bench.iter(|| documents.iter().map(|page| Outline::of(page).len()).sum::<usize>());
        });
        let outlines: Vec<&Outline> = outlines.iter().collect();
        let urls: Vec<&str> = pages.iter().map(|(url, _, _)| url.as_str()).collect();
        group
            .bench_function(id("profile-matrix"), |bench| bench.iter(|| compare(&outlines, &urls)));
        let compared = compare(&outlines, &urls);
        group.bench_function(id("cluster"), |bench| {
            bench.iter(|| cluster_templates(black_box(&compared), &Params::default()));
        });
        let trees: Vec<_> = documents.iter().map(|page| &page.tree).collect();
        group.bench_function(id("hash-cons"), |bench| bench.iter(|| Forest::new(&trees)));
        let forest = Forest::new(&trees);
        group.bench_function(id("exact-matrix"), |bench| {
            bench.iter(|| matrix(&forest, &sitewrap_distance::Params::default()));
        });
        let kinds: Vec<_> = pages.iter().map(|(_, kind, _)| Some(*kind)).collect();
        let clustering = Clustering::from_labels(&kinds);
        let documents: Vec<&Document> = documents.iter().collect();
        let induce = || {
            let params = sitewrap_induce::Params::default();
            sitewrap_induce::induce(&documents, &urls, &clustering, &params)
        };
        group.bench_function(id("induce"), |bench| bench.iter(induce));
        let wrappers = induce();
        let extractor = Extractor::new(&wrappers);
        group.bench_function(id("extract"), |bench| {
            bench.iter(|| {
                let pages = urls.iter().zip(&documents);
                let satisfied =
                    pages.filter(|(url, page)| extractor.extract(url, &page.tree).satisfied);
                satisfied.count()
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Cpu::new());
    targets = stages
}
criterion_main!(benches);
