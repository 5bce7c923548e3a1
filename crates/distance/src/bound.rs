//! An upper bound on the gain of a pair of pages, in time linear in their sizes.

use crate::gain::Gains;
use crate::{Forest, Form, SubtreeId};
use rustc_hash::FxHashMap;

/// Nodes that stand in like places: what mapped nodes with equal labels have in common. By
/// [`Form::Rtdm`] that is the path of labels from the root, by [`Form::Selkow`] depth and label.
type Place = u32;

/// How many nodes of a page stand in each place, and how many children those in a *context* have
/// together. The context is the place of the parent by [`Form::Rtdm`], the depth of the parent by
/// [`Form::Selkow`]: nodes are mapped only to nodes in the same context.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    places: Vec<(Place, u32)>,
    contexts: Vec<(u32, u32)>,
}

/// Makes outlines that can be compared with each other.
pub(crate) struct Outliner<'f> {
    forest: &'f Forest,
    form: Form,
    places: FxHashMap<(u32, u32), Place>,
}

impl<'f> Outliner<'f> {
    pub(crate) fn new(forest: &'f Forest, form: Form) -> Self {
        Self { forest, form, places: FxHashMap::default() }
    }

    pub(crate) fn outline(&mut self, root: SubtreeId) -> Outline {
        let (mut places, mut contexts) = (FxHashMap::default(), FxHashMap::default());
        // Contexts of children are numbered from 1; the root alone is in context 0.
        let mut open = vec![(root, 0, 0)];
        while let Some((subtree, context, depth)) = open.pop() {
            let fresh = self.places.len() as u32;
            let place = *self.places.entry((context, self.forest.label(subtree))).or_insert(fresh);
            *places.entry(place).or_insert(0) += 1;
            *contexts.entry(context).or_insert(0) += 1;
            let below = match self.form {
                Form::Rtdm => place + 1,
                Form::Selkow => depth + 1,
            };
            open.extend(
                self.forest.children(subtree).iter().map(|&child| (child, below, depth + 1)),
            );
        }
        Outline { places: sorted(places), contexts: sorted(contexts) }
    }
}

fn sorted(counts: FxHashMap<u32, u32>) -> Vec<(u32, u32)> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_unstable();
    counts
}

/// No mapping gains more: in each context at most the smaller number of nodes is mapped, and with
/// equal labels at most those in common places.
pub(crate) fn most_gain(gains: Gains, a: &Outline, b: &Outline) -> u64 {
    let same = common(&a.places, &b.places);
    let mapped = common(&a.contexts, &b.contexts);
    gains.total(same, mapped - same)
}

/// The size of the intersection of two sorted multisets.
fn common(a: &[(u32, u32)], b: &[(u32, u32)]) -> u64 {
    let (mut i, mut j, mut sum) = (0, 0, 0);
    while let (Some(&(x, m)), Some(&(y, n))) = (a.get(i), b.get(j)) {
        if x == y {
            sum += u64::from(m.min(n));
        }
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    sum
}
