//! Of the paths that lead to some nodes, the most robust that leads to all of them and no others.

use super::candidates::{Candidate, candidates};
use super::page::Page;
use super::path::{Path, Test};
use super::rule::Paths;
use crate::parameters::book;
use rustc_hash::FxHashSet;
use sitewrap_tree::NodeId;
use std::collections::BTreeSet;

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
        let cost = f64::from(cost) * book().cost_weight;
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

/// The best paths to all targets of the examples and to no other nodes.
///
/// Where a path leads to further nodes, what these bear and no target does (the entry of a list that
/// is the current page, a row of headings) is excluded.
pub(crate) fn search_all(pages: &[&Page<'_>], examples: &[Example]) -> Option<Paths> {
    let judge = |at: usize, nodes: &[NodeId]| overlap(&examples[at].targets, nodes);
    let Paths { xpath, css } = search(pages, examples, &judge)?;
    let refined = |path: Path| refine(pages, examples, path);
    Some(Paths { xpath: refined(xpath), css: css.map(refined) })
}

fn refine(pages: &[&Page<'_>], examples: &[Example], path: Path) -> Path {
    let score = |path: &Path| -> f64 {
        let found = examples.iter().map(|example| {
            overlap(&example.targets, &pages[example.page].select(path, example.scope))
        });
        found.sum()
    };
    let mut best = (score(&path), path.clone());
    // A path that is right but for one list in a hundred is left as it is.
    let enough = 0.01 * examples.len() as f64;
    if best.0 + enough >= examples.len() as f64 {
        return path;
    }
    let mut tests: BTreeSet<(u8, String)> = BTreeSet::new();
    for example in examples {
        let page = pages[example.page];
        let tree = page.tree();
        for node in page.select(&path, example.scope) {
            if example.targets.contains(&node) {
                let tags = tree.children(node).filter(|&child| !tree.is_text(child));
                tests.extend(tags.map(|child| (1, tree.tag(child).as_str().to_owned())));
            } else {
                tests.extend(tree.classes(node).map(|word| (0, word.to_owned())));
            }
        }
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    for (kind, word) in tests.into_iter().filter(|(_, word)| word.chars().all(plain)) {
        let mut path = path.clone();
        let Some(last) = path.steps.last_mut() else { continue };
        last.tests.push(if kind == 0 { Test::Not(word) } else { Test::Holds(word) });
        let score = score(&path);
        if score > best.0 + enough {
            best = (score, path);
        }
    }
    best.1
}

/// How far two sets of nodes are the same: the share of those in either that are in both.
fn overlap(wanted: &[NodeId], found: &[NodeId]) -> f64 {
    if wanted == found {
        return 1.0;
    }
    let both = found.iter().filter(|node| wanted.contains(node)).count();
    // A list that is not the same is wrong; how wrong tells bad from worse.
    0.5 * both as f64 / (wanted.len() + found.len() - both).max(1) as f64
}

/// Candidates from some examples that have a target, spread over all.
fn seeds(pages: &[&Page<'_>], examples: &[Example]) -> Vec<Candidate> {
    let with_target: Vec<&Example> =
        examples.iter().filter(|example| !example.targets.is_empty()).collect();
    let step = with_target.len().div_ceil(book().seeds).max(1);
    let seeds = with_target.iter().step_by(step);
    seeds
        .flat_map(|example| {
            let page = pages[example.page];
            let targets = example.targets.iter().take(book().seeds);
            targets.flat_map(|&target| candidates(page, example.scope, target))
        })
        .collect()
}

/// Examples, at most `max` of them, spread over all.
pub(crate) fn spread<T>(all: Vec<T>, max: usize) -> Vec<T> {
    let step = all.len().div_ceil(max).max(1);
    all.into_iter().step_by(step).collect()
}
