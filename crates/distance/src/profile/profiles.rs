//! The pages of a site as sets of paths, and how alike they are.

use super::body_class_weight::body_class_weights;
use super::gram::Gram;
use super::vocabulary::Vocabulary;
use super::{Outline, Parameters, Placed, Weighting};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sitewrap_hash::spread;
use sitewrap_model::{Feature, SimilarityMatrix};
use std::borrow::Borrow;

/// A path that sets some pages apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Distinctive {
    /// The path as text, as in `html > body > div.page > ul.menu`.
    pub path: String,
    /// Share of the pages that have it, 0..=1.
    pub here: f32,
    /// Share of the other pages that have it, 0..=1.
    pub there: f32,
}

/// The pages of a site as sets of paths.
#[derive(Clone, Debug)]
pub struct Profiles {
    pub(super) vocabulary: Vocabulary,
    /// The paths of each distinct profile, in rising order.
    rows: Vec<Box<[u32]>>,
    /// For each page, its row.
    row_of: Vec<u32>,
    /// For each path, the number of pages that have it.
    counts: Vec<u32>,
    pub(super) parameters: Parameters,
}

impl Profiles {
    /// Profiles of the pages with these outlines, in their order.
    pub fn build<O: Borrow<Outline>>(outlines: &[O]) -> Self {
        Self::build_with(outlines, &Parameters::default())
    }

    /// As [`Profiles::build`], by other parameters.
    pub fn build_with<O: Borrow<Outline>>(outlines: &[O], parameters: &Parameters) -> Self {
        let outlines = || outlines.iter().map(O::borrow);
        let mut vocabulary = Vocabulary::learn(outlines(), parameters);
        let (mut rows, mut row_of) = Self::rows(&mut vocabulary, outlines());
        for _ in 0..parameters.mirrors {
            let counts = Self::counts(&vocabulary, &rows, &row_of);
            if !vocabulary.set_mirrored(&counts, row_of.len() as u32, parameters) {
                break;
            }
            (rows, row_of) = Self::rows(&mut vocabulary, outlines());
        }
        vocabulary.pool_words();
        let counts = Self::counts(&vocabulary, &rows, &row_of);
        let mut profiles =
            Self { vocabulary, rows, row_of, counts, parameters: parameters.clone() };
        let weights = profiles.weights(&Weighting::TEMPLATES);
        let pages: Vec<&[u32]> = (0..profiles.len()).map(|page| profiles.paths(page)).collect();
        for (word, share) in body_class_weights(profiles.vocabulary.paths(), &pages, &weights) {
            profiles.vocabulary.set_borne_out(word, share);
        }
        profiles
    }

    /// The paths of each distinct profile, and for each page which of these is its own.
    fn rows<'o>(
        vocabulary: &mut Vocabulary,
        outlines: impl Iterator<Item = &'o Outline>,
    ) -> (Vec<Box<[u32]>>, Vec<u32>) {
        let mut rows: Vec<Box<[u32]>> = Vec::new();
        let mut known: FxHashMap<Box<[u32]>, u32> = FxHashMap::default();
        let mut row_of = Vec::new();
        for outline in outlines {
            let row = vocabulary.profile(outline).into_boxed_slice();
            let index = *known.entry(row).or_insert_with_key(|row| {
                rows.push(row.clone());
                rows.len() as u32 - 1
            });
            row_of.push(index);
        }
        (rows, row_of)
    }

    /// For each path, the number of pages that have it.
    fn counts(vocabulary: &Vocabulary, rows: &[Box<[u32]>], row_of: &[u32]) -> Vec<u32> {
        let mut counts = vec![0; vocabulary.paths().len()];
        for &row in row_of {
            for &path in &rows[row as usize] {
                counts[path as usize] += 1;
            }
        }
        counts
    }

    /// Number of pages.
    pub fn len(&self) -> usize {
        self.row_of.len()
    }

    /// Whether there are no pages.
    pub fn is_empty(&self) -> bool {
        self.row_of.is_empty()
    }

    /// A number for each page that depends on its paths alone, not on its place among the pages:
    /// what orders pages when the result must not depend on the order in which they came.
    pub fn keys(&self) -> Vec<u64> {
        let paths = self.vocabulary.paths();
        let key = |row: &[u32]| {
            spread(
                row.iter().fold(0, |sum: u64, &path| sum.wrapping_add(paths[path as usize].hash)),
            )
        };
        let keys: Vec<u64> = self.rows.iter().map(|row| key(row)).collect();
        self.row_of.iter().map(|&row| keys[row as usize]).collect()
    }

    /// The similarities of all pairs of pages.
    ///
    /// With a the weight of what only the one page has, b of what only the other has and c of what
    /// both have, d = 2(s·min(a, b) + (1 − s)·max(a, b)) and the similarity is 1 − d / (2c + d),
    /// which at s = [`Weighting::smaller`] = 0.5 is 1 − ed / (len + len).
    pub fn similarity_matrix(&self, weighting: &Weighting) -> SimilarityMatrix {
        let pages: Vec<usize> = (0..self.len()).collect();
        self.part_matrix(&pages, weighting)
    }

    /// The similarities of all pairs of some pages, as if they were a site of their own: paths are
    /// weighed by how many of *these* pages have them.
    pub fn part_matrix(&self, pages: &[usize], weighting: &Weighting) -> SimilarityMatrix {
        let n = pages.len();
        let rows: Vec<u32> = pages.iter().map(|&page| self.row_of[page]).collect();
        let counts = self.count(pages);
        let weights = weighting.weights(self.vocabulary.paths(), &counts, n, &self.parameters);
        let mut distinct = rows.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let paths: Vec<&[u32]> = distinct.iter().map(|&row| &*self.rows[row as usize]).collect();
        let gram = Gram::new(&paths, &weights);
        let places: Vec<usize> =
            rows.iter().map(|row| distinct.partition_point(|other| other < row)).collect();
        let mut values = vec![0.0f32; n * n];
        values.par_chunks_mut(n.max(1)).enumerate().for_each(|(i, out)| {
            for (value, &j) in out.iter_mut().zip(&places) {
                *value = similarity(&gram, places[i], j, weighting.smaller) as f32;
            }
        });
        SimilarityMatrix::from_rows(n, values)
    }

    /// The paths of two groups of pages and how often each occurs, weighed as if the pages were a
    /// site of their own.
    pub fn features(&self, left: &[usize], right: &[usize], weighting: &Weighting) -> Vec<Feature> {
        let (in_left, in_right) = (self.count(left), self.count(right));
        let counts: Vec<u32> = in_left.iter().zip(&in_right).map(|(l, r)| l + r).collect();
        let pages = left.len() + right.len();
        let weights = weighting.weights(self.vocabulary.paths(), &counts, pages, &self.parameters);
        let all = weights.into_iter().zip(in_left.into_iter().zip(in_right));
        all.filter(|&(weight, _)| weight > 0)
            .map(|(weight, (left, right))| Feature { weight, left, right })
            .collect()
    }

    /// The paths of each page, as indices in rising order.
    pub fn paths(&self, page: usize) -> &[u32] {
        &self.rows[self.row_of[page] as usize]
    }

    /// The paths of a page that was not among those profiled.
    pub fn place(&self, outline: &Outline) -> Placed {
        self.vocabulary.placed(outline)
    }

    /// The weight of each path, in units that make sums exact.
    pub fn weights(&self, weighting: &Weighting) -> Vec<u32> {
        weighting.weights(self.vocabulary.paths(), &self.counts, self.len(), &self.parameters)
    }

    /// The paths that set some pages apart from others: on most of the one and few of the other,
    /// the widest apart first, at most `limit`. Paths below one that is listed are left out.
    pub fn distinctive(&self, pages: &[usize], others: &[usize], limit: usize) -> Vec<Distinctive> {
        let (here, there) = (self.shares(pages), self.shares(others));
        let paths = self.vocabulary.paths();
        let gap = |path: usize| here[path] - there[path];
        let sets_apart = |path: usize| gap(path) >= 0.5;
        let mut found: Vec<Distinctive> = (0..paths.len())
            .filter(|&path| {
                let parent = paths[path].parent as usize;
                sets_apart(path) && (parent == path || !sets_apart(parent))
            })
            .map(|path| Distinctive {
                path: self.vocabulary.describe(path as u32),
                here: here[path],
                there: there[path],
            })
            .collect();
        found.sort_by(|a, b| {
            (b.here - b.there).total_cmp(&(a.here - a.there)).then_with(|| a.path.cmp(&b.path))
        });
        found.truncate(limit);
        found
    }

    /// The share of some pages that have each path.
    fn shares(&self, pages: &[usize]) -> Vec<f32> {
        let share = |count: u32| count as f32 / pages.len().max(1) as f32;
        self.count(pages).into_iter().map(share).collect()
    }

    /// How many of some pages have each path.
    pub(super) fn count(&self, pages: &[usize]) -> Vec<u32> {
        let mut counts = vec![0; self.vocabulary.paths().len()];
        for &page in pages {
            for &path in self.paths(page) {
                counts[path as usize] += 1;
            }
        }
        counts
    }

    /// A path as text, as in `html > body > div.page > ul.menu`.
    pub fn describe(&self, path: u32) -> String {
        self.vocabulary.describe(path)
    }
}

fn similarity(gram: &Gram, i: usize, j: usize, smaller: f64) -> f64 {
    let common = gram.get(i, j);
    let deleted = (gram.get(i, i) - common) as f64;
    let inserted = (gram.get(j, j) - common) as f64;
    let difference =
        2.0 * (smaller * deleted.min(inserted) + (1.0 - smaller) * deleted.max(inserted));
    if difference == 0.0 { 1.0 } else { 1.0 - difference / (2.0 * common as f64 + difference) }
}
