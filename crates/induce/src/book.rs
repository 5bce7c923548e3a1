//! The book of this stage: the thresholds by which templates are made and wrappers are judged.
//!
//! Each crate below owns its parameters; names have none of their own, but ask for the levels of templates.

use sitewrap_model::{Book, Entry, parameters};

parameters! {
    /// What signs count in the quality of a wrapper.
    pub struct Weights("induce") {
        /// What a field that only its place names is worth beside one that something on the page names.
        pub unnamed: f32 = 0.5, 0.0..=1.0;
        /// Exponent of a sign in a score of quality.
        pub sign_weight: f32 = 0.25, 0.0..=10.0;
        /// Exponent of the share of fields that more than their order tells apart: where nothing does,
        /// how the pages are made is not understood, and other fields suffer.
        pub distinct_weight: f32 = 2.0, 0.0..=20.0;
    }
}

/// The parameters of an induction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    /// The thresholds by which templates are made.
    pub template: sitewrap_template::Parameters,
    /// What signs count in the quality of a wrapper.
    pub weights: Weights,
}

impl Book for Parameters {
    fn entries() -> Vec<Entry> {
        [sitewrap_template::Parameters::entries(), Weights::entries()].concat()
    }

    fn get(&self, name: &str) -> Option<f64> {
        self.template.get(name).or_else(|| self.weights.get(name))
    }

    fn set(&mut self, name: &str, value: f64) -> bool {
        self.template.set(name, value) || self.weights.set(name, value)
    }
}
