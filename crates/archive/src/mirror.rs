//! Pages from the copy of a site in a folder, as `wget --mirror` makes it.

use crate::content::looks_like_html;
use crate::error::SourceError;
use crate::files::{head, is_index, read_body};
use sitewrap_model::Page;
use std::fs;
use std::path::{Path, PathBuf};
use url::Url;

/// Extensions of HTML files; a file with another one is looked into.
const HTML_EXTENSIONS: [&str; 4] = ["html", "htm", "xhtml", "shtml"];

/// Pages from a folder whose paths are those of a site, in the order of the paths.
///
/// A page's URL is the base URL with the file's path: `index.html` stands for its folder, and
/// what follows a `?` in a file's name is the query (there an `.html` at the end is left off, since
/// wget adds it). Hidden files, links and files that are not HTML are passed over.
pub struct Mirror {
    base_url: Url,
    /// The folders that are being read, outermost first: what is left of each, last first.
    open: Vec<Vec<Entry>>,
    /// The folders and files from the top to the one that is being read.
    names: Vec<String>,
}

/// A file or a folder that is still to be read.
struct Entry {
    path: PathBuf,
    name: String,
    is_folder: bool,
}

impl Mirror {
    /// Pages from `folder`, which holds what is at `base_url`.
    ///
    /// # Errors
    /// If the folder cannot be read, or the URL is one without a path.
    pub fn open(folder: &Path, base_url: &Url) -> Result<Self, SourceError> {
        if base_url.cannot_be_a_base() {
            return Err(SourceError::BadBaseUrl(base_url.to_string()));
        }
        let mut base_url = base_url.clone();
        base_url.set_query(None);
        base_url.set_fragment(None);
        Ok(Self { base_url, open: vec![entries(folder)?], names: Vec::new() })
    }

    /// The page in a file; `None` if it is none.
    fn page(&self, path: &Path, name: &str) -> Result<Option<Page>, SourceError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        // wget keeps the original of a page whose links it converted as `.orig`.
        let is_html = HTML_EXTENSIONS.contains(&extension.as_str())
            || (extension != "orig" && looks_like_html(&head(path)?));
        if !is_html {
            return Ok(None);
        }
        Ok(Some(Page::imported(self.url(name), read_body(path)?)))
    }

    /// The URL of the file with this name in the folder that is being read.
    fn url(&self, name: &str) -> String {
        let (name, query) = match name.split_once('?') {
            Some((name, query)) => (name, Some(query.strip_suffix(".html").unwrap_or(query))),
            None => (name, None),
        };
        let mut url = self.base_url.clone();
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(&self.names);
            segments.push(if is_index(name) { "" } else { name });
        }
        url.set_query(query);
        url.into()
    }
}

impl Iterator for Mirror {
    type Item = Result<Page, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some(entry) = self.open.last_mut()?.pop() else {
                self.open.pop();
                self.names.pop();
                continue;
            };
            if entry.is_folder {
                match entries(&entry.path) {
                    Ok(entries) => self.open.push(entries),
                    Err(error) => return Some(Err(error)),
                }
                self.names.push(entry.name);
                continue;
            }
            match self.page(&entry.path, &entry.name) {
                Ok(None) => {}
                Ok(Some(page)) => return Some(Ok(page)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// The files and folders in a folder, in falling order of their names.
fn entries(folder: &Path) -> Result<Vec<Entry>, SourceError> {
    let failed = |error| SourceError::io(folder, &error);
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let kind = entry.file_type().map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && (kind.is_dir() || kind.is_file()) {
            entries.push(Entry { path: entry.path(), name, is_folder: kind.is_dir() });
        }
    }
    entries.sort_by(|a, b| b.name.cmp(&a.name));
    Ok(entries)
}
