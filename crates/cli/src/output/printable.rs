//! Text of unknown making, made fit to be shown on a terminal.
//!
//! What pages, URLs and files hold may have control characters, by which a terminal moves its cursor,
//! sets its title or worse. Where text is for reading they are shown as escapes, as Rust writes them.

use std::io::{self, Write};

/// Whether a character is shown as an escape: controls but for line ends and tabs, and those by which
/// the direction of text is overridden.
fn is_hidden(c: char) -> bool {
    let is_control = c.is_control() && !matches!(c, '\n' | '\t' | '\x0c');
    is_control || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text, with what is hidden in it as escapes.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Writes text as [`printable`] gives it; what is no UTF-8 as U+FFFD.
pub(crate) struct Printable<W: Write> {
    out: W,
    /// The beginning of a character whose rest has not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Printable<W> {
    pub(crate) fn new(out: W) -> Self {
        Self { out, begun: Vec::new() }
    }
}

impl<W: Write> Write for Printable<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let taken = std::mem::take(&mut self.begun);
        let mut chunks = taken.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.out.write_all(printable(chunk.valid()).as_bytes())?;
            let rest = chunk.invalid();
            // A character has four bytes at most, and one that is cut off lacks some.
            let is_cut = chunks.peek().is_none()
                && std::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
            if is_cut {
                self.begun.extend_from_slice(rest);
            } else if !rest.is_empty() {
                self.out.write_all("\u{fffd}".as_bytes())?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_shown_whatever_the_pieces_in_which_text_comes() {
        let text = "a\x1b[31m\tb\r\nc\u{9b}2J\u{202e}é€😀\x07".as_bytes();
        let wanted = "a\\u{1b}[31m\tb\\r\nc\\u{9b}2J\\u{202e}é€😀\\u{7}";
        for size in 1..text.len() {
            let mut out = Printable::new(Vec::new());
            text.chunks(size).for_each(|piece| out.write_all(piece).unwrap());
            assert_eq!(String::from_utf8(out.out).unwrap(), wanted, "in pieces of {size}");
        }
        let mut out = Printable::new(Vec::new());
        out.write_all(b"\x9b\xff!").unwrap();
        assert_eq!(out.out, "\u{fffd}\u{fffd}!".as_bytes());
    }
}
