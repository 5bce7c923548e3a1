//! What clustering asks of pages.

use crate::Addresses;
use sitewrap_model::{Feature, SimilarityMatrix};

/// The pages of a site, as far as telling their templates apart needs to know them.
pub trait Site {
    /// A number for each page that depends on the page's content alone. It decides between equally
    /// close pairs, so that clusters do not depend on the order of the pages.
    fn keys(&self) -> Vec<u64>;
    /// Similarities of all pages in which what all have in common counts little, so that templates
    /// are told apart.
    fn templates(&self) -> SimilarityMatrix;
    /// Similarities of all pages in which what they have in common counts, so that the pages of
    /// one template are alike whatever else they hold.
    fn lenient(&self) -> SimilarityMatrix;
    /// Similarities of some pages, compared as if they were a site of their own.
    fn part(&self, pages: &[usize]) -> SimilarityMatrix;
    /// What the pages of two groups are made of, weighed as if they were a site of their own.
    fn features(&self, left: &[usize], right: &[usize]) -> Vec<Feature>;
    /// The pages' addresses with what the pages are made of; `None` if addresses are not to count.
    fn addresses(&self) -> Option<Addresses>;
}
