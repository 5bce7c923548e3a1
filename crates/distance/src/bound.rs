//! An upper bound on the gain of a pair of pages, in time linear in their sizes.

use rustc_hash::FxHashMap;
use sitewrap_mapping::{Forest, Form, Gains, SubtreeId};

/// Where mapped nodes with equal labels are counted together: by [`Form::Rtdm`] that is the path of
/// labels from the root, by [`Form::Selkow`] depth and label.
type Bin = u32;

/// How many nodes of a page are in each bin, and how many children those in a *context* have
/// together. The context is the bin of the parent by [`Form::Rtdm`], the depth of the parent by
/// [`Form::Selkow`]: nodes are mapped only to nodes in the same context.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    bins: Vec<(Bin, u32)>,
    contexts: Vec<(u32, u32)>,
}

/// Makes histograms that can be compared with each other.
pub(crate) struct Counter<'f> {
    forest: &'f Forest,
    form: Form,
    bins: FxHashMap<(u32, u32), Bin>,
}

impl<'f> Counter<'f> {
    pub(crate) fn new(forest: &'f Forest, form: Form) -> Self {
        Self { forest, form, bins: FxHashMap::default() }
    }

    pub(crate) fn histogram(&mut self, root: SubtreeId) -> Histogram {
        let (mut bins, mut contexts) = (FxHashMap::default(), FxHashMap::default());
        // Contexts of children are numbered from 1; the root alone is in context 0.
        let mut open = vec![(root, 0, 0)];
        while let Some((subtree, context, depth)) = open.pop() {
            let fresh = self.bins.len() as u32;
            let bin = *self.bins.entry((context, self.forest.label(subtree))).or_insert(fresh);
            *bins.entry(bin).or_insert(0) += 1;
            *contexts.entry(context).or_insert(0) += 1;
            let below = match self.form {
                Form::Rtdm => bin + 1,
                Form::Selkow => depth + 1,
            };
            open.extend(
                self.forest.children(subtree).iter().map(|&child| (child, below, depth + 1)),
            );
        }
        Histogram { bins: sorted(bins), contexts: sorted(contexts) }
    }
}

fn sorted(counts: FxHashMap<u32, u32>) -> Vec<(u32, u32)> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_unstable();
    counts
}

/// No mapping gains more: in each context at most the smaller number of nodes is mapped, and with
/// equal labels at most those in common bins.
pub(crate) fn most_gain(gains: Gains, a: &Histogram, b: &Histogram) -> u64 {
    let same = common(&a.bins, &b.bins);
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
