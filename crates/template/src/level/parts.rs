//! Parts that like siblings are cut into.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Member;
use rustc_hash::FxHashSet;
use sitewrap_tree::{NodeId, html};

/// Members with one key, and the instances that have them.
pub(crate) struct Part {
    pub(crate) members: Vec<usize>,
    pub(crate) instances: FxHashSet<usize>,
    /// Whether the members bear no label word.
    pub(crate) unlabelled: bool,
}

impl Part {
    pub(crate) fn new(unlabelled: bool) -> Self {
        Self { members: Vec::new(), instances: FxHashSet::default(), unlabelled }
    }
}

/// Whether parts are slots: a few, each (almost) once an instance.
pub(crate) fn accept(corpus: &Corpus<'_>, members: &[Member], parts: &[Part]) -> Option<()> {
    let surplus: usize = parts.iter().map(|part| part.members.len() - part.instances.len()).sum();
    let once = corpus.share(surplus, members.len()).is_chance();
    (once && (2..=corpus.parameters().slots).contains(&parts.len())).then_some(())
}

/// Whether the members are the words of a list rather than slots with labels: most stand in parts
/// whose text never changes and that some instances lack. Such as most instances have, and just
/// those that have another such part, are pieces of one line (`showing 1 to 20.`).
pub(crate) fn are_words(
    corpus: &Corpus<'_>,
    members: &[Member],
    parts: &[Part],
    instances: usize,
) -> bool {
    let goes_with =
        |part: &Part, other: &Part| !std::ptr::eq(part, other) && part.instances == other.instances;
    let is_piece = |part: &Part| {
        corpus.share(part.instances.len(), instances).is_most()
            && parts.iter().any(|other| goes_with(part, other))
    };
    let is_word = |part: &&Part| {
        let text = |member: usize| corpus.line(members[member].1);
        let first = text(part.members[0]);
        !corpus.share(part.instances.len(), instances).is_nearly_all()
            && part.members.iter().all(|&member| text(member) == first)
            && !is_piece(part)
    };
    let words: usize = parts.iter().filter(is_word).map(|part| part.members.len()).sum();
    if corpus.share(words, members.len()).is_most() {
        return true;
    }
    // As slots, texts that never change say nothing; as a list they say which of them are there.
    let is_constant = |part: &Part| {
        let text = |member: usize| corpus.line(members[member].1);
        part.members.iter().all(|&member| text(member) == text(part.members[0]))
    };
    words > 0 && parts.iter().all(is_constant) && !members.iter().any(|(_, m)| leads(corpus, *m))
}

/// Whether there is something to click in a node.
fn leads(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let is_control = |below: NodeId| html::is_control(tree.tag(below).as_str());
    tree.subtree(node).any(is_control)
}
