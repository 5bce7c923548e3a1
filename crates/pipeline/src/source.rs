//! Pages that come one by one, and those that were asked for and could not be had.

use sitewrap_archive::SourceError;
use sitewrap_model::{Page, Reason};

/// A page, or what stands in its place where it could not be had.
pub type InputPage = Result<Page, MissingPage>;

/// A page that was asked for and could not be had. It gets its line all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingPage {
    /// The URL; where that is not known, the file and the place in it.
    pub url: String,
    /// Why there is no page.
    pub reason: Reason,
}

/// A page of a source as input of the stages: an error concerns one page, not the source.
pub fn page_or_missing(page: Result<Page, SourceError>) -> InputPage {
    page.map_err(missing)
}

/// What stands in the place of what could not be read.
pub(crate) fn missing(error: SourceError) -> MissingPage {
    let (url, reason) = match error {
        SourceError::File { path, problem } => (path.display().to_string(), problem),
        SourceError::Line { path, line, problem } => {
            (format!("{}, line {line}", path.display()), problem)
        }
        SourceError::Record { path, record, url, problem } => {
            let place = || format!("{}, record {record}", path.display());
            (url.unwrap_or_else(place), problem)
        }
        other => (String::new(), other.to_string()),
    };
    MissingPage { url, reason: Reason::Other(reason) }
}
