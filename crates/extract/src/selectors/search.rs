//! Of the paths that lead to some nodes, the most robust that leads to all of them and no others.

use super::candidates::{Candidate, candidates};
use super::page::Page;
use super::path::Path;
use super::rule::Paths;
use rustc_hash::FxHashSet;
use sitewrap_tree::NodeId;

/// Examples from which candidates are made; all are scored on all examples.
const SEEDS: usize = 4;

/// What one unit of cost weighs against the share of examples that a path gets right: a position in
/// the place of a name (2.7 dearer) is worth one example in fifty.
const COST_WEIGHT: f64 = 0.0075;

/// The best path so far, and how good it is.
type Best = Option<(Path, f64)>;

/// A node to be found, or none, on a page or in an item.
pub(crate) struct Example {
    /// Index of the page.
    pub(crate) page: usize,
    /// Where to start: the root, or the first node of an item.
    pub(crate) scope: NodeId,
    /// Nodes any of which will do, the one meant first; or all nodes of a list.
    pub(crate) targets: Vec<NodeId>,
}

/// The best paths for the examples; `None` if no example has a target, or nothing leads there.
///
/// `judge` says how well the nodes that a path leads to are what the example of that number asks
/// for, 0..=1.
pub(crate) fn search(
    pages: &[&Page<'_>],
    examples: &[Example],
    judge: &dyn Fn(usize, &[NodeId]) -> f64,
) -> Option<Paths> {
    let mut found = seeds(pages, examples);
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut seen: FxHashSet<Path> = FxHashSet::default();
    found.retain(|candidate| seen.insert(candidate.path.clone()));
    let (mut xpath, mut css): (Best, Best) = (None, None);
    for Candidate { path, cost } in found {
        let cost = f64::from(cost) * COST_WEIGHT;
        let is_css = path.css(true).is_some();
        let hopeless =
            |best: &Best| best.as_ref().is_some_and(|(_, quality)| *quality >= 1.0 - cost);
        if hopeless(&xpath) && (!is_css || hopeless(&css)) {
            if hopeless(&css) {
                break;
            }
            continue;
        }
        let scores = examples
            .iter()
            .enumerate()
            .map(|(at, example)| judge(at, &pages[example.page].select(&path, example.scope)));
        let quality = scores.sum::<f64>() / examples.len() as f64 - cost;
        let better = |best: &Best| best.as_ref().is_none_or(|(_, known)| quality > *known);
        if is_css && better(&css) {
            css = Some((path.clone(), quality));
        }
        if better(&xpath) {
            xpath = Some((path, quality));
        }
    }
    Some(Paths { xpath: xpath?.0, css: css.map(|(path, _)| path) })
}

/// Candidates from some examples that have a target, spread over all.
fn seeds(pages: &[&Page<'_>], examples: &[Example]) -> Vec<Candidate> {
    let with_target: Vec<&Example> =
        examples.iter().filter(|example| !example.targets.is_empty()).collect();
    let step = with_target.len().div_ceil(SEEDS).max(1);
    let seeds = with_target.iter().step_by(step);
    seeds
        .flat_map(|example| {
            let page = pages[example.page];
            let targets = example.targets.iter().take(SEEDS);
            targets.flat_map(|&target| candidates(page, example.scope, target))
        })
        .collect()
}

/// Examples, at most `max` of them, spread over all.
pub(crate) fn spread<T>(all: Vec<T>, max: usize) -> Vec<T> {
    let step = all.len().div_ceil(max).max(1);
    all.into_iter().step_by(step).collect()
}
