//! `induce`: stored pages to wrappers.

use crate::args::{FoldChoice, InduceArgs, InduceOptions, MethodChoice, SimilarityChoice};
use crate::exit::{Outcome, UsageError};
use crate::progress::Console;
use anyhow::Result;
use sitewrap_pipeline::{Fold, InduceParams, InduceSummary, Similarity};
use sitewrap_store::Store;
use std::path::Path;

pub(super) fn run(store: &Path, args: &InduceArgs, console: &Console) -> Result<Outcome> {
    let params = resolve(&args.options)?;
    let store = Store::open_existing(store)?;
    induce(&store, &params, console)
}

/// Induces and says what came of it.
pub(super) fn induce(store: &Store, params: &InduceParams, console: &Console) -> Result<Outcome> {
    let summary = sitewrap_pipeline::induce(store, params, console)?;
    if summary.wrappers == 0 {
        console.say(&no_wrappers(&summary));
        return Ok(Outcome::NothingFound);
    }
    Ok(Outcome::Done)
}

fn no_wrappers(summary: &InduceSummary) -> String {
    format!(
        "no two of {} pages are alike enough to share a template; fetch more pages, or lower \
         --pair-threshold and --global-threshold",
        summary.pages
    )
}

/// The parameters that the options amount to.
pub(super) fn resolve(raw: &InduceOptions) -> Result<InduceParams, UsageError> {
    let given = InduceParams {
        similarity: raw.similarity.map(similarity).unwrap_or_default(),
        fold: raw.fold.map(fold).unwrap_or_default(),
        ..InduceParams::default()
    };
    let base = match raw.method {
        MethodChoice::Default => given,
        MethodChoice::Paper => paper(raw)?,
    };
    Ok(InduceParams {
        global_threshold: raw.global_threshold.unwrap_or(base.global_threshold),
        pair_threshold: raw.pair_threshold.unwrap_or(base.pair_threshold),
        sample: raw.sample as usize,
        seed: raw.seed,
        ..base
    })
}

/// The paper's choices; an option that says otherwise is a contradiction.
fn paper(raw: &InduceOptions) -> Result<InduceParams, UsageError> {
    let paper = InduceParams::paper();
    let other = |given: Option<f64>, fixed: f64| given.is_some_and(|given| given != fixed);
    let contradictions = [
        ("--similarity", raw.similarity.is_some_and(|one| similarity(one) != paper.similarity)),
        ("--fold", raw.fold.is_some_and(|one| fold(one) != paper.fold)),
        ("--global-threshold", other(raw.global_threshold, paper.global_threshold)),
        ("--pair-threshold", other(raw.pair_threshold, paper.pair_threshold)),
    ];
    match contradictions.iter().find(|(_, contradicts)| *contradicts) {
        Some((option, _)) => Err(UsageError(format!(
            "--method paper fixes {option} to the paper's value; leave one of the two off"
        ))),
        None => Ok(paper),
    }
}

fn similarity(choice: SimilarityChoice) -> Similarity {
    match choice {
        SimilarityChoice::Tree => Similarity::Tree,
        SimilarityChoice::Column => Similarity::Column,
    }
}

fn fold(choice: FoldChoice) -> Fold {
    match choice {
        FoldChoice::Siblings => Fold::Siblings,
        FoldChoice::None => Fold::Nothing,
    }
}
