//! `content train`: weights of block features from pages with known content.

use crate::args::ContentTrainArgs;
use crate::exit::{Outcome, UsageError};
use crate::output;
use crate::progress::Console;
use anyhow::{Context, Result};
use rayon::prelude::*;
use serde::Deserialize;
use sitewrap_content::{LabelledPage, Learned, Swarm, parse};
use std::fs;
use std::io::Write;
use std::path::Path;

/// A line of PAGES; what else it has is left aside.
#[derive(Deserialize)]
struct Line {
    file: String,
    main_text: Option<String>,
}

pub(super) fn run(args: &ContentTrainArgs, console: &Console) -> Result<Outcome> {
    let mut pages = Vec::new();
    for file in &args.pages {
        pages.extend(labelled(file)?);
    }
    let swarm = Swarm {
        particles: args.particles as usize,
        generations: args.generations as usize,
        seed: args.seed,
        ..Swarm::default()
    };
    let learned = Learned::from_pages(&pages, &swarm);
    let learned = learned
        .ok_or_else(|| UsageError("no page has a line of its main_text; see --help".to_owned()))?;
    let mut out = output::stdout();
    out.write_all(learned.weights.to_toml().as_bytes())?;
    out.flush()?;
    console.say(&format!(
        "F1 on these {} pages: {:.3}; with the published weights {:.3}",
        pages.len(),
        learned.f1,
        learned.published_f1
    ));
    Ok(Outcome::Done)
}

/// The pages of a file of lines that have a text.
fn labelled(path: &Path) -> Result<Vec<LabelledPage>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let page = |(at, line): &(usize, &str)| -> Result<Option<LabelledPage>> {
        let place = || format!("{}, line {}", path.display(), at + 1);
        let line: Line = serde_json::from_str(line).with_context(place)?;
        let Some(known) = line.main_text.filter(|known| !known.trim().is_empty()) else {
            return Ok(None);
        };
        let file = folder.join(&line.file);
        let body = fs::read(&file)
            .with_context(|| format!("{}: cannot read {}", place(), file.display()))?;
        Ok(Some(LabelledPage::of(&parse(&body, None, None).tree, &known)))
    };
    let pages: Vec<Option<LabelledPage>> = lines.par_iter().map(page).collect::<Result<_>>()?;
    Ok(pages.into_iter().flatten().collect())
}
