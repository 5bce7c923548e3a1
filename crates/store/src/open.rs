//! Opening a store: its folder, its database, its schema version.

use crate::error::{StoreError, one_line};
use crate::head::Head;
use crate::reserve;
use crate::row;
use crate::table::{SCHEMA_VERSION, Table, Tables, Writes};
use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

/// The key of the schema version in the table `meta`.
const SCHEMA: &[u8] = b"schema";
/// The file that sled keeps its log in: where it is, there is a database.
const LOG: &str = "db";
/// What sled makes before its log, so what a process that was killed then leaves behind.
const BEFORE_LOG: [&str; 2] = ["blobs", "conf"];
/// A file that is made to see whether any can be made.
const PROBE: &str = "probe";
/// The file of the [`Tally`].
const TALLY: &str = "commits";
/// How often, and how far apart, a store that is in use is tried before the user is told: about a
/// second, which is long for sled to let go and short for a person to wait.
const LOCK_TRIES: u32 = 21;
const LOCK_PAUSE: Duration = Duration::from_millis(50);
/// Most memory that sled may use for pages of its trees. Reading goes through the store page by
/// page, so a larger cache gains nothing.
const CACHE_BYTES: u64 = 1 << 20;
/// Bytes of a segment of sled's log, a power of 2 that stays with a database. sled holds one or two of
/// them in memory; the rows of a commit are far smaller.
const SEGMENT: usize = 64 << 10;
/// Those of stores with an earlier schema than the fourth.
const EARLIER_SEGMENT: usize = 512 << 10;

/// Makes the folder of a store, if it is not there, and checks that a store can be in it.
pub(crate) fn make_folder(dir: &Path) -> Result<(), StoreError> {
    if dir.is_file() {
        return Err(StoreError::NotAFolder(dir.to_owned()));
    }
    make_private(dir).map_err(|error| StoreError::io(dir, error))?;
    if dir.join(LOG).exists() {
        return Ok(());
    }
    for entry in fs::read_dir(dir).map_err(|error| StoreError::io(dir, error))? {
        let name = entry.map_err(|error| StoreError::io(dir, error))?.file_name();
        if !BEFORE_LOG.iter().any(|known| name == *known) {
            return Err(StoreError::NotAStore(dir.to_owned()));
        }
    }
    Ok(())
}

/// Makes a folder, for its owner only: pages may be for their reader, cookies always are. One that is
/// there stays as it is.
fn make_private(dir: &Path) -> io::Result<()> {
    if dir.is_dir() {
        return Ok(());
    }
    if let Some(parent) = dir.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

/// Checks that the clock is one that the database can read.
pub(crate) fn check_clock(dir: &Path, now: SystemTime) -> Result<(), StoreError> {
    match now.duration_since(UNIX_EPOCH) {
        Ok(_) => Ok(()),
        Err(_) => Err(StoreError::Clock(dir.to_owned())),
    }
}

/// Whether nothing can be written into the folder of a store.
pub(crate) fn is_read_only(dir: &Path) -> bool {
    let denied = |error: io::Error| {
        matches!(error.kind(), ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied)
    };
    let probe = dir.join(PROBE);
    let made = OpenOptions::new().write(true).create(true).truncate(false).open(&probe);
    let _ = fs::remove_file(&probe);
    let log = OpenOptions::new().write(true).open(dir.join(LOG));
    made.is_err_and(denied) || log.is_err_and(denied)
}

/// A copy of a store's database in a folder that can be written; its values stay where they are.
pub(crate) fn copy_database(dir: &Path) -> io::Result<TempDir> {
    let copy = tempfile::tempdir()?;
    for folder in ["", BEFORE_LOG[0]] {
        let (from, to) = (dir.join(folder), copy.path().join(folder));
        fs::create_dir_all(&to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            if entry.file_type()?.is_file() && entry.file_name() != reserve::FILE {
                fs::copy(entry.path(), to.join(entry.file_name()))?;
            }
        }
    }
    Ok(copy)
}

/// Checks that there is a store in the folder.
pub(crate) fn require_store(dir: &Path) -> Result<(), StoreError> {
    if dir.is_file() {
        Err(StoreError::NotAFolder(dir.to_owned()))
    } else if dir.join(LOG).exists() {
        Ok(())
    } else {
        Err(StoreError::Missing(dir.to_owned()))
    }
}

/// Opens the database in a folder, of the schema that this release knows; a new one is given that
/// schema if `create` says so. `counted` is the number of commits that it ought to know of.
pub(crate) fn tables(dir: &Path, create: bool, counted: u64) -> Result<(Tables, Head), StoreError> {
    let db = database_when_free(dir)?;
    let ours = db.tree_names().iter().any(|name| name == Table::Meta.name().as_bytes());
    if !ours && !Tables::is_new(&db) {
        return Err(StoreError::NotAStore(dir.to_owned()));
    }
    if !ours && counted > 0 {
        return Err(damaged(dir, &format!("nothing is left of its {counted} commits")));
    }
    if !ours && !create {
        return Err(StoreError::Missing(dir.to_owned()));
    }
    let tables = Tables::open(dir, db)?;
    match schema(&tables)? {
        Some(SCHEMA_VERSION) => {}
        Some(found) => {
            let (path, known) = (dir.to_owned(), SCHEMA_VERSION);
            return Err(if found > known {
                StoreError::SchemaNewer { path, found, known }
            } else {
                StoreError::SchemaOlder { path, found, known }
            });
        }
        None if tables.is_empty() && create => return initialize(tables),
        None if tables.is_empty() => return Err(StoreError::Missing(dir.to_owned())),
        None => return Err(damaged(dir, "its schema version is gone")),
    }
    let head = Head::read(&tables)?.ok_or_else(|| damaged(dir, "its counters are gone"))?;
    Ok((tables, head))
}

/// Gives a new database its schema version and its counters.
fn initialize(tables: Tables) -> Result<(Tables, Head), StoreError> {
    let head = Head::new();
    let mut writes = Writes::default();
    writes.put(Table::Meta, SCHEMA, SCHEMA_VERSION.to_string().as_bytes());
    head.write(&mut writes)?;
    tables.apply(&writes, || {})?;
    Ok((tables, head))
}

/// The schema version of a database. It is a decimal number in any version of the schema.
fn schema(tables: &Tables) -> Result<Option<u32>, StoreError> {
    let Some(payload) = tables.get(Table::Meta, SCHEMA)? else { return Ok(None) };
    let number = std::str::from_utf8(&payload).ok().and_then(|text| text.parse().ok());
    number.map(Some).ok_or_else(|| row::bad(Table::Meta, SCHEMA, "is not a number"))
}

/// Opens the database in a folder, waiting a moment for one that is about to be free: sled's own
/// threads hold its lock for a while after a store is dropped, on a busy machine for longer. On a full
/// disk the reserve makes room, and what looks like damage may be a summary that is half written.
fn database_when_free(dir: &Path) -> Result<sled::Db, StoreError> {
    for _ in 1..LOCK_TRIES {
        match database(dir) {
            Err(StoreError::InUse(_)) => std::thread::sleep(LOCK_PAUSE),
            Err(StoreError::DiskFull(_)) if reserve::release(dir) => {}
            Err(StoreError::Damaged { .. }) if remove_half_written(dir) => {}
            other => return other,
        }
    }
    database(dir)
}

/// Removes summaries of the log that were not written to their end; gives whether there were any.
///
/// sled writes one when it opens a log, and gives it another name once it is whole. Where the disk was
/// full or the process was killed meanwhile, it takes what is left for a damaged summary, although the
/// log holds all that it needs.
fn remove_half_written(dir: &Path) -> bool {
    let Ok(entries) = fs::read_dir(dir) else { return false };
    let half_written = entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name.starts_with("snap.") && name.ends_with(".generating")
    });
    half_written.filter(|path| fs::remove_file(path).is_ok()).count() > 0
}

/// Opens the sled database in a folder. sled panics on some kinds of damage; these become errors.
fn database(dir: &Path) -> Result<sled::Db, StoreError> {
    // The store flushes after each commit, so sled need not flush by the clock.
    let config = sled::Config::new().path(dir).cache_capacity(CACHE_BYTES).flush_every_ms(None);
    let open = |segment| silently(|| config.clone().segment_size(segment).open());
    let opened = match open(SEGMENT) {
        // Opened as it is, it can be told by its schema.
        Ok(Err(sled::Error::Unsupported(_))) => open(EARLIER_SEGMENT),
        opened => opened,
    };
    match opened {
        Ok(opened) => opened.map_err(|error| StoreError::database(dir, error)),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(damaged(dir, text.unwrap_or("the database cannot be opened")))
        }
    }
}

thread_local! {
    /// Whether a panic of this thread is one that becomes an error.
    static SILENT: Cell<bool> = const { Cell::new(false) };
}

/// Does something that may panic, without the message that a panic prints: the error says it.
fn silently<T>(work: impl FnOnce() -> T) -> std::thread::Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !SILENT.get() {
                print(info);
            }
        }));
    });
    let before = SILENT.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    SILENT.set(before);
    done
}

fn damaged(dir: &Path, problem: &str) -> StoreError {
    StoreError::Damaged { path: dir.to_owned(), problem: one_line(problem) }
}

/// The number of commits, written beside the database after each one.
///
/// sled opens a log that was cut short without a word, as it was some commits ago. A database
/// that knows of fewer commits than the tally has lost some.
pub(crate) struct Tally {
    file: File,
}

impl Tally {
    /// The number that the tally of a store holds; 0 where there is none, or it is unreadable.
    pub(crate) fn read(dir: &Path) -> u64 {
        let text = fs::read_to_string(dir.join(TALLY)).unwrap_or_default();
        text.trim().parse().unwrap_or(0)
    }

    /// Opens the tally of a store for writing.
    pub(crate) fn open(dir: &Path) -> Result<Self, StoreError> {
        let file =
            OpenOptions::new().write(true).create(true).truncate(false).open(dir.join(TALLY));
        Ok(Self { file: file.map_err(|error| StoreError::io(dir, error))? })
    }

    /// Writes the number of commits.
    pub(crate) fn write(&mut self, dir: &Path, commits: u64) -> Result<(), StoreError> {
        // The same length every time, in one write: never half of a number.
        let line = format!("{commits:020}\n");
        let write =
            self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.write_all(line.as_bytes()));
        write.map_err(|error| StoreError::io(dir, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_before_its_beginning_is_told() {
        let dir = Path::new("s");
        assert!(check_clock(dir, SystemTime::now()).is_ok());
        let error = check_clock(dir, UNIX_EPOCH - Duration::from_secs(1)).err();
        assert!(error.is_some_and(|error| error.to_string().contains("set it")));
    }
}
