//! What moves with each parameter of the book.

use crate::bundle::Bundle;
use crate::measure::{COLUMNS, Figures, Measured, Site};
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use sitewrap_model::Entry;
use sitewrap_pipeline::{Book, InduceParams};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

/// How far parameters are moved.
const SHARES: [f64; 2] = [-0.2, 0.2];
/// Figures that differ less are the same.
const SAME: f64 = 0.0005;
/// Changes of one move that are named.
const MOST_NAMED: usize = 3;

/// A parameter at another value, and what changed.
pub struct Move {
    /// The parameter.
    pub entry: Entry,
    /// The value.
    pub value: f64,
    /// Figures that changed, by falling size: site, figure, by how much.
    pub changes: Vec<(String, &'static str, f64)>,
    /// Change of the mean of each figure over sites, in the order of [`COLUMNS`].
    pub means: [f64; 5],
    /// Pages whose record changed, whether or not a figure did.
    pub pages: usize,
}

/// What is compared of a site: its figures, and a hash of the record of each page.
#[derive(Serialize, Deserialize)]
struct Looked {
    figures: Figures,
    pages: Vec<u64>,
}

impl Looked {
    fn at(measured: &Measured) -> Result<Self> {
        let hash = |page: &sitewrap_model::Extraction| {
            let mut hasher = DefaultHasher::new();
            serde_json::to_string(&page.record)?.hash(&mut hasher);
            Ok(hasher.finish())
        };
        let pages = measured.extractions.iter().map(hash).collect::<Result<_>>()?;
        Ok(Self { figures: measured.figures.clone(), pages })
    }
}

/// Moves each parameter down and up on some sites, in `folders`, tells `sink` each move, and gives
/// them all.
///
/// # Errors
/// Those of learning, and of `sink`.
pub fn moves(
    sites: &[Site],
    folders: &[PathBuf],
    one_of: bool,
    mut sink: impl FnMut(&Move) -> Result<()>,
) -> Result<Vec<Move>> {
    let params = InduceParams::default();
    let before: Vec<Measured> =
        sites.iter().map(|site| site.measure(&params, one_of)).collect::<Result<_>>()?;
    let looked: Vec<Looked> = before.iter().map(Looked::at).collect::<Result<_>>()?;
    let mut moves = Vec::new();
    for entry in Book::entries() {
        for value in SHARES.iter().filter_map(|share| entry.moved(*share)) {
            let mut params = params.clone();
            params.book.set(entry.stage, entry.name, value);
            let again = |(site, before): (&Site, &Measured)| match entry.stage {
                // Clusters do not depend on how wrappers are made.
                "induce" => site.measure_again(&before.learnt, &params, one_of),
                _ => site.measure(&params, one_of),
            };
            let after: Vec<Looked> = match entry.stage {
                // Pages are looked at by these before anything is learned.
                "distance" | "extract" | "terms" | "values" => ask(&entry, value, folders, one_of)?,
                _ => sites
                    .iter()
                    .zip(&before)
                    .map(|pair| Looked::at(&again(pair)?))
                    .collect::<Result<_>>()?,
            };
            let moved = Move::new(entry, value, &looked, &after);
            sink(&moved)?;
            moves.push(moved);
        }
    }
    Ok(moves)
}

/// Asks a process of its own for what is measured with a parameter at another value.
fn ask(entry: &Entry, value: f64, folders: &[PathBuf], one_of: bool) -> Result<Vec<Looked>> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("quality").args(folders);
    command.arg("--settle").arg(format!("{}.{}={value}", entry.stage, entry.name));
    if one_of {
        command.arg("--any");
    }
    let output = command.output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout)?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Changes a parameter (`STAGE.NAME=VALUE`) for the whole process, and writes what is measured, a line
/// a site.
///
/// # Errors
/// If there is no such parameter, or those of learning and writing.
pub fn settle(out: &mut impl Write, folders: &[PathBuf], change: &str, one_of: bool) -> Result<()> {
    let (name, value) = change.split_once('=').context("STAGE.NAME=VALUE")?;
    let (stage, name) = name.split_once('.').context("STAGE.NAME=VALUE")?;
    let mut params = InduceParams::default();
    let is_changed = params.book.set(stage, name, value.parse()?) && params.book.settle();
    ensure!(is_changed, "{change}: no such parameter, or not in its range");
    for folder in folders {
        let site = Site::load(Bundle::open(folder)?, &params)?;
        let looked = Looked::at(&site.measure(&params, one_of)?)?;
        writeln!(out, "{}", serde_json::to_string(&looked)?)?;
    }
    Ok(())
}

impl Move {
    fn new(entry: Entry, value: f64, before: &[Looked], after: &[Looked]) -> Self {
        let mut changes = Vec::new();
        let mut means = [0.0; 5];
        let mut pages = 0;
        for (before, after) in before.iter().zip(after) {
            let pairs = before.pages.iter().zip(&after.pages);
            pages += pairs.filter(|(before, after)| before != after).count();
            for (column, mean) in COLUMNS.iter().zip(&mut means) {
                let values = ((column.get)(&before.figures), (column.get)(&after.figures));
                let (Some(was), Some(is)) = values else { continue };
                *mean += is - was;
                if (is - was).abs() > SAME {
                    changes.push((after.figures.site.clone(), column.name, is - was));
                }
            }
        }
        changes.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        means.iter_mut().for_each(|mean| *mean /= before.len().max(1) as f64);
        Self { entry, value, changes, means, pages }
    }

    /// What changed, in a few words.
    fn told(&self) -> String {
        if self.changes.is_empty() && self.pages == 0 {
            return "nothing".to_owned();
        }
        let mut told = vec![format!("{} pages", self.pages)];
        let named = self.changes.iter().take(MOST_NAMED);
        told.extend(named.map(|(site, figure, by)| format!("{site} {figure} {by:+.3}")));
        if self.changes.len() > MOST_NAMED {
            told.push(format!("{} more", self.changes.len() - MOST_NAMED));
        }
        told.join("; ")
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { stage, name, default, .. } = self.entry;
        let name = format!("{stage}.{name}");
        let values = format!("{default} -> {}", rounded(self.value));
        write!(f, "{name:28} {values:>18}  {}", self.told())
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// The book as a table in Markdown.
pub fn book(moves: &[Move], sites: usize) -> String {
    let mut text = format!(
        "# The book of parameters\n\nWritten by `cargo xtask quality --book`. What moves: where a \
         parameter is a fifth lower and higher (what counts something, by one at least), the pages \
         whose records change and the figures that change most, of {sites} sites.\n\n\
         | stage | parameter | default | range | means | a fifth less | a fifth more |\n\
         |---|---|---:|---|---|---|---|\n"
    );
    for entry in Book::entries() {
        let of = |is_up: bool| {
            let is_its = |it: &&Move| {
                (it.entry.stage, it.entry.name) == (entry.stage, entry.name)
                    && (it.value > entry.default) == is_up
            };
            moves.iter().find(is_its).map_or_else(
                || "at its end".to_owned(),
                |it| format!("{}: {}", rounded(it.value), it.told()),
            )
        };
        let Entry { stage, name, default, least, most, doc, .. } = entry;
        text.push_str(&format!(
            "| {stage} | `{name}` | {default} | {least} to {most} | {} | {} | {} |\n",
            doc.trim(),
            of(false),
            of(true)
        ));
    }
    text
}
