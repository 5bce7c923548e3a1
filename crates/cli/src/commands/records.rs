//! Records as commands give them: what is asked for, where they go, and what is told of them.

use super::induce::TELLING_PAGES;
use crate::args::{ListForm, ProseArg, RecordFormat, RecordOutput, StructuredArg};
use crate::exit::{Outcome, UsageError};
use crate::output::{CsvForm, FieldOrder, Output, RecordWriter};
use crate::progress::Console;
use anyhow::{Context, Result};
use sitewrap_model::{Extraction, Reason};
use sitewrap_pipeline::{ExtractCounts, ExtractOptions, Joiner, StructuredForm, keep_agreements};
use sitewrap_store::Store;
use sitewrap_wrapper::{ProseForm, WrapperSet};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::Path;

/// Page types that the last line names.
const SHOWN_TYPES: usize = 8;

/// Where an extraction goes.
type Sink<'a> = &'a mut dyn FnMut(&Extraction) -> Result<()>;

/// Where the wrappers of an extraction come from.
pub(super) enum Wrappers<'w> {
    /// The store.
    Stored(&'w WrapperSet),
    /// Bundles.
    Bundled(&'w sitewrap::WrapperSet),
}

impl Wrappers<'_> {
    fn page_types(&self) -> Vec<&str> {
        match self {
            Self::Stored(set) => set.wrappers.iter().map(|of| of.page_type.as_str()).collect(),
            Self::Bundled(set) => set.page_types().map(|of| of.name).collect(),
        }
    }

    /// The order of columns.
    fn order(&self) -> FieldOrder {
        match self {
            Self::Stored(set) => FieldOrder::of(set),
            Self::Bundled(set) => set.page_types().map(|of| (of.name, of.fields)).collect(),
        }
    }

    /// What helps where pages fit nothing.
    fn advice(&self) -> String {
        match self {
            Self::Stored(_) => "if the site has changed, `sitewrap crawl --refresh` and `sitewrap \
                                induce` learn its new pages"
                .to_owned(),
            Self::Bundled(set) => format!("the wrappers are of {}", told_hosts(set)),
        }
    }
}

/// Refuses a page type that there is none of, before anything is extracted.
pub(super) fn check_page_type(
    output: &RecordOutput,
    wrappers: &Wrappers<'_>,
) -> Result<(), UsageError> {
    let Some(asked) = &output.page_type else { return Ok(()) };
    let mut known = wrappers.page_types();
    if known.is_empty() || known.contains(&asked.as_str()) {
        return Ok(());
    }
    known.sort_unstable();
    known.dedup();
    let known = known.join(", ");
    Err(UsageError(format!("there is no page type `{asked}`; there are {known}")))
}

/// Hands what `job` extracts on to `sink`: as it comes, or joined at the end. A store that the pages
/// are from, with its wrappers, tells more of them, and is told how well they agree.
pub(super) fn with_join(
    is_asked: bool,
    store: Option<(&Store, &WrapperSet)>,
    console: &Console,
    sink: Sink<'_>,
    job: impl FnOnce(Sink<'_>) -> Result<ExtractCounts>,
) -> Result<ExtractCounts> {
    if !is_asked {
        return job(sink);
    }
    let joiner = store.map(|(store, _)| Joiner::of_store(store)).transpose()?;
    let mut joiner = joiner.unwrap_or_default();
    let counts = job(&mut |extraction| {
        joiner.push(extraction);
        Ok(())
    })?;
    let (things, lists) = joiner.finish(console);
    if let Some((store, wrappers)) = store
        && let Err(error) = keep_agreements(store, wrappers, &lists)
    {
        // A store that can only be read gives records all the same.
        tracing::info!(%error, "how well lists and pages agree is not kept");
    }
    things.iter().try_for_each(sink)?;
    Ok(counts)
}

/// What is to be told beside the records.
pub(super) fn record_options(output: &RecordOutput) -> Result<ExtractOptions, UsageError> {
    let is_json = matches!(output.format, RecordFormat::Jsonl | RecordFormat::Json);
    let asked = [("--provenance", output.provenance), ("--explain", output.explain)];
    if let Some((name, _)) = asked.into_iter().find(|(_, is_asked)| *is_asked && !is_json) {
        let problem = "is for --format jsonl and json; other formats have no room for it";
        return Err(UsageError(format!("{name} {problem}")));
    }
    if let Some((name, _)) = asked.into_iter().find(|(_, is_asked)| *is_asked && output.join) {
        let problem = "tells of one page, and records are of several with --join";
        return Err(UsageError(format!("{name} {problem}")));
    }
    if output.lists.is_some() && output.format != RecordFormat::Csv {
        let problem = "--lists is for --format csv; other formats hold lists as they are";
        return Err(UsageError(problem.to_owned()));
    }
    if output.csv_safe && output.format != RecordFormat::Csv {
        return Err(UsageError("--csv-safe is for --format csv".to_owned()));
    }
    let prose = match output.prose {
        ProseArg::Text => ProseForm::Text,
        ProseArg::Html => ProseForm::Html,
    };
    let structured = match output.structured {
        None => StructuredForm::Out,
        Some(StructuredArg::Beside) => StructuredForm::Beside,
        Some(StructuredArg::Fill) => StructuredForm::Fill,
    };
    let values = output.values.into();
    let RecordOutput { provenance, explain, .. } = *output;
    Ok(ExtractOptions { provenance, explain, values, prose, structured })
}

/// Runs `job` with a sink that writes to standard output as asked for.
pub(super) fn write_records(
    output: &RecordOutput,
    wrappers: &Wrappers<'_>,
    console: &Console,
    job: impl FnOnce(Sink<'_>) -> Result<ExtractCounts>,
) -> Result<Outcome> {
    let is_table = matches!(output.format, RecordFormat::Sqlite | RecordFormat::Parquet);
    let path = output.output.as_deref().unwrap_or(Path::new(""));
    let target = output.output.as_ref().map(|path| path.display().to_string());
    let unwritten = || format!("{} cannot be written", target.as_deref().unwrap_or("the output"));
    let stream = output.output.as_deref().filter(|_| !is_table);
    let out = Output::to(stream).with_context(unwritten)?;
    let form = CsvForm { lists: output.lists.unwrap_or(ListForm::Json), safe: output.csv_safe };
    let mut writer = RecordWriter::new(out, output.format, form, path, wrappers.order())
        .with_context(unwritten)?;
    let on_terminal = output.output.is_none() && io::stdout().is_terminal();
    let mut seen = Seen::default();
    let counts = job(&mut |extraction| {
        if !seen.take(extraction, output.page_type.as_ref()) {
            return Ok(());
        }
        if on_terminal {
            // Bars and records share the screen: take the bars away for the line.
            console
                .suspend(|| writer.write(extraction).and_then(|()| writer.flush()))
                .with_context(unwritten)?;
        } else {
            writer.write(extraction).with_context(unwritten)?;
        }
        Ok(())
    })?;
    writer.finish().and_then(Output::finish).with_context(unwritten)?;
    let missing = counts.missing;
    for line in seen.warnings(missing, wrappers) {
        console.say(&line);
    }
    if seen.records == 0 {
        if missing < seen.pages || seen.pages == 0 {
            console.say(&no_records(output, wrappers));
        }
        return Ok(Outcome::NothingFound);
    }
    let target = target.as_deref().unwrap_or("standard output");
    console.say(&format!("{} → {target}", told_types(&seen.of_type)));
    Ok(Outcome::without(missing))
}

/// What went through an extraction, as the user is told of it.
#[derive(Default)]
struct Seen {
    pages: usize,
    /// Pages of no type.
    strange: usize,
    /// Pages among them of other hosts than those of the wrappers.
    elsewhere: usize,
    /// Pages that are damaged in the store.
    damaged: usize,
    /// Pages that were not asked for, as their addresses are private.
    private: usize,
    /// Pages that something was given of.
    records: usize,
    of_type: BTreeMap<String, usize>,
}

impl Seen {
    /// Counts what was extracted; tells whether it is of the page type that is asked for, if one is.
    fn take(&mut self, extraction: &Extraction, asked: Option<&String>) -> bool {
        self.pages += 1;
        self.strange += usize::from(extraction.page_type.is_none());
        match extraction.reason {
            Some(Reason::Damaged(_)) => self.damaged += 1,
            Some(Reason::OtherHost(_)) => self.elsewhere += 1,
            Some(Reason::PrivateAddress(_)) => self.private += 1,
            _ => {}
        }
        if asked.is_some() && asked != extraction.page_type.as_ref() {
            return false;
        }
        let is_stated = extraction.structured.as_ref().is_some_and(|things| !things.is_empty());
        self.records += usize::from(extraction.record.is_some() || is_stated);
        if let (Some(page_type), Some(_)) = (&extraction.page_type, &extraction.record) {
            *self.of_type.entry(page_type.clone()).or_default() += 1;
        }
        true
    }

    /// What the user should know, given how many pages could not be had.
    fn warnings(&self, missing: usize, wrappers: &Wrappers<'_>) -> Vec<String> {
        let &Self { pages, strange, elsewhere, damaged, private, records, .. } = self;
        let mut lines = Vec::new();
        if missing > 0 {
            let hint = match (damaged, private) {
                (0, 0) => "",
                (0, _) => "; --allow-private permits private addresses",
                _ => {
                    "; `sitewrap status --verify` tells what of the store is damaged and what to do"
                }
            };
            lines.push(format!(
                "warning: {missing} of {pages} pages could not be read, and their lines say why{hint}"
            ));
        }
        // Pages that could not be read say nothing of the site.
        let (strange, read) = (strange - missing.min(strange), pages - missing);
        if records > 0 && elsewhere > 0 {
            lines.push(format!(
                "warning: there are no wrappers of the hosts of {elsewhere} of {read} pages; {}",
                wrappers.advice()
            ));
        } else if records > 0 {
            lines.extend(strange_pages(strange, read, wrappers));
        }
        lines
    }
}

/// How many records of each page type there are, the most frequent first.
fn told_types(of_type: &BTreeMap<String, usize>) -> String {
    let mut types: Vec<(&String, &usize)> = of_type.iter().collect();
    types.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let records: usize = of_type.values().sum();
    let shown = types.iter().take(SHOWN_TYPES).map(|(name, count)| format!("{count} {name}"));
    let mut shown: Vec<String> = shown.collect();
    if types.len() > SHOWN_TYPES {
        shown.push(format!(
            "{} of other types",
            types[SHOWN_TYPES..].iter().map(|(_, n)| **n).sum::<usize>()
        ));
    }
    format!("{records} records: {}", shown.join(", "))
}

/// What the user should know if so many of the pages are of no type.
fn strange_pages(strange: usize, pages: usize, wrappers: &Wrappers<'_>) -> Option<String> {
    (strange >= TELLING_PAGES && strange * 4 > pages).then(|| {
        format!("warning: {strange} of {pages} pages fit no page type; {}", wrappers.advice())
    })
}

fn no_records(output: &RecordOutput, wrappers: &Wrappers<'_>) -> String {
    match &output.page_type {
        Some(page_type) => format!(
            "no page of the type `{page_type}` gave a record; the types are {}",
            wrappers.page_types().join(", ")
        ),
        None => format!("no page gave a record, and each line says why; {}", wrappers.advice()),
    }
}

/// Hosts that are named at most.
const SHOWN_HOSTS: usize = 4;

/// The hosts that wrappers are for, in a few words.
pub(super) fn told_hosts(wrappers: &sitewrap::WrapperSet) -> String {
    let hosts: Vec<&str> = wrappers.hosts().collect();
    match hosts.len() {
        0..=SHOWN_HOSTS => hosts.join(", "),
        all => format!("{} and {} others", hosts[..SHOWN_HOSTS].join(", "), all - SHOWN_HOSTS),
    }
}
