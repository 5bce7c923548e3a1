//! Reading on behind a damaged member of a gzip file.
//!
//! An archive has a gzip member for each record, so damage to one need not cost the others. Where a
//! member cannot be unpacked, or its checksum is wrong, reading goes back to its start and looks for
//! the next one that begins a record: a damaged member may seem to reach over those behind it.

use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// What gzip files begin with.
pub(crate) const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// What a gzip member begins with: its mark and the only method of compression there is.
const START: [u8; 3] = [0x1f, 0x8b, 8];
/// What a record begins with.
const RECORD: [u8; 5] = *b"WARC/";
/// Bytes that are unpacked at a time. A member of fewer has its checksum looked at before it is used.
const CHUNK: usize = 4 << 20;
/// What stands where a record ends and another one begins.
const BETWEEN: &[u8] = b"\r\n\r\nWARC/";
/// Bytes that are read a second time behind damage, all in all. Members are far smaller; what was made
/// to be damaged everywhere shall not be read again and again.
const READ_AGAIN: u64 = 1 << 30;
/// Places that are tried as the start of a member, all in all.
const TRIALS: u32 = 1 << 20;

/// A file of which any place can be read.
pub(crate) trait Source: BufRead + Seek + Send {}
impl<T: BufRead + Seek + Send> Source for T {}

/// The content of a gzip file, member by member.
pub(crate) struct GzipMembers {
    /// The member that is being read; `None` at the end of the file.
    member: Option<GzDecoder<Box<dyn Source>>>,
    /// Where it starts in the file.
    start: u64,
    /// Whether it may have more to give.
    within: bool,
    chunk: Vec<u8>,
    /// How much of the chunk was taken.
    taken: usize,
    /// What ended the member, to be told when the chunk is taken.
    problem: Option<io::Error>,
    read_again: u64,
    trials: u32,
}

impl GzipMembers {
    pub(crate) fn new(mut file: Box<dyn Source>) -> io::Result<Self> {
        let start = file.stream_position()?;
        Ok(Self {
            member: Some(GzDecoder::new(file)),
            start,
            within: true,
            chunk: Vec::new(),
            taken: 0,
            problem: None,
            read_again: READ_AGAIN,
            trials: TRIALS,
        })
    }

    /// Whether nothing follows.
    pub(crate) fn has_ended(&self) -> bool {
        self.member.is_none() && self.taken == self.chunk.len()
    }

    /// Reads over the empty lines behind a record. Where its member ends with them, that makes sure
    /// of its checksum.
    pub(crate) fn end_record(&mut self) -> io::Result<()> {
        loop {
            let rest = &self.chunk[self.taken..];
            let blank = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            self.taken += blank;
            if self.taken < self.chunk.len() || !self.within {
                return Ok(());
            }
            self.unpack()?;
        }
    }

    /// Unpacks some more of the member; notes whether it has ended. Of several records in a member
    /// those before the damage are given before it is told.
    fn unpack(&mut self) -> io::Result<()> {
        (self.taken, self.within) = (0, false);
        self.chunk.clear();
        if let Some(problem) = self.problem.take() {
            return Err(self.recover(problem));
        }
        let Some(member) = &mut self.member else { return Ok(()) };
        match member.take(CHUNK as u64).read_to_end(&mut self.chunk) {
            Ok(bytes) => self.within = bytes == CHUNK,
            Err(problem) if memchr::memmem::find(&self.chunk, BETWEEN).is_none() => {
                self.chunk.clear();
                return Err(self.recover(problem));
            }
            Err(problem) => (self.within, self.problem) = (true, Some(problem)),
        }
        Ok(())
    }

    /// Goes on to the member behind the one that has just ended.
    fn next_member(&mut self) -> io::Result<()> {
        let Some(member) = self.member.take() else { return Ok(()) };
        let mut file = member.into_inner();
        if !file.fill_buf()?.is_empty() {
            self.start = file.stream_position()?;
            self.member = Some(GzDecoder::new(file));
            self.within = true;
        }
        Ok(())
    }

    /// Finds the next member that begins a record, and gives the error to tell.
    fn recover(&mut self, error: io::Error) -> io::Error {
        let Some(member) = self.member.take() else { return error };
        let mut file = member.into_inner();
        match self.member_behind_damage(&mut file) {
            Ok(Some(start)) => {
                (self.start, self.within) = (start, true);
                self.member = Some(GzDecoder::new(file));
                io::Error::new(io::ErrorKind::InvalidData, error)
            }
            Ok(None) => error,
            Err(error) => error,
        }
    }

    fn member_behind_damage(&mut self, file: &mut Box<dyn Source>) -> io::Result<Option<u64>> {
        let here = file.stream_position()?;
        let from = match self.read_again.checked_sub(here.saturating_sub(self.start)) {
            Some(left) => {
                self.read_again = left;
                self.start + 1
            }
            None => here.max(self.start + 1),
        };
        next_record(file, from, &mut self.trials)
    }
}

impl Read for GzipMembers {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let mut there = self.fill_buf()?;
        let read = there.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for GzipMembers {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.taken == self.chunk.len() && self.member.is_some() {
            if !self.within {
                self.next_member()?;
            }
            self.unpack()?;
        }
        Ok(&self.chunk[self.taken..])
    }

    fn consume(&mut self, bytes: usize) {
        self.taken = self.chunk.len().min(self.taken + bytes);
    }
}

/// The place of the next gzip member at or behind `from` that begins a record; the file is there then.
pub(crate) fn next_record(
    mut file: impl BufRead + Seek,
    mut from: u64,
    trials: &mut u32,
) -> io::Result<Option<u64>> {
    file.seek(SeekFrom::Start(from))?;
    while let Some(skipped) = next_start(&mut file)?.filter(|_| *trials > 0) {
        *trials -= 1;
        let place = from + skipped;
        file.seek(SeekFrom::Start(place))?;
        let mut head = [0; RECORD.len()];
        let is_record = GzDecoder::new(&mut file).read_exact(&mut head).is_ok() && head == RECORD;
        from = if is_record { place } else { place + 1 };
        file.seek(SeekFrom::Start(from))?;
        if is_record {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// How many bytes further on a member may start.
fn next_start(file: &mut impl BufRead) -> io::Result<Option<u64>> {
    let (mut read, mut last) = (0_u64, [0_u8; START.len()]);
    loop {
        let bytes = file.fill_buf()?;
        if bytes.is_empty() {
            return Ok(None);
        }
        for (at, &byte) in (1..).zip(bytes) {
            last = [last[1], last[2], byte];
            if last == START {
                return Ok(Some(read + at - START.len() as u64));
            }
        }
        let length = bytes.len();
        read += length as u64;
        file.consume(length);
    }
}
