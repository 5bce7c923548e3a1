//! Pages to their main content, streaming.

use crate::extract::unfit;
use crate::progress::{Observer, Progress, Stage, counted};
use crate::stream::in_order;
use crate::{InputPage, MissingPage};
use sitewrap_content::{Blocks, Content, Facts, Lines, Method, Reason, Site};
use sitewrap_content::{declared_language, parse};
use sitewrap_keywords::{Collection, Keyword, Text, Words, keywords};
use sitewrap_model::Page;
use std::collections::HashMap;
use url::Url;

/// In which form content is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContentForm {
    /// As text.
    #[default]
    Text,
    /// As Markdown.
    Markdown,
    /// As clean HTML.
    Html,
}

/// The main content of a page.
#[derive(Clone, Debug)]
pub struct PageContent {
    /// The address of the page.
    pub url: String,
    /// The content in the form that was asked for; `None` if there is none.
    pub text: Option<String>,
    /// What the page tells of it.
    pub facts: Facts,
    /// Its keywords, the best first; empty if none were asked for.
    pub keywords: Vec<Keyword>,
    /// How it was found.
    pub method: Method,
    /// Why there is none; `None` if there is some.
    pub reason: Option<String>,
    /// Whether the page could not be had.
    pub is_missing: bool,
}

/// What is said of the keywords of content.
#[derive(Clone, Copy, Debug)]
pub struct KeywordOptions {
    /// The way they are found.
    pub method: sitewrap_keywords::Method,
    /// Most keywords of a text.
    pub most: usize,
}

/// What the sites that pages are of repeat, by their hosts.
#[derive(Clone, Debug, Default)]
pub struct Sites(HashMap<String, KnownSite>);

/// What the pages of a site repeat.
#[derive(Clone, Debug, Default)]
struct KnownSite {
    lines: Site,
    words: Collection,
}

impl Sites {
    /// Reads all pages of an input once; those that cannot be had are passed over. Their words are counted
    /// only `with_words`, for keywords.
    ///
    /// # Errors
    /// The first error of `pages`.
    pub fn of<E: Send>(
        pages: impl Iterator<Item = Result<InputPage, E>> + Send,
        with_words: bool,
    ) -> Result<Self, E> {
        let mut sites = Self::default();
        let read = |page: &InputPage| {
            let page = page.as_ref().ok()?;
            if Reason::of_body(&page.body, page.content_type()).is_some() || unfit(page).is_some() {
                return None;
            }
            let document = parse(&page.body, page.content_type(), Some(&page.final_url));
            let blocks = Blocks::of(&document.tree);
            let words = with_words.then(|| {
                let lines: Vec<&str> = blocks.iter().map(|block| blocks.text(block)).collect();
                let lang = declared_language(&document);
                Words::of(&Text { title: None, body: &lines.join("\n"), lang: lang.as_deref() })
            });
            Some((host(&page.final_url)?, Lines::of(&blocks), words.unwrap_or_default()))
        };
        in_order(pages, body_bytes, read, |found| {
            if let Some((host, lines, words)) = found {
                let site = sites.0.entry(host.clone()).or_default();
                if site.lines.add(lines) {
                    site.words.add(words);
                }
            }
            Ok(())
        })?;
        Ok(sites)
    }
}

fn host(url: &str) -> Option<String> {
    Url::parse(url).ok()?.host_str().map(str::to_owned)
}

fn body_bytes(page: &InputPage) -> usize {
    page.as_ref().map_or(0, |page| page.body.len())
}

/// How [`content_pages`] finds and gives content.
#[derive(Clone, Debug, Default)]
pub struct ContentOptions {
    /// The way it is found.
    pub method: Method,
    /// The form it is given in.
    pub form: ContentForm,
    /// What is known of the pages' sites; may be empty.
    pub sites: Sites,
    /// Which keywords it is given with; `None` for none.
    pub keywords: Option<KeywordOptions>,
}

/// Finds the main content of pages one after another and hands it to `sink` in the order of the
/// pages; gives how many have some.
///
/// # Errors
/// The first error of `pages` (the source is broken, not one page) or of `sink`.
pub fn content_pages<E: Send>(
    pages: impl Iterator<Item = Result<InputPage, E>> + Send,
    options: &ContentOptions,
    total: Option<u64>,
    observer: &dyn Observer,
    mut sink: impl FnMut(&PageContent) -> Result<(), E>,
) -> Result<usize, E> {
    let progress = Progress::start(observer, Stage::Content, total);
    let (mut seen, mut found) = (0, 0);
    in_order(
        pages,
        body_bytes,
        |page| content_of(page, options),
        |content| {
            seen += 1;
            found += usize::from(content.text.is_some());
            sink(content)?;
            progress.advance(1);
            Ok(())
        },
    )?;
    progress.finish(&format!("{found} of {} have main content", counted(seen, "page")));
    Ok(found)
}

fn content_of(page: &InputPage, options: &ContentOptions) -> PageContent {
    let method = options.method;
    let without = |url: &str, reason: String| PageContent {
        url: url.to_owned(),
        text: None,
        facts: Facts::default(),
        keywords: Vec::new(),
        method,
        reason: Some(reason),
        is_missing: page.is_err(),
    };
    let page: &Page = match page {
        Ok(page) => page,
        Err(MissingPage { url, reason }) => return without(url, reason.clone()),
    };
    if let Some(reason) = Reason::of_body(&page.body, page.content_type()) {
        return without(&page.url, reason.to_string());
    }
    if let Some(reason) = unfit(page) {
        return without(&page.url, reason);
    }
    let document = parse(&page.body, page.content_type(), Some(&page.final_url));
    let site = host(&page.final_url).and_then(|host| options.sites.0.get(&host));
    let content = Content::of(&document, &page.final_url, method, site.map(|site| &site.lines));
    let facts = content.facts();
    let has_some = content.reason.is_none();
    let keywords = options.keywords.filter(|_| has_some).map(|asked| {
        let body = content.text();
        let text = Text { title: facts.title.as_deref(), body: &body, lang: facts.lang.as_deref() };
        keywords(&text, asked.method, site.map(|site| &site.words), asked.most)
    });
    let text = has_some.then(|| match options.form {
        ContentForm::Text => content.text(),
        ContentForm::Markdown => content.markdown(),
        ContentForm::Html => content.html(),
    });
    PageContent {
        url: page.url.clone(),
        text,
        facts,
        keywords: keywords.unwrap_or_default(),
        method,
        reason: content.reason.map(|reason| reason.to_string()),
        is_missing: false,
    }
}
