//! The range of results that a page of a list shows: `21` to `40` of `250`.

use super::column::Column;
use crate::parameters::Parameters;
use crate::share::Share;

/// The fields of which one says the place of the first item of a list among all results, and
/// another that of the last: they tell what the list shows, and where its page stands among others.
pub(super) fn ranges(columns: &[Column], parameters: &Parameters) -> Vec<usize> {
    let numbers: Vec<(usize, Vec<(u64, usize)>)> = columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.values.len() >= parameters.many)
        .filter_map(|(field, column)| Some((field, numbers(column)?)))
        .collect();
    let lists: Vec<&Column> = columns.iter().filter(|column| !column.items.is_empty()).collect();
    let mut found = Vec::new();
    for (first, firsts) in &numbers {
        for (last, lasts) in &numbers {
            if first != last && lists.iter().any(|list| is_range(firsts, lasts, list, parameters)) {
                found.extend([*first, *last]);
            }
        }
    }
    found
}

/// The values of a field by their records, in the order of these, if all are whole numbers.
fn numbers(column: &Column) -> Option<Vec<(u64, usize)>> {
    let texts = column.texts();
    let read = |(record, text): (u64, &str)| Some((record, text.parse().ok()?));
    let mut numbers: Vec<(u64, usize)> = texts.into_iter().map(read).collect::<Option<_>>()?;
    numbers.sort_unstable();
    (numbers.len() == column.values.len()).then_some(numbers)
}

/// Whether (almost) all numbers of two fields are those of the first and the last item of a list.
fn is_range(
    firsts: &[(u64, usize)],
    lasts: &[(u64, usize)],
    list: &Column,
    parameters: &Parameters,
) -> bool {
    let last_of = |record: u64| {
        let at = lasts.binary_search_by_key(&record, |(record, _)| *record).ok()?;
        Some(lasts[at].1)
    };
    let mut ranges = Vec::new();
    let (mut counted, mut alone) = (0, 0);
    for &(record, first) in firsts {
        let (Some(last), Some(&items)) = (last_of(record), list.items.get(&record)) else {
            continue;
        };
        if items == 1 && first == last {
            // So are any two equal numbers beside a list of one.
            alone += 1;
            continue;
        }
        counted += usize::from(first > 0 && last + 1 == first + items);
        ranges.push((first, last));
    }
    let all = firsts.len().max(lasts.len()) - alone;
    ranges.sort_unstable();
    ranges.dedup();
    ranges.len() > 1
        && counted >= parameters.many
        && Share::new(counted, all, parameters).is_nearly_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether numbers of two dozen records are the ends of ranges, with the length of each list.
    fn are_ends(ends: impl Fn(u64) -> (usize, usize, usize)) -> bool {
        let parameters = Parameters::default();
        let records = 0..24;
        let column = |which: fn((usize, usize, usize)) -> usize| -> Vec<(u64, usize)> {
            records.clone().map(|record| (record, which(ends(record)))).collect()
        };
        let items = column(|(.., items)| items).into_iter().collect();
        let list = Column { items, ..Column::default() };
        is_range(&column(|ends| ends.0), &column(|ends| ends.1), &list, &parameters)
    }

    #[test]
    fn a_number_that_is_told_twice_beside_a_list_of_one_is_no_range() {
        let of_page = |page: u64| page as usize * 20 + 1;
        let last = |page| if page == 23 { 1 } else { 20 };
        assert!(are_ends(|page| (of_page(page), of_page(page) + last(page) - 1, last(page))));
        let reviews = |product: u64| product as usize * 7 % 11 + 1;
        let pictures = |product| 1 + usize::from(product == 5);
        assert!(!are_ends(|product| (reviews(product), reviews(product), pictures(product))));
    }
}
