//! A clustering as one HTML file: heat map, dendrogram, table of clusters. The file needs no
//! network and holds no script; what comes from pages is escaped.

mod bitmap;
mod dendrogram;

use crate::{Explanation, Merge, OutlierFacts, Params};
use bitmap::heat_map;
use dendrogram::{dendrogram, leaf_order};
use sitewrap_model::{Clustering, SimilarityMatrix};
use std::fmt::Write;

/// What a report is made of.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Heading, such as the site's address.
    pub title: &'a str,
    /// The similarities that the clusters were made from.
    pub matrix: &'a SimilarityMatrix,
    /// The clusters.
    pub clustering: &'a Clustering,
    /// The joins, see [`Outcome`](crate::Outcome).
    pub merges: &'a [Merge],
    /// The facts, see [`explain`](crate::explain()).
    pub explanation: &'a Explanation,
    /// The thresholds to draw.
    pub params: &'a Params,
    /// For each page how to call it, such as its URL.
    pub pages: &'a [String],
    /// For each cluster a name; may be shorter than the list of clusters.
    pub names: &'a [String],
    /// For each cluster what sets it apart, in lines; may be shorter than the list of clusters.
    pub marks: &'a [Vec<String>],
}

impl Report<'_> {
    /// The report as HTML.
    pub fn to_html(&self) -> String {
        let mut out = String::new();
        let title = escape(self.title);
        let _ = write!(
            out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <title>Clusters of {title}</title><style>{STYLE}</style></head><body>\
             <h1>Clusters of {title}</h1><p>{} pages, {} clusters, {} outliers.</p>",
            self.clustering.len(),
            self.clustering.clusters().len(),
            self.explanation.outliers.len(),
        );
        // The pages of a cluster were all joined before others, so they stand side by side.
        let order = leaf_order(self.clustering.len(), self.merges);
        let _ = write!(
            out,
            "<h2>Similarities</h2><p>Each row and column is a page, clusters side by side; the \
             darker, the more alike.</p><img class=\"map\" alt=\"Heat map of similarities\" \
             src=\"{}\">",
            heat_map(self.matrix, &order)
        );
        let _ = write!(
            out,
            "<h2>Dendrogram</h2><p>From left to right, which pages and clusters were joined and \
             how alike they were. Lines: pair threshold {:.2}, global threshold {:.2}.</p>{}",
            self.params.pair_threshold,
            self.params.global_threshold,
            dendrogram(self.merges, self.clustering, &order, self.params)
        );
        self.write_clusters(&mut out);
        self.write_outliers(&mut out);
        out.push_str("</body></html>\n");
        out
    }

    fn page(&self, page: usize) -> String {
        self.pages.get(page).map_or_else(|| format!("page {page}"), |name| escape(name))
    }

    fn name(&self, cluster: usize) -> String {
        let name = self.names.get(cluster).map(|name| escape(name));
        name.map_or_else(|| cluster.to_string(), |name| format!("{cluster} {name}"))
    }

    fn write_clusters(&self, out: &mut String) {
        out.push_str(
            "<h2>Clusters</h2><table><tr><th>Cluster<th>Pages<th>Self-similarity<th>Loosest pair\
             <th>Nearest cluster<th>Medoid<th>Set apart by</tr>",
        );
        for facts in &self.explanation.clusters {
            let loosest = facts.loosest.map_or(String::new(), |pair| {
                format!(
                    "{:.3}<br>{}<br>{}",
                    pair.similarity,
                    self.page(pair.one),
                    self.page(pair.other)
                )
            });
            let neighbour = facts.neighbour.map_or(String::new(), |(id, similarity)| {
                format!("{} at {similarity:.3}", self.name(id.index()))
            });
            let marks = self.marks.get(facts.id.index()).map_or(String::new(), |marks| {
                marks.iter().map(|mark| escape(mark)).collect::<Vec<_>>().join("<br>")
            });
            let _ = write!(
                out,
                "<tr><td>{}<td>{}<td>{:.3}<td>{loosest}<td>{neighbour}<td>{}<td>{marks}</tr>",
                self.name(facts.id.index()),
                facts.pages,
                facts.self_similarity,
                self.page(facts.medoid),
            );
        }
        out.push_str("</table>");
    }

    fn write_outliers(&self, out: &mut String) {
        if self.explanation.outliers.is_empty() {
            return;
        }
        out.push_str("<h2>Outliers</h2><table><tr><th>Page<th>Why it is in no cluster</tr>");
        for facts in &self.explanation.outliers {
            let reason = OutlierFacts::reason(facts, self.params.pair_threshold);
            let _ = write!(out, "<tr><td>{}<td>{}</tr>", self.page(facts.page), escape(&reason));
        }
        out.push_str("</table>");
    }
}

const STYLE: &str = "body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;\
    padding:0 1rem;color:#222}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}\
    table{border-collapse:collapse;width:100%}td,th{border:1px solid #ddd;padding:.3rem .5rem;\
    text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#f5f5f5;overflow-wrap:normal}\
    .map{width:100%;max-width:40rem;image-rendering:pixelated;border:1px solid #ccc}\
    svg{width:100%;height:auto;border:1px solid #ccc}";

/// Text with the characters that mean something in HTML written as references.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}
