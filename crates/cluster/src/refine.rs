//! The address as a witness: kinds that structure alone cannot tell apart, or tears.
//!
//! Where an article and a list of articles share all their markup, similarity sees one template; where
//! pages of one form vary as freely as hand-made ones do, it sees many. A site's addresses know a part
//! of it. An address alone proves nothing, though: a shop has folders by brand, a system gives every
//! page the address `node/#`. So address and structure have to agree:
//!
//! 1. pages of one cluster whose addresses have different patterns are told apart if each side has
//!    something that the other lacks (`Differences::are_an_exchange`);
//! 2. clusters whose addresses have the same patterns are joined unless much sets them apart, or if one
//!    only lacks a few blocks of the other, less than what both have; those that differ in the names of
//!    directories alone, if nothing sets them apart. Clusters that have nothing in common are not.
//!
//! DESIGN.md tells what was measured.

use crate::address::Addresses;
use crate::agglomerate::agglomerate;
use crate::average::Average;
use crate::evidence::{Differences, Marks};
use crate::joining::{Joining, mean};
use crate::parameters::Parameters;
use rustc_hash::FxHashMap;
use sitewrap_model::SimilarityMatrix;

/// The clusters by structure and address.
///
/// # Arguments
/// `labels` gives each page its cluster by structure, `lenient` how alike pages are where common parts
/// count. Both and `addresses` have one order; ties are decided by it.
///
/// # Returns
/// A label for each page, below the number of pages.
///
/// # Complexity
/// About linear in the marks for each pair of patterns within a cluster and of clusters with common
/// patterns; O(n²) for the n pages of a cluster with several patterns.
pub(crate) fn refine(
    labels: &[usize],
    addresses: &Addresses,
    lenient: &SimilarityMatrix,
    parameters: &Parameters,
) -> Vec<usize> {
    let clusters = groups((0..labels.len()).map(|page| (page, labels[page])));
    let apart = clusters.iter().flat_map(|pages| told_apart(pages, addresses, lenient, parameters));
    let joined = Joining::new(apart.collect(), addresses, lenient, parameters).run();
    let mut refined = vec![0; labels.len()];
    for (label, pages) in joined.iter().enumerate() {
        for &page in pages {
            refined[page] = label;
        }
    }
    refined
}

/// Pages by their labels, in the order of the first page of each.
fn groups<T: std::hash::Hash + Eq>(pages: impl Iterator<Item = (usize, T)>) -> Vec<Vec<usize>> {
    let mut places: FxHashMap<T, usize> = FxHashMap::default();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (page, label) in pages {
        let place = *places.entry(label).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[place].push(page);
    }
    groups
}

/// The parts of a cluster: pages with one pattern stay together, and so do patterns of whose pages
/// enough are not told apart. Patterns of few pages, of which nothing can be told, go where they are
/// most alike.
fn told_apart(
    pages: &[usize],
    addresses: &Addresses,
    lenient: &SimilarityMatrix,
    parameters: &Parameters,
) -> Vec<Vec<usize>> {
    let by_pattern = groups(pages.iter().map(|&page| (page, addresses.named[page])));
    let (large, small): (Vec<_>, Vec<_>) =
        by_pattern.into_iter().partition(|group| group.len() >= parameters.few_pages);
    if large.len() < 2 {
        return vec![pages.to_vec()];
    }
    let mut parts = not_told_apart(&large, addresses, lenient, parameters);
    let cores = parts.clone();
    for page in small.into_iter().flatten() {
        let likeness = |core: &Vec<usize>| mean(lenient, &[page], core);
        // Of parts that are as alike the first.
        let best = (0..cores.len())
            .rev()
            .max_by(|&a, &b| likeness(&cores[a]).total_cmp(&likeness(&cores[b])));
        parts[best.unwrap_or(0)].push(page);
    }
    parts.iter_mut().for_each(|part| part.sort_unstable());
    parts
}

/// Patterns with their pages, put together by average linkage of how alike pages are, where those of
/// two patterns that are told apart are not alike at all. So a few pages of which little can be told
/// join what they are like, and glue nothing.
fn not_told_apart(
    patterns: &[Vec<usize>],
    addresses: &Addresses,
    lenient: &SimilarityMatrix,
    parameters: &Parameters,
) -> Vec<Vec<usize>> {
    let marks: Vec<Marks> =
        patterns.iter().map(|group| Marks::of(group, &addresses.marks)).collect();
    let open = |pattern: usize| addresses.open[patterns[pattern][0]];
    let are_apart = |a: usize, b: usize| {
        let times = if open(a) == open(b) { parameters.directories_alone } else { 1 };
        Differences::of(&marks[a], &marks[b], &addresses.above, parameters)
            .are_an_exchange(times * parameters.many_marks)
    };
    let pages: Vec<(usize, usize)> = patterns
        .iter()
        .enumerate()
        .flat_map(|(pattern, group)| group.iter().map(move |&page| (pattern, page)))
        .collect();
    let mut is_apart: FxHashMap<(usize, usize), bool> = FxHashMap::default();
    let mut alike = SimilarityMatrix::identity(pages.len());
    for (i, &(pattern, page)) in pages.iter().enumerate() {
        for (j, &(other, of)) in pages[..i].iter().enumerate() {
            let mut is_apart =
                || *is_apart.entry((pattern, other)).or_insert_with(|| are_apart(pattern, other));
            let likeness = match pattern == other {
                true => 1.0,
                false if is_apart() => 0.0,
                false => lenient.get(page, of),
            };
            alike.set(i, j, likeness);
        }
    }
    let labels =
        agglomerate(&mut Average::new(&alike, 0.0, parameters.not_apart)).labels(pages.len());
    groups(pages.iter().zip(labels).map(|((_, page), label)| (*page, label)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patterns below the same multiple of this differ in names of directories alone.
    const DIRECTORY: u32 = 10;

    /// Paths that all pages have.
    const COMMON: u32 = 10;

    /// Pages with a pattern each, and the marks that each has beside common ones.
    fn addresses(pages: &[(u32, &[u32])]) -> Addresses {
        let marks = |own: &[u32]| {
            let mut marks: Vec<u32> = (0..COMMON).map(|path| 2 * path).collect();
            marks.extend(own.iter().map(|path| 2 * (COMMON + path)));
            marks
        };
        Addresses {
            named: pages.iter().map(|(pattern, _)| *pattern).collect(),
            open: pages.iter().map(|(pattern, _)| pattern / DIRECTORY).collect(),
            kinds: vec![None; pages.len()],
            marks: pages.iter().map(|(_, own)| marks(own)).collect(),
            above: vec![None; 40],
        }
    }

    fn alike(pages: usize) -> SimilarityMatrix {
        SimilarityMatrix::from_rows(pages, vec![0.9; pages * pages])
    }

    #[test]
    fn a_union_stays_apart_from_what_its_parts_are_set_apart_from() {
        // Seven marks set the second from the third, nine and eight the first from these; of their union each
        // half has marks of its own, so that five are left.
        let own: [&[u32]; 3] = [&[0, 1, 2, 3, 4], &[10, 11, 12, 13], &[20, 21, 22]];
        let pages: Vec<(u32, &[u32])> = (0..30).map(|page| (1, own[page / 10])).collect();
        let labels: Vec<usize> = (0..30).map(|page| page / 10).collect();
        let labels = refine(&labels, &addresses(&pages), &alike(30), &Parameters::default());
        assert_eq!(labels[10], labels[20], "{labels:?}");
        assert_ne!(labels[0], labels[10], "{labels:?}");
    }

    #[test]
    fn patterns_with_parts_of_their_own_are_two_kinds() {
        let (list, article): (&[u32], &[u32]) = (&[0, 1, 2, 3], &[4, 5, 6, 7]);
        let pages: Vec<(u32, &[u32])> =
            (0..20).map(|page| if page < 10 { (1, list) } else { (11, article) }).collect();
        let labels = refine(&[0; 20], &addresses(&pages), &alike(20), &Parameters::default());
        assert!(labels[..10].iter().all(|label| *label == labels[0]));
        assert!(labels[10..].iter().all(|label| *label == labels[10]));
        assert_ne!(labels[0], labels[10]);
    }

    #[test]
    fn a_few_pages_of_which_nothing_can_be_told_glue_no_kinds() {
        let (list, article): (&[u32], &[u32]) = (&[0, 1, 2, 3], &[4, 5, 6, 7]);
        let mut pages: Vec<(u32, &[u32])> =
            (0..40).map(|page| if page < 20 { (1, list) } else { (11, article) }).collect();
        pages.extend([(21, list), (21, article), (21, list)]);
        let labels = refine(&[0; 43], &addresses(&pages), &alike(43), &Parameters::default());
        assert_ne!(labels[0], labels[20]);
        assert_eq!((labels[40], labels[40]), (labels[41], labels[42]));
    }

    #[test]
    fn patterns_that_differ_in_directories_need_more() {
        let (red, blue): (&[u32], &[u32]) = (&[0, 1, 2, 3], &[4, 5, 6, 7]);
        let pages: Vec<(u32, &[u32])> =
            (0..20).map(|page| if page < 10 { (1, red) } else { (2, blue) }).collect();
        assert_eq!(
            refine(&[0; 20], &addresses(&pages), &alike(20), &Parameters::default()),
            [0; 20]
        );
    }

    #[test]
    fn a_pattern_that_only_lacks_something_is_no_kind() {
        let full: &[u32] = &[0, 1, 2, 3, 4, 5, 6, 7, 8];
        let pages: Vec<(u32, &[u32])> =
            (0..20).map(|page| if page < 10 { (1, full) } else { (11, &[][..]) }).collect();
        assert_eq!(
            refine(&[0; 20], &addresses(&pages), &alike(20), &Parameters::default()),
            [0; 20]
        );
    }

    #[test]
    fn clusters_with_one_pattern_are_one_unless_much_sets_them_apart() {
        let few: Vec<(u32, &[u32])> =
            (0..20).map(|page| if page < 10 { (1, &[0][..]) } else { (1, &[1][..]) }).collect();
        let labels: Vec<usize> = (0..20).map(|page| page / 10).collect();
        assert_eq!(refine(&labels, &addresses(&few), &alike(20), &Parameters::default()), [0; 20]);
        let many: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8];
        let much: Vec<(u32, &[u32])> =
            (0..20).map(|page| if page < 10 { (1, &[0][..]) } else { (1, many) }).collect();
        assert_eq!(refine(&labels, &addresses(&much), &alike(20), &Parameters::default()), labels);
    }

    #[test]
    fn clusters_of_which_one_lacks_a_block_of_the_other_are_one() {
        let block: &[u32] = &[0, 1, 2, 3, 4, 5, 6, 7, 8];
        let pages: Vec<(u32, &[u32])> =
            (0..20).map(|page| if page < 10 { (1, &[][..]) } else { (1, block) }).collect();
        let labels: Vec<usize> = (0..20).map(|page| page / 10).collect();
        let mut addresses = addresses(&pages);
        assert_eq!(refine(&labels, &addresses, &alike(20), &Parameters::default()), labels);
        // All stand below the first of them.
        let first = COMMON as usize;
        addresses.above[first + 1..first + 9].fill(Some(COMMON));
        assert_eq!(refine(&labels, &addresses, &alike(20), &Parameters::default()), [0; 20]);
    }

    #[test]
    fn a_block_that_is_more_than_what_pages_share_is_no_option() {
        let block: Vec<u32> = (0..=COMMON).collect();
        let pages: Vec<(u32, &[u32])> =
            (0..20).map(|page| if page < 10 { (1, &[][..]) } else { (1, &block[..]) }).collect();
        let labels: Vec<usize> = (0..20).map(|page| page / 10).collect();
        let mut addresses = addresses(&pages);
        let first = COMMON as usize;
        addresses.above[first + 1..=first + COMMON as usize].fill(Some(COMMON));
        assert_eq!(refine(&labels, &addresses, &alike(20), &Parameters::default()), labels);
    }

    #[test]
    fn clusters_that_share_their_root_alone_stay_apart() {
        let pages: Vec<(u32, &[u32])> = (0..20).map(|_| (1, &[][..])).collect();
        let labels: Vec<usize> = (0..20).map(|page| page / 10).collect();
        let mut addresses = addresses(&pages);
        assert_eq!(refine(&labels, &addresses, &alike(20), &Parameters::default()), [0; 20]);
        addresses.marks = (0..20).map(|page| vec![0, 2 * (1 + page)]).collect();
        assert_eq!(refine(&labels, &addresses, &alike(20), &Parameters::default()), labels);
    }

    #[test]
    fn directories_alone_keep_nothing_apart_that_is_the_same() {
        let pages: Vec<(u32, &[u32])> = (0..20).map(|page| (page / 10, &[][..])).collect();
        let labels: Vec<usize> = (0..20).map(|page| page as usize / 10).collect();
        assert_eq!(
            refine(&labels, &addresses(&pages), &alike(20), &Parameters::default()),
            [0; 20]
        );
    }
}
