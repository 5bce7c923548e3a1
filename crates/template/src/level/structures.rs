//! Like siblings told apart by their structure: the columns of a page, the parts of a header.

use crate::corpus::Corpus;
use crate::level::kinds::Children;
use crate::level::kinds::Member;
use crate::level::parts::{Part, accept};
use rustc_hash::FxHashSet;

/// The structures of like siblings.
pub(crate) struct Structures {
    /// The structure of each member, from 0.
    pub(crate) of_member: Vec<usize>,
    /// Whether (almost) all instances have all structures.
    pub(crate) all_have: bool,
}

/// Parts by structure, if members of one structure come once an instance and at least two
/// structures are on many instances.
pub(crate) fn structures(corpus: &Corpus<'_>, members: &[Member]) -> Option<Structures> {
    let instances = members.iter().map(|(at, _)| at).collect::<FxHashSet<_>>().len();
    if instances < corpus.parameters().few {
        return None;
    }
    let all = members.iter().map(|(_, instance)| *instance).collect();
    let mut fine = Children::with_threshold(corpus, vec![all], corpus.parameters().same_structure);
    if !(2..=corpus.parameters().slots).contains(&fine.count) {
        return None;
    }
    let mut parts: Vec<Part> = (0..fine.count).map(|_| Part::new(true)).collect();
    for (member, ((at, _), kind)) in members.iter().zip(&fine.kinds[0]).enumerate() {
        parts[*kind].members.push(member);
        parts[*kind].instances.insert(*at);
    }
    accept(corpus, members, &parts)?;
    let share = |part: &Part| corpus.share(part.instances.len(), instances);
    let all_have = parts.iter().all(|part| share(part).is_nearly_all());
    let usual = parts.iter().filter(|part| share(part).is_half()).count();
    (usual >= 2).then(|| Structures { of_member: fine.kinds.swap_remove(0), all_have })
}
