//! Aligning the children of a page's node with the slots of a template node.

use crate::recognise::{MIN_OUT_OF_ORDER, MIN_SIMILARITY, NodeFeatures, Recogniser, Vocabulary};
use crate::view::View;
use sitewrap_tree::NodeId;

/// Children beyond this number are left unmatched; bounds the table of the alignment.
pub(crate) const MAX_ALIGNED: usize = 20_000;

/// A place among the children of a template node.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// Kinds of nodes that may stand here.
    pub(crate) kinds: Vec<Recogniser>,
    /// Whether any number of nodes may stand here, or just one.
    pub(crate) many: bool,
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
/// summed similarity, in slots × children steps); then children that were left over join a slot
/// that is free and very like them, for sites that shuffle their blocks.
pub(crate) fn align(
    slots: &[Slot],
    children: &[NodeId],
    view: &View<'_>,
    vocabulary: &Vocabulary,
) -> Vec<Option<Place>> {
    let aligned = &children[..children.len().min(MAX_ALIGNED)];
    let scores: Vec<Vec<(f32, usize)>> =
        aligned.iter().map(|&child| score(slots, child, view, vocabulary)).collect();
    let mut places = trace(slots, &scores);
    place_out_of_order(slots, &scores, &mut places);
    places.resize(children.len(), None);
    places
}

/// For each slot the best similarity of `child` to one of its kinds, and which.
fn score(
    slots: &[Slot],
    child: NodeId,
    view: &View<'_>,
    vocabulary: &Vocabulary,
) -> Vec<(f32, usize)> {
    let features = NodeFeatures::of(view, child, Some(vocabulary));
    let best = |slot: &Slot| {
        let mut best = (0.0, 0);
        for (kind, recogniser) in slot.kinds.iter().enumerate() {
            let similarity = recogniser.similarity(view, child, &features);
            if similarity > best.0 {
                best = (similarity, kind);
            }
        }
        best
    };
    slots.iter().map(best).collect()
}

fn trace(slots: &[Slot], scores: &[Vec<(f32, usize)>]) -> Vec<Option<Place>> {
    let width = scores.len() + 1;
    let mut best = vec![0.0f32; (slots.len() + 1) * width];
    let gain = |i: usize, j: usize| {
        let similarity = scores[j - 1][i - 1].0;
        (similarity >= MIN_SIMILARITY).then_some(similarity)
    };
    let before = |i: usize| if slots[i - 1].many { i } else { i - 1 };
    for i in 1..=slots.len() {
        for j in 1..width {
            let skip = best[(i - 1) * width + j].max(best[i * width + j - 1]);
            let matched = gain(i, j).map(|gain| gain + best[before(i) * width + j - 1]);
            best[i * width + j] = matched.map_or(skip, |matched| matched.max(skip));
        }
    }
    let mut places = vec![None; scores.len()];
    let (mut i, mut j) = (slots.len(), scores.len());
    while i > 0 && j > 0 {
        let here = best[i * width + j];
        if here == best[(i - 1) * width + j] {
            i -= 1;
        } else if gain(i, j).is_some_and(|gain| gain + best[before(i) * width + j - 1] == here) {
            places[j - 1] = Some(Place { slot: i - 1, kind: scores[j - 1][i - 1].1 });
            i = before(i);
            j -= 1;
        } else {
            j -= 1;
        }
    }
    places
}

fn place_out_of_order(slots: &[Slot], scores: &[Vec<(f32, usize)>], places: &mut [Option<Place>]) {
    let mut free: Vec<bool> = vec![true; slots.len()];
    for place in places.iter().flatten() {
        free[place.slot] = slots[place.slot].many;
    }
    for (child, place) in places.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
        let mut best: Option<(f32, usize)> = None;
        for (slot, &(similarity, _)) in scores[child].iter().enumerate() {
            if free[slot]
                && similarity >= MIN_OUT_OF_ORDER
                && best.is_none_or(|(known, _)| similarity > known)
            {
                best = Some((similarity, slot));
            }
        }
        if let Some((_, slot)) = best {
            *place = Some(Place { slot, kind: scores[child][slot].1 });
            free[slot] = slots[slot].many;
        }
    }
}
