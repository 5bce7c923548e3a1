//! The alignment that keeps the order of slots and children.

use super::{Children, Scores, Slot};
use crate::parameters::book;

/// What an alignment does with a slot and a child.
#[derive(Clone, Copy)]
enum Step {
    /// Goes on without the slot.
    SkipSlot,
    /// Goes on without the child.
    SkipChild,
    /// Gives the slot to the child, the first that it has.
    Open,
    /// Gives the child to the slot that the child before it may have too.
    GoOn,
}

/// The slots that have a part in the order, and what children explain that are skipped.
struct Order<'s> {
    slots: &'s [Slot],
    /// Each slot with the similarities of all groups of children.
    rows: Vec<(usize, &'s [f32])>,
    /// For each child the slot among those that may stand anywhere that is most like it, and how like.
    anywhere: Vec<(f32, Option<usize>)>,
    /// The share of each child in the text of all.
    text: &'s [f32],
}

/// The slot of each child, by the alignment in the order of both that explains most.
pub(super) fn in_order(
    slots: &[Slot],
    children: &Children<'_>,
    scores: &Scores,
) -> Vec<Option<usize>> {
    let rows = scores.slots.iter().zip(&scores.similarities);
    let rows = rows.filter(|(slot, _)| !slots[**slot].is_anywhere);
    let order = Order {
        slots,
        rows: rows.map(|(&slot, row)| (slot, &row[..])).collect(),
        anywhere: children.group.iter().map(|&group| scores.anywhere[group as usize]).collect(),
        text: &children.text,
    };
    order.places(&order.steps(&children.group))
}

impl Order<'_> {
    /// What a child explains that is skipped behind so many of the slots. Of children that are as like what may
    /// stand anywhere as what has its place, the one that says more has the place.
    fn skipped(&self, child: usize, behind: usize) -> f32 {
        let (similarity, Some(slot)) = self.anywhere[child] else { return 0.0 };
        let slot_at = |row: usize| self.rows.get(row).map(|(slot, _)| *slot);
        let after = behind.checked_sub(1).and_then(slot_at);
        let is_between = after.is_none_or(|after| after < slot)
            && slot_at(behind).is_none_or(|next| slot < next);
        // All that is said weighs less than the place of one child.
        let place = if is_between { 1.0 } else { 0.0 } - self.text[child] / 2.0;
        similarity + book().in_order * place / self.anywhere.len() as f32
    }

    /// What is best done with each slot and child, slot by slot.
    fn steps(&self, group: &[u32]) -> Vec<Step> {
        let (parameters, count) = (book(), group.len());
        let mut steps = Vec::with_capacity(self.rows.len() * count);
        // What the slots so far explain of the first children, without and with the slot at hand.
        let (mut before, mut best) = (vec![0.0f32; count + 1], vec![0.0f32; count + 1]);
        for child in 0..count {
            before[child + 1] = before[child] + self.skipped(child, 0);
        }
        for (at, &(slot, row)) in self.rows.iter().enumerate() {
            let (many, share) = (self.slots[slot].many, self.slots[slot].share);
            for (child, &group) in group.iter().enumerate() {
                let similarity = row[group as usize];
                let mut step = (before[child + 1], Step::SkipSlot);
                if similarity >= parameters.least_similar {
                    let open = before[child] + similarity + parameters.filled * share;
                    if open > step.0 {
                        step = (open, Step::Open);
                    }
                    if many && best[child] + similarity > step.0 {
                        step = (best[child] + similarity, Step::GoOn);
                    }
                }
                let skip = best[child] + self.skipped(child, at + 1);
                if skip > step.0 {
                    step = (skip, Step::SkipChild);
                }
                best[child + 1] = step.0;
                steps.push(step.1);
            }
            std::mem::swap(&mut before, &mut best);
        }
        steps
    }

    /// The slot of each child that these steps lead to.
    fn places(&self, steps: &[Step]) -> Vec<Option<usize>> {
        let count = self.anywhere.len();
        let mut places: Vec<Option<usize>> = self.anywhere.iter().map(|(_, slot)| *slot).collect();
        let (mut at, mut child) = (self.rows.len(), count);
        while at > 0 && child > 0 {
            match steps[(at - 1) * count + child - 1] {
                Step::SkipSlot => at -= 1,
                Step::SkipChild => child -= 1,
                step @ (Step::Open | Step::GoOn) => {
                    places[child - 1] = Some(self.rows[at - 1].0);
                    at -= usize::from(matches!(step, Step::Open));
                    child -= 1;
                }
            }
        }
        places
    }
}
