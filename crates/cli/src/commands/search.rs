//! `index` and `search`: full-text search over the pages and records of a store.

use crate::args::{IndexArgs, ModelArg, SearchArgs, SearchFormat};
use crate::exit::Outcome;
use crate::output::{self, Table, json_line};
use crate::progress::Console;
use anyhow::Result;
use serde::Serialize;
use sitewrap_pipeline::update_search;
use sitewrap_search::{Facet, Hit, Hits, Model, Query, SearchIndex};
use sitewrap_store::Store;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::path::Path;

/// Most facets, and values of each, that the table of hits shows.
const SHOWN_FACETS: usize = 5;
const SHOWN_VALUES: usize = 6;

/// Brings the index in step with the store.
pub(super) fn index(path: &Path, args: &IndexArgs, console: &Console) -> Result<Outcome> {
    let Some(index) = open(path, args.anew, console)? else { return Ok(Outcome::NothingFound) };
    console.say(&format!("the search index holds {} pages", index.len()));
    Ok(Outcome::Done)
}

/// Answers a query.
pub(super) fn run(path: &Path, args: &SearchArgs, console: &Console) -> Result<Outcome> {
    let Some(index) = open(path, false, console)? else { return Ok(Outcome::NothingFound) };
    let asked = Query {
        text: args.query.join(" "),
        limit: args.limit.into(),
        offset: args.offset.into(),
        fuzzy: args.fuzzy,
        model: match args.model {
            ModelArg::Bm25 => Model::Bm25,
            ModelArg::Tfidf => Model::TfIdf,
        },
    };
    let found = index.search(&asked)?;
    let on_terminal = io::stdout().is_terminal();
    let format = args.format.unwrap_or(match on_terminal {
        true => SearchFormat::Table,
        false => SearchFormat::Jsonl,
    });
    let mut out = output::stdout();
    match (args.facets, format) {
        (true, SearchFormat::Jsonl) => {
            found.facets.iter().try_for_each(|facet| json_line(&mut out, facet))?;
        }
        (true, SearchFormat::Table) => write!(out, "{}", facet_table(&found.facets))?,
        (false, SearchFormat::Jsonl) => {
            found.hits.iter().try_for_each(|hit| json_line(&mut out, &Line::of(hit)))?;
        }
        (false, SearchFormat::Table) => write_hits(&mut out, &found, console::colors_enabled())?,
    }
    out.flush()?;
    tell(&found, &asked, console);
    Ok(if found.total == 0 { Outcome::NothingFound } else { Outcome::Done })
}

/// The index, in step with the store; `None`, and a message, if there are no pages.
fn open(path: &Path, anew: bool, console: &Console) -> Result<Option<SearchIndex>> {
    let store = Store::open_existing(path)?;
    if store.page_count() == 0 {
        console.say("the store holds no pages; `sitewrap crawl` and `sitewrap import` bring some");
        return Ok(None);
    }
    Ok(Some(update_search(&store, anew, console)?))
}

/// Says how many pages there are, and what was done to find them.
fn tell(found: &Hits, asked: &Query, console: &Console) {
    if found.total == 0 {
        console.say("no page matches; try fewer words, or --fuzzy 1");
        return;
    }
    let pages = match found.total {
        1 => "1 page".to_owned(),
        total => format!("{total} pages"),
    };
    let some = if found.some_words { ", none has all words" } else { "" };
    let last = asked.offset + found.hits.len();
    let shown = match (asked.offset, last) {
        _ if found.hits.is_empty() => String::new(),
        (0, last) if last == found.total => String::new(),
        (offset, last) => format!(", {} to {last} shown", offset + 1),
    };
    console.say(&format!("{pages}{some}{shown}"));
}

/// A line of output.
#[derive(Serialize)]
struct Line<'a> {
    url: &'a str,
    page_type: Option<&'a str>,
    score: f32,
    title: Option<&'a str>,
    snippet: Option<String>,
}

impl<'a> Line<'a> {
    fn of(hit: &'a Hit) -> Self {
        let marks = Marks { open: "<mark>", close: "</mark>", is_html: true };
        Self {
            url: &hit.url,
            page_type: hit.page_type.as_deref(),
            score: hit.score,
            title: hit.title.as_deref(),
            snippet: hit.snippet.as_ref().map(|(text, found)| marks.set(text, found)),
        }
    }
}

/// What is put around the words of a query.
struct Marks {
    open: &'static str,
    close: &'static str,
    is_html: bool,
}

impl Marks {
    /// A text on one line with marks around some ranges of it.
    fn set(&self, text: &str, ranges: &[Range<usize>]) -> String {
        let mut out = String::with_capacity(text.len() + 16 * ranges.len());
        let mut from = 0;
        for range in ranges {
            let (Some(before), Some(marked)) =
                (text.get(from..range.start), text.get(range.clone()))
            else {
                continue;
            };
            self.put(before, &mut out);
            out.push_str(self.open);
            self.put(marked, &mut out);
            out.push_str(self.close);
            from = range.end;
        }
        self.put(text.get(from..).unwrap_or_default(), &mut out);
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn put(&self, text: &str, out: &mut String) {
        for c in text.chars() {
            match c {
                '<' if self.is_html => out.push_str("&lt;"),
                '>' if self.is_html => out.push_str("&gt;"),
                '&' if self.is_html => out.push_str("&amp;"),
                // What pages say must not steer a terminal.
                c if c.is_control() => out.push(' '),
                c => out.push(c),
            }
        }
    }
}

fn write_hits(out: &mut impl Write, found: &Hits, is_coloured: bool) -> io::Result<()> {
    let marks = match is_coloured {
        true => Marks { open: "\x1b[1m", close: "\x1b[0m", is_html: false },
        false => Marks { open: "*", close: "*", is_html: false },
    };
    let plain = Marks { open: "", close: "", is_html: false };
    for hit in &found.hits {
        let title = hit.title.as_deref().unwrap_or("(no title)");
        let page_type = hit.page_type.as_deref().unwrap_or("-");
        writeln!(out, "{}  [{page_type}, {:.2}]", plain.set(title, &[]), hit.score)?;
        writeln!(out, "  {}", plain.set(&hit.url, &[]))?;
        if let Some((text, ranges)) = &hit.snippet {
            writeln!(out, "  {}", marks.set(text, ranges))?;
        }
        writeln!(out)?;
    }
    for facet in found.facets.iter().take(SHOWN_FACETS) {
        let values = facet.values.iter().take(SHOWN_VALUES);
        let values: Vec<String> =
            values.map(|(value, count)| format!("{} {count}", plain.set(value, &[]))).collect();
        let more = facet.values.len().saturating_sub(SHOWN_VALUES);
        let more = if more > 0 { format!(", {more} more") } else { String::new() };
        writeln!(out, "{}: {}{more}", facet_name(facet), values.join(", "))?;
    }
    Ok(())
}

/// The field of a facet, behind the page type whose hits it divides.
fn facet_name(facet: &Facet) -> String {
    match &facet.page_type {
        Some(page_type) => format!("{page_type} {}", facet.field),
        None => facet.field.clone(),
    }
}

fn facet_table(facets: &[Facet]) -> Table {
    let plain = Marks { open: "", close: "", is_html: false };
    let mut table = Table::new(&["field", "value", "pages"]);
    for facet in facets {
        for (value, count) in &facet.values {
            table.row(vec![facet_name(facet), plain.set(value, &[]), count.to_string()]);
        }
    }
    table
}
