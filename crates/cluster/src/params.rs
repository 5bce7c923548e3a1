//! What a caller can choose.

use crate::parameters::Parameters;

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
    /// Representatives of each cluster (CURE's c), at least 1.
    pub representatives: usize,
    /// How far representatives are drawn to their cluster's centre (CURE's α), 0..=1.
    pub shrink: f32,
    /// Clusters with fewer pages are outliers.
    pub min_size: usize,
    /// The thresholds of [`cluster_templates`](crate::cluster_templates).
    pub parameters: Parameters,
}

impl Default for Params {
    /// The thresholds and CURE's constants of methods published; two pages make a cluster.
    fn default() -> Self {
        Self {
            method: Method::Average,
            global_threshold: 0.9,
            pair_threshold: 0.8,
            representatives: 10,
            shrink: 0.3,
            min_size: 2,
            parameters: Parameters::default(),
        }
    }
}

impl Params {
    /// The paper's choices.
    pub fn paper() -> Self {
        Self { method: Method::Paper, ..Self::default() }
    }
}
