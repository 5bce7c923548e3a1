//! `run`: from an address to records.

use super::crawl::CrawlPlan;
use super::induce::Learning;
use super::records::{Wrappers, record_options, with_join, write_records};
use super::stored::stored_wrappers;
use super::{crawl, induce, places};
use crate::args::RunArgs;
use crate::exit::Outcome;
use crate::progress::Console;
use anyhow::Result;
use sitewrap_pipeline::extract_stored;
use std::path::Path;

pub(super) fn run(store: &Path, args: RunArgs, console: &Console) -> Result<Outcome> {
    crawl::check_archive(&args.crawl, store)?;
    let list = args.crawl.list.as_deref();
    if let Some(place) = &args.output.output {
        places::check(place, store, list.as_slice())?;
    }
    let plan = CrawlPlan::resolve(args.crawl, console)?;
    let params = induce::resolve(&args.induce)?;
    let options = record_options(&args.output)?;
    let (store, summary) = plan.crawl_into(store, console)?;
    let store = match (crawl::outcome(&summary, console)?, store) {
        (Outcome::Done, Some(store)) => store,
        (other, _) => return Ok(other),
    };
    match induce::induce(&store, &params, &Learning::of(&args.induce), console)? {
        Outcome::Done => {}
        other => return Ok(other),
    }
    let wrappers = stored_wrappers(&store)?.with_fields(args.output.fields.into());
    let outcome = write_records(&args.output, &Wrappers::Stored(&wrappers), console, |sink| {
        with_join(args.output.join, Some((&*store, &wrappers)), console, sink, |sink| {
            extract_stored(&store, &wrappers, options, console, sink)
        })
    })?;
    #[cfg(feature = "search")]
    if let Err(error) = sitewrap_pipeline::update_search(&store, false, console) {
        // The records are there; each search makes up for it.
        console.say(&format!("warning: the search index is not in step with the pages: {error}"));
    }
    Ok(outcome)
}
