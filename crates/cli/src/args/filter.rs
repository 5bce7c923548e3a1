//! Raw arguments of `filter`.

use super::InputArgs;
use clap::{ArgGroup, Args, Subcommand, ValueEnum};
use std::path::PathBuf;

const FILTER_EXAMPLES: &str = "\
Examples:
  sitewrap filter --list gambling.toml               judge every stored page
  sitewrap filter https://shop.example/ --list gambling.toml --format table
  sitewrap filter train unwanted/ wanted/ --output model.toml --precision 0.95
  sitewrap filter dump.warc.gz --model model.toml | jq -r 'select(.unwanted) | .url'
  sitewrap crawl https://shop.example/ --filter model.toml

A list:
  threshold = 3.0                  # a page with this score is unwanted
  [[term]]
  text = [\"casino\", \"roulette\"]  # any of them, as a word or phrase, in any case
  weight = 1.0                     # what each occurrence adds; 1 unless given
  most = 3                         # occurrences that count; 3 unless given
  [[combination]]
  terms = [\"free\", \"spins\"]      # count together only
  within = 10                      # words from the first to the last; else anywhere in the page
  weight = 2.0

Pages are judged by their main content: what stands in menus does not count. A line of output is
  {\"url\",\"unwanted\",\"score\",\"threshold\",\"reasons\":[{\"terms\",\"count\",\"weight\"}]}
Of a page without main content \"unwanted\" is null, with a \"problem\". Texts, lines
{\"id\",\"text\",\"lang\"} of a file or standard input, are judged as well; they have \"id\" for \"url\".";

/// Arguments of `sitewrap filter`.
#[derive(Debug, Args)]
#[command(after_help = FILTER_EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(group = ArgGroup::new("by").required(true))]
pub(crate) struct FilterArgs {
    #[command(subcommand)]
    pub(crate) command: Option<FilterCommand>,

    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Judge by this list of terms
    #[arg(long, value_name = "FILE", group = "by")]
    pub(crate) list: Option<PathBuf>,

    /// Judge by this model, which `filter train` has learned
    #[arg(long, value_name = "FILE", group = "by")]
    pub(crate) model: Option<PathBuf>,

    /// Form of the output: `table`, for reading; `jsonl`, one page or text a line [default: table on
    /// a terminal, else jsonl]
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    pub(crate) format: Option<FilterFormat>,
}

/// What else is done with filters.
#[derive(Debug, Subcommand)]
pub(crate) enum FilterCommand {
    /// Learn a model from pages that are unwanted and pages that are not
    Train(FilterTrainArgs),
}

/// Arguments of `sitewrap filter train`.
#[derive(Debug, Args)]
pub(crate) struct FilterTrainArgs {
    /// Folder, WARC file, or file of texts with unwanted pages, ten at least
    #[arg(value_name = "UNWANTED")]
    pub(crate) unwanted: PathBuf,

    /// The same with pages that are wanted
    #[arg(value_name = "WANTED")]
    pub(crate) wanted: PathBuf,

    /// Write the model into this file [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Share of the pages called unwanted that have to be, in cross-validation; more costs
    /// unwanted pages that are not found
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share)]
    pub(crate) precision: f64,
}

fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "it is no number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("it is not from 0 to 1".to_owned()) }
}

/// Forms of verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FilterFormat {
    Table,
    Jsonl,
}
