//! `pages`: which pages the store holds, and the pages themselves.

use super::places;
use crate::args::{PagesArgs, TableFormat};
use crate::exit::Outcome;
use crate::output::{self, Table, printable, write_rows};
use crate::progress::Console;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use sitewrap_archive::WarcWriter;
use sitewrap_crawl::Visits;
use sitewrap_graph::{Measures, PageMeasures, RankParams};
use sitewrap_model::{FrontierState, Page, Relations, SkipReason};
use sitewrap_pipeline::{GraphOptions, archive_pages, site_graph};
use sitewrap_store::{PageMeta, Store};
use sitewrap_tree::normalize;
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::Path;
use url::Url;

pub(super) fn run(path: &Path, args: &PagesArgs, console: &Console) -> Result<Outcome> {
    if let Some(file) = &args.warc {
        places::check(file, path, &[])?;
    }
    let store = Store::open_existing(path)?;
    if let Some(url) = &args.body {
        return print_body(&store, url);
    }
    if let Some(file) = &args.warc {
        return write_archive(&store, file, args.warc_cookies, console);
    }
    let mut types = page_types(&store)?;
    let mut relations: HashMap<String, Relations> = store.relations().collect::<Result<_, _>>()?;
    let mut ranks = if args.ranks { ranks(&store, console)? } else { HashMap::new() };
    let rows = store.page_metas().map(|meta| {
        let meta = meta?;
        let page_type = types.remove(&meta.url).flatten();
        let relations = relations.remove(&meta.url).unwrap_or_default();
        let ranks = ranks.remove(&meta.url);
        let kept = store.state(&Visits::key(&meta.url))?;
        let visits = kept.and_then(|bytes| Visits::read(&bytes)).unwrap_or_default();
        let mut row = Row::of(meta, page_type, relations);
        (row.checks, row.changes) = (visits.checks, visits.changes);
        if let Some(ranks) = ranks {
            row.rank(&ranks);
        }
        Ok(row)
    });
    let mut rows = rows.collect::<Result<Vec<_>>>()?;
    if let Some(wanted) = &args.page_type {
        rows.retain(|row| row.page_type.as_ref() == Some(wanted));
    }
    let mut out = output::stdout();
    match TableFormat::or_fitting(args.format) {
        TableFormat::Table => write!(out, "{}", printable(&table(&rows).to_string()))?,
        format => {
            if format == TableFormat::Csv {
                rows.iter_mut().for_each(|row| row.languages.join());
            }
            write_rows(&mut out, format, &rows)?;
        }
    }
    out.flush()?;
    if rows.is_empty() {
        console.say(&no_pages(args));
        return Ok(Outcome::NothingFound);
    }
    Ok(Outcome::Done)
}

/// What is told of a page.
#[derive(Serialize)]
struct Row {
    url: String,
    status: u16,
    content_type: Option<String>,
    bytes: u64,
    depth: u32,
    referrer: Option<String>,
    fetched_at: Option<String>,
    final_url: String,
    rendered: bool,
    /// The server answers so where it has nothing.
    soft_404: bool,
    page_type: Option<String>,
    canonical: Option<String>,
    prev: Option<String>,
    next: Option<String>,
    languages: Languages,
    /// The first page of the list that the page belongs to, and its number in it.
    list_first: Option<String>,
    list_page: Option<u32>,
    /// How often the page was asked for again, and was another then.
    checks: u32,
    changes: u32,
    /// The ranks, if they were asked for: all or none of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pagerank: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hub: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    authority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    site_rank: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#in: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    out: Option<usize>,
}

/// The URLs of a page in other languages.
#[derive(Serialize)]
#[serde(untagged)]
enum Languages {
    ByCode(BTreeMap<String, String>),
    /// In one cell: `de=URL fr=URL`.
    Joined(String),
}

impl Languages {
    fn join(&mut self) {
        if let Self::ByCode(urls) = self {
            let pairs = urls.iter().map(|(code, url)| format!("{code}={url}"));
            *self = Self::Joined(pairs.collect::<Vec<_>>().join(" "));
        }
    }
}

impl Row {
    fn of(meta: PageMeta, page_type: Option<String>, relations: Relations) -> Self {
        let Relations { canonical, prev, next, languages, list } = relations;
        Self {
            canonical,
            prev,
            next,
            languages: Languages::ByCode(languages.into_iter().collect()),
            list_page: list.as_ref().map(|list| list.number),
            list_first: list.map(|list| list.first.to_string()),
            checks: 0,
            changes: 0,
            status: meta.status,
            content_type: meta.content_type().map(str::to_owned),
            bytes: meta.body.len,
            depth: meta.depth,
            fetched_at: output::time(meta.fetched_at),
            rendered: meta.rendered_by().is_some(),
            soft_404: meta.is_soft_404(),
            url: meta.url,
            referrer: meta.referrer,
            final_url: meta.final_url,
            page_type,
            pagerank: None,
            hub: None,
            authority: None,
            site_rank: None,
            r#in: None,
            out: None,
        }
    }

    fn rank(&mut self, ranks: &PageMeasures) {
        self.pagerank = Some(ranks.pagerank);
        self.hub = Some(ranks.hub);
        self.authority = Some(ranks.authority);
        self.site_rank = Some(ranks.site_rank);
        (self.r#in, self.out) = (Some(ranks.r#in), Some(ranks.out));
    }
}

/// The ranks of the stored pages, by URL. They need no wrappers.
fn ranks(store: &Store, console: &Console) -> Result<HashMap<String, PageMeasures>> {
    let graph = site_graph(store, &GraphOptions::default(), console)?;
    let measures = Measures::new(&graph, &RankParams::default(), None);
    let pages = graph.pages().map(|page| measures.page(&graph, page));
    Ok(pages.map(|page| (page.url.clone(), page)).collect())
}

/// The type of each page that was clustered, by URL; empty before the first induction.
fn page_types(store: &Store) -> Result<HashMap<String, Option<String>>> {
    let pages = sitewrap_pipeline::clusters(store)?.unwrap_or_default();
    Ok(pages.into_iter().map(|page| (page.url, page.page_type)).collect())
}

fn table(rows: &[Row]) -> Table {
    let typed = rows.iter().any(|row| row.page_type.is_some());
    let mut header = vec!["status", "bytes", "depth", "fetched"];
    if typed {
        header.push("page type");
    }
    let listed = rows.iter().any(|row| row.list_page.is_some());
    if listed {
        header.push("list page");
    }
    let ranked = rows.iter().any(|row| row.pagerank.is_some());
    if ranked {
        header.extend(["PageRank", "hub", "authority", "site rank", "in", "out"]);
    }
    header.push("url");
    let mut table = Table::new(&header);
    for row in rows {
        // To the second, without the letters: for reading.
        let fetched = row.fetched_at.as_deref().and_then(|time| time.get(..19));
        let mut cells = vec![
            if row.soft_404 { "soft 404".to_owned() } else { row.status.to_string() },
            row.bytes.to_string(),
            row.depth.to_string(),
            fetched.map_or("-".to_owned(), |time| time.replace('T', " ")),
        ];
        if typed {
            cells.push(row.page_type.clone().unwrap_or("-".to_owned()));
        }
        if listed {
            cells.push(row.list_page.map_or("-".to_owned(), |page| page.to_string()));
        }
        if ranked {
            let ranks = [row.pagerank, row.hub, row.authority, row.site_rank];
            cells.extend(ranks.map(|rank| format!("{:.5}", rank.unwrap_or_default())));
            cells.extend([row.r#in, row.out].map(|pages| pages.unwrap_or_default().to_string()));
        }
        cells.push(row.url.clone());
        table.row(cells);
    }
    table
}

fn no_pages(args: &PagesArgs) -> String {
    match &args.page_type {
        Some(page_type) => format!(
            "no stored page is of the type `{page_type}`; `sitewrap clusters --format table` shows \
             the types"
        ),
        None => "the store holds no pages".to_owned(),
    }
}

/// Prints the body of a page as it was fetched.
fn print_body(store: &Store, url: &str) -> Result<Outcome> {
    let page = find(store, url)?;
    let mut out = output::stdout();
    out.write_all(&page.body)?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// The page stored under a URL, written as it was or as the crawl writes it; that to which it
/// redirects, where it did.
fn find(store: &Store, url: &str) -> Result<Page> {
    let mut names = vec![url.to_owned()];
    names.extend(Url::parse(url).ok().and_then(normalize).map(String::from));
    let mut reason = None;
    for name in &names {
        if let Some(page) = store.page_by_url(name)? {
            return Ok(page);
        }
        reason = reason.or(store.frontier_entry(name)?.map(|entry| entry.state));
    }
    match reason {
        Some(FrontierState::Skipped(reason)) => {
            if let SkipReason::Redirect(target) = &reason
                && let Some(page) = store.page_by_url(target)?
            {
                return Ok(page);
            }
            bail!("the crawl did not keep {url}: {reason}")
        }
        Some(FrontierState::Failed(reason)) => bail!("the crawl did not keep {url}: {reason}"),
        Some(_) => bail!("the crawl has found {url} and not fetched it yet"),
        None => bail!("the store holds no page {url}; `sitewrap pages` lists those that it holds"),
    }
}

fn write_archive(
    store: &Store,
    file: &Path,
    with_cookies: bool,
    console: &Console,
) -> Result<Outcome> {
    let mut archive = WarcWriter::open(file)?;
    if with_cookies {
        archive = archive.with_cookies();
    }
    let counts = archive_pages(store, &mut archive, console)
        .with_context(|| format!("{} could not be written", file.display()))?;
    if counts.added == 0 && counts.left_out == 0 {
        console.say(&format!("{} holds all stored pages already", file.display()));
    }
    if counts.left_out > 0 {
        let pages = store.page_count();
        console.say(&format!("warning: {} of {pages} pages are left out", counts.left_out));
    }
    Ok(match store.page_count() {
        0 => Outcome::NothingFound,
        _ => Outcome::without(counts.left_out),
    })
}
