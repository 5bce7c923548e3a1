//! URLs in sitemaps and feeds.
//!
//! Sitemaps (sitemaps.org: XML, an index of further ones, or plain lines), RSS and Atom are read
//! by one tolerant scan for the few elements that carry addresses, since many such files are not
//! well-formed.

use flate2::read::GzDecoder;
use sitewrap_tree::decode_entities;
use sitewrap_tree::{MAX_URL_BYTES, normalize};
use std::io::Read;
use url::Url;

/// What a file lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Listing {
    /// Pages, normalized, in the order of the file.
    pub(crate) pages: Vec<Url>,
    /// Further sitemaps.
    pub(crate) sitemaps: Vec<Url>,
}

/// Reads a sitemap or feed; `url` is its own address. At most `cap` bytes are unpacked and
/// `limit` addresses taken.
pub(crate) fn read(file: &[u8], url: &Url, cap: usize, limit: usize) -> Listing {
    let mut unpacked = Vec::new();
    let bytes = if file.starts_with(&[0x1f, 0x8b]) {
        // What could be unpacked of a damaged file still counts.
        let _ = GzDecoder::new(file).take(cap as u64).read_to_end(&mut unpacked);
        &unpacked
    } else {
        file
    };
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let mut listing = Listing::default();
    if text.starts_with('<') {
        read_xml(text, url, limit, &mut listing);
    } else {
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("http"));
        listing.pages.extend(lines.take(limit).filter_map(|line| resolve(url, line)));
    }
    listing
}

fn read_xml(text: &str, url: &Url, limit: usize, listing: &mut Listing) {
    let mut in_sitemap = false;
    // That of the root, where a program wrote the file with one (`<ns0:urlset>`).
    let mut prefix: Option<&str> = None;
    let mut rest = text;
    while listing.pages.len() + listing.sitemaps.len() < limit {
        let Some((_, tail)) = rest.split_once('<') else { return };
        if let Some(comment) = tail.strip_prefix("!--") {
            let Some((_, after)) = comment.split_once("-->") else { return };
            rest = after;
            continue;
        }
        let Some((tag, after)) = tail.split_once('>') else { return };
        rest = after;
        let qualified = tag.split(|c: char| c.is_whitespace() || c == '/').next();
        let closing = tag.starts_with('/');
        let name = qualified.filter(|_| !closing).unwrap_or(tag.trim_start_matches('/'));
        if prefix.is_none() && !name.starts_with(['?', '!']) {
            prefix = Some(name.find(':').map_or("", |colon| &name[..=colon]));
        }
        let name = name.strip_prefix(prefix.unwrap_or_default()).unwrap_or(name);
        // Elements of other vocabularies (`image:loc`, `atom:link`) name no pages.
        match (name, closing) {
            ("sitemap", closing) => in_sitemap = !closing,
            ("loc", false) if in_sitemap => {
                listing.sitemaps.extend(resolve(url, content(after)));
            }
            ("loc", false) => listing.pages.extend(resolve(url, content(after))),
            // The page in another language, which may be listed nowhere else.
            ("xhtml:link", false) if attribute(tag, "hreflang").is_some() => {
                listing.pages.extend(attribute(tag, "href").and_then(|href| resolve(url, href)));
            }
            ("link", false) => {
                let page = match attribute(tag, "href") {
                    Some(_) if attribute(tag, "rel").is_some_and(|rel| rel != "alternate") => None,
                    Some(href) => resolve(url, href),
                    None => resolve(url, content(after)),
                };
                listing.pages.extend(page);
            }
            _ => {}
        }
    }
}

/// The text up to the next tag, out of its CDATA section if it is in one.
fn content(after: &str) -> &str {
    let trimmed = after.trim_start();
    let text = match trimmed.strip_prefix("<![CDATA[") {
        Some(data) => data.split("]]>").next(),
        None => after.split('<').next(),
    };
    text.unwrap_or_default().trim()
}

/// The raw value of an attribute of a start tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = tag;
    loop {
        let (before, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, next) = after[1..].split_once(quote)?;
        if before.trim_end().ends_with(name) {
            return Some(value);
        }
        rest = next;
    }
}

fn resolve(base: &Url, text: &str) -> Option<Url> {
    if text.is_empty() || text.len() > MAX_URL_BYTES {
        return None;
    }
    normalize(base.join(&decode_entities(text)).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    fn paths(file: &[u8]) -> (Vec<String>, Vec<String>) {
        let url = Url::parse("http://example.com/maps/sitemap.xml").unwrap();
        let listing = read(file, &url, 1 << 20, 100);
        let text = |urls: Vec<Url>| {
            urls.iter().map(|url| url[url::Position::BeforePath..].to_owned()).collect()
        };
        (text(listing.pages), text(listing.sitemaps))
    }

    const MAP: &[u8] = b"\xef\xbb\xbf<?xml version='1.0'?><urlset xmlns='x' xmlns:image='y'>
        <url><loc> http://example.com/a?x=1&amp;y=2 </loc><image:image><image:loc>/i.png</image:loc>
        </image:image></url><url><loc><![CDATA[http://example.com/b]]></loc></url>
        <url><loc>ftp://example.com/c</loc></url><url><loc></loc>";

    #[test]
    fn a_sitemap_gives_its_pages() {
        assert_eq!(paths(MAP), (vec!["/a?x=1&y=2".into(), "/b".into()], vec![]));
        let languages = b"<urlset><url><loc>/a</loc><xhtml:link rel='alternate' hreflang='de' \
            href='/de/a'/></url></urlset>";
        assert_eq!(paths(languages).0, ["/a", "/de/a"]);
    }

    #[test]
    fn prefixes_and_comments_are_seen_through() {
        let map = b"<?xml version='1.0'?><!-- <loc>/old</loc> --><ns0:urlset xmlns:ns0='x'><ns0:url>\
            <ns0:loc>/a</ns0:loc><image:loc>/i.png</image:loc><!-- <ns0:loc>/b</ns0:loc> --></ns0:url>\
            </ns0:urlset>";
        assert_eq!(paths(map).0, ["/a"]);
        let index =
            b"<s:sitemapindex><s:sitemap><s:loc>/m.xml</s:loc></s:sitemap></s:sitemapindex>";
        assert_eq!(paths(index), (vec![], vec!["/m.xml".into()]));
        let rdf =
            b"<rdf:RDF xmlns='http://purl.org/rss/1.0/'><item><link>/c</link></item></rdf:RDF>";
        assert_eq!(paths(rdf).0, ["/c"]);
    }

    #[test]
    fn a_packed_sitemap_is_unpacked_as_far_as_allowed() {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(MAP).unwrap();
        packer.write_all(&vec![b' '; 64 << 20]).unwrap();
        packer.write_all(b"<url><loc>/late</loc>").unwrap();
        assert_eq!(paths(&packer.finish().unwrap()).0, ["/a?x=1&y=2", "/b"]);
    }

    #[test]
    fn an_index_gives_further_sitemaps() {
        let index = b"<sitemapindex><sitemap><loc>one.xml.gz</loc></sitemap></sitemapindex>";
        assert_eq!(paths(index), (vec![], vec!["/maps/one.xml.gz".into()]));
    }

    #[test]
    fn feeds_and_plain_lists_give_their_pages() {
        let rss = b"<rss><channel><atom:link href='/feed' rel='self'/><item><link>/r</link></item>";
        assert_eq!(paths(rss).0, ["/r"]);
        let atom = b"<feed><link rel='self' href='/f'/><entry><link href=\"/e\"/></entry></feed>";
        assert_eq!(paths(atom).0, ["/e"]);
        assert_eq!(paths(b"http://example.com/1\nnot a url\nhttp://example.com/2").0, ["/1", "/2"]);
        assert_eq!(paths(b"<html><p>404").0, Vec::<String>::new());
    }
}
