//! Lists in the items of lists of the same kind: replies to comments, entries below entries.
//!
//! The deepest level that the pages show often has one item each time. By its count it is a node
//! like any other; by its looks it is an item as the one that it stands in.

use crate::corpus::{Corpus, Instance};
use sitewrap_tree::NodeId;
use sitewrap_wrapper::dice;

/// Whether (almost) all members look like an item that they stand in: a list item in a list item,
/// or any element with two of its kind above.
pub(crate) fn repeats_its_holder(corpus: &Corpus<'_>, members: &[Instance]) -> bool {
    let mut misses = 0;
    for &member in members {
        let needed = if corpus.tag(member) == "li" { 1 } else { 2 };
        if of_its_kind_above(corpus, member).take(needed).count() < needed {
            misses += 1;
            if !corpus.share(members.len() - misses, members.len()).is_nearly_all() {
                return false;
            }
        }
    }
    !members.is_empty()
}

/// The elements above a node that have its tag and one of its class words, and the like below.
fn of_its_kind_above<'c>(
    corpus: &'c Corpus<'_>,
    (page, node): Instance,
) -> impl Iterator<Item = Instance> + 'c {
    let tree = corpus.tree(page);
    let shares_class = move |above: NodeId| {
        tree.classes(node).any(|class| tree.classes(above).any(|other| other == class))
    };
    let above = std::iter::successors(tree.parent(node), move |&above| tree.parent(above));
    above
        .skip(1)
        .filter(move |&above| tree.tag(above) == tree.tag(node) && shares_class(above))
        .map(move |above| (page, above))
        .filter(move |&above| is_like(corpus, (page, node), above))
}

fn is_like(corpus: &Corpus<'_>, a: Instance, b: Instance) -> bool {
    let (a, b) = (corpus.features(a), corpus.features(b));
    let total = |features: &[(u64, f32)]| features.iter().map(|(_, weight)| weight).sum::<f32>();
    let (a, b) = (a.features(), b.features());
    dice(a, total(a), b, total(b)) >= corpus.parameters().same_kind
}
