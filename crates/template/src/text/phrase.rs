//! Phrases in ever new inline markup: words that are one text, however it is marked up.

use crate::corpus::{Corpus, Instance};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::{NodeId, html};

/// Whether inline markup in a text is that of its writer: of no use as a boundary between values.
pub(super) fn is_irregular_phrase(
    corpus: &Corpus<'_>,
    instances: &[Instance],
    children: &[Vec<NodeId>],
    regular: &dyn Fn() -> f64,
) -> bool {
    // The same words now marked up, now not: `<td>Jane</td>`, `<td><b>Jane</b></td>`.
    let single = children.iter().filter(|nodes| nodes.len() == 1).count();
    let bare = (0..instances.len())
        .filter(
            |&i| matches!(children[i][..], [only] if corpus.tag((instances[i].0, only)) == "#text"),
        )
        .count();
    let share = |count: usize| corpus.share(count, instances.len());
    if share(single).is_nearly_all() && share(bare).recurs() && bare < single {
        return true;
    }
    if share(instances.iter().filter(|of| has_marks_in_words(corpus, **of)).count()).recurs() {
        return true;
    }
    let long = |((page, _), nodes): &(&Instance, &Vec<NodeId>)| goes_on(corpus, *page, nodes);
    if share(instances.iter().zip(children).filter(long).count()).is_most() {
        return true;
    }
    if is_marked_up(corpus, instances, children, share(bare).is_half()) {
        return true;
    }
    let is_definition =
        |((page, node), nodes): &(&Instance, &Vec<NodeId>)| defines(corpus, (*page, *node), nodes);
    if share(instances.iter().zip(children).filter(is_definition).count()).is_most() {
        return true;
    }
    if is_motley(corpus, instances, children) {
        return true;
    }
    if regular() >= corpus.parameters().most {
        return false;
    }
    let (mut texts, mut bytes) = (0, 0);
    for (i, nodes) in children.iter().enumerate() {
        let (page, _) = instances[i];
        for &child in nodes.iter().filter(|&&child| corpus.tag((page, child)) == "#text") {
            texts += 1;
            bytes += corpus.line((page, child)).len();
        }
    }
    texts > 0 && bytes / texts > corpus.parameters().written_bytes
}

/// Whether a long text goes on with a sentence stop or a comma, or what goes on so behind emphasised words began with
/// one (the entry of a bibliography): neither is a text of its own.
fn goes_on(corpus: &Corpus<'_>, page: usize, nodes: &[NodeId]) -> bool {
    let tag = |node: NodeId| corpus.tag((page, node));
    let is_long = |node: NodeId| {
        tag(node) == "#text" && corpus.line((page, node)).len() > corpus.parameters().written_bytes
    };
    let begins_long = nodes.first().is_some_and(|&first| is_long(first));
    nodes.iter().enumerate().any(|(at, &node)| {
        let is_behind_emphasis = || at > 0 && html::is_emphasis(tag(nodes[at - 1]));
        tag(node) == "#text"
            && corpus.line((page, node)).starts_with(['.', ',', ';', '!', '?'])
            && (is_long(node) || begins_long && is_behind_emphasis())
    })
}

/// Whether a paragraph is a sentence that begins with what it is about, emphasised, and goes on in small letters (`<b>Leeds</b> is
/// a town in …`), whatever links and names it holds: as the articles of encyclopedias begin.
fn defines(corpus: &Corpus<'_>, (page, node): Instance, nodes: &[NodeId]) -> bool {
    let [first, second, ..] = nodes else { return false };
    let is_text = |node: NodeId| corpus.tag((page, node)) == "#text";
    let goes_on = || corpus.line((page, *second)).starts_with(char::is_lowercase);
    corpus.tag((page, node)) == "p"
        && html::is_emphasis(corpus.tag((page, *first)))
        && is_text(*second)
        && goes_on()
        && corpus.line((page, node)).ends_with(['.', '!', '?', '…', '»', '"', ']'])
}

/// Whether words of a text are marked (`<mark>`, as hits of a search), or a part of a word stands in an element of
/// its own: no two values share a word.
fn has_marks_in_words(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let mut last: Option<(NodeId, char)> = None;
    tree.subtree(node).skip(1).any(|below| {
        match tree.tag(below).as_str() {
            "mark" => return true,
            "br" | "img" => last = None,
            _ => {}
        }
        let text = tree.text(below);
        let (Some(first), Some(end)) = (text.chars().next(), text.chars().next_back()) else {
            return false;
        };
        let before = last.replace((below, end));
        before.is_some_and(|(before, end)| {
            let is_beside = |text: NodeId| tree.parent(text) == Some(node);
            end.is_alphabetic() && first.is_lowercase() && (is_beside(before) != is_beside(below))
        })
    })
}

/// Whether half of the instances are more than a bare text, and nothing that they hold comes back on some: the
/// signatures of members, each marked up as its writer pleased. What a template makes has something that most have.
fn is_motley(corpus: &Corpus<'_>, instances: &[Instance], children: &[Vec<NodeId>]) -> bool {
    let mut counts: FxHashMap<(&str, &str), usize> = FxHashMap::default();
    let mut marked = 0;
    for (&(page, _), nodes) in instances.iter().zip(children) {
        let tree = corpus.tree(page);
        let marks = nodes.iter().filter(|&&node| !tree.is_text(node));
        // An element is as others are by any of its class words: the others may tell of the thing (`status-5`).
        let kinds: FxHashSet<(&str, &str)> = marks
            .flat_map(|&node| {
                let words = tree.classes(node);
                let bare = tree.classes(node).next().is_none().then_some("");
                words.chain(bare).map(move |word| (tree.tag(node).as_str(), word))
            })
            .collect();
        marked += usize::from(!kinds.is_empty());
        kinds.into_iter().for_each(|kind| *counts.entry(kind).or_default() += 1);
    }
    let most = counts.values().copied().max().unwrap_or(0);
    let parameters = corpus.parameters();
    let holds = |count: usize| corpus.share(count, instances.len());
    instances.len() >= parameters.sure
        && holds(marked).is_half()
        && counts.len() >= parameters.few
        && !holds(most).is_at_least(parameters.some)
}

/// Whether most of the instances that are more than a bare text are one whose words are marked up here and
/// there. If few instances are bare, the texts go on in the middle of a sentence, each as another.
fn is_marked_up(
    corpus: &Corpus<'_>,
    instances: &[Instance],
    children: &[Vec<NodeId>],
    are_bare: bool,
) -> bool {
    let (mut others, mut marked, mut bytes) = (0, 0, 0);
    let mut sequels: FxHashSet<String> = FxHashSet::default();
    for (&instance, nodes) in instances.iter().zip(children) {
        let Some(&last) = nodes.last() else { continue };
        let (page, node) = instance;
        if nodes.len() == 1 && corpus.tag((page, last)) == "#text" {
            continue;
        }
        others += 1;
        bytes += corpus.view(page).text_len(node);
        if has_marks(corpus, instance, nodes, are_bare) {
            marked += 1;
            let sequel = corpus.line((page, last));
            let goes_on = sequel.starts_with(|c: char| c.is_lowercase() || ",;.!?".contains(c));
            sequels.extend(goes_on.then_some(sequel));
        }
    }
    let share = |count: usize| corpus.share(count, others);
    let go_on =
        || share(sequels.len()).is_most() && bytes > others * corpus.parameters().written_bytes;
    others > 0 && share(marked).is_most() && (are_bare || go_on())
}

/// Whether the children of an element are a text with marks in it: elements of emphasis, or without class words
/// where others are bare, with text before and behind, or on one side in such a heading.
fn has_marks(
    corpus: &Corpus<'_>,
    (page, node): Instance,
    nodes: &[NodeId],
    are_bare: bool,
) -> bool {
    let is_text = |child: &NodeId| corpus.tag((page, *child)) == "#text";
    let is_mark = |child: &NodeId| {
        html::is_emphasis(corpus.tag((page, *child)))
            || are_bare && corpus.tree(page).classes(*child).next().is_none()
    };
    let ends = [nodes.first(), nodes.last()];
    let ends = ends.into_iter().flatten().filter(|end| is_text(end)).count();
    let is_heading = html::is_heading(corpus.tag((page, node)));
    let enough = if is_heading && are_bare { 1 } else { 2 };
    ends >= enough
        && !nodes.iter().all(is_text)
        && nodes.iter().filter(|child| !is_text(child)).all(is_mark)
}
