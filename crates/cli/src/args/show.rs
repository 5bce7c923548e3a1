//! Raw arguments of the commands that show what there is.

use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

const CLUSTERS_EXAMPLES: &str = "\
Examples:
  sitewrap clusters                    one line a page: {\"url\",\"cluster\",\"page_type\"}
  sitewrap clusters --format table     one row a cluster, for reading
  sitewrap clusters --explain --format table
  sitewrap clusters --report clusters.html";

/// Arguments of `sitewrap clusters`.
#[derive(Debug, Args)]
#[command(after_help = CLUSTERS_EXAMPLES)]
pub(crate) struct ClustersArgs {
    /// Form of the output; jsonl and csv have one row a page, table one a cluster [default: table on
    /// a terminal, else jsonl]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<TableFormat>,

    /// Say why: for each cluster what holds it together and sets it apart, for each page in no
    /// cluster why it stayed out (jsonl or table). Compares the pages once more
    #[arg(long)]
    pub(crate) explain: bool,

    /// Write heat map, dendrogram and a table of the clusters there, as one HTML file
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

/// Forms of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header line
    Csv,
    /// Aligned columns
    Table,
}

impl TableFormat {
    /// The form that is asked for, or that which suits whoever reads standard output.
    pub(crate) fn or_fitting(asked: Option<Self>) -> Self {
        asked.unwrap_or(if io::stdout().is_terminal() { Self::Table } else { Self::Jsonl })
    }
}

const STATUS_EXAMPLES: &str = "\
Examples:
  sitewrap status              one JSON object: pages, links, versions, bytes
  sitewrap status --verify     read every row; a line for each that is damaged, and what to do";

/// Arguments of `sitewrap status`.
#[derive(Debug, Args)]
#[command(after_help = STATUS_EXAMPLES)]
pub(crate) struct StatusArgs {
    /// Read every row of the store and print those that are damaged, as JSON lines; fails if there
    /// are any
    #[arg(long)]
    pub(crate) verify: bool,
}

/// Arguments of `sitewrap demo`.
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Only serve the site, print its address and wait for Ctrl-C
    #[arg(long)]
    pub(crate) serve: bool,

    /// Port to serve on; 0 for a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,

    /// Write all records there, as JSON lines
    #[arg(long, value_name = "FILE", conflicts_with = "serve")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `sitewrap completions`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  sitewrap completions bash > \
    ~/.local/share/bash-completion/completions/sitewrap")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Arguments of `sitewrap help`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  sitewrap help\n  sitewrap help extract\n  sitewrap help wrappers edit"
)]
pub(crate) struct HelpArgs {
    /// The words of a command
    pub(crate) command: Vec<String>,
}

/// Arguments of `sitewrap man`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  sitewrap man extract | man -l -")]
pub(crate) struct ManArgs {
    /// A command; without it, the page of sitewrap itself
    pub(crate) command: Option<String>,
}
