//! The streaming pass over a page's text: what no reader sees goes, URLs become absolute.
//!
//! lol_html follows the tags without building a tree, so this costs little beside parsing and
//! spares the parser the scripts, which are half of many pages.

use crate::Problem;
use crate::address::Base;
use crate::entity::{decode_attribute, escape_into};
use lol_html::html_content::{Element, TextChunk};
use lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, MemorySettings, Selector,
    Settings,
};
use std::borrow::Cow;
use std::cell::RefCell;

/// What the pass gives.
pub(crate) struct Cleaned {
    /// The text without scripts, styles and comments, its URLs absolute.
    pub(crate) text: String,
    /// What relative URLs were relative to.
    pub(crate) base: Base,
    /// Contents of `application/ld+json` scripts.
    pub(crate) json_ld: Vec<String>,
}

/// Attributes with a URL, by the elements that have them.
const URL_ATTRIBUTES: [(&str, &[&str]); 4] = [
    ("a, area, link", &["href"]),
    ("img, source, input, video, audio, embed", &["src", "srcset", "poster"]),
    ("iframe, frame", &["src"]),
    ("form", &["action"]),
];

/// Memory of the rewriter.
const MEMORY_BYTES: usize = 96 << 20;

struct State {
    base: Base,
    json_ld: Vec<String>,
    in_json_ld: bool,
}

/// Cleans the text of a page. If the rewriter gives up, the rest is as it was.
pub(crate) fn clean(text: &str, base: Base, problems: &mut Vec<Problem>) -> Cleaned {
    let state = RefCell::new(State { base, json_ld: Vec::new(), in_json_ld: false });
    let mut output = Vec::with_capacity(text.len() + text.len() / 8);
    let mut rewriter = HtmlRewriter::new(settings(&state), |chunk: &[u8]| output.extend(chunk));
    let result = rewriter.write(text.as_bytes()).and_then(|()| rewriter.end());
    if let Err(error) = result {
        problems.push(Problem::CleaningStopped { reason: error.to_string() });
    }
    let State { base, json_ld, .. } = state.into_inner();
    let text = String::from_utf8(output)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    Cleaned { text, base, json_ld }
}

fn settings<'s>(state: &'s RefCell<State>) -> Settings<'s, 's> {
    let mut settings = Settings::new()
        // Strict mode refuses `<select><title>` and the like, which real pages have.
        .with_strict(false)
        // The rewriter remembers each element that is not closed: a bound for pages of millions.
        // Beyond it the rest of a page passes as it is.
        .with_memory_settings(
            MemorySettings::new()
                .with_max_allowed_memory_usage(MEMORY_BYTES)
                .with_graceful_bail_out_on_memory_limit_exceeded(true),
        )
        .append_document_content_handler(DocumentContentHandlers::default().comments(
            |comment: &mut lol_html::html_content::Comment<'_>| {
                comment.remove();
                Ok(())
            },
        ));
    let handlers = [
        on("base", |element| {
            if let Some(href) = element.get_attribute("href") {
                state.borrow_mut().base.set(&decode_attribute(&href));
            }
        }),
        on("script", |element| {
            let kind = element.get_attribute("type").unwrap_or_default();
            let is_json_ld = kind.trim_ascii().eq_ignore_ascii_case("application/ld+json");
            let mut state = state.borrow_mut();
            state.in_json_ld = is_json_ld;
            if is_json_ld {
                state.json_ld.push(String::new());
            }
            element.remove();
        }),
        on_text("script", |chunk| {
            let state = &mut *state.borrow_mut();
            if state.in_json_ld
                && let Some(json) = state.json_ld.last_mut()
            {
                json.push_str(chunk.as_str());
            }
        }),
        on("style, noscript, template", |element: &mut Element<'_, '_>| {
            element.remove();
        }),
    ];
    let urls = URL_ATTRIBUTES.map(|(selector, names)| {
        on(selector, move |element| make_absolute(&state.borrow().base, element, names))
    });
    for (selector, handler) in handlers.into_iter().chain(urls).flatten() {
        settings = settings.append_element_content_handler((Cow::Owned(selector), handler));
    }
    settings
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

fn make_absolute(base: &Base, element: &mut Element<'_, '_>, names: &[&str]) {
    for name in names {
        let Some(raw) = element.get_attribute(name) else { continue };
        let value = decode_attribute(&raw);
        let absolute = match *name {
            "srcset" => base.absolute_srcset(&value),
            _ => base.absolute(&value),
        };
        if let Some(absolute) = absolute.filter(|absolute| *absolute != value) {
            let mut escaped = String::with_capacity(absolute.len());
            escape_into(&mut escaped, &absolute, true);
            // The names are valid, so this cannot fail.
            let _ = element.set_attribute(name, &escaped);
        }
    }
}
