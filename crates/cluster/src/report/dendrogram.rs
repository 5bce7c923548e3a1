//! The joins as a tree in SVG.

use crate::{Merge, Params};
use sitewrap_model::{ClusterId, Clustering};
use std::fmt::Write;

/// Size of the drawing, in its own units.
const WIDTH: f32 = 1000.0;
const HEIGHT: f32 = 600.0;

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
/// right, joins inside a cluster dark, those beyond pale, and a line for each threshold.
pub(super) fn dendrogram(
    merges: &[Merge],
    clustering: &Clustering,
    order: &[usize],
    params: &Params,
) -> String {
    let n = order.len();
    let mut out = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">");
    let mut nodes = vec![Node::default(); n + merges.len()];
    for (row, &page) in order.iter().enumerate() {
        let y = (row as f32 + 0.5) / n as f32 * HEIGHT;
        nodes[page] = Node { x: 0.0, y, cluster: clustering.label(page).map(ClusterId::index) };
    }
    for (place, merge) in merges.iter().enumerate() {
        let (left, right) = (nodes[merge.left], nodes[merge.right]);
        let x = along(merge.similarity);
        let is_inside = left.cluster.is_some() && left.cluster == right.cluster;
        let cluster = left.cluster.filter(|_| is_inside);
        nodes[n + place] = Node { x, y: f32::midpoint(left.y, right.y), cluster };
        let colour = if is_inside { "#225" } else { "#bbb" };
        let _ = write!(
            out,
            "<path fill=\"none\" stroke=\"{colour}\" d=\"M{:.1} {:.1}H{x:.1}V{:.1}H{:.1}\"/>",
            left.x, left.y, right.y, right.x
        );
    }
    for (threshold, name) in [(params.pair_threshold, "pair"), (params.global_threshold, "global")]
    {
        let x = along(threshold);
        let _ = write!(
            out,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"0\" y2=\"{HEIGHT}\" stroke=\"#c33\" \
             stroke-dasharray=\"4\"/><text x=\"{:.1}\" y=\"12\" font-size=\"12\" fill=\"#c33\">\
             {name} {threshold:.2}</text>",
            x + 4.0
        );
    }
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
    (1.0 - similarity.clamp(0.0, 1.0)) * (WIDTH - 10.0)
}
