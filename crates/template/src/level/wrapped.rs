//! Blocks that some pages, or some items of a list, wrap up: a card in a link where there is
//! something to lead to, a text in `details` where it is long.
//!
//! The wrapper is looked through: what is in it plays the same role as where it stands bare. The
//! wrapper's own attributes (where the link leads) stay content.

use crate::attributes::attr_fields;
use crate::corpus::{Corpus, Instance};
use crate::features::features;
use crate::level::order::Placed;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::html;
use sitewrap_wrapper::{Content, Element, Presence, TemplateNode};
use std::hash::Hash;

type Groups = Vec<Vec<Instance>>;

/// Opens the wrappers among the children of each instance: what is in them takes their place.
/// Gives a template node for each kind of wrapper.
pub(crate) fn open_wrapped(corpus: &Corpus<'_>, groups: &mut Groups) -> Vec<Placed> {
    let siblings = Siblings::of(corpus, groups);
    let labels = siblings.having.keys().copied();
    let mut wrappers: Vec<u64> =
        labels.filter(|&label| siblings.is_looked_through(label)).collect();
    wrappers.sort_unstable();
    wrappers.into_iter().map(|wrapper| open(corpus, groups, wrapper)).collect()
}

/// The children of each instance, with those that may be wrappers.
struct Siblings<'a, 't> {
    corpus: &'a Corpus<'t>,
    groups: &'a Groups,
    /// The labels of the children.
    labels: Vec<Vec<u64>>,
    /// The groups that have a label once, on an element that may be a wrapper.
    having: FxHashMap<u64, Vec<usize>>,
}

impl<'a, 't> Siblings<'a, 't> {
    fn of(corpus: &'a Corpus<'t>, groups: &'a Groups) -> Self {
        let labels: Vec<Vec<u64>> = groups.iter().map(|group| labels(corpus, group)).collect();
        let mut having: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (at, (group, labels)) in groups.iter().zip(&labels).enumerate() {
            let counts = counted(labels);
            for (child, label) in group.iter().zip(labels) {
                if html::is_wrapper(corpus.tag(*child)) && counts.get(label) == Some(&1) {
                    having.entry(*label).or_default().push(at);
                }
            }
        }
        Self { corpus, groups, labels, having }
    }

    /// The child of a group with a label.
    fn child(&self, at: usize, label: u64) -> Instance {
        let place = self.labels[at].iter().position(|of| *of == label).unwrap_or(0);
        self.groups[at][place]
    }

    /// Whether some have a wrapper, and some have not.
    fn is_in_some(&self, having: usize) -> bool {
        let recurs = |of: usize| of > 1 && self.corpus.share(of, self.groups.len()).recurs();
        recurs(having) && recurs(self.groups.len() - having)
    }

    /// Whether what is in the elements with a label has the role that it has where it stands bare.
    fn is_looked_through(&self, label: u64) -> bool {
        let (corpus, having) = (self.corpus, &self.having[&label][..]);
        if !self.is_in_some(having.len()) {
            return false;
        }
        let inside = having.iter().map(|&at| corpus.content_children(self.child(at, label)));
        let inside: Vec<Vec<Instance>> = inside.collect();
        let blocks = inside.iter().flatten().filter(|child| is_block(corpus, **child));
        let blocks = blocks.map(|&(page, node)| corpus.view(page).label_hash(node)).collect();
        let are_texts =
            inside.iter().all(|of| matches!(of[..], [only] if corpus.tag(only) == "#text"));
        let is_called = inside.iter().flatten().all(|&(page, node)| {
            let tree = corpus.tree(page);
            ["class", "id", "itemprop"].iter().any(|name| tree.attr(node, name).is_some())
        });
        let inside: Vec<Vec<u64>> = inside.iter().map(|of| labels(corpus, of)).collect();
        self.is_inserted(label, &inside)
            || is_called && is_sole(corpus, &self.labels, having, &inside)
            || are_texts && self.has_twin(label)
            || are_texts && is_bare_text(corpus, &self.labels, having, &inside, label)
            || stands_bare(corpus, &self.labels, having, &inside, label, &blocks)
    }

    /// Whether the elements are `ins` and hold one thing that others have bare: the price that now holds beside one
    /// struck out, and the only one.
    fn is_inserted(&self, label: u64, inside: &[Vec<u64>]) -> bool {
        let having = &self.having[&label];
        let [only] = inside[0][..] else { return false };
        let is_bare = |(at, labels): &(usize, &Vec<u64>)| {
            having.binary_search(at).is_err() && labels.contains(&only)
        };
        let bare = self.labels.iter().enumerate().filter(is_bare).count();
        self.corpus.tag(self.child(having[0], label)) == "ins"
            && inside.iter().all(|of| of[..] == [only])
            && self.corpus.share(bare, self.groups.len()).recurs()
    }

    /// Whether other instances have, in the place of an element that holds one text, an element of another tag
    /// with the same class words that does so too: a name with a link here, and without one there.
    fn has_twin(&self, label: u64) -> bool {
        let having = &self.having[&label];
        let one = self.child(having[0], label);
        self.having.iter().any(|(&other, of_other)| {
            other != label
                && self.is_in_some(of_other.len())
                && are_twins(self.corpus, one, self.child(of_other[0], other))
                && having.iter().all(|at| of_other.binary_search(at).is_err())
                && self.stand_alike(label, other)
        })
    }

    /// Whether an instance with the second of two elements looks like one with the first, but for these.
    fn stand_alike(&self, a: u64, b: u64) -> bool {
        let without = |at: &usize, own: u64| -> Vec<Option<u64>> {
            self.labels[*at].iter().map(|label| Some(*label).filter(|of| *of != own)).collect()
        };
        let known: FxHashSet<Vec<Option<u64>>> =
            self.having[&a].iter().map(|at| without(at, a)).collect();
        self.having[&b].iter().any(|at| known.contains(&without(at, b)))
    }
}

fn labels(corpus: &Corpus<'_>, group: &[Instance]) -> Vec<u64> {
    group.iter().map(|&(page, node)| corpus.view(page).label_hash(node)).collect()
}

/// Whether the instances of a node hold nothing but a text, which is a link in some of them and bare in
/// the others: the link is a wrapper.
pub(crate) fn is_text_now_linked(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let mut groups: Groups = instances.iter().map(|&node| corpus.content_children(node)).collect();
    let is_link_or_text = |child: &Instance| matches!(corpus.tag(*child), "#text" | "a");
    if !groups.iter().all(|group| group.len() == 1 && is_link_or_text(&group[0])) {
        return false;
    }
    let opened = open_wrapped(corpus, &mut groups);
    !opened.is_empty() && groups.iter().flatten().all(|child| corpus.tag(*child) == "#text")
}

/// Whether what stands in a wrapper stands bare in most instances that have no wrapper.
/// `having` are the instances with it, `inside` the labels in each of them, and `blocks` those of
/// what holds several things.
fn stands_bare(
    corpus: &Corpus<'_>,
    of_group: &[Vec<u64>],
    having: &[usize],
    inside: &[Vec<u64>],
    wrapper: u64,
    blocks: &FxHashSet<u64>,
) -> bool {
    let wrapped: FxHashSet<usize> = having.iter().copied().collect();
    let bare: Vec<&Vec<u64>> = of_group
        .iter()
        .enumerate()
        .filter(|(at, _)| !wrapped.contains(at))
        .map(|(_, of)| of)
        .collect();
    if bare.iter().any(|labels| labels.contains(&wrapper)) {
        return false;
    }
    let mut moves: FxHashMap<u64, bool> = FxHashMap::default();
    let (mut alike, mut all) = (0usize, 0usize);
    let within = holders(inside.iter());
    let without = holders(bare.iter().copied());
    let beside = holders(having.iter().map(|&at| &of_group[at]));
    let of = |holders: &FxHashMap<u64, usize>, label| holders.get(label).copied().unwrap_or(0);
    for label in inside.iter().flatten() {
        let moves = *moves.entry(*label).or_insert_with(|| {
            corpus.share(of(&within, label), having.len()).is_half()
                && corpus.share(of(&without, label), bare.len()).is_half()
                && corpus.share(of(&beside, label), having.len()).is_rare()
        });
        alike += usize::from(moves);
        all += 1;
    }
    // One node alike may be chance: a picture here and there. A block that is all there is where
    // the wrapper lacks is none.
    let moving = |label: &&u64| moves.get(*label).copied().unwrap_or(false);
    let different = moves.values().filter(|moves| **moves).count();
    let of_bare: usize = bare.iter().map(|of| of.len()).sum();
    let covered = bare.iter().flat_map(|of| of.iter()).filter(moving);
    let covered = covered.filter(|label| blocks.contains(label)).count();
    // What is all there is, now wrapped up and now bare: a text, now linked and now not.
    let only = inside.first().and_then(|of| of.first());
    let is_all = |of: &[u64]| matches!(of, [one] if Some(one) == only);
    let is_only = inside.iter().all(|of| is_all(of))
        && bare.iter().all(|of| is_all(of))
        && having.iter().all(|&at| of_group[at].len() == 1);
    different > 1 && corpus.share(alike, all).is_most()
        || covered > 0 && corpus.share(covered, of_bare).is_nearly_all()
        || is_only
}

/// How often each thing comes.
fn counted<T: Copy + Eq + Hash>(things: &[T]) -> FxHashMap<T, usize> {
    let mut counts = FxHashMap::default();
    for &thing in things {
        *counts.entry(thing).or_default() += 1;
    }
    counts
}

/// In how many groups each label comes.
fn holders<'g>(groups: impl Iterator<Item = &'g Vec<u64>>) -> FxHashMap<u64, usize> {
    let mut counts = FxHashMap::default();
    for group in groups {
        for label in counted(group).into_keys() {
            *counts.entry(label).or_default() += 1;
        }
    }
    counts
}

/// Whether a wrapper holds one block, with class words, an id or a property of its own, that (almost) all instances
/// without the wrapper have once, and none beside it.
fn is_sole(
    corpus: &Corpus<'_>,
    of_group: &[Vec<u64>],
    having: &[usize],
    inside: &[Vec<u64>],
) -> bool {
    let Some(&[block]) = inside.first().map(Vec::as_slice) else { return false };
    let count = |labels: &Vec<u64>| labels.iter().filter(|label| **label == block).count();
    let wrapped: FxHashSet<usize> = having.iter().copied().collect();
    let (with, without): (Vec<_>, Vec<_>) =
        of_group.iter().enumerate().partition(|(at, _)| wrapped.contains(at));
    let once = without.iter().filter(|(_, labels)| count(labels) == 1).count();
    inside.iter().all(|labels| **labels == [block])
        && with.iter().all(|(_, labels)| count(labels) == 0)
        && corpus.share(once, without.len()).is_nearly_all()
}

/// Whether a wrapper holds one text that stands bare where the wrapper lacks (a name with a link, and
/// one without): with the wrapper opened, (almost) all instances without it look like some with it.
fn is_bare_text(
    corpus: &Corpus<'_>,
    of_group: &[Vec<u64>],
    having: &[usize],
    inside: &[Vec<u64>],
    wrapper: u64,
) -> bool {
    let Some(&text) = inside.first().and_then(|of| of.first()) else { return false };
    let (with, without): (Vec<&Vec<u64>>, Vec<&Vec<u64>>) =
        of_group.iter().partition(|of| of.contains(&wrapper));
    let open = |of: &Vec<u64>| -> Vec<u64> {
        of.iter().map(|label| if *label == wrapper { text } else { *label }).collect()
    };
    // Several in one instance are the items of a list.
    let is_single = with.len() == having.len();
    let known: FxHashSet<Vec<u64>> = with.into_iter().map(open).collect();
    let bare = without.iter().filter(|of| known.contains(**of)).count();
    is_single && corpus.share(bare, without.len()).is_nearly_all()
}

/// Whether two elements of different tags have the same class words, and each holds one text: a name with a
/// link, and one without.
fn are_twins(corpus: &Corpus<'_>, a: Instance, b: Instance) -> bool {
    let class = |(page, node): Instance| corpus.tree(page).attr(node, "class");
    let is_text = |of: Instance| matches!(corpus.content_children(of)[..], [only] if corpus.tag(only) == "#text");
    corpus.tag(a) != corpus.tag(b)
        && class(a).is_some()
        && class(a) == class(b)
        && is_text(a)
        && is_text(b)
}

/// Whether a node holds two texts or more, each in an element of its own.
fn is_block(corpus: &Corpus<'_>, instance: Instance) -> bool {
    let with_text = |child: &Instance| {
        let (page, node) = *child;
        corpus.tag(*child) != "#text" && corpus.view(page).text_len(node) > 0
    };
    corpus.content_children(instance).iter().filter(|child| with_text(child)).count() > 1
}

/// Puts what is in the wrappers with a label in their place.
fn open(corpus: &Corpus<'_>, groups: &mut Groups, wrapper: u64) -> Placed {
    let (mut members, mut firsts, mut places) = (Vec::new(), Vec::new(), 0.0);
    for (at, group) in groups.iter_mut().enumerate() {
        let is_wrapper = |&(page, node): &Instance| corpus.view(page).label_hash(node) == wrapper;
        let Some(place) = group.iter().position(is_wrapper) else { continue };
        let member = group[place];
        places += (place as f64 + 0.5) / group.len() as f64;
        firsts.push((at, member.1));
        members.push(member);
        group.splice(place..=place, corpus.content_children(member));
    }
    let element = Element {
        tag: corpus.tag(members[0]).to_owned(),
        features: features(corpus, &members),
        label_words: Vec::new(),
        presence: Presence::new(members.len() as u32, groups.len() as u32),
        attrs: attr_fields(corpus, &members),
        through: true,
        content: Content::Ignored,
    };
    let place = places / members.len() as f64;
    Placed { place, firsts, node: TemplateNode::Element(element) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::hash::Hasher;

    thread_local! {
        static COMPARISONS: Cell<usize> = const { Cell::new(0) };
    }

    /// A label that counts how often it is compared.
    #[derive(Clone, Copy, Eq)]
    struct Compared(u64);

    impl PartialEq for Compared {
        fn eq(&self, other: &Self) -> bool {
            COMPARISONS.set(COMPARISONS.get() + 1);
            self.0 == other.0
        }
    }

    impl Hash for Compared {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.0.hash(state);
        }
    }

    #[test]
    fn labels_of_a_hundred_thousand_siblings_are_counted_without_comparing_each_with_each() {
        let labels: Vec<Compared> = (0..100_000).map(|at| Compared(at % 50_000)).collect();
        let counts = counted(&labels);
        assert!(counts.len() == 50_000 && counts.into_values().all(|count| count == 2));
        assert!(COMPARISONS.get() < 1_000_000, "{} times", COMPARISONS.get());
    }
}
