//! Where output may go: not over what the command reads.

use crate::exit::UsageError;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Forms of output, by the endings of their names. In a folder of input a file of another kind is
/// taken for a page.
const OUTPUTS: [&str; 8] = ["jsonl", "json", "csv", "db", "sqlite", "sqlite3", "parquet", "txt"];
/// The file of a folder of input that names its pages, whatever its ending.
const MANIFEST: &str = "pages.jsonl";

/// Refuses a file or folder for output that is, or lies in, the store, or is one of the inputs.
pub(super) fn check(output: &Path, store: &Path, inputs: &[&Path]) -> Result<(), UsageError> {
    if real(output).starts_with(real(store)) {
        let problem = "lies in the folder of the store, and would damage it; name another place";
        return Err(UsageError(format!("{} {problem}", output.display())));
    }
    check_inputs(output, inputs)
}

/// Refuses a file or folder for output that is one of the inputs.
pub(super) fn check_inputs(output: &Path, inputs: &[&Path]) -> Result<(), UsageError> {
    let place = real(output);
    let is_read = |input: &&&Path| {
        let input = real(input);
        place == input || place.is_file() && place.starts_with(&input) && is_page(&place)
    };
    match inputs.iter().find(is_read) {
        None => Ok(()),
        Some(input) => Err(UsageError(format!(
            "{} would replace what is read from {}; name another file",
            output.display(),
            input.display()
        ))),
    }
}

/// Whether a file in a folder of input may be one of its pages.
fn is_page(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    path.file_name() == Some(OsStr::new(MANIFEST)) || !OUTPUTS.contains(&ending)
}

/// A path without links, also one of which only the beginning is there.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for known in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (known.canonicalize(), path.strip_prefix(known)) {
            // Joining nothing would add a slash.
            return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
        }
    }
    path
}
