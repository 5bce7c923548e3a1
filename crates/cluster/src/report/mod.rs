//! A clustering as one HTML file: heat map, dendrogram, table of clusters. The file needs no
//! network and holds no script; what comes from pages is escaped.

mod bands;
mod bitmap;
mod dendrogram;
mod escape;

use crate::{ClusterFacts, Explanation, Merge, OutlierFacts, Params};
use bands::{Band, NAME_WIDTH, bands, names};
use bitmap::picture;
use dendrogram::{HEIGHT, dendrogram, leaf_order};
use escape::escape;
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
    /// For each cluster how good its wrapper is and why, in lines; may be shorter than the list of
    /// clusters.
    pub quality: &'a [Vec<String>],
}

impl Report<'_> {
    /// The report as HTML.
    pub fn to_html(&self) -> String {
        let mut out = String::new();
        let title = escape(self.title);
        let _ = write!(
            out,
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>Clusters of {title}</title><style>{STYLE}</style></head><body>\
             <h1>Clusters of {title}</h1><p>{} compared with each other: {}, {}.</p>",
            counted(self.clustering.len(), "page"),
            counted(self.clustering.clusters().len(), "cluster"),
            counted(self.explanation.outliers.len(), "outlier"),
        );
        self.write_clusters(&mut out);
        // The pages of a cluster were all joined before others, so they stand side by side.
        let order = leaf_order(self.clustering.len(), self.merges);
        let bands = bands(self.clustering, self.names, &order);
        let _ = write!(
            out,
            "<h2>Similarities</h2><p>Each row and column is a page, clusters side by side; the \
             darker, the more alike.</p><div class=\"wide\">{}</div>",
            heat_map(self.matrix, &order, &bands)
        );
        let _ = write!(
            out,
            "<h2>Dendrogram</h2><p>Which pages and clusters were joined, and how alike they were \
             (1 at the left, 0 at the right): dark within the clusters, pale beyond. The lines are \
             the thresholds: {:.2} for the mean of a cluster, {:.2} for two of its pages; pages \
             that differ by options of one template are joined beyond them.</p>\
             <div class=\"wide\">{}</div>",
            self.params.global_threshold,
            self.params.pair_threshold,
            dendrogram(self.merges, self.clustering, &order, &bands, self.params)
        );
        self.write_reasons(&mut out);
        self.write_outliers(&mut out);
        out.push_str("</body></html>\n");
        out
    }

    /// A page by its name, as a link if that is an address on the web.
    fn page(&self, page: usize) -> String {
        let Some(name) = self.pages.get(page) else { return format!("page {page}") };
        let (is_address, name) = (is_web_address(name), escape(name));
        if is_address {
            format!("<a rel=\"noopener noreferrer\" href=\"{name}\">{name}</a>")
        } else {
            name
        }
    }

    fn name(&self, cluster: usize) -> String {
        let name = self.names.get(cluster).map(|name| escape(name));
        name.map_or_else(|| cluster.to_string(), |name| format!("{cluster} {name}"))
    }

    fn neighbour(&self, facts: &ClusterFacts) -> String {
        facts.neighbour.map_or_else(String::new, |(id, _)| self.name(id.index()))
    }

    fn write_clusters(&self, out: &mut String) {
        out.push_str(
            "<h2>Clusters</h2><div class=\"wide\"><table><tr><th>Cluster<th>Pages<th>Mean \
             similarity<th>Least<th>Nearest cluster<th>at<th>Medoid</tr>",
        );
        for facts in &self.explanation.clusters {
            let loosest = facts.loosest.map_or(String::new(), |it| format!("{:.3}", it.similarity));
            let at = facts.neighbour.map_or(String::new(), |(_, at)| format!("{at:.3}"));
            let _ = write!(
                out,
                "<tr><td><a href=\"#c{}\">{}</a><td>{}<td>{:.3}<td>{loosest}<td>{}<td>{at}<td>{}</tr>",
                facts.id.index(),
                self.name(facts.id.index()),
                facts.pages,
                facts.self_similarity,
                self.neighbour(facts),
                self.page(facts.medoid),
            );
        }
        out.push_str("</table></div>");
    }

    /// For each cluster its outermost pages and what sets it apart.
    fn write_reasons(&self, out: &mut String) {
        out.push_str("<h2>What holds the clusters together and sets them apart</h2>");
        for facts in &self.explanation.clusters {
            let id = facts.id.index();
            let _ = write!(out, "<h3 id=\"c{id}\">{}</h3><ul>", self.name(id));
            for line in self.quality.get(id).into_iter().flatten() {
                let _ = write!(out, "<li>{}", escape(line));
            }
            for (pair, name) in [(facts.tightest, "Most"), (facts.loosest, "Least")] {
                let Some(pair) = pair else { continue };
                let (one, other) = (self.page(pair.one), self.page(pair.other));
                let _ = write!(out, "<li>{name} alike, {:.3}: {one} and {other}", pair.similarity);
            }
            let marks = self.marks.get(id).filter(|marks| !marks.is_empty());
            if let Some(marks) = marks {
                let _ = write!(out, "<li>Apart from {} by<ul>", self.neighbour(facts));
                for mark in marks {
                    let _ = write!(out, "<li>{}", escape(mark));
                }
                out.push_str("</ul>");
            }
            out.push_str("</ul>");
        }
    }

    fn write_outliers(&self, out: &mut String) {
        if self.explanation.outliers.is_empty() {
            return;
        }
        out.push_str(
            "<h2>Outliers</h2><div class=\"wide\"><table><tr><th>Page<th>Why it is in no \
             cluster</tr>",
        );
        for facts in &self.explanation.outliers {
            let reason = OutlierFacts::reason(facts, self.params.pair_threshold);
            let _ = write!(out, "<tr><td>{}<td>{}</tr>", self.page(facts.page), escape(&reason));
        }
        out.push_str("</table></div>");
    }
}

/// The similarities as a picture, a frame for each cluster and its name beside it.
fn heat_map(matrix: &SimilarityMatrix, order: &[usize], bands: &[Band]) -> String {
    let mut out = format!(
        "<svg viewBox=\"0 0 {} {HEIGHT}\" role=\"img\"><title>Heat map of similarities</title>\
         <image class=\"map\" width=\"{HEIGHT}\" height=\"{HEIGHT}\" href=\"{}\"/>",
        HEIGHT + NAME_WIDTH,
        picture(matrix, order)
    );
    for band in bands {
        let at = |row: usize| row as f32 / order.len().max(1) as f32 * HEIGHT;
        let (start, side) = (at(band.rows.start), at(band.rows.len()));
        let _ = write!(
            out,
            "<rect class=\"limit\" x=\"{start:.1}\" y=\"{start:.1}\" width=\"{side:.1}\" \
             height=\"{side:.1}\"/>"
        );
    }
    out.push_str(&names(bands, order.len(), HEIGHT, HEIGHT, true));
    out.push_str("</svg>");
    out
}

fn is_web_address(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// A number with its noun, as in `1 page` and `3 pages`.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

const STYLE: &str = "body{font:14px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;\
    padding:0 1rem;color:#222}h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}\
    h3{font-size:1rem;margin-bottom:0}h1,li{overflow-wrap:anywhere}ul{margin-top:.2rem}\
    a{color:inherit}.wide{overflow-x:auto}table{border-collapse:collapse}\
    td,th{border:1px solid #ddd;padding:.3rem .5rem;text-align:left;vertical-align:top}\
    td:last-child{overflow-wrap:anywhere;min-width:16rem}th{background:#f5f5f5}\
    svg{width:100%;min-width:46rem;height:auto}path,rect{fill:none}.map{image-rendering:pixelated}\
    .in{stroke:#225}.out{stroke:#aaa}.lead{stroke:#888}.limit{stroke:#c33}\
    path.limit{stroke-dasharray:4}text.limit{stroke:none;fill:#c33}";
