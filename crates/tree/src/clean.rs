//! The streaming pass over a page's text: scripts, styles and templates go, what they state is kept.
//!
//! lol_html follows the tags without building a tree and looks only at those that it has a handler
//! for, so this costs little beside parsing and spares the parser the scripts, which are half of
//! many pages. A handler for more, for comments or for links, would make it read every tag in full:
//! comments are left to the tokenizer, and URLs to where the tree is made.

use crate::address::Base;
use crate::entity::decode_attribute;
use crate::marks::{MARK, Marks, TagPlace, words};
use crate::{Problem, Script, ScriptKind};
use lol_html::html_content::{ContentType, Element, SourceLocation, TextChunk};
use lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, MemorySettings, Selector,
    Settings,
};
use std::borrow::Cow;
use std::cell::RefCell;

/// What the pass gives.
pub(crate) struct Cleaned {
    /// The text without scripts and styles.
    pub(crate) text: String,
    /// What relative URLs are relative to.
    pub(crate) base: Base,
    /// Contents of `application/ld+json` scripts.
    pub(crate) json_ld: Vec<String>,
    /// Other scripts that may hold data, if they were asked for.
    pub(crate) scripts: Vec<Script>,
    /// The marks in the text, if they were asked for.
    pub(crate) marks: Option<Marks>,
}

/// Memory of the rewriter.
const MEMORY_BYTES: usize = 96 << 20;

struct State {
    base: Base,
    json_ld: Vec<String>,
    scripts: Vec<Script>,
    /// What the script that is being read is kept as.
    reading: Option<Kept>,
    marks: Option<Marks>,
}

/// What a script is kept as.
#[derive(Clone, Copy)]
enum Kept {
    JsonLd,
    Script(ScriptKind),
}

impl Kept {
    /// By the type of a script; `None` for one that holds no data.
    fn of(kind: &str, with_scripts: bool) -> Option<Self> {
        let kind = kind.split(';').next().unwrap_or_default().trim_ascii().to_ascii_lowercase();
        match kind.as_str() {
            "application/ld+json" => Some(Self::JsonLd),
            _ if !with_scripts => None,
            "" | "text/javascript" | "application/javascript" | "module" => {
                Some(Self::Script(ScriptKind::Code))
            }
            kind => kind.ends_with("json").then_some(Self::Script(ScriptKind::Json)),
        }
    }
}

impl State {
    /// Begins a script, kept or not.
    fn begin(&mut self, kept: Option<Kept>) {
        self.reading = kept;
        match kept {
            Some(Kept::JsonLd) => self.json_ld.push(String::new()),
            Some(Kept::Script(kind)) => self.scripts.push(Script { kind, text: String::new() }),
            None => {}
        }
    }

    /// Adds a piece of the script that is being read.
    fn add(&mut self, text: &str) {
        let target = match self.reading {
            Some(Kept::JsonLd) => self.json_ld.last_mut(),
            Some(Kept::Script(_)) => self.scripts.last_mut().map(|script| &mut script.text),
            None => None,
        };
        if let Some(target) = target {
            target.push_str(text);
        }
    }
}

/// Cleans the text of a page. If the rewriter gives up, the rest is as it was.
///
/// With `marks`, the cleaned text is marked, and what is removed leaves an empty element
/// behind, so that the parser makes the nodes that it makes of the page itself.
pub(crate) fn clean(
    text: &str,
    base: Base,
    marks: Option<Marks>,
    with_scripts: bool,
    problems: &mut Vec<Problem>,
) -> Cleaned {
    let state = RefCell::new(State {
        base,
        json_ld: Vec::new(),
        scripts: Vec::new(),
        reading: None,
        marks,
    });
    let mut output = Vec::with_capacity(text.len() + text.len() / 8);
    let mut rewriter =
        HtmlRewriter::new(settings(&state, with_scripts), |chunk: &[u8]| output.extend(chunk));
    let result = rewriter.write(text.as_bytes()).and_then(|()| rewriter.end());
    if let Err(error) = result {
        problems.push(Problem::CleaningStopped { reason: error.to_string() });
    }
    let State { base, json_ld, mut scripts, marks, .. } = state.into_inner();
    scripts.retain(|script| !script.text.trim().is_empty());
    let text = String::from_utf8(output)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Cleaned { text, base, json_ld, scripts, marks }
}

fn settings<'s>(state: &'s RefCell<State>, with_scripts: bool) -> Settings<'s, 's> {
    let is_marked = state.borrow().marks.is_some();
    let mut settings = Settings::new()
        // Strict mode refuses `<select><title>` and the like, which real pages have.
        .with_strict(false)
        // The rewriter remembers each element that is not closed: a bound for pages of millions.
        // Beyond it the rest of a page passes as it is.
        .with_memory_settings(
            MemorySettings::new()
                .with_max_allowed_memory_usage(MEMORY_BYTES)
                .with_graceful_bail_out_on_memory_limit_exceeded(true),
        );
    if is_marked {
        settings = mark(settings, state);
    }
    let handlers = [
        on("base", |element| {
            if let Some(href) = element.get_attribute("href") {
                state.borrow_mut().base.set(&decode_attribute(&href));
            }
        }),
        on("script", move |element| {
            let kind = element.get_attribute("type").unwrap_or_default();
            state.borrow_mut().begin(Kept::of(&kind, with_scripts));
            remove(element, is_marked);
        }),
        on_text("script", |chunk| {
            state.borrow_mut().add(chunk.as_str());
        }),
        on("style, noscript, template", move |element: &mut Element<'_, '_>| {
            remove(element, is_marked);
        }),
    ];
    for (selector, handler) in handlers.into_iter().flatten() {
        settings = settings.append_element_content_handler((Cow::Owned(selector), handler));
    }
    settings
}

/// Takes an element out with all that is in it, or leaves it behind empty. What stands on either side must
/// not become one: `<` before it and a word behind it are no tag, so that a comment takes its place.
fn remove(element: &mut Element<'_, '_>, leave_empty: bool) {
    if leave_empty {
        let name = element.tag_name();
        element.replace(&format!("<{name}></{name}>"), ContentType::Html);
    } else {
        element.replace("<!---->", ContentType::Html);
    }
}

/// Adds what marks start tags and texts.
fn mark<'s>(settings: Settings<'s, 's>, state: &'s RefCell<State>) -> Settings<'s, 's> {
    let tags = on("*", |element| {
        // Written again, such a name would become the value of the attribute before it.
        if element.attributes().iter().any(|attr| attr.name().starts_with('=')) {
            return;
        }
        let place = |location: SourceLocation| {
            let bytes = location.bytes();
            bytes.start as u32..bytes.end as u32
        };
        let attrs = element.attributes().iter().filter_map(|attr| {
            Some((attr.name().into_boxed_str(), place(attr.value_source_location()?)))
        });
        let found = TagPlace { tag: place(element.source_location()), attrs: attrs.collect() };
        if let Some(marks) = &mut state.borrow_mut().marks {
            // The name is valid, so this cannot fail.
            let _ = element.set_attribute(MARK, &marks.tag(found));
        }
    });
    let texts = |chunk: &mut TextChunk<'_>| {
        // Scripts, styles and the like go; of the rest, an `xmp` at most is ever read.
        if chunk.text_type().allows_html_entities()
            && let Some(words) = words(chunk.as_str())
            && let Some(marks) = &mut state.borrow_mut().marks
        {
            let start = chunk.source_location().bytes().start;
            let text = chunk.as_str();
            let mark = marks.text((start + words.start) as u32..(start + words.end) as u32);
            let marked = format!("{}{mark}{}", &text[..words.start], &text[words.start..]);
            chunk.replace(&marked, ContentType::Html);
        }
        Ok(())
    };
    let settings =
        settings.append_document_content_handler(DocumentContentHandlers::default().text(texts));
    tags.into_iter().fold(settings, |settings, (selector, handler)| {
        settings.append_element_content_handler((Cow::Owned(selector), handler))
    })
}

type Handler<'h> = Option<(Selector, ElementContentHandlers<'h>)>;

/// A handler for the elements that match; `None` if the selector were wrong, which none here is.
fn on<'h>(selector: &str, mut act: impl FnMut(&mut Element<'_, '_>) + 'h) -> Handler<'h> {
    let handler = move |element: &mut Element<'_, '_>| {
        act(element);
        Ok(())
    };
    Some((selector.parse().ok()?, ElementContentHandlers::default().element(handler)))
}

fn on_text<'h>(selector: &str, mut act: impl FnMut(&TextChunk<'_>) + 'h) -> Handler<'h> {
    let handler = move |chunk: &mut TextChunk<'_>| {
        act(chunk);
        Ok(())
    };
    Some((selector.parse().ok()?, ElementContentHandlers::default().text(handler)))
}
