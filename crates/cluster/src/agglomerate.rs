//! The loop that joins clusters, whatever makes them close.

use crate::merges::{self, Merge, Verdict};

/// What makes clusters close. Clusters live in slots `0..n`, each page in its own at first.
pub(crate) trait Linkage {
    /// Number of pages.
    fn len(&self) -> usize;
    /// How close the clusters of two slots are; `None` if they must not be joined as they are.
    fn closeness(&self, i: usize, j: usize) -> Option<f64>;
    /// Whether two clusters that are this close may be joined, and the self-similarity of their
    /// union. A union that is refused is asked for again once one of the two has grown.
    fn union(&self, i: usize, j: usize, closeness: f64) -> Result<f64, Refused>;
    /// Forgets the thresholds, for the joins beyond them; false if there are none to be made.
    fn relax(&mut self) -> bool;
    /// Puts the cluster of slot `j` into slot `i`; `others` are the slots of all other clusters.
    fn join(&mut self, i: usize, j: usize, others: &[usize]);
}

/// The union of two clusters is not alike enough.
pub(crate) struct Refused;

/// The joins in their order.
pub(crate) struct History {
    pub(crate) merges: Vec<Merge>,
    /// How many of the joins, from the first, keep to the thresholds.
    pub(crate) kept: usize,
}

impl History {
    /// For each of `n` pages a label that the pages joined within the thresholds share.
    pub(crate) fn labels(&self, n: usize) -> Vec<usize> {
        merges::cut(n, &self.merges, |join| match join.place < self.kept {
            true => Verdict::Stands,
            false => Verdict::Open,
        })
    }
}

/// Joins the closest two clusters whose union is not refused, until none are left; then, if the
/// linkage can be relaxed, goes on without thresholds up to one cluster. Of equally close pairs the
/// one in the first slots is taken.
///
/// # Complexity
/// O(n²) expected (O(n³) at worst) calls of `closeness`.
pub(crate) fn agglomerate(linkage: &mut impl Linkage) -> History {
    let mut clusters = Clusters::new(linkage);
    let mut merges = Vec::new();
    clusters.join_all(linkage, &mut merges);
    let kept = merges.len();
    if linkage.relax() {
        clusters.reopen(linkage);
        clusters.join_all(linkage, &mut merges);
    }
    History { merges, kept }
}

/// The clusters that there are, and for each the closest of those after it.
struct Clusters {
    n: usize,
    alive: Vec<usize>,
    /// The node of the dendrogram that a slot holds.
    name: Vec<usize>,
    refused: Vec<bool>,
    best: Vec<Option<(usize, f64)>>,
}

impl Clusters {
    fn new(linkage: &impl Linkage) -> Self {
        let n = linkage.len();
        let mut clusters = Self {
            n,
            alive: (0..n).collect(),
            name: (0..n).collect(),
            refused: vec![false; n * n],
            best: vec![None; n],
        };
        for i in 0..n {
            clusters.best[i] = clusters.find_best(linkage, i);
        }
        clusters
    }

    fn join_all(&mut self, linkage: &mut impl Linkage, merges: &mut Vec<Merge>) {
        while let Some((i, j, closeness)) = self.closest() {
            match linkage.union(i, j, closeness) {
                Err(Refused) => self.refuse(linkage, i, j),
                Ok(self_similarity) => {
                    merges.push(Merge {
                        left: self.name[i],
                        right: self.name[j],
                        similarity: closeness as f32,
                        self_similarity: self_similarity as f32,
                    });
                    self.join(linkage, i, j, self.n + merges.len() - 1);
                }
            }
        }
    }

    /// Asks for all unions again.
    fn reopen(&mut self, linkage: &impl Linkage) {
        self.refused.fill(false);
        for index in 0..self.alive.len() {
            let slot = self.alive[index];
            self.best[slot] = self.find_best(linkage, slot);
        }
    }

    fn closest(&self) -> Option<(usize, usize, f64)> {
        let mut closest: Option<(usize, usize, f64)> = None;
        for &i in &self.alive {
            if let Some((j, closeness)) = self.best[i]
                && closest.is_none_or(|(_, _, known)| closeness > known)
            {
                closest = Some((i, j, closeness));
            }
        }
        closest
    }

    fn find_best(&self, linkage: &impl Linkage, i: usize) -> Option<(usize, f64)> {
        let from = self.alive.partition_point(|&slot| slot <= i);
        let mut best: Option<(usize, f64)> = None;
        for &j in &self.alive[from..] {
            if self.refused[i * self.n + j] {
                continue;
            }
            if let Some(closeness) = linkage.closeness(i, j)
                && best.is_none_or(|(_, known)| closeness > known)
            {
                best = Some((j, closeness));
            }
        }
        best
    }

    fn refuse(&mut self, linkage: &impl Linkage, i: usize, j: usize) {
        self.refused[i * self.n + j] = true;
        self.best[i] = self.find_best(linkage, i);
    }

    /// Joins the cluster of slot `j` to that of slot `i`, which comes before it.
    fn join(&mut self, linkage: &mut impl Linkage, i: usize, j: usize, name: usize) {
        self.name[i] = name;
        self.alive.retain(|&slot| slot != i && slot != j);
        linkage.join(i, j, &self.alive);
        self.alive.insert(self.alive.partition_point(|&slot| slot < i), i);
        for &k in &self.alive {
            self.refused[i.min(k) * self.n + i.max(k)] = false;
        }
        self.best[j] = None;
        self.best[i] = self.find_best(linkage, i);
        for index in 0..self.alive.len() {
            let k = self.alive[index];
            if k >= j {
                break;
            }
            if k != i {
                self.follow(linkage, k, i, j);
            }
        }
    }

    /// Finds the best of slot `k` again after the cluster of slot `j` went into slot `i`.
    fn follow(&mut self, linkage: &impl Linkage, k: usize, i: usize, j: usize) {
        match self.best[k] {
            Some((to, _)) if to == i || to == j => self.best[k] = self.find_best(linkage, k),
            known if k < i => {
                let Some(closeness) = linkage.closeness(k, i) else { return };
                let is_better = known
                    .is_none_or(|(to, best)| closeness > best || (closeness == best && i < to));
                if is_better {
                    self.best[k] = Some((i, closeness));
                }
            }
            _ => {}
        }
    }
}
