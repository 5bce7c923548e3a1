//! Bundles: wrappers without their store.

use super::inputs::Inputs;
use super::places;
use super::records::{
    Wrappers, check_page_type, record_options, told_hosts, with_join, write_records,
};
use super::stored::NO_INDUCTION;
use crate::args::{BundleArgs, ExtractArgs};
use crate::exit::{Outcome, UsageError};
use crate::output::Output;
use crate::progress::Console;
use anyhow::{Context, Result};
use sitewrap::{RecordOptions, Store, WrapperSet};
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// `wrappers bundle`: the wrappers of bundles and stores as one bundle.
pub(super) fn run(args: &BundleArgs, console: &Console) -> Result<Outcome> {
    check_place(&args.output, &args.inputs, &[])?;
    let wrappers = joined(&args.inputs)?;
    write(&wrappers.to_bundle()?, Some(&args.output))?;
    console.say(&format!("wrappers of {} → {}", told_hosts(&wrappers), args.output.display()));
    Ok(Outcome::Done)
}

/// Writes a bundle, to standard output where there is no path.
pub(super) fn write(bundle: &[u8], path: Option<&Path>) -> Result<()> {
    if path.is_none() && io::stdout().is_terminal() {
        let problem = "a bundle is nothing to read; name a file with --output";
        return Err(UsageError(problem.to_owned()).into());
    }
    let put = || {
        let mut out = Output::to(path)?;
        out.write_all(bundle)?;
        out.finish()
    };
    let name = || path.map_or_else(|| "the output".to_owned(), |path| path.display().to_string());
    put().with_context(|| format!("{} cannot be written", name()))
}

/// `extract --wrappers`: pages to records without a store.
pub(super) fn extract(args: ExtractArgs, console: &Console) -> Result<Outcome> {
    let (inputs, output) = (Inputs::resolve(args.input)?, args.output);
    if inputs.is_empty() {
        let problem =
            "--wrappers is for pages that are named: files, folders, archives, URLs, or -";
        return Err(UsageError(problem.to_owned()).into());
    }
    if let Some(place) = &output.output {
        check_place(place, &args.wrappers, &inputs.paths())?;
    }
    let extract = record_options(&output)?;
    let options = RecordOptions {
        fields: output.fields.into(),
        values: extract.values,
        prose: extract.prose,
        structured: extract.structured,
        provenance: extract.provenance,
        explain: extract.explain,
    };
    let wrappers = joined(&args.wrappers)?.with_options(options);
    let known = Wrappers::Bundled(&wrappers);
    check_page_type(&output, &known)?;
    let pages = inputs.open(console)?.into_iter().flatten().map(Ok);
    write_records(&output, &known, console, |sink| {
        with_join(output.join, None, console, sink, |sink| {
            wrappers.extract_pages(pages, console, sink)
        })
    })
}

/// Refuses output that would replace what is read, or lie in a store.
fn check_place(output: &Path, bundles: &[PathBuf], inputs: &[&Path]) -> Result<(), UsageError> {
    bundles.iter().try_for_each(|bundle| match bundle.is_dir() {
        true => places::check(output, bundle, inputs),
        false => places::check_inputs(output, &[bundle]),
    })?;
    places::check_inputs(output, inputs)
}

/// The wrappers of bundles, and of stores where folders are named.
fn joined(paths: &[PathBuf]) -> Result<WrapperSet> {
    let mut paths = paths.iter();
    let first = paths.next().context("a list of bundles has at least one")?;
    let mut all = read(first)?;
    for path in paths {
        all.join(read(path)?).map_err(|error| {
            UsageError(format!("{}: {error}; leave one of the files out", path.display()))
        })?;
    }
    Ok(all)
}

fn read(path: &Path) -> Result<WrapperSet> {
    if path.is_dir() {
        return Store::open_existing(path)?
            .wrappers()?
            .with_context(|| format!("{}: {NO_INDUCTION}", path.display()));
    }
    let open = || Ok::<_, anyhow::Error>(WrapperSet::from_bundle(File::open(path)?)?);
    open().with_context(|| format!("{} cannot be used", path.display()))
}
