//! Which reading of like siblings describes them in the fewest bits?
//!
//! Siblings of one kind are a list, whose items play one role, or slots with a role each, and what tells
//! slots apart may be their words, their structure, their class words or their place; or they are a map, in
//! which their names tell them apart (`pairs`). Each of these is a proposal, and the one with the least
//! description length \[Rissanen 1978\] is kept; a list is what all others are compared with. The code is
//! adaptive, so that it needs no weights:
//!
//! - For each role, which instances have it (the entropy of that), and how often: a number is the cheaper the
//!   more instances have as many.
//! - For each class word, how many members of a role have it.
//! - For each way of labels below a member, how many members of a role have it, and the texts at its end: which of
//!   them are new, a new one by its form and its letters, another by how often it was there before. What is always
//!   the same in a slot, and elsewhere now this, now that, costs nothing there.
//! - Roles share what they have in common: each way is coded for all roles together, or for each apart,
//!   whichever is shorter.

mod pairs;

pub(crate) use pairs::{Named, is_shorter_as_map};

use crate::corpus::{Corpus, draw};
use crate::level::kinds::Member;
use rustc_hash::{FxHashMap, FxHasher};
use sitewrap_tree::NodeId;
use std::hash::Hasher;
use std::ops::Range;

/// Like siblings, or an even share of them, taken apart for coding.
pub(crate) struct Described<'c, 't> {
    corpus: &'c Corpus<'t>,
    /// The members that are coded, by their index.
    members: Vec<usize>,
    /// The instance of each.
    instances: Vec<usize>,
    /// What is said at the end of each way of labels, by texts.
    ways: Vec<Vec<Said>>,
    code: Code,
}

/// A text as it is coded.
#[derive(Clone, Copy)]
struct Text {
    hash: u64,
    /// A hash of its form.
    form: u64,
    /// What it costs where it is new.
    bits: f64,
}

/// That a member has a way of labels, and the text at its end.
#[derive(Clone, Copy)]
struct Said {
    text: Option<Text>,
    /// The place of the member among those that are coded.
    member: usize,
}

impl Said {
    fn hash(&self) -> Option<u64> {
        self.text.map(|text| text.hash)
    }
}

impl<'c, 't> Described<'c, 't> {
    /// Takes members apart.
    pub(crate) fn new(corpus: &'c Corpus<'t>, members: &[Member]) -> Self {
        Self::of(corpus, members, false)
    }

    /// Takes apart what is in members: what they are called themselves does not count.
    pub(crate) fn inside(corpus: &'c Corpus<'t>, members: &[Member]) -> Self {
        Self::of(corpus, members, true)
    }

    fn of(corpus: &'c Corpus<'t>, members: &[Member], inside: bool) -> Self {
        let sample = sample(members, corpus.parameters().described);
        let instances: Vec<usize> = sample.iter().map(|&index| members[index].0).collect();
        let mut by_way: FxHashMap<u64, usize> = FxHashMap::default();
        let mut ways: Vec<Vec<Said>> = Vec::new();
        for (member, &index) in sample.iter().enumerate() {
            let own = words(corpus, members[index]).map(|word| (word, None));
            let own = own.filter(|_| !inside);
            for (way, text) in ways_below(corpus, members[index], inside).chain(own) {
                let at = *by_way.entry(way).or_insert_with(|| {
                    ways.push(Vec::new());
                    ways.len() - 1
                });
                ways[at].push(Said { text, member });
            }
        }
        ways.iter_mut().for_each(|way| way.sort_by_key(|said| (said.hash(), said.member)));
        let most = ways.iter().map(Vec::len).max().unwrap_or_default().max(sample.len());
        Self { corpus, instances, ways, code: Code::new(most), members: sample }
    }

    /// Whether knowing the roles of the members, numbered from 0, saves more than a bit for each of them.
    pub(crate) fn saves_a_bit_each(&self, role_of: &[usize]) -> bool {
        let as_list = self.millibits(&vec![0; role_of.len()]);
        as_list > self.millibits(role_of) + 1000 * self.members.len() as u64
    }

    /// Bits that describe the members where each plays one of the roles, numbered from 0; in units of a
    /// thousandth, so that equal partitions are equal whatever their order.
    pub(crate) fn millibits(&self, role_of: &[usize]) -> u64 {
        let roles: Vec<usize> = self.members.iter().map(|&index| role_of[index]).collect();
        let count = roles.iter().max().map_or(0, |last| last + 1);
        let mut sizes = vec![0usize; count];
        roles.iter().for_each(|&role| sizes[role] += 1);
        let presence: f64 = (0..count).map(|role| self.presence(&roles, role)).sum();
        let ways = self.ways.iter().map(|way| self.way(way, &roles, &sizes));
        ((presence + ways.sum::<f64>()) * 1000.0).round() as u64
    }

    /// Which instances have a role, and how often.
    fn presence(&self, roles: &[usize], role: usize) -> f64 {
        let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
        let having = self.instances.iter().zip(roles).filter(|(_, of)| **of == role);
        having.for_each(|(instance, _)| *counts.entry(*instance).or_default() += 1);
        let mut all = self.instances.clone();
        all.dedup();
        share_bits(counts.len(), all.len()) + self.code.often(counts.into_values().collect())
    }

    /// A way of labels, for all roles together or for each apart.
    fn way(&self, way: &[Said], roles: &[usize], sizes: &[usize]) -> f64 {
        let together = self.said(way, roles.len());
        if sizes.len() < 2 {
            return together;
        }
        let mut of_role: Vec<Vec<Said>> = vec![Vec::new(); sizes.len()];
        way.iter().for_each(|said| of_role[roles[said.member]].push(*said));
        let having = of_role.iter().zip(sizes).filter(|(said, _)| !said.is_empty());
        let (mut apart, mut count) = (0.0, 0);
        for (said, &size) in having {
            apart += self.said(said, size);
            count += 1;
        }
        // Which of the two it is takes a bit, and apart also which of the roles that are coded have it.
        let roles = sizes.iter().filter(|size| **size > 0).count();
        1.0 + together.min(apart + self.code.choice(count, roles))
    }

    /// How many of `size` members have a way, and what they say at its end.
    fn said(&self, said: &[Said], size: usize) -> f64 {
        let mut members: Vec<usize> = said.iter().map(|said| said.member).collect();
        members.sort_unstable();
        members.dedup();
        let texts = said.partition_point(|said| said.text.is_none());
        let texts = &said[texts..];
        let runs = texts.chunk_by(|a, b| a.hash() == b.hash());
        let new: Vec<(usize, Text)> =
            runs.filter_map(|run| Some((run.len(), run[0].text?))).collect();
        let mut forms: Vec<u64> = new.iter().map(|(_, text)| text.form).collect();
        forms.sort_unstable();
        let way = self.corpus.parameters().way_bits;
        // Were a form free where it is new, each would be cheaper as a new one than as one that came before.
        let of_forms = forms.chunk_by(|a, b| a == b).map(|run| (run.len(), way));
        way + share_bits(members.len(), size)
            + self.code.sequence(texts.len(), new.iter().map(|(count, text)| (*count, text.bits)))
            + self.code.sequence(forms.len(), of_forms)
    }
}

/// What sequences cost by an adaptive code.
struct Code {
    /// Binary logarithms of factorials.
    factorials: Vec<f64>,
}

impl Code {
    /// For sequences of at most so many values.
    fn new(most: usize) -> Self {
        let mut sum = 0.0;
        let factorials = (0..=most).map(|n| {
            sum += (n.max(1) as f64).log2();
            sum
        });
        Self { factorials: factorials.collect() }
    }

    /// A sequence of values: which of them are new, what the new ones say, and of the others each by how often
    /// it came before.
    fn sequence(&self, all: usize, runs: impl Iterator<Item = (usize, f64)>) -> f64 {
        if all == 0 {
            return 0.0;
        }
        let (mut new, mut bits) = (0, 0.0);
        for (count, said) in runs {
            new += 1;
            bits += said - self.factorials[count - 1];
        }
        bits + share_bits(new, all) + self.factorials[all - 1] - self.factorials[new - 1]
    }

    /// Which `count` of `all` it is; of no more than there are values.
    fn choice(&self, count: usize, all: usize) -> f64 {
        self.factorials[all] - self.factorials[count] - self.factorials[all - count]
    }

    /// How often each of some instances has something: the cheaper the more have it as often.
    fn often(&self, times: Vec<usize>) -> f64 {
        let all = times.len();
        self.sequence(all, runs_of(times).into_iter())
    }
}

/// How many instances have something as often as each other, and what that number costs.
fn runs_of(mut times: Vec<usize>) -> Vec<(usize, f64)> {
    times.sort_unstable();
    let runs = times.chunk_by(|a, b| a == b);
    runs.map(|run| (run.len(), 2.0 * (run[0] as f64).log2())).collect()
}

/// The members that are coded: those of instances drawn evenly.
fn sample(members: &[Member], most: usize) -> Vec<usize> {
    let mut end = 0;
    let ranges = members.chunk_by(|a, b| a.0 == b.0).map(|run| {
        end += run.len();
        end - run.len()..end
    });
    let ranges: Vec<Range<usize>> = ranges.collect();
    let all: Vec<usize> = (0..ranges.len()).collect();
    let drawn = draw(&all, (ranges.len() * most).div_ceil(members.len().max(1)));
    drawn.flat_map(|instance| ranges[instance].clone()).take(most).collect()
}

/// The ways of labels below a member, each with the text at its end and what that costs, and its own unless
/// what is `inside` is asked for.
fn ways_below(
    corpus: &Corpus<'_>,
    (_, (page, node)): Member,
    inside: bool,
) -> impl Iterator<Item = (u64, Option<Text>)> {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let mut ways: FxHashMap<NodeId, u64> = FxHashMap::default();
    tree.subtree(node).filter_map(move |below| {
        let above = tree.parent(below).and_then(|parent| ways.get(&parent)).copied();
        let way = above.unwrap_or_default().rotate_left(17).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ if inside && below == node { 0 } else { view.label_hash(below) };
        ways.insert(below, way);
        if !tree.is_text(below) {
            return Some((way, None));
        }
        let text = corpus.line((page, below));
        let coded = || {
            let (hash, bits) = text_bits(corpus, &text);
            Text { hash, bits, form: form(corpus, &text) }
        };
        (!text.is_empty()).then(|| (way, Some(coded())))
    })
}

/// The class words of a member, as hashes. Numbers in them (`column-2`) tell its place, which a list tells as well.
fn words<'t>(
    corpus: &Corpus<'t>,
    (_, (page, node)): Member,
) -> impl Iterator<Item = u64> + use<'t> {
    corpus.tree(page).classes(node).map(|word| {
        let mut hasher = FxHasher::default();
        let parts = word.split(|c: char| c.is_ascii_digit());
        parts.for_each(|part| hasher.write(part.as_bytes()));
        hasher.finish()
    })
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// A hash of the form of a text: its label, then runs of letters and of digits and the signs between them.
fn form(corpus: &Corpus<'_>, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    let (label, value) = text.split_once(": ").unwrap_or(("", text));
    hasher.write(label.as_bytes());
    let mut last = None;
    for c in value.chars().take(corpus.parameters().described_letters) {
        let kind = match c {
            _ if c.is_alphabetic() => 'a',
            _ if c.is_numeric() => '0',
            _ => c,
        };
        if last != Some(kind) || !kind.is_alphanumeric() {
            hasher.write_u32(kind.into());
        }
        last = Some(kind);
    }
    hasher.finish()
}

/// A hash of a text, and what it costs where it is new.
fn text_bits(corpus: &Corpus<'_>, text: &str) -> (u64, f64) {
    let parameters = corpus.parameters();
    let letters = text.chars().take(parameters.described_letters).count() + 1;
    (hash(text), parameters.letter_bits * letters as f64)
}

/// Which `having` of `all` have something, with how many they are.
fn share_bits(having: usize, all: usize) -> f64 {
    let part = |count: usize| match count {
        0 => 0.0,
        _ => -(count as f64) * (count as f64 / all as f64).log2(),
    };
    part(having) + part(all - having) + 0.5 * (all as f64 + 1.0).log2()
}
