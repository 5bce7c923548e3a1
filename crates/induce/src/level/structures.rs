//! Like siblings told apart by their structure: the columns of a page, the parts of a header.

use crate::corpus::Corpus;
use crate::level::kinds::Children;
use crate::level::slots::{Member, Part, accept};
use rustc_hash::FxHashSet;

/// Members at least this alike (weighted Dice of their features) have one structure.
const SAME_STRUCTURE: f32 = 0.8;

/// Siblings with more structures than this are a list of many things.
const MAX_STRUCTURES: usize = 8;

/// Instances without which structures prove nothing, and the share of them that must have one.
const MIN_FOR_STRUCTURES: usize = 4;
const USUAL: f64 = 0.4;

/// Share of the instances that must have each of several structures for these to tell more than
/// words that only some instances have.
const ALL: f64 = 0.9;

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
    if instances < MIN_FOR_STRUCTURES {
        return None;
    }
    let all = members.iter().map(|(_, instance)| *instance).collect();
    let mut fine = Children::with_threshold(corpus, vec![all], SAME_STRUCTURE);
    if !(2..=MAX_STRUCTURES).contains(&fine.count) {
        return None;
    }
    let mut parts: Vec<Part> = (0..fine.count).map(|_| Part::new(true)).collect();
    for (member, ((at, _), kind)) in members.iter().zip(&fine.kinds[0]).enumerate() {
        parts[*kind].members.push(member);
        parts[*kind].instances.insert(*at);
    }
    accept(members, &parts)?;
    let having = |share: f64| {
        let enough = |part: &&Part| part.instances.len() as f64 >= share * instances as f64;
        parts.iter().filter(enough).count()
    };
    let all_have = having(ALL) == parts.len();
    (having(USUAL) >= 2).then(|| Structures { of_member: fine.kinds.swap_remove(0), all_have })
}
