//! Site rank: the parts of a site, or sites among themselves, ranked first, and the nodes within.

use crate::adjacency::Adjacency;
use crate::page_rank::page_rank;
use crate::power::{Rank, RankParams, stationary};
use crate::rows::{NodeId, Rows};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// What site rank gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SiteRank {
    /// The rank of each section; their sum is 1.
    pub sections: Rank,
    /// By node: the rank of its section times its PageRank by the links within the section. The
    /// sum is 1.
    pub nodes: Vec<f64>,
}

/// Site rank.
///
/// Sections lead to one another as often as their nodes do: a walk leaves a section by one of the
/// links that leave it. Links within a section say nothing of it (**decided**: a section of many
/// pages would else be its own best friend).
///
/// # Arguments
/// - `section_of`: by node, its section.
/// - `sections`: number of sections; all are below it.
///
/// # Complexity
/// O(iterations · (n + m)).
///
/// # Source
/// J. Wu, K. Aberer, *Using SiteRank for decentralized computation of web document ranking*, 2004:
/// the rank of a document is that of its site times that within the site.
///
/// # Panics
/// If `section_of` is not as long as there are nodes, or names a section that there is none of.
pub fn site_rank(
    links: &Adjacency,
    section_of: &[NodeId],
    sections: usize,
    params: &RankParams,
) -> SiteRank {
    let between = Between::new(links, section_of, sections);
    let ranks = stationary(sections, params, None, |values, next| between.step(values, next));
    let members = members(section_of, sections);
    let local: Vec<Vec<f64>> = (0..sections)
        .into_par_iter()
        .map(|section| within(links, section_of, members.row(section), params))
        .collect();
    let mut nodes = vec![0.0; links.len()];
    for (section, local) in local.iter().enumerate() {
        for (&node, rank) in members.row(section).iter().zip(local) {
            nodes[node as usize] = ranks.values[section] * rank;
        }
    }
    SiteRank { sections: ranks, nodes }
}

/// The nodes of each section, rising.
fn members(section_of: &[NodeId], sections: usize) -> Rows {
    let pairs = section_of.iter().enumerate().map(|(node, &section)| (section, node as NodeId));
    Rows::new(sections, pairs)
}

/// PageRank by the links within a section, in the order of its members.
fn within(
    links: &Adjacency,
    section_of: &[NodeId],
    members: &[NodeId],
    params: &RankParams,
) -> Vec<f64> {
    let Some(&first) = members.first() else { return Vec::new() };
    let section = section_of[first as usize];
    let inner = members.iter().enumerate().flat_map(|(from, &node)| {
        let out = links.outgoing().row(node as usize).iter();
        let own = out.filter(|&&to| section_of[to as usize] == section);
        // Members are in order, so a node is found in its place by halving.
        own.filter_map(move |to| Some((from as NodeId, members.binary_search(to).ok()? as NodeId)))
    });
    page_rank(&Adjacency::new(members.len(), inner), params, None).values
}

/// How often sections lead to one another.
struct Between {
    /// By section: those that lead to it, rising, with the number of links.
    into: Vec<Vec<(NodeId, f64)>>,
    /// By section, the links that leave it.
    leaving: Vec<f64>,
}

impl Between {
    fn new(links: &Adjacency, section_of: &[NodeId], sections: usize) -> Self {
        let mut counts: FxHashMap<(NodeId, NodeId), u64> = FxHashMap::default();
        for (node, out) in links.outgoing().iter().enumerate() {
            let from = section_of[node];
            for &to in out {
                let to = section_of[to as usize];
                if from != to {
                    *counts.entry((from, to)).or_default() += 1;
                }
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_unstable();
        let mut found = Self { into: vec![Vec::new(); sections], leaving: vec![0.0; sections] };
        for ((from, to), count) in counts {
            found.into[to as usize].push((from, count as f64));
            found.leaving[from as usize] += count as f64;
        }
        found
    }

    fn step(&self, values: &[f64], next: &mut [f64]) {
        next.par_iter_mut().zip(&self.into).for_each(|(sum, into)| {
            let share = |&(from, links): &(NodeId, f64)| {
                values[from as usize] * links / self.leaving[from as usize]
            };
            *sum = into.iter().map(share).sum();
        });
    }
}
