//! The start tags and the text of a page, in one pass over its bytes.
//!
//! The crawl reads every page once more than the stages that extract from it, and on a fast site
//! that is what its speed hangs on. It needs no tree, no rewriting and no owned strings, so this
//! tokenizer hands out slices of the page and takes a fifth of the time that lol_html takes with
//! handlers for every element and text. It follows the tokenization of the HTML standard (13.2.5)
//! as far as start tags and text depend on it: comments, raw text, escaped scripts, quotes,
//! foreign content. The tests compare it with lol_html on random markup.
//!
//! The page must be in an encoding in which ASCII bytes stand for themselves wherever they occur
//! as `<`, `>`, quotes or white space; all encodings of the web but UTF-16 and ISO-2022-JP are so.

mod name;

pub(crate) use name::Name;

use crate::page::bytes::{find, first_place, load, places, value_ends};
use memchr::{memchr, memchr2, memmem};
use name::{ENDS_ATTRIBUTE, ENDS_TAG, read_name};

/// Takes what is found, in the order of the page.
pub(crate) trait Sink<'a> {
    /// Whether the start tags of an element are wanted; the attributes of others are not read.
    fn wants(&self, name: Name) -> bool;

    /// A start tag that is wanted.
    fn tag(&mut self, tag: &Tag<'a, '_>);

    /// A piece of text as it is written, the first `length` bytes of the rest of the page; not that
    /// of scripts, styles, titles and other raw text.
    fn text(&mut self, rest: &'a [u8], length: usize);
}

const SCRIPT: Name = Name::of(b"script");
const SVG: Name = Name::of(b"svg");
const MATH: Name = Name::of(b"math");
const PLAINTEXT: Name = Name::of(b"plaintext");

const STYLE: Name = Name::of(b"style");
const TITLE: Name = Name::of(b"title");
const TEXTAREA: Name = Name::of(b"textarea");
const IFRAME: Name = Name::of(b"iframe");
const NOEMBED: Name = Name::of(b"noembed");
const NOFRAMES: Name = Name::of(b"noframes");
const XMP: Name = Name::of(b"xmp");

/// Whether the content of an element is text up to its end tag, whatever it looks like.
fn is_raw(name: Name) -> bool {
    matches!(name, SCRIPT | STYLE | TITLE | TEXTAREA | IFRAME | NOEMBED | NOFRAMES | XMP)
}

/// A start tag.
#[derive(Debug)]
pub(crate) struct Tag<'a, 't> {
    pub(crate) name: Name,
    /// Names and values, the values as they are written, in the order of the page.
    pub(crate) attributes: &'t [(Name, &'a [u8])],
}

impl<'a> Tag<'a, '_> {
    /// The value of the first attribute called `name` (lower case), as it is written.
    #[inline]
    pub(crate) fn get(&self, name: &str) -> Option<&'a [u8]> {
        let name = Name::of(name.as_bytes());
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

/// Goes through a page.
///
/// Time and memory are linear in the page, whatever it holds.
pub(crate) fn scan<'a>(page: &'a [u8], sink: &mut impl Sink<'a>) {
    let mut scanner = Scanner { page, foreign: 0, attributes: Vec::new() };
    let mut at = 0;
    while let Some(&byte) = page.get(at) {
        // Most tags follow upon another.
        if byte != b'<' {
            let open = find(b'<', page, at).unwrap_or(page.len());
            sink.text(&page[at..], open - at);
            at = open;
        }
        if at < page.len() {
            at = scanner.markup(at + 1, sink);
        }
    }
}

struct Scanner<'a> {
    page: &'a [u8],
    /// Depth in `svg` and `math`, where a tag may close itself.
    foreign: u32,
    /// Of the tag at hand.
    attributes: Vec<(Name, &'a [u8])>,
}

impl<'a> Scanner<'a> {
    /// Goes past the markup whose `<` ends at `at`; gives where it ends.
    fn markup(&mut self, at: usize, sink: &mut impl Sink<'a>) -> usize {
        let page = self.page;
        match page.get(at) {
            Some(byte) if byte.is_ascii_alphabetic() => self.start_tag(at, sink),
            Some(b'/') if page.get(at + 1).is_some_and(u8::is_ascii_alphabetic) => {
                if self.foreign > 0 && matches!(read_name::<ENDS_TAG>(page, at + 1).0, SVG | MATH) {
                    self.foreign -= 1;
                }
                // Most have a short name and nothing after it.
                let chunk = page[at..].first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk));
                let close = places(chunk, b'>');
                if close == 0 { self.past(at + 1) } else { at + first_place(close) + 1 }
            }
            Some(b'!') if page[at + 1..].starts_with(b"--") => self.past_comment(at + 1),
            Some(b'/') if at + 1 == page.len() => at,
            Some(b'/' | b'!' | b'?') => self.past(at),
            // Not markup at all: a `<` in the text.
            _ => at,
        }
    }

    /// The place after the next `>`; the end of the page if there is none.
    fn past(&self, at: usize) -> usize {
        find(b'>', self.page, at).map_or(self.page.len(), |close| close + 1)
    }

    /// The place after a comment whose first `--` is at `at`. `<!-->` and `<!--->` are whole.
    fn past_comment(&self, at: usize) -> usize {
        let mut from = at;
        while let Some(length) = memmem::find(&self.page[from..], b"--") {
            let dashes = from + length;
            match &self.page[dashes + 2..] {
                [b'>', ..] => return dashes + 3,
                [b'!', b'>', ..] if dashes > at + 1 => return dashes + 4,
                _ => from = dashes + 1,
            }
        }
        self.page.len()
    }

    fn start_tag(&mut self, at: usize, sink: &mut impl Sink<'a>) -> usize {
        let page = self.page;
        let (name, after_name) = read_name::<ENDS_TAG>(page, at);
        let wanted = sink.wants(name);
        self.attributes.clear();
        let tag = if page.get(after_name) == Some(&b'>') {
            Some((after_name + 1, false))
        } else if wanted || matches!(name, SVG | MATH) || is_raw(name) {
            // How a tag ends matters where it may close itself.
            self.read_attributes(after_name)
        } else {
            self.past_attributes(after_name).map(|end| (end, false))
        };
        let Some((end, closed)) = tag else { return page.len() };
        if wanted {
            sink.tag(&Tag { name, attributes: &self.attributes });
        }
        if matches!(name, SVG | MATH) && !closed {
            self.foreign += 1;
        }
        if name == PLAINTEXT {
            return page.len();
        }
        if !is_raw(name) || closed && self.foreign > 0 {
            return end;
        }
        match name {
            SCRIPT => self.script_end(end),
            _ => self.raw_end(end, &page[at..after_name]),
        }
    }

    /// Reads attributes up to the end of the tag; gives the place after it, and whether the tag
    /// closes itself. `None` if the page ends before the tag does.
    fn read_attributes(&mut self, mut at: usize) -> Option<(usize, bool)> {
        let page = self.page;
        loop {
            let mut closes = false;
            let first = loop {
                let byte = *page.get(at)?;
                if byte != b'/' && !is_space(byte) {
                    break byte;
                }
                closes = byte == b'/';
                at += 1;
            };
            if first == b'>' {
                return Some((at + 1, closes));
            }
            // Whatever it begins with, be it `=`, belongs to the name.
            let name;
            (name, at) = read_name::<ENDS_ATTRIBUTE>(page, at);
            at = past_spaces(page, at);
            let mut value: &[u8] = &[];
            if *page.get(at)? == b'=' {
                at = past_spaces(page, at + 1);
                (value, at) = match *page.get(at)? {
                    quote @ (b'"' | b'\'') => {
                        let end = find(quote, page, at + 1)?;
                        (&page[at + 1..end], end + 1)
                    }
                    _ => read_bare_value(page, at)?,
                };
            }
            self.attributes.push((name, value));
        }
    }

    /// The place after a tag whose name ends at a place, its attributes not read. `None` if the page
    /// ends before the tag does.
    fn past_attributes(&mut self, after_name: usize) -> Option<usize> {
        self.past_plain_attributes(after_name).or_else(|| Some(self.read_attributes(after_name)?.0))
    }

    /// The place after a tag, if that is plain to see: where each first of two double quotes follows a
    /// `=`, no second one follows a `=` or white space, and there are no other quotes, no `>` outside
    /// of them is within a value. Were a first one part of a name or a bare value, the second one
    /// would be too.
    fn past_plain_attributes(&self, after_name: usize) -> Option<usize> {
        let page = self.page;
        let (mut at, mut open) = (after_name, false);
        loop {
            let chunk = u64::from_le_bytes(*page.get(at..)?.first_chunk()?);
            let mut marks = places(chunk, b'>') | places(chunk, b'"') | places(chunk, b'\'');
            while marks != 0 {
                let here = at + first_place(marks);
                let before = page[here - 1];
                match (page[here], open) {
                    (b'>', false) => return Some(here + 1),
                    (b'"', false) if before == b'=' => open = true,
                    (b'"', true) if before != b'=' && !is_space(before) => open = false,
                    (b'>' | b'"' | b'\'', _) => return None,
                    // Marked wrongly, behind one that was marked rightly.
                    _ => {}
                }
                marks &= marks - 1;
            }
            at += 8;
        }
    }

    /// The start of the end tag that closes raw text, or the end of the page.
    fn raw_end(&self, from: usize, name: &[u8]) -> usize {
        let mut at = from;
        while let Some(length) = memmem::find(&self.page[at..], b"</") {
            let tag = at + length;
            if self.names(tag + 2, name) {
                return tag;
            }
            at = tag + 2;
        }
        self.page.len()
    }

    /// The start of the end tag that closes a script. Within `<!--` a script may hold another
    /// whole script, whose end tag is not its own.
    fn script_end(&self, from: usize) -> usize {
        let (mut escaped, mut inner) = (false, false);
        let mut at = from;
        loop {
            let rest = &self.page[at..];
            let next = if escaped { memchr2(b'<', b'-', rest) } else { memchr(b'<', rest) };
            let Some(length) = next else { return self.page.len() };
            at += length;
            let rest = &self.page[at..];
            if rest.starts_with(b"-->") {
                (escaped, inner) = (false, false);
                at += 3;
            } else if rest.starts_with(b"<!--") && !escaped {
                escaped = true;
                // `<!-->` is over as soon as it has begun.
                at += 2;
            } else if rest.starts_with(b"</") && self.names(at + 2, b"script") {
                if !inner {
                    return at;
                }
                inner = false;
                at += 8;
            } else if escaped && rest[0] == b'<' && self.names(at + 1, b"script") {
                inner = true;
                at += 7;
            } else {
                at += 1;
            }
        }
    }

    /// Whether a tag's name stands at a place, whole.
    fn names(&self, at: usize, name: &[u8]) -> bool {
        let Some(rest) = self.page.get(at..at + name.len() + 1) else { return false };
        let (found, next) = (&rest[..name.len()], rest[name.len()]);
        found.eq_ignore_ascii_case(name) && (matches!(next, b'/' | b'>') || is_space(next))
    }
}

/// The value of an attribute without quotes that begins at a place, and the place after it.
#[inline(never)]
fn read_bare_value(page: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let mut end = at;
    loop {
        let ends = value_ends(load(&page[end..]));
        end += first_place(ends);
        if ends != 0 && (*page.get(end)? == b'>' || is_space(page[end])) {
            return Some((&page[at..end], end));
        }
        // A control character, which ends nothing.
        end += usize::from(ends != 0);
    }
}

#[inline]
fn past_spaces(page: &[u8], mut at: usize) -> usize {
    while page.get(at).is_some_and(|byte| is_space(*byte)) {
        at += 1;
    }
    at
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r')
}

#[cfg(test)]
mod tests;
