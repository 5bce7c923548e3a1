//! Which page belongs to which cluster.

use crate::ClusterId;
use serde::{Deserialize, Serialize};

/// A partition of pages into clusters, with outliers left out.
///
/// Clusters are numbered by falling size, ties by their first page, unless they were given their
/// numbers. Pages are indices into the list that was clustered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clustering {
    labels: Vec<Option<ClusterId>>,
    members: Vec<Vec<usize>>,
}

impl Clustering {
    /// A clustering from one label a page; equal labels are one cluster, `None` is an outlier.
    /// The numbers themselves are not kept: clusters are renumbered by falling size.
    pub fn from_labels(labels: &[Option<usize>]) -> Self {
        let count = labels.iter().flatten().max().map_or(0, |&last| last + 1);
        let mut members = vec![Vec::new(); count];
        for (page, label) in labels.iter().enumerate() {
            if let Some(label) = label {
                members[*label].push(page);
            }
        }
        members.retain(|pages| !pages.is_empty());
        members.sort_by_key(|pages| (std::cmp::Reverse(pages.len()), pages[0]));
        let mut labels = vec![None; labels.len()];
        for (id, pages) in members.iter().enumerate() {
            for &page in pages {
                labels[page] = Some(ClusterId(id as u32));
            }
        }
        Self { labels, members }
    }

    /// A clustering whose clusters keep the numbers that they have, as when later ones were added
    /// to earlier ones. A number that no page has is that of an empty cluster.
    pub fn with_numbers(labels: &[Option<ClusterId>]) -> Self {
        let count = labels.iter().flatten().max().map_or(0, |last| last.index() + 1);
        let mut members = vec![Vec::new(); count];
        for (page, label) in labels.iter().enumerate() {
            if let Some(label) = label {
                members[label.index()].push(page);
            }
        }
        Self { labels: labels.to_vec(), members }
    }

    /// Number of pages, outliers included.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are no pages.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The cluster of a page; `None` for an outlier.
    pub fn label(&self, page: usize) -> Option<ClusterId> {
        self.labels[page]
    }

    /// The label of each page.
    pub fn labels(&self) -> &[Option<ClusterId>] {
        &self.labels
    }

    /// The pages of each cluster, in rising order; the place in the list is the [`ClusterId`].
    pub fn clusters(&self) -> &[Vec<usize>] {
        &self.members
    }

    /// The pages that belong to no cluster, in rising order.
    pub fn outliers(&self) -> impl Iterator<Item = usize> + '_ {
        self.labels.iter().enumerate().filter(|(_, label)| label.is_none()).map(|(page, _)| page)
    }
}
