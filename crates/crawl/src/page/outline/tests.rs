//! What is read of a page.

use super::*;
use crate::frontier::links::Target;

fn of(body: &[u8], content_type: Option<&str>) -> Outline {
    let url = Url::parse("http://example.com/dir/page").unwrap();
    let limits = OutlineLimits { links: 3, url_length: 60, reading: Reading::Full };
    outline(body, content_type, &[], &url, limits, &LinkBook::default())
}

fn new(link: &FoundLink) -> &Url {
    match &link.target {
        Target::New(_, url) => url,
        Target::Known(_) => panic!("the book is empty"),
    }
}

fn paths(outline: &Outline) -> Vec<&str> {
    outline.links.iter().map(|link| new(link).path()).collect()
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
    let outline = of(&bytes, Some("text/html; charset=utf-16le"));
    assert_eq!(new(&outline.links[0]).as_str(), "http://example.com/zw%C3%B6lf?q=%C3%A4");
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
    let outline = of(
        b"<link rel=canonical href=/own><link rel='alternate' hreflang=de href=/de>\
          <link rel=alternate type=application/atom+xml href=/feed>\
          <meta name=ROBOTS content='NoIndex'><script></script>",
        None,
    );
    assert_eq!(outline.canonical.as_ref().map(Url::path), Some("/own"));
    assert_eq!(outline.feeds[0].path(), "/feed");
    assert_eq!(paths(&outline), ["/de"]);
    assert!(outline.noindex && !outline.nofollow && outline.shell);
}

#[test]
fn fingerprints_are_near_for_pages_alike_and_equal_but_for_numbers() {
    let page = |word: &str, items: usize| {
        let items = "<li class=item><a href=x>thing</a></li>".repeat(items);
        let body = format!("<h1>All about {word} in 2024</h1><ul>{items}</ul>");
        of(body.as_bytes(), None)
    };
    let features = |page: Outline| page.structure.unwrap().features().to_vec();
    assert_eq!(features(page("tea", 3)), features(page("wine", 30)));
    assert_eq!(page("tea 1", 3).fingerprint, page("tea 2", 3).fingerprint);
    assert_ne!(page("tea 1", 3).digest.content, page("tea 2", 3).digest.content);
}
