//! What moves with each parameter of the book.

use crate::measure::{COLUMNS, Measured, Site};
use anyhow::Result;
use sitewrap_model::Entry;
use sitewrap_pipeline::{Book, InduceParams};
use std::fmt;

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

/// Moves each parameter down and up on some sites, tells `sink` each move, and gives them all.
///
/// # Errors
/// Those of learning, and of `sink`.
pub fn moves(
    sites: &[Site],
    one_of: bool,
    mut sink: impl FnMut(&Move) -> Result<()>,
) -> Result<Vec<Move>> {
    let params = InduceParams::default();
    let before: Vec<Measured> =
        sites.iter().map(|site| site.measure(&params, one_of)).collect::<Result<_>>()?;
    let mut moves = Vec::new();
    for entry in Book::entries() {
        for value in SHARES.iter().filter_map(|share| entry.moved(*share)) {
            let mut params = params.clone();
            params.book.set(entry.stage, entry.name, value);
            let after = sites.iter().zip(&before).map(|(site, before)| {
                // Clusters do not depend on how wrappers are made.
                match entry.stage {
                    "induce" => site.measure_again(&before.learnt, &params, one_of),
                    _ => site.measure(&params, one_of),
                }
            });
            let moved = Move::new(entry, value, &before, &after.collect::<Result<Vec<_>>>()?);
            sink(&moved)?;
            moves.push(moved);
        }
    }
    Ok(moves)
}

impl Move {
    fn new(entry: Entry, value: f64, before: &[Measured], after: &[Measured]) -> Self {
        let mut changes = Vec::new();
        let mut means = [0.0; 5];
        let mut pages = 0;
        for (before, after) in before.iter().zip(after) {
            let pairs = before.extractions.iter().zip(&after.extractions);
            pages += pairs.filter(|(before, after)| before.record != after.record).count();
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
