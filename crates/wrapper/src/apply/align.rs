//! Aligning the children of a page's node with the slots of a template node.

mod order;
mod sections;

use crate::apply::recognise::{NodeFeatures, Recogniser, Vocabulary, said};
use crate::page::view::View;
use crate::parameters::book;
use order::in_order;
use rustc_hash::{FxBuildHasher, FxHashMap};
use sections::keep_sections;
use sitewrap_tree::{NodeId, html};
use std::hash::BuildHasher;

/// Children beyond this number are left unmatched; bounds the table of the alignment.
pub(crate) const MAX_ALIGNED: usize = 20_000;

/// A place among the children of a template node.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// Kinds of nodes that may stand here.
    pub(crate) kinds: Vec<Recogniser>,
    /// Whether any number of nodes may stand here, or just one.
    pub(crate) many: bool,
    /// Whether its nodes may stand before, between and behind those of all others: it has no part in the
    /// order.
    pub(crate) is_anywhere: bool,
    /// Whether this is a text that varies, and that every page has.
    pub(crate) is_due: bool,
    /// Whether this is running text, of which boxes part some from the rest.
    pub(crate) is_running: bool,
    /// Whether (almost) all instances of the parent have the node.
    pub(crate) is_required: bool,
    /// Share of the instances of the parent that have the node, 0..=1.
    pub(crate) share: f32,
}

/// Where a child of the page's node belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Index of the slot.
    pub(crate) slot: usize,
    /// Index of the kind in the slot.
    pub(crate) kind: usize,
}

/// Gives each child its place, or none.
///
/// The order of slots is kept where that explains most (a global alignment that maximises the
/// summed similarity, in slots × children steps; a child that it skips has the similarity of the slot that
/// may stand anywhere and is most like it); then children that were left over join a slot
/// that is free and very like them, for sites that shuffle their blocks, and children that are much
/// more like another slot than the one in their order go there, as headings between the items of a
/// list do; what stands right behind a heading belongs to that. A text has no features but its
/// neighbours, and stands alone on some pages: the only one left over is the one that is due.
pub(crate) fn align(
    slots: &[Slot],
    children: &[NodeId],
    view: &View<'_>,
    vocabulary: &Vocabulary,
) -> Vec<Option<Place>> {
    if slots.is_empty() || children.is_empty() {
        return vec![None; children.len()];
    }
    if let Some(places) = columns(slots, children, view) {
        return places;
    }
    let children = Children::new(slots, children, view, vocabulary);
    let scores = Scores::new(slots, &children);
    let mut found = in_order(slots, &children, &scores);
    place_out_of_order(slots, &children, &scores, &mut found);
    prefer_likeness(slots, &children, &scores, &mut found);
    let takes_more = |slot: usize| slots[slot].many;
    let likeness = |slot: usize, child: usize| scores.of(slot, children.group[child] as usize);
    keep_sections(&heads(slots), &takes_more, &likeness, &mut found);
    place_due_texts(slots, &children, &mut found);
    let place = |(child, slot): (usize, &Option<usize>)| {
        slot.map(|slot| Place { slot, kind: children.best_kind(&slots[slot], child) })
    };
    let mut places: Vec<Option<Place>> = found.iter().enumerate().map(place).collect();
    places.resize(children.all, None);
    places
}

/// The places of the cells of a row that has as many cells as the template has columns, where no
/// headers tell the columns apart: the first cell stands in the first column, whatever it looks like.
fn columns(slots: &[Slot], children: &[NodeId], view: &View<'_>) -> Option<Vec<Option<Place>>> {
    let is_column =
        |slot: &Slot| !slot.many && slot.kinds.len() == 1 && slot.kinds[0].is_bare_cell();
    let is_cell = |child: &NodeId| html::is_cell(view.tree.tag(*child).as_str());
    let is_row = slots.len() > 1
        && slots.len() == children.len()
        && slots.iter().all(is_column)
        && children.iter().all(is_cell);
    is_row.then(|| (0..slots.len()).map(|slot| Some(Place { slot, kind: 0 })).collect())
}

/// The children of a page's node; those that slots cannot tell apart are looked at once.
struct Children<'a> {
    view: &'a View<'a>,
    all: usize,
    /// A child of each group, with its features.
    groups: Vec<(NodeId, NodeFeatures)>,
    /// The group of each child.
    group: Vec<u32>,
    /// The share of each child in the text of all.
    text: Vec<f32>,
}

impl<'a> Children<'a> {
    fn new(
        slots: &[Slot],
        children: &[NodeId],
        view: &'a View<'a>,
        vocabulary: &Vocabulary,
    ) -> Self {
        // Labels are in the words of a child, which its features do not tell.
        let by_features = !slots.iter().flat_map(|slot| &slot.kinds).any(Recogniser::asks_label);
        let reads_texts = slots.iter().flat_map(|slot| &slot.kinds).any(Recogniser::reads_texts);
        let are_grouped = by_features && children.len() > 1;
        let (mut found, mut group) = (Groups::default(), Vec::with_capacity(children.len()));
        let mut buffer = Vec::new();
        let aligned = || children.iter().take(MAX_ALIGNED);
        let all_text: usize = aligned().map(|&child| view.text_len(child)).sum();
        let share = |&child: &NodeId| view.text_len(child) as f32 / all_text.max(1) as f32;
        for &child in aligned() {
            let features = NodeFeatures::collected(view, child, Some(vocabulary), &mut buffer);
            group.push(if are_grouped {
                let said = if reads_texts { said(view, child) } else { 0 };
                found.join(child, features, said)
            } else {
                found.push(child, features, 0)
            });
        }
        let text = aligned().map(share).collect();
        Self { view, all: children.len(), groups: found.groups, group, text }
    }

    /// The kind of a slot that is most like a group, with its similarity. One whose label words the group has is it,
    /// unless another is much more like it: what has the looks of all says by them what it is.
    fn best_of_group(&self, slot: &Slot, group: usize) -> (f32, usize) {
        let (node, features) = &self.groups[group];
        let (mut best, mut labelled) = ((0.0, 0), (0.0, 0));
        for (kind, recogniser) in slot.kinds.iter().enumerate() {
            // Most kinds are of other tags.
            if recogniser.tag() != features.tag() {
                continue;
            }
            let similarity = recogniser.similarity(self.view, *node, features);
            if similarity > best.0 {
                best = (similarity, kind);
            }
            if similarity > labelled.0 && recogniser.asks_label() {
                labelled = (similarity, kind);
            }
        }
        let is_labelled =
            labelled.0 >= book().least_similar && labelled.0 + book().much_more > best.0;
        (best.0, if is_labelled { labelled.1 } else { best.1 })
    }

    fn is_text(&self, child: usize) -> bool {
        self.view.tree.is_text(self.groups[self.group[child] as usize].0)
    }

    /// The kind of a slot that is most like a child.
    fn best_kind(&self, slot: &Slot, child: usize) -> usize {
        if slot.kinds.len() < 2 {
            0
        } else {
            self.best_of_group(slot, self.group[child] as usize).1
        }
    }
}

/// Groups of children while they are found.
#[derive(Default)]
struct Groups {
    groups: Vec<(NodeId, NodeFeatures)>,
    /// What the texts of each group say, as a hash.
    said: Vec<u64>,
    /// Each group by the hash of its features and texts, or the next one that is free.
    by_hash: FxHashMap<u64, u32>,
}

impl Groups {
    /// A group of its own for a child.
    fn push(&mut self, child: NodeId, features: NodeFeatures, said: u64) -> u32 {
        self.groups.push((child, features));
        self.said.push(said);
        self.groups.len() as u32 - 1
    }

    /// The group of the children with the same features and texts.
    fn join(&mut self, child: NodeId, features: NodeFeatures, said: u64) -> u32 {
        let mut hash = FxBuildHasher.hash_one((&features, said));
        while let Some(&group) = self.by_hash.get(&hash) {
            let at = group as usize;
            if self.said[at] == said && self.groups[at].1 == features {
                return group;
            }
            hash = hash.wrapping_add(1);
        }
        let group = self.push(child, features, said);
        self.by_hash.insert(hash, group);
        group
    }
}

/// How like the slots the groups of children are; slots that are like none are left out.
struct Scores {
    /// The slots that are like some child, in their order.
    slots: Vec<usize>,
    /// For each of them the similarities of all groups.
    similarities: Vec<Vec<f32>>,
    /// For each group the slot among those that may stand anywhere that is most like it, and how like.
    anywhere: Vec<(f32, Option<usize>)>,
}

impl Scores {
    fn new(slots: &[Slot], children: &Children<'_>) -> Self {
        let anywhere = vec![(0.0, None); children.groups.len()];
        let mut scores = Self { slots: Vec::new(), similarities: Vec::new(), anywhere };
        let mut row: Vec<f32> = Vec::new();
        for (at, slot) in slots.iter().enumerate() {
            let groups = 0..children.groups.len();
            row.clear();
            row.extend(groups.map(|group| children.best_of_group(slot, group).0));
            if slot.is_anywhere {
                for (best, &similarity) in scores.anywhere.iter_mut().zip(&row) {
                    if similarity >= book().least_similar && similarity > best.0 {
                        *best = (similarity, Some(at));
                    }
                }
            }
            if row.iter().any(|&similarity| similarity >= book().least_similar) {
                scores.slots.push(at);
                scores.similarities.push(std::mem::take(&mut row));
            }
        }
        scores
    }

    /// How like a slot a group of children is; 0 where no child is like the slot.
    fn of(&self, slot: usize, group: usize) -> f32 {
        self.slots.binary_search(&slot).map_or(0.0, |row| self.similarities[row][group])
    }
}

/// The slot of the heading that each slot stands below, a heading itself; `None` before the first one. Headings that
/// their words tell apart count.
fn heads(slots: &[Slot]) -> Vec<Option<usize>> {
    let is_head = |slot: &Slot| match &slot.kinds[..] {
        [only] if !slot.many => {
            only.asks_label() && only.reads_texts() && html::is_heading(only.tag().as_str())
        }
        _ => false,
    };
    let mut head = None;
    let heads = slots.iter().enumerate().map(|(at, slot)| {
        head = if is_head(slot) { Some(at) } else { head };
        head
    });
    heads.collect()
}

/// Gives slots that are free to children that are very like them. Running text, in which boxes stand where they
/// please, and what no page lacks and was not found have all that is like them: it would be lost else.
fn place_out_of_order(
    slots: &[Slot],
    children: &Children<'_>,
    scores: &Scores,
    places: &mut [Option<usize>],
) {
    let mut free: Vec<bool> = vec![true; slots.len()];
    for &slot in places.iter().flatten() {
        free[slot] = slots[slot].many;
    }
    let is_missed: Vec<bool> = (0..slots.len())
        .map(|slot| slots[slot].is_required && !places.contains(&Some(slot)))
        .collect();
    let is_over = |place: Option<usize>| place.is_none_or(|slot| slots[slot].is_anywhere);
    for (child, place) in places.iter_mut().enumerate().filter(|(_, place)| is_over(**place)) {
        let mut best = (scores.anywhere[children.group[child] as usize].0, None);
        for (&slot, row) in scores.slots.iter().zip(&scores.similarities) {
            let similarity = row[children.group[child] as usize];
            let is_missed = is_missed[slot] && !children.is_text(child);
            let is_sought = slots[slot].is_running || is_missed;
            let least = if is_sought { book().least_similar } else { book().out_of_order };
            if free[slot] && similarity >= least && similarity > best.0 {
                best = (similarity, Some(slot));
            }
        }
        if let (_, Some(slot)) = best {
            *place = Some(slot);
            free[slot] = slots[slot].many;
        }
    }
}

/// Gives each text that is due, and was not found, the only text left over between the children
/// that stand around it.
fn place_due_texts(slots: &[Slot], children: &Children<'_>, places: &mut [Option<usize>]) {
    let is_left =
        |places: &[Option<usize>], child: usize| places[child].is_none() && children.is_text(child);
    for due in (0..slots.len()).filter(|&slot| slots[slot].is_due) {
        if places.contains(&Some(due)) {
            continue;
        }
        let after = |place: &Option<usize>| place.is_some_and(|slot| slot > due);
        let before = |place: &Option<usize>| place.is_some_and(|slot| slot < due);
        let from = places.iter().rposition(before).map_or(0, |last| last + 1);
        let to = places.iter().position(after).unwrap_or(places.len());
        let mut left = (from..to).filter(|&child| is_left(places, child));
        if let (Some(only), None) = (left.next(), left.next()) {
            places[only] = Some(due);
        }
    }
}

/// Gives children that are much more like another slot than the one they have that slot, if it is
/// free, holds any number, or its holder can have theirs.
fn prefer_likeness(
    slots: &[Slot],
    children: &Children<'_>,
    scores: &Scores,
    places: &mut [Option<usize>],
) {
    if scores.slots.len() < 2 {
        return;
    }
    // The row of each slot that is like some child, and the child that has a slot for one.
    let mut row: Vec<&[f32]> = vec![&[]; slots.len()];
    for (&slot, similarities) in scores.slots.iter().zip(&scores.similarities) {
        row[slot] = similarities;
    }
    let likeness = |slot: usize, child: usize| row[slot][children.group[child] as usize];
    let mut holder: Vec<Option<usize>> = vec![None; slots.len()];
    for (child, slot) in places.iter().enumerate() {
        if let Some(slot) = slot.filter(|&slot| !slots[slot].many) {
            holder[slot] = Some(child);
        }
    }
    for child in 0..places.len() {
        let Some(own) = places[child] else { continue };
        let now = likeness(own, child);
        let mut best = (now, own);
        for &slot in &scores.slots {
            let similarity = likeness(slot, child);
            if similarity > best.0 {
                best = (similarity, slot);
            }
        }
        let (then, other) = best;
        if then < book().out_of_order || then < now + book().much_more {
            continue;
        }
        let in_exchange = match holder[other] {
            Some(rival) => {
                let given = likeness(own, rival);
                let gain = then + given - now - likeness(other, rival);
                if given < book().least_similar || gain < book().much_more {
                    continue;
                }
                Some(rival)
            }
            None => None,
        };
        holder[own] = None;
        places[child] = Some(other);
        if !slots[other].many {
            holder[other] = Some(child);
        }
        if let Some(rival) = in_exchange {
            places[rival] = Some(own);
            if !slots[own].many {
                holder[own] = Some(rival);
            }
        }
    }
}

#[cfg(test)]
mod tests;
