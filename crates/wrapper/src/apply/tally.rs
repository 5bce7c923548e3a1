//! What applying a template to a page gave, and what of both was matched.

use crate::parameters::book;
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
    /// Share of the text of the page that nothing in the template is like, 0..=1.
    pub unexplained: f64,
    /// Where the values of the record stand, if that was asked for.
    pub sources: Option<Sources>,
}

/// What was matched and what was not, in nodes and in bytes of text.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) matched: usize,
    pub(crate) unmatched: usize,
    /// Text of the page, and of its nodes that were not matched.
    pub(crate) text: usize,
    pub(crate) unmatched_text: usize,
    pub(crate) contradicted: usize,
    missing: usize,
    missing_named: Vec<String>,
}

impl Tally {
    /// Counts a required node that the page lacks; `name` tells how it is called.
    pub(crate) fn miss(&mut self, name: impl FnOnce() -> String) {
        self.missing += 1;
        if self.missing_named.len() < book().names_told {
            self.missing_named.push(name());
        }
    }

    /// The result for a page with this record.
    pub(crate) fn applied(self, sheet: Sheet) -> Applied {
        let matched = 2 * self.matched;
        let all = matched + self.unmatched + self.missing;
        let fit = if all == 0 { 0.0 } else { matched as f64 / all as f64 };
        let Sheet { record, sources } = sheet;
        let unexplained = self.unmatched_text as f64 / self.text.max(1) as f64;
        let Self { contradicted, missing_named: missing, .. } = self;
        Applied { record, fit, missing, contradicted, unexplained, sources }
    }
}
