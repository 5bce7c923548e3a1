//! The figures that are not to get worse.

use crate::measure::{COLUMNS, Figures};
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// Figures that differ less are the same: the baseline keeps four decimals.
const SAME: f64 = 0.0005;

/// How figures stand beside the baseline, one a line.
#[derive(Debug, Default, PartialEq)]
pub struct Compared {
    /// What is worse, or gone.
    pub worse: Vec<String>,
    /// What is better, or new.
    pub better: Vec<String>,
}

/// Reads a baseline.
///
/// # Errors
/// If the file cannot be read.
pub fn read(file: &Path) -> Result<Vec<Figures>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Writes a baseline.
///
/// # Errors
/// If the file cannot be written.
pub fn write(file: &Path, sites: &[Figures]) -> Result<()> {
    let round = |value: f64| (value * 1e4).round() / 1e4;
    let mut text = String::new();
    for site in sites {
        let rounded = Figures {
            site: site.site.clone(),
            f: round(site.f),
            ari: round(site.ari),
            f1: site.f1.map(round),
            items: site.items.map(round),
            named: site.named.map(round),
        };
        text.push_str(&serde_json::to_string(&rounded)?);
        text.push('\n');
    }
    fs::write(file, text).with_context(|| file.display().to_string())
}

/// Compares figures with those of a baseline.
pub fn compare(sites: &[Figures], baseline: &[Figures]) -> Compared {
    let mut compared = Compared::default();
    for known in baseline {
        let Some(site) = sites.iter().find(|site| site.site == known.site) else {
            compared.worse.push(format!("{}: gone", known.site));
            continue;
        };
        for column in &COLUMNS {
            let (before, now) = ((column.get)(known), (column.get)(site));
            let line = || {
                let told =
                    |value: Option<f64>| value.map_or("none".to_owned(), |it| format!("{it:.4}"));
                format!("{} {}: {} -> {}", known.site, column.name, told(before), told(now))
            };
            match (before, now) {
                (Some(before), Some(now)) if now < before - SAME => compared.worse.push(line()),
                (Some(before), Some(now)) if now > before + SAME => compared.better.push(line()),
                (Some(_), None) => compared.worse.push(line()),
                (None, Some(_)) => compared.better.push(line()),
                _ => {}
            }
        }
    }
    let is_new = |site: &&Figures| !baseline.iter().any(|known| known.site == site.site);
    compared.better.extend(sites.iter().filter(is_new).map(|site| format!("{}: new", site.site)));
    compared
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(f: f64, f1: Option<f64>) -> Figures {
        Figures { site: "shop".to_owned(), f, ari: f, f1, items: None, named: None }
    }

    #[test]
    fn what_is_lower_is_worse() {
        let compared = compare(&[figures(0.9, Some(0.8))], &[figures(0.9001, Some(0.9))]);
        assert_eq!(compared.worse, ["shop F1: 0.9000 -> 0.8000"]);
        assert_eq!(compared.better, Vec::<String>::new());
    }

    #[test]
    fn a_site_that_is_gone_is_worse() {
        assert_eq!(compare(&[], &[figures(1.0, None)]).worse, ["shop: gone"]);
        assert_eq!(compare(&[figures(1.0, None)], &[]).better, ["shop: new"]);
    }
}
