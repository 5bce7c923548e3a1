//! Writing pages into a WARC archive (ISO 28500, version 1.1), one gzip member a record.

use crate::error::SourceError;
use crate::warc_members::{Capture, Members};
use crate::warc_record::{Payload, Record, record_id};
use sitewrap_model::{Header, Page};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Writes pages into a WARC archive that other readers understand.
///
/// A page is a `response` record, beside a `request` record where the request is known. A page
/// that a browser has rendered is a `conversion` record, for its body is no server's answer. Depth
/// and referrer of a page have no place in a record and are left out. Where the URL that was asked
/// for is not the one that answered, a field of our own, `Sitewrap-Requested-URI`, keeps it; other
/// readers pass over it.
///
/// One process at a time writes an archive.
pub struct WarcWriter {
    file: BufWriter<File>,
    path: PathBuf,
    held: HashSet<Capture>,
    /// Whether this writer has said which software it is.
    introduced: bool,
    keeps_cookies: bool,
}

impl WarcWriter {
    /// Opens an archive to add pages to it, and makes it, for its owner only, if there is none. A record at the end
    /// that was cut off, as when the process that wrote it was killed, is removed.
    ///
    /// # Errors
    /// If the file cannot be opened, is being written by another process, or is no WARC archive
    /// compressed by gzip, or is one that is damaged before its end.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let failed = |error: io::Error| SourceError::io(path, &error);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        // Pages may be for their reader only.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let problem = "is being written by another process; wait until it has ended, or \
                               name another file";
                return Err(SourceError::file(path, problem));
            }
            // Some file systems know no locks.
            Err(TryLockError::Error(error)) => tracing::debug!(%error, "archive not locked"),
        }
        let members = Members::read(&file).map_err(failed)?;
        let Some(Members { end, is_damaged, held }) = members else {
            let problem = "is no WARC archive compressed by gzip, so nothing can be added to it";
            return Err(SourceError::file(path, problem));
        };
        if is_damaged {
            let problem = format!(
                "is damaged behind byte {end}, with whole records after that, so nothing is added; \
                 name another file"
            );
            return Err(SourceError::file(path, problem));
        }
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let file = BufWriter::new(file);
        Ok(Self { file, path: path.to_owned(), held, introduced: false, keeps_cookies: false })
    }

    /// Writes cookies too, which are left out otherwise: they may let others act as who fetched.
    #[must_use]
    pub fn with_cookies(self) -> Self {
        Self { keeps_cookies: true, ..self }
    }

    /// Whether the archive holds the page of this URL as it was fetched at this time
    /// (milliseconds since 1970).
    pub fn holds(&self, url: &str, fetched_at: u64) -> bool {
        self.held.contains(&Capture { url: url.to_owned(), fetched_at })
    }

    /// Whether a page has an address that can be written.
    pub fn can_hold(page: &Page) -> bool {
        Payload::of(page, false).is_some()
    }

    /// Adds a page whose request is not known.
    ///
    /// # Errors
    /// If the file cannot be written, or the page's address is not one that can be
    /// written: without a scheme, or with control characters.
    pub fn write(&mut self, page: &Page) -> Result<(), SourceError> {
        self.add(page, None)
    }

    /// Adds a page with the request that it answers, made by GET with these headers.
    ///
    /// # Errors
    /// As [`WarcWriter::write`].
    pub fn write_exchange(&mut self, page: &Page, request: &[Header]) -> Result<(), SourceError> {
        self.add(page, Some(request))
    }

    /// Hands all that was written to the operating system.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> Result<(), SourceError> {
        self.file.flush().map_err(|error| SourceError::io(&self.path, &error))
    }

    fn add(&mut self, page: &Page, request: Option<&[Header]>) -> Result<(), SourceError> {
        let Some(payload) = Payload::of(page, self.keeps_cookies) else {
            let problem = format!("cannot hold a page with the URL {:?}", page.url);
            return Err(SourceError::file(&self.path, problem));
        };
        if !self.introduced {
            self.append(&Record::info())?;
            self.introduced = true;
        }
        let id = record_id();
        if let Some(headers) = request.filter(|_| payload.is_response()) {
            self.append(&payload.request(headers, &id))?;
        }
        self.append(&payload.record(&id))?;
        self.held.insert(Capture { url: page.url.clone(), fetched_at: page.fetched_at });
        Ok(())
    }

    fn append(&mut self, record: &Record) -> Result<(), SourceError> {
        record
            .to_member()
            .and_then(|member| self.file.write_all(&member))
            .map_err(|error| SourceError::io(&self.path, &error))
    }
}
