//! Parts of a page under captions: headings that no tag says to be such.
//!
//! Pages made by hand, or before style sheets, head their parts by a table of one cell, a bold paragraph or a
//! bar of colour. What tells such captions from what they head is that elements of their form say nothing
//! but a few short texts, each once a page. What follows each is a level of its own.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::label_words::is_day;
use crate::level::sections::{Section, crosses, cut};
use crate::level::slots::Slots;
use rustc_hash::{FxHashSet, FxHasher};
use sitewrap_tree::{NodeId, TagTree, html};
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
    let mut slots = Slots { families: vec![heads.clone()], ..Slots::default() };
    for (head, places) in heads.iter().zip(captions.values()) {
        places.iter().for_each(|&(at, place)| children.kinds[at][place] = *head);
        let members = places.iter().map(|&(at, place)| children.groups[at][place]);
        slots.labels.insert(*head, common_words(corpus, members));
    }
    children.count += captions.len();
    let sections = cut(children, &heads, done);
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
        !text.is_empty() && of > 1 && places.len() * 20 <= of * 21
    });
    let known: usize = by_text.values().map(Vec::len).sum();
    let headed = |&(at, place): &Place| {
        let end = places.partition_point(|&other| other <= (at, place));
        let next = places.get(end).filter(|(other, _)| *other == at);
        next.map_or(children.groups[at].len(), |(_, next)| *next) - place - 1
    };
    let heading = by_text.values().flatten().filter(|place| headed(place) > 0).count();
    let heads_much = |&&(at, place): &&Place| {
        let has_parts = |&(page, node): &Instance| has_parts(corpus.tree(page), node);
        headed(&(at, place)) > 1 || children.groups[at].get(place + 1).is_some_and(has_parts)
    };
    let heads_several = |places: &Vec<Place>| {
        let several = places.iter().filter(heads_much).count();
        corpus.share(several, places.len()).is_half()
    };
    let is_usual =
        |places: &&Vec<Place>| corpus.share(instances(places), children.groups.len()).is_half();
    let captions: FxHashSet<Place> = by_text.values().flatten().copied().collect();
    let others: Vec<Place> = places.iter().filter(|at| !captions.contains(at)).copied().collect();
    // What the page is called may have their form.
    let is_title =
        others.len() == instances(&others) && corpus.share(known, places.len()).is_half();
    let are_captions = (corpus.share(known, places.len()).is_nearly_all() || is_title)
        && corpus.share(heading, known).is_nearly_all()
        && by_text.values().filter(is_usual).count() >= 2
        && by_text.values().any(heads_several)
        && by_text.len() <= corpus.parameters().slots;
    are_captions.then_some(by_text)
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
pub(crate) fn has_parts(tree: &TagTree, node: NodeId) -> bool {
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
        || is_day(text);
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

/// Up to three words that all captions of a text have.
fn common_words(corpus: &Corpus<'_>, members: impl Iterator<Item = Instance>) -> Vec<String> {
    let mut words = members.map(|(page, node)| corpus.view(page).label_words(node));
    let mut common = words.next().unwrap_or_default();
    let mut seen = FxHashSet::default();
    common.retain(|word| seen.insert(word.clone()));
    let others: Vec<Vec<String>> = words.collect();
    common.retain(|word| others.iter().all(|words| words.contains(word)));
    common.truncate(3);
    common
}
