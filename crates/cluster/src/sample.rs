//! Which pages take part in clustering when there are too many for all pairs.

use crate::parameters::Parameters;
use sitewrap_hash::spread;
use std::collections::BTreeMap;

/// Draws up to `size` pages so that rare kinds are among them, in rising order.
///
/// `signatures` are equal for pages that are plainly of one kind; half of the places go to the
/// signatures in turn, a few pages each, the rest to all pages alike. `keys` depend on the content
/// of each page alone: the same pages give the same sample, whatever their order. Another `seed`
/// gives another sample.
pub fn sample(
    signatures: &[u64],
    keys: &[u64],
    size: usize,
    seed: u64,
    parameters: &Parameters,
) -> Vec<usize> {
    let n = signatures.len();
    if n <= size {
        return (0..n).collect();
    }
    let rank = |page: usize| spread(keys.get(page).copied().unwrap_or(page as u64) ^ spread(seed));
    let mut order: Vec<(u64, usize)> = (0..n).map(|page| (rank(page), page)).collect();
    order.sort_unstable();
    let mut groups: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for &(_, page) in &order {
        groups.entry(signatures[page]).or_default().push(page);
    }
    let mut by_size: Vec<(u64, Vec<usize>)> = groups.into_iter().collect();
    by_size.sort_by_key(|(signature, pages)| (std::cmp::Reverse(pages.len()), *signature));
    let mut is_taken = vec![false; n];
    let mut left = size;
    'rounds: for round in 0..parameters.sample_pages {
        for (_, pages) in &by_size {
            if left <= size / 2 {
                break 'rounds;
            }
            if let Some(&page) = pages.get(round) {
                is_taken[page] = true;
                left -= 1;
            }
        }
    }
    for &(_, page) in &order {
        if left > 0 && !is_taken[page] {
            is_taken[page] = true;
            left -= 1;
        }
    }
    (0..n).filter(|&page| is_taken[page]).collect()
}
