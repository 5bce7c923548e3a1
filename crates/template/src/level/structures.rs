//! Like siblings told apart by their structure: the columns of a page, the parts of a header.

use crate::corpus::Corpus;
use crate::level::kinds::Children;
use crate::level::kinds::Member;
use crate::level::parts::{Part, accept, are_words};
use rustc_hash::FxHashSet;

/// The structure of each member, from 0, if members of one structure come once an instance and one is
/// on half of the instances. Whether that is worth knowing, description length tells.
pub(crate) fn structures(corpus: &Corpus<'_>, members: &[Member]) -> Option<Vec<usize>> {
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
    if are_words(corpus, members, &parts, instances) {
        return None;
    }
    let is_usual = |part: &Part| corpus.share(part.instances.len(), instances).is_half();
    parts.iter().any(is_usual).then(|| fine.kinds.swap_remove(0))
}
