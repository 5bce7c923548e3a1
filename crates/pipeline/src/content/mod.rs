//! Pages to their main content, streaming.

mod page;
mod parsed;
mod paths;
mod siblings;
mod sites;

pub use paths::Paths;
pub use siblings::Siblings;
pub use sites::Sites;

use crate::progress::{Observer, Progress, Stage, counted};
use crate::stream::in_order;
use crate::{InputPage, MissingPage, StyleSheets};
use page::{body_bytes, boxes, readable};
use sitewrap_content::{Comment, CommentPlaces, Content, Evidence, Facts, Method, Weights};
use sitewrap_keywords::{Keyword, Text, keywords};
use sitewrap_layout::Estimated;
use sitewrap_model::Page;
use sitewrap_wrapper::{Extractor, WrapperSet};
use std::sync::Arc;

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
    /// What readers have written below it.
    pub comments: Vec<Comment>,
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
    /// Why the boxes that counted are estimated, not laid out; `None` if none counted, or they were.
    pub estimated: Option<Estimated>,
}

/// What is said of the keywords of content.
#[derive(Clone, Copy, Debug)]
pub struct KeywordOptions {
    /// The way they are found.
    pub method: sitewrap_keywords::Method,
    /// Most keywords of a text.
    pub most: usize,
}

/// How [`content_pages`] finds and gives content.
#[derive(Clone, Debug, Default)]
pub struct ContentOptions {
    /// The way it is found.
    pub method: Method,
    /// The form it is given in.
    pub form: ContentForm,
    /// Whether the comments of readers are given below it in the same form.
    pub with_comments: bool,
    /// What is known of the pages' sites, for [`Method::Best`]; may be empty.
    pub sites: Sites,
    /// The wrappers of the pages' site, which may know where comments stand.
    pub wrappers: Option<Arc<WrapperSet>>,
    /// Which keywords it is given with; `None` for none.
    pub keywords: Option<KeywordOptions>,
    /// The clusters of the pages with their paths, for [`Method::Prune`]; may be empty.
    pub paths: Paths,
    /// The pages to compare with, for [`Method::Lcs`].
    pub siblings: Siblings,
    /// The weights of [`Method::Blocks`], else those that were published.
    pub weights: Option<Weights>,
    /// Whether the boxes of elements count, for [`Method::Prune`] and [`Method::Lcs`]: then the style sheets that
    /// are stored, if any.
    pub layout: Option<StyleSheets>,
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
    let wrappers = options.wrappers.as_deref().filter(|set| CommentPlaces::are_known_to(set));
    let extractor = wrappers.map(Extractor::new);
    let (mut seen, mut found) = (0, 0);
    in_order(
        pages,
        body_bytes,
        |page| content_of(page, options, extractor.as_ref()),
        |content| {
            seen += 1;
            found += usize::from(content.text.is_some());
            sink(content)?;
            progress.advance(1);
            Ok(())
        },
    )?;
    progress.finish(&format!("{found} of {} with main content", counted(seen, "page")));
    Ok(found)
}

fn content_of(
    page: &InputPage,
    options: &ContentOptions,
    extractor: Option<&Extractor<'_>>,
) -> PageContent {
    let method = options.method;
    let without = |url: &str, reason: String| PageContent {
        url: url.to_owned(),
        text: None,
        comments: Vec::new(),
        facts: Facts::default(),
        keywords: Vec::new(),
        method,
        reason: Some(reason),
        is_missing: page.is_err(),
        estimated: None,
    };
    let page: &Page = match page {
        Ok(page) => page,
        Err(MissingPage { url, reason }) => return without(url, reason.to_string()),
    };
    if let Err(reason) = readable(page) {
        return without(&page.url, reason);
    }
    let document = options.sites.document(page);
    let layout = options.layout.as_ref().map(|sheets| boxes(page, &document, sheets));
    let site = options.sites.of_url(&page.final_url);
    let sources = extractor.and_then(|known| known.trace(&page.final_url, &document.tree).1);
    let comments = sources.as_ref().map(CommentPlaces::of);
    let evidence = Evidence {
        comments: comments.as_ref(),
        site: site.map(|site| &site.lines),
        path: options.paths.of_page(&page.final_url, &document),
        sibling: options.siblings.of_page(&page.url),
        layout: layout.as_ref(),
        weights: options.weights.as_ref(),
    };
    let content = Content::with(&document, &page.final_url, method, &evidence);
    let facts = content.facts();
    let reason = content.reason;
    let has_some = reason.is_none();
    let keywords = options.keywords.filter(|_| has_some).map(|asked| {
        let body = content.text();
        let text = Text { title: facts.title.as_deref(), body: &body, lang: facts.lang.as_deref() };
        keywords(&text, asked.method, site.map(|site| &site.words), asked.most)
    });
    let text = has_some.then(|| written(&content, options));
    PageContent {
        url: page.url.clone(),
        text,
        comments: content.comments,
        facts,
        keywords: keywords.unwrap_or_default(),
        method,
        reason: reason.map(|reason| reason.to_string()),
        is_missing: false,
        estimated: layout.and_then(|layout| layout.estimated),
    }
}

/// The content in the form that was asked for, with the comments below it if they were.
fn written(content: &Content<'_>, options: &ContentOptions) -> String {
    let (text, comments) = match options.form {
        ContentForm::Text => (content.text(), content.comments_text()),
        ContentForm::Markdown => (content.markdown(), content.comments_markdown()),
        ContentForm::Html => (content.html(), content.comments_html()),
    };
    if !options.with_comments || content.comments.is_empty() {
        return text;
    }
    format!("{}\n\n{comments}", text.trim_end())
}
