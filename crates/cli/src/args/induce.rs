//! Raw arguments of `induce`.

use clap::{Args, ValueEnum};

const INDUCE_EXAMPLES: &str = "\
Examples:
  sitewrap induce                               learn; with wrappers there, take in what is new
  sitewrap induce --fresh                       learn from all pages anew
  sitewrap induce --pair-threshold 0.75         tell fewer kinds of pages apart
  sitewrap induce --method paper                the published method, every choice as published";

/// Arguments of `sitewrap induce`.
#[derive(Debug, Args)]
#[command(after_help = INDUCE_EXAMPLES)]
pub(crate) struct InduceArgs {
    #[command(flatten)]
    pub(crate) options: InduceOptions,
}

/// How pages are compared, clustered and wrapped.
#[derive(Clone, Debug, Args)]
pub(crate) struct InduceOptions {
    /// Learn from all stored pages anew, although there are wrappers. Without it, pages that came
    /// later join the clusters that they fit, five or more that fit none but are alike become a
    /// cluster of their own, and the wrappers that are there stay as they are
    #[arg(long, help_heading = "Induction")]
    pub(crate) fresh: bool,

    /// Learn anew although pages of the store are damaged, from the others. Without it, nothing is
    /// learnt anew and the wrappers stay
    #[arg(long, help_heading = "Induction")]
    pub(crate) despite_damage: bool,

    /// The method; `paper` fixes similarity, thresholds and folding to those of Qiu, Yang and
    /// Zeng (2011)
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = MethodChoice::Default)]
    #[arg(help_heading = "Induction")]
    pub(crate) method: MethodChoice,

    /// How alike two pages are: `tree`, the normalized tree edit similarity itself; `column`, the
    /// similarity of their columns in the matrix of tree similarities [default: tree]
    #[arg(long, value_enum, value_name = "MEASURE", hide_possible_values = true)]
    #[arg(help_heading = "Induction")]
    pub(crate) similarity: Option<SimilarityChoice>,

    /// Least mean similarity within a cluster, 0 to 1 [default: 0.9]
    #[arg(long, value_name = "S", value_parser = unit_interval, help_heading = "Induction")]
    pub(crate) global_threshold: Option<f64>,

    /// Least similarity between the members of a cluster, 0 to 1 [default: 0.8]
    #[arg(long, value_name = "S", value_parser = unit_interval, help_heading = "Induction")]
    pub(crate) pair_threshold: Option<f64>,

    /// What is folded before pages are compared: `siblings` makes a list of three and a list of
    /// thirty alike; `none` compares pages node by node [default: siblings]
    #[arg(long, value_enum, value_name = "FOLD", hide_possible_values = true)]
    #[arg(help_heading = "Induction")]
    pub(crate) fold: Option<FoldChoice>,

    /// Number of pages that are compared with each other; further pages join the cluster that
    /// fits them
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Induction")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: u32,

    /// Seed of the sample
    #[arg(long, value_name = "SEED", default_value_t = 0, help_heading = "Induction")]
    pub(crate) seed: u64,
}

/// Methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodChoice {
    /// Folded, weighted page profiles
    Default,
    /// The paper's: bare tags, restricted top-down edit distance, column similarity
    Paper,
}

/// Similarity measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SimilarityChoice {
    /// The normalized tree edit similarity
    Tree,
    /// Column similarity of the matrix
    Column,
}

/// Ways of folding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FoldChoice {
    /// Alike siblings are one
    Siblings,
    /// Trees as they are
    None,
}

fn unit_interval(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("give a number from 0 to 1".to_owned()),
    }
}
