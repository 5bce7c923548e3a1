//! Clusters against page types.

use std::collections::HashMap;

/// How well clusters agree with page types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusterScore {
    /// The clustering F-measure of \[QYZ11\]: for each type the best F of one cluster, weighed by the
    /// type's pages. 0..=1.
    pub f: f64,
    /// The adjusted Rand index, up to 1.
    pub ari: f64,
}

/// Scores the cluster of each page against its type; a page without a cluster is one of its own.
pub fn score_clusters(pages: &[(&str, Option<usize>)]) -> ClusterScore {
    let mut both: HashMap<(&str, usize), usize> = HashMap::new();
    let mut classes: HashMap<&str, usize> = HashMap::new();
    let mut clusters: HashMap<usize, usize> = HashMap::new();
    let used = pages.iter().filter_map(|(_, cluster)| *cluster).max().map_or(0, |most| most + 1);
    for (at, &(class, cluster)) in pages.iter().enumerate() {
        let cluster = cluster.unwrap_or(used + at);
        *both.entry((class, cluster)).or_default() += 1;
        *classes.entry(class).or_default() += 1;
        *clusters.entry(cluster).or_default() += 1;
    }
    let mut best: HashMap<&str, f64> = HashMap::new();
    for (&(class, cluster), &hit) in &both {
        let f = 2.0 * hit as f64 / (classes[class] + clusters[&cluster]) as f64;
        let known = best.entry(class).or_default();
        *known = known.max(f);
    }
    let n = pages.len() as f64;
    // In a fixed order: sums of floats depend on it.
    let mut parts: Vec<f64> =
        classes.iter().map(|(class, &size)| size as f64 / n * best[class]).collect();
    parts.sort_unstable_by(f64::total_cmp);
    ClusterScore {
        f: parts.iter().sum(),
        ari: ari(both.values(), classes.values(), clusters.values(), n),
    }
}

fn ari<'a>(
    both: impl Iterator<Item = &'a usize>,
    classes: impl Iterator<Item = &'a usize>,
    clusters: impl Iterator<Item = &'a usize>,
    n: f64,
) -> f64 {
    fn pairs<'a>(counts: impl Iterator<Item = &'a usize>) -> f64 {
        counts.map(|&count| (count * (count - 1) / 2) as f64).sum()
    }
    let (both, classes, clusters) = (pairs(both), pairs(classes), pairs(clusters));
    let expected = if n > 1.0 { classes * clusters / (n * (n - 1.0) / 2.0) } else { 0.0 };
    let ceiling = f64::midpoint(classes, clusters);
    if ceiling == expected { 1.0 } else { (both - expected) / (ceiling - expected) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_their_own_clusters_are_perfect() {
        let score = score_clusters(&[("a", Some(0)), ("a", Some(0)), ("b", Some(1))]);
        assert_eq!(score, ClusterScore { f: 1.0, ari: 1.0 });
    }

    #[test]
    fn pages_without_a_cluster_are_alone() {
        let score = score_clusters(&[("a", None), ("a", None)]);
        assert!((score.f - 2.0 / 3.0).abs() < 1e-12 && score.ari.abs() < 1e-12, "{score:?}");
    }
}
