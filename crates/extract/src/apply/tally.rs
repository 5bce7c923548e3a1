//! What applying a template to a page gave, and what of both was matched.

use crate::record::sources::{Sheet, Sources};
use sitewrap_model::Record;

/// What applying a template to a page gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Applied {
    /// The record; empty where nothing was found.
    pub record: Record,
    /// How well the page fits, 0..=1: the share of nodes matched, of page and template together.
    pub fit: f64,
    /// Required nodes that the page lacks, as paths of labels; only the first few.
    pub missing: Vec<String>,
    /// Short texts that all pages of the type have alike and this page has otherwise.
    pub contradicted: usize,
    /// Where the values of the record stand, if that was asked for.
    pub sources: Option<Sources>,
    /// What became of the page's text.
    pub text: TextShares,
}

/// What became of a page's text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextShares {
    /// In fields.
    pub told: usize,
    /// Varies, and is no content of the page.
    pub passed: usize,
    /// No node of the template.
    pub lost: usize,
    /// In fields, but in tables or repeated blocks within one value; counted by
    /// [`Compiled::apply_counted`](crate::Compiled::apply_counted) only.
    pub swallowed: usize,
}

/// Missing nodes that are named in [`Applied::missing`].
const MAX_MISSING_NAMED: usize = 8;

/// What was matched and what was not, in nodes.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) matched: usize,
    pub(crate) unmatched: usize,
    pub(crate) contradicted: usize,
    pub(crate) text: TextShares,
    missing: usize,
    missing_named: Vec<String>,
}

impl Tally {
    /// Counts nodes of the page that the template lacks, and their text.
    pub(crate) fn lose(&mut self, nodes: usize, bytes: usize) {
        self.unmatched += nodes;
        self.text.lost += bytes;
    }

    /// Counts a required node that the page lacks.
    pub(crate) fn miss(&mut self, name: String) {
        self.missing += 1;
        if self.missing_named.len() < MAX_MISSING_NAMED {
            self.missing_named.push(name);
        }
    }

    /// The result for a page with this record.
    pub(crate) fn applied(self, sheet: Sheet) -> Applied {
        let matched = 2 * self.matched;
        let all = matched + self.unmatched + self.missing;
        let fit = if all == 0 { 0.0 } else { matched as f64 / all as f64 };
        let Sheet { record, sources } = sheet;
        let Self { contradicted, missing_named: missing, text, .. } = self;
        Applied { record, fit, missing, contradicted, sources, text }
    }
}
