//! Kinds that stand for each other: one role in several forms.
//!
//! A heading sits in a plain block on some pages and in one with an id on others; a text has a
//! picture before it here and none there. Such forms look different but never come together. What
//! its authors gave the same class words and id has one role whatever is below: a price with a
//! struck-out one beside it, and a price alone.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::text::markup::is_inline;
use rustc_hash::FxHashSet;
use sitewrap_tree::html;
use sitewrap_wrapper::dice;

/// Joins kinds of one tag that never come together, stand at one place among the other kinds, and
/// hold the like: for texts, any text; for elements, the same labelled nodes below, or whatever
/// they hold if they are labelled alike themselves; or, where all instances have one of the two, the
/// like nodes in elements whose class words have a word in common (`name`, `name-guest`), or one text or
/// picture in whatever markup. Kinds in `done` and lists stay as they are.
pub(crate) fn join_alternatives(
    corpus: &Corpus<'_>,
    children: &mut Children,
    done: &FxHashSet<usize>,
) {
    if children.count > corpus.parameters().slots {
        return;
    }
    let groups = children.groups.len();
    let mut single: Vec<usize> = (0..children.count)
        .filter(|kind| !done.contains(kind) && !children.is_many(*kind))
        .filter(|&kind| children.members(kind).next().is_some())
        .collect();
    // The instances that have each kind.
    let mut instances: Vec<FxHashSet<usize>> = (0..children.count)
        .map(|kind| children.members(kind).map(|(at, _)| at).collect())
        .collect();
    single.sort_by_key(|&kind| (std::cmp::Reverse(instances[kind].len()), kind));
    let covered = |count: usize| corpus.share(count, groups);
    let mut at = 0;
    while at < single.len() {
        let kind = single[at];
        let of_kind = &instances[kind];
        let other = single[at + 1..].iter().position(|&other| {
            let of_other = &instances[other];
            let together = of_kind.intersection(of_other).count();
            corpus.share(together, of_other.len()).is_chance()
                && (hold_the_like(corpus, children, kind, other)
                    || covered(of_kind.union(of_other).count()).is_nearly_all()
                        && (look_alike(corpus, children, kind, other)
                            || are_one_phrase(corpus, children, kind, other)
                            || are_one_picture(corpus, children, kind, other)))
                && stand_alike(children, kind, other)
        });
        match other {
            Some(other) => {
                let other = single.remove(at + 1 + other);
                children.join(&[kind, other]);
                let joined = std::mem::take(&mut instances[other]);
                instances[kind].extend(joined);
            }
            None => at += 1,
        }
    }
}

/// Whether two elements of one tag hold the like and have class words with a word in common.
fn look_alike(corpus: &Corpus<'_>, children: &Children, a: usize, b: usize) -> bool {
    let first = |kind| children.members(kind).next().map(|(_, instance)| instance);
    let (Some(a), Some(b)) = (first(a), first(b)) else { return false };
    let words = |(page, node): Instance| -> FxHashSet<String> {
        let classes = corpus.tree(page).classes(node);
        let parts = classes.flat_map(|class| class.split(|c: char| !c.is_alphabetic()));
        parts
            .filter(|part| part.len() >= corpus.parameters().telling_bytes)
            .map(str::to_lowercase)
            .collect()
    };
    corpus.tag(a) == corpus.tag(b)
        && !words(a).is_disjoint(&words(b))
        && alike_inside(corpus, &inside(corpus, a), &inside(corpus, b))
}

/// Whether two elements of one tag, without class words unless they are all that there is, hold one text each, in
/// whatever markup: a name, and a name in bold or in colour; a title with a link, and one without.
fn are_one_phrase(corpus: &Corpus<'_>, children: &Children, a: usize, b: usize) -> bool {
    let first = |kind| children.members(kind).next().map(|(_, instance)| instance);
    let (Some(of_a), Some(of_b)) = (first(a), first(b)) else { return false };
    let is_alone = |(at, _): (usize, Instance)| children.kinds[at].len() == 1;
    let are_alone = [a, b].into_iter().all(|kind| children.members(kind).all(is_alone));
    let is_phrase = |(_, (page, node)): (usize, Instance)| {
        let tree = corpus.tree(page);
        let tag = tree.tag(node).as_str();
        let texts = tree.subtree(node).filter(|&below| tree.is_text(below)).count();
        (are_alone || tree.attr(node, "class").is_none())
            && (is_inline(tag) || html::is_heading(tag) && texts == 1)
            && tree.subtree(node).skip(1).all(|below| is_inline(tree.tag(below).as_str()))
    };
    corpus.tag(of_a) == corpus.tag(of_b)
        && corpus.tag(of_a) != "#text"
        && [a, b].into_iter().all(|kind| children.members(kind).all(is_phrase))
}

/// Whether two kinds are pictures, or hold one each in elements of one tag without class words and nothing else:
/// the first of a gallery, which has a class word, and the others.
fn are_one_picture(corpus: &Corpus<'_>, children: &Children, a: usize, b: usize) -> bool {
    let tag = |kind| children.members(kind).next().map(|(_, of)| corpus.tag(of));
    let is_picture = |(_, (page, node)): (usize, Instance)| {
        let tree = corpus.tree(page);
        let mut pictures = tree.subtree(node).filter(|&below| tree.tag(below).as_str() == "img");
        pictures.next().is_some_and(|first| first == node || tree.attr(node, "class").is_none())
            && pictures.next().is_none()
            && corpus.view(page).text_len(node) == 0
    };
    tag(a) == tag(b) && [a, b].into_iter().all(|kind| children.members(kind).all(is_picture))
}

/// What stands below a node.
fn inside(corpus: &Corpus<'_>, instance: Instance) -> Vec<(u64, f32)> {
    let features = corpus.features(instance);
    let below = |hash: u64| corpus.name(hash).starts_with(['>', '^']);
    features.features().iter().copied().filter(|(hash, _)| below(*hash)).collect()
}

fn alike_inside(corpus: &Corpus<'_>, a: &[(u64, f32)], b: &[(u64, f32)]) -> bool {
    let total = |features: &[(u64, f32)]| features.iter().map(|(_, weight)| weight).sum::<f32>();
    dice(a, total(a), b, total(b)) >= corpus.parameters().same_kind
}

/// The class words, id and role of a node, as hashes.
pub(crate) fn own_words(corpus: &Corpus<'_>, instance: Instance) -> Vec<u64> {
    let features = corpus.features(instance);
    let is_own = |hash: u64| corpus.name(hash).starts_with(['.', '#', '@']);
    features.features().iter().map(|(hash, _)| *hash).filter(|hash| is_own(*hash)).collect()
}

fn hold_the_like(corpus: &Corpus<'_>, children: &Children, a: usize, b: usize) -> bool {
    let first = |kind| children.members(kind).next().map(|(_, instance)| instance);
    let (Some(a), Some(b)) = (first(a), first(b)) else { return false };
    if corpus.tag(a) != corpus.tag(b) {
        return false;
    }
    if corpus.tag(a) == "#text" {
        return true;
    }
    let own_of_a = own_words(corpus, a);
    if !own_of_a.is_empty() && own_of_a == own_words(corpus, b) {
        return true;
    }
    let (a, b) = (inside(corpus, a), inside(corpus, b));
    let is_labelled = |(hash, _): &(u64, f32)| {
        corpus.name(*hash).contains(['.', '#']) && !corpus.name(*hash).ends_with("#text")
    };
    let shared = a
        .iter()
        .filter(|feature| is_labelled(feature))
        .any(|(hash, _)| b.binary_search_by_key(hash, |(other, _)| *other).is_ok());
    shared && alike_inside(corpus, &a, &b)
}

/// Whether no other kind stands before one of two kinds and behind the other.
pub(crate) fn stand_alike(children: &Children, a: usize, b: usize) -> bool {
    let mut sides: Vec<[i64; 2]> = vec![[0; 2]; children.count];
    for kinds in &children.kinds {
        for (which, kind) in [a, b].into_iter().enumerate() {
            let Some(place) = kinds.iter().position(|of| *of == kind) else { continue };
            for (at, &of) in kinds.iter().enumerate().filter(|(_, of)| **of != kind) {
                sides[of][which] += if at < place { -1 } else { 1 };
            }
        }
    }
    sides.iter().all(|[of_a, of_b]| of_a.signum() * of_b.signum() >= 0)
}
