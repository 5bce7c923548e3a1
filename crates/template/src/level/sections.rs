//! Parts of a page under headings that tell them apart.
//!
//! Blocks that look alike play different roles under different headings: the paragraphs below
//! `Ingredients` and those below `Method`, the tab of the overview and that of the reviews. Where
//! (almost) all pages have the same headings, what follows each is a level of its own.

use crate::corpus::{Corpus, Instance};
use crate::level::kinds::Children;
use crate::level::slots::Slots;
use crate::text::markup::is_heading;
use rustc_hash::{FxHashMap, FxHashSet};

/// What stands below one heading.
pub(crate) struct Section {
    /// The kind of the heading; `None` for what stands before the first one, and behind all.
    pub(crate) head: Option<usize>,
    /// The kind that it begins with: its heading, or the first of those behind all sections.
    pub(crate) first: Option<usize>,
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
        let sections = cut(corpus, children, heads, done);
        crosses(children, &sections).then_some(sections)
    })
}

/// What stands before the first of the headings, below each of them, and behind all that stands below them. Kinds in
/// `done` are left out.
pub(crate) fn cut(
    corpus: &Corpus<'_>,
    children: &Children,
    heads: &[usize],
    done: &FxHashSet<usize>,
) -> Vec<Section> {
    let count = children.groups.len();
    let tail = tail(corpus, children, heads, done);
    let section = |head| Section { head, first: head, groups: vec![Vec::new(); count] };
    let mut sections: Vec<Section> =
        std::iter::once(None).chain(heads.iter().copied().map(Some)).map(section).collect();
    let mut behind = Section { first: tail.first().copied(), ..section(None) };
    for (at, (group, kinds)) in children.groups.iter().zip(&children.kinds).enumerate() {
        let mut open = 0;
        for (child, kind) in group.iter().zip(kinds) {
            if let Some(head) = heads.iter().position(|head| head == kind) {
                open = head + 1;
            } else if open > 0 && tail.contains(kind) {
                behind.groups[at].push(*child);
            } else if !done.contains(kind) {
                sections[open].groups[at].push(*child);
            }
        }
    }
    sections.extend((!tail.is_empty()).then_some(behind));
    sections
}

/// Where a kind stands among sections.
#[derive(Default)]
struct Ends {
    /// The headings of which it stands in the last section.
    heads: FxHashSet<usize>,
    members: usize,
    instances: usize,
    /// Members right behind a heading.
    headed: usize,
}

/// The kinds that stand behind the last section, whichever that is: the day below a text, the button below it. Each
/// comes once, and nothing but others of them stands behind. In the order of the first instance that has each.
fn tail(
    corpus: &Corpus<'_>,
    children: &Children,
    heads: &[usize],
    done: &FxHashSet<usize>,
) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut ends: FxHashMap<usize, Ends> = FxHashMap::default();
    let mut inner: FxHashSet<usize> = done.iter().chain(heads).copied().collect();
    let last_head = |kinds: &Vec<usize>| kinds.iter().rposition(|kind| heads.contains(kind));
    let last_sections: Vec<&[usize]> = children
        .kinds
        .iter()
        .filter_map(|kinds| {
            let last = last_head(kinds)?;
            let first = kinds.iter().position(|kind| heads.contains(kind))?;
            inner.extend(&kinds[first..last]);
            Some(&kinds[last..])
        })
        .collect();
    for section in &last_sections {
        let mut seen = FxHashSet::default();
        for (place, &kind) in section.iter().enumerate().skip(1) {
            let of = ends.entry(kind).or_insert_with(|| {
                order.push(kind);
                Ends::default()
            });
            of.heads.insert(section[0]);
            of.members += 1;
            of.instances += usize::from(seen.insert(kind));
            of.headed += usize::from(place == 1);
        }
    }
    let may_end = |kind: &usize| {
        let of = &ends[kind];
        of.heads.len() > 1
            && of.members == of.instances
            && corpus.share(of.headed, of.members).is_chance()
    };
    let ending = order.iter().copied().filter(|kind| !inner.contains(kind) && may_end(kind));
    let mut tail: FxHashSet<usize> = ending.collect();
    loop {
        let before = tail.len();
        for section in &last_sections {
            let inside = section.iter().rposition(|kind| !tail.contains(kind)).unwrap_or(0);
            for kind in &section[..=inside] {
                tail.remove(kind);
            }
        }
        if tail.len() == before {
            break;
        }
    }
    order.retain(|kind| tail.contains(kind));
    order
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
