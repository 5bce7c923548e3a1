//! The folder of Parquet files: all of an extraction or none.

use super::parquet_files::write_file;
use super::row::Row;
use super::shape::{Columns, Names};
use crate::output::part::Part;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Writes a file for each page type, from its `rows`, into the folder `path`, which is made if it
/// is not there: all of them or, on an error, none. Files of earlier runs are replaced, also those of
/// page types that are no more; what others have put there stays.
pub(super) fn write<R: Iterator<Item = io::Result<Row>>>(
    path: &Path,
    columns: &BTreeMap<String, Columns>,
    mut rows: impl FnMut(&str) -> io::Result<R>,
) -> io::Result<()> {
    let is_new = !path.exists();
    fs::create_dir_all(path)?;
    let written = write_parts(path, columns, &mut rows);
    if is_new && written.is_err() {
        // Fails, and rightly, where there is something in it.
        let _ = fs::remove_dir(path);
    }
    let parts = written?;
    let files: BTreeSet<PathBuf> = parts.iter().map(|(file, _)| file.clone()).collect();
    // All that takes time comes first: a kill in the midst of the renames would leave files of two
    // extractions, each of them whole.
    parts.iter().try_for_each(|(_, part)| part.sync())?;
    parts.into_iter().try_for_each(|(_, part)| part.put_in_place())?;
    remove_stale(path, &files)
}

/// The file of each page type, with its place.
fn write_parts<R: Iterator<Item = io::Result<Row>>>(
    path: &Path,
    columns: &BTreeMap<String, Columns>,
    rows: &mut impl FnMut(&str) -> io::Result<R>,
) -> io::Result<Vec<(PathBuf, Part)>> {
    let mut parts = Vec::with_capacity(columns.len());
    let mut names = Names::taken(&[]);
    for (page_type, columns) in columns {
        // A page type that was renamed by its user may hold any character.
        let name = page_type.replace(['/', '\\', ':'], "_");
        let file = path.join(format!("{}.parquet", names.free(&name)));
        let part = Part::new(&file)?;
        write_file(part.handle()?, columns, rows(page_type)?)?;
        parts.push((file, part));
    }
    Ok(parts)
}

/// Removes the Parquet files of a folder that an earlier run has written, but for these.
fn remove_stale(folder: &Path, files: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_parquet = path.extension().is_some_and(|ending| ending == "parquet");
        if is_parquet && !files.contains(&path) && is_ours(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// Whether a file is one that we have written.
fn is_ours(path: &Path) -> bool {
    let reader = File::open(path).ok().and_then(|file| SerializedFileReader::new(file).ok());
    reader.is_some_and(|reader| {
        let creator = reader.metadata().file_metadata().created_by();
        creator.is_some_and(|creator| creator.starts_with("sitewrap "))
    })
}
