//! Paragraphs that begin with a label among those of a running text: `<p><b>Condition:</b> Good.</p>`.
//!
//! What people write has a bold word and a colon now and then. A label that stands before a paragraph of half of the
//! texts and more, once in each, is a field, and no part of what is written; so are several lines with labels, if
//! other texts begin such lines with the same label.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Member;
use crate::level::label_words::{comes_once, common_words};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_wrapper::labelled_lines;

/// The part of each member, from 0, and the words of each part; those of paragraphs without such a label have
/// none. `None` where the members are no paragraphs, or none has a label that is usual among all `instances`.
pub(crate) fn labelled_paragraphs(
    corpus: &Corpus<'_>,
    members: &[Member],
    instances: usize,
) -> Option<(Vec<usize>, Vec<Vec<String>>)> {
    let is_paragraph = |(_, member): &Member| corpus.tag(*member) == "p";
    if !members.iter().all(is_paragraph) {
        return None;
    }
    let of_member: Vec<Option<Label>> =
        members.iter().map(|(_, member)| Label::of(corpus, *member)).collect();
    let labels = usual_labels(corpus, members, &of_member, instances);
    let label_of = |label: &Option<Label>| {
        let is_it = |usual: &&str| label.as_ref().is_some_and(|label| label.text == *usual);
        labels.iter().position(is_it).map_or(0, |at| at + 1)
    };
    let parts: Vec<usize> = of_member.iter().map(label_of).collect();
    let words: Vec<Vec<String>> =
        members.iter().map(|(_, (page, node))| corpus.view(*page).label_words(*node)).collect();
    let words_of = |part: usize| {
        let own = words.iter().zip(&parts).filter(|(_, of)| **of == part);
        common_words(corpus, own.map(|(words, _)| words), |_| true)
    };
    let labels: Vec<Vec<String>> = (0..=labels.len())
        .map(|part| if part == 0 { Vec::new() } else { words_of(part) })
        .collect();
    let are_told = labels.len() > 1 && labels[1..].iter().all(|words| !words.is_empty());
    are_told.then_some((parts, labels))
}

/// Whether running text in elements has paragraphs whose label is usual.
pub(crate) fn have_labelled_paragraphs(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let paragraphs = |(at, &instance): (usize, &Instance)| {
        corpus.content_children(instance).into_iter().map(move |child| (at, child))
    };
    let members: Vec<Member> = instances
        .iter()
        .enumerate()
        .flat_map(paragraphs)
        .filter(|(_, child)| corpus.tag(*child) == "p")
        .collect();
    let labels: Vec<Option<Label>> =
        members.iter().map(|(_, member)| Label::of(corpus, *member)).collect();
    !usual_labels(corpus, &members, &labels, instances.len()).is_empty()
}

/// The label that a paragraph begins with, in an element of its own.
struct Label {
    text: String,
    /// Whether a further line has one.
    is_first: bool,
}

impl Label {
    fn of(corpus: &Corpus<'_>, (page, node): Instance) -> Option<Self> {
        let view = corpus.view(page);
        // A picture at its side stands before what a paragraph says.
        let nodes: Vec<_> =
            view.content_children(node).skip_while(|&part| view.text_len(part) == 0).collect();
        if nodes.first().is_none_or(|&first| view.tree.is_text(first)) {
            return None;
        }
        let mut lines = labelled_lines(view, &nodes).into_iter();
        let line = lines.next().filter(|line| line.nodes.start == 0 && line.value_from > 0)?;
        Some(Self { text: line.label, is_first: lines.next().is_some() })
    }
}

/// How often a label comes.
#[derive(Default)]
struct Uses {
    instances: FxHashSet<usize>,
    members: usize,
    /// Members with further labels.
    first: usize,
}

/// The labels that half of the instances have, or several where each is the first of some, each (almost) once.
fn usual_labels<'l>(
    corpus: &Corpus<'_>,
    members: &[Member],
    labels: &'l [Option<Label>],
    instances: usize,
) -> Vec<&'l str> {
    let mut uses: FxHashMap<&str, Uses> = FxHashMap::default();
    for ((at, _), label) in members.iter().zip(labels) {
        let Some(label) = label else { continue };
        let of = uses.entry(label.text.as_str()).or_default();
        of.instances.insert(*at);
        of.members += 1;
        of.first += usize::from(label.is_first);
    }
    let is_usual = |(_, of): &(&str, Uses)| {
        let count = of.instances.len();
        let share = corpus.share(count, instances);
        let begins_lines = || share.recurs() && corpus.share(of.first, of.members).is_most();
        count >= corpus.parameters().few
            && comes_once(of.members, count)
            && (share.is_half() || begins_lines())
    };
    let mut usual: Vec<&str> = uses.into_iter().filter(is_usual).map(|(label, _)| label).collect();
    usual.sort_unstable();
    usual
}
