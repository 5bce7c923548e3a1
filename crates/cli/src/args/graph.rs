//! Raw arguments of `graph`.

use clap::{Args, ValueEnum};

const GRAPH_EXAMPLES: &str = "\
Examples:
  sitewrap graph                          totals, ranks, the plan of the site, what is amiss
  sitewrap graph --format html > plan.html
  sitewrap graph --format jsonl | head    one line a page, the highest PageRank first
  sitewrap graph --format dot | dot -Tsvg > plan.svg
  sitewrap graph --prefer product         PageRank of walks that start at products";

/// Arguments of `sitewrap graph`.
#[derive(Debug, Args)]
#[command(after_help = GRAPH_EXAMPLES)]
pub(crate) struct GraphArgs {
    /// Form of the output: `table`, for reading; `jsonl` and `csv`, a row a stored page; `dot`, the
    /// page types and what joins them; `graphml`, all pages, known addresses and links; `html`, a
    /// plan to look at in a browser, one file
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = GraphFormat::Table)]
    #[arg(hide_possible_values = true)]
    pub(crate) format: GraphFormat,

    /// Stored page from which clicks are counted [default: where the crawl started, else the page
    /// nearest to the root of the site]
    #[arg(long, value_name = "URL")]
    pub(crate) start: Option<String>,

    /// PageRank of walks that start at pages of this type, not anywhere
    #[arg(long, value_name = "TYPE")]
    pub(crate) prefer: Option<String>,

    /// Rows of each part of the table
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) rows: usize,
}

/// Forms of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    Table,
    Jsonl,
    Csv,
    Dot,
    Graphml,
    Html,
}
