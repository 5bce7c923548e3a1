//! Templates with optional blocks, as sets of blocks: what is one template, what is two.

use sitewrap_cluster::{Addresses, Params, Site, cluster_templates};
use sitewrap_model::{Feature, SimilarityMatrix};

/// Pages as sets of blocks; a block weighs as much as its presence tells.
struct Blocks(Vec<Vec<u32>>);

impl Blocks {
    /// The weight of each block on some of the pages.
    fn weights(&self, pages: &[usize], floor: f64) -> Vec<f64> {
        let weight = |block: u32| {
            let share = self.count(pages, block) as f64 / pages.len() as f64;
            // What stands inside an optional block comes with it and tells little more.
            let place = block.saturating_sub(20) % 45;
            let told = if place > 16 && !place.is_multiple_of(4) { 0.3 } else { 1.0 };
            4.0 * share * (1.0 - share) * told + floor
        };
        (0..200).map(weight).collect()
    }

    fn count(&self, pages: &[usize], block: u32) -> usize {
        pages.iter().filter(|&&page| self.0[page].contains(&block)).count()
    }

    fn matrix(&self, pages: &[usize], floor: f64) -> SimilarityMatrix {
        let weights = self.weights(pages, floor);
        let sum = |blocks: &[u32]| blocks.iter().map(|&block| weights[block as usize]).sum::<f64>();
        let mut matrix = SimilarityMatrix::identity(pages.len());
        for (i, &one) in pages.iter().enumerate() {
            for (j, &other) in pages[..i].iter().enumerate() {
                let (one, other) = (&self.0[one], &self.0[other]);
                let common: Vec<u32> = one.iter().filter(|b| other.contains(b)).copied().collect();
                let whole = sum(one) + sum(other);
                matrix.set(i, j, (2.0 * sum(&common) / whole) as f32);
            }
        }
        matrix
    }

    fn all(&self) -> Vec<usize> {
        (0..self.0.len()).collect()
    }
}

impl Site for Blocks {
    fn keys(&self) -> Vec<u64> {
        let key = |blocks: &Vec<u32>| {
            blocks.iter().fold(7, |key: u64, &b| (key ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
        };
        self.0.iter().map(key).collect()
    }

    fn templates(&self) -> SimilarityMatrix {
        self.matrix(&self.all(), 0.02)
    }

    fn lenient(&self) -> SimilarityMatrix {
        self.matrix(&self.all(), 0.25)
    }

    fn part(&self, pages: &[usize]) -> SimilarityMatrix {
        self.matrix(pages, 0.25)
    }

    fn features(&self, left: &[usize], right: &[usize]) -> Vec<Feature> {
        let pages: Vec<usize> = left.iter().chain(right).copied().collect();
        let feature = |(block, weight): (u32, f64)| Feature {
            weight: (weight * 1_000.0) as u32,
            left: self.count(left, block) as u32,
            right: self.count(right, block) as u32,
        };
        (0..).zip(self.weights(&pages, 0.25)).map(feature).collect()
    }

    fn addresses(&self) -> Option<Addresses> {
        None
    }
}

/// Page `number` of a kind: boilerplate that all kinds share, the kind's own blocks, and the options
/// whose bit in the number is set, each of several blocks.
fn page(kind: u32, number: u32, options: u32) -> Vec<u32> {
    let own = 20 + kind * 45;
    let mut blocks: Vec<u32> = (0..20).chain(own..own + 16).collect();
    for option in (0..options).filter(|option| number >> option & 1 == 1) {
        blocks.extend(own + 16 + option * 4..own + 20 + option * 4);
    }
    blocks
}

/// The kind of each page is the same as saying which cluster it is in.
fn assert_clusters_are(site: &Blocks, kinds: &[u32]) {
    let clustering = cluster_templates(site, &Params::default()).clustering;
    for (i, one) in kinds.iter().enumerate() {
        assert!(clustering.label(i).is_some(), "page {i} of kind {one} is an outlier");
        for (j, other) in kinds.iter().enumerate() {
            let is_together = clustering.label(i) == clustering.label(j);
            assert_eq!(is_together, one == other, "pages {i} and {j} of kinds {one} and {other}");
        }
    }
}

#[test]
fn options_in_all_combinations_do_not_split_a_template() {
    let kinds: Vec<u32> = (0..96).map(|page| page / 32).collect();
    let site = Blocks((0..96).map(|number| page(number / 32, number % 32, 5)).collect());
    assert_clusters_are(&site, &kinds);
}

#[test]
fn a_site_of_one_template_is_one_cluster() {
    for (pages, options) in [(4, 1), (10, 1), (32, 5), (64, 5)] {
        let site = Blocks((0..pages).map(|number| page(0, number, options)).collect());
        assert_clusters_are(&site, &vec![0; pages as usize]);
    }
}

#[test]
fn options_that_outweigh_what_all_pages_share_do_not_split_a_template() {
    // Two blocks of boilerplate beside kinds of which half is optional.
    let kinds: Vec<u32> = (0..128).map(|page| page / 64).collect();
    let slim = |page: Vec<u32>| page.into_iter().filter(|&block| !(2..20).contains(&block));
    let make = |number: u32| slim(page(number / 64, number % 64, 6)).collect();
    assert_clusters_are(&Blocks((0..128).map(make).collect()), &kinds);
}

#[test]
fn a_kind_of_three_pages_is_a_cluster_of_its_own() {
    let kinds: Vec<u32> = (0..63).map(|page| u32::from(page >= 60)).collect();
    let site = Blocks((0..63).map(|n| page(u32::from(n >= 60), n % 8, 3)).collect());
    assert_clusters_are(&site, &kinds);
}

#[test]
fn two_kinds_are_two_clusters_whatever_their_sizes() {
    for first in [4, 20, 36] {
        let kinds: Vec<u32> = (0..40).map(|page| u32::from(page >= first)).collect();
        let site = Blocks((0..40).map(|n| page(u32::from(n >= first), n % 4, 2)).collect());
        assert_clusters_are(&site, &kinds);
    }
}

#[test]
fn shuffled_pages_give_the_same_clusters() {
    let make = |number: u32| page(number % 3, number.wrapping_mul(2_654_435_761) >> 27, 5);
    let straight = Blocks((0..90).map(make).collect());
    let shuffled = Blocks((0..90).map(|place| make(place * 37 % 90)).collect());
    let params = Params::default();
    let one = cluster_templates(&straight, &params).clustering;
    let other = cluster_templates(&shuffled, &params).clustering;
    for i in 0..90usize {
        for j in 0..90usize {
            let was_together = one.label(i * 37 % 90) == one.label(j * 37 % 90);
            assert_eq!(other.label(i) == other.label(j), was_together);
        }
    }
}
