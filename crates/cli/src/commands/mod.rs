//! One module a command: it resolves its arguments, calls the pipeline and writes what comes out.

mod address;
mod bundle;
mod clusters;
mod content;
mod crawl;
mod demo;
mod export;
mod extract;
mod filter;
mod graph;
mod import;
mod induce;
mod inputs;
mod keywords;
mod manual;
mod network;
mod pages;
mod places;
mod records;
mod run;
#[cfg(feature = "search")]
mod search;
mod status;
mod stored;
mod url_list;
mod wrappers;

use crate::args::{Cli, Command, FieldsArg, RecordFormat};
use crate::exit::{Outcome, UsageError};
use crate::feature::{Absent, Feature};
use crate::progress::Console;
use anyhow::{Context, Result};
use sitewrap_wrapper::Fields;

/// Does what the command line says.
pub(crate) fn run(cli: Cli, console: &Console) -> Result<Outcome> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(cli.global.threads.into())
        .build_global()
        .context("the threads could not be started; try a smaller --threads")?;
    refuse_idle_store(&cli)?;
    refuse_absent(&cli.command)?;
    let store = cli.global.store();
    match cli.command {
        Command::Crawl(args) => crawl::run(store, args, console),
        Command::Import(args) => import::run(store, &args, console),
        Command::Pages(args) => pages::run(store, &args, console),
        Command::Induce(args) => induce::run(store, &args, console),
        Command::Clusters(args) => clusters::run(store, &args, console),
        Command::Graph(args) => graph::run(store, &args, console),
        Command::Wrappers(args) => wrappers::run(store, &args, console),
        Command::Extract(args) => extract::run(store, args, console),
        Command::Content(args) => content::run(store, args, console),
        Command::Keywords(args) => keywords::run(store, args, console),
        Command::Filter(args) => filter::run(store, args, console),
        #[cfg(feature = "search")]
        Command::Search(args) => search::run(store, &args, console),
        #[cfg(feature = "search")]
        Command::Index(args) => search::index(store, &args, console),
        #[cfg(not(feature = "search"))]
        Command::Search(_) | Command::Index(_) => Err(Absent(Feature::Search).into()),
        Command::Run(args) => run::run(store, args, console),
        Command::Status(args) => status::run(store, &args, console),
        Command::Demo(args) => demo::run(cli.global.store.clone(), &args, console),
        Command::Limits => manual::limits(),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
        Command::Help(args) => manual::help(&args, cli.global.color),
    }
}

/// Refuses a store that a command would leave aside in silence. A conflict of options would not do: `--store`
/// may stand before the command, and the environment may name a store.
fn refuse_idle_store(cli: &Cli) -> Result<(), UsageError> {
    match &cli.command {
        Command::Extract(args) if !args.wrappers.is_empty() && cli.global.names_store() => {
            let problem = "--wrappers takes the place of a store; leave --store out";
            Err(UsageError(problem.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Refuses what this build is without, before anything is done.
fn refuse_absent(command: &Command) -> Result<(), Absent> {
    let output = match command {
        Command::Search(_) | Command::Index(_) => return Feature::Search.check(),
        Command::Extract(args) => &args.output,
        Command::Run(args) => &args.output,
        _ => return Ok(()),
    };
    match output.format {
        RecordFormat::Sqlite => Feature::Sqlite.check(),
        RecordFormat::Parquet => Feature::Parquet.check(),
        RecordFormat::Jsonl | RecordFormat::Json | RecordFormat::Csv => Ok(()),
    }
}

impl From<FieldsArg> for Fields {
    fn from(which: FieldsArg) -> Self {
        match which {
            FieldsArg::Core => Self::Core,
            FieldsArg::All => Self::All,
        }
    }
}
