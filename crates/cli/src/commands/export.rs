//! `wrappers export`: wrappers as selectors and spiders.

use crate::args::ExportArgs;
use crate::exit::Outcome;
use crate::output::{Output, json_document, scrapy, selectors as json};
use crate::progress::Console;
use anyhow::{Context, Result};
use sitewrap_pipeline::{PageTypeSelectors, export_selectors};
use sitewrap_store::Store;
use sitewrap_wrapper::WrapperSet;
use sitewrap_wrapper::selectors::Language;
use std::collections::BTreeMap;
use std::io::Write;
use url::Url;

/// Writes wrappers, all or the one with a name, as selectors in JSON.
pub(super) fn selectors(
    store: &Store,
    wrappers: &WrapperSet,
    args: &ExportArgs,
    language: Language,
    console: &Console,
) -> Result<Outcome> {
    let found = checked(store, wrappers, args, console)?;
    let mut out = output(args)?;
    let types: Vec<_> =
        found.iter().map(|found| json::page_type(found, wrappers.version, language)).collect();
    json_document(&mut out, &types)?;
    out.finish()?;
    Ok(outcome(&found, console))
}

/// Writes wrappers, all or the one with a name, as a Scrapy spider.
pub(super) fn spider(
    store: &Store,
    wrappers: &WrapperSet,
    args: &ExportArgs,
    console: &Console,
) -> Result<Outcome> {
    let found = checked(store, wrappers, args, console)?;
    let mut out = output(args)?;
    out.write_all(scrapy::spider(&found, &starts(store)?).as_bytes())?;
    out.finish()?;
    Ok(outcome(&found, console))
}

/// Where an export goes.
pub(super) fn output(args: &ExportArgs) -> Result<Output> {
    let path = args.output.as_deref();
    let name = || path.map_or_else(String::new, |path| path.display().to_string());
    Output::to(path).with_context(|| format!("{} cannot be written", name()))
}

/// The wrappers as selectors that were checked on all stored pages.
fn checked(
    store: &Store,
    wrappers: &WrapperSet,
    args: &ExportArgs,
    console: &Console,
) -> Result<Vec<PageTypeSelectors>> {
    let mut found = export_selectors(store, wrappers, console)?;
    found.retain(|found| args.name.as_ref().is_none_or(|name| *name == found.wrapper));
    Ok(found)
}

fn outcome(found: &[PageTypeSelectors], console: &Console) -> Outcome {
    if found.is_empty() {
        console.say("no stored page is extracted by these wrappers; there is nothing to export");
        return Outcome::NothingFound;
    }
    Outcome::Done
}

/// Where a crawl of the stored pages begins: for each host the folder that all its pages are in.
fn starts(store: &Store) -> Result<Vec<Url>> {
    let mut of_host: BTreeMap<String, Url> = BTreeMap::new();
    for meta in store.page_metas() {
        let Ok(mut url) = Url::parse(&meta?.url) else { continue };
        let Some(host) = url.host_str().map(str::to_owned) else { continue };
        url.set_query(None);
        url.set_fragment(None);
        let known = of_host.entry(host).or_insert_with(|| url.clone());
        let common = common_folder(known.path(), url.path()).to_owned();
        known.set_path(&common);
    }
    Ok(of_host.into_values().collect())
}

/// The longest path up to a `/` that both begin with.
fn common_folder<'p>(a: &'p str, b: &str) -> &'p str {
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    a.as_bytes()[..same].iter().rposition(|&byte| byte == b'/').map_or("/", |at| &a[..=at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crawl_begins_in_the_folder_of_all_pages() {
        assert_eq!(common_folder("/shop/a/1", "/shop/a/2"), "/shop/a/");
        assert_eq!(common_folder("/shop/a", "/shoe"), "/");
        assert_eq!(common_folder("/", "/x"), "/");
    }
}
