//! JSON as pages write it.
//!
//! Much JSON on the web is not JSON: it has comments, commas at the end, line breaks in texts, keys
//! without quotes, quotation marks within texts, several objects in a row, or stands in a CDATA
//! section. This reader takes all of that. Numbers stay the text that they are, so that `12.50` is
//! not `12.5`, and members keep their order.

/// Levels of nesting; deeper JSON is not read.
const MAX_DEPTH: usize = 64;

/// Values that are read from one text; beyond them it is not read.
const MAX_VALUES: usize = 100_000;

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    /// `null`, and what stands for nothing in scripts.
    Null,
    Bool(bool),
    /// A number as it is written.
    Number(String),
    Text(String),
    List(Vec<Json>),
    /// Members in their order. A key may come again.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The value of a member of an object.
    pub(crate) fn get(&self, key: &str) -> Option<&Json> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// A text, or a number as it is written.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Number(text) => Some(text),
            _ => None,
        }
    }
}

/// All values of a text that is meant to be JSON, those before what cannot be read.
pub(crate) fn read_all(text: &str) -> Vec<Json> {
    let read = |repair: bool, text: &str| {
        let mut reader = Reader::new(text, repair);
        let mut values = Vec::new();
        while !reader.is_at_end() {
            match reader.value(0) {
                Some(value) => values.push(value),
                None => return (values, false),
            }
        }
        (values, true)
    };
    let (values, whole) = read(false, text);
    if whole {
        return values;
    }
    let (repaired, _) = if text.contains("&quot;") && !text.contains('"') {
        read(true, &sitewrap_tree::decode_entities(text))
    } else {
        read(true, text)
    };
    if repaired.is_empty() { values } else { repaired }
}

/// The value that a text begins with, and the bytes that it takes. A value that ends with the text
/// before it is complete is none.
pub(crate) fn read_prefix(text: &str) -> Result<(Json, usize), usize> {
    let mut reader = Reader::new(text, false);
    match reader.value(0) {
        Some(value) => Ok((value, reader.at)),
        None => Err(reader.at),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    values: usize,
    /// Whether quotation marks within texts are guessed and open ends closed.
    repair: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, repair: bool) -> Self {
        Self { text, at: 0, values: 0, repair }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Whether no value follows.
    fn is_at_end(&mut self) -> bool {
        self.skip_between();
        self.at == self.text.len()
    }

    /// White space, comments, and what parts values that stand in a row.
    fn skip_between(&mut self) {
        loop {
            self.skip_space();
            match self.peek() {
                Some(b';' | b',') => self.at += 1,
                _ => return,
            }
        }
    }

    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            let space = rest.trim_start_matches(|c: char| {
                c.is_whitespace() || c.is_control() || c == '\u{feff}'
            });
            let skipped = rest.len() - space.len();
            let mark = ["<![CDATA[", "]]>", "<!--", "-->"];
            let comment = if let Some(line) = space.strip_prefix("//") {
                // A CDATA section that begins in a comment: what follows on the line counts.
                let line_end = line.find(['\n', '\r']).unwrap_or(line.len());
                let cdata = line[..line_end].find("CDATA[").map(|at| at + "CDATA[".len());
                Some(2 + cdata.unwrap_or(line_end))
            } else if let Some(block) = space.strip_prefix("/*") {
                Some(2 + block.find("*/").map_or(block.len(), |end| end + 2))
            } else {
                mark.iter().find(|mark| space.starts_with(**mark)).map(|mark| mark.len())
            };
            self.at += skipped + comment.unwrap_or_default();
            if comment.is_none() {
                return;
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        self.values += 1;
        if depth > MAX_DEPTH || self.values > MAX_VALUES {
            return None;
        }
        self.skip_space();
        match self.peek()? {
            b'{' => self.object(depth),
            b'[' => self.list(depth),
            quote @ (b'"' | b'\'') => self.string(quote).map(Json::Text),
            b'-' | b'+' | b'.' | b'0'..=b'9' => Some(Json::Number(self.number().to_owned())),
            _ => match self.word() {
                "true" => Some(Json::Bool(true)),
                "false" => Some(Json::Bool(false)),
                "null" | "undefined" | "NaN" | "Infinity" => Some(Json::Null),
                _ => None,
            },
        }
    }

    fn object(&mut self, depth: usize) -> Option<Json> {
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'}') => {
                    self.at += 1;
                    return Some(Json::Object(members));
                }
                Some(b',') => self.at += 1,
                None if self.repair => return Some(Json::Object(members)),
                None => return None,
                Some(_) => {
                    let key = self.key()?;
                    self.skip_space();
                    if self.peek() != Some(b':') {
                        return None;
                    }
                    self.at += 1;
                    members.push((key, self.value(depth + 1)?));
                    self.expect_end(b'}')?;
                }
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Json> {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(b']') => {
                    self.at += 1;
                    return Some(Json::List(items));
                }
                Some(b',') => self.at += 1,
                None if self.repair => return Some(Json::List(items)),
                None => return None,
                Some(_) => {
                    items.push(self.value(depth + 1)?);
                    self.expect_end(b']')?;
                }
            }
        }
    }

    /// After a member or item: a comma or the end, or, where that is forgotten, the next one.
    fn expect_end(&mut self, close: u8) -> Option<()> {
        self.skip_space();
        match self.peek() {
            Some(b',') => Some(()),
            Some(byte) if byte == close => Some(()),
            Some(b'"' | b'{') | None if self.repair => Some(()),
            _ => None,
        }
    }

    fn key(&mut self) -> Option<String> {
        match self.peek()? {
            quote @ (b'"' | b'\'') => self.string(quote),
            _ => Some(self.word().to_owned()).filter(|word| !word.is_empty()),
        }
    }

    /// A name without quotes; empty if there is none.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn number(&mut self) -> &'t str {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn string(&mut self, quote: u8) -> Option<String> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = self.rest();
            let plain = rest.find([char::from(quote), '\\'])?;
            out.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'\\' {
                self.escape(&mut out)?;
            } else if self.repair && !self.ends_string() {
                out.push(char::from(quote));
            } else {
                return Some(out);
            }
        }
    }

    /// Whether what follows a quotation mark can follow a text; the next text, where the comma
    /// between them is forgotten, stands on a line of its own.
    fn ends_string(&self) -> bool {
        let next = self.rest().trim_start();
        let space = &self.rest()[..self.rest().len() - next.len()];
        next.chars().next().is_none_or(|c| match c {
            ',' | '}' | ']' | ':' | '/' | ';' | '<' => true,
            '"' => space.contains('\n'),
            _ => false,
        })
    }

    /// What stands behind a backslash.
    fn escape(&mut self, out: &mut String) -> Option<()> {
        let escaped = self.rest().chars().next()?;
        self.at += escaped.len_utf8();
        match escaped {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' | 'f' => out.push(' '),
            'u' => self.unicode(out),
            'x' => out.push(self.hex(2).and_then(char::from_u32).unwrap_or('\u{fffd}')),
            '\n' => {}
            other => out.push(other),
        }
        Some(())
    }

    fn unicode(&mut self, out: &mut String) {
        let first = self.hex(4);
        let is_lead = first.is_some_and(|unit| (0xd800..0xdc00).contains(&unit));
        let mut code = first;
        if is_lead && self.rest().starts_with("\\u") {
            let before = self.at;
            self.at += 2;
            match self.hex(4) {
                Some(trail) if (0xdc00..0xe000).contains(&trail) => {
                    let lead = first.unwrap_or_default() - 0xd800;
                    code = Some(0x10000 + (lead << 10) + (trail - 0xdc00));
                }
                _ => self.at = before,
            }
        }
        out.push(code.and_then(char::from_u32).unwrap_or('\u{fffd}'));
    }

    /// So many hexadecimal digits; nothing is taken if there are fewer.
    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text = self.rest().get(..digits)?;
        let code = text.bytes().all(|b| b.is_ascii_hexdigit());
        let code = code.then(|| u32::from_str_radix(text, 16).ok()).flatten()?;
        self.at += digits;
        Some(code)
    }
}

#[cfg(test)]
mod tests;
