//! `demo`: the whole job on the embedded site, then on pages that appear later.

use super::crawl::{self, CrawlPlan};
use super::induce::Learning;
use super::network::runtime;
use super::stored::stored_wrappers;
use super::{induce, places};
use crate::args::DemoArgs;
use crate::demo::DemoServer;
use crate::exit::Outcome;
use crate::output::{self, Output, Table, json_line};
use crate::progress::Console;
use anyhow::{Context, Error, Result, bail};
use sitewrap_crawl::CrawlOptions;
use sitewrap_model::{Extraction, Record, Value};
use sitewrap_pipeline::{ExtractOptions, InduceParams, extract_pages, extract_stored, fetch_pages};
use sitewrap_store::Store;
use sitewrap_wrapper::Fields;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;
use url::Url;

/// Longest value shown, in characters.
const SHOWN: usize = 60;
/// Most fields of a record that are shown.
const SHOWN_FIELDS: usize = 12;

pub(super) fn run(store: Option<PathBuf>, args: &DemoArgs, console: &Console) -> Result<Outcome> {
    let runtime = runtime()?;
    let server = runtime.block_on(DemoServer::start(args.port)).with_context(|| {
        format!("the demo cannot be served on port {}; try --port 0", args.port)
    })?;
    if args.serve {
        return serve(&server, &runtime);
    }
    let folder = match store {
        Some(folder) => folder,
        None => tempfile::Builder::new().prefix("sitewrap-demo-").tempdir()?.keep(),
    };
    if let Some(path) = &args.output {
        places::check(path, &folder, &[])?;
    }
    let demo = Demo { server, runtime, store: open_empty(&folder)?, console };
    match demo.learn()? {
        Outcome::Done => {}
        other => return Ok(other),
    }
    let (first, later) = (demo.extract_stored()?, demo.extract_new()?);
    if let Some(path) = &args.output {
        write_records(path, first.iter().chain(&later))
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    let mut out = output::reading();
    report(&mut out, &first, &later, &folder)?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// Serves the site, new pages included, until the process is ended.
fn serve(server: &DemoServer, runtime: &Runtime) -> Result<Outcome> {
    server.publish_new_pages();
    let mut out = output::stdout();
    writeln!(out, "{}", server.url())?;
    out.flush()?;
    runtime.block_on(tokio::signal::ctrl_c())?;
    Ok(Outcome::Done)
}

/// A store for the demo. One that holds pages would mix them with those of another run.
fn open_empty(folder: &Path) -> Result<Arc<Store>> {
    let store = Store::open(folder)?;
    if store.page_count() > 0 {
        bail!("{} holds pages already; give the demo a new folder", folder.display());
    }
    Ok(Arc::new(store))
}

struct Demo<'a> {
    server: DemoServer,
    runtime: Runtime,
    store: Arc<Store>,
    console: &'a Console,
}

impl Demo<'_> {
    /// Crawls the site and learns its wrappers.
    fn learn(&self) -> Result<Outcome> {
        let url = self.server.url();
        self.console.say(&format!("a shop with a journal is served at {url}"));
        let plan = CrawlPlan::of_private_site(Url::parse(&url)?);
        let summary = self.runtime.block_on(plan.crawl(&self.store, self.console))?;
        match crawl::outcome(&summary, self.console)? {
            Outcome::Done => {
                let learning = Learning { fresh: true, ..Learning::default() };
                induce::induce(&self.store, &InduceParams::default(), &learning, self.console)
            }
            other => Ok(other),
        }
    }

    fn extract_stored(&self) -> Result<Vec<Extraction>> {
        let mut extractions = Vec::new();
        let options = ExtractOptions::default();
        let wrappers = stored_wrappers(&self.store)?.with_fields(Fields::Core);
        extract_stored(&self.store, &wrappers, options, self.console, |extraction| {
            extractions.push(extraction.clone());
            Ok::<(), Error>(())
        })?;
        Ok(extractions)
    }

    /// Publishes the new pages, fetches them and extracts them with the wrappers learnt before.
    fn extract_new(&self) -> Result<Vec<Extraction>> {
        self.server.publish_new_pages();
        let urls = self.server.new_pages();
        self.console.say(&format!("{} new pages appear on the site", urls.len()));
        let urls = urls.iter().map(|url| Url::parse(url)).collect::<Result<Vec<_>, _>>()?;
        let options = CrawlOptions {
            allow_private: true,
            delay: Some(Duration::ZERO),
            ..CrawlOptions::default()
        };
        let pages = self.runtime.block_on(fetch_pages(&urls, &options, self.console));
        let total = Some(pages.len() as u64);
        let wrappers = stored_wrappers(&self.store)?.with_fields(Fields::Core);
        let mut extractions = Vec::new();
        let (pages, options) = (pages.into_iter().map(Ok), ExtractOptions::default());
        extract_pages(&wrappers, pages, options, total, self.console, |extraction| {
            extractions.push(extraction.clone());
            Ok::<(), Error>(())
        })?;
        Ok(extractions)
    }
}

fn write_records<'e>(path: &Path, all: impl Iterator<Item = &'e Extraction>) -> io::Result<()> {
    let mut file = Output::to(Some(path))?;
    for extraction in all {
        json_line(&mut file, extraction)?;
    }
    file.finish()
}

/// The page types with a record of each, the new pages, and where all of it is.
fn report<W: Write>(
    out: &mut W,
    first: &[Extraction],
    later: &[Extraction],
    store: &Path,
) -> io::Result<()> {
    let mut types: BTreeMap<&str, Vec<(&Extraction, &Record)>> = BTreeMap::new();
    for extraction in first {
        if let (Some(page_type), Some(record)) = (&extraction.page_type, &extraction.record) {
            types.entry(page_type).or_default().push((extraction, record));
        }
    }
    let mut types: Vec<_> = types.into_iter().collect();
    types.sort_by_key(|(_, pages)| std::cmp::Reverse(pages.len()));

    let mut table = Table::new(&["page type", "pages", "fields", "names"]);
    for (page_type, pages) in &types {
        let names = field_names(pages.iter().map(|(_, record)| *record));
        let row = [(*page_type).to_owned(), pages.len().to_string(), names.len().to_string()];
        table.row(row.into_iter().chain([shorten(&names.join(", "))]).collect());
    }
    writeln!(out, "\nPage types found on {} pages\n\n{table}", first.len())?;
    for (page_type, pages) in &types {
        let fullest = pages.iter().max_by_key(|(_, record)| record.len());
        if let Some((extraction, record)) = fullest {
            writeln!(out, "{page_type}, for example {}", extraction.url)?;
            write_record(out, record)?;
        }
    }

    let mut table = Table::new(&["new page", "page type", "fields", "satisfied"]);
    for extraction in later {
        table.row(vec![
            extraction.url.clone(),
            extraction.page_type.clone().unwrap_or_else(|| "(none)".to_owned()),
            extraction.record.as_ref().map_or(0, Record::len).to_string(),
            if extraction.satisfied { "yes" } else { "no" }.to_owned(),
        ]);
    }
    writeln!(out, "New pages, extracted with the wrappers learnt before\n\n{table}")?;
    writeln!(
        out,
        "Pages, clusters and wrappers are stored in {0}; look into it with\n",
        store.display()
    )?;
    for command in ["clusters --format table", "wrappers list", "extract --format csv"] {
        writeln!(out, "  sitewrap --store {} {command}", store.display())?;
    }
    Ok(())
}

/// The names of all fields, in the order of their first appearance.
fn field_names<'r>(records: impl Iterator<Item = &'r Record>) -> Vec<&'r str> {
    let mut names = Vec::new();
    for (name, _) in records.flat_map(Record::iter) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn write_record<W: Write>(out: &mut W, record: &Record) -> io::Result<()> {
    let shown_fields = || record.iter().take(SHOWN_FIELDS);
    let width = shown_fields().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, value) in shown_fields() {
        let padding = " ".repeat(width - name.chars().count());
        writeln!(out, "  {name}{padding}  {}", shown(value))?;
    }
    if record.len() > SHOWN_FIELDS {
        writeln!(out, "  … and {} more", record.len() - SHOWN_FIELDS)?;
    }
    writeln!(out)
}

/// A value on one short line.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => shorten(text),
        Value::List(items) => match items.first() {
            Some(first) => shorten(&format!("{} × {}", items.len(), shown(first))),
            None => "none".to_owned(),
        },
        Value::Record(record) => {
            let fields = record.iter().map(|(name, value)| format!("{name}: {}", shown(value)));
            shorten(&format!("{{{}}}", fields.collect::<Vec<_>>().join(", ")))
        }
        Value::Typed(typed) => typed.to_string(),
    }
}

fn shorten(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((cut, _)) => format!("{}…", line[..cut].trim_end()),
        None => line,
    }
}
