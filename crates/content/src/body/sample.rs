//! One page with both: what its record has, and its main content.

use super::shingles::Shingles;
use crate::block::Block;
use crate::content::Content;
use rustc_hash::FxHasher;
use sitewrap_model::{Record, Value};
use sitewrap_wrapper::BODY;
use std::collections::BTreeMap;
use std::hash::Hasher;

/// Columns from which a line is running text, not a heading, a label or a cell.
const RUNNING: u32 = 40;

/// Columns of running text from which a page is a written one.
const WRITTEN: u32 = 160;

/// Share of the body's own pieces that main content has to have; else the two speak of different things, and none
/// is known to be right.
pub(super) const AGREED: f64 = 0.85;

/// Share of the pieces of main content below which a body is a fragment of it. Bodies that are whole lack headings
/// and what stands beside the text: a quarter on some sites, and more on short pages.
const FRAGMENT: f64 = 0.5;

/// A line of the main content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) columns: u32,
    pub(super) hash: u64,
    /// Whether it is running text that the record's own body does not say.
    pub(super) is_lacking: bool,
}

/// What of a page tells whether its main content is the better body.
#[derive(Clone, Debug, Default)]
pub struct BodySample {
    pub(super) lines: Vec<Line>,
    /// Columns of its running text.
    pub(super) running: u32,
    /// Whether the record has a body of its own.
    pub(super) has_body: bool,
    /// Pieces of its own body, and how many of them the main content has.
    pub(super) pieces: (u32, u32),
    /// Pieces of the main content …
    content_pieces: u32,
    /// … and those that no other field says.
    unsaid_pieces: u32,
    /// Columns of running text that each other single value of the record says.
    pub(super) values: BTreeMap<String, u32>,
    /// The same of each list of records.
    pub(super) lists: BTreeMap<String, u32>,
}

impl BodySample {
    /// What a page with this record and this main content tells.
    ///
    /// # Complexity
    /// Linear in the text of the record and, for each field of it, of the content.
    pub fn of(record: &Record, content: &Content<'_>) -> Self {
        Self::of_field(BODY, record, content)
    }

    /// As [`BodySample::of`], of a body of another name.
    fn of_field(name: &str, record: &Record, content: &Content<'_>) -> Self {
        let own = record.get(name).map(pieces);
        let others = record.iter().filter(|(other, _)| *other != name);
        let others: Vec<(&str, bool, Shingles)> =
            others.map(|(name, value)| (name, is_list_of_records(value), pieces(value))).collect();
        let mut sample = Self { has_body: own.is_some(), ..Self::default() };
        let own = own.unwrap_or_default();
        let mut unsaid = Vec::new();
        for (block, text) in content.kept_blocks() {
            let (columns, is_running) = (block.columns(), is_running(block));
            let is_lacking = is_running && !own.say(text);
            let mut hasher = FxHasher::default();
            hasher.write(text.as_bytes());
            sample.lines.push(Line { columns, hash: hasher.finish(), is_lacking });
            sample.running += if is_running { columns } else { 0 };
            let said_by: Vec<_> = others.iter().filter(|(.., it)| it.say(text)).collect();
            if said_by.is_empty() {
                unsaid.push(text);
            }
            for (name, is_list, _) in said_by.into_iter().filter(|_| is_running) {
                let of = if *is_list { &mut sample.lists } else { &mut sample.values };
                *of.entry((*name).to_owned()).or_default() += columns;
            }
        }
        let of_content = content_pieces(content.kept_blocks().map(|(_, text)| text));
        sample.pieces = own.shared_with(&of_content);
        sample.content_pieces = of_content.len();
        sample.unsaid_pieces = content_pieces(unsaid.into_iter()).len();
        sample
    }

    /// Whether the page is one of written text.
    pub(super) fn is_written(&self) -> bool {
        self.running >= WRITTEN
    }

    /// Whether the page's own body is missing, or a fragment of its main content.
    pub(super) fn is_lacking(&self) -> bool {
        self.lacks(self.content_pieces)
    }

    /// As [`BodySample::is_lacking`], but what other fields say, as they should, makes a short body no fragment.
    fn is_lacking_beside_others(&self) -> bool {
        self.lacks(self.unsaid_pieces)
    }

    fn lacks(&self, content_pieces: u32) -> bool {
        if !self.has_body {
            return self.is_written();
        }
        let (own, shared) = (f64::from(self.pieces.0), f64::from(self.pieces.1));
        shared >= AGREED * own && own < FRAGMENT * f64::from(content_pieces)
    }
}

/// Whether the body of a record, the field of this name, is a fragment of the main content of its page, or missing there.
pub(super) fn lacks_text(name: &str, record: &Record, content: &Content<'_>) -> bool {
    BodySample::of_field(name, record, content).is_lacking_beside_others()
}

/// Whether a line is running text.
fn is_running(block: &Block) -> bool {
    block.columns() >= RUNNING && 2 * block.linked < block.columns()
}

/// The pieces of lines of main content, which are one text in a record.
fn content_pieces<'c>(lines: impl Iterator<Item = &'c str>) -> Shingles {
    let mut pieces = Shingles::default();
    pieces.add(&lines.collect::<Vec<_>>().concat());
    pieces
}

/// The pieces of all texts of a value.
fn pieces(value: &Value) -> Shingles {
    let mut pieces = Shingles::default();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Text(text) => pieces.add(text),
            Value::List(items) => open.extend(items),
            Value::Record(record) => open.extend(record.iter().map(|(_, value)| value)),
            Value::Typed(_) => {}
        }
    }
    pieces
}

fn is_list_of_records(value: &Value) -> bool {
    let Value::List(items) = value else { return false };
    items.iter().any(|item| matches!(item, Value::Record(_)))
}
