//! How hash-consing and the matrix grow with the number of pages.
//!
//! The pages are generated: a site of five kinds of page, with lists of varying length, optional
//! blocks and prose, a few hundred nodes each, in fixed proportions.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sitewrap_distance::{Forest, Form, Params, matrix};
use sitewrap_tree::{TagTree, TagTreeBuilder};
use std::hint::black_box;

const SIZES: [usize; 4] = [250, 500, 1000, 2000];

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn leaf(page: &mut TagTreeBuilder, tag: &str) {
    page.open(tag, []);
    page.text("text");
    page.close();
}

fn menu(page: &mut TagTreeBuilder, items: u64) {
    page.open("ul", []);
    for _ in 0..items {
        page.open("li", []);
        leaf(page, "a");
        page.close();
    }
    page.close();
}

fn prose(page: &mut TagTreeBuilder, dice: &mut Dice) {
    for _ in 0..=dice.below(12) {
        page.open("p", []);
        for _ in 0..=dice.below(4) {
            page.text("text");
            leaf(page, ["a", "em", "code", "b"][dice.below(4) as usize]);
        }
        page.close();
    }
}

fn list(page: &mut TagTreeBuilder, dice: &mut Dice) {
    page.open("div", []);
    for _ in 0..5 + dice.below(60) {
        page.open("article", []);
        leaf(page, "h3");
        if dice.below(3) > 0 {
            leaf(page, "img");
        }
        leaf(page, "span");
        if dice.below(4) == 0 {
            menu(page, 1 + dice.below(3));
        }
        page.close();
    }
    page.close();
}

fn page(number: u64) -> TagTree {
    let dice = &mut Dice(number);
    let mut page = TagTreeBuilder::new("body");
    menu(&mut page, 12);
    page.open("main", []);
    leaf(&mut page, "h1");
    match number % 5 {
        0 => list(&mut page, dice),
        1 | 2 => {
            page.open("table", []);
            for _ in 0..4 + dice.below(8) {
                page.open("tr", []);
                leaf(&mut page, "th");
                leaf(&mut page, "td");
                page.close();
            }
            page.close();
            prose(&mut page, dice);
        }
        3 => prose(&mut page, dice),
        _ => (0..=dice.below(4)).for_each(|_| list(&mut page, dice)),
    }
    page.close();
    menu(&mut page, 8);
    page.finish()
}

fn growth(criterion: &mut Criterion) {
    let pages: Vec<TagTree> = (0..SIZES[SIZES.len() - 1] as u64).map(page).collect();
    let mut group = criterion.benchmark_group("hash-cons");
    for n in SIZES {
        let trees: Vec<&TagTree> = pages[..n].iter().collect();
        let nodes: usize = trees.iter().map(|tree| tree.len()).sum();
        group.throughput(Throughput::Elements(nodes as u64));
        group.bench_function(BenchmarkId::from_parameter(n), |bench| {
            bench.iter(|| Forest::new(black_box(&trees)));
        });
    }
    group.finish();
    for form in [Form::Rtdm, Form::Selkow] {
        let mut group = criterion.benchmark_group(format!("matrix-{form:?}").to_lowercase());
        group.sample_size(10);
        for n in SIZES {
            let forest = Forest::new(&pages[..n].iter().collect::<Vec<_>>());
            let params = Params { form, ..Params::default() };
            group.throughput(Throughput::Elements((n * (n - 1) / 2) as u64));
            group.bench_function(BenchmarkId::from_parameter(n), |bench| {
                bench.iter(|| matrix(black_box(&forest), &params));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, growth);
criterion_main!(benches);
