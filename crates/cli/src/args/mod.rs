//! The command line as it is written: raw arguments, checked for form only.
//!
//! What they amount to (defaults filled in, contradictions refused) is a type of its own for each
//! command, built by the command before it does anything.

mod content;
mod crawl;
mod extract;
mod filter;
mod graph;
mod induce;
mod input;
mod keywords;
#[cfg(feature = "browser")]
mod render;
mod search;
mod show;
mod wrappers;

pub(crate) use content::{
    ContentArgs, ContentCommand, ContentFormat, ContentMethod, ContentTrainArgs,
};
pub(crate) use crawl::{Asset, CrawlArgs, CrawlOptions, ImportArgs, Order, PagesArgs};
pub(crate) use extract::{
    ExtractArgs, FieldsArg, ListForm, ProseArg, RecordFormat, RecordOutput, RunArgs, StructuredArg,
    ValueForm,
};
pub(crate) use filter::{FilterArgs, FilterCommand, FilterFormat, FilterTrainArgs};
pub(crate) use graph::{GraphArgs, GraphFormat};
pub(crate) use induce::{FoldChoice, InduceArgs, InduceOptions, MethodChoice, SimilarityChoice};
pub(crate) use input::InputArgs;
pub(crate) use keywords::{CentralityArg, KeywordMethod, KeywordsArgs, KeywordsFormat};
pub(crate) use search::{IndexArgs, SearchArgs};
#[cfg(feature = "search")]
pub(crate) use search::{ModelArg, SearchFormat};
pub(crate) use show::{
    ClustersArgs, CompletionsArgs, DemoArgs, HelpArgs, ManArgs, StatusArgs, TableFormat,
};
pub(crate) use wrappers::{
    BodyArg, BundleArgs, EditArgs, ExportArgs, ExportForm, ShowArgs, ShowFormat, WrappersArgs,
    WrappersCommand,
};

use crate::color::Color;
use clap::{ArgAction, Args, Parser, Subcommand};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  sitewrap demo                             see the whole job on a small site of its own
  sitewrap run https://shop.example/ > records.jsonl
  sitewrap crawl https://shop.example/ --max-pages 500
  sitewrap induce                           group the pages, learn a wrapper for each group
  sitewrap wrappers list
  sitewrap graph --format html > plan.html
  sitewrap extract --format csv --page-type product > products.csv
  sitewrap extract https://shop.example/new-product/
  sitewrap content https://news.example/story --format markdown
  sitewrap search 'title:lantern price:[10 TO 50] type:product'

Exit codes:
  0    done
  1    failed; the last line on stderr says why and what to do
  2    the command line is wrong
  3    nothing found: no page was fetched or imported, or no wrapper fits any page
  4    done, but for pages that could not be read (damaged, cut off, not there); stderr tells of them
  130  interrupted; what was done is kept, the same command goes on from there";

/// Turns a web site into records: crawls it, groups its pages by template, learns a wrapper for
/// each group, and extracts every page.
///
/// Data goes to standard output, messages and progress to standard error.
#[derive(Debug, Parser)]
#[command(name = "sitewrap", version, after_help = EXAMPLES)]
#[command(max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The variable of the environment that names the store where the command line does not.
const STORE_VARIABLE: &str = "SITEWRAP_STORE";

/// Options that every command takes.
#[derive(Debug, Args)]
pub(crate) struct GlobalArgs {
    /// Folder that holds pages, clusters and wrappers; made where it is missing [default: ./sitewrap-store]
    #[arg(long, global = true, value_name = "DIR", env = STORE_VARIABLE, hide_env_values = true)]
    #[arg(help_heading = "Global options")]
    pub(crate) store: Option<PathBuf>,

    /// Number of threads, up to 512; 0 for one a core. The output is the same for any number
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=512), help_heading = "Global options")]
    pub(crate) threads: u16,

    /// Say more: the CPU seconds of each stage, then (-vv) details
    #[arg(short, long, global = true, action = ArgAction::Count)]
    #[arg(help_heading = "Global options")]
    pub(crate) verbose: u8,

    /// Whether to colour messages and marks; auto does on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    #[arg(help_heading = "Global options")]
    pub(crate) color: Color,

    /// No progress; errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    #[arg(help_heading = "Global options")]
    pub(crate) quiet: bool,
}

impl GlobalArgs {
    /// The folder of the store.
    pub(crate) fn store(&self) -> &Path {
        self.store.as_deref().unwrap_or(Path::new("./sitewrap-store"))
    }

    /// Whether the command line itself names a store. The environment names one for all commands, also
    /// for those that need none.
    pub(crate) fn names_store(&self) -> bool {
        self.store.as_ref().is_some_and(|store| {
            std::env::var_os(STORE_VARIABLE).is_none_or(|usual| usual != store.as_os_str())
        })
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Fetch the pages of one site into the store
    Crawl(CrawlArgs),
    /// Take pages from WARC files, folders with a manifest, or mirrored folders
    Import(ImportArgs),
    /// List the stored pages, print one, or write them into a WARC archive
    Pages(PagesArgs),
    /// Group the stored pages by template and learn a wrapper for each group
    Induce(InduceArgs),
    /// Print which page belongs to which cluster
    Clusters(ClustersArgs),
    /// Rank the stored pages by their links, and draw the plan of the site
    Graph(GraphArgs),
    /// List the wrappers, or show the template of one
    Wrappers(WrappersArgs),
    /// Turn pages into records with the stored wrappers
    Extract(ExtractArgs),
    /// Print the main content of pages as text, Markdown or HTML
    Content(ContentArgs),
    /// Print the keywords of pages and texts
    Keywords(KeywordsArgs),
    /// Tell pages of unwanted content, by a list of terms or by a model
    Filter(FilterArgs),
    /// Search the stored pages and their records
    #[cfg_attr(
        not(feature = "search"),
        command(about = "Search the stored pages; takes a build with `--features search`")
    )]
    Search(SearchArgs),
    /// Bring the search index in step with the stored pages; `search` does so by itself
    #[cfg_attr(
        not(feature = "search"),
        command(about = "Bring the search index in step; takes a build with `--features search`")
    )]
    Index(IndexArgs),
    /// Crawl a site, induce its wrappers and extract its pages
    Run(RunArgs),
    /// Tell what the store holds
    Status(StatusArgs),
    /// Show the whole job on an embedded site
    Demo(DemoArgs),
    /// Tell all bounds: what, how much, which option moves it, what happens at it
    #[command(after_help = crate::limits::table())]
    Limits,
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page of sitewrap or of one of its commands
    Man(ManArgs),
    /// Print the help of sitewrap or of one of its commands
    Help(HelpArgs),
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
