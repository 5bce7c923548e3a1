//! `extract`: pages to records on standard output.

use super::crawl::web_address;
use super::induce::TELLING_PAGES;
use super::{runtime, stored_wrappers};
use crate::args::{ExtractArgs, ListForm, ProseArg, RecordFormat, RecordOutput};
use crate::exit::{Outcome, UsageError};
use crate::output::{self, FieldOrder, RecordWriter};
use crate::progress::Console;
use anyhow::{Context, Result};
use sitewrap_crawl::source::{JsonLines, Pages, open_source};
use sitewrap_extract::{ProseForm, WrapperSet};
use sitewrap_model::Extraction;
use sitewrap_pipeline::{
    ExtractCounts, ExtractOptions, InputPage, extract_pages, extract_stored, fetch_pages,
    page_or_missing,
};
use sitewrap_store::Store;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use url::Url;

/// Page types that the last line names.
const SHOWN_TYPES: usize = 8;

/// Where an extraction goes.
type Sink<'a> = &'a mut dyn FnMut(&Extraction) -> Result<()>;

pub(super) fn run(store: &Path, args: ExtractArgs, console: &Console) -> Result<Outcome> {
    let plan = ExtractPlan::resolve(args)?;
    let options = record_options(&plan.output)?;
    let store = Store::open_existing(store)?;
    let wrappers = stored_wrappers(&store)?.with_fields(plan.output.fields.into());
    if plan.inputs.is_empty() {
        return write_records(&plan.output, &wrappers, console, |sink| {
            extract_stored(&store, &wrappers, options, console, sink)
        });
    }
    // Other commands may use the store while this one reads a long stream.
    drop(store);
    let pages = plan.open(console)?.into_iter().flatten().map(Ok);
    write_records(&plan.output, &wrappers, console, |sink| {
        extract_pages(&wrappers, pages, options, None, console, sink)
    })
}

/// What is to be told beside the records.
pub(super) fn record_options(output: &RecordOutput) -> Result<ExtractOptions, UsageError> {
    if output.provenance && !matches!(output.format, RecordFormat::Jsonl | RecordFormat::Json) {
        let problem =
            "--provenance is for --format jsonl and json; other formats have no room for it";
        return Err(UsageError(problem.to_owned()));
    }
    if output.lists.is_some() && output.format != RecordFormat::Csv {
        let problem = "--lists is for --format csv; other formats hold lists as they are";
        return Err(UsageError(problem.to_owned()));
    }
    let prose = match output.prose {
        ProseArg::Text => ProseForm::Text,
        ProseArg::Html => ProseForm::Html,
    };
    Ok(ExtractOptions { provenance: output.provenance, values: output.values.into(), prose })
}

/// An extraction as it is to be done: arguments checked and filled in.
struct ExtractPlan {
    inputs: Vec<Input>,
    base_url: Option<Url>,
    /// How the pages of URLs are fetched.
    fetching: sitewrap_crawl::CrawlOptions,
    output: RecordOutput,
}

/// Where pages come from.
enum Input {
    Url(Url),
    Path(PathBuf),
    Stdin,
}

/// The pages of one input.
type InputPages = Box<dyn Iterator<Item = InputPage> + Send>;

impl ExtractPlan {
    fn resolve(args: ExtractArgs) -> Result<Self, UsageError> {
        let inputs = args.inputs.iter().map(|input| Input::resolve(input));
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        if inputs.iter().filter(|input| matches!(input, Input::Stdin)).count() > 1 {
            return Err(UsageError("standard input (-) can be read once only".to_owned()));
        }
        let fetching = sitewrap_crawl::CrawlOptions {
            user_agent: args.user_agent,
            contact: args.contact,
            allow_private: args.allow_private,
            #[cfg(feature = "browser")]
            rendering: args.render.resolve(),
            ..sitewrap_crawl::CrawlOptions::default()
        };
        Ok(Self { inputs, base_url: args.base_url, fetching, output: args.output })
    }

    /// Opens all inputs, in their order, and fetches those that are URLs. A file that is not there
    /// fails here, before anything is written.
    fn open(&self, console: &Console) -> Result<Vec<InputPages>> {
        let paths = self.inputs.iter().map(|input| match input {
            Input::Path(path) => open_source(path, self.base_url.as_ref()).map(Some),
            _ => Ok(None),
        });
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        let mut fetched = self.fetch(console)?.into_iter();
        let open = |(input, path): (&Input, Option<Pages>)| -> InputPages {
            match (input, path) {
                (Input::Path(_), Some(pages)) => Box::new(pages.map(page_or_missing)),
                (Input::Stdin, _) => {
                    let lines = BufReader::new(io::stdin());
                    Box::new(JsonLines::new(lines, "standard input").map(page_or_missing))
                }
                _ => Box::new(fetched.next().into_iter()),
            }
        };
        Ok(self.inputs.iter().zip(paths).map(open).collect())
    }

    fn fetch(&self, console: &Console) -> Result<Vec<InputPage>> {
        let urls: Vec<Url> = self.inputs.iter().filter_map(Input::url).cloned().collect();
        if urls.is_empty() {
            return Ok(Vec::new());
        }
        Ok(runtime()?.block_on(fetch_pages(&urls, &self.fetching, console)))
    }
}

impl Input {
    fn resolve(text: &str) -> Result<Self, UsageError> {
        let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
        match scheme.as_deref() {
            _ if text == "-" => Ok(Self::Stdin),
            Some("http" | "https") => web_address(text).map(Self::Url),
            _ => Ok(Self::Path(PathBuf::from(text))),
        }
    }

    fn url(&self) -> Option<&Url> {
        if let Self::Url(url) = self { Some(url) } else { None }
    }
}

/// Runs `job` with a sink that writes to standard output as asked for.
pub(super) fn write_records(
    output: &RecordOutput,
    wrappers: &WrapperSet,
    console: &Console,
    job: impl FnOnce(Sink<'_>) -> Result<ExtractCounts>,
) -> Result<Outcome> {
    let is_table = matches!(output.format, RecordFormat::Sqlite | RecordFormat::Parquet);
    let path = output.output.as_deref().unwrap_or(Path::new(""));
    let target = output.output.as_ref().map(|path| path.display().to_string());
    let unwritten = || format!("{} cannot be written", target.as_deref().unwrap_or("the output"));
    let out: Box<dyn Write> = match &output.output {
        Some(path) if !is_table => {
            Box::new(BufWriter::new(File::create(path).with_context(unwritten)?))
        }
        _ => Box::new(output::stdout()),
    };
    let lists = output.lists.unwrap_or(ListForm::Json);
    let mut writer = RecordWriter::new(out, output.format, lists, path, FieldOrder::of(wrappers))
        .with_context(unwritten)?;
    let on_terminal = output.output.is_none() && io::stdout().is_terminal();
    let (mut pages, mut strange, mut records) = (0_usize, 0_usize, 0_usize);
    let mut of_type: BTreeMap<String, usize> = BTreeMap::new();
    job(&mut |extraction| {
        pages += 1;
        strange += usize::from(extraction.page_type.is_none());
        if output.page_type.is_some() && output.page_type != extraction.page_type {
            return Ok(());
        }
        if let (Some(page_type), Some(_)) = (&extraction.page_type, &extraction.record) {
            records += 1;
            *of_type.entry(page_type.clone()).or_default() += 1;
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
    writer.finish().with_context(unwritten)?;
    if let Some(line) = strange_pages(strange, pages).filter(|_| records > 0) {
        console.say(&line);
    }
    if records == 0 {
        console.say(&no_records(output));
        return Ok(Outcome::NothingFound);
    }
    let target = target.as_deref().unwrap_or("standard output");
    console.say(&format!("{} → {target}", told_types(&of_type)));
    Ok(Outcome::Done)
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
fn strange_pages(strange: usize, pages: usize) -> Option<String> {
    (strange >= TELLING_PAGES && strange * 4 > pages).then(|| {
        format!(
            "warning: {strange} of {pages} pages fit no page type; if the site has changed, \
             `sitewrap crawl --refresh` and `sitewrap induce` learn its new pages"
        )
    })
}

fn no_records(output: &RecordOutput) -> String {
    match &output.page_type {
        Some(page_type) => format!(
            "no page of the type `{page_type}` gave a record; `sitewrap wrappers list` shows the \
             types"
        ),
        None => "no page gave a record, and each line says why; if the site has changed, \
                 `sitewrap crawl --refresh` and `sitewrap induce` learn its new pages"
            .to_owned(),
    }
}
