//! `quality`: how good clusters and records are, on a corpus of our own and on folders given.

use crate::baseline;
use crate::bundle::Bundle;
use crate::correlation::Correlation;
use crate::invariants;
use crate::laws::{self, Laws};
use crate::measure::{COLUMNS, Figures, Measured, Site};
use crate::sensitivity;
use crate::variant::Variant;
use anyhow::{Context, Result};
use clap::Args;
use sitewrap_pipeline::InduceParams;
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

/// What can be asked of `quality`.
#[derive(Args, Debug)]
pub struct QualityArgs {
    /// Folders of sites with truth, instead of the corpus of the project: `pages.jsonl` with
    /// {url, file, type, type_coarse} a line, `records.jsonl` with {url, fields}.
    pub folders: Vec<PathBuf>,
    /// Keep the figures as the baseline, although some may be lower.
    #[arg(long)]
    pub accept: bool,
    /// Print a line for each field.
    #[arg(long)]
    pub fields: bool,
    /// Several values of a plain field are alternatives: one of them is enough.
    #[arg(long)]
    pub any: bool,
    /// Check what must always hold as well.
    #[arg(long)]
    pub invariants: bool,
    /// Move each parameter of the book a fifth down and up, and tell what changes.
    #[arg(long)]
    pub sensitivity: bool,
    /// As --sensitivity, and write the book: each parameter, where it stands, what it means and what
    /// moves with it.
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Change a parameter (`STAGE.NAME=VALUE`) and print what was measured, a line of JSON a site: what
    /// --sensitivity asks a process of its own for where a parameter is that of a process.
    #[arg(long, value_name = "CHANGE", hide = true)]
    pub settle: Option<String>,
    /// Measure sites as they would be if they had been made otherwise; not compared with the baseline.
    #[arg(long, value_enum, conflicts_with_all = ["accept", "sensitivity", "book"])]
    pub variant: Option<Variant>,
    /// Write `SITE/clusters.jsonl` and `SITE/records.jsonl` below this folder.
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
}

/// The figures of the corpus that are not to get worse.
const BASELINE: &str = "data/quality/baseline.jsonl";
/// How far the laws hold on the corpus, at least.
pub const FLOORS: &str = "data/quality/laws.jsonl";

/// The corpus of the project: folders in `data/quality`, and the demo site.
///
/// # Errors
/// If the folder cannot be read.
pub fn corpus(root: &Path) -> Result<Vec<PathBuf>> {
    let folder = root.join("data/quality");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let mut sites = vec![root.join("data/demo")];
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            sites.push(path);
        }
    }
    sites.sort();
    Ok(sites)
}

/// Measures; gives whether nothing is worse than the baseline.
///
/// # Errors
/// If a site cannot be read or learnt from, or nothing can be written.
pub fn run(root: &Path, args: &QualityArgs) -> Result<bool> {
    let is_corpus = args.folders.is_empty();
    let folders = if is_corpus { corpus(root)? } else { args.folders.clone() };
    let mut out = stdout().lock();
    if let Some(change) = &args.settle {
        return sensitivity::settle(&mut out, &folders, change, args.any).map(|()| true);
    }
    if args.sensitivity || args.book.is_some() {
        return sensitivity(&mut out, &folders, args);
    }
    header(&mut out)?;
    let (mut sites, mut held) = (Vec::new(), Vec::new());
    let mut correlation = Correlation::default();
    for folder in &folders {
        let site = open(folder, args.variant)?;
        let measured = site.measure(&InduceParams::default(), args.any)?;
        row(&mut out, &measured)?;
        correlation.take(&site, &measured);
        if args.fields {
            fields(&mut out, &measured)?;
        }
        if args.invariants {
            let checked = invariants::check(&site, &measured, args.any)?;
            for line in &checked.exceptions {
                writeln!(out, "  {line}")?;
            }
            held.push(checked.laws);
        }
        if let Some(folder) = &args.write {
            write(&folder.join(&site.bundle.name), &site, &measured)?;
        }
        sites.push(measured.figures);
    }
    summary(&mut out, &sites)?;
    writeln!(out, "{correlation}")?;
    if args.invariants {
        laws::table(&mut out, &held)?;
    }
    if !is_corpus || args.variant.is_some() {
        return Ok(true);
    }
    let file = root.join(BASELINE);
    if args.accept {
        baseline::write(&file, &sites)?;
        if args.invariants {
            laws::write(&root.join(FLOORS), &held)?;
        }
        writeln!(out, "kept as the baseline")?;
        return Ok(true);
    }
    compare(&mut out, root, &sites, &held)
}

/// Tells what is worse or better than the baseline and, where laws were checked, below their floors; gives whether
/// nothing is worse.
fn compare(out: &mut impl Write, root: &Path, sites: &[Figures], held: &[Laws]) -> Result<bool> {
    let mut compared = baseline::compare(sites, &baseline::read(&root.join(BASELINE))?);
    if !held.is_empty() {
        compared.worse.extend(laws::below(held, &laws::read(&root.join(FLOORS))?));
    }
    for line in &compared.worse {
        writeln!(out, "worse: {line}")?;
    }
    for line in &compared.better {
        writeln!(out, "better: {line}")?;
    }
    if !compared.worse.is_empty() || !compared.better.is_empty() {
        writeln!(out, "`cargo xtask quality --accept` keeps these figures as the baseline")?;
    }
    Ok(compared.worse.is_empty())
}

/// A site, as it is or as it would be.
fn open(folder: &Path, variant: Option<Variant>) -> Result<Site> {
    let bundle = Bundle::open(folder)?;
    let bundle = match variant {
        Some(variant) => variant.of(bundle)?,
        None => bundle,
    };
    Site::load(bundle, &InduceParams::default())
}

/// Moves the parameters of the book.
fn sensitivity(out: &mut impl Write, folders: &[PathBuf], args: &QualityArgs) -> Result<bool> {
    let sites = folders.iter().map(|folder| open(folder, None));
    let sites: Vec<Site> = sites.collect::<Result<_>>()?;
    let moves = sensitivity::moves(&sites, folders, args.any, |moved| {
        writeln!(out, "{moved}")?;
        Ok(out.flush()?)
    })?;
    if let Some(file) = &args.book {
        fs::write(file, sensitivity::book(&moves, sites.len()))
            .with_context(|| file.display().to_string())?;
    }
    Ok(true)
}

fn header(out: &mut impl Write) -> Result<()> {
    write!(out, "{:28}", "site")?;
    for column in &COLUMNS {
        write!(out, "{:>7}", column.name)?;
    }
    Ok(writeln!(out, "{:>7}", "s")?)
}

fn row(out: &mut impl Write, measured: &Measured) -> Result<()> {
    write!(out, "{:28}", measured.figures.site)?;
    for column in &COLUMNS {
        match (column.get)(&measured.figures) {
            Some(value) => write!(out, "{value:>7.3}")?,
            None => write!(out, "{:>7}", "–")?,
        }
    }
    Ok(writeln!(out, "{:>7.2}", measured.seconds)?)
}

fn fields(out: &mut impl Write, measured: &Measured) -> Result<()> {
    for field in &measured.records.by_field {
        let name = if field.is_named { "name ok" } else { "name ?" };
        let path = field.path.as_deref().unwrap_or("none");
        let score = field.score;
        writeln!(
            out,
            "  {:16} {:28} P {:.3} R {:.3} F1 {:.3}  {name:7} <- {path}",
            field.page_type, field.field, score.precision, score.recall, score.f1
        )?;
    }
    Ok(())
}

fn summary(out: &mut impl Write, sites: &[Figures]) -> Result<()> {
    let pairs: Vec<_> = COLUMNS.iter().map(|column| column.mean_and_worst(sites)).collect();
    write!(out, "{:28}", format!("mean of {}", sites.len()))?;
    pairs.iter().try_for_each(|(mean, _)| write!(out, "{mean:>7.3}"))?;
    write!(out, "\n{:28}", "worst")?;
    pairs.iter().try_for_each(|(_, worst)| write!(out, "{worst:>7.3}"))?;
    Ok(writeln!(out)?)
}

/// What other tools score: the lines of `sitewrap clusters` and `sitewrap extract`.
fn write(folder: &Path, site: &Site, measured: &Measured) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut clusters = String::new();
    for (url, cluster) in site.loaded.urls().iter().zip(&measured.learnt.clusters) {
        let line = serde_json::json!({ "url": url, "cluster": cluster });
        clusters.push_str(&format!("{line}\n"));
    }
    fs::write(folder.join("clusters.jsonl"), clusters)?;
    let mut records = String::new();
    for extraction in &measured.extractions {
        records.push_str(&serde_json::to_string(extraction)?);
        records.push('\n');
    }
    Ok(fs::write(folder.join("records.jsonl"), records)?)
}
