//! Wrappers as TOML that a person can edit.

use sitewrap_extract::types::{Format, ValueType};
use sitewrap_extract::{FieldPlace, Wrapper};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Widest example in a comment, in characters.
const MAX_EXAMPLE: usize = 60;

/// Writes page types and their fields, each field with a comment that tells what is known of it.
pub(crate) fn write(out: &mut impl Write, version: u32, wrappers: &[&Wrapper]) -> io::Result<()> {
    writeln!(out, "# Wrappers, version {version}: a table a page type, a line a field.")?;
    for wrapper in wrappers {
        writeln!(out, "\n[{}]", key(&wrapper.page_type))?;
        writeln!(out, "# From {} pages.", wrapper.pages)?;
        writeln!(out, "page_type = {}", quoted(&wrapper.page_type))?;
        writeln!(out, "\n[{}.fields]", key(&wrapper.page_type))?;
        for place in wrapper.template.field_places() {
            let field = place.field();
            let (name, kind) = (quoted(&field.name), quoted(&type_of(&field.format)));
            writeln!(out, "# {}", about(&place))?;
            writeln!(out, "{} = {{ name = {name}, type = {kind} }}", key(&place.dotted()))?;
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
    if let Some(example) = field.examples.first() {
        let short: String = example.chars().take(MAX_EXAMPLE).collect();
        let _ = write!(out, "; such as {}", quoted(&short));
    }
    out
}

/// A type with what its values do not tell: `price:CAD`.
fn type_of(format: &Format) -> String {
    let mut out = format.value_type.name().to_owned();
    let mut add = |word: &str| {
        out.push(':');
        out.push_str(word);
    };
    if let Some(currency) = format.currency.filter(|_| format.value_type == ValueType::Price) {
        add(currency.is.code());
    }
    if let Some(order) = format.date_order {
        add(order.is.name());
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
