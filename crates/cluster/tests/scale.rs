//! Samples, representatives, explanations and reports.

use sitewrap_cluster::report::Report;
use sitewrap_cluster::{Parameters, Params, Points, Representatives, cluster, explain, sample};
use sitewrap_model::{Clustering, SimilarityMatrix};

#[test]
fn a_sample_holds_the_rare_kinds_and_does_not_depend_on_order() {
    let kind = |page: usize| if page.is_multiple_of(1000) { 7 } else { (page % 2) as u64 };
    let signatures: Vec<u64> = (0..10_000).map(kind).collect();
    let keys: Vec<u64> = (0..10_000).map(|page: u64| page.wrapping_mul(0x9e37_79b9)).collect();
    let drawn = sample(&signatures, &keys, 100, 0, &Parameters::default());
    assert_eq!(drawn.len(), 100);
    assert_eq!(drawn.iter().filter(|&&page| signatures[page] == 7).count(), 10);
    let reversed = sample(
        &signatures.iter().rev().copied().collect::<Vec<_>>(),
        &keys.iter().rev().copied().collect::<Vec<_>>(),
        100,
        0,
        &Parameters::default(),
    );
    let mut back: Vec<usize> = reversed.iter().map(|page| 9_999 - page).collect();
    back.sort_unstable();
    assert_eq!(back, drawn);
    assert_ne!(sample(&signatures, &keys, 100, 1, &Parameters::default()), drawn);
    assert_eq!(
        sample(&signatures[..5], &keys[..5], 100, 0, &Parameters::default()),
        [0, 1, 2, 3, 4]
    );
}

#[test]
fn a_page_goes_to_the_cluster_of_its_nearest_representative() {
    // Dimension 0 is common to all; 1..=3 name the one kind, 4..=6 the other; 7 and 8 are options.
    let rows: [&[u32]; 6] = [
        &[0, 1, 2, 3],
        &[0, 1, 2, 3, 7],
        &[0, 1, 2, 3, 7, 8],
        &[0, 4, 5, 6],
        &[0, 4, 5, 6, 8],
        &[0, 4, 5, 6],
    ];
    let weights = [1, 10, 10, 10, 10, 10, 10, 3, 3];
    let keys = [10, 20, 30, 40, 50, 40];
    let clustering =
        Clustering::from_labels(&[Some(0), Some(0), Some(0), Some(1), Some(1), Some(1)]);
    let points = Points { rows: rows.to_vec(), weights: &weights, keys: &keys };
    let all = Representatives::choose(&points, &clustering, 10, 0.3);
    let near = all.nearest(&[0, 1, 2, 3, 8]).unwrap();
    assert_eq!(Some(near.cluster), clustering.label(0));
    assert!(near.similarity > 0.9);
    let far = all.nearest(&[0, 99]).unwrap();
    assert!(far.similarity < 0.2);
    let none = Representatives::choose(&points, &Clustering::default(), 10, 0.3);
    assert!(none.nearest(&[0]).is_none());
}

fn two_groups() -> SimilarityMatrix {
    let mut matrix = SimilarityMatrix::identity(6);
    for (i, j, value) in [(0, 1, 0.95), (0, 2, 0.97), (1, 2, 0.92), (3, 4, 0.99), (2, 3, 0.5)] {
        matrix.set(i, j, value);
    }
    matrix.set(5, 4, 0.7);
    matrix.set(5, 3, 0.6);
    matrix
}

#[test]
fn an_explanation_names_the_pairs_and_neighbours() {
    let matrix = two_groups();
    let clustering = cluster(&matrix, &[], &Params::default()).clustering;
    let told = explain(&matrix, &clustering);
    let first = &told.clusters[0];
    assert_eq!((first.pages, first.medoid), (3, 0));
    let (tightest, loosest) = (first.tightest.unwrap(), first.loosest.unwrap());
    assert_eq!((tightest.one, tightest.other), (0, 2));
    assert_eq!((loosest.one, loosest.other, loosest.similarity), (1, 2, 0.92));
    let outlier = &told.outliers[0];
    assert_eq!((outlier.page, outlier.closest.unwrap().other), (5, 4));
    assert_eq!(outlier.reason(0.8), "nearest to cluster 1 at 0.650, below 0.80");
}

#[test]
fn a_report_is_one_file_and_escapes_what_pages_say() {
    let matrix = two_groups();
    let params = Params::default();
    let outcome = cluster(&matrix, &[], &params);
    let page = |page| format!("http://a.example/?q=<script>{page}</script>&x='\"");
    let mut pages: Vec<String> = (0..5).map(page).collect();
    pages.push("javascript:alert(1)".to_owned());
    let report = Report {
        title: "a & b",
        matrix: &matrix,
        clustering: &outcome.clustering,
        merges: &outcome.merges,
        explanation: &explain(&matrix, &outcome.clustering),
        params: &params,
        pages: &pages,
        names: &["<product>".to_owned()],
        marks: &[vec!["html > body".to_owned()]],
        quality: &[vec!["quality <0.50>".to_owned()]],
    };
    let html = report.to_html();
    assert!(!html.contains("<script"));
    assert!(!html.contains("src=") && !html.contains("href=\"javascript:"));
    assert!(
        html.contains(
            "href=\"http://a.example/?q=&lt;script&gt;0&lt;/script&gt;&amp;x=&#39;&quot;\""
        )
    );
    assert!(html.contains("&lt;script&gt;0") && html.contains("0 &lt;product&gt;"));
    assert!(html.contains("data:image/bmp;base64,") && html.contains("<svg"));
    assert!(html.contains("html &gt; body") && html.contains("quality &lt;0.50&gt;"));
}
