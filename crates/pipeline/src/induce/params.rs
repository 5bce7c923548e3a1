//! What can be chosen about an induction.

use serde::{Deserialize, Serialize};
use sitewrap_model::{Book as _, Entry};

/// How pages are compared, clustered and wrapped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InduceParams {
    /// How templates are aligned into wrappers.
    pub method: Method,
    /// How alike two pages are.
    pub similarity: Similarity,
    /// What is folded before pages are compared.
    pub fold: Fold,
    /// Least self-similarity of a cluster, 0..=1.
    pub global_threshold: f64,
    /// Least similarity between the members of a cluster, 0..=1.
    pub pair_threshold: f64,
    /// Number of pages that are compared with each other, at least 1. Further pages join the
    /// cluster of the nearest representative, or with [`Fold::None`] that of the wrapper that
    /// fits them.
    pub sample: usize,
    /// Seed by which the sample is drawn.
    pub seed: u64,
    /// The thresholds of the stages; the same for all inductions of a release.
    #[serde(skip)]
    pub book: Book,
}

/// The parameters of all stages that have a page in the book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    /// How pages are compared.
    pub distance: sitewrap_distance::profile::Parameters,
    /// How templates are told apart.
    pub cluster: sitewrap_cluster::Parameters,
    /// How templates are made.
    pub induce: sitewrap_induce::Parameters,
    /// How pages are read and wrappers applied; the parameters of a process, see
    /// [`Book::settle`].
    pub extract: sitewrap_wrapper::Parameters,
    /// How long words, names and labels are; the parameters of a process too.
    pub terms: sitewrap_terms::Parameters,
    /// How values are read; the parameters of a process too.
    pub values: sitewrap_values::Parameters,
}

impl Book {
    /// All parameters, by the order of stages.
    pub fn entries() -> Vec<Entry> {
        let mut entries = sitewrap_distance::profile::Parameters::entries();
        entries.extend(sitewrap_cluster::Parameters::entries());
        entries.extend(sitewrap_induce::Parameters::entries());
        entries.extend(sitewrap_wrapper::Parameters::entries());
        entries.extend(sitewrap_terms::Parameters::entries());
        entries.extend(sitewrap_values::Parameters::entries());
        entries
    }

    /// Changes a parameter and tells whether that is possible: there is one of that stage and name,
    /// and the value is within its range.
    pub fn set(&mut self, stage: &str, name: &str, value: f64) -> bool {
        match stage {
            "distance" => self.distance.set(name, value),
            "cluster" => self.cluster.set(name, value),
            "induce" => self.induce.set(name, value),
            "extract" => self.extract.set(name, value),
            "terms" => self.terms.set(name, value),
            "values" => self.values.set(name, value),
            _ => false,
        }
    }

    /// Makes those of extraction, of terms and of values the parameters of the process, and tells whether that is
    /// possible: nothing has been read before.
    pub fn settle(&self) -> bool {
        self.extract.clone().settle() && self.terms.clone().settle() && self.values.clone().settle()
    }
}

/// A method as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// What was found best.
    #[default]
    Default,
    /// Every choice as in Qiu, Yang, Zeng, *Automatic Web information extraction based on web page
    /// clustering*, 2011.
    Paper,
}

/// How alike two pages are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Similarity {
    /// The normalized tree edit similarity.
    #[default]
    Tree,
    /// The similarity of their columns in the matrix of tree edit similarities.
    Column,
}

/// What is folded before pages are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fold {
    /// Alike siblings are one; each path weighs by what it tells about the template.
    #[default]
    Siblings,
    /// Nothing: trees are compared node by node.
    None,
}

impl Default for InduceParams {
    fn default() -> Self {
        Self {
            method: Method::Default,
            similarity: Similarity::Tree,
            fold: Fold::Siblings,
            global_threshold: 0.9,
            pair_threshold: 0.8,
            sample: 1000,
            seed: 0,
            book: Book::default(),
        }
    }
}

impl InduceParams {
    /// The paper's choices.
    pub fn paper() -> Self {
        Self {
            method: Method::Paper,
            similarity: Similarity::Column,
            fold: Fold::None,
            ..Self::default()
        }
    }

    /// The part that clustering looks at.
    pub(super) fn cluster(&self) -> sitewrap_cluster::Params {
        let base = match self.similarity {
            Similarity::Tree => sitewrap_cluster::Params::default(),
            Similarity::Column => sitewrap_cluster::Params::paper(),
        };
        sitewrap_cluster::Params {
            global_threshold: self.global_threshold as f32,
            pair_threshold: self.pair_threshold as f32,
            parameters: self.book.cluster.clone(),
            ..base
        }
    }

    /// The part that wrapper induction looks at.
    pub(super) fn wrap(&self) -> sitewrap_induce::Params {
        let method = match self.method {
            Method::Default => sitewrap_induce::Method::default(),
            Method::Paper => sitewrap_induce::Method::Paper,
        };
        let parameters = self.book.induce.clone();
        sitewrap_induce::Params { method, parameters, ..sitewrap_induce::Params::default() }
    }
}
