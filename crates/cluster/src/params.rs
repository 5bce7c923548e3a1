//! What a caller can choose.

/// How clusters are compared while they grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The default: closeness of two clusters is the mean similarity across them, so that a few
    /// pages without an optional block do not keep a template apart.
    #[default]
    Average,
    /// The paper's: column similarities, CURE's representatives, and the pair threshold asked of
    /// every single pair.
    Paper,
}

/// Settings of [`cluster`](crate::cluster).
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// How clusters are compared while they grow.
    pub method: Method,
    /// Least self-similarity of a whole cluster (the paper's Ωg), 0..=1.
    pub global_threshold: f32,
    /// Least similarity between the members of a cluster (the paper's Ωe), 0..=1: between any two
    /// of them with [`Method::Paper`], on average across the two halves of each merge otherwise.
    pub pair_threshold: f32,
    /// How many times farther apart two groups of pages may be than the pages of one group, and
    /// still be one template with options; more merges more. What each group has in place of the
    /// other counts besides. Asked by [`cluster_templates`](crate::cluster_templates) only.
    ///
    /// Calibration: 3.2 and 3.3 give the same clusters on twenty sites with known page types and
    /// on 55 of their types taken alone; DESIGN.md tells what happens beside them.
    pub separation: f32,
    /// Representatives of each cluster (CURE's c), at least 1.
    pub representatives: usize,
    /// How far representatives are drawn to their cluster's centre (CURE's α), 0..=1.
    pub shrink: f32,
    /// Clusters with fewer pages are outliers.
    pub min_size: usize,
    /// If a first pass on [`Site::lenient`](crate::Site::lenient) puts this share of
    /// the pages into one cluster, the site has one template; 0..=1.
    pub one_template_share: f32,
}

impl Default for Params {
    /// The thresholds and CURE's constants of methods published; two pages make a cluster.
    fn default() -> Self {
        Self {
            method: Method::Average,
            global_threshold: 0.9,
            pair_threshold: 0.8,
            separation: 3.2,
            representatives: 10,
            shrink: 0.3,
            min_size: 2,
            one_template_share: 0.9,
        }
    }
}

impl Params {
    /// The paper's choices.
    pub fn paper() -> Self {
        Self { method: Method::Paper, ..Self::default() }
    }
}
