//! Like siblings that are not a list: the cells of a row, the lines of a byline.
//!
//! Several children of one kind below one node are either a list, whose items play one role, or
//! slots, each with a role of its own. Slots are told apart by the words that come once in each
//! instance (labels), by their structure, their class words or their position. Each of these is a
//! proposal; which of them stands, or whether it is a list, the shortest description tells (`reading`).

use crate::corpus::{Corpus, Instance, is_same};
use crate::level::class_slots::{class_slots, numbered_slots};
use crate::level::kinds::{Children, Member};
use crate::level::label_words::{are_values, common_words, label_words, may_label};
use crate::level::labelled_links::labelled_links;
use crate::level::labelled_paragraphs::labelled_paragraphs;
use crate::level::layout::layout;
use crate::level::parts::{Part, accept, are_words};
use crate::level::positions::{counts, first_positions, positions};
use crate::level::reading::Described;
use crate::level::rows::are_records;
use crate::level::sides::{between_words, ends_of_range, sides};
use crate::level::structures::structures;
use crate::level::title::first_of_headings;
use crate::text::prose::is_prose;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::html;
use sitewrap_wrapper::dice;
use std::collections::BTreeMap;

/// Slots that are told apart by their words.
#[derive(Default)]
pub(crate) struct Slots {
    /// The words of a slot, by kind.
    pub(crate) labels: FxHashMap<usize, Vec<String>>,
    /// The slots that were one kind.
    pub(crate) families: Vec<Vec<usize>>,
    /// Paragraphs with a label, which are no part of the text around them.
    pub(crate) labelled: Vec<usize>,
}

/// Cuts kinds of which instances have several into slots, where they are slots. Kinds in `keep`
/// are left as they are.
pub(crate) fn split_slots(
    corpus: &Corpus<'_>,
    children: &mut Children,
    keep: &FxHashSet<usize>,
) -> Slots {
    let mut slots = Slots::default();
    let mut records = FxHashSet::default();
    for kind in 0..children.count {
        if keep.contains(&kind) {
            continue;
        }
        let members: Vec<Member> = children.members(kind).collect();
        if !children.is_many(kind) {
            let paragraphs = labelled_paragraphs(corpus, &members, children.groups.len());
            if let Some(words) = paragraphs.and_then(of_one_label) {
                slots.labels.insert(kind, words);
                slots.labelled.push(kind);
            }
            continue;
        }
        // The entries of a `select` are choices, whichever of them all pages offer.
        let are_choices = members.iter().all(|(_, member)| corpus.tag(*member) == "option");
        if are_choices {
            continue;
        }
        if are_records(corpus, &members) {
            records.insert(kind);
            continue;
        }
        // Of two prices that class words tell apart the first may be the old one.
        let sure = ends_of_range(corpus, &members)
            .filter(|_| class_slots(corpus, &members).is_none())
            .or_else(|| counts(corpus, &members))
            .or_else(|| between_words(corpus, children, kind))
            .or_else(|| first_of_headings(corpus, &members));
        if let Some(parts) = sure {
            children.split(kind, &parts);
            continue;
        }
        let first_new = children.count;
        let of = |part: usize| if part == 0 { kind } else { first_new + part - 1 };
        if let Some((of_member, labels)) = labelled_links(corpus, &members) {
            children.split(kind, &of_member);
            slots.labels.extend(labels.into_iter().enumerate().map(|(at, words)| (of(at), words)));
            continue;
        }
        let proposals = proposals(corpus, &members, children.groups.len());
        let Some(parts) = shortest(corpus, &members, proposals) else { continue };
        children.split(kind, &parts.of_member);
        slots.take(parts, of);
    }
    let whole: FxHashSet<usize> = keep.union(&records).copied().collect();
    split_unlike(corpus, children, &whole);
    slots
}

impl Slots {
    /// Takes in the slots of one kind; `of` gives their kinds.
    fn take(&mut self, parts: Parts, of: impl Fn(usize) -> usize) {
        let Parts { labels, are_paragraphs, .. } = parts;
        if are_paragraphs {
            let has_label = |at: &usize| !labels[*at].is_empty();
            self.labelled.extend((0..labels.len()).filter(has_label).map(&of));
        }
        if !labels.is_empty() {
            self.families.push((0..labels.len()).map(&of).collect());
            self.labels.extend(labels.into_iter().enumerate().map(|(at, words)| (of(at), words)));
        }
    }
}

/// Cuts kinds that only lay a page out, or whose members stand on two sides of something. Kinds in `whole` are left as
/// they are.
fn split_unlike(corpus: &Corpus<'_>, children: &mut Children, whole: &FxHashSet<usize>) {
    for kind in 0..children.count {
        if whole.contains(&kind) || !children.is_many(kind) || is_prose(corpus, children, kind) {
            continue;
        }
        let members: Vec<Member> = children.members(kind).collect();
        if let Some(parts) = layout(corpus, &members).or_else(|| sides(corpus, children, kind)) {
            children.split(kind, &parts);
        }
    }
}

/// The words of the label that all paragraphs have.
fn of_one_label((parts, mut labels): (Vec<usize>, Vec<Vec<String>>)) -> Option<Vec<String>> {
    let first = *parts.first()?;
    let is_one = first > 0 && parts.iter().all(|part| *part == first);
    is_one.then(|| labels.swap_remove(first))
}

/// Like siblings, cut into slots.
struct Parts {
    /// The slot of each member, from 0.
    of_member: Vec<usize>,
    /// The words of each slot; none where something else tells them apart.
    labels: Vec<Vec<String>>,
    /// Whether they are paragraphs, which are told apart by their labels.
    are_paragraphs: bool,
}

/// The ways to cut members into slots: by their words, their structure, their class words, their place.
fn proposals(corpus: &Corpus<'_>, members: &[Member], instances: usize) -> Vec<Parts> {
    let without_labels =
        |of_member: Vec<usize>| Parts { of_member, labels: Vec::new(), are_paragraphs: false };
    let others = [
        structures(corpus, members),
        class_slots(corpus, members),
        numbered_slots(corpus, members),
        positions(corpus, members),
        first_positions(corpus, members),
    ];
    let paragraphs = labelled_paragraphs(corpus, members, instances);
    let by_words = match paragraphs {
        Some((of_member, labels)) => Some(Parts { of_member, labels, are_paragraphs: true }),
        None => label_parts(corpus, members),
    };
    by_words.into_iter().chain(others.into_iter().flatten().map(without_labels)).collect()
}

/// The proposal that describes the members in the fewest bits; `None` where they are shorter as a list.
fn shortest(corpus: &Corpus<'_>, members: &[Member], proposals: Vec<Parts>) -> Option<Parts> {
    if proposals.is_empty() {
        return None;
    }
    let described = Described::new(corpus, members);
    let as_list = described.millibits(&vec![0; members.len()]);
    let coded = proposals.into_iter().map(|parts| (described.millibits(&parts.of_member), parts));
    let (bits, parts) = coded.min_by_key(|(bits, _)| *bits)?;
    (bits < as_list).then_some(parts)
}

fn label_parts(corpus: &Corpus<'_>, members: &[Member]) -> Option<Parts> {
    let words: Vec<Vec<String>> = members
        .iter()
        .map(|(_, (page, node))| {
            let mut words = corpus.view(*page).label_words(*node);
            let mut seen = FxHashSet::default();
            words.retain(|word| seen.insert(word.clone()));
            words
        })
        .collect();
    let instances = members.iter().map(|(at, _)| at).collect::<FxHashSet<_>>().len();
    let is_value = are_values(corpus, members);
    let first_words: Vec<&[String]> = members
        .iter()
        .zip(&words)
        .zip(&is_value)
        .map(|(((_, node), words), is_value)| match is_value {
            true => &[],
            false => may_label(corpus, *node, words),
        })
        .collect();
    let label_words = label_words(members, &first_words);
    if label_words.is_empty() {
        return None;
    }
    let mut by_key: BTreeMap<(String, u64), Part> = BTreeMap::new();
    for (index, (at, instance)) in members.iter().enumerate() {
        // Of several, the most usual: a name in a value may recur as well.
        let usual = |word: &&String| label_words.get(*word).copied().unwrap_or_default();
        let known = first_words[index].iter().filter(|word| usual(word) > 0);
        let label = known.rev().max_by_key(usual);
        let unlabelled = label.is_none();
        let key = match label {
            Some(word) => (word.clone(), 0),
            None => (String::new(), structure(corpus, *instance)),
        };
        let part = by_key.entry(key).or_insert_with(|| Part::new(unlabelled));
        part.members.push(index);
        part.instances.insert(*at);
    }
    let parts: Vec<Part> = by_key.into_values().collect();
    if !is_headings(corpus, members) && are_words(corpus, members, &parts, instances) {
        return None;
    }
    let is_usual = |part: &&Part| corpus.share(part.instances.len(), instances).is_most();
    if !parts.iter().any(|part| !part.unlabelled && is_usual(&part)) {
        return None;
    }
    let parts = merge_alternatives(corpus, members, parts, instances);
    accept(corpus, members, &parts)?;
    let usual: usize = parts.iter().filter(is_usual).map(|part| part.members.len()).sum();
    if !corpus.share(usual, members.len()).is_half() {
        return None;
    }
    let mut of_member = vec![0; members.len()];
    let mut labels = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        part.members.iter().for_each(|&member| of_member[member] = index);
        let of_part = part.members.iter().map(|&member| &words[member]);
        labels.push(common_words(corpus, of_part, |word| label_words.contains_key(word)));
    }
    Some(Parts { of_member, labels, are_paragraphs: false })
}

/// A hash of the features of a node.
fn structure(corpus: &Corpus<'_>, instance: Instance) -> u64 {
    corpus
        .features(instance)
        .features()
        .iter()
        .fold(0, |hash: u64, (feature, _)| hash.rotate_left(9).wrapping_add(*feature))
}

/// Joins parts that never come together and look the same: one role, whose words change. Those that most instances
/// have are joined if they say one thing each, which is then no label but a value (`By Ann Lee`, `By Bo Roe`).
fn merge_alternatives(
    corpus: &Corpus<'_>,
    members: &[Member],
    mut parts: Vec<Part>,
    instances: usize,
) -> Vec<Part> {
    parts.sort_by_key(|part| (std::cmp::Reverse(part.instances.len()), part.members[0]));
    let optional =
        |part: &Part| part.unlabelled || !corpus.share(part.instances.len(), instances).is_most();
    let says_one_thing = |part: &Part| {
        let nodes: Vec<Instance> = part.members.iter().map(|&member| members[member].1).collect();
        is_same(corpus, &nodes)
    };
    let are_headings = is_headings(corpus, members);
    let mut merged: Vec<Alternatives> = Vec::new();
    for part in parts {
        let is_optional = optional(&part);
        let is_value = !are_headings && says_one_thing(&part);
        let target = merged.iter_mut().find(|known| {
            let looks =
                || alike(corpus, members[part.members[0]].1, members[known.part.members[0]].1);
            let together = part.instances.intersection(&known.part.instances).count();
            corpus.share(together, part.instances.len()).is_chance()
                && (is_optional && known.are_optional || is_value && known.are_values)
                && looks()
        });
        match target {
            Some(known) => {
                known.part.members.extend(part.members);
                known.part.instances.extend(part.instances);
            }
            None => {
                merged.push(Alternatives { part, are_optional: is_optional, are_values: is_value });
            }
        }
    }
    merged.into_iter().map(|known| known.part).collect()
}

/// Parts that are one role.
struct Alternatives {
    part: Part,
    /// Whether the first of them is not on most instances.
    are_optional: bool,
    /// Whether each of them says one thing.
    are_values: bool,
}

fn alike(corpus: &Corpus<'_>, a: Instance, b: Instance) -> bool {
    let (a, b) = (corpus.features(a), corpus.features(b));
    let total = |list: &[(u64, f32)]| list.iter().map(|(_, weight)| weight).sum::<f32>();
    let (a, b) = (a.features(), b.features());
    dice(a, total(a), b, total(b)) >= corpus.parameters().same_structure
}

/// Headings name what follows them, whether they are always there or not.
fn is_headings(corpus: &Corpus<'_>, members: &[Member]) -> bool {
    let is_heading = |tag: &str| html::is_heading(tag);
    members.iter().all(|&(_, (page, node))| {
        let tree = corpus.tree(page);
        let mut tags = tree.subtree(node).map(|below| tree.tag(below).as_str());
        tags.any(is_heading) && !tree.subtree(node).any(|n| tree.tag(n).as_str() == "img")
    })
}
