//! Like siblings told apart by class words, or ids, that name them: the fields of a record.
//!
//! Software that shows records field by field gives each the same wrapper and a class word of its own
//! (`field field-name-price`, `field field-name-body`). Siblings of which (almost) every one bears such
//! a word, each once an instance, may be slots, however few of them an instance has.
//! What lists say of their items (`sale`, `category-news`) comes twice, or tells nothing of what they hold.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Member;
use crate::level::parts::{Part, accept, are_words};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::words::{class_name, ends_with_code};
use std::collections::BTreeMap;

/// The slot of each member, from 0; `None` where class words do not tell the members apart.
pub(crate) fn class_slots(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    let instances = members.iter().map(|(at, _)| at).collect::<FxHashSet<_>>().len();
    if instances < corpus.parameters().few {
        return None;
    }
    let keys = keys(corpus, members, instances)?;
    let (parts, slots) = parts_by(members, &keys);
    accept(corpus, members, &parts)?;
    if are_words(corpus, members, &parts, instances) {
        return None;
    }
    Some(slots)
}

/// The slot of each member, from 0, where editors of pages have given each part of an item a style of its own by a number
/// (`text-block-34`, `text-block-30`): the class words with their numbers come once an instance, on nearly all of them. Numbers
/// that count from the first one tell the place of an item in a list.
pub(crate) fn numbered_slots(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    let instances = members.iter().map(|(at, _)| at).collect::<FxHashSet<_>>().len();
    let class = |&(page, node): &Instance| {
        let class = corpus.tree(page).attr(node, "class")?;
        class.contains(|c: char| c.is_ascii_digit()).then_some(class)
    };
    let classes: Vec<&str> =
        members.iter().map(|(_, member)| class(member)).collect::<Option<_>>()?;
    let (parts, slots) = parts_by(members, &classes);
    let number = |class: &str| -> Option<usize> {
        let mut parts = class.split(|c: char| !c.is_ascii_digit());
        parts.find_map(|part| part.parse().ok())
    };
    let mut numbers: Vec<usize> =
        parts.iter().filter_map(|part| number(classes[*part.members.first()?])).collect();
    numbers.sort_unstable();
    let are_counted = numbers.iter().enumerate().all(|(at, number)| *number <= at + 1);
    accept(corpus, members, &parts)?;
    let is_usual = |part: &Part| corpus.share(part.instances.len(), instances).is_nearly_all();
    if are_counted || instances < corpus.parameters().few || !parts.iter().all(is_usual) {
        return None;
    }
    Some(slots)
}

/// The parts of members with the same key, in the order of the keys, and for each member the number of its part.
fn parts_by<K: Ord + Copy>(members: &[Member], keys: &[K]) -> (Vec<Part>, Vec<usize>) {
    let mut parts: BTreeMap<K, Part> = BTreeMap::new();
    for (index, ((at, _), key)) in members.iter().zip(keys).enumerate() {
        let part = parts.entry(*key).or_insert_with(|| Part::new(false));
        part.members.push(index);
        part.instances.insert(*at);
    }
    let place: BTreeMap<K, usize> = parts.keys().copied().zip(0..).collect();
    let slots = keys.iter().map(|key| place[key]).collect();
    (parts.into_values().collect(), slots)
}

/// For each member the class word that names it: of those that come once an instance, the one
/// that most members bear, 0 for a member without one; `None` if more than a few have none.
fn keys(corpus: &Corpus<'_>, members: &[Member], instances: usize) -> Option<Vec<u64>> {
    let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
    let mut twice: FxHashMap<u64, usize> = FxHashMap::default();
    let mut seen: FxHashSet<(usize, u64)> = FxHashSet::default();
    let words: Vec<Vec<u64>> =
        members.iter().map(|(_, member)| naming_words(corpus, *member)).collect();
    for ((at, _), words) in members.iter().zip(&words) {
        for &word in words {
            *counts.entry(word).or_default() += 1;
            *twice.entry(word).or_default() += usize::from(!seen.insert((*at, word)));
        }
    }
    let is_once = |word: &&u64| {
        corpus.share(twice[*word], counts[*word]).is_chance() && counts[*word] <= instances
    };
    let keys: Vec<u64> = words
        .iter()
        .map(|words| {
            let once = words.iter().filter(is_once);
            once.max_by_key(|word| (counts[*word], **word)).copied().unwrap_or_default()
        })
        .collect();
    let named = keys.iter().filter(|key| **key != 0).count();
    corpus.share(named, members.len()).is_nearly_all().then_some(keys)
}

/// The features of a node that are class words or ids with a name in them, or the code that builders of pages give each
/// block of a layout (`elementor-element-4fd13a4`).
fn naming_words(corpus: &Corpus<'_>, member: Instance) -> Vec<u64> {
    let features = corpus.features(member);
    let names = |hash: &u64| {
        let word = corpus.name(*hash).strip_prefix(['.', '#']);
        word.is_some_and(|word| class_name(word).is_some() || ends_with_code(word))
    };
    features.features().iter().map(|(hash, _)| *hash).filter(names).collect()
}
