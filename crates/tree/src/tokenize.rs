//! Text to the tokens of HTML, for the tree builder of html5ever.
//!
//! html5ever's own tokenizer takes a page in pieces and character by character, and copies each name
//! and value; it took more time than all else of parsing. Here the whole text is at hand: what
//! stands between two signs is found by `memchr`, texts and values are slices of one shared buffer,
//! and names are looked up once a page. The tokens are the same, which the tests hold against
//! html5ever's; a document type, which comes once, is read by it still.
//!
//! Numbers of sections are those of the HTML standard, chapter 13.2.5.

mod raw;

use crate::entity::{Context, decode};
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::{SliceExt, StrTendril};
use html5ever::tokenizer::{
    Doctype, EndTag, StartTag, Tag, TagKind, Token, TokenSink, TokenSinkResult,
    Tokenizer as Html5everTokenizer, TokenizerOpts,
};
use html5ever::{Attribute, LocalName, QualName, ns};
use memchr::{memchr, memmem};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::RefCell;

/// Attributes of a tag that are compared with each other; of more, a set is made.
const COMPARED: usize = 32;

/// Turns a text into tokens.
pub(crate) struct Tokenizer<'t, S> {
    pub(crate) sink: S,
    text: &'t StrTendril,
    /// The next byte to be read.
    at: usize,
    /// Names of tags and attributes as they are written.
    names: FxHashMap<&'t str, LocalName>,
}

/// The text with one line feed for each line break (3.5 of the Infra standard).
pub(crate) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut normal = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr(b'\r', rest.as_bytes()) {
        normal.push_str(&rest[..at]);
        normal.push('\n');
        rest = &rest[at + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    normal.push_str(rest);
    Cow::Owned(normal)
}

impl<'t, S: TokenSink> Tokenizer<'t, S> {
    /// A tokenizer of a text whose lines end with line feeds.
    pub(crate) fn new(text: &'t StrTendril, sink: S) -> Self {
        Self { sink, text, at: 0, names: FxHashMap::default() }
    }

    /// Hands on all tokens, or those until `is_done`, and the end of the file.
    pub(crate) fn run(&mut self, is_done: impl Fn(&S) -> bool) {
        while self.at < self.text.len() && !is_done(&self.sink) {
            match self.text.as_bytes()[self.at] {
                b'<' => self.markup(),
                _ => self.data(),
            }
        }
        let _ = self.sink.process_token(Token::EOFToken, 0);
        self.sink.end();
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Hands on a token that changes nothing in how the text is read.
    fn emit(&self, token: Token) {
        let _ = self.sink.process_token(token, 0);
    }

    /// Text up to the next `<` (13.2.5.1).
    fn data(&mut self) {
        let rest = self.rest();
        let end = memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
        self.characters(self.at, self.at + end);
        self.at += end;
    }

    /// Hands on a part of the text as characters, references decoded.
    fn characters(&self, from: usize, to: usize) {
        let mut start = from;
        while let Some(null) = memchr(b'\0', &self.text.as_bytes()[start..to]) {
            self.decoded(start, start + null);
            self.emit(Token::NullCharacterToken);
            start += null + 1;
        }
        self.decoded(start, to);
    }

    fn decoded(&self, from: usize, to: usize) {
        if from < to {
            self.emit(Token::CharacterTokens(self.value(from, to, Context::Text)));
        }
    }

    /// A part of the text with its references decoded: a slice of the text where there are none.
    fn value(&self, from: usize, to: usize, context: Context) -> StrTendril {
        match decode(&self.text[from..to], context) {
            Cow::Borrowed(_) => self.text.subtendril(from as u32, (to - from) as u32),
            Cow::Owned(decoded) => decoded.to_tendril(),
        }
    }

    /// What begins with `<` (13.2.5.6).
    fn markup(&mut self) {
        match self.text.as_bytes().get(self.at + 1) {
            Some(byte) if byte.is_ascii_alphabetic() => self.tag(StartTag, 1),
            Some(b'/') => self.end_tag(),
            Some(b'!') => self.declaration(),
            Some(b'?') => self.bogus_comment(1),
            _ => {
                self.characters(self.at, self.at + 1);
                self.at += 1;
            }
        }
    }

    /// What begins with `</` (13.2.5.7).
    fn end_tag(&mut self) {
        match self.text.as_bytes().get(self.at + 2) {
            Some(byte) if byte.is_ascii_alphabetic() => self.tag(EndTag, 2),
            Some(b'>') => self.at += 3,
            Some(_) => self.bogus_comment(2),
            None => {
                self.characters(self.at, self.at + 2);
                self.at += 2;
            }
        }
    }

    /// What begins with `<!` (13.2.5.42).
    fn declaration(&mut self) {
        let rest = &self.rest().as_bytes()[2..];
        let is_cdata = rest.starts_with(b"[CDATA[")
            && self.sink.adjusted_current_node_present_but_not_in_html_namespace();
        if rest.starts_with(b"--") {
            self.at += comment_len(self.rest());
            self.comment();
        } else if rest.get(..7).is_some_and(|start| start.eq_ignore_ascii_case(b"doctype")) {
            self.doctype();
        } else if is_cdata {
            self.at += "<![CDATA[".len();
            let text = self.rest();
            let end = memmem::find(text.as_bytes(), b"]]>");
            let (from, to) = (self.at, self.at + end.unwrap_or(text.len()));
            self.plain(from, to);
            self.at = self.text.len().min(to + 3);
        } else {
            self.bogus_comment(2);
        }
    }

    /// Hands on the text of a CDATA section, in which nothing is a reference (13.2.5.69).
    fn plain(&self, from: usize, to: usize) {
        for (at, piece) in self.text[from..to].split('\0').enumerate() {
            if at > 0 {
                self.emit(Token::NullCharacterToken);
            }
            if !piece.is_empty() {
                self.emit(Token::CharacterTokens(piece.to_tendril()));
            }
        }
    }

    /// A comment up to the next `>`, from some bytes behind its `<` on (13.2.5.41).
    fn bogus_comment(&mut self, skipped: usize) {
        let rest = &self.rest().as_bytes()[skipped..];
        self.at += skipped + memchr(b'>', rest).map_or(rest.len(), |end| end + 1);
        self.comment();
    }

    /// Hands on a comment; all of them are empty.
    fn comment(&self) {
        self.emit(Token::CommentToken(StrTendril::new()));
    }

    /// A document type (13.2.5.53), which ends with the next `>` in any case.
    fn doctype(&mut self) {
        let rest = self.rest();
        let end = memchr(b'>', rest.as_bytes()).map_or(rest.len(), |end| end + 1);
        if let Some(doctype) = doctype(&rest[..end]) {
            self.emit(Token::DoctypeToken(doctype));
        }
        self.at += end;
    }

    /// A tag whose name begins some bytes behind its `<` (13.2.5.8); nothing if the text ends in it.
    fn tag(&mut self, kind: TagKind, skipped: usize) {
        let from = self.at + skipped;
        let bytes = self.text.as_bytes();
        let is_end = |byte: &u8| is_space(*byte) || matches!(byte, b'/' | b'>');
        let len = bytes[from..].iter().position(is_end).unwrap_or(bytes.len() - from);
        let name = self.name(from, from + len);
        self.at = from + len;
        let mut attrs = Attributes::default();
        let Some(self_closing) = self.attributes(&mut attrs) else {
            self.at = self.text.len();
            return;
        };
        let Attributes { found: attrs, has_duplicates: had_duplicate_attributes, .. } = attrs;
        let raw_name = (kind == StartTag).then(|| name.clone());
        let tag = Tag { kind, name, self_closing, attrs, had_duplicate_attributes };
        match (self.sink.process_token(Token::TagToken(tag), 0), raw_name) {
            (TokenSinkResult::RawData(kind), Some(name)) => self.raw(kind, &name),
            (TokenSinkResult::Plaintext, _) => {
                self.raw_text(self.at, self.text.len());
                self.at = self.text.len();
            }
            // Nothing is to be done at the end of a script, nor at the declaration of a charset.
            _ => {}
        }
    }

    /// The attributes of a tag (13.2.5.32 to 13.2.5.40), and whether it closes itself; `None` if
    /// the text ends within the tag.
    fn attributes(&mut self, attrs: &mut Attributes) -> Option<bool> {
        let bytes = self.text.as_bytes();
        loop {
            self.skip_spaces();
            match *bytes.get(self.at)? {
                b'>' => {
                    self.at += 1;
                    return Some(false);
                }
                b'/' => {
                    self.at += 1;
                    if bytes.get(self.at) == Some(&b'>') {
                        self.at += 1;
                        return Some(true);
                    }
                }
                _ => self.attribute(attrs)?,
            }
        }
    }

    /// One attribute; `None` if the text ends within it.
    fn attribute(&mut self, attrs: &mut Attributes) -> Option<()> {
        let bytes = self.text.as_bytes();
        let from = self.at;
        // A name may begin with `=`.
        let is_end = |byte: &u8| is_space(*byte) || matches!(byte, b'/' | b'>' | b'=');
        self.at += 1 + bytes[from + 1..].iter().position(is_end)?;
        let to = self.at;
        self.skip_spaces();
        let value = if *bytes.get(self.at)? == b'=' {
            self.at += 1;
            self.attribute_value()?
        } else {
            StrTendril::new()
        };
        let name = self.name(from, to);
        attrs.add(name, value);
        Some(())
    }

    /// The value of an attribute behind the `=` (13.2.5.35); `None` if the text ends within it.
    fn attribute_value(&mut self) -> Option<StrTendril> {
        self.skip_spaces();
        let bytes = self.text.as_bytes();
        let (from, to) = match *bytes.get(self.at)? {
            b'>' => return Some(StrTendril::new()),
            quote @ (b'"' | b'\'') => {
                let from = self.at + 1;
                let to = from + memchr(quote, &bytes[from..])?;
                self.at = to + 1;
                (from, to)
            }
            _ => {
                let is_end = |byte: &u8| is_space(*byte) || *byte == b'>';
                let to = self.at + bytes[self.at..].iter().position(is_end)?;
                let from = std::mem::replace(&mut self.at, to);
                (from, to)
            }
        };
        if memchr(b'\0', &bytes[from..to]).is_some() {
            let value = decode(&self.text[from..to], Context::Attribute);
            return Some(value.replace('\0', "\u{fffd}").to_tendril());
        }
        Some(self.value(from, to, Context::Attribute))
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| !is_space(*byte)).unwrap_or(rest.len());
    }

    /// The name of a tag or an attribute.
    fn name(&mut self, from: usize, to: usize) -> LocalName {
        let written: &'t str = &self.text[from..to];
        if let Some(name) = self.names.get(written) {
            return name.clone();
        }
        let is_plain = |byte: u8| byte != b'\0' && !byte.is_ascii_uppercase();
        let name = match written.bytes().all(is_plain) {
            true => LocalName::from(written),
            false => LocalName::from(written.to_ascii_lowercase().replace('\0', "\u{fffd}")),
        };
        self.names.insert(written, name.clone());
        name
    }
}

/// The attributes of a tag; of those with one name the first counts.
#[derive(Default)]
struct Attributes {
    found: Vec<Attribute>,
    has_duplicates: bool,
    /// The names, if there are many.
    names: FxHashSet<LocalName>,
}

impl Attributes {
    fn add(&mut self, name: LocalName, value: StrTendril) {
        let is_known = if self.found.len() < COMPARED {
            self.found.iter().any(|attr| attr.name.local == name)
        } else {
            if self.names.is_empty() {
                self.names.extend(self.found.iter().map(|attr| attr.name.local.clone()));
            }
            !self.names.insert(name.clone())
        };
        if is_known {
            self.has_duplicates = true;
        } else {
            self.found.push(Attribute { name: QualName::new(None, ns!(), name), value });
        }
    }
}

/// White space of the standard, line breaks normalised.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\x0c')
}

/// The length of the comment that a text begins with (13.2.5.43 to 13.2.5.52).
fn comment_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    // In `<!-->` and `<!--->` the dashes that open the comment close it as well.
    let mut from = 2;
    while let Some(dashes) = memmem::find(&bytes[from..], b"--") {
        let behind = from + dashes + 2;
        match bytes.get(behind..) {
            Some([b'>', ..]) => return behind + 1,
            Some([b'!', b'>', ..]) if from + dashes >= 4 => return behind + 2,
            _ => from += dashes + 1,
        }
    }
    text.len()
}

/// A document type, read by html5ever.
fn doctype(text: &str) -> Option<Doctype> {
    struct Found(RefCell<Option<Doctype>>);
    impl TokenSink for Found {
        type Handle = ();
        fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
            if let Token::DoctypeToken(doctype) = token {
                self.0.replace(Some(doctype));
            }
            TokenSinkResult::Continue
        }
    }
    let tokenizer = Html5everTokenizer::new(Found(RefCell::new(None)), TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(text.to_tendril());
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.0.take()
}

#[cfg(test)]
mod tests;
