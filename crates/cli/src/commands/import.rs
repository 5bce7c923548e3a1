//! `import`: pages from files into the store.

use crate::args::ImportArgs;
use crate::exit::{Outcome, UsageError};
use crate::progress::Console;
use anyhow::Result;
use sitewrap_model::Reason;
use sitewrap_pipeline::import_pages;
use sitewrap_pipeline::{InputPage, MissingPage};
use sitewrap_store::{Salvage, Store};
use std::path::Path;
use url::Url;

pub(super) fn run(store: &Path, args: &ImportArgs, console: &Console) -> Result<Outcome> {
    // Opened first, so that a wrong path makes no store.
    let sources = args.paths.iter().map(|path| open(path, store, args.base_url.as_ref()));
    let sources = sources.collect::<Result<Vec<_>>>()?;
    let store = Store::open(store)?;
    let pages = sources.into_iter().flatten();
    let counts = import_pages(&store, pages, console)?;
    if counts.stored == 0 {
        console.say("no page was stored: there is no HTML page in what was given that can be read");
        return Ok(Outcome::NothingFound);
    }
    Ok(Outcome::without(counts.missing))
}

/// The pages in a file or folder; also what is left in the folder of a store, damaged or not.
fn open(
    path: &Path,
    store: &Path,
    base_url: Option<&Url>,
) -> Result<Box<dyn Iterator<Item = InputPage>>> {
    if !Salvage::is_store(path) {
        let pages = sitewrap_archive::open_source(path, base_url)?;
        return Ok(Box::new(pages.map(sitewrap_pipeline::page_or_missing)));
    }
    if path.canonicalize().ok() == store.canonicalize().ok() {
        let problem = "is the store itself; give a new folder with --store";
        return Err(UsageError(format!("{} {problem}", path.display())).into());
    }
    let lost = |url| {
        let reason = Reason::Other("its body is damaged in the store".to_owned());
        MissingPage { url, reason }
    };
    Ok(Box::new(Salvage::of(path)?.map(move |page| page.map_err(lost))))
}
