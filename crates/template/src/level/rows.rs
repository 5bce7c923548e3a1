//! Rows below a row of headers: what each column holds is said once for all of them, so they are records.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Member;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::NodeId;

/// Whether members are rows of tables of a few columns and more whose cells have headers, and no names of their
/// own in the first column: however alike the tables of all pages are long, their rows have no roles.
pub(crate) fn are_records(corpus: &Corpus<'_>, members: &[Member]) -> bool {
    let headed = || members.iter().filter(|(_, member)| is_headed(corpus, *member)).count();
    members.iter().all(|(_, member)| corpus.tag(*member) == "tr")
        && corpus.share(headed(), members.len()).is_nearly_all()
        && !are_named(corpus, members)
}

/// Whether most cells of a row have the header of a column above them.
fn is_headed(corpus: &Corpus<'_>, (page, row): Instance) -> bool {
    let cells: Vec<NodeId> = corpus.tree(page).children(row).collect();
    let headed = cells.iter().filter(|cell| corpus.view(page).header(**cell).is_some()).count();
    headed >= corpus.parameters().few && corpus.share(headed, cells.len()).is_most()
}

/// Whether most rows begin with what a row of most instances begins with: `First half`, `Second half`.
fn are_named(corpus: &Corpus<'_>, members: &[Member]) -> bool {
    let mut instances: FxHashMap<String, FxHashSet<usize>> = FxHashMap::default();
    let mut rows: FxHashMap<String, usize> = FxHashMap::default();
    let mut all: FxHashSet<usize> = FxHashSet::default();
    for &(at, (page, row)) in members {
        let Some(first) = corpus.tree(page).children(row).next() else { continue };
        let name = corpus.line((page, first));
        *rows.entry(name.clone()).or_default() += 1;
        instances.entry(name).or_default().insert(at);
        all.insert(at);
    }
    let is_name = |(name, _): &(&String, &usize)| {
        corpus.share(instances[*name].len(), all.len()).is_half() && !name.is_empty()
    };
    let named: usize = rows.iter().filter(is_name).map(|(_, count)| count).sum();
    corpus.share(named, members.len()).is_half()
}
