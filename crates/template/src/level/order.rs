//! The order of the nodes of a level.
//!
//! The naive order is that of mean places among the siblings. An optional node shifts the places of
//! all that follow it: the first of two prices stands at place 1 of 3 where there is a second one
//! and at 1 of 1 where there is none, so that its mean may lie behind that of what parts the two.
//! So nodes that come together stand as they do on most pages, and places decide only among those
//! that are free to stand here or there.

use sitewrap_tree::NodeId;
use sitewrap_wrapper::TemplateNode;

/// A template node with where it stands.
pub(crate) struct Placed {
    /// Mean place among the siblings, 0..=1.
    pub(crate) place: f64,
    /// The first of its nodes in each instance that has some, by the index of the instance.
    pub(crate) firsts: Vec<(usize, NodeId)>,
    /// The template node.
    pub(crate) node: TemplateNode,
}

/// Puts the nodes of a level with `instances` instances in order.
///
/// # Complexity
/// Linear in the pairs of nodes that come together, and cubic at worst in the nodes of the level.
pub(crate) fn in_order(mut nodes: Vec<Placed>, instances: usize, most: usize) -> Vec<TemplateNode> {
    nodes.sort_by(|a, b| a.place.total_cmp(&b.place));
    if nodes.len() > most {
        return nodes.into_iter().map(|placed| placed.node).collect();
    }
    let leads = leads(&nodes, instances);
    let mut left: Vec<usize> = (0..nodes.len()).collect();
    let mut order = Vec::with_capacity(nodes.len());
    while !left.is_empty() {
        let is_free = |&at: &usize| {
            let node = left[at];
            left.iter().all(|&other| leads[other][node] <= leads[node][other])
        };
        // Nodes that stand in a circle go by their places.
        let next = (0..left.len()).find(is_free).unwrap_or(0);
        order.push(left.remove(next));
    }
    let mut nodes: Vec<Option<TemplateNode>> =
        nodes.into_iter().map(|placed| Some(placed.node)).collect();
    order.into_iter().filter_map(|at| nodes[at].take()).collect()
}

/// In how many instances one node begins before another.
fn leads(nodes: &[Placed], instances: usize) -> Vec<Vec<u32>> {
    let mut of_instance: Vec<Vec<(NodeId, usize)>> = vec![Vec::new(); instances];
    for (index, placed) in nodes.iter().enumerate() {
        for &(at, first) in &placed.firsts {
            of_instance[at].push((first, index));
        }
    }
    let mut leads = vec![vec![0u32; nodes.len()]; nodes.len()];
    for mut of in of_instance {
        of.sort_unstable();
        for (at, &(_, before)) in of.iter().enumerate() {
            of[at + 1..].iter().for_each(|&(_, behind)| leads[before][behind] += 1);
        }
    }
    leads
}
