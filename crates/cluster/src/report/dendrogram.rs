//! The joins as a tree in SVG.

use super::bands::{Band, NAME_WIDTH, names};
use crate::{Merge, Params};
use sitewrap_model::{ClusterId, Clustering};
use std::fmt::Write;

/// Size of the drawing, in its own units.
const WIDTH: f32 = 1140.0;
pub(super) const HEIGHT: f32 = 600.0;

/// Pages in an order in which every join's pages are neighbours.
pub(super) fn leaf_order(n: usize, merges: &[Merge]) -> Vec<usize> {
    let mut is_root = vec![true; n + merges.len()];
    for merge in merges {
        is_root[merge.left] = false;
        is_root[merge.right] = false;
    }
    let mut open: Vec<usize> = (0..n + merges.len()).rev().filter(|&node| is_root[node]).collect();
    let mut order = Vec::with_capacity(n);
    while let Some(node) = open.pop() {
        match node.checked_sub(n) {
            None => order.push(node),
            Some(place) => open.extend([merges[place].right, merges[place].left]),
        }
    }
    order
}

/// The joins: pages from top to bottom in their order, similarity from 1 at the left to 0 at the
/// right, joins inside a cluster dark, those beyond pale, and a line for each threshold. The names
/// of the clusters stand at the left.
pub(super) fn dendrogram(
    merges: &[Merge],
    clustering: &Clustering,
    order: &[usize],
    bands: &[Band],
    params: &Params,
) -> String {
    let n = order.len();
    let bottom = HEIGHT + 20.0;
    let mut out = format!("<svg viewBox=\"0 -34 {WIDTH} {}\" role=\"img\">", bottom + 34.0);
    let mut nodes = vec![Node::default(); n + merges.len()];
    for (row, &page) in order.iter().enumerate() {
        let y = (row as f32 + 0.5) / n as f32 * HEIGHT;
        nodes[page] =
            Node { x: NAME_WIDTH, y, cluster: clustering.label(page).map(ClusterId::index) };
    }
    for (place, merge) in merges.iter().enumerate() {
        let (left, right) = (nodes[merge.left], nodes[merge.right]);
        let x = along(merge.similarity);
        let is_inside = left.cluster.is_some() && left.cluster == right.cluster;
        let cluster = left.cluster.filter(|_| is_inside);
        nodes[n + place] = Node { x, y: f32::midpoint(left.y, right.y), cluster };
        let class = if is_inside { "in" } else { "out" };
        let _ = write!(
            out,
            "<path class=\"{class}\" d=\"M{:.1} {:.1}H{x:.1}V{:.1}H{:.1}\"/>",
            left.x, left.y, right.y, right.x
        );
    }
    for tenths in (0..=10).step_by(2) {
        let similarity = tenths as f32 / 10.0;
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"12\">\
             {similarity:.1}</text>",
            along(similarity),
            bottom - 4.0
        );
    }
    // One above the other: the thresholds may be so near that their names would overlap.
    let thresholds = [
        (params.global_threshold, "a whole cluster", -20.0),
        (params.pair_threshold, "two pages of one", -5.0),
    ];
    for (threshold, name, y) in thresholds {
        let x = along(threshold);
        let _ = write!(
            out,
            "<path class=\"limit\" d=\"M{x:.1} {:.1}V{HEIGHT}\"/><text class=\"limit\" x=\"{:.1}\" \
             y=\"{y}\" font-size=\"12\">{threshold:.2} {name}</text>",
            y - 10.0,
            x + 4.0
        );
    }
    out.push_str(&names(bands, n, HEIGHT, NAME_WIDTH, false));
    out.push_str("</svg>");
    out
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    x: f32,
    y: f32,
    cluster: Option<usize>,
}

fn along(similarity: f32) -> f32 {
    NAME_WIDTH + (1.0 - similarity.clamp(0.0, 1.0)) * (WIDTH - NAME_WIDTH - 15.0)
}
