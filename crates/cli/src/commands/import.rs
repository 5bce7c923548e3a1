//! `import`: pages from files into the store.

use crate::args::ImportArgs;
use crate::exit::Outcome;
use crate::progress::Console;
use anyhow::Result;
use sitewrap_pipeline::import_pages;
use sitewrap_store::Store;
use std::path::Path;

pub(super) fn run(store: &Path, args: &ImportArgs, console: &Console) -> Result<Outcome> {
    // Opened first, so that a wrong path makes no store.
    let sources = args
        .paths
        .iter()
        .map(|path| sitewrap_crawl::source::open_source(path, args.base_url.as_ref()))
        .collect::<Result<Vec<_>, _>>()?;
    let store = Store::open(store)?;
    let pages = sources.into_iter().flatten().map(sitewrap_pipeline::page_or_missing);
    let counts = import_pages(&store, pages, console)?;
    if counts.stored == 0 {
        console.say("no page was stored: there is no HTML page in what was given that can be read");
        return Ok(Outcome::NothingFound);
    }
    Ok(Outcome::Done)
}
