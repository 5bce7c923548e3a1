//! The graph of a site: what the stored pages, and the crawl that brought them, say of where they
//! lead.

use crate::extract::{unfit, wrappers_of_pages};
use crate::progress::{Event, Observer, Progress, Stage, counted};
use crate::{InputPage, clusters, stored_pages};
use rayon::prelude::*;
use sitewrap_graph::{
    BlockKind, EdgeKind, FoundBlock, FoundLink, GraphBuilder, PageLinks, SiteGraph, Standing,
};
use sitewrap_model::{FrontierState, Page, SkipReason};
use sitewrap_store::{PageMeta, Store, StoreError};
use sitewrap_tree::normalize;
use sitewrap_tree::{Document, Link, LinkKind, Problem};
use sitewrap_wrapper::{BlockFinder, PageBlock, PageBlocks, WrapperSet};
use std::collections::HashMap;
use url::Url;

/// Pages that are parsed at once.
const BATCH_PAGES: usize = 64;
/// Characters that are kept of the text of a link and of a title.
const TEXT: usize = 120;
/// Characters of an address; longer ones are no pages that a crawl would fetch.
const URL_LENGTH: usize = 2000;

/// How a site's graph is made.
#[derive(Clone, Debug, Default)]
pub struct GraphOptions {
    /// Whether wrappers tell the blocks in which links stand, which takes as long as to extract the
    /// pages; else the markup does.
    pub blocks: bool,
    /// The stored page where visitors start. Without it, those where the crawl started; without a
    /// crawl, the page nearest to the root of the site.
    pub start: Option<String>,
}

/// Makes the graph of a store's pages.
///
/// Pages are parsed on all threads, a batch at a time, so that memory is taken by links and not by
/// pages. A page that the store has damaged leads nowhere.
///
/// # Errors
/// If the store cannot be read.
pub fn site_graph(
    store: &Store,
    options: &GraphOptions,
    observer: &dyn Observer,
) -> Result<SiteGraph, StoreError> {
    let progress = Progress::start(observer, Stage::Graph, Some(store.page_count() as u64));
    let mut builder = GraphBuilder::new();
    add_pages(store, &mut builder, observer)?;
    let crawl_starts = add_frontier(store, &mut builder)?;
    let wrappers =
        if options.blocks { store.wrappers()?.unwrap_or_default() } else { WrapperSet::default() };
    let finder = BlockFinder::new(&wrappers);
    let known = wrappers_of_pages(store, &wrappers)?;
    let mut pages = stored_pages(store).zip(known);
    let mut cut_off = 0;
    loop {
        let batch: Vec<(InputPage, Option<usize>)> = pages
            .by_ref()
            .take(BATCH_PAGES)
            .map(|(page, known)| Ok((page?, known)))
            .collect::<Result<_, StoreError>>()?;
        if batch.is_empty() {
            break;
        }
        let read = |(page, known): &(InputPage, Option<usize>)| read(page, &finder, *known);
        let found: Vec<Option<ReadPage>> = batch.par_iter().map(read).collect();
        for page in found.into_iter().flatten() {
            cut_off += usize::from(page.cut_off);
            builder.links(&page.url, &page.title, page.links);
        }
        progress.advance(batch.len() as u64);
    }
    match &options.start {
        Some(start) => builder.start(start),
        None => crawl_starts.iter().for_each(|start| builder.start(start)),
    }
    let mut graph = builder.finish();
    if graph.starts.is_empty() {
        graph.starts = graph.likely_start().into_iter().collect();
    }
    let stored = graph.pages().count();
    progress.finish(&format!(
        "{}, {} besides, {}",
        counted(stored, "page"),
        match graph.nodes.len() - stored {
            1 => "1 address".to_owned(),
            others => format!("{others} addresses"),
        },
        counted(graph.edges.len(), "link")
    ));
    if cut_off > 0 {
        let pages = counted(cut_off, "page");
        let line =
            format!("{pages} too large to be read whole; links beyond the bound are not counted");
        observer.observe(Event::Warning(&line));
    }
    Ok(graph)
}

/// Adds the stored pages with their types.
fn add_pages(
    store: &Store,
    builder: &mut GraphBuilder,
    observer: &dyn Observer,
) -> Result<(), StoreError> {
    let types = clusters(store)?.unwrap_or_default().into_iter();
    let mut types: HashMap<String, String> =
        types.filter_map(|page| Some((page.url, page.page_type?))).collect();
    for meta in store.page_metas() {
        let meta = match meta {
            Err(StoreError::BadRow { table, row, problem }) => {
                let line = format!("a page is left out: row {row} of table {table} {problem}");
                observer.observe(Event::Warning(&line));
                continue;
            }
            meta => meta?,
        };
        let page_type = types.remove(&meta.url);
        let answers = Url::parse(&meta.final_url).ok().and_then(normalize);
        let answers = answers.as_ref().map(Url::as_str);
        builder.page(&meta.url, standing(&meta), page_type.as_deref(), answers);
    }
    Ok(())
}

fn standing(meta: &PageMeta) -> Standing {
    if meta.is_soft_404() {
        return Standing::Broken("soft 404".to_owned());
    }
    match meta.status {
        400.. => Standing::Broken(format!("HTTP {}", meta.status)),
        _ => Standing::Page,
    }
}

/// Adds what a crawl has found besides pages; gives the URLs where it started.
fn add_frontier(store: &Store, builder: &mut GraphBuilder) -> Result<Vec<String>, StoreError> {
    let mut starts = Vec::new();
    for entry in store.frontier() {
        let entry = entry?;
        let url = entry.url;
        match entry.state {
            FrontierState::Queued => builder.known(&url, Standing::Waiting),
            FrontierState::Failed(reason) => builder.known(&url, Standing::Broken(reason)),
            FrontierState::Skipped(SkipReason::Redirect(target)) => builder.redirect(&url, &target),
            FrontierState::Skipped(reason @ SkipReason::Soft404) => {
                builder.known(&url, Standing::Broken(reason.to_string()));
            }
            FrontierState::Skipped(reason) => {
                builder.known(&url, Standing::Skipped(reason.to_string()));
            }
            FrontierState::Fetched | FrontierState::Duplicate(_) if entry.depth == 0 => {
                starts.push(url);
            }
            FrontierState::Fetched | FrontierState::Duplicate(_) => {}
        }
    }
    Ok(starts)
}

/// What a page says of where it leads.
struct ReadPage {
    url: String,
    title: String,
    links: PageLinks,
    /// Whether a bound cut a part of it off.
    cut_off: bool,
}

fn read(page: &InputPage, finder: &BlockFinder<'_>, known: Option<usize>) -> Option<ReadPage> {
    let page = page.as_ref().ok().filter(|page| unfit(page).is_none())?;
    let document = Document::parse(&page.body, page.content_type(), Some(&page.final_url));
    let blocks = finder.blocks(&page.url, &document.tree, known);
    let is_cut = |problem: &Problem| {
        matches!(problem, Problem::BytesCut { .. } | Problem::ParsingStopped { .. })
    };
    Some(ReadPage {
        url: page.url.clone(),
        title: shortened(document.title.as_deref().unwrap_or_default()),
        links: links_of(page, &document, blocks),
        cut_off: document.problems.iter().any(is_cut),
    })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(TEXT) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// The links of a page with their blocks. Links of the head stand in a block of their own, the last.
fn links_of(page: &Page, document: &Document, blocks: PageBlocks) -> PageLinks {
    let head = blocks.blocks.len();
    let vouches_not = says_nofollow(document) || sends_nofollow(page);
    let mut found = PageLinks::default();
    for link in &document.links {
        let block = match link.node {
            Some(node) => blocks.of(node).unwrap_or(head),
            None => head,
        };
        let Some(url) = link_target(link) else { continue };
        let text = match link.kind {
            LinkKind::Alternate => link.language.clone().unwrap_or_default(),
            _ => shortened(&link.text),
        };
        let nofollow = vouches_not || rel_words(link).any(|word| NOFOLLOW.contains(&&*word));
        for kind in kinds(link) {
            let (url, text) = (url.clone(), text.clone());
            found.links.push(FoundLink { url, kind, nofollow, text, block });
        }
    }
    let found_block = |block: PageBlock| FoundBlock {
        kind: BlockKind { place: block.place, name: block.name },
        text: block.text,
    };
    found.blocks = blocks.blocks.into_iter().map(found_block).collect();
    found.blocks.push(FoundBlock { kind: BlockKind::head(), text: 0 });
    found
}

/// Words of `rel` by which a page says that it does not vouch for a link.
const NOFOLLOW: [&str; 3] = ["nofollow", "ugc", "sponsored"];

fn rel_words(link: &Link) -> impl Iterator<Item = String> + '_ {
    let words = link.rel.as_deref().unwrap_or_default().split_ascii_whitespace();
    words.map(str::to_ascii_lowercase)
}

/// What a link is: a neighbour in a series may be a link that readers follow as well.
fn kinds(link: &Link) -> Vec<EdgeKind> {
    let neighbour = || {
        rel_words(link).find_map(|word| match &*word {
            "next" => Some(EdgeKind::Next),
            "prev" | "previous" => Some(EdgeKind::Prev),
            _ => None,
        })
    };
    match link.kind {
        LinkKind::Anchor => [EdgeKind::Link].into_iter().chain(neighbour()).collect(),
        LinkKind::Frame => vec![EdgeKind::Link],
        LinkKind::Canonical => vec![EdgeKind::Canonical],
        // Without a language it is a feed or another format.
        LinkKind::Alternate if link.language.is_some() => vec![EdgeKind::Alternate],
        LinkKind::Neighbour => neighbour().into_iter().collect(),
        LinkKind::Refresh => vec![EdgeKind::Redirect],
        _ => Vec::new(),
    }
}

/// The address that a link leads to, in its normal form; `None` for what a crawl would not fetch.
pub(crate) fn link_target(link: &Link) -> Option<String> {
    let url = normalize(Url::parse(&link.url).ok()?)?;
    (url.as_str().len() <= URL_LENGTH).then(|| url.into())
}

/// Whether a page says of all its links that it does not vouch for them.
fn says_nofollow(document: &Document) -> bool {
    let metas = document.structured.meta.iter();
    metas
        .filter(|(name, _)| name.eq_ignore_ascii_case("robots"))
        .any(|(_, content)| is_nofollow(content))
}

/// Whether its server says so.
fn sends_nofollow(page: &Page) -> bool {
    page.header("x-robots-tag").is_some_and(is_nofollow)
}

fn is_nofollow(rules: &str) -> bool {
    let mut words = rules.split(',').map(|word| word.trim().to_ascii_lowercase());
    words.any(|word| word == "nofollow" || word == "none")
}
