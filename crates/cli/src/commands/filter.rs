//! `filter`: which pages and texts are of unwanted content, and models that tell.

use super::inputs::Inputs;
use super::places;
use crate::args::{FilterArgs, FilterCommand, FilterFormat, FilterTrainArgs};
use crate::exit::{Outcome, UsageError};
use crate::output::{Listing, Output};
use crate::progress::Console;
use anyhow::{Context, Result};
use serde::Serialize;
use sitewrap_filter::{Filter, Reason, Sample, Verdict, train};
use sitewrap_pipeline::{
    ContentOptions, InputPage, PageContent, Sites, content_pages, stored_pages,
};
use sitewrap_store::Store;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

/// The largest file of a list or a model that is read, in bytes.
const MAX_FILE: u64 = 64 << 20;

pub(super) fn run(store: &Path, args: FilterArgs, console: &Console) -> Result<Outcome> {
    if let Some(FilterCommand::Train(args)) = args.command {
        return learn(store, &args, console);
    }
    let file = args.list.or(args.model);
    let file = file.ok_or_else(|| UsageError("give --list or --model".to_owned()))?;
    let filter = read(&file)?;
    let inputs = Inputs::resolve(args.input)?;
    let mut printer = Printer::new(args.format);
    for_each_content(store, &inputs, console, |content| {
        let verdict = content.text.map(|text| filter.judge(text, content.lang));
        printer.write(&content, verdict.as_ref())
    })?;
    printer.finish(console)
}

/// The filter in a file.
pub(super) fn read(file: &Path) -> Result<Filter> {
    let told = || format!("the filter {}", file.display());
    let mut text = String::new();
    let opened = File::open(file).with_context(told)?;
    opened.take(MAX_FILE).read_to_string(&mut text).with_context(told)?;
    Filter::parse(&text).with_context(told)
}

/// What there is to judge: the main content of a page, or a text.
struct Judged<'a> {
    name: &'a str,
    is_page: bool,
    text: Option<&'a str>,
    lang: Option<&'a str>,
    problem: Option<&'a str>,
    is_missing: bool,
}

/// Hands on the main contents of pages, or texts, in their order.
fn for_each_content(
    store: &Path,
    inputs: &Inputs,
    console: &Console,
    mut hand_on: impl FnMut(Judged<'_>) -> Result<()>,
) -> Result<()> {
    if inputs.hold_texts()? {
        for text in inputs.open_texts()?.into_iter().flatten() {
            match &text {
                Ok(text) => hand_on(Judged {
                    name: &text.id,
                    is_page: false,
                    text: Some(&text.text),
                    lang: text.lang.as_deref(),
                    problem: None,
                    is_missing: false,
                })?,
                Err(missing) => hand_on(Judged {
                    name: &missing.url,
                    is_page: false,
                    text: None,
                    lang: None,
                    problem: Some(&missing.reason.to_string()),
                    is_missing: true,
                })?,
            }
        }
        return Ok(());
    }
    let mut sink = |page: &PageContent| {
        hand_on(Judged {
            name: &page.url,
            is_page: true,
            text: page.text.as_deref(),
            lang: page.facts.lang.as_deref(),
            problem: page.reason.as_deref(),
            is_missing: page.is_missing,
        })
    };
    let content = |sites| ContentOptions { sites, ..ContentOptions::default() };
    if inputs.is_empty() {
        let store = Store::open_existing(store)?;
        let pages = || stored_pages(&store).map(|page| Ok::<InputPage, anyhow::Error>(page?));
        let total = Some(pages().len() as u64);
        content_pages(pages(), &content(Sites::of(pages(), false)?), total, console, &mut sink)?;
        return Ok(());
    }
    let open = || -> Result<_> {
        Ok(inputs.open(console)?.into_iter().flatten().map(Ok::<_, anyhow::Error>))
    };
    let sites = match inputs.can_be_read_again() {
        true => Sites::of(open()?, false)?,
        false => Sites::default(),
    };
    content_pages(open()?, &content(sites), None, console, &mut sink)?;
    Ok(())
}

/// Learns a model and writes it.
fn learn(store: &Path, args: &FilterTrainArgs, console: &Console) -> Result<Outcome> {
    if let Some(output) = &args.output {
        places::check(output, store, &[&args.unwanted, &args.wanted])?;
    }
    let mut texts: Vec<(String, Option<String>, bool)> = Vec::new();
    let mut without = 0;
    for (path, is_unwanted) in [(&args.unwanted, true), (&args.wanted, false)] {
        let inputs = Inputs::of_path(path.clone())?;
        for_each_content(store, &inputs, console, |content| {
            match content.text {
                Some(text) => {
                    let lang = content.lang.map(str::to_owned);
                    texts.push((text.to_owned(), lang, is_unwanted));
                }
                None => without += 1,
            }
            Ok(())
        })?;
    }
    let samples: Vec<Sample<'_>> = texts
        .iter()
        .map(|(text, lang, is_unwanted)| Sample {
            text,
            lang: lang.as_deref(),
            is_unwanted: *is_unwanted,
        })
        .collect();
    let training = train(&samples, args.precision)?;
    let mut out = Output::to(args.output.as_deref())?;
    out.write_all(training.model.to_toml().as_bytes())?;
    out.finish()?;
    if without > 0 {
        console.say(&format!("{without} pages without main content were left out"));
    }
    let unwanted = texts.iter().filter(|(.., is_unwanted)| *is_unwanted).count();
    console.say(&format!(
        "precision {:.3}, recall {:.3} in cross-validation on {unwanted} unwanted and {} wanted texts",
        training.quality.precision,
        training.quality.recall,
        texts.len() - unwanted,
    ));
    if !training.is_reached {
        console.say(&format!(
            "warning: no threshold has precision {}; the model has the one with the highest",
            args.precision
        ));
    }
    Ok(Outcome::Done)
}

/// A line of output.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    unwanted: Option<bool>,
    score: Option<f64>,
    threshold: Option<f64>,
    reasons: Vec<ReasonLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a str>,
}

impl<'a> Line<'a> {
    fn of(content: &Judged<'a>, verdict: Option<&'a Verdict>) -> Self {
        let name = Some(content.name);
        let reasons = verdict.map(|verdict| verdict.reasons.iter().map(ReasonLine::of).collect());
        Self {
            id: name.filter(|_| !content.is_page),
            url: name.filter(|_| content.is_page),
            unwanted: verdict.map(Verdict::is_unwanted),
            score: verdict.map(|verdict| rounded(verdict.score)),
            threshold: verdict.map(|verdict| rounded(verdict.threshold)),
            reasons: reasons.unwrap_or_default(),
            problem: content.problem,
        }
    }
}

#[derive(Serialize)]
struct ReasonLine<'a> {
    terms: &'a str,
    count: usize,
    weight: f64,
}

impl<'a> ReasonLine<'a> {
    fn of(reason: &'a Reason) -> Self {
        Self { terms: &reason.terms, count: reason.count, weight: rounded(reason.weight) }
    }
}

/// A number with four digits behind the point.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// Writes verdicts.
struct Printer {
    listing: Listing,
    judged: usize,
    unwanted: usize,
    missing: usize,
}

impl Printer {
    fn new(format: Option<FilterFormat>) -> Self {
        let is_table = format.map(|format| format == FilterFormat::Table);
        let listing = Listing::new(is_table, &["unwanted", "score", "reasons", "of"]);
        Self { listing, judged: 0, unwanted: 0, missing: 0 }
    }

    fn write(&mut self, content: &Judged<'_>, verdict: Option<&Verdict>) -> Result<()> {
        self.missing += usize::from(content.is_missing);
        self.judged += usize::from(verdict.is_some());
        self.unwanted += usize::from(verdict.is_some_and(Verdict::is_unwanted));
        self.listing.add(|| row(content, verdict), || Line::of(content, verdict))?;
        Ok(())
    }

    fn finish(self, console: &Console) -> Result<Outcome> {
        self.listing.finish()?;
        if self.judged == 0 {
            console.say("no page with main content, and no text, to judge");
            return Ok(Outcome::NothingFound);
        }
        console.say(&format!("{} of {} are unwanted", self.unwanted, self.judged));
        Ok(Outcome::without(self.missing))
    }
}

fn row(content: &Judged<'_>, verdict: Option<&Verdict>) -> Vec<String> {
    let name = content.name.to_owned();
    let Some(verdict) = verdict else {
        let problem = content.problem.unwrap_or_default();
        return vec!["-".to_owned(), "-".to_owned(), format!("({problem})"), name];
    };
    let reasons = verdict.reasons.iter().take(5).map(|reason| match reason.count {
        1 => format!("{} {:.2}", reason.terms, reason.weight),
        count => format!("{} ×{count} {:.2}", reason.terms, reason.weight),
    });
    let unwanted = if verdict.is_unwanted() { "yes" } else { "no" };
    let reasons = reasons.collect::<Vec<_>>().join(", ");
    vec![unwanted.to_owned(), format!("{:.2}", verdict.score), reasons, name]
}
