//! `content`: pages to their main content on standard output.

mod evidence;
mod train;

use super::inputs::Inputs;
use crate::args::{ContentArgs, ContentCommand, ContentFormat, ContentMethod};
use crate::exit::{Outcome, UsageError};
use crate::output;
use crate::progress::Console;
use anyhow::{Context, Result};
use serde::Serialize;
use sitewrap_content::{Comment, Method, Weights};
use sitewrap_keywords::Keyword;
use sitewrap_layout::Estimated;
use sitewrap_pipeline::{
    ContentForm, ContentOptions, KeywordOptions, PageContent, StyleSheets, content_pages,
    stored_pages,
};
use sitewrap_store::Store;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Keywords of a page in the lines of JSON.
const KEYWORDS: usize = 10;

pub(super) fn run(store: &Path, args: ContentArgs, console: &Console) -> Result<Outcome> {
    if let Some(ContentCommand::Train(args)) = &args.command {
        return train::run(args, console);
    }
    let options = options(&args)?;
    let inputs = Inputs::resolve(args.input)?;
    let sibling = args.sibling.as_deref();
    let on_terminal = io::stdout().is_terminal();
    let mut out = output::stdout();
    let (mut pages, mut found, mut missing) = (0_usize, 0_usize, 0_usize);
    let mut estimated: BTreeMap<Estimated, usize> = BTreeMap::new();
    let mut sink = |content: &PageContent| -> Result<()> {
        pages += 1;
        let mut write = || -> io::Result<()> {
            match args.format {
                ContentFormat::Jsonl => write_line(&mut out, content)?,
                format => write_content(&mut out, format, content, found > 0)?,
            }
            if on_terminal { out.flush() } else { Ok(()) }
        };
        if on_terminal {
            console.suspend(write)?;
        } else {
            write()?;
        }
        if let Some(reason) =
            content.reason.as_ref().filter(|_| args.format != ContentFormat::Jsonl)
        {
            console.say(&format!("{}: {reason}", content.url));
        }
        found += usize::from(content.text.is_some());
        missing += usize::from(content.is_missing);
        content.estimated.iter().for_each(|reason| *estimated.entry(*reason).or_default() += 1);
        Ok(())
    };
    if inputs.is_empty() {
        let store = Store::open_existing(store)?;
        let options = evidence::of_store(&store, options, sibling)?;
        let stored = stored_pages(&store);
        let total = Some(stored.len() as u64);
        content_pages(stored.map(|page| Ok(page?)), &options, total, console, &mut sink)?;
    } else {
        let (options, pages) = evidence::of_inputs(&inputs, options, sibling, console)?;
        content_pages(pages.map(Ok), &options, None, console, &mut sink)?;
    }
    out.flush()?;
    for (reason, count) in estimated {
        console.say(&format!("boxes are estimated on {count} of {pages} pages: {reason}"));
    }
    if found == 0 {
        console.say(&format!("none of {pages} pages has main content"));
        return Ok(Outcome::NothingFound);
    }
    Ok(Outcome::without(missing))
}

/// How content is found and given, as far as the command line says it.
fn options(args: &ContentArgs) -> Result<ContentOptions> {
    let method = Method::from(args.method);
    refuse_idle_options(args, method)?;
    Ok(ContentOptions {
        method,
        form: args.format.into(),
        keywords: keywords_of(args.format),
        with_comments: args.comments && args.format != ContentFormat::Jsonl,
        layout: args.layout.then(StyleSheets::default),
        weights: args.weights.as_deref().map(read_weights).transpose()?,
        ..ContentOptions::default()
    })
}

/// Which keywords content is given with: those of the lines of JSON.
fn keywords_of(format: ContentFormat) -> Option<KeywordOptions> {
    let options = KeywordOptions { method: sitewrap_keywords::Method::Best, most: KEYWORDS };
    (format == ContentFormat::Jsonl).then_some(options)
}

/// What no method but another takes would be left out in silence.
fn refuse_idle_options(args: &ContentArgs, method: Method) -> Result<(), UsageError> {
    let refuse = |option: &str, methods: &str| {
        Err(UsageError(format!("{option} is for --method {methods}, not for {method}")))
    };
    if args.sibling.is_some() && method != Method::Lcs {
        return refuse("--sibling", "lcs");
    }
    if args.layout && !matches!(method, Method::Lcs | Method::Prune) {
        return refuse("--layout", "lcs or prune");
    }
    if args.weights.is_some() && method != Method::Blocks {
        return refuse("--weights", "blocks");
    }
    Ok(())
}

fn read_weights(path: &Path) -> Result<Weights> {
    let place = || path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", place()))?;
    Weights::from_toml(&text).with_context(place)
}

impl From<ContentFormat> for ContentForm {
    fn from(format: ContentFormat) -> Self {
        match format {
            ContentFormat::Text | ContentFormat::Jsonl => Self::Text,
            ContentFormat::Markdown => Self::Markdown,
            ContentFormat::Html => Self::Html,
        }
    }
}

impl From<ContentMethod> for Method {
    fn from(method: ContentMethod) -> Self {
        match method {
            ContentMethod::Best => Self::Best,
            ContentMethod::Blocks => Self::Blocks,
            ContentMethod::Decay => Self::Decay,
            ContentMethod::Prune => Self::Prune,
            ContentMethod::Lcs => Self::Lcs,
        }
    }
}

/// A line of output.
#[derive(Serialize)]
struct Line<'a> {
    url: &'a str,
    text: Option<&'a str>,
    title: Option<&'a str>,
    author: Option<&'a str>,
    date: Option<&'a str>,
    lang: Option<&'a str>,
    keywords: Vec<&'a str>,
    canonical: Option<&'a str>,
    images: &'a [String],
    #[serde(skip_serializing_if = "<[Comment]>::is_empty")]
    comments: &'a [Comment],
    method: &'a str,
    reason: Option<&'a str>,
}

fn write_line(out: &mut impl Write, content: &PageContent) -> io::Result<()> {
    let facts = &content.facts;
    let line = Line {
        url: &content.url,
        text: content.text.as_deref(),
        title: facts.title.as_deref(),
        author: facts.author.as_deref(),
        date: facts.date.as_deref(),
        lang: facts.lang.as_deref(),
        keywords: content.keywords.iter().map(|Keyword { text, .. }| text.as_str()).collect(),
        canonical: facts.canonical.as_deref(),
        images: &facts.images,
        comments: &content.comments,
        method: content.method.name(),
        reason: content.reason.as_deref(),
    };
    serde_json::to_writer(&mut *out, &line)?;
    out.write_all(b"\n")
}

/// Writes the content of a page, if it has some, behind that of others.
fn write_content(
    out: &mut impl Write,
    format: ContentFormat,
    content: &PageContent,
    is_next: bool,
) -> io::Result<()> {
    let Some(text) = &content.text else { return Ok(()) };
    if format == ContentFormat::Markdown {
        write_head(out, content)?;
    } else if is_next {
        out.write_all(b"\x0c\n")?;
    }
    out.write_all(text.trim_end().as_bytes())?;
    out.write_all(b"\n")?;
    if format == ContentFormat::Markdown { out.write_all(b"\n") } else { Ok(()) }
}

/// What is known of a page, as YAML: JSON strings and lists are such.
fn write_head(out: &mut impl Write, content: &PageContent) -> io::Result<()> {
    let facts = &content.facts;
    let own = Some(&content.url);
    let rows = [
        ("url", own),
        ("title", facts.title.as_ref()),
        ("author", facts.author.as_ref()),
        ("date", facts.date.as_ref()),
        ("lang", facts.lang.as_ref()),
        ("canonical", facts.canonical.as_ref()),
    ];
    out.write_all(b"---\n")?;
    for (name, value) in rows {
        if let Some(value) = value {
            writeln!(out, "{name}: {}", serde_json::to_string(value)?)?;
        }
    }
    if !facts.images.is_empty() {
        writeln!(out, "images: {}", serde_json::to_string(&facts.images)?)?;
    }
    out.write_all(b"---\n\n")
}
