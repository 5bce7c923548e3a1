//! Room that is kept so that a store can be opened on a full disk.
//!
//! To open its log, sled fills the segment in which the log ends with zeros, and writes a summary of
//! it. Where the disk has no room for that, a store could not even be read. So a file as long as both
//! lies beside the log, and gives way when it is needed.

use std::fs;
use std::io;
use std::path::Path;

/// The file.
pub(crate) const FILE: &str = "reserve";
/// Its length in bytes: a segment of sled takes a sixteenth of it, the summary of 100,000 pages less than
/// the rest.
const LENGTH: usize = 1 << 20;

/// Keeps room in a store's folder, unless it is kept already.
pub(crate) fn keep(dir: &Path) -> io::Result<()> {
    let file = dir.join(FILE);
    if fs::metadata(&file).is_ok_and(|known| known.len() == LENGTH as u64) {
        return Ok(());
    }
    fs::write(&file, noise()).inspect_err(|_| drop(fs::remove_file(&file)))
}

/// Gives the room free; whether there was any.
pub(crate) fn release(dir: &Path) -> bool {
    fs::remove_file(dir.join(FILE)).is_ok()
}

/// Bytes that take their room on any disk: a file of zeros takes none where files are compressed.
fn noise() -> Vec<u8> {
    let mut state = 1_u64;
    let word = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    std::iter::repeat_with(word).take(LENGTH / 8).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_kept_given_free_and_kept_anew() {
        let dir = tempfile::tempdir().unwrap();
        assert!(!release(dir.path()));
        fs::write(dir.path().join(FILE), "cut short").unwrap();
        for _ in 0..2 {
            keep(dir.path()).unwrap();
            assert_eq!(fs::metadata(dir.path().join(FILE)).unwrap().len(), LENGTH as u64);
        }
        assert!(release(dir.path()) && !dir.path().join(FILE).exists());
        assert!(keep(&dir.path().join("none")).is_err());
    }
}
