//! The search index of a store, in step with its pages and wrappers.

use crate::extract::{unfit, wrappers_of_pages};
use crate::graph::link_target;
use crate::progress::{Event, Observer, Progress, Stage, counted};
use crate::stream::in_order;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use sitewrap_content::{Content, Method, Reason, parse};
use sitewrap_graph::{Adjacency, NodeId, RankParams, page_rank};
use sitewrap_hash::of_bytes;
use sitewrap_model::{Page, PageId, Topic, Value};
use sitewrap_search::{Entry, SearchError, SearchIndex};
use sitewrap_store::{Store, StoreError};
use sitewrap_tree::LinkKind;
use sitewrap_wrapper::{Extractor, Typer, WrapperSet};
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::path::PathBuf;
use thiserror::Error;

/// Pages that are asked for the language of the site.
const LANGUAGE_PAGES: usize = 40;

/// What entries of pages are; counted up when they change, so that all are written anew.
const ENTRIES: u64 = 1;

/// Why the search index could not be brought in step.
#[derive(Debug, Error)]
pub enum UpdateSearchError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The index cannot be written.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Brings the search index of a store in step with its pages and wrappers, and opens it. Pages whose
/// bytes and wrappers are as they were keep their entries; where there is no index, or none that can be
/// used, or `anew` asks for it, it is made from all pages.
///
/// # Errors
/// If the store cannot be read or the index not be written.
pub fn update_search(
    store: &Store,
    anew: bool,
    observer: &dyn Observer,
) -> Result<SearchIndex, UpdateSearchError> {
    let dir = folder(store);
    let wrappers = store.wrappers()?.unwrap_or_default();
    let wanted = wanted(store, &wrappers, observer)?;
    let (mut index, known) = match SearchIndex::open(&dir).filter(|_| !anew) {
        Some(index) => {
            let known = index.digests()?;
            (index, known)
        }
        None => (SearchIndex::create(&dir, language(store)?.as_deref())?, FxHashMap::default()),
    };
    let changed: Vec<&Wanted> =
        wanted.iter().filter(|page| known.get(&page.url) != Some(&page.digest)).collect();
    let there: FxHashSet<&str> = wanted.iter().map(|page| page.url.as_str()).collect();
    let mut gone: Vec<&str> =
        known.keys().map(String::as_str).filter(|url| !there.contains(url)).collect();
    gone.sort_unstable();
    if !changed.is_empty() || !gone.is_empty() {
        write(store, &wrappers, &mut index, &changed, &gone, observer)?;
    }
    Ok(index)
}

/// Writes the entries of the pages that have changed, takes out those that are gone, and ranks all.
fn write(
    store: &Store,
    wrappers: &WrapperSet,
    index: &mut SearchIndex,
    changed: &[&Wanted],
    gone: &[&str],
    observer: &dyn Observer,
) -> Result<(), UpdateSearchError> {
    let progress = Progress::start(observer, Stage::Index, Some(changed.len() as u64));
    let mut update = index.update()?;
    gone.iter().for_each(|url| update.remove(url));
    let known = wrappers_of_pages(store, wrappers)?;
    let maker = EntryMaker::new(wrappers);
    let pages = changed.iter().map(|wanted| {
        let page = match store.page(wanted.id) {
            Err(StoreError::BadRow { .. }) | Ok(None) => None,
            page => page?,
        };
        Ok::<_, UpdateSearchError>((*wanted, page))
    });
    let bytes =
        |(_, page): &(&Wanted, Option<Page>)| page.as_ref().map_or(0, |page| page.body.len());
    let make = |(wanted, page): &(&Wanted, Option<Page>)| {
        let known = known.get(wanted.id.0 as usize).copied().flatten();
        page.as_ref().map(|page| (maker.entry(page, known), wanted.digest))
    };
    in_order(pages, bytes, make, |made| {
        if let Some((entry, digest)) = made {
            update.put(entry, *digest)?;
        }
        progress.advance(1);
        Ok(())
    })?;
    let counts = update.commit()?;
    index.set_ranks(ranks(&index.links()?))?;
    let removed = match counts.removed {
        0 => String::new(),
        removed => format!(", {removed} taken out"),
    };
    progress.finish(&format!("{} of {}{removed}", counts.written, counted(index.len(), "page")));
    Ok(())
}

/// The folder of a store's search index.
fn folder(store: &Store) -> PathBuf {
    store.path().join("search")
}

/// A page that the index is to hold.
struct Wanted {
    id: PageId,
    url: String,
    /// What its entry is made from.
    digest: u64,
}

/// The pages that are worth to be searched: HTML that the server gave in earnest.
fn wanted(
    store: &Store,
    wrappers: &WrapperSet,
    observer: &dyn Observer,
) -> Result<Vec<Wanted>, StoreError> {
    let wrappers = of_bytes(serde_json::to_string(wrappers).unwrap_or_default().as_bytes());
    let labels = store.clustering()?.map(|(_, labels)| labels).unwrap_or_default();
    let labels: FxHashMap<u32, Option<String>> =
        labels.into_iter().map(|label| (label.page.0, label.page_type)).collect();
    let mut found = Vec::new();
    let mut damaged = 0;
    for meta in store.page_metas() {
        let (meta, checksum) = match meta.and_then(|meta| {
            let checksum = store.body_checksum(meta.body.id)?;
            Ok((meta, checksum))
        }) {
            Err(StoreError::BadRow { .. }) => {
                damaged += 1;
                continue;
            }
            found => found?,
        };
        if !meta.is_success() {
            continue;
        }
        let mut hasher = FxHasher::default();
        hasher.write_u64(ENTRIES);
        hasher.write_u64(wrappers);
        hasher.write_u32(checksum);
        let page_type = labels.get(&meta.body.id.0).and_then(Option::as_deref).unwrap_or_default();
        hasher.write(page_type.as_bytes());
        found.push(Wanted { id: meta.body.id, url: meta.url, digest: hasher.finish() });
    }
    if damaged > 0 {
        let pages = counted(damaged, "page");
        observer.observe(Event::Warning(&format!("{pages} left out, being damaged")));
        observer.observe(Event::Topic(Topic::Damage));
    }
    Ok(found)
}

/// The language that most pages say they are in.
fn language(store: &Store) -> Result<Option<String>, StoreError> {
    let pages = store.page_count();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for at in (0..pages).step_by(pages.div_ceil(LANGUAGE_PAGES).max(1)) {
        let page = match store.page(PageId(at as u32)) {
            Err(StoreError::BadRow { .. }) => continue,
            page => page?,
        };
        let Some(page) = page.filter(|page| unfit(page).is_none()) else { continue };
        let document = parse(&page.body, page.content_type(), Some(&page.final_url));
        let facts = Content::of(&document, &page.final_url, Method::Decay, None).facts();
        if let Some(lang) = facts.lang {
            *counts.entry(lang.split('-').next().unwrap_or_default().to_owned()).or_default() += 1;
        }
    }
    let most = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0)));
    Ok(most.map(|(lang, _)| lang))
}

/// Makes the entries of pages.
struct EntryMaker<'w> {
    extractor: Extractor<'w>,
    typer: Typer<'w>,
}

impl<'w> EntryMaker<'w> {
    fn new(wrappers: &'w WrapperSet) -> Self {
        Self { extractor: Extractor::new(wrappers), typer: Typer::new(wrappers) }
    }

    fn entry(&self, page: &Page, known: Option<usize>) -> Entry {
        let mut entry = Entry { url: page.url.clone(), ..Entry::default() };
        if Reason::of_body(&page.body, page.content_type()).is_some() || unfit(page).is_some() {
            return entry;
        }
        let document = parse(&page.body, page.content_type(), Some(&page.final_url));
        let extraction = self.extractor.extract_as(&page.url, &document.tree, known);
        let extraction = self.typer.typed(extraction);
        let content = Content::of(&document, &page.final_url, Method::Best, None);
        let stated = extraction.record.as_ref().and_then(|record| match record.get("title")? {
            Value::Text(title) => Some(title.clone()),
            _ => None,
        });
        // What a record calls its title may say what kind of thing it is; the title of the window then
        // lacks it.
        let window = document.title.clone().filter(|title| !title.trim().is_empty());
        let is_borne = |title: &String| window.as_ref().is_none_or(|window| window.contains(title));
        entry.title = stated.filter(is_borne).or_else(|| window.clone()).or(content.facts().title);
        entry.window_title = window.filter(|window| entry.title.as_ref() != Some(window));
        entry.page_type = extraction.page_type;
        entry.record = extraction.record;
        entry.text = match content.reason {
            None => Some(content.text()),
            // A list says what its record says; of others all is taken.
            Some(_) if entry.record.is_some() => None,
            Some(_) => Some(document.tree.inner_text(sitewrap_tree::NodeId(0))),
        };
        let links = document.links.iter();
        let links = links.filter(|link| matches!(link.kind, LinkKind::Anchor | LinkKind::Frame));
        entry.links = links.filter_map(link_target).collect();
        entry
    }
}

/// PageRank of the pages by their keys, as multiples of the mean.
fn ranks(links: &[(u64, Vec<u64>)]) -> Vec<(u64, f32)> {
    let nodes: FxHashMap<u64, NodeId> =
        links.iter().enumerate().map(|(at, (key, _))| (*key, at as NodeId)).collect();
    let edges = links.iter().enumerate().flat_map(|(from, (_, targets))| {
        let to = targets.iter().filter_map(|target| nodes.get(target).copied());
        to.filter(move |to| *to as usize != from).map(move |to| (from as NodeId, to))
    });
    let adjacency = Adjacency::new(links.len(), edges);
    let rank = page_rank(&adjacency, &RankParams::default(), None);
    let pages = links.len() as f64;
    links.iter().zip(rank.values).map(|((key, _), rank)| (*key, (rank * pages) as f32)).collect()
}
