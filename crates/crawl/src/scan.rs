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

use memchr::{memchr, memchr2, memmem};

/// Takes what is found, in the order of the page.
pub(crate) trait Sink<'a> {
    /// A start tag.
    fn tag(&mut self, tag: &Tag<'a, '_>);

    /// A piece of text as it is written; not that of scripts, styles, titles and other raw text.
    fn text(&mut self, text: &'a [u8]);
}

/// The name of an element, in lower case, in a form that is quick to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name(pub(crate) u64);

impl Name {
    /// The name that is written so. Names of up to eight letters are kept whole, longer ones as
    /// a hash.
    pub(crate) const fn of(text: &[u8]) -> Self {
        let mut name = 0_u64;
        let mut at = 0;
        while at < text.len() {
            let spread = if at < 8 { 1 << 8 } else { 0x9e37_79b9_7f4a_7c15 };
            name = name.wrapping_mul(spread) ^ text[at].to_ascii_lowercase() as u64;
            at += 1;
        }
        Self(name)
    }
}

const SCRIPT: Name = Name::of(b"script");
const SVG: Name = Name::of(b"svg");
const MATH: Name = Name::of(b"math");
const PLAINTEXT: Name = Name::of(b"plaintext");

/// Elements whose content is text up to their end tag, whatever it looks like.
const RAW: [Name; 8] = [
    SCRIPT,
    Name::of(b"style"),
    Name::of(b"title"),
    Name::of(b"textarea"),
    Name::of(b"iframe"),
    Name::of(b"noembed"),
    Name::of(b"noframes"),
    Name::of(b"xmp"),
];

/// A start tag.
#[derive(Debug)]
pub(crate) struct Tag<'a, 't> {
    pub(crate) name: Name,
    attributes: &'t [(&'a [u8], &'a [u8])],
}

impl<'a> Tag<'a, '_> {
    /// The value of the first attribute called `name` (lower case), as it is written.
    pub(crate) fn get(&self, name: &str) -> Option<&'a [u8]> {
        let mut attributes = self.attributes.iter();
        let named =
            |known: &[u8]| known.len() == name.len() && known.eq_ignore_ascii_case(name.as_bytes());
        attributes.find(|(known, _)| named(known)).map(|(_, value)| *value)
    }
}

/// Goes through a page.
///
/// Time and memory are linear in the page, whatever it holds.
pub(crate) fn scan<'a>(page: &'a [u8], sink: &mut impl Sink<'a>) {
    let mut scanner = Scanner { page, foreign: 0, attributes: Vec::new() };
    let mut at = 0;
    while let Some(length) = memchr(b'<', &page[at..]) {
        if length > 0 {
            sink.text(&page[at..at + length]);
        }
        at = scanner.markup(at + length + 1, sink);
    }
    if at < page.len() {
        sink.text(&page[at..]);
    }
}

struct Scanner<'a> {
    page: &'a [u8],
    /// Depth in `svg` and `math`, where a tag may close itself.
    foreign: u32,
    /// Of the tag at hand.
    attributes: Vec<(&'a [u8], &'a [u8])>,
}

impl<'a> Scanner<'a> {
    /// Goes past the markup whose `<` ends at `at`; gives where it ends.
    fn markup(&mut self, at: usize, sink: &mut impl Sink<'a>) -> usize {
        let page = self.page;
        match page.get(at) {
            Some(byte) if byte.is_ascii_alphabetic() => self.start_tag(at, sink),
            Some(b'/') if page.get(at + 1).is_some_and(u8::is_ascii_alphabetic) => {
                let end = page.len().min(at + 1 + name_length(&page[at + 1..]));
                if matches!(Name::of(&page[at + 1..end]), SVG | MATH) {
                    self.foreign = self.foreign.saturating_sub(1);
                }
                self.past(end)
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
        memchr(b'>', &self.page[at..]).map_or(self.page.len(), |length| at + length + 1)
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
        let end = at + name_length(&page[at..]);
        let name = Name::of(&page[at..end]);
        let Some((end, closed)) = self.read_attributes(end) else { return page.len() };
        sink.tag(&Tag { name, attributes: &self.attributes });
        if matches!(name, SVG | MATH) && !closed {
            self.foreign += 1;
        }
        if name == PLAINTEXT {
            return page.len();
        }
        if !RAW.contains(&name) || closed && self.foreign > 0 {
            return end;
        }
        match name {
            SCRIPT => self.script_end(end),
            _ => self.raw_end(end, &page[at..at + name_length(&page[at..])]),
        }
    }

    /// Reads attributes up to the end of the tag; gives the place after it, and whether the tag
    /// closes itself. `None` if the page ends before the tag does.
    fn read_attributes(&mut self, mut at: usize) -> Option<(usize, bool)> {
        let page = self.page;
        self.attributes.clear();
        loop {
            let slash = at;
            while is_space(*page.get(at)?) || page[at] == b'/' {
                at += 1;
            }
            if page[at] == b'>' {
                return Some((at + 1, at > slash && page[at - 1] == b'/'));
            }
            let start = at;
            at += 1;
            while !matches!(*page.get(at)?, b'=' | b'/' | b'>') && !is_space(page[at]) {
                at += 1;
            }
            let name = &page[start..at];
            at += spaces(&page[at..]);
            let mut value: &[u8] = &[];
            if page.get(at) == Some(&b'=') {
                at += 1;
                at += spaces(&page[at..]);
                (value, at) = read_value(page, at)?;
            }
            self.attributes.push((name, value));
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

/// The value of an attribute that begins at a place, and the place after it.
fn read_value(page: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let (start, end) = match page.get(at)? {
        quote @ (b'"' | b'\'') => {
            let start = at + 1;
            (start, start + memchr(*quote, &page[start..])?)
        }
        _ => {
            let unquoted = |byte: &u8| *byte == b'>' || is_space(*byte);
            (at, at + page[at..].iter().position(unquoted)?)
        }
    };
    Some((&page[start..end], if start > at { end + 1 } else { end }))
}

fn name_length(text: &[u8]) -> usize {
    let ends = |byte: &u8| matches!(byte, b'/' | b'>') || is_space(*byte);
    text.iter().position(ends).unwrap_or(text.len())
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_space(**byte)).count()
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0c' | b'\r')
}

#[cfg(test)]
mod tests;
