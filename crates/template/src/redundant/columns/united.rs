//! Fields that say what two others say by turns.

use super::column::{Column, Said};
use super::source::Source;
use crate::parameters::Parameters;
use crate::share::Share;
use rustc_hash::FxHashSet;

/// The texts that say no more than two neighbours do of which no record has both (a price, and the lowered price
/// beside the old one) and that fewer records have: a bar that stays in sight repeats the price of what can be had.
/// Neither of the two says all of it, and what is left of them without the one that it repeats would be lost.
pub(super) fn united(
    order: &[usize],
    sources: &[Source],
    columns: &[Column],
    parameters: &Parameters,
) -> FxHashSet<usize> {
    let texts: Vec<usize> =
        order.iter().copied().filter(|&at| sources[at] == Source::Text).collect();
    let share = |hits: usize, of: usize| Share::new(hits, of, parameters);
    let mut found = FxHashSet::default();
    for &field in &texts {
        let values = &columns[field].values;
        let missed = |by: &[usize]| {
            let says = |record: &u64, value: &Said| {
                by.iter().any(|&by| columns[by].values.get(record) == Some(value))
            };
            values.iter().filter(|(record, value)| !says(record, value)).count()
        };
        let are_turns = |one: usize, other: usize| {
            let (one, other) = (&columns[one].values, &columns[other].values);
            let both = one.keys().filter(|record| other.contains_key(record)).count();
            share(both, one.len().min(other.len())).is_chance()
                && one.len() + other.len() > values.len()
        };
        let known = |at: &usize| *at != field && !found.contains(at);
        let mut usual = texts
            .iter()
            .copied()
            .filter(|at| known(at) && !share(missed(&[*at]), values.len()).is_half());
        let is_united = |one: usize| {
            let near = one.saturating_sub(2)..=one + 2;
            let others =
                texts.iter().copied().filter(|at| known(at) && *at != one && near.contains(at));
            let mut others = others.filter(|&other| are_turns(one, other));
            others.any(|other| {
                let misses = missed(&[one, other]);
                share(misses, values.len()).is_chance() && misses < missed(&[one])
            })
        };
        if values.len() >= parameters.many && usual.any(is_united) {
            found.insert(field);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prices of records, each of which has another.
    fn prices(records: impl Iterator<Item = u64>) -> Column {
        let values =
            records.map(|record| (record, Said::Text(format!("£{record}").into_boxed_str())));
        Column { values: values.collect(), ..Column::default() }
    }

    fn found(columns: &[Column]) -> FxHashSet<usize> {
        let order: Vec<usize> = (0..columns.len()).collect();
        united(&order, &vec![Source::Text; columns.len()], columns, &Parameters::default())
    }

    #[test]
    fn what_a_price_and_a_lowered_one_say_by_turns_is_no_third_field() {
        let (price, lowered, bar) = (prices(0..36), prices(36..40), prices(10..40));
        assert_eq!(found(&[price, lowered, bar]), FxHashSet::from_iter([2]));
    }

    #[test]
    fn what_neither_of_two_says_is_a_field() {
        let (price, other, bar) = (prices(0..30), prices(40..44), prices(10..40));
        assert_eq!(found(&[price, other, bar]), FxHashSet::default());
        let (price, all, bar) = (prices(0..36), prices(0..40), prices(10..40));
        assert_eq!(found(&[price, all, bar]), FxHashSet::default(), "no turns");
    }
}
