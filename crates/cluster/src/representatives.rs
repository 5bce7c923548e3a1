//! CURE's third phase: pages that did not take part in clustering go to the cluster of their
//! nearest representative.

use sitewrap_model::{ClusterId, Clustering};

/// Pages as sets of weighted dimensions: what representatives are chosen from.
#[derive(Clone, Debug)]
pub struct Points<'a> {
    /// For each page its dimensions, in rising order.
    pub rows: Vec<&'a [u32]>,
    /// The weight of each dimension.
    pub weights: &'a [u32],
    /// A number for each page that depends on its content alone; decides ties.
    pub keys: &'a [u64],
}

/// A few points for each cluster that stand for all its pages: well scattered over it, and drawn
/// to its centre, so that what is odd about a page counts less than what it shares.
#[derive(Clone, Debug, PartialEq)]
pub struct Representatives {
    weights: Vec<u32>,
    points: Vec<Point>,
}

/// A cluster's representative and how similar it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The cluster.
    pub cluster: ClusterId,
    /// Similarity of the page and the representative, 0..=1.
    pub similarity: f32,
}

#[derive(Clone, Debug, PartialEq)]
struct Point {
    cluster: ClusterId,
    /// Dimensions in rising order, each with its share in units of 1/[`ONE`].
    shares: Vec<(u32, u16)>,
    /// Sum of shares times weights.
    own: u64,
}

/// A dimension that a point has in full.
const ONE: u64 = u16::MAX as u64;

impl Representatives {
    /// Up to `count` (CURE's c) points for each cluster, drawn to its centre by `shrink` (α).
    ///
    /// # Complexity
    /// O(c·n·d) time for n pages of d dimensions.
    pub fn choose(points: &Points<'_>, clustering: &Clustering, count: usize, shrink: f32) -> Self {
        let mut chosen = Vec::new();
        for (id, members) in clustering.clusters().iter().enumerate() {
            let mut members = members.clone();
            members.sort_by_key(|&page| points.keys.get(page));
            members.dedup_by_key(|page| points.rows[*page]);
            let centre = centre(points, &clustering.clusters()[id]);
            for page in scatter(points, &members, &centre, count.max(1)) {
                let shares = shrunk(points.rows[page], &centre, shrink.clamp(0.0, 1.0));
                let weigh = |&(dim, share): &(u32, u16)| points.weight(dim) * u64::from(share);
                let own = shares.iter().map(weigh).sum();
                chosen.push(Point { cluster: ClusterId(id as u32), shares, own });
            }
        }
        Self { weights: points.weights.to_vec(), points: chosen }
    }

    /// The nearest representative of a page with these dimensions (in rising order); of equally
    /// near ones that of the larger cluster. `None` if there are no clusters.
    pub fn nearest(&self, row: &[u32]) -> Option<Nearest> {
        let weight = |dim: u32| self.weights.get(dim as usize).map_or(0, |&w| u64::from(w));
        let own = row.iter().map(|&dim| weight(dim) * ONE).sum::<u64>();
        let mut best: Option<Nearest> = None;
        for point in &self.points {
            let mut shares = point.shares.iter().peekable();
            let mut common = 0;
            for &dim in row {
                while shares.next_if(|&&(other, _)| other < dim).is_some() {}
                if let Some(&(_, share)) = shares.next_if(|&&(other, _)| other == dim) {
                    common += weight(dim) * u64::from(share);
                }
            }
            let whole = own + point.own;
            let similarity =
                if whole == 0 { 1.0 } else { (2.0 * common as f64 / whole as f64) as f32 };
            if best.is_none_or(|best| similarity > best.similarity) {
                best = Some(Nearest { cluster: point.cluster, similarity });
            }
        }
        best
    }
}

impl Points<'_> {
    fn weight(&self, dim: u32) -> u64 {
        self.weights.get(dim as usize).map_or(0, |&weight| u64::from(weight))
    }

    /// Weight of what only one of two pages has.
    fn distance(&self, one: usize, other: usize) -> u64 {
        let (one, other) = (self.rows[one], self.rows[other]);
        let lacking = |row: &[u32], of: &[u32]| {
            let is_alone = |dim: &&u32| of.binary_search(dim).is_err();
            row.iter().filter(is_alone).map(|&dim| self.weight(dim)).sum::<u64>()
        };
        lacking(one, other) + lacking(other, one)
    }
}

/// The share of the members that have each dimension.
fn centre(points: &Points<'_>, members: &[usize]) -> Vec<(u32, f32)> {
    let mut all: Vec<u32> =
        members.iter().flat_map(|&page| points.rows[page].iter().copied()).collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a == b)
        .map(|same| (same[0], same.len() as f32 / members.len() as f32))
        .collect()
}

/// Up to `count` members, each the farthest from those before it; the first from the centre.
fn scatter(
    points: &Points<'_>,
    members: &[usize],
    centre: &[(u32, f32)],
    count: usize,
) -> Vec<usize> {
    let from_centre = |&page: &usize| {
        let row = points.rows[page];
        let off = |&(dim, share): &(u32, f32)| {
            let own = f64::from(u8::from(row.binary_search(&dim).is_ok()));
            points.weight(dim) as f64 * (own - f64::from(share)).abs()
        };
        centre.iter().map(off).sum::<f64>() as u64
    };
    let mut nearest: Vec<u64> = members.iter().map(from_centre).collect();
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < count.min(members.len()) {
        let mut far = 0;
        for (place, &distance) in nearest.iter().enumerate() {
            if distance > nearest[far] {
                far = place;
            }
        }
        if nearest[far] == 0 && !chosen.is_empty() {
            break;
        }
        for (known, &page) in nearest.iter_mut().zip(members) {
            let distance = points.distance(page, members[far]);
            *known = if chosen.is_empty() { distance } else { distance.min(*known) };
        }
        chosen.push(members[far]);
    }
    chosen
}

/// A page's point, drawn to the centre.
fn shrunk(row: &[u32], centre: &[(u32, f32)], shrink: f32) -> Vec<(u32, u16)> {
    let draw = |&(dim, share): &(u32, f32)| {
        let own = f32::from(u8::from(row.binary_search(&dim).is_ok()));
        (dim, ((own + shrink * (share - own)) * ONE as f32).round() as u16)
    };
    centre.iter().map(draw).filter(|&(_, share)| share > 0).collect()
}
