//! Files that have their name only when they are whole.
//!
//! A file is written under a hidden name beside its place and moved there at the end. So whatever
//! ends the process on the way, a full disk or a kill, leaves what was there before. What a killed
//! process leaves behind is removed by the next one that writes into the folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What the hidden names begin and end with.
const PREFIX: &str = ".sitewrap-";
const SUFFIX: &str = ".part";

/// A file that is being written. It is gone if it is dropped before it is put in its place.
pub(crate) struct Part {
    file: NamedTempFile,
    target: PathBuf,
}

impl Part {
    /// Begins the file that will be at `target`. Where there is one already its permissions hold for
    /// the new one; where there is a link, what it leads to is replaced.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub(super) fn new(target: &Path) -> io::Result<Self> {
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let folder = folder_of(&target);
        sweep(folder);
        let file = loop {
            let file = unnamed_file(folder)?;
            // Some file systems know no locks; there nothing is swept either.
            let _ = file.as_file().lock();
            // One that swept the folder before the lock was there has removed the file.
            if file.path().exists() {
                break file;
            }
        };
        if let Ok(known) = fs::metadata(&target) {
            file.as_file().set_permissions(known.permissions())?;
        }
        Ok(Self { file, target })
    }

    /// Where the file is until it is put in its place.
    #[cfg(feature = "sqlite")]
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Another handle of the file.
    #[cfg(feature = "parquet")]
    pub(super) fn handle(&self) -> io::Result<File> {
        self.file.reopen()
    }

    /// Brings what was written to the disk; else a loss of power could leave the name with nothing behind it.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.as_file().sync_all()
    }

    /// Puts the file in its place, and with it what its writer has written.
    pub(super) fn put_in_place(self) -> io::Result<()> {
        self.sync()?;
        self.file.persist(&self.target).map_err(|error| error.error)?;
        Ok(())
    }
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn unnamed_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // As files are made: what the user's mask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder)
}

/// Removes what processes that were killed have left in a folder: the files that nobody holds a lock
/// on. What cannot be removed stays, as it harms nothing.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_part = name.starts_with(PREFIX) && name.ends_with(SUFFIX);
        if !is_part || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let Ok(file) = OpenOptions::new().write(true).open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file that output goes to: whole or not at all, but for pipes and devices, which get it as it
/// comes.
pub(crate) enum OutputFile {
    Whole(Part),
    Stream(File),
}

impl OutputFile {
    /// Begins the output to a path.
    ///
    /// # Errors
    /// If there is a folder of that name, or the place cannot be written.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(known) if known.is_dir() => Err(io::Error::other("it is a folder; name a file")),
            Ok(known) if !known.is_file() => {
                OpenOptions::new().write(true).open(path).map(Self::Stream)
            }
            _ if !folder_of(path).is_dir() => Err(io::Error::other("its folder is not there")),
            _ => Part::new(path).map(Self::Whole),
        }
    }

    /// Ends the output: the file is in its place now.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Whole(part) => part.put_in_place(),
            Self::Stream(mut file) => file.flush(),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Whole(part) => part.file.write(bytes),
            Self::Stream(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Whole(part) => part.file.flush(),
            Self::Stream(file) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_is_dropped_leaves_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "old").unwrap();
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["out"]);
    }

    #[test]
    fn what_a_dead_process_left_is_swept_and_what_a_living_one_writes_is_not() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".sitewrap-dead00.part"), "half").unwrap();
        fs::write(folder.path().join(".sitewrap-mine"), "a user's").unwrap();
        let living = Part::new(&folder.path().join("one")).unwrap();
        let other = Part::new(&folder.path().join("two")).unwrap();
        living.put_in_place().unwrap();
        other.put_in_place().unwrap();
        assert_eq!(names(folder.path()), [".sitewrap-mine", "one", "two"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_stays_private_and_a_link_a_link() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("private"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        let mut file = OutputFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
