//! Siblings that look alike and come in turn: the cells of a row without an element for it, the post of a thread and
//! the row of buttons below it.
//!
//! Tables that are laid out by style sheets (CSS grids) have no element for a row, and old boards give each post two
//! rows of their one table. What stands in turn looks alike for the most part and would be one kind; that each
//! holds the like of the one a turn before tells them apart.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::{Children, Member};
use crate::level::positions::positions_differ;
use crate::level::reading::Described;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_wrapper::{dice, is_stripe};

/// Splits kinds whose members come in turns, into a kind for each place in a turn. Kinds in `done` stay as they are.
pub(crate) fn split_turns(corpus: &Corpus<'_>, children: &mut Children, done: &FxHashSet<usize>) {
    for kind in 0..children.count {
        if done.contains(&kind) || !children.is_many(kind) {
            continue;
        }
        let members: Vec<Member> = children.members(kind).collect();
        if let Some(places) = turns(corpus, &members) {
            children.split(kind, &places);
        }
    }
}

/// The place of each member in its turn, if what they hold is shorter told by turns than as a list, or what they are
/// called tells their places and they do not hold the like.
fn turns(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    let runs: Vec<usize> = members.chunk_by(|a, b| a.0 == b.0).map(<[Member]>::len).collect();
    let places = |turn: usize| -> Vec<usize> {
        runs.iter().flat_map(|run| (0..*run).map(|at| at % turn)).collect()
    };
    let turns = (2..=corpus.parameters().row_cells).filter(|&turn| are_whole(corpus, &runs, turn));
    let turns: Vec<(usize, Vec<usize>)> = turns.map(|turn| (turn, places(turn))).collect();
    let is_called = |(turn, places): &&(usize, Vec<usize>)| {
        are_called(corpus, members, places) && !hold_one(corpus, &members[..*turn])
    };
    if let Some((_, places)) = turns.iter().find(is_called) {
        return Some(places.clone());
    }
    let described = (!turns.is_empty()).then(|| Described::inside(corpus, members))?;
    let coded = turns.into_iter().map(|turn| (described.millibits(&turn.1), turn));
    let (_, (turn, places)) = coded.min_by_key(|(bits, _)| *bits)?;
    let differ = || positions_differ(corpus, members, &places, turn);
    (described.saves_a_bit_each(&places) && differ()).then_some(places)
}

/// Whether the members of a turn hold the like.
fn hold_one(corpus: &Corpus<'_>, turn: &[Member]) -> bool {
    turn.iter().skip(1).all(|(_, member)| hold_the_like(corpus, turn[0].1, *member))
}

/// Whether two elements are alike apart from their class words.
fn hold_the_like(corpus: &Corpus<'_>, a: Instance, b: Instance) -> bool {
    let inside = |of: Instance| -> Vec<(u64, f32)> {
        let features = corpus.features(of);
        let below = |hash: u64| corpus.name(hash).starts_with(['>', '^', '|']);
        features.features().iter().copied().filter(|(hash, _)| below(*hash)).collect()
    };
    let (a, b) = (inside(a), inside(b));
    let total = |features: &[(u64, f32)]| features.iter().map(|(_, weight)| weight).sum::<f32>();
    !a.is_empty() && dice(&a, total(&a), &b, total(&b)) >= corpus.parameters().same_structure
}

/// Whether all members have a class word that those at no other place have. Words that count rows are no such.
fn are_called(corpus: &Corpus<'_>, members: &[Member], places: &[usize]) -> bool {
    let words = |&(_, (page, node)): &Member| corpus.tree(page).classes(node);
    let mut of_word: FxHashMap<&str, Option<usize>> = FxHashMap::default();
    for (member, place) in members.iter().zip(places) {
        for word in words(member).filter(|word| !is_stripe(word)) {
            let known = of_word.entry(word).or_insert(Some(*place));
            *known = known.filter(|known| known == place);
        }
    }
    let is_called =
        |member: &Member| words(member).any(|word| of_word.get(word).is_some_and(Option::is_some));
    members.iter().all(is_called)
}

/// Whether all instances have whole turns, most of them several, and there are many in all.
fn are_whole(corpus: &Corpus<'_>, runs: &[usize], turn: usize) -> bool {
    let turns: usize = runs.iter().map(|run| run / turn).sum();
    let several = runs.iter().filter(|run| **run > turn).count();
    turns >= corpus.parameters().many
        && corpus.share(several, runs.len()).is_half()
        && runs.iter().all(|run| run % turn == 0)
}
