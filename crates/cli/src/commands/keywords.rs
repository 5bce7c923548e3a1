//! `keywords`: pages and texts to their keywords on standard output.

use super::inputs::Inputs;
use crate::args::{CentralityArg, KeywordMethod, KeywordsArgs, KeywordsFormat};
use crate::exit::{Outcome, UsageError};
use crate::output::Listing;
use crate::progress::Console;
use anyhow::Result;
use serde::Serialize;
use sitewrap_keywords::{Centrality, Keyword, Method};
use sitewrap_pipeline::{
    ContentOptions, InputPage, KeywordOptions, PageContent, Sites, TextKeywords, collection_of,
    content_pages, stored_pages, text_keywords,
};
use sitewrap_store::Store;
use std::path::Path;

pub(super) fn run(store: &Path, args: KeywordsArgs, console: &Console) -> Result<Outcome> {
    let method = match args.method {
        KeywordMethod::Best => Method::Best,
        KeywordMethod::Network => Method::Network(args.centrality.into()),
    };
    if method == Method::Best && args.centrality != CentralityArg::Mean {
        let wrong = "--centrality is of --method network";
        return Err(UsageError(wrong.to_owned()).into());
    }
    let options = KeywordOptions { method, most: args.top.into() };
    let mut printer = Printer::new(args.format, args.scores);
    let inputs = Inputs::resolve(args.input)?;
    if inputs.hold_texts()? {
        of_texts(&inputs, options, console, &mut printer)?;
    } else {
        of_pages(store, &inputs, options, console, &mut printer)?;
    }
    printer.finish(console)
}

/// Prints the keywords of the main content of pages.
fn of_pages(
    store: &Path,
    inputs: &Inputs,
    options: KeywordOptions,
    console: &Console,
    printer: &mut Printer,
) -> Result<()> {
    let with_words = options.method == Method::Best;
    let content =
        |sites| ContentOptions { sites, keywords: Some(options), ..ContentOptions::default() };
    let mut sink = |page: &PageContent| printer.page(page);
    if inputs.is_empty() {
        let store = Store::open_existing(store)?;
        let pages = || stored_pages(&store).map(|page| Ok::<InputPage, anyhow::Error>(page?));
        let total = Some(pages().len() as u64);
        let sites = Sites::of(pages(), with_words)?;
        content_pages(pages(), &content(sites), total, console, &mut sink)?;
        return Ok(());
    }
    let open = || -> Result<_> {
        Ok(inputs.open(console)?.into_iter().flatten().map(Ok::<_, anyhow::Error>))
    };
    let sites = match inputs.can_be_read_again() {
        true => Sites::of(open()?, with_words)?,
        false => Sites::default(),
    };
    content_pages(open()?, &content(sites), None, console, &mut sink)?;
    Ok(())
}

/// Prints the keywords of texts.
fn of_texts(
    inputs: &Inputs,
    options: KeywordOptions,
    console: &Console,
    printer: &mut Printer,
) -> Result<()> {
    let open = || -> Result<_> {
        Ok(inputs.open_texts()?.into_iter().flatten().map(Ok::<_, anyhow::Error>))
    };
    let is_read_twice = options.method == Method::Best && inputs.can_be_read_again();
    let collection = is_read_twice.then(|| collection_of(open()?)).transpose()?;
    text_keywords(open()?, options, collection.as_ref(), console, |text| printer.text(text))
}

impl From<CentralityArg> for Centrality {
    fn from(by: CentralityArg) -> Self {
        match by {
            CentralityArg::Mean => Self::Mean,
            CentralityArg::Degree => Self::Degree,
            CentralityArg::Strength => Self::Strength,
            CentralityArg::Closeness => Self::Closeness,
            CentralityArg::Betweenness => Self::Betweenness,
        }
    }
}

/// A line of output.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    keywords: Vec<Shown<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// A keyword with or without its score.
#[derive(Serialize)]
#[serde(untagged)]
enum Shown<'a> {
    Bare(&'a str),
    Scored { keyword: &'a str, score: f32 },
}

impl<'a> Shown<'a> {
    fn of(keyword: &'a Keyword, with_score: bool) -> Self {
        let Keyword { text, score } = keyword;
        match with_score {
            // Four digits tell all that there is to tell.
            true => Self::Scored { keyword: text, score: (score * 1e4).round() / 1e4 },
            false => Self::Bare(text),
        }
    }
}

/// Writes what was found.
struct Printer {
    listing: Listing,
    with_scores: bool,
    seen: usize,
    found: usize,
    missing: usize,
}

impl Printer {
    fn new(format: Option<KeywordsFormat>, with_scores: bool) -> Self {
        let is_table = format.map(|format| format == KeywordsFormat::Table);
        let listing = Listing::new(is_table, &["keywords", "of"]);
        Self { listing, with_scores, seen: 0, found: 0, missing: 0 }
    }

    fn page(&mut self, page: &PageContent) -> Result<()> {
        self.missing += usize::from(page.is_missing);
        self.write(None, Some(&page.url), &page.keywords, page.reason.as_deref())
    }

    fn text(&mut self, text: &TextKeywords) -> Result<()> {
        self.missing += usize::from(text.problem.is_some());
        self.write(Some(&text.id), None, &text.keywords, text.problem.as_deref())
    }

    fn write(
        &mut self,
        id: Option<&str>,
        url: Option<&str>,
        keywords: &[Keyword],
        reason: Option<&str>,
    ) -> Result<()> {
        self.seen += 1;
        self.found += usize::from(!keywords.is_empty());
        let with_scores = self.with_scores;
        let row = || {
            let cell = match reason {
                Some(reason) => format!("({reason})"),
                None => cell(keywords, with_scores),
            };
            vec![cell, id.or(url).unwrap_or_default().to_owned()]
        };
        let shown = || keywords.iter().map(|keyword| Shown::of(keyword, with_scores)).collect();
        self.listing.add(row, || Line { id, url, keywords: shown(), reason })?;
        Ok(())
    }

    fn finish(self, console: &Console) -> Result<Outcome> {
        self.listing.finish()?;
        if self.found == 0 {
            console.say(&format!("no keywords in any of {} pages or texts", self.seen));
            return Ok(Outcome::NothingFound);
        }
        Ok(Outcome::without(self.missing))
    }
}

/// Keywords in a cell of a table.
fn cell(keywords: &[Keyword], with_scores: bool) -> String {
    let cells = keywords.iter().map(|keyword| match with_scores {
        true => format!("{} {:.2}", keyword.text, keyword.score),
        false => keyword.text.clone(),
    });
    cells.collect::<Vec<_>>().join(", ")
}
