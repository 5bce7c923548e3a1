//! What is read of a page.

use super::*;
use crate::frontier::links::Target;
use sitewrap_tree::normalize;

fn of(body: &[u8], content_type: Option<&str>) -> Findings {
    let url = Url::parse("http://example.com/dir/page").unwrap();
    let limits = ReadLimits { links: 3, style_sheets: 0, url_length: 60, reading: Reading::Full };
    findings(body, content_type, &[], &url, limits, &LinkBook::default())
}

fn new(link: &FoundLink) -> &Url {
    match &link.target {
        Target::New(_, url) => url,
        Target::Known(_) => panic!("the book is empty"),
    }
}

fn paths(findings: &Findings) -> Vec<&str> {
    findings.links.iter().map(|link| new(link).path()).collect()
}

#[test]
fn deep_nesting_and_broken_markup_do_no_harm() {
    let mut page = "<div>".repeat(50_000);
    page.push_str("<a href=/found>x</a><p <a href='/odd'>y<select><title><a href=/last>");
    assert_eq!(paths(&of(page.as_bytes(), None))[0], "/found");
    assert!(of(b"\x00\xff<a href", None).links.is_empty());
}

#[test]
fn a_base_longer_than_a_url_is_passed_over() {
    let page = |length| format!("<base href='/{}/'><a href=found>x</a>", "b".repeat(length));
    assert_eq!(paths(&of(page(5).as_bytes(), None)), ["/bbbbb/found"]);
    assert_eq!(paths(&of(page(9_000).as_bytes(), None)), ["/dir/found"]);
}

#[test]
fn utf_16_pages_are_read() {
    let text = "<a href='/zw\u{f6}lf?q=\u{e4}'>x</a>";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let findings = of(&bytes, Some("text/html; charset=utf-16le"));
    assert_eq!(new(&findings.links[0]).as_str(), "http://example.com/zw%C3%B6lf?q=%C3%A4");
}

#[test]
fn links_are_capped_and_long_ones_left_out() {
    let long = "x".repeat(80);
    let page = format!("<a href='/{long}'></a>{}", "<a href=a></a><a href=b></a>".repeat(9));
    assert_eq!(paths(&of(page.as_bytes(), None)), ["/dir/a", "/dir/b"]);
    let page: String = (0..9).map(|n| format!("<a href='{n}'></a>")).collect();
    assert_eq!(of(page.as_bytes(), None).links.len(), 3);
}

#[test]
fn what_the_head_says_is_noted() {
    let findings = of(
        b"<link rel=canonical href=/own><link rel='alternate' hreflang=de href=/de>\
          <link rel=alternate type=application/atom+xml href=/feed>\
          <meta name=ROBOTS content='NoIndex'><script></script>",
        None,
    );
    assert_eq!(findings.canonical.as_ref().map(Url::path), Some("/own"));
    assert_eq!(findings.feeds[0].path(), "/feed");
    assert_eq!(paths(&findings), ["/de"]);
    assert!(findings.noindex && !findings.nofollow && findings.shell);
}

#[test]
fn fingerprints_are_near_for_pages_alike_and_equal_but_for_numbers() {
    let page = |word: &str, items: usize| {
        let items = "<li class=item><a href=x>thing</a></li>".repeat(items);
        let body = format!("<h1>All about {word} in 2024</h1><ul>{items}</ul>");
        of(body.as_bytes(), None)
    };
    let features = |page: Findings| page.structure.unwrap().features().to_vec();
    assert_eq!(features(page("tea", 3)), features(page("wine", 30)));
    assert_eq!(page("tea 1", 3).fingerprint, page("tea 2", 3).fingerprint);
    assert_ne!(page("tea 1", 3).digest.content, page("tea 2", 3).digest.content);
}

/// The addresses of a page's links as the frontier has them and as records have them.
fn both_sides(body: &[u8], content_type: Option<&str>) -> (Vec<String>, Vec<String>) {
    let url = Url::parse("http://example.com/dir/page").unwrap();
    let limits =
        ReadLimits { links: 99, style_sheets: 0, url_length: 2000, reading: Reading::Full };
    let findings = findings(body, content_type, &[], &url, limits, &LinkBook::default());
    let frontier = findings.links.iter().map(|link| new(link).to_string()).collect();
    let page = sitewrap_tree::Document::parse(body, content_type, Some(url.as_str()));
    let urls = page.links.iter().filter_map(|link| normalize(Url::parse(&link.url).ok()?));
    (frontier, urls.map(String::from).collect())
}

/// Once a page in an encoding of its own had other links in the frontier than in its records.
#[test]
fn links_of_the_frontier_are_those_of_records() {
    let links =
        "<a href='/a?q=caf\u{e9}'>1</a><a href='b&#150;c?x=&#150;'>2</a><a href='?y=&copy=1'>3</a>";
    let in_latin = encoding_rs::WINDOWS_1252.encode(links).0.into_owned();
    let behind = |at: usize, head: &str, links: &[u8]| {
        [b" ".repeat(at).as_slice(), head.as_bytes(), links].concat()
    };
    let cyrillic = "<p>\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{432}\u{441}\u{435}\u{43c}</p><a href='?q=\u{43f}\u{440}\u{438}'>x</a>";
    let cases = [
        (links.as_bytes().to_vec(), None),
        (links.as_bytes().to_vec(), Some("text/html; charset=iso-8859-1")),
        (in_latin.clone(), Some("text/html; charset=latin1")),
        (in_latin.clone(), Some("text/html; charset=utf-8")),
        (in_latin.clone(), None),
        (behind(9_000, "<meta charset=windows-1252>", &in_latin), None),
        (behind(0, "<!-- charset=koi8-r --><meta charset=latin1>", &in_latin), None),
        (encoding_rs::KOI8_R.encode(&cyrillic.repeat(20)).0.into_owned(), None),
        (
            links.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Some("text/html; charset=utf-16le"),
        ),
        (
            encoding_rs::ISO_2022_JP.encode("<a href='?q=\u{3042}'>x</a>").0.into_owned(),
            Some("text/html; charset=iso-2022-jp"),
        ),
        (b"<base href='data:x'><base href=/other/><a href=a>".to_vec(), None),
        (
            b"<base target=_top><base href='http://b.example/c/'><a href=a><a href=' //d/e '>"
                .to_vec(),
            None,
        ),
    ];
    for (body, content_type) in cases {
        let (frontier, mut records) = both_sides(&body, content_type);
        // The frontier has each target once.
        let mut seen = std::collections::HashSet::new();
        records.retain(|url| seen.insert(url.clone()));
        assert!(!frontier.is_empty());
        assert_eq!(frontier, records, "{content_type:?} {}", String::from_utf8_lossy(&body));
    }
}
