//! Texts in which tags are none: titles, scripts, styles.

use super::{Tokenizer, is_space};
use crate::entity::{Context, decode};
use html5ever::LocalName;
use html5ever::tendril::{SliceExt, StrTendril};
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Token, TokenSink};
use memchr::{memchr, memmem};

impl<S: TokenSink> Tokenizer<'_, S> {
    /// Hands on the text up to the end tag of this name, which is to be read next (13.2.5.2 to
    /// 13.2.5.4).
    pub(super) fn raw(&mut self, kind: RawKind, name: &LocalName) {
        let text = self.rest();
        let end = match kind {
            RawKind::Rcdata | RawKind::Rawtext => end_tag(text, name),
            RawKind::ScriptData | RawKind::ScriptDataEscaped(_) => script_end(text, name),
        };
        let end = self.at + end.unwrap_or(text.len());
        if kind == RawKind::Rcdata {
            self.rcdata(self.at, end);
        } else {
            self.raw_text(self.at, end);
        }
        self.at = end;
    }

    /// Text without references.
    pub(super) fn raw_text(&self, from: usize, to: usize) {
        let text = &self.text[from..to];
        let whole = || self.text.subtendril(from as u32, (to - from) as u32);
        self.characters_of(text.contains('\0').then(|| text.replace('\0', "\u{fffd}")), whole);
    }

    fn rcdata(&self, from: usize, to: usize) {
        let text = decode(&self.text[from..to], Context::Text);
        let with_signs = text.contains('\0').then(|| text.replace('\0', "\u{fffd}"));
        self.characters_of(with_signs, || text.to_tendril());
    }

    fn characters_of(&self, replaced: Option<String>, whole: impl Fn() -> StrTendril) {
        let text = replaced.map_or_else(whole, |text| text.to_tendril());
        if !text.is_empty() {
            self.emit(Token::CharacterTokens(text));
        }
    }
}

/// Where the first end tag of this name begins.
fn end_tag(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = memmem::find(&text.as_bytes()[from..], b"</") {
        let at = from + found;
        if is_tag(&text.as_bytes()[at + 2..], name) {
            return Some(at);
        }
        from = at + 2;
    }
    None
}

/// Whether a name and what ends a name stand here.
fn is_tag(bytes: &[u8], name: &str) -> bool {
    bytes.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
        && bytes.get(name.len()).is_some_and(|&byte| is_space(byte) || matches!(byte, b'/' | b'>'))
}

/// Where the end tag of a script begins. Within `<!--` and `-->` a script may hold scripts, whose
/// end tags are no end (13.2.5.15 to 13.2.5.31).
fn script_end(text: &str, name: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut is_escaped, mut is_nested) = (0, false, false);
    loop {
        let next = bytes[at..].iter().position(|byte| matches!(byte, b'<' | b'-'))?;
        // Outside of escapes dashes mean nothing.
        let next = if is_escaped { next } else { memchr(b'<', &bytes[at..])? };
        at += next;
        let rest = &bytes[at..];
        if rest.starts_with(b"-->") && is_escaped {
            (is_escaped, is_nested) = (false, false);
            at += 3;
        } else if rest.starts_with(b"<!--") && !is_escaped {
            is_escaped = true;
            // `<!-->` is closed by the dashes that open it.
            at += 2;
        } else if rest.starts_with(b"</") && is_nested {
            is_nested = !is_tag(&rest[2..], "script");
            at += 2;
        } else if rest.starts_with(b"</") {
            if is_tag(&rest[2..], name) {
                return Some(at);
            }
            at += 2;
        } else {
            is_nested |= is_escaped && rest[0] == b'<' && is_tag(&rest[1..], "script");
            at += 1;
        }
    }
}
