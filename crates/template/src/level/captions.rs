//! Parts of a page under captions: headings that no tag says to be such.
//!
//! Pages made by hand, or before style sheets, head their parts by a table of one cell, a bold paragraph or a
//! bar of colour. What tells such captions from what they head is that elements of their form say nothing
//! but a few short texts, each once a page. What follows each is a level of its own.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::label_words::{comes_once, common_words, is_day, is_letter};
use crate::level::sections::{Section, crosses, cut};
use crate::level::slots::Slots;
use rustc_hash::{FxHashSet, FxHasher};
use sitewrap_tree::html;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// A child by the index of its instance and its place there.
type Place = (usize, usize);

/// Cuts a level at its captions, if two of them at least are usual and a kind of nodes stands below several. Kinds
/// in `done` are left out. The captions become kinds of their own, with their words.
pub(crate) fn captions(
    corpus: &Corpus<'_>,
    children: &mut Children,
    done: &FxHashSet<usize>,
) -> Option<(Vec<Section>, Slots)> {
    if children.groups.len() < corpus.parameters().few {
        return None;
    }
    let captions = usual_form(corpus, children, done)?;
    let (kinds, count) = (children.kinds.clone(), children.count);
    let heads: Vec<usize> = (count..count + captions.len()).collect();
    let mut slots = Slots::default();
    for (head, places) in heads.iter().zip(captions.values()) {
        places.iter().for_each(|&(at, place)| children.kinds[at][place] = *head);
        let members = places.iter().map(|&(at, place)| children.groups[at][place]);
        let words: Vec<Vec<String>> =
            members.map(|(page, node)| corpus.view(page).label_words(node)).collect();
        slots.labels.insert(*head, common_words(corpus, words.iter(), |_| true));
    }
    children.count += captions.len();
    let sections = cut(corpus, children, &heads, done);
    if crosses(children, &sections) {
        return Some((sections, slots));
    }
    (children.kinds, children.count) = (kinds, count);
    None
}

/// The captions of the form that most are of, by their texts.
fn usual_form(
    corpus: &Corpus<'_>,
    children: &Children,
    done: &FxHashSet<usize>,
) -> Option<BTreeMap<String, Vec<Place>>> {
    let mut forms: BTreeMap<u64, Vec<Place>> = BTreeMap::new();
    for (at, (group, kinds)) in children.groups.iter().zip(&children.kinds).enumerate() {
        for (place, (child, kind)) in group.iter().zip(kinds).enumerate() {
            if !done.contains(kind) && may_head(corpus, *child) {
                forms.entry(form(corpus, *child)).or_default().push((at, place));
            }
        }
    }
    let found = forms.into_values().filter_map(|places| of_form(corpus, children, &places));
    found.max_by_key(|captions| captions.values().map(Vec::len).sum::<usize>())
}

/// The captions among the children of one form, if (almost) all of them are such.
fn of_form(
    corpus: &Corpus<'_>,
    children: &Children,
    places: &[Place],
) -> Option<BTreeMap<String, Vec<Place>>> {
    let mut by_text: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for &(at, place) in places {
        let text = caption(corpus, children.groups[at][place]);
        by_text.entry(text).or_default().push((at, place));
    }
    by_text.retain(|text, places| {
        let of = instances(places);
        !text.is_empty() && of > 1 && comes_once(places.len(), of)
    });
    let is_usual =
        |places: &&Vec<Place>| corpus.share(instances(places), children.groups.len()).is_half();
    let are_captions = by_text.values().filter(is_usual).count() >= 2
        && by_text.len() <= corpus.parameters().slots
        && are_most(corpus, &by_text, places)
        && head_parts(corpus, children, &by_text, places);
    are_captions.then_some(by_text)
}

/// Whether (almost) all elements of a form are captions, but for one a page, which may be what the page is called.
fn are_most(
    corpus: &Corpus<'_>,
    captions: &BTreeMap<String, Vec<Place>>,
    of_form: &[Place],
) -> bool {
    let known: FxHashSet<Place> = captions.values().flatten().copied().collect();
    let others: Vec<Place> = of_form.iter().filter(|at| !known.contains(at)).copied().collect();
    let share = corpus.share(known.len(), of_form.len());
    share.is_nearly_all() || share.is_half() && others.len() == instances(&others)
}

/// Whether (almost) all captions head something, and one of them several things or one that has parts.
fn head_parts(
    corpus: &Corpus<'_>,
    children: &Children,
    captions: &BTreeMap<String, Vec<Place>>,
    of_form: &[Place],
) -> bool {
    let headed = |&(at, place): &Place| {
        let end = of_form.partition_point(|&other| other <= (at, place));
        let next = of_form.get(end).filter(|(other, _)| *other == at);
        next.map_or(children.groups[at].len(), |(_, next)| *next) - place - 1
    };
    let heads_much = |caption: &&Place| {
        let next = children.groups[caption.0].get(caption.1 + 1);
        headed(caption) > 1 || next.is_some_and(|next| has_parts(corpus, *next))
    };
    let heads_several = |places: &Vec<Place>| {
        corpus.share(places.iter().filter(heads_much).count(), places.len()).is_half()
    };
    let all = captions.values().map(Vec::len).sum();
    let heading = captions.values().flatten().filter(|caption| headed(caption) > 0).count();
    corpus.share(heading, all).is_nearly_all() && captions.values().any(heads_several)
}

/// How many instances have some children.
fn instances(places: &[Place]) -> usize {
    places.iter().map(|(at, _)| at).collect::<FxHashSet<_>>().len()
}

/// Whether a node may head others: no cell, no item, no heading, nothing that leads anywhere.
fn may_head(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let tag = tree.tag(node).as_str();
    let is_part = html::is_cell(tag) || matches!(tag, "li" | "dd" | "option");
    !is_part
        && !tree.is_text(node)
        && !html::is_phrasing(tag)
        && tree.subtree(node).all(|below| {
            tree.attr(below, "href").is_none() && !html::is_heading(tree.tag(below).as_str())
        })
}

/// Whether a node holds more than a name can have for a value: headings, tables, names with values of their own.
pub(crate) fn has_parts(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let is_part = |tag: &str| html::is_heading(tag) || matches!(tag, "table" | "dl");
    tree.subtree(node).any(|below| is_part(tree.tag(below).as_str()))
}

/// What a caption says, without the count behind it (`Reviews (2)`); empty where a node says more, a number or a day.
fn caption(corpus: &Corpus<'_>, member: Instance) -> String {
    let line = corpus.line(member);
    let is_count = |c: char| c.is_numeric() || matches!(c, '(' | ')' | '[' | ']' | ' ');
    let text = line.trim_end_matches(is_count);
    let says_more = line.len() > corpus.parameters().label_chars
        || text.contains(char::is_numeric)
        || text.ends_with(':')
        || is_day(text)
        || is_letter(text);
    if says_more { String::new() } else { text.to_owned() }
}

/// The elements of a node and how they stand in each other.
fn form(corpus: &Corpus<'_>, (page, node): Instance) -> u64 {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let mut hasher = FxHasher::default();
    for below in tree.subtree(node).filter(|&below| !tree.is_text(below)) {
        let above = tree.parent(below).map(|parent| view.label_hash(parent));
        (view.label_hash(below), above.filter(|_| below != node)).hash(&mut hasher);
    }
    hasher.finish()
}
