//! What was learnt, in a few lines: page types, how good they are, and a sample of each.

use crate::output::Table;
use sitewrap_wrapper::{FieldPlace, Wrapper, WrapperSet};

/// Page types shown, and characters of the sample of each.
const SHOWN_TYPES: usize = 20;
const SAMPLE: usize = 72;
/// Characters of one value in a sample.
const VALUE: usize = 24;

/// A wrapper set below this quality is told to be looked at.
const DOUBTFUL: f32 = 0.4;

/// The page types with the number of their pages and core fields, their quality and some values.
pub(crate) fn summary(wrappers: &WrapperSet) -> String {
    let mut table = Table::new(&["page type", "pages", "fields", "quality", "for example"]);
    for wrapper in wrappers.wrappers.iter().take(SHOWN_TYPES) {
        let quality = wrapper.quality.as_ref().map(|quality| format!("{:.2}", quality.score));
        table.row(vec![
            wrapper.page_type.clone(),
            wrapper.pages.to_string(),
            wrapper.count_fields().0.to_string(),
            quality.unwrap_or_else(|| "-".to_owned()),
            sample(wrapper),
        ]);
    }
    let mut out = table.to_string();
    if wrappers.wrappers.len() > SHOWN_TYPES {
        let more = wrappers.wrappers.len() - SHOWN_TYPES;
        out.push_str(&format!("… and {more} more; `sitewrap wrappers list` shows all\n"));
    }
    if let Some(quality) = wrappers.quality() {
        out.push_str(&format!("quality of all: {quality:.2}"));
        if quality < DOUBTFUL {
            out.push_str("; doubtful, look at records before you use them");
        }
        out.push_str(" (`sitewrap wrappers list` says why)");
    }
    out
}

/// Values of the first core fields, as far as they fit.
fn sample(wrapper: &Wrapper) -> String {
    let places = wrapper.template.field_places();
    let is_plain = |place: &&FieldPlace<'_>| place.path.len() == 1 && place.field().is_core();
    let mut out = String::new();
    let mut seen: Vec<&str> = Vec::new();
    for field in places.iter().filter(is_plain).map(FieldPlace::field) {
        if seen.contains(&&*field.name) {
            continue;
        }
        seen.push(&field.name);
        let Some(example) = field.examples.first() else { continue };
        let value: String = example.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = value.chars().take(VALUE).collect();
        let part = format!("{}{}: {short}", if out.is_empty() { "" } else { ", " }, field.name);
        if out.chars().count() + part.chars().count() > SAMPLE {
            break;
        }
        out.push_str(&part);
    }
    out
}
