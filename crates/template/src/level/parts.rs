//! Parts that like siblings are cut into.

use crate::corpus::Corpus;
use crate::level::kinds::Member;
use rustc_hash::FxHashSet;

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
