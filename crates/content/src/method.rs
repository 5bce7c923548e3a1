//! Which way main content is found.

use std::fmt;

/// A way to find main content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// What was found to be best: a model of blocks, and what the site repeats.
    #[default]
    Best,
    /// Blocks by weighted features, with the published weights \[WU11\].
    Blocks,
    /// The step of largest decay of information \[DEC12\].
    Decay,
    /// The common path of pages of one cluster, down to what is of importance \[PRU\].
    Prune,
    /// What a sibling page has not, by matching of feature trees \[SON11\].
    Lcs,
}

impl Method {
    /// The name that the command line and the output have for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Blocks => "blocks",
            Self::Decay => "decay",
            Self::Prune => "prune",
            Self::Lcs => "lcs",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
