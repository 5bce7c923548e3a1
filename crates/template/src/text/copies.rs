//! Texts that are the same on all pages but for numbers in them: the foot of a site that tells how long it took to
//! make the page, how many read it now.

use crate::corpus::{Corpus, Instance, fold_letters};
use crate::level::kinds::Children;

/// Whether what members of kinds say is the same on (almost) all instances but for numbers in it.
pub(super) fn are_copies(corpus: &Corpus<'_>, children: &Children, kinds: &[usize]) -> bool {
    let members = |(group, of): (&Vec<Instance>, &Vec<usize>)| -> Vec<Instance> {
        let members = group.iter().zip(of).filter(|(_, kind)| kinds.contains(kind));
        members.map(|(member, _)| *member).collect()
    };
    let all: Vec<Vec<Instance>> =
        children.groups.iter().zip(&children.kinds).map(members).collect();
    are_numbered_copies(corpus, all.iter().map(Vec::as_slice).filter(|of| !of.is_empty()))
}

/// Whether some texts, each of several nodes, are (almost) all the same but for numbers in them.
pub(super) fn are_numbered_copies<'i>(
    corpus: &Corpus<'_>,
    texts: impl Iterator<Item = &'i [Instance]>,
) -> bool {
    let letters = |text: &[Instance]| {
        text.iter().fold(0, |hash, node| fold_letters(hash, &corpus.line(*node)))
    };
    let mut said: Vec<u64> = texts.map(letters).collect();
    said.sort_unstable();
    let most = said.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or(0);
    said.len() >= corpus.parameters().few && corpus.share(most, said.len()).is_nearly_all()
}
