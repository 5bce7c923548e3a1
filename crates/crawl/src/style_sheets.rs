//! The style sheets of a site: which are to be fetched, and in which order.

mod import;

pub(crate) use import::{imports, with_imports};

use std::collections::HashSet;
use url::Url;

/// Style sheets that a crawl stores at most.
pub const STYLE_SHEETS: usize = 64;

/// Bytes of a style sheet that is stored, with what it imports; a larger one is left out.
pub const STYLE_SHEET_BYTES: usize = 512 << 10;

/// Bytes of all style sheets of a crawl together.
pub const STYLE_SHEETS_BYTES: usize = 8 << 20;

/// What the names begin with under which the journal keeps style sheets in its state, before their
/// addresses. One that cannot be had is empty.
pub const STYLE_SHEET_STATE: &str = "style-sheet:";

/// The name under which the journal keeps the addresses of all style sheets, one a line.
pub(crate) const NAMES_STATE: &str = "style-sheets";

/// Style sheets that are known of at most.
const NAMES: usize = 256;

/// Requests for style sheets and what they import, redirects left out, that a crawl makes at most.
pub const STYLE_SHEET_REQUESTS: usize = 2 * STYLE_SHEETS;

/// Requests in a row that come to nothing for now, after which a crawl asks for no more style sheets: each may
/// take a minute, and the pages wait meanwhile.
pub const STYLE_SHEET_FAILURES: usize = 3;

/// The style sheets that the pages of a crawl have named, in that order.
#[derive(Debug, Default)]
pub(crate) struct StyleSheets {
    names: Vec<Url>,
    seen: HashSet<Url>,
    /// How many of the names were seen to.
    done: usize,
    kept: usize,
    missing: usize,
    bytes: usize,
    requests: usize,
    /// In a row.
    failures: usize,
    /// Whether one was left out for a bound.
    is_cut: bool,
}

impl StyleSheets {
    /// Notes a style sheet; gives whether it is new.
    pub(crate) fn add(&mut self, url: Url) -> bool {
        if self.seen.contains(&url) {
            return false;
        }
        if self.names.len() >= NAMES {
            self.is_cut = true;
            return false;
        }
        self.seen.insert(url.clone());
        self.names.push(url);
        true
    }

    /// The addresses, as the journal keeps them.
    pub(crate) fn names(&self) -> Vec<u8> {
        let names: Vec<&str> = self.names.iter().map(Url::as_str).collect();
        names.join("\n").into_bytes()
    }

    /// The next one to be seen to; `None` if there is none, or as many are kept as may be.
    pub(crate) fn take(&mut self) -> Option<Url> {
        let url = self.names.get(self.done)?;
        if self.failures >= STYLE_SHEET_FAILURES {
            return None;
        }
        if self.kept >= STYLE_SHEETS
            || self.bytes >= STYLE_SHEETS_BYTES
            || self.requests >= STYLE_SHEET_REQUESTS
        {
            self.is_cut = true;
            return None;
        }
        self.done += 1;
        Some(url.clone())
    }

    /// Whether one more request may be made, which is counted then.
    pub(crate) fn may_ask(&mut self) -> bool {
        let may = self.requests < STYLE_SHEET_REQUESTS && self.failures < STYLE_SHEET_FAILURES;
        self.requests += usize::from(may);
        may
    }

    /// Counts whether a request came to nothing for now.
    pub(crate) fn answered(&mut self, failed: bool) {
        self.failures = if failed { self.failures + 1 } else { 0 };
    }

    /// Counts one that is kept. Of one that would be too much nothing is, and it gives `false`.
    pub(crate) fn keep(&mut self, bytes: usize) -> bool {
        if bytes > STYLE_SHEET_BYTES || self.bytes + bytes > STYLE_SHEETS_BYTES {
            self.is_cut = true;
            return false;
        }
        self.kept += 1;
        self.bytes += bytes;
        true
    }

    /// Counts one that could not be had.
    pub(crate) fn miss(&mut self) {
        self.missing += 1;
    }

    /// What the user should know of them: how many are kept, and how many could not be had.
    pub(crate) fn notice(&self) -> Option<String> {
        let sheets = if self.kept == 1 { "style sheet is" } else { "style sheets are" };
        let kept = format!(
            "{} {sheets} stored beside the pages, {} KB",
            self.kept,
            self.bytes.div_ceil(1024)
        );
        match self.missing {
            0 => (self.kept > 0).then_some(kept),
            missing => Some(format!("{kept}; {missing} could not be had")),
        }
    }

    /// Whether one was left out for a bound.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_bounded_and_end_where_nothing_comes() {
        let mut sheets = StyleSheets::default();
        assert_eq!(
            (0..2 * STYLE_SHEET_REQUESTS).filter(|_| sheets.may_ask()).count(),
            STYLE_SHEET_REQUESTS
        );
        let mut sheets = StyleSheets::default();
        (0..STYLE_SHEET_FAILURES - 1).for_each(|_| sheets.answered(true));
        assert!(sheets.may_ask());
        sheets.answered(true);
        assert!(!sheets.may_ask());
    }

    #[test]
    fn style_sheets_come_once_each_and_within_their_bounds() {
        let url = |n: usize| Url::parse(&format!("http://a.example/{n}.css")).unwrap();
        let mut sheets = StyleSheets::default();
        assert!(sheets.add(url(0)) && !sheets.add(url(0)));
        (1..NAMES + 5).for_each(|n| _ = sheets.add(url(n)));
        assert!(sheets.is_cut() && sheets.names().split(|byte| *byte == b'\n').count() == NAMES);
        assert!(!sheets.keep(STYLE_SHEET_BYTES + 1));
        let taken = std::iter::from_fn(|| sheets.take().filter(|_| sheets.keep(10)));
        assert_eq!(taken.count(), STYLE_SHEETS);
        sheets.miss();
        let told = "64 style sheets are stored beside the pages, 1 KB; 1 could not be had";
        assert_eq!(sheets.notice().as_deref(), Some(told));
    }
}
