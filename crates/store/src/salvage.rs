//! Pages out of the files of values, without the database that tells where they are.
//!
//! Each block of pages names the places and checksums of their bodies. Where the database is lost, the
//! blocks are still found, as compressed frames behind their length, and by them the bodies. A page is
//! given only if its body has the checksum that its block states.

use crate::error::StoreError;
use crate::row;
use crate::rows::PageRow;
use crate::values::{FOLDER, Values};
use sitewrap_model::{Page, PageId};
use std::collections::BTreeMap;
use std::collections::btree_map::IntoIter;
use std::fs;
use std::path::Path;
use zstd::zstd_safe::find_frame_compressed_size;

/// What a compressed frame begins with.
const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The longest block that is unpacked; 16 pages have far shorter ones.
const LONGEST: u64 = 64 << 20;

/// What is left of the pages of a store.
pub struct Salvage {
    values: Values,
    /// The latest that is known of each page, by URL.
    pages: IntoIter<String, PageRow>,
}

impl Salvage {
    /// Looks through the files of the store in a folder, and changes nothing there.
    ///
    /// # Errors
    /// If the files cannot be read.
    pub fn of(dir: &Path) -> Result<Self, StoreError> {
        let failed = |error| StoreError::io(dir, error);
        let mut files = Vec::new();
        for entry in fs::read_dir(dir.join(FOLDER)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let number = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
            files.extend(number.map(|number| (number, entry.path())));
        }
        // In the order in which they were written: what stands later is newer.
        files.sort();
        let mut pages = BTreeMap::new();
        for (_, path) in files {
            let bytes = fs::read(path).map_err(failed)?;
            blocks(&bytes, &mut pages);
        }
        Ok(Self { values: Values::read_only(dir), pages: pages.into_iter() })
    }

    /// Whether a folder is that of a store, whole or not.
    pub fn is_store(dir: &Path) -> bool {
        dir.join("db").is_file() && dir.join(FOLDER).is_dir()
    }
}

impl Iterator for Salvage {
    /// A page, or the URL of one whose body is damaged.
    type Item = Result<Page, String>;

    fn next(&mut self) -> Option<Self::Item> {
        let (url, row) = self.pages.next()?;
        let lost = |_: &str| StoreError::Missing(url.clone().into());
        let body = self.values.read(row.body, lost).ok();
        let body = body.and_then(|packed| row::decompress(&packed, row.body_len).ok());
        Some(body.map(|body| row.into_meta(PageId(0)).with_body(body)).ok_or(url))
    }
}

/// Adds what the blocks in a file say of their pages; later ones replace earlier ones.
fn blocks(bytes: &[u8], pages: &mut BTreeMap<String, PageRow>) {
    let starts = bytes.windows(FRAME.len()).enumerate().filter(|(_, four)| *four == FRAME);
    for (at, _) in starts {
        let Some(length) = at.checked_sub(8).and_then(|from| bytes[from..at].first_chunk()) else {
            continue;
        };
        let length = u64::from_le_bytes(*length);
        let Ok(size) = find_frame_compressed_size(&bytes[at..]) else { continue };
        if length > LONGEST {
            continue;
        }
        let Ok(block) = row::decompress(&bytes[at..at + size], length) else { continue };
        let Ok(rows) = postcard::from_bytes::<Vec<&[u8]>>(&block) else { continue };
        for row in rows {
            // What is no row of a page either cannot be decoded or names a body that is not there.
            let Ok(row) = postcard::from_bytes::<PageRow>(row) else { continue };
            let older = pages.get(&row.url).is_some_and(|known| known.is_newer_than(&row));
            if !older {
                pages.insert(row.url.clone(), row);
            }
        }
    }
}
