//! How long a page takes, by its size: `cargo bench -p sitewrap-tree`.
//!
//! The pages are made here: a listing with a menu, cards, prices and relative links, and as much
//! script as markup, as pages in the wild have. `deep` is the worst that the bounds let through
//! by depth alone.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use sitewrap_tree::Document;
use std::fmt::Write as _;
use std::hint::black_box;

const URL: Option<&str> = Some("https://shop.example/list/page-1.html");

/// A listing of `items` products: about 1.4 KB and 18 nodes for each.
fn listing(items: usize) -> String {
    let mut html = String::from(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tea</title>\
         <link rel=\"stylesheet\" href=\"/s.css\"><style>.a{color:red}</style></head><body>\
         <nav><ul><li><a href=\"/\">Home</a><li><a href=\"../tea\">Tea</a></ul></nav><main>",
    );
    for item in 0..items {
        let _ = write!(
            html,
            "<div class=\"card card-{item}\"><!-- item --><a href=\"item/{item}?ref=l&amp;p=1\">\
             <img src=\"../img/{item}.jpg\" srcset=\"../img/{item}.jpg 1x, ../img/{item}@2.jpg 2x\" \
             alt=\"Tea no. {item}\"></a><h3 class=\"title\"><a href=\"item/{item}\">Tea no. {item} \
             &ndash; fine leaves</a></h3><p class=\"price\">&pound;{item}.50 <s>&pound;99</s></p>\
             <p>Picked by hand in the hills, <em>dried</em> in the sun and packed on the day.\
             <br>Enough for a hundred cups.</p><button type=\"button\" data-id=\"{item}\">Add to \
             basket</button></div>\n<script>window.items = window.items || [];{}</script>\n",
            "items.push({id: 1, price: 2.5});".repeat(20),
        );
    }
    html + "</main><footer><p>All prices include tax.</footer></body></html>"
}

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse");
    let listings = [10, 50, 200, 1000].map(|items| (format!("listing/{items}"), listing(items)));
    let deep = ("deep/20000".to_owned(), "<div>".repeat(20_000));
    for (name, html) in listings.into_iter().chain([deep]) {
        group.throughput(Throughput::Bytes(html.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(name), &html, |bencher, html| {
            bencher.iter(|| Document::parse(black_box(html.as_bytes()), None, URL));
        });
    }
    group.finish();
}

fn text(criterion: &mut Criterion) {
    let page = Document::parse(listing(50).as_bytes(), None, URL);
    let root = page.tree.root();
    criterion.bench_function("inner_text", |bencher| bencher.iter(|| page.tree.inner_text(root)));
    criterion.bench_function("outer_html", |bencher| bencher.iter(|| page.tree.outer_html(root)));
}

criterion_group!(benches, parse, text);
criterion_main!(benches);
