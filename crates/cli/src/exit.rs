//! Exit codes, as `sitewrap --help` documents them.

use crate::advice;
use crate::output::ReaderGone;
use sitewrap_crawl::CrawlError;
use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// Exit code after Ctrl-C, as shells give it.
pub(crate) const INTERRUPTED: u8 = 130;

/// How a command ended, short of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It did what was asked.
    Done,
    /// There was nothing to work on, or no wrapper fits any page.
    NothingFound,
    /// It did what was asked, but for pages that could not be read.
    Partly,
    /// Ctrl-C; what was done is kept.
    Interrupted,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        ExitCode::from(match outcome {
            Outcome::Done => 0,
            Outcome::NothingFound => 3,
            Outcome::Partly => 4,
            Outcome::Interrupted => INTERRUPTED,
        })
    }
}

impl Outcome {
    /// Done, but for so many pages.
    pub(crate) fn without(pages: usize) -> Self {
        if pages > 0 { Self::Partly } else { Self::Done }
    }
}

/// A command line that is well formed but makes no sense.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UsageError {}

/// The exit code for an error, and whether it is worth a message: 2 for usage; 0 and silence where
/// the reader of the output has gone (`| head`); else 1.
pub(crate) fn code_of(error: &anyhow::Error) -> (ExitCode, bool) {
    if error.chain().any(is_reader_gone) {
        (ExitCode::SUCCESS, false)
    } else if error.is::<UsageError>() || is_bad_pattern(error) {
        (ExitCode::from(2), true)
    } else {
        (ExitCode::from(1), true)
    }
}

/// Patterns are read by the crawl, but written on the command line.
fn is_bad_pattern(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(CrawlError::Pattern { .. }))
}

fn is_reader_gone(error: &(dyn Error + 'static)) -> bool {
    let inner = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
    inner.is_some_and(<dyn Error + Send + Sync>::is::<ReaderGone>)
}

/// An error with its causes and what helps against it, on one line. A cause that its error has told already
/// is left out.
pub(crate) fn one_line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain() {
        let text = cause.to_string();
        if line.contains(&text) {
            continue;
        }
        if !line.is_empty() {
            line.push_str(": ");
        }
        line.push_str(&text.replace('\n', " "));
    }
    if let Some(advice) = advice::against(error) {
        line.push_str("; ");
        line.push_str(&advice);
    }
    line
}
