//! Main content as the `body` of a record.
//!
//! Wrappers give what the pages of a type have in common, and find the text of an article by its place. Where that
//! fails, as on pages of documentation, they say so (`Wrapper::main_content`): [`give_body`] then takes the text
//! from the page's main content. [`Bodies`] tells where it fails, from pages without labels.

mod compared;
mod sample;
mod shingles;
#[cfg(test)]
mod tests;

pub use compared::{Bodies, is_called_written};
pub use sample::BodySample;

use crate::content::Content;
use crate::method::Method;
use sample::lacks_text;
use sitewrap_model::{Extraction, Fields, Finding, Provenance, Record, Value};
use sitewrap_tree::Document;
use sitewrap_values::ValueType;
use sitewrap_wrapper::{MainContent, ProseForm};
use std::borrow::Cow;

/// Gives the record of an extraction the main content of its page as the value of a field, in the place of what it
/// has there, and tells so in [`Extraction::from_content`]. A page of which none is found keeps what it has, and so
/// does one whose own value is no fragment, unless main content is always wanted.
///
/// The page alone counts, nothing that is known of its site: so a record is the same wherever it is made.
pub fn give_body(
    extraction: &mut Extraction,
    wanted: &MainContent,
    document: &Document,
    url: &str,
    prose: ProseForm,
) {
    let Some(record) = &mut extraction.record else { return };
    let content = Content::of(document, url, Method::Best, None);
    if content.reason.is_some() {
        return;
    }
    let name = wanted.field.name.as_str();
    if !wanted.always && !lacks_text(name, &plain(record, prose), &content) {
        return;
    }
    let is_html = prose == ProseForm::Html || wanted.field.format.value_type == ValueType::Html;
    let text = if is_html { content.html() } else { content.text() };
    record.insert(name, Value::Text(text));
    extraction.from_content = Some(name.to_owned());
    if let Some(Fields(fields)) = &mut extraction.provenance {
        let found = Provenance::Found(Finding { source: "content" });
        match fields.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = found,
            None => fields.push((name.to_owned(), found)),
        }
    }
}

/// A record with its running text as text, so that the form of that changes nothing of what is found.
fn plain(record: &Record, prose: ProseForm) -> Cow<'_, Record> {
    match prose {
        ProseForm::Html => Cow::Owned(without_tags(record)),
        ProseForm::Text => Cow::Borrowed(record),
    }
}

fn without_tags(record: &Record) -> Record {
    let mut plain = Record::new();
    for (name, value) in record.iter() {
        plain.insert(name, plain_value(value));
    }
    plain
}

fn plain_value(value: &Value) -> Value {
    match value {
        Value::Text(html) if html.starts_with('<') => {
            let tree = Document::parse(html.as_bytes(), None, None).tree;
            Value::Text(tree.inner_text(tree.root()))
        }
        Value::List(items) => Value::List(items.iter().map(plain_value).collect()),
        Value::Record(record) => Value::Record(without_tags(record)),
        value => value.clone(),
    }
}
