//! Like siblings told apart by class words that name them: the fields of a record.
//!
//! Software that shows records field by field gives each the same wrapper and a class word of its own
//! (`field field-name-price`, `field field-name-body`). Siblings of which (almost) every one bears such
//! a word, each once an instance and all in one order, are slots, however few of them an instance has.
//! What lists say of their items (`sale`, `category-news`) comes twice, or now before, now behind
//! another.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Member;
use crate::level::parts::{Part, accept};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_terms::words::class_name;
use std::collections::BTreeMap;

/// The slot of each member, from 0; `None` where class words do not tell the members apart.
pub(crate) fn class_slots(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    let instances = members.iter().map(|(at, _)| at).collect::<FxHashSet<_>>().len();
    if instances < corpus.parameters().few {
        return None;
    }
    let keys = keys(corpus, members, instances)?;
    let mut parts: BTreeMap<u64, Part> = BTreeMap::new();
    for (index, ((at, _), key)) in members.iter().zip(&keys).enumerate() {
        let part = parts.entry(*key).or_insert_with(|| Part::new(false));
        part.members.push(index);
        part.instances.insert(*at);
    }
    let place: FxHashMap<u64, usize> = parts.keys().copied().zip(0..).collect();
    let parts: Vec<Part> = parts.into_values().collect();
    accept(corpus, members, &parts)?;
    let is_usual = |part: &Part| corpus.share(part.instances.len(), instances).is_half();
    let recurs = |part: &Part| part.instances.len() >= corpus.parameters().few;
    let known: usize = parts.iter().filter(|part| recurs(part)).map(|of| of.members.len()).sum();
    let is_told = parts.iter().any(is_usual)
        && corpus.share(known, members.len()).is_nearly_all()
        && are_in_order(corpus, members, &keys);
    is_told.then(|| keys.iter().map(|key| place[key]).collect())
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

/// The features of a node that are class words with a name in them.
fn naming_words(corpus: &Corpus<'_>, member: Instance) -> Vec<u64> {
    let features = corpus.features(member);
    let names = |hash: &u64| {
        let word = corpus.name(*hash).strip_prefix('.');
        word.is_some_and(|word| class_name(word).is_some())
    };
    features.features().iter().map(|(hash, _)| *hash).filter(names).collect()
}

/// Whether members with different keys stand in one order in (almost) all instances.
fn are_in_order(corpus: &Corpus<'_>, members: &[Member], keys: &[u64]) -> bool {
    let mut pairs: FxHashMap<(u64, u64), usize> = FxHashMap::default();
    // Those of an instance stand together.
    for ((one, a), (other, b)) in members.iter().zip(keys).zip(members.iter().zip(keys).skip(1)) {
        if one.0 == other.0 && a != b {
            *pairs.entry((*a, *b)).or_default() += 1;
        }
    }
    let all: usize = pairs.values().sum();
    let against: usize =
        pairs.iter().map(|((a, b), &n)| n.min(pairs.get(&(*b, *a)).copied().unwrap_or(0))).sum();
    // Each pair that stands both ways was counted from both sides.
    all > 0 && corpus.share(all - against / 2, all).is_nearly_all()
}
