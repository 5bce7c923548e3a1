//! `induce`: stored pages to wrappers.

use super::stored::tell_edits;
use crate::args::{FoldChoice, InduceArgs, InduceOptions, MethodChoice, SimilarityChoice};
use crate::exit::{Outcome, UsageError};
use crate::output::summary;
use crate::progress::Console;
use anyhow::{Result, bail};
use sitewrap_pipeline::{
    Fold, InduceParams, InduceSummary, NewPageType, Similarity, UpdateSummary,
};
use sitewrap_store::Store;
use std::path::Path;

pub(super) fn run(store: &Path, args: &InduceArgs, console: &Console) -> Result<Outcome> {
    let params = resolve(&args.options)?;
    let store = Store::open_existing(store)?;
    induce(&store, &params, &Learning::of(&args.options), console)
}

/// How far learning may go.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Learning {
    /// From all pages anew.
    pub(super) fresh: bool,
    /// Also without the pages that are damaged.
    pub(super) despite_damage: bool,
}

impl Learning {
    pub(super) fn of(options: &InduceOptions) -> Self {
        Self { fresh: options.fresh, despite_damage: options.despite_damage }
    }
}

/// Takes in what is new, or learns from all pages if there is nothing to go on from or `fresh`
/// asks for it; says what came of it.
///
/// What is learnt anew takes the place of what was learnt before, so it is not learnt from what is left
/// of a damaged store without consent.
pub(super) fn induce(
    store: &Store,
    params: &InduceParams,
    learning: &Learning,
    console: &Console,
) -> Result<Outcome> {
    if !learning.fresh {
        if let Some(update) = sitewrap_pipeline::update(store, params, console)? {
            tell(&update, params, console);
            tell_edits(store, console)?;
            if !update.page_types.is_empty() {
                tell_types(store, console)?;
            }
            return Ok(Outcome::Done);
        }
        if store.wrappers()?.is_some_and(|set| !set.wrappers.is_empty()) {
            console.say("the stored wrappers were learnt with other settings: all is learnt anew");
        }
    }
    if !learning.despite_damage {
        refuse_damage(store)?;
    }
    let learnt = sitewrap_pipeline::induce(store, params, console)?;
    if learnt.wrappers == 0 {
        console.say(&no_wrappers(&learnt));
        return Ok(Outcome::NothingFound);
    }
    tell_edits(store, console)?;
    tell_types(store, console)?;
    Ok(Outcome::Done)
}

/// An error if pages of the store are damaged.
fn refuse_damage(store: &Store) -> Result<()> {
    match sitewrap_pipeline::damaged_pages(store)? {
        0 => Ok(()),
        damaged => bail!(
            "{damaged} of {} stored pages are damaged, and nothing was learnt; `sitewrap status \
             --verify` names them, `sitewrap crawl SITE --refresh` fetches them again, \
             --despite-damage learns from the others",
            store.page_count()
        ),
    }
}

/// Says which page types there are, how good their wrappers are and what they give.
fn tell_types(store: &Store, console: &Console) -> Result<()> {
    if let Some(wrappers) = store.wrappers()? {
        console.say(&format!("\n{}", summary(&wrappers)));
    }
    Ok(())
}

/// Fewer pages that fit nothing do not tell that a site has changed.
pub(super) const TELLING_PAGES: usize = 10;

/// Says what an update did, and when it would be better to start over.
fn tell(summary: &UpdateSummary, params: &InduceParams, console: &Console) {
    let UpdateSummary { new, changed, joined, lost, waiting, .. } = *summary;
    if new + changed == 0 {
        console.say(&format!(
            "no page has come or changed since version {}; --fresh learns from all pages anew",
            summary.version
        ));
    } else {
        console.say(&format!(
            "{new} new and {changed} changed pages: {joined} fit a known page type, {} do not",
            new + changed - joined
        ));
    }
    for NewPageType { name, pages } in &summary.page_types {
        console.say(&format!("new page type {name}: {pages} pages"));
    }
    if !summary.page_types.is_empty() {
        let (version, wrappers) = (summary.version, summary.wrappers);
        let before = wrappers - summary.page_types.len();
        console.say(&format!("version {version}: {wrappers} wrappers, {before} as they were"));
    }
    if waiting > 0 {
        let least = params.book.cluster.new_type_pages;
        console.say(&format!(
            "{waiting} pages fit no page type and wait until {least} or more are alike"
        ));
    }
    let strange = new + changed - joined;
    if lost >= TELLING_PAGES && lost * 2 > changed {
        console.say(&format!(
            "warning: {lost} of {changed} changed pages no longer fit their page type; if the site \
             was redesigned, `sitewrap induce --fresh` learns it anew"
        ));
    } else if strange >= TELLING_PAGES && strange * 2 > new + changed {
        console.say(
            "warning: most of these pages are unlike all that was learnt from; \
             `sitewrap induce --fresh` learns from all pages anew",
        );
    } else if summary.pages > 2 * summary.learnt_from {
        console.say(&format!(
            "the wrappers were learnt from {} of {} pages; --fresh learns from all",
            summary.learnt_from, summary.pages
        ));
    }
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
        FoldChoice::None => Fold::None,
    }
}
