//! Paragraphs that begin with a label among those of a running text: `<p><b>Condition:</b> Good.</p>`.
//!
//! What people write has a bold word and a colon now and then. A label that stands before a paragraph of half of the
//! texts and more, once in each, is a field, and no part of what is written.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Member;
use crate::level::label_words::{comes_once, common_words};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_wrapper::labelled_lines;

/// The part of each member, from 0, and the words of each part; those of paragraphs without such a label have
/// none. `None` where the members are no paragraphs, or none has a label that is usual.
pub(crate) fn labelled_paragraphs(
    corpus: &Corpus<'_>,
    members: &[Member],
) -> Option<(Vec<usize>, Vec<Vec<String>>)> {
    let is_paragraph = |(_, member): &Member| matches!(corpus.tag(*member), "p" | "div");
    if !members.iter().all(is_paragraph) {
        return None;
    }
    let of_member: Vec<Option<String>> =
        members.iter().map(|(_, member)| label(corpus, *member)).collect();
    let labels = usual_labels(corpus, members, &of_member);
    let label_of = |label: &Option<String>| {
        labels.iter().position(|usual| Some(*usual) == label.as_deref()).map_or(0, |at| at + 1)
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
    (are_told && parts.contains(&0)).then_some((parts, labels))
}

/// Whether running text in elements has paragraphs whose label is usual.
pub(crate) fn have_labelled_paragraphs(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let members: Vec<Member> = instances
        .iter()
        .enumerate()
        .flat_map(|(at, &instance)| {
            corpus.content_children(instance).into_iter().map(move |child| (at, child))
        })
        .filter(|(_, child)| corpus.tag(*child) == "p")
        .collect();
    let of_member: Vec<Option<String>> =
        members.iter().map(|(_, member)| label(corpus, *member)).collect();
    let labels = usual_labels(corpus, &members, &of_member);
    let having = members
        .iter()
        .zip(&of_member)
        .filter(|(_, of)| of.as_deref().is_some_and(|label| labels.contains(&label)));
    let having = having.map(|((at, _), _)| at).collect::<FxHashSet<_>>().len();
    having > 0 && corpus.share(having, instances.len()).is_half()
}

/// The label that a paragraph begins with, in an element of its own.
fn label(corpus: &Corpus<'_>, (page, node): Instance) -> Option<String> {
    let view = corpus.view(page);
    let nodes: Vec<_> = view.content_children(node).collect();
    if nodes.first().is_none_or(|&first| view.tree.is_text(first)) {
        return None;
    }
    let line = labelled_lines(view, &nodes).into_iter().next()?;
    (line.nodes.start == 0 && line.value_from > 0).then_some(line.label)
}

/// The labels that half of the instances have, each (almost) once.
fn usual_labels<'l>(
    corpus: &Corpus<'_>,
    members: &[Member],
    labels: &'l [Option<String>],
) -> Vec<&'l str> {
    let instances = members.iter().map(|(at, _)| at).collect::<FxHashSet<_>>().len();
    let mut counts: FxHashMap<&str, (FxHashSet<usize>, usize)> = FxHashMap::default();
    for ((at, _), label) in members.iter().zip(labels) {
        let Some(label) = label else { continue };
        let (of, count) = counts.entry(label).or_default();
        of.insert(*at);
        *count += 1;
    }
    let is_usual = |(_, (of, count)): &(&str, (FxHashSet<usize>, usize))| {
        of.len() >= corpus.parameters().few
            && corpus.share(of.len(), instances).is_half()
            && comes_once(*count, of.len())
    };
    let mut usual: Vec<&str> =
        counts.into_iter().filter(is_usual).map(|(label, _)| label).collect();
    usual.sort_unstable();
    usual
}
