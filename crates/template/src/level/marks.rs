//! Marks: words that say the same wherever they are, and are not always there.
//!
//! `Sale` on some products, `Sold out` on others, `Pinned` over a topic: what never changes tells by being there. So
//! it is a value, unless it comes and goes with something beside it that does change: then it is its label.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::text::pattern::whole;
use rustc_hash::FxHashSet;
use sitewrap_terms::words::lexicon::{COLONS, Role, is};
use sitewrap_tree::{NodeId, html};
use sitewrap_wrapper::{Content, Element};

/// The text of a kind of which `node` was made, if it is a mark of the instances that have it.
pub(crate) fn mark(
    corpus: &Corpus<'_>,
    children: &Children,
    kind: usize,
    node: &Element,
) -> Option<Content> {
    let (_, first) = children.members(kind).next()?;
    let is_mark = matches!(node.content, Content::Fixed(_))
        && node.label_words.is_empty()
        && are_marks(corpus, children, kind);
    is_mark.then(|| Content::Text(whole(&[&corpus.line(first)], corpus.parameters())))
}

/// Whether the members of a kind, which all say the same, are there on some instances and missing on others, and tell
/// so alone.
fn are_marks(corpus: &Corpus<'_>, children: &Children, kind: usize) -> bool {
    let having: FxHashSet<usize> = children.members(kind).map(|(at, _)| at).collect();
    let all = children.groups.len();
    let few = corpus.parameters().few;
    let share = corpus.share(having.len(), all);
    let goes_with = |other: usize| goes_with(corpus, children, other, &having);
    having.len() >= few
        && all - having.len() >= few
        && share.recurs()
        && !share.is_nearly_all()
        && children.members(kind).all(|(_, member)| is_mark(corpus, member))
        && !(0..children.count).any(|other| other != kind && goes_with(other))
}

/// Whether a kind that does not always say the same is in the instances `having` and nowhere else, so that these words
/// are its label; or in (almost) all others and in none of these, so that they only say that it is missing.
fn goes_with(
    corpus: &Corpus<'_>,
    children: &Children,
    kind: usize,
    having: &FxHashSet<usize>,
) -> bool {
    let of_kind: FxHashSet<usize> = children.members(kind).map(|(at, _)| at).collect();
    let together = of_kind.intersection(having).count();
    let either = of_kind.len() + having.len() - together;
    let is_instead =
        together == 0 && corpus.share(either, children.groups.len()).is_all_but_chance();
    let mut lines = children.members(kind).map(|(_, member)| corpus.line(member));
    let first = lines.next();
    (is_instead || corpus.share(together, either).is_all_but_chance())
        && lines.any(|line| Some(line) != first)
}

/// Whether an element is a word or a few that lead nowhere, head nothing and begin no sentence.
fn is_mark(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let tag = |node: NodeId| tree.tag(node).as_str();
    let text = corpus.line((page, node));
    let is_word = text.len() <= corpus.parameters().label_chars
        && text.starts_with(char::is_alphanumeric)
        && text.contains(char::is_alphabetic)
        && !text.ends_with(COLONS)
        && !text.split(' ').next().is_some_and(|first| is(Role::Bidding, &first.to_lowercase()));
    let may_be = |below: NodeId| {
        !html::is_control(tag(below))
            && !html::is_heading(tag(below))
            && !matches!(tag(below), "th" | "dt" | "option" | "legend" | "caption" | "noscript")
    };
    // The words of a link or a button are not what is told of the thing; those on a picture that leads on are.
    let holds_picture = |at: NodeId| tree.subtree(at).any(|below| tag(below) == "img");
    let is_all_of_control = || {
        let around = std::iter::successors(tree.parent(node), |&at| tree.parent(at));
        around
            .take(corpus.parameters().around)
            .take_while(|&at| corpus.view(page).text_len(at) == corpus.view(page).text_len(node))
            .any(|at| html::is_control(tag(at)) && !holds_picture(at))
    };
    !tree.is_text(node) && is_word && tree.subtree(node).all(may_be) && !is_all_of_control()
}
