//! Clusters as stretches of a drawing's rows, and their names beside it.

use super::escape::escape;
use sitewrap_model::{ClusterId, Clustering};
use std::fmt::Write;

/// Height of a name, and of its letters, in units of a drawing.
const LINE: f32 = 15.0;
/// Characters of a name that are shown.
const MAX_NAME: usize = 22;

/// Space for a name.
pub(super) const NAME_WIDTH: f32 = 240.0;

/// A cluster in a drawing whose rows are pages.
pub(super) struct Band {
    name: String,
    /// First row, and one past the last.
    pub(super) rows: std::ops::Range<usize>,
}

/// The longest stretch of each cluster's pages, from the top down. Pages of a cluster stand side by
/// side, save where they come from several rounds of comparing.
pub(super) fn bands(clustering: &Clustering, names: &[String], order: &[usize]) -> Vec<Band> {
    let label = |page: usize| clustering.label(page).map(ClusterId::index);
    let mut longest = vec![0..0; clustering.clusters().len()];
    let mut start = 0;
    for stretch in order.chunk_by(|&one, &other| label(one) == label(other)) {
        let end = start + stretch.len();
        if let Some(cluster) = label(stretch[0])
            && stretch.len() > longest[cluster].len()
        {
            longest[cluster] = start..end;
        }
        start = end;
    }
    let mut bands: Vec<Band> = longest
        .into_iter()
        .enumerate()
        .filter(|(_, rows)| !rows.is_empty())
        .map(|(cluster, rows)| Band { name: name(clustering, names, cluster), rows })
        .collect();
    bands.sort_by_key(|band| band.rows.start);
    bands
}

fn name(clustering: &Clustering, names: &[String], cluster: usize) -> String {
    let pages = clustering.clusters()[cluster].len();
    let name = names.get(cluster).map_or("", String::as_str);
    let cut = if name.chars().count() > MAX_NAME { "…" } else { "" };
    let name: String = name.chars().take(MAX_NAME).collect();
    format!("{cluster} {}{cut} · {pages}", escape(&name))
}

/// The names of the bands beside a drawing of a height, each with a line to the middle of its
/// band. The drawing ends at `edge`; names stand to the right of it, or to the left.
pub(super) fn names(bands: &[Band], total: usize, height: f32, edge: f32, right: bool) -> String {
    let row = |at: usize| at as f32 / total.max(1) as f32 * height;
    let middles: Vec<f32> =
        bands.iter().map(|band| f32::midpoint(row(band.rows.start), row(band.rows.end))).collect();
    let side = if right { 1.0 } else { -1.0 };
    let (near, far) = (edge + 3.0 * side, edge + 18.0 * side);
    let (text, anchor) = (edge + 22.0 * side, if right { "start" } else { "end" });
    let mut out = String::new();
    for ((band, &middle), y) in bands.iter().zip(&middles).zip(apart(&middles, height)) {
        // A little shorter than the band, so that neighbours are told apart.
        let (top, bottom) = (row(band.rows.start) + 0.7, row(band.rows.end) - 0.7);
        let _ = write!(
            out,
            "<path class=\"lead\" d=\"M{near:.1} {top:.1}V{bottom:.1}M{near:.1} {middle:.1}\
             L{far:.1} {y:.1}\"/><text x=\"{text:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" \
             font-size=\"{}\">{}</text>",
            y + LINE / 4.0,
            LINE * 0.8,
            band.name
        );
    }
    out
}

/// Rising places, moved as far as is needed for a line each within the height.
fn apart(places: &[f32], height: f32) -> Vec<f32> {
    let line = LINE.min(height / places.len().max(1) as f32);
    let mut moved = places.to_vec();
    let mut least = line / 2.0;
    for place in &mut moved {
        *place = place.max(least);
        least = *place + line;
    }
    let mut most = height - line / 2.0;
    for place in moved.iter_mut().rev() {
        *place = place.min(most);
        most = *place - line;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_small_clusters_do_not_overlap() {
        let moved = apart(&[3.0, 4.0, 5.0, 300.0, 598.0, 599.0], 600.0);
        assert!(moved.windows(2).all(|two| two[1] - two[0] >= LINE - 0.01), "{moved:?}");
        assert!(moved[0] > 0.0 && moved[5] < 600.0);
        assert!((moved[3] - 300.0).abs() < 0.01, "what has room stays");
        let many: Vec<f32> = (0..100).map(|at| at as f32).collect();
        assert!(apart(&many, 600.0).windows(2).all(|two| two[1] > two[0] + 5.0));
    }
}
