//! Lines of a file or a stream, within bounds.

use crate::error::SourceError;
use crate::files::MAX_BODY_BYTES;
use std::io::{self, BufRead, Read};
use std::path::PathBuf;

/// The longest line that is read: a body of the largest size, each byte of it escaped.
const MAX_LINE_BYTES: u64 = 2 * MAX_BODY_BYTES as u64;

/// Reads lines one after another and counts them.
pub(crate) struct LineReader<R> {
    reader: R,
    /// What messages call the file or the stream.
    name: PathBuf,
    line: u64,
    ended: bool,
}

impl<R: BufRead> LineReader<R> {
    pub(crate) fn new(reader: R, name: PathBuf) -> Self {
        Self { reader, name, line: 0, ended: false }
    }

    /// The next line that is not empty, without the white space around it; `None` where the lines end.
    pub(crate) fn next_text(&mut self) -> Option<Result<Vec<u8>, String>> {
        while !self.ended {
            match self.next_line()? {
                Ok(bytes) => {
                    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes).trim_ascii();
                    if !text.is_empty() {
                        return Some(Ok(text.to_owned()));
                    }
                }
                Err(problem) => return Some(Err(problem)),
            }
        }
        None
    }

    /// What is wrong with the line that was read last.
    pub(crate) fn error(&self, problem: String) -> SourceError {
        SourceError::Line { path: self.name.clone(), line: self.line, problem }
    }

    /// The next line; `None` where the lines end.
    fn next_line(&mut self) -> Option<Result<Vec<u8>, String>> {
        let mut bytes = Vec::new();
        let read = (&mut self.reader).take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
        self.line += 1;
        match read {
            Ok(0) => None,
            Ok(_) if bytes.ends_with(b"\n") || (bytes.len() as u64) < MAX_LINE_BYTES => {
                Some(Ok(bytes))
            }
            Ok(_) => {
                let skipped = skip_line(&mut self.reader);
                self.ended = skipped.is_err();
                Some(Err(format!("the line is longer than {} MB", MAX_LINE_BYTES >> 20)))
            }
            Err(error) => {
                self.ended = true;
                Some(Err(format!("cannot be read: {error}")))
            }
        }
    }
}

/// What serde_json tells of a line, whose own line is always the first.
pub(crate) fn within_line(error: &serde_json::Error) -> String {
    error.to_string().replace(" at line 1 column ", ", column ")
}

/// Reads on to the end of a line without keeping it.
fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = reader.fill_buf()?;
        let (length, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        reader.consume(length);
        if ended {
            return Ok(());
        }
    }
}
