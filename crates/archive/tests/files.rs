//! Reading folders, single pages and lines of JSON, also broken ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use flate2::Compression;
use flate2::write::GzEncoder;
use sitewrap_archive::{JsonLines, SourceError, open_source};
use sitewrap_model::Page;
use std::fs;
use std::io::Write;
use std::path::Path;
use tempfile::TempDir;
use url::Url;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, content) in files {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    dir
}

fn base(url: &str) -> Option<Url> {
    Some(Url::parse(url).unwrap())
}

fn read(path: &Path, base_url: Option<&Url>) -> Vec<Result<Page, SourceError>> {
    open_source(path, base_url).unwrap().collect()
}

/// URLs and bodies, as text.
fn texts(path: &Path, base_url: Option<&Url>) -> Vec<(String, String)> {
    let pages = read(path, base_url).into_iter().map(Result::unwrap);
    pages.map(|page| (page.url, String::from_utf8(page.body).unwrap())).collect()
}

fn urls(path: &Path, base_url: Option<&Url>) -> Vec<String> {
    texts(path, base_url).into_iter().map(|(url, _)| url).collect()
}

#[test]
fn a_manifest_names_the_pages_of_its_folder() {
    let manifest = "\u{feff}{\"url\": \"https://a.example/1\", \"file\": \"pages/1.html\", \"type\": 7}\r\n\n\
                    {\"file\": \"./2\", \"url\": \"https://a.example/2#x\"}";
    let dir = folder(&[("pages.jsonl", manifest), ("pages/1.html", "one"), ("2", "two")]);
    let expected = [
        ("https://a.example/1".to_owned(), "one".to_owned()),
        ("https://a.example/2#x".to_owned(), "two".to_owned()),
    ];
    assert_eq!(texts(dir.path(), None), expected);
    assert_eq!(texts(&dir.path().join("pages.jsonl"), None), expected);
    assert_eq!(texts(dir.path(), base("https://b.example/").as_ref()), expected);
}

#[test]
fn bad_lines_of_a_manifest_are_told_with_their_number_and_passed_over() {
    let manifest = r#"{"url": "https://a.example/1", "file": "1.html"}
not JSON
{"url": "https://a.example/2"}
{"file": "1.html"}
{"url": "a/relative/url", "file": "1.html"}
{"url": "https://a.example/3", "file": "none.html"}
{"url": "https://a.example/4", "file": "../secret"}
{"url": "https://a.example/5", "file": "/etc/hostname"}
{"url": "https://a.example/6", "file": "folder"}
{"url": "https://a.example/7", "file": "1.html", "html": ""}
{"url": 7, "file": "1.html"}
{"url": "https://a.example/8", "file": "folder/../1.html"}
{"url": "https://a.example/9", "file": "1.html"}
"#;
    let dir = folder(&[("in/pages.jsonl", manifest), ("in/1.html", "one"), ("secret", "secret")]);
    fs::create_dir(dir.path().join("in/folder")).unwrap();
    let pages = read(&dir.path().join("in"), None);
    assert_eq!(pages.len(), 13);
    for (line, expected) in [
        (2, "expected"),
        (3, "neither `html` nor `file`"),
        (4, "missing field `url`"),
        (5, "relative URL without a base"),
        (6, "none.html"),
        (7, "is not below the manifest's folder"),
        (8, "is not below the manifest's folder"),
        (9, "is not a file"),
        (10, "both"),
        (11, "invalid type"),
        (12, "is not below the manifest's folder"),
    ] {
        let error = pages[line - 1].as_ref().err().unwrap().to_string();
        assert!(error.contains(&format!("pages.jsonl, line {line}: ")), "{error}");
        assert!(error.contains(expected), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
    assert_eq!(pages[12].as_ref().unwrap().url, "https://a.example/9");
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_a_manifest_out_of_its_folder() {
    let manifest = "{\"url\": \"https://a.example/\", \"file\": \"link.html\"}\n";
    let dir = folder(&[("in/pages.jsonl", manifest), ("secret", "secret")]);
    std::os::unix::fs::symlink("../secret", dir.path().join("in/link.html")).unwrap();
    let error = read(&dir.path().join("in"), None).remove(0).err().unwrap().to_string();
    assert!(error.contains("outside"), "{error}");
}

#[test]
fn a_stream_gives_its_html() {
    let stream = "{\"url\": \"https://a.example/\", \"html\": \"<p>\u{fc}\"}\n{\"url\": \"https://a.example/2\", \"file\": \"/etc/hostname\"}\n{\"url\": \"https://a.ex";
    let pages: Vec<_> = JsonLines::new(stream.as_bytes(), "standard input").collect();
    let page = pages[0].as_ref().unwrap();
    assert_eq!(page.body, "<p>ü".as_bytes());
    assert_eq!(page.content_type(), Some("text/html; charset=utf-8"));
    let errors: Vec<_> =
        pages[1..].iter().map(|page| page.as_ref().err().unwrap().to_string()).collect();
    assert_eq!(errors[0], "standard input, line 2: a stream cannot name files; give \"html\"");
    assert!(
        errors[1].starts_with("standard input, line 3: no JSON object of a page: EOF"),
        "{}",
        errors[1]
    );
    assert_eq!(errors.len(), 2);
}

#[test]
fn bytes_that_are_not_utf_8_spoil_only_their_line() {
    let lines = b"{\"url\": \"https://a.example/\", \"html\": \"\xff\"}\n{\"url\": \"https://a.example/\", \"html\": \"\"}";
    let pages: Vec<_> = JsonLines::new(&lines[..], "-").collect();
    assert!(pages[0].is_err() && pages[1].is_ok());
}

#[test]
fn a_copied_site_gets_its_addresses_from_its_paths() {
    let html = "<!doctype html><p>";
    let dir = folder(&[
        ("index.html", html),
        ("b/index.html", html),
        ("b/item 1.html", html),
        ("b/about", html),
        ("b/list.php?page=2", html),
        ("b/list.php?page=3.html", html),
        ("b/index.html?sort=a&b=c", html),
        ("b/100%.htm", html),
        ("style.css", "p {}"),
        ("picture.png", "\u{0}"),
        ("feed.xml", "<?xml version=\"1.0\"?><rss>"),
        ("empty.html", ""),
        (".git/index.html", html),
        ("page.html.orig", html),
    ]);
    for root in ["https://a.example/top/", "https://a.example/top", "https://a.example/top?x#y"] {
        assert_eq!(
            urls(dir.path(), base(root).as_ref()),
            [
                "https://a.example/top/b/100%25.htm",
                "https://a.example/top/b/about",
                "https://a.example/top/b/",
                "https://a.example/top/b/?sort=a&b=c",
                "https://a.example/top/b/item%201.html",
                "https://a.example/top/b/list.php?page=2",
                "https://a.example/top/b/list.php?page=3",
                "https://a.example/top/empty.html",
                "https://a.example/top/",
            ]
        );
    }
}

#[test]
fn a_single_page_gets_the_address_that_is_given() {
    let dir = folder(&[("item.html", "<p>item"), ("index.html", "<p>top"), ("odd", "<html>")]);
    let url = |name: &str, base_url: &str| urls(&dir.path().join(name), base(base_url).as_ref());
    assert_eq!(url("item.html", "https://a.example/p/1"), ["https://a.example/p/1"]);
    assert_eq!(url("item.html", "https://a.example/p/"), ["https://a.example/p/item.html"]);
    assert_eq!(url("index.html", "https://a.example"), ["https://a.example/"]);
    let own = urls(&dir.path().join("odd"), None);
    assert!(own[0].starts_with("file:///") && own[0].ends_with("/odd"), "{own:?}");
}

#[test]
fn what_a_path_is_is_told_by_its_content() {
    let warc = "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: https://a.example/\r\n\
                Content-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>\r\n\r\n";
    let line = "{\"url\": \"https://a.example/\", \"html\": \"<html>\"}\n";
    let dir = folder(&[("archive", warc), ("lines", line), ("page", "<html>"), ("a.warc", "")]);
    let mut zipped = GzEncoder::new(Vec::new(), Compression::fast());
    zipped.write_all(warc.as_bytes()).unwrap();
    fs::write(dir.path().join("zipped"), zipped.finish().unwrap()).unwrap();
    let url = base("https://a.example/");
    for name in ["archive", "zipped", "lines"] {
        assert_eq!(
            texts(&dir.path().join(name), None),
            [("https://a.example/".into(), "<html>".into())]
        );
    }
    assert_eq!(texts(&dir.path().join("page"), url.as_ref())[0].1, "<html>");
    assert_eq!(read(&dir.path().join("a.warc"), None).len(), 0);
}

#[test]
fn what_is_no_source_is_told() {
    let dir =
        folder(&[("picture", "\u{0}\u{1}"), ("empty", ""), ("zipped.gz", "\u{1f}"), ("d/x", "")]);
    fs::write(dir.path().join("zipped.gz"), [0x1f, 0x8b, 8, 0]).unwrap();
    let error = |name: &str, base_url| open_source(&dir.path().join(name), base_url).err().unwrap();
    assert!(matches!(error("none", None), SourceError::File { .. }));
    for name in ["picture", "empty", "zipped.gz"] {
        let error = error(name, None);
        assert!(matches!(error, SourceError::UnknownKind(_)), "{error}");
    }
    let no_base = error("d", None);
    assert!(no_base.to_string().contains("no manifest"), "{no_base}");
    let bad_base = base("mailto:a@b.example");
    assert!(matches!(error("d", bad_base.as_ref()), SourceError::BadBaseUrl(_)));
}
