//! Clusters of one kind, told by their addresses and their marks, are joined.

use crate::address::{Addresses, Patterns, are_other_kinds, are_same};
use crate::evidence::{Differences, Marks, is_strange};
use crate::parameters::Parameters;
use sitewrap_model::SimilarityMatrix;

/// Clusters that are joined two by two, the most alike first.
pub(crate) struct Joining<'s> {
    addresses: &'s Addresses,
    lenient: &'s SimilarityMatrix,
    parameters: &'s Parameters,
    clusters: Vec<Cluster>,
}

struct Cluster {
    pages: Vec<usize>,
    patterns: Patterns,
    marks: Marks,
    /// What each cluster before it is to it.
    before: Vec<Likeness>,
}

/// What two clusters are to each other.
#[derive(Clone, Copy)]
struct Likeness {
    /// How alike they are, if they are of one kind by what their pages say together.
    alike: Option<f64>,
    /// Pairs of pages, one of each, of clusters that were found by structure and are set apart.
    apart: usize,
}

impl<'s> Joining<'s> {
    /// Of these clusters; `lenient` gives how alike pages are where common parts count.
    pub(crate) fn new(
        clusters: Vec<Vec<usize>>,
        addresses: &'s Addresses,
        lenient: &'s SimilarityMatrix,
        parameters: &'s Parameters,
    ) -> Self {
        let mut joining = Self { addresses, lenient, parameters, clusters: Vec::new() };
        for pages in clusters {
            let mut cluster = joining.cluster(pages);
            cluster.before =
                joining.clusters.iter().map(|other| joining.likeness(&cluster, other)).collect();
            joining.clusters.push(cluster);
        }
        joining
    }

    fn cluster(&self, pages: Vec<usize>) -> Cluster {
        let patterns = Patterns::of(&pages, self.addresses);
        let marks = Marks::of(&pages, &self.addresses.marks);
        Cluster { pages, patterns, marks, before: Vec::new() }
    }

    /// What two clusters are to each other by what their pages say together.
    fn likeness(&self, one: &Cluster, other: &Cluster) -> Likeness {
        let Parameters { same_patterns, many_marks, options, few_pages, .. } = *self.parameters;
        let differences =
            Differences::of(&one.marks, &other.marks, &self.addresses.above, self.parameters);
        if differences.are_many(many_marks) && !differences.are_options(options) {
            return Likeness { alike: None, apart: one.pages.len() * other.pages.len() };
        }
        let have_one_name = || are_same(&one.patterns.named, &other.patterns.named, same_patterns);
        // That nothing sets one or two pages apart says nothing.
        let are_many = || one.pages.len().min(other.pages.len()) >= few_pages;
        let are_one = are_same(&one.patterns.open, &other.patterns.open, same_patterns)
            && !is_strange(&one.marks, &other.marks, self.parameters)
            && !differences.share_nothing()
            && (have_one_name()
                || are_many()
                    && differences.are_none()
                    && !are_other_kinds(one.patterns.kind, other.patterns.kind));
        let alike = are_one.then(|| mean(self.lenient, &one.pages, &other.pages));
        Likeness { alike, apart: 0 }
    }

    /// The clusters once no two are left that may be joined.
    pub(crate) fn run(mut self) -> Vec<Vec<usize>> {
        while let Some((into, from)) = self.most_alike() {
            self.join(into, from);
        }
        self.clusters.into_iter().map(|cluster| cluster.pages).collect()
    }

    fn most_alike(&self) -> Option<(usize, usize)> {
        let mut best: Option<(f64, usize, usize)> = None;
        for (later, cluster) in self.clusters.iter().enumerate() {
            for (earlier, alike) in cluster.before.iter().enumerate() {
                if let Some(alike) = alike.alike
                    && best.is_none_or(|(known, ..)| alike > known)
                {
                    best = Some((alike, earlier, later));
                }
            }
        }
        best.map(|(_, earlier, later)| (earlier, later))
    }

    /// Joins a cluster into an earlier one and compares the union with all others. What pages of many kinds
    /// have in common is little, so that nothing sets them apart from anything: so a union is not joined with a
    /// cluster if more than half of the pairs of their pages are of clusters that were set apart before.
    fn join(&mut self, into: usize, from: usize) {
        let gone = self.clusters.remove(from);
        let mut to_gone = gone.before;
        to_gone.extend(self.clusters[from..].iter_mut().map(|cluster| cluster.before.remove(from)));
        to_gone.remove(into);
        let mut pages = std::mem::take(&mut self.clusters[into].pages);
        pages.extend(gone.pages);
        pages.sort_unstable();
        let mut union = self.cluster(pages);
        let kept = std::mem::take(&mut self.clusters[into].before);
        let of_union = |other: &Cluster, kept: Likeness, gone: Likeness| {
            let apart = kept.apart + gone.apart;
            let are_apart = 2 * apart > union.pages.len() * other.pages.len();
            let alike = if are_apart { None } else { self.likeness(&union, other).alike };
            Likeness { alike, apart }
        };
        let before = self.clusters[..into].iter().zip(kept).zip(&to_gone);
        let before = before.map(|((other, kept), gone)| of_union(other, kept, *gone)).collect();
        let after = self.clusters[into + 1..].iter().zip(&to_gone[into..]);
        let after: Vec<Likeness> =
            after.map(|(other, gone)| of_union(other, other.before[into], *gone)).collect();
        union.before = before;
        self.clusters[into] = union;
        for (cluster, alike) in self.clusters[into + 1..].iter_mut().zip(after) {
            cluster.before[into] = alike;
        }
    }
}

/// Mean similarity across two groups of pages.
pub(crate) fn mean(matrix: &SimilarityMatrix, left: &[usize], right: &[usize]) -> f64 {
    let row = |&page: &usize| {
        let row = matrix.row(page);
        right.iter().map(|&other| f64::from(row[other])).sum::<f64>()
    };
    left.iter().map(row).sum::<f64>() / (left.len() * right.len()) as f64
}
