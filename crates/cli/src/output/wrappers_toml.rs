//! Wrappers as TOML that a person can edit.

use crate::exit::UsageError;
use serde::Deserialize;
use sitewrap_values::ValueSource;
use sitewrap_wrapper::edit::{Edits, FieldChoice, TypeChoice};
use sitewrap_wrapper::{
    BODY, BodyFrom, FieldPlace, Map, Schema, Wrapper, WrapperSet, first_places,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Names of a map that are written of which there is nothing to say.
const MAX_KEYS: usize = 40;

/// Widest example in a comment, in characters.
const MAX_EXAMPLE: usize = 60;

const HEAD: &str = "\
# A table a page type, a line a field. Tables and lines are called as induction called page types
# and fields; what stands behind may be changed: the name of the page type, where the body of its
# records comes from (body_from: \"wrapper\", \"content\" for the main content of each page, or
# \"fuller\" for the fuller of both), and of each field its name, its type, whether it is dropped
# (drop = true), and whether it is core although it says nothing of its own (keep = true). Fields of
# lists are called list.field, names of maps map.name; further lines may be added for those. Then:
# sitewrap wrappers import FILE";

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table of a page type, as in [product]")]
struct PageType {
    page_type: Option<String>,
    body_from: Option<BodyFrom>,
    #[serde(default)]
    fields: BTreeMap<String, FieldLine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table as in { name = \"title\" }")]
struct FieldLine {
    name: Option<String>,
    #[serde(rename = "type")]
    choice: Option<TypeChoice>,
    drop: Option<bool>,
    keep: Option<bool>,
}

/// The edits after all that a file says; or why it cannot be taken over.
pub(crate) fn edits(text: &str, induced: &WrapperSet, before: Edits) -> Result<Edits, UsageError> {
    let tables: BTreeMap<String, PageType> = toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| 1 + text[..span.start].matches('\n').count());
        let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        UsageError(format!("{place}{}", error.message().replace('\n', ", ")))
    })?;
    let mut edits = before;
    for (page_type, table) in &tables {
        let fields: Vec<FieldChoice> = table
            .fields
            .iter()
            .map(|(field, line)| FieldChoice {
                field: field.clone(),
                name: line.name.clone(),
                choice: line.choice,
                is_dropped: line.drop,
                is_kept: line.keep,
            })
            .collect();
        let name = table.page_type.as_deref();
        let described = edits.describe(induced, page_type, name, table.body_from, &fields);
        edits = described.map_err(|error| UsageError(error.to_string()))?;
    }
    Ok(edits)
}

/// Writes page types and their fields, each field with a comment that tells what is known of it.
/// `wrappers` are pairs of a wrapper as it was induced and as it is after edits.
pub(crate) fn write(
    out: &mut impl Write,
    version: u32,
    wrappers: &[(&Wrapper, &Wrapper)],
) -> io::Result<()> {
    writeln!(out, "# Wrappers, version {version}.\n{HEAD}")?;
    for (induced, edited) in wrappers {
        writeln!(out, "\n[{}]", key(&induced.page_type))?;
        let pages = if induced.pages == 1 { "page" } else { "pages" };
        writeln!(out, "# From {} {pages}.", induced.pages)?;
        writeln!(out, "page_type = {}", quoted(&edited.page_type))?;
        if has_text(induced) || has_text(edited) {
            writeln!(out, "body_from = {}", quoted(edited.body_from().name()))?;
        }
        writeln!(out, "\n[{}.fields]", key(&induced.page_type))?;
        let induced = induced.template.field_places();
        let edited = edited.template.field_places();
        for (at, first) in first_places(&induced).into_iter().enumerate() {
            // Lists of nothing have no name.
            if at == first && !induced[at].field().is_dropped() {
                write_field(out, &induced[at], &edited[at])?;
            }
        }
    }
    Ok(())
}

/// Whether records have a body, or it was chosen where from.
fn has_text(wrapper: &Wrapper) -> bool {
    wrapper.main_content.is_some() || Schema::of(wrapper).get(BODY).is_some()
}

fn write_field(
    out: &mut impl Write,
    induced: &FieldPlace<'_>,
    now: &FieldPlace<'_>,
) -> io::Result<()> {
    let (place, field) = (key(&induced.dotted()), now.field());
    writeln!(out, "# {}", about(now))?;
    let kind = TypeChoice::of(&field.format).to_string();
    // What is in lists and maps has types, they have none.
    let has_type = !matches!(now.source, ValueSource::List | ValueSource::Map);
    let named = (!field.is_dropped()).then(|| format!("name = {}", quoted(&field.name)));
    let typed = has_type.then(|| format!("type = {}", quoted(&kind)));
    let dropped = field.is_dropped().then(|| "drop = true".to_owned());
    let is_extra = induced.field().extra.is_some();
    let kept = is_extra.then(|| format!("keep = {}", field.extra.is_none()));
    let keys: Vec<String> = [named, typed, dropped, kept].into_iter().flatten().collect();
    writeln!(out, "{place} = {{ {} }}", keys.join(", "))?;
    match now.map {
        Some(map) => write_keys(out, &induced.dotted(), map),
        None => Ok(()),
    }
}

/// The names in a map that come most often, and those of which there is something to say.
fn write_keys(out: &mut impl Write, place: &str, map: &Map) -> io::Result<()> {
    for (at, of_page) in map.keys.iter().enumerate() {
        let path = key(&format!("{place}.{of_page}"));
        let Some(name) = map.name_of(of_page) else {
            writeln!(out, "{path} = {{ drop = true }}")?;
            continue;
        };
        let format = map.formats.get(name);
        if at < MAX_KEYS || format.is_some() || name != of_page {
            let kind = TypeChoice::of(&format.copied().unwrap_or_default()).to_string();
            writeln!(out, "{path} = {{ name = {}, type = {} }}", quoted(name), quoted(&kind))?;
        }
    }
    Ok(())
}

/// What is known of a field, on one line.
fn about(place: &FieldPlace<'_>) -> String {
    let field = place.field();
    let mut out = format!("named by {:?}", field.named_by).to_lowercase();
    if field.filled.of > 0 {
        let _ = write!(out, "; filled {:.0} %", field.filled.share() * 100.0);
    }
    if let Some(extra) = &field.extra {
        let _ = write!(out, "; {extra}");
    }
    if let Some(example) = field.examples.first() {
        let short: String = example.chars().take(MAX_EXAMPLE).collect();
        let _ = write!(out, "; such as {}", quoted(&short));
    }
    out
}

/// A key, in quotes where TOML wants them.
fn key(name: &str) -> String {
    let is_bare = !name.is_empty()
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    if is_bare { name.to_owned() } else { quoted(name) }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
