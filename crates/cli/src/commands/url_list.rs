//! A list of URLs, one a line.

use super::address::start_address;
use crate::exit::UsageError;
use crate::progress::Console;
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use url::Url;

/// The longest line that is read, in bytes.
const MAX_LINE_BYTES: u64 = 64 << 10;
/// Most lines that are told one by one because they hold no address.
const TOLD_LINES: usize = 5;

/// The URLs in a file, or on standard input for `-`. Empty lines and lines that begin with `#` are
/// passed over; a line that holds no address of a web page is told and left out.
pub(super) fn read(path: &Path, console: &Console) -> Result<Vec<Url>> {
    if path == Path::new("-") {
        return parse(io::stdin().lock(), "standard input", console);
    }
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("{name} cannot be read"))?;
    parse(BufReader::new(file), &name, console)
}

fn parse(mut reader: impl BufRead, name: &str, console: &Console) -> Result<Vec<Url>> {
    let (mut urls, mut refused) = (Vec::new(), 0);
    for number in 1_u64.. {
        let mut line = Vec::new();
        let read = (&mut reader).take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        if read.with_context(|| format!("{name} cannot be read"))? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        match start_address(text) {
            Ok(url) => urls.push(url),
            Err(error) => {
                refused += 1;
                if refused <= TOLD_LINES {
                    console.say(&format!("warning: {name}, line {number}, left out: {error}"));
                }
            }
        }
    }
    if refused > TOLD_LINES {
        console
            .say(&format!("warning: {refused} lines of {name} hold no address and are left out"));
    }
    if urls.is_empty() {
        let problem = format!("{name} holds no address of a web page; give one a line");
        return Err(UsageError(problem).into());
    }
    Ok(urls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_addresses_as_people_write_them() {
        let lines =
            "\u{feff}# a list\r\n\r\n shop.example/p/1 \r\nhttp://news.example/\nnone\n/p/2\n";
        let urls = parse(lines.as_bytes(), "a list", &Console::new(true, false)).unwrap();
        let urls: Vec<_> = urls.iter().map(Url::as_str).collect();
        assert_eq!(urls, ["https://shop.example/p/1", "http://news.example/"]);
    }
}
