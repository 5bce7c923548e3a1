//! Like siblings told apart by their place in a row: cells, and parts that hold unlike things.

use crate::corpus::is_same;
use crate::corpus::{Corpus, Instance};
use crate::level::kinds::{Member, usual_count};
use sitewrap_terms::grammar::is_number;
use sitewrap_tree::html;
use std::collections::BTreeMap;

/// The position of each member, if (almost) all instances have the same number and either they are cells, or the
/// positions differ in what they hold.
pub(crate) fn positions(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    let Places { of_member, lengths, usual } = Places::of(corpus, members)?;
    let regular = lengths.iter().filter(|&&length| length == usual).count();
    let is_regular = corpus.share(regular, lengths.len()).is_nearly_all();
    let is_cell = html::is_cell(corpus.tag(members[0].1));
    let differ = || positions_differ(corpus, members, &of_member, usual);
    (is_regular && (is_cell || differ())).then_some(of_member)
}

/// The position of each member, if they are no lines of a text, instances have few of them, now more, now fewer, and what
/// stands at each position differs from what stands at the others: a label, a measure, and on some what a unit costs.
/// Those that are missing are the last: what stands at a position is alike in instances that have all and in the others.
pub(crate) fn first_positions(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    let (of_member, lengths) = numbered(members);
    let most = lengths.values().copied().max()?;
    let is_few = (2..=corpus.parameters().few).contains(&most);
    let is_line = |(_, member): &Member| matches!(corpus.tag(*member), "p" | "#text");
    if !is_few || members.iter().any(is_line) {
        return None;
    }
    let is_alike = |wanted: usize| {
        let here = members.iter().zip(&of_member).filter(|(_, at)| **at == wanted);
        let (all, some): (Vec<Member>, Vec<Member>) =
            here.map(|(member, _)| *member).partition(|(at, _)| lengths[at] == most);
        some.is_empty() || {
            let [all, some] = [all, some].map(|of| {
                profile(corpus, &of.into_iter().map(|(_, member)| member).collect::<Vec<_>>())
            });
            // That a few say the same says nothing against those that do not.
            distance(&all[..SAME], &some[..SAME]) < corpus.parameters().profile_distance
        }
    };
    let are_first = (0..most - 1).all(is_alike);
    (are_first && positions_differ(corpus, members, &of_member, most)).then_some(of_member)
}

/// The position of each member, if all are numbers, of which all instances have as many: what is counted side by
/// side differs in what it counts, and may be as much.
pub(crate) fn counts(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
    let Places { of_member, lengths, usual } = Places::of(corpus, members)?;
    let are_counts = lengths.len() >= corpus.parameters().many
        && lengths.iter().all(|&length| length == usual)
        && members.iter().all(|(_, member)| is_number(&corpus.line(*member)));
    are_counts.then_some(of_member)
}

/// The position of each member in its instance, from 0, and how many each instance has.
fn numbered(members: &[Member]) -> (Vec<usize>, BTreeMap<usize, usize>) {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let mut of_member = Vec::with_capacity(members.len());
    for (at, _) in members {
        let count = counts.entry(*at).or_default();
        of_member.push(*count);
        *count += 1;
    }
    (of_member, counts)
}

/// Where members stand in their instances.
struct Places {
    /// The position of each, at most the last usual one.
    of_member: Vec<usize>,
    /// How many each instance has.
    lengths: Vec<usize>,
    /// How many they usually have, no more than a row has cells.
    usual: usize,
}

impl Places {
    fn of(corpus: &Corpus<'_>, members: &[Member]) -> Option<Self> {
        let (mut of_member, lengths) = numbered(members);
        let lengths: Vec<usize> = lengths.into_values().collect();
        let (usual, _) = usual_count(lengths.clone())?;
        of_member.iter_mut().for_each(|at| *at = (*at).min(usual - 1));
        let is_row = (2..=corpus.parameters().row_cells).contains(&usual);
        is_row.then_some(Self { of_member, lengths, usual })
    }
}

/// Whether each position differs from all others in what it holds.
pub(crate) fn positions_differ(
    corpus: &Corpus<'_>,
    members: &[Member],
    position: &[usize],
    count: usize,
) -> bool {
    if members.len() < corpus.parameters().few * count {
        return false;
    }
    let profiles: Vec<Profile> = (0..count)
        .map(|wanted| {
            let of: Vec<Instance> = members
                .iter()
                .zip(position)
                .filter(|(_, at)| **at == wanted)
                .map(|((_, instance), _)| *instance)
                .collect();
            profile(corpus, &of)
        })
        .collect();
    // Rows that never change are the head and the foot of a page laid out as a table.
    let is_layout =
        corpus.tag(members[0].1) == "tr" && members.len() >= corpus.parameters().many * count;
    let fixed = |i: usize| is_layout && profiles[i][SAME] == 1.0;
    let differ = |i: usize, j: usize| {
        distance(&profiles[i], &profiles[j]) >= corpus.parameters().profile_distance
            || (fixed(i) && fixed(j))
    };
    (0..count).all(|i| (0..i).all(|j| differ(i, j)))
}

/// Whether most members hold a link or a picture: things rather than words and numbers.
pub(crate) fn holds_things(corpus: &Corpus<'_>, members: &[Member]) -> bool {
    let is_thing = |(_, (page, node)): &&Member| {
        let tree = corpus.tree(*page);
        tree.subtree(*node).any(|below| matches!(tree.tag(below).as_str(), "a" | "img"))
    };
    2 * members.iter().filter(is_thing).count() > members.len()
}

/// The place of the last share of a [`Profile`].
const SAME: usize = 9;

/// How far two profiles, or parts of them, are apart.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y).abs()).sum()
}

/// What nodes hold, as shares: links, pictures, digits, mostly digits, money, long text, a digit
/// first, a comma between words, any text, and the same content.
pub(crate) type Profile = [f64; 10];

/// What nodes hold.
pub(crate) fn profile(corpus: &Corpus<'_>, instances: &[Instance]) -> Profile {
    let mut sums = [0.0; 10];
    for &(page, node) in instances {
        let tree = corpus.tree(page);
        let has = |tag: &str| tree.subtree(node).any(|below| tree.tag(below).as_str() == tag);
        let text = corpus.line((page, node));
        let digits = text.chars().filter(char::is_ascii_digit).count();
        let holds = [
            has("a"),
            has("img"),
            digits > 0,
            digits * 2 > text.len(),
            text.contains(['$', '€', '£', '¥']),
            text.len() > 60,
            text.starts_with(|c: char| c.is_ascii_digit()),
            text.contains(", "),
            !text.is_empty(),
        ];
        for (sum, holds) in sums.iter_mut().zip(holds) {
            *sum += f64::from(u8::from(holds));
        }
    }
    for sum in &mut sums {
        *sum /= instances.len().max(1) as f64;
    }
    sums[SAME] = f64::from(u8::from(is_same(corpus, instances)));
    sums
}
