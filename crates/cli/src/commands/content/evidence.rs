//! What a method knows beside the page: the other pages of the store or of the inputs.

use crate::commands::inputs::Inputs;
use crate::exit::UsageError;
use crate::progress::Console;
use anyhow::Result;
use sitewrap_content::Method;
use sitewrap_pipeline::{
    ContentOptions, InputPage, Paths, Siblings, Sites, StyleSheets, stored_pages,
};
use sitewrap_store::Store;
use std::collections::HashMap;
use std::sync::Arc;

/// The pages of inputs.
pub(super) type Pages = Box<dyn Iterator<Item = InputPage> + Send>;

/// The options with what the pages of a store tell of each other.
pub(super) fn of_store(
    store: &Store,
    options: ContentOptions,
    sibling: Option<&str>,
) -> Result<ContentOptions> {
    let layout = options.layout.is_some().then(|| StyleSheets::of(store)).transpose()?;
    // What wrappers know is worth little here: damage of theirs is told to those who need them.
    let wrappers = store.wrappers().unwrap_or_default().map(Arc::new);
    let options = ContentOptions { layout, wrappers, ..options };
    let layout = options.layout.as_ref();
    Ok(match (options.method, sibling) {
        (Method::Best, _) => ContentOptions {
            sites: Sites::of(stored_pages(store), options.keywords.is_some())?,
            ..options
        },
        (Method::Prune, _) => {
            let paths = Paths::of(|| Ok(stored_pages(store)), layout)?;
            ContentOptions { paths, ..options }
        }
        (Method::Lcs, Some(url)) => {
            let page = store.page_by_url(url)?;
            let page = page.ok_or_else(|| UsageError(format!("the store has no page {url}")))?;
            ContentOptions { siblings: chosen(&page, layout)?, ..options }
        }
        (Method::Lcs, None) => {
            let clusters = clusters(store)?;
            let siblings = Siblings::of(stored_pages(store), clusters.as_ref(), layout)?;
            ContentOptions { siblings, ..options }
        }
        (Method::Blocks | Method::Decay, _) => options,
    })
}

/// The cluster of each stored page, by addresses; `None` before an induction.
fn clusters(store: &Store) -> Result<Option<HashMap<String, usize>>> {
    let Some((_, labels)) = store.clustering()? else { return Ok(None) };
    let mut clusters = HashMap::new();
    for label in labels {
        if let (Some(cluster), Some(url)) = (label.cluster, store.page_url(label.page)?) {
            clusters.insert(url, cluster.0 as usize);
        }
    }
    Ok(Some(clusters))
}

/// The pages of inputs, and the options with what they tell of each other as far as they can be had
/// twice. Those of addresses are fetched once and kept; standard input is taken page by page.
pub(super) fn of_inputs(
    inputs: &Inputs,
    options: ContentOptions,
    sibling: Option<&str>,
    console: &Console,
) -> Result<(ContentOptions, Pages)> {
    let layout = options.layout.as_ref();
    let open = || -> Result<Pages> { Ok(Box::new(inputs.open(console)?.into_iter().flatten())) };
    let all = |pages: Pages| pages.map(Ok::<_, anyhow::Error>);
    if let Some(sibling) = sibling {
        let page = inputs.with_settings(sibling)?.open(console)?.into_iter().flatten().next();
        let page = page.and_then(Result::ok);
        let page = page.ok_or_else(|| UsageError(format!("no page can be had from {sibling}")))?;
        let siblings = chosen(&page, layout)?;
        return Ok((ContentOptions { siblings, ..options }, open()?));
    }
    let again = inputs.can_be_read_again();
    let options = match options.method {
        Method::Best if again => ContentOptions {
            sites: Sites::of(all(open()?), options.keywords.is_some())?,
            ..options
        },
        Method::Prune if again => {
            ContentOptions { paths: Paths::of(|| Ok(all(open()?)), layout)?, ..options }
        }
        Method::Lcs if again => {
            let siblings = Siblings::of(all(open()?), None, layout)?;
            ContentOptions { siblings, ..options }
        }
        Method::Lcs if inputs.has_stdin() => {
            let what = "standard input is read once: name a page to compare with, --sibling URL";
            return Err(UsageError(what.to_owned()).into());
        }
        Method::Lcs => {
            let pages: Vec<InputPage> = open()?.collect();
            let siblings = Siblings::of(all(Box::new(pages.clone().into_iter())), None, layout)?;
            return Ok((ContentOptions { siblings, ..options }, Box::new(pages.into_iter())));
        }
        _ => options,
    };
    Ok((options, open()?))
}

fn chosen(page: &sitewrap_model::Page, layout: Option<&StyleSheets>) -> Result<Siblings> {
    let siblings = Siblings::chosen(page, layout);
    let problem = || UsageError(format!("{} has no content to compare with", page.url));
    Ok(siblings.ok_or_else(problem)?)
}
