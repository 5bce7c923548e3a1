//! Finding a declared charset: in a `Content-Type`, and in a `<meta>` of undecoded bytes.

use memchr::memmem;

/// How far into a page a `<meta>` is looked for. Browsers read 1,024 bytes; pages in the wild put
/// it later, behind scripts and comments.
const PRESCAN_BYTES: usize = 16 << 10;

/// The charset label of a `Content-Type` such as `text/html; charset="utf-8"`.
pub(crate) fn charset_of_content_type(content_type: &str) -> Option<String> {
    let lower = content_type.to_ascii_lowercase();
    let mut rest = lower.as_str();
    while let Some(found) = rest.find("charset") {
        rest = rest[found + "charset".len()..].trim_ascii_start();
        let Some(value) = rest.strip_prefix('=') else { continue };
        let value = value.trim_ascii_start();
        let label = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value[1..].split(quote).next(),
            _ => value.split(|c: char| c == ';' || c == ',' || c.is_ascii_whitespace()).next(),
        };
        return label.map(str::trim).filter(|label| !label.is_empty()).map(str::to_owned);
    }
    None
}

/// The charset label in the first `<meta charset>` or `<meta http-equiv=content-type>` of a page
/// whose encoding is not known yet (HTML standard, 13.2.3.2 "Prescan a byte stream").
pub(crate) fn charset_of_meta(bytes: &[u8]) -> Option<String> {
    let bytes = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    let mut at = 0;
    while let Some(open) = find(bytes, at, b"<") {
        at = open + 1;
        let rest = &bytes[at..];
        if rest.starts_with(b"!--") {
            // `<!-->` is a whole comment, so its dashes count for the end as well.
            at = find(bytes, at + 1, b"-->")? + 3;
        } else if starts_with_tag(rest, b"meta") {
            at += b"meta".len();
            let mut meta = Meta::default();
            while let Some((name, value)) = attribute(bytes, &mut at) {
                meta.add(&name, value);
            }
            if let Some(label) = meta.charset() {
                return Some(label);
            }
        } else if starts_with_tag(rest, b"script") || starts_with_tag(rest, b"style") {
            // What looks like a tag in a script is none.
            let end: &[u8] =
                if starts_with_tag(rest, b"script") { b"</script" } else { b"</style" };
            at = find_ignoring_case(bytes, at, end)? + end.len();
        }
    }
    None
}

/// The first attribute of each kind that a `<meta>` gives.
#[derive(Default)]
struct Meta {
    charset: Option<String>,
    content: Option<String>,
    http_equiv: Option<String>,
}

impl Meta {
    fn add(&mut self, name: &str, value: String) {
        let slot = match name {
            "charset" => &mut self.charset,
            "content" => &mut self.content,
            "http-equiv" => &mut self.http_equiv,
            _ => return,
        };
        slot.get_or_insert(value);
    }

    fn charset(self) -> Option<String> {
        let declared = self.charset.filter(|label| !label.trim().is_empty());
        declared.or_else(|| {
            self.http_equiv.filter(|name| name.trim().eq_ignore_ascii_case("content-type"))?;
            charset_of_content_type(&self.content?)
        })
    }
}

/// Reads one attribute at `at` and moves past it; `None` at the end of the tag.
fn attribute(bytes: &[u8], at: &mut usize) -> Option<(String, String)> {
    let is_gap = |byte: u8| byte.is_ascii_whitespace() || byte == b'/';
    skip_while(bytes, at, is_gap);
    if matches!(bytes.get(*at), None | Some(b'>')) {
        return None;
    }
    let start = *at;
    // A name may begin with `=`, and so never stands still here.
    *at += 1;
    skip_while(bytes, at, |byte| !is_gap(byte) && byte != b'>' && byte != b'=');
    let name = lossy_lowercase(&bytes[start..*at]);
    skip_while(bytes, at, |byte| byte.is_ascii_whitespace());
    if bytes.get(*at) != Some(&b'=') {
        return Some((name, String::new()));
    }
    *at += 1;
    skip_while(bytes, at, |byte| byte.is_ascii_whitespace());
    let value = match bytes.get(*at) {
        Some(&quote @ (b'"' | b'\'')) => {
            let start = *at + 1;
            *at = find(bytes, start, &[quote]).unwrap_or(bytes.len());
            let value = &bytes[start.min(*at)..*at];
            *at = bytes.len().min(*at + 1);
            value
        }
        _ => {
            let start = *at;
            skip_while(bytes, at, |byte| !byte.is_ascii_whitespace() && byte != b'>');
            &bytes[start..*at]
        }
    };
    Some((name, lossy_lowercase(value)))
}

fn starts_with_tag(bytes: &[u8], name: &[u8]) -> bool {
    bytes.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
        && bytes.get(name.len()).is_some_and(|&b| b.is_ascii_whitespace() || b == b'/' || b == b'>')
}

fn skip_while(bytes: &[u8], at: &mut usize, skip: impl Fn(u8) -> bool) {
    while bytes.get(*at).is_some_and(|&byte| skip(byte)) {
        *at += 1;
    }
}

fn find(bytes: &[u8], from: usize, needle: &[u8]) -> Option<usize> {
    Some(from + memmem::find(bytes.get(from..)?, needle)?)
}

fn find_ignoring_case(bytes: &[u8], from: usize, needle: &[u8]) -> Option<usize> {
    let mut windows = bytes.get(from..)?.windows(needle.len());
    Some(from + windows.position(|window| window.eq_ignore_ascii_case(needle))?)
}

fn lossy_lowercase(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).to_ascii_lowercase()
}
