//! Reading files within bounds.

use crate::error::SourceError;
use sitewrap_model::Page;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use url::Url;

/// The largest body that a source gives, in bytes; a page above it is an error. A limit is needed
/// because a few bytes of a compressed file can stand for gigabytes.
pub const MAX_BODY_BYTES: usize = 64 << 20;

/// Bytes at the start of a file by which its kind is told.
pub(crate) const HEAD_BYTES: usize = 4096;

/// Opens a file for reading. A pipe or a device is refused: opening it may wait for ever, and what a
/// manifest or a mirrored site names is no choice of the user's.
pub(crate) fn open(path: &Path) -> Result<File, SourceError> {
    let metadata = fs::metadata(path).map_err(|error| SourceError::io(path, &error))?;
    if !metadata.is_file() {
        let problem = "is not a file; pages come from a pipe as JSON lines, by -";
        return Err(SourceError::file(path, problem));
    }
    File::open(path).map_err(|error| SourceError::io(path, &error))
}

/// The beginning of a file.
pub(crate) fn head(path: &Path) -> Result<Vec<u8>, SourceError> {
    let mut head = Vec::new();
    open(path)?
        .take(HEAD_BYTES as u64)
        .read_to_end(&mut head)
        .map_err(|error| SourceError::io(path, &error))?;
    Ok(head)
}

/// All bytes of a reader; `None` if there are more than a body may have.
pub(crate) fn read_bounded(reader: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(MAX_BODY_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= MAX_BODY_BYTES).then_some(bytes))
}

/// What is wrong with a body that is larger than a body may be.
pub(crate) fn too_large() -> String {
    format!("the page is larger than {} MB", MAX_BODY_BYTES >> 20)
}

/// The body in a file.
pub(crate) fn read_body(path: &Path) -> Result<Vec<u8>, SourceError> {
    read_bounded(open(path)?)
        .map_err(|error| SourceError::io(path, &error))?
        .ok_or_else(|| SourceError::file(path, too_large()))
}

/// The page that a single HTML file is; see [`open_source`](crate::open_source) for its address.
pub(crate) fn single(path: &Path, base_url: Option<&Url>) -> Result<Page, SourceError> {
    let url = match base_url {
        Some(base) if base.path().ends_with('/') => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let mut url = base.clone();
            if let (Ok(mut segments), false) = (url.path_segments_mut(), is_index(&name)) {
                segments.pop_if_empty().push(&name);
            }
            url
        }
        Some(base) => base.clone(),
        None => {
            let absolute = path.canonicalize().map_err(|error| SourceError::io(path, &error))?;
            Url::from_file_path(absolute)
                .map_err(|()| SourceError::file(path, "has no address; give its base URL"))?
        }
    };
    Ok(Page::imported(url.into(), read_body(path)?))
}

/// Whether a file of this name is what a server gives for its folder's address.
pub(crate) fn is_index(name: &str) -> bool {
    ["index.html", "index.htm", "index.xhtml"].iter().any(|index| name.eq_ignore_ascii_case(index))
}

/// The path of `file` in `folder`, if it lies in it: what a manifest names must not reach other
/// files of the machine, be it by `..` or through a link.
pub(crate) fn inside(folder: &Path, file: &Path) -> Result<PathBuf, String> {
    let stays = file
        .components()
        .all(|component| matches!(component, Component::Normal(_) | Component::CurDir));
    if !stays {
        return Err(format!("the file {} is not below the manifest's folder", file.display()));
    }
    let path = folder.join(file);
    let real = |path: &Path| {
        path.canonicalize().map_err(|error| format!("the file {}: {error}", path.display()))
    };
    if real(&path)?.starts_with(real(folder)?) {
        Ok(path)
    } else {
        Err(format!("the file {} links to outside the manifest's folder", file.display()))
    }
}
