//! Sections that are items of one list, although each has an id of its own.
//!
//! The parts of a manual page (`Methods`, `Trait implementations`), the courses of a menu and the
//! groups of a staff page are headings, each followed by a block of like items. Ids tell the blocks
//! apart, and a page lacks now this, now that one; what stands in them is of one form. Three of
//! them or more are a list of sections: a title, and the items. Where most sections are those that
//! most pages have, each is a part of the page with a name of its own; what stands in them is of one
//! form all the same.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::text::markup::is_heading;
use rustc_hash::{FxHashMap, FxHashSet};

/// Sections of one form.
pub(crate) enum SectionLists {
    /// Sections that come and go: a list of them.
    List {
        /// The kind of all headings.
        head: usize,
        /// The kind of all blocks.
        body: usize,
    },
    /// Sections most of which most pages have: the kinds of their blocks.
    Apart(Vec<usize>),
}

/// Finds sections of one form. If they are a list, their headings become one kind, their blocks
/// another. Kinds in `done` and lists are left out.
pub(crate) fn join_section_lists(
    corpus: &Corpus<'_>,
    children: &mut Children,
    done: &FxHashSet<usize>,
) -> Option<SectionLists> {
    let bodies: Vec<Body> = (0..children.count)
        .filter(|kind| !done.contains(kind) && !children.is_many(*kind))
        .filter_map(|kind| Body::of(corpus, children, kind))
        .collect();
    let group = largest_group(&bodies, corpus.parameters().same_kind)?;
    if group.len() < corpus.parameters().few {
        return None;
    }
    if are_usual(corpus, group.iter().map(|&index| &bodies[index]), children) {
        return Some(SectionLists::Apart(group.iter().map(|&index| bodies[index].kind).collect()));
    }
    let (head, body) = (children.count, children.count + 1);
    children.count += 2;
    for kinds in &mut children.kinds {
        for at in 1..kinds.len() {
            if group.iter().any(|&index| bodies[index].kind == kinds[at]) {
                (kinds[at - 1], kinds[at]) = (head, body);
            }
        }
    }
    Some(SectionLists::List { head, body })
}

/// Whether most sections are of kinds that most pages have.
fn are_usual<'b>(
    corpus: &Corpus<'_>,
    bodies: impl Iterator<Item = &'b Body>,
    children: &Children,
) -> bool {
    let (mut usual, mut all) = (0, 0);
    for &Body { members, .. } in bodies {
        all += members;
        let is_usual = corpus.share(members, children.groups.len()).is_half();
        usual += if is_usual { members } else { 0 };
    }
    2 * usual > all
}

/// A kind of blocks that follow headings.
struct Body {
    kind: usize,
    members: usize,
    /// Tag of the block and of its heading.
    tags: [String; 2],
    /// What its items are labelled, with the share of the blocks that hold such.
    items: FxHashMap<u64, f32>,
}

impl Body {
    fn of(corpus: &Corpus<'_>, children: &Children, kind: usize) -> Option<Self> {
        let (mut members, mut headed) = (0usize, 0usize);
        let mut tags: Option<[String; 2]> = None;
        let mut items: FxHashMap<u64, f32> = FxHashMap::default();
        for (group, kinds) in children.groups.iter().zip(&children.kinds) {
            for at in (0..kinds.len()).filter(|&at| kinds[at] == kind) {
                members += 1;
                let before = at.checked_sub(1).map(|before| group[before]);
                let Some(head) = before.filter(|head| is_heading(corpus, *head)) else { continue };
                let here = [corpus.tag(group[at]).to_owned(), corpus.tag(head).to_owned()];
                headed += usize::from(*tags.get_or_insert_with(|| here.clone()) == here);
                for item in labelled(corpus, group[at]) {
                    *items.entry(item).or_default() += 1.0;
                }
            }
        }
        let is_headed = members > 0 && corpus.share(headed, members).is_nearly_all();
        if !is_headed || items.is_empty() {
            return None;
        }
        items.values_mut().for_each(|count| *count /= members as f32);
        Some(Self { kind, members, tags: tags?, items })
    }

    /// Whether two kinds of blocks hold the like: most of what the poorer one holds.
    fn is_like(&self, other: &Self, least: f32) -> bool {
        let total = |items: &FxHashMap<u64, f32>| sum(items.values().copied());
        let both = |(item, share): (&u64, &f32)| Some(share.min(*other.items.get(item)?));
        let common = sum(self.items.iter().filter_map(both));
        self.tags == other.tags && common >= least * total(&self.items).min(total(&other.items))
    }
}

/// Sums of floats depend on their order, which a map does not keep.
fn sum(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_unstable_by(f32::total_cmp);
    values.into_iter().sum()
}

/// The labels of the items in a block that have an id or a class word.
fn labelled(corpus: &Corpus<'_>, body: Instance) -> FxHashSet<u64> {
    let features = corpus.features(body);
    let is_label = |hash: &u64| {
        let name = corpus.name(*hash);
        name.starts_with(['>', '^']) && name.contains('.')
    };
    features.features().iter().map(|(hash, _)| *hash).filter(is_label).collect()
}

/// The most kinds of blocks that are linked by likeness.
fn largest_group(bodies: &[Body], least: f32) -> Option<Vec<usize>> {
    let mut group: Vec<usize> = (0..bodies.len()).collect();
    for a in 0..bodies.len() {
        for b in a + 1..bodies.len() {
            if group[a] != group[b] && bodies[a].is_like(&bodies[b], least) {
                let (from, to) = (group[a].max(group[b]), group[a].min(group[b]));
                group.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
            }
        }
    }
    let members = |root: usize| -> Vec<usize> {
        (0..bodies.len()).filter(|&body| group[body] == root).collect()
    };
    (0..bodies.len())
        .map(members)
        .max_by_key(|group| (group.len(), std::cmp::Reverse(group.first().copied())))
}
