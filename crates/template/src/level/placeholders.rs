//! Siblings of one kind of which one holds something: the others are places that a site left empty, as
//! the columns of a grid and the holders of banners.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::{Children, Member};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::html::is_content_attr;

/// Parts the members of kinds that hold nothing from the others, where (almost) all instances have one that
/// is a block and none besides that holds anything: with them the block would be taken for a list. Kinds in
/// `keep` are left as they are.
pub(crate) fn part_placeholders(
    corpus: &Corpus<'_>,
    children: &mut Children,
    keep: &FxHashSet<usize>,
) {
    for kind in 0..children.count {
        if keep.contains(&kind) || !children.is_many(kind) {
            continue;
        }
        let members: Vec<Member> = children.members(kind).collect();
        let mut of_instance: FxHashMap<usize, Vec<Instance>> = FxHashMap::default();
        for (at, member) in members.iter().filter(|(_, member)| holds_something(corpus, *member)) {
            of_instance.entry(*at).or_default().push(*member);
        }
        let single = of_instance.values().filter(|filled| is_one_block(corpus, filled)).count();
        if single == 0 || !corpus.share(single, of_instance.len()).is_all_but_chance() {
            continue;
        }
        let is_filled = |(at, member): &Member| {
            of_instance.get(at).is_some_and(|filled| filled.contains(member))
        };
        let part = |member: &Member| usize::from(!is_filled(member));
        children.split(kind, &members.iter().map(part).collect::<Vec<usize>>());
    }
}

/// Whether siblings are one, and that a block rather than a cell.
fn is_one_block(corpus: &Corpus<'_>, siblings: &[Instance]) -> bool {
    let is_block = |(page, node): Instance| {
        corpus.tree(page).subtree_len(node) >= corpus.parameters().boilerplate_nodes
    };
    matches!(siblings, [single] if is_block(*single))
}

/// Whether there is a text in a node, or an attribute that may be content.
fn holds_something(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    corpus.view(page).text_len(node) > 0
        || tree.subtree(node).any(|below| tree.attrs(below).any(|attr| is_content_attr(attr.name)))
}
