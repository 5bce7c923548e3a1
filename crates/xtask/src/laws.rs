//! The laws as figures: a table, and the floors that they are not to fall below.

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::Path;

/// How far each of the laws holds on a site; shares 0..=1, 1 where it holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Laws {
    /// The site.
    pub site: String,
    /// Applied is learned: of the nodes that induction or extraction takes for a field, those that
    /// both do.
    pub applied: f64,
    /// Nothing lost: texts and addresses of the pages that are explained.
    pub texts: f64,
    /// See `texts`.
    pub addresses: f64,
    /// Nothing twice: texts that are not the value of several fields.
    pub once: f64,
    /// Learned on half, right on the other: values that wrappers learned from two halves of a type
    /// give alike.
    pub halves: f64,
    /// The same with the names that the values have.
    pub half_names: f64,
    /// Clustering F above that of the plain recipe; never below 0 if the law holds.
    pub over_recipe: f64,
    /// Clustering F and F1 of fields above those of the published method; likewise.
    pub over_paper: Option<f64>,
    /// See `over_paper`.
    pub fields_over_paper: Option<f64>,
}

/// A law: what it is called in tables, and how far it holds.
pub struct Law {
    /// Its name.
    pub name: &'static str,
    /// How far it holds.
    pub get: fn(&Laws) -> Option<f64>,
}

/// The laws in the order of tables.
pub const LAWS: [Law; 9] = [
    Law { name: "applied", get: |it| Some(it.applied) },
    Law { name: "texts", get: |it| Some(it.texts) },
    Law { name: "addresses", get: |it| Some(it.addresses) },
    Law { name: "once", get: |it| Some(it.once) },
    Law { name: "halves", get: |it| Some(it.halves) },
    Law { name: "+names", get: |it| Some(it.half_names) },
    Law { name: "F-recipe", get: |it| Some(it.over_recipe) },
    Law { name: "F-paper", get: |it| it.over_paper },
    Law { name: "F1-paper", get: |it| it.fields_over_paper },
];

/// Prints how far the laws hold on some sites.
///
/// # Errors
/// If nothing can be written.
pub fn table(out: &mut impl Write, sites: &[Laws]) -> Result<()> {
    write!(out, "{:28}", "what must hold")?;
    LAWS.iter().try_for_each(|law| write!(out, "{:>10}", law.name))?;
    writeln!(out)?;
    for site in sites {
        write!(out, "{:28}", site.site)?;
        for law in &LAWS {
            match (law.get)(site) {
                Some(value) => write!(out, "{value:>10.3}")?,
                None => write!(out, "{:>10}", "–")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Shares that differ less are the same: floors keep four decimals.
const SAME: f64 = 0.0005;

/// Reads floors.
///
/// # Errors
/// If the file cannot be read.
pub fn read(file: &Path) -> Result<Vec<Laws>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Keeps what holds today as floors.
///
/// # Errors
/// If the file cannot be written.
pub fn write(file: &Path, sites: &[Laws]) -> Result<()> {
    let mut text = String::new();
    for site in sites {
        text.push_str(&serde_json::to_string(&site.rounded())?);
        text.push('\n');
    }
    fs::write(file, text).with_context(|| file.display().to_string())
}

/// Where a law holds less than its floor says, one a line.
pub fn below(sites: &[Laws], floors: &[Laws]) -> Vec<String> {
    let mut lines = Vec::new();
    for floor in floors {
        let Some(site) = sites.iter().find(|site| site.site == floor.site) else {
            lines.push(format!("{}: gone", floor.site));
            continue;
        };
        for law in &LAWS {
            if let (Some(floor), Some(share)) = ((law.get)(floor), (law.get)(site))
                && share < floor - SAME
            {
                lines.push(format!("{} {}: {floor:.4} -> {share:.4}", site.site, law.name));
            }
        }
    }
    lines
}

impl Laws {
    fn rounded(&self) -> Self {
        let round = |value: f64| (value * 1e4).round() / 1e4;
        Self {
            site: self.site.clone(),
            applied: round(self.applied),
            texts: round(self.texts),
            addresses: round(self.addresses),
            once: round(self.once),
            halves: round(self.halves),
            half_names: round(self.half_names),
            over_recipe: round(self.over_recipe),
            over_paper: self.over_paper.map(round),
            fields_over_paper: self.fields_over_paper.map(round),
        }
    }
}
