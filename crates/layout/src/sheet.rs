//! The style sheets of a page: those that it has in itself, and those that it names.

use memchr::{memchr, memmem};
use sitewrap_tree::{base_of, decode_entities, encoding_of, normalize, resolve};
use url::Url;

/// Attributes of a tag that are read at most.
const MAX_ATTRIBUTES: usize = 64;

/// Style sheets that a page may name.
const MAX_NAMED: usize = 32;

/// The contents of the `style` elements of a page as it was sent, in order; those for print are left
/// out. Bytes that are no UTF-8 are replaced: style sheets in other charsets keep all but their
/// strings.
pub fn style_sheets(body: &[u8]) -> Vec<String> {
    style_sheets_with(body, None, None, |_| None)
}

/// As [`style_sheets`], and in their places those that the page names and `get` has by their addresses
/// (normalized). `content_type` and `url` are those of the page.
///
/// # Example
/// ```
/// use sitewrap_layout::style_sheets_with;
/// let page = b"<link rel=stylesheet href=/a.css><style>b{}</style>";
/// let get = |url: &str| (url == "https://a.example/a.css").then(|| "a{}".to_owned());
/// let sheets = style_sheets_with(page, None, Some("https://a.example/x"), get);
/// assert_eq!(sheets, ["a{}", "b{}"]);
/// ```
pub fn style_sheets_with(
    body: &[u8],
    content_type: Option<&str>,
    url: Option<&str>,
    get: impl Fn(&str) -> Option<String>,
) -> Vec<String> {
    let page = url.and_then(|url| Url::parse(url).ok());
    let encoding = encoding_of(body, content_type);
    let (mut sheets, mut named, mut base) = (Vec::new(), 0, None);
    let found: Vec<Found<'_>> = Scanner::of(body).collect();
    let text = |bytes: &[u8]| decode_entities(&String::from_utf8_lossy(bytes)).into_owned();
    for found in &found {
        if let (Found::Base(href), None) = (found, &base) {
            base = base_of(page.as_ref(), encoding, &text(href));
        }
    }
    let base = base.or(page);
    for found in found {
        match found {
            Found::Style(css) => sheets.push(String::from_utf8_lossy(css).into_owned()),
            Found::Link(href) if named < MAX_NAMED => {
                named += 1;
                let url = resolve(base.as_ref(), encoding, text(href).trim()).and_then(normalize);
                sheets.extend(url.and_then(|url| get(url.as_str())));
            }
            Found::Link(_) | Found::Base(_) => {}
        }
    }
    sheets
}

/// What of a page tells of style sheets.
enum Found<'b> {
    Style(&'b [u8]),
    Link(&'b [u8]),
    Base(&'b [u8]),
}

/// Goes through the tags of a page; comments, scripts and titles are passed over.
struct Scanner<'b> {
    body: &'b [u8],
    lower: Vec<u8>,
    at: usize,
}

impl<'b> Scanner<'b> {
    fn of(body: &'b [u8]) -> Self {
        Self { body, lower: body.to_ascii_lowercase(), at: 0 }
    }

    /// Where something stands from here on; the end of the page if it does not.
    fn place_of(&self, what: &[u8]) -> usize {
        memmem::find(&self.lower[self.at..], what).map_or(self.lower.len(), |found| self.at + found)
    }

    /// Goes behind the text of an element whose start tag was just read; gives the text.
    fn raw(&mut self, end_tag: &[u8]) -> &'b [u8] {
        let (start, end) = (self.at, self.place_of(end_tag));
        self.at = end;
        &self.body[start..end]
    }

    /// Reads the attributes of a tag up to its end: names in lower case, values as they are written.
    fn attributes(&mut self) -> Vec<(&'b [u8], &'b [u8])> {
        let mut found = Vec::new();
        let body = self.body;
        while let Some(&byte) = body.get(self.at) {
            match byte {
                b'>' => {
                    self.at += 1;
                    break;
                }
                b'/' | b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'=' => self.at += 1,
                _ => {
                    let attribute = self.attribute();
                    if found.len() < MAX_ATTRIBUTES {
                        found.push(attribute);
                    }
                }
            }
        }
        found
    }

    fn attribute(&mut self) -> (&'b [u8], &'b [u8]) {
        let body = self.body;
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/' | b'=');
        let length = |from: usize, ends: &dyn Fn(&u8) -> bool| {
            body[from..].iter().position(ends).unwrap_or(body.len() - from)
        };
        let blank = |from: usize| length(from, &|byte| !byte.is_ascii_whitespace());
        let name = &body[self.at..self.at + length(self.at, &ends)];
        self.at += name.len().max(1);
        let equals = self.at + blank(self.at);
        if body.get(equals) != Some(&b'=') {
            return (name, b"");
        }
        let start = equals + 1 + blank(equals + 1);
        let (start, end) = match body.get(start) {
            Some(&quote @ (b'"' | b'\'')) => {
                let end = memchr(quote, &body[start + 1..]).map(|length| start + 1 + length);
                (start + 1, end.unwrap_or(body.len()))
            }
            _ => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
                (start, start + length(start, &is_end))
            }
        };
        // Behind the quote that ends it.
        let is_quoted = body.get(end).is_some_and(|byte| matches!(byte, b'"' | b'\''));
        self.at = end + usize::from(is_quoted);
        (name, &body[start..end])
    }
}

impl<'b> Iterator for Scanner<'b> {
    type Item = Found<'b>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.at += memchr(b'<', self.lower.get(self.at..)?)? + 1;
            let rest = &self.lower[self.at..];
            if rest.starts_with(b"!--") {
                self.at = (self.place_of(b"-->") + 3).min(self.lower.len());
                continue;
            }
            let length =
                rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
            let name = rest[..length].to_vec();
            if !matches!(
                name.as_slice(),
                b"style" | b"link" | b"base" | b"script" | b"title" | b"textarea"
            ) {
                continue;
            }
            self.at += length;
            let attributes = self.attributes();
            let get = |wanted: &[u8]| {
                let mut all = attributes.iter();
                all.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| *value)
            };
            let media = get(b"media").unwrap_or_default().to_ascii_lowercase();
            let has = |word: &[u8]| memmem::find(&media, word).is_some();
            let is_print = has(b"print") && !has(b"screen");
            match name.as_slice() {
                b"style" => {
                    let css = self.raw(b"</style");
                    if !is_print {
                        return Some(Found::Style(css));
                    }
                }
                b"link" if is_sheet(get(b"rel").unwrap_or_default()) && !is_print => {
                    if let Some(href) = get(b"href") {
                        return Some(Found::Link(href));
                    }
                }
                b"base" => {
                    if let Some(href) = get(b"href") {
                        return Some(Found::Base(href));
                    }
                }
                b"script" => drop(self.raw(b"</script")),
                b"title" => drop(self.raw(b"</title")),
                b"textarea" => drop(self.raw(b"</textarea")),
                _ => {}
            }
        }
    }
}

/// Whether the words of a `rel` are those of a style sheet that counts without being chosen.
fn is_sheet(rel: &[u8]) -> bool {
    let has =
        |word: &[u8]| rel.split(u8::is_ascii_whitespace).any(|own| own.eq_ignore_ascii_case(word));
    has(b"stylesheet") && !has(b"alternate")
}

#[cfg(test)]
mod tests {
    use super::{style_sheets, style_sheets_with};

    #[test]
    fn finds_the_sheets_for_screens() {
        let body = b"<STYLE type=text/css>p{color:red}</style><styled>x</styled>\
            <style media=print>p{display:none}</style><script>'<style>'</script><style>a{}";
        assert_eq!(style_sheets(body), ["p{color:red}", "a{}"]);
        assert!(style_sheets(b"<style").iter().all(String::is_empty));
    }

    #[test]
    fn named_sheets_stand_where_the_page_names_them() {
        let body = b"<base href='/s/'><link rel=\"preload stylesheet\" href=\"a.css?x&amp;y\" /><style>b{}</style>\
            <!--[if IE]><link rel=stylesheet href=ie.css><![endif]--><link rel='alternate stylesheet' href=c.css>\
            <LINK REL=STYLESHEET HREF=d.css media='screen, print'><link rel=stylesheet href=p.css media=print>\
            <link rel=stylesheet href=unknown.css><link rel=stylesheet><link";
        let get = |url: &str| {
            let known = url.strip_prefix("http://a.example/s/")?;
            (known != "unknown.css").then(|| known.to_owned())
        };
        let sheets = style_sheets_with(body, None, Some("http://a.example/x/y"), get);
        assert_eq!(sheets, ["a.css?x&y", "b{}", "d.css"]);
    }
}
