//! The kinds of children below a template node: which children of different pages are the same.

use crate::corpus::{Corpus, Instance};
use rustc_hash::FxHashMap;
use sitewrap_tree::Tag;
use sitewrap_wrapper::{FeatureHash, NodeFeatures, dice};

/// A child of a kind: the index of its instance, and the node.
pub(crate) type Member = (usize, Instance);

/// The children of all instances of a node, with their kinds.
pub(crate) struct Children {
    /// The children of each instance in page order, without those left out.
    pub(crate) groups: Vec<Vec<Instance>>,
    /// The kind of each child, in the shape of `groups`.
    pub(crate) kinds: Vec<Vec<usize>>,
    /// Number of kinds.
    pub(crate) count: usize,
}

/// The usual one of how often instances have something, and how many of them have it as often as that; `None`
/// where there are no instances.
pub(crate) fn usual_count(mut counts: Vec<usize>) -> Option<(usize, usize)> {
    counts.sort_unstable();
    let usual = *counts.get(counts.len() / 2)?;
    Some((usual, counts.iter().filter(|count| **count == usual).count()))
}

struct Kind {
    tag: Tag,
    sums: FxHashMap<FeatureHash, f32>,
    members: f32,
    /// The sums over the members, by rising hash, …
    mean: Vec<(FeatureHash, f32)>,
    /// … and all of them together.
    total: f32,
}

impl Children {
    /// Finds the kinds: children with the same features are one shape, and shapes join the most
    /// similar kind, the most frequent shape first.
    pub(crate) fn new(corpus: &Corpus<'_>, groups: Vec<Vec<Instance>>) -> Self {
        Self::with_threshold(corpus, groups, corpus.parameters().same_kind)
    }

    /// As [`Children::new`], with another similarity from which children are of one kind.
    pub(crate) fn with_threshold(
        corpus: &Corpus<'_>,
        groups: Vec<Vec<Instance>>,
        threshold: f32,
    ) -> Self {
        let mut shapes: Vec<(NodeFeatures, usize)> = Vec::new();
        let mut by_key: FxHashMap<Vec<u64>, usize> = FxHashMap::default();
        let mut shape_of: Vec<Vec<usize>> = Vec::with_capacity(groups.len());
        for group in &groups {
            let mut row = Vec::with_capacity(group.len());
            for &child in group {
                let features = corpus.features(child);
                let shape = *by_key.entry(key(&features)).or_insert_with(|| {
                    shapes.push((features, 0));
                    shapes.len() - 1
                });
                shapes[shape].1 += 1;
                row.push(shape);
            }
            shape_of.push(row);
        }
        let (kind_of, count) = kinds_of_shapes(&shapes, threshold, corpus.parameters().kinds);
        let known = |(child, shape): (Instance, usize)| Some((child, kind_of[shape]?));
        let (groups, kinds) = groups
            .into_iter()
            .zip(shape_of)
            .map(|(group, shapes)| group.into_iter().zip(shapes).filter_map(known).unzip())
            .unzip();
        Self { groups, kinds, count }
    }

    /// The children of a kind: instance index and child.
    pub(crate) fn members(&self, kind: usize) -> impl Iterator<Item = (usize, Instance)> + '_ {
        self.groups.iter().zip(&self.kinds).enumerate().flat_map(move |(at, (group, kinds))| {
            group
                .iter()
                .zip(kinds)
                .filter(move |(_, of)| **of == kind)
                .map(move |(child, _)| (at, *child))
        })
    }

    /// How many children of a kind each instance has.
    pub(crate) fn counts(&self, kind: usize) -> Vec<usize> {
        self.kinds.iter().map(|kinds| kinds.iter().filter(|of| **of == kind).count()).collect()
    }

    /// Whether instances have several children of a kind, rather than one. One instance in fifty
    /// may have a second by accident.
    pub(crate) fn is_many(&self, kind: usize) -> bool {
        let (mut having, mut several) = (0, 0);
        for kinds in &self.kinds {
            let mut members = kinds.iter().filter(|of| **of == kind);
            having += usize::from(members.next().is_some());
            several += usize::from(members.next().is_some());
        }
        several > 0 && several * 50 > having
    }

    /// Makes several kinds one, the first of them.
    pub(crate) fn join(&mut self, kinds: &[usize]) {
        let Some(&first) = kinds.first() else { return };
        for of in self.kinds.iter_mut().flatten().filter(|of| kinds.contains(of)) {
            *of = first;
        }
    }

    /// Gives the children of a kind new kinds: `choose` tells for each its part, from 0; part 0
    /// keeps the old kind.
    pub(crate) fn split(&mut self, kind: usize, parts: &[usize]) {
        let mut next = parts.iter();
        let mut most = 0;
        for of in self.kinds.iter_mut().flatten().filter(|of| **of == kind) {
            let part = next.next().copied().unwrap_or(0);
            most = most.max(part);
            if part > 0 {
                *of = self.count + part - 1;
            }
        }
        self.count += most;
    }
}

/// Equal for children with the same tag and features.
fn key(features: &NodeFeatures) -> Vec<u64> {
    let tag = features
        .tag()
        .as_str()
        .bytes()
        .fold(7u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    std::iter::once(tag).chain(features.features().iter().map(|(hash, _)| *hash)).collect()
}

/// The kind of each shape, `None` for those left out, and the number of kinds.
fn kinds_of_shapes(
    shapes: &[(NodeFeatures, usize)],
    threshold: f32,
    most: usize,
) -> (Vec<Option<usize>>, usize) {
    let mut order: Vec<usize> = (0..shapes.len()).collect();
    order.sort_by_cached_key(|&shape| (std::cmp::Reverse(shapes[shape].1), key(&shapes[shape].0)));
    let mut kinds: Vec<Kind> = Vec::new();
    let mut kind_of = vec![None; shapes.len()];
    for shape in order {
        let (features, count) = &shapes[shape];
        let kind = match nearest(&kinds, features) {
            Some((kind, similarity)) if similarity >= threshold => kind,
            _ if kinds.len() == most => continue,
            _ => {
                kinds.push(Kind::new(features.tag().clone()));
                kinds.len() - 1
            }
        };
        kinds[kind].add(features, *count as f32);
        kind_of[shape] = Some(kind);
    }
    settle(&kinds, shapes, threshold, &mut kind_of);
    (kind_of, kinds.len())
}

/// Gives each shape to the kind that it is most like now that all kinds are known: the first to
/// come of two may have met only the kind of its neighbour.
fn settle(
    kinds: &[Kind],
    shapes: &[(NodeFeatures, usize)],
    threshold: f32,
    kind_of: &mut [Option<usize>],
) {
    for ((features, _), kind) in shapes.iter().zip(kind_of) {
        let Some(own) = *kind else { continue };
        if let Some((best, similarity)) = nearest(kinds, features)
            && similarity >= threshold
            && similarity > kinds[own].similarity(features)
        {
            *kind = Some(best);
        }
    }
}

fn nearest(kinds: &[Kind], features: &NodeFeatures) -> Option<(usize, f32)> {
    let mut best: Option<(usize, f32)> = None;
    for (index, kind) in kinds.iter().enumerate().filter(|(_, kind)| kind.tag == *features.tag()) {
        let similarity = kind.similarity(features);
        if best.is_none_or(|(_, known)| similarity > known) {
            best = Some((index, similarity));
        }
    }
    best
}

impl Kind {
    fn new(tag: Tag) -> Self {
        Self { tag, sums: FxHashMap::default(), members: 0.0, mean: Vec::new(), total: 0.0 }
    }

    fn add(&mut self, features: &NodeFeatures, count: f32) {
        self.members += count;
        for (hash, weight) in features.features() {
            *self.sums.entry(*hash).or_default() += weight * count;
        }
        self.mean.clear();
        self.mean.extend(self.sums.iter().map(|(hash, sum)| (*hash, sum / self.members)));
        self.mean.sort_unstable_by_key(|(hash, _)| *hash);
        self.total = self.mean.iter().map(|(_, weight)| weight).sum();
    }

    fn similarity(&self, features: &NodeFeatures) -> f32 {
        let own = features.features();
        dice(&self.mean, self.total, own, own.iter().map(|(_, weight)| weight).sum())
    }
}
