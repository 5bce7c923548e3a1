//! Parts of a page under headings that tell them apart.
//!
//! Blocks that look alike play different roles under different headings: the paragraphs below
//! `Ingredients` and those below `Method`, the tab of the overview and that of the reviews. Where
//! (almost) all pages have the same headings, what follows each is a level of its own.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::slots::Slots;
use crate::text::markup::is_heading;
use rustc_hash::FxHashSet;

/// What stands below one heading.
pub(crate) struct Section {
    /// The kind of the heading; `None` for what stands before the first one.
    pub(crate) head: Option<usize>,
    /// The nodes of each instance.
    pub(crate) groups: Vec<Vec<Instance>>,
}

/// Cuts a level at its headings, where these were told apart by their words, at least two are
/// usual, and a kind of nodes stands below several of them. Kinds in `done` are left out.
pub(crate) fn sections(
    corpus: &Corpus<'_>,
    children: &Children,
    slots: &Slots,
    done: &FxHashSet<usize>,
) -> Option<Vec<Section>> {
    slots.families.iter().find_map(|heads| {
        let usual = |head: &&usize| {
            let having = children.kinds.iter().filter(|kinds| kinds.contains(head)).count();
            corpus.share(having, children.groups.len()).is_half()
        };
        let are_headings = heads.iter().filter(usual).count() >= 2
            && heads
                .iter()
                .flat_map(|&head| children.members(head))
                .all(|(_, m)| is_heading(corpus, m));
        if !are_headings {
            return None;
        }
        let sections = cut(children, heads, done);
        crosses(children, &sections).then_some(sections)
    })
}

pub(crate) fn cut(children: &Children, heads: &[usize], done: &FxHashSet<usize>) -> Vec<Section> {
    let count = children.groups.len();
    let section = |head| Section { head, groups: vec![Vec::new(); count] };
    let mut sections: Vec<Section> =
        std::iter::once(None).chain(heads.iter().copied().map(Some)).map(section).collect();
    for (at, (group, kinds)) in children.groups.iter().zip(&children.kinds).enumerate() {
        let mut open = 0;
        for (child, kind) in group.iter().zip(kinds) {
            if let Some(head) = heads.iter().position(|head| head == kind) {
                open = head + 1;
            } else if !done.contains(kind) {
                sections[open].groups[at].push(*child);
            }
        }
    }
    sections
}

/// Whether a kind has members in several sections; else cutting makes no difference.
pub(crate) fn crosses(children: &Children, sections: &[Section]) -> bool {
    let mut seen: Vec<Option<usize>> = vec![None; children.count];
    sections.iter().enumerate().any(|(index, section)| {
        section.groups.iter().enumerate().any(|(at, group)| {
            group.iter().any(|child| {
                let place = children.groups[at].binary_search(child);
                let Ok(place) = place else { return false };
                let kind = children.kinds[at][place];
                *seen[kind].get_or_insert(index) != index
            })
        })
    })
}
