//! `sitewrap content`: main content of pages.

use crate::support::Scratch;
use std::collections::BTreeSet;

const STORY: &str = "<title>Storks are back</title><nav><a href=/>Home</a> <a href=/news>News</a>\
    </nav><article><h1>Storks are back</h1><p>The first storks of the year have come back to the \
    meadows by the river, a week earlier than last spring.</p><p>Volunteers who have counted the \
    nests since March expect more than forty pairs, twice as many as ten years ago.</p>\
    <p>Read <a href='/nests' onclick='steal()'>how nests are counted</a> and \
    <a href='javascript:alert(1)'>why they matter</a>, as the warden explained on Sunday.</p>\
    <script>alert(2)</script></article><footer><p>All rights reserved</footer>";

#[test]
fn each_form_holds_the_story_and_no_boilerplate_or_scripts() {
    let scratch = Scratch::new();
    let page = scratch.write("story.html", STORY);
    let content = |format: &str| {
        let page = page.to_str().expect("a path of text");
        let url = "https://news.example/storks";
        let args = ["content", page, "--base-url", url, "--format", format];
        scratch.run(args).expect_code(0).stdout
    };
    for format in ["text", "markdown", "html", "jsonl"] {
        let text = content(format);
        assert!(text.contains("The first storks of the year"), "{format}: {text}");
        for unwanted in ["rights reserved", "alert", "onclick", "javascript", "steal"] {
            assert!(!text.contains(unwanted), "{format} has {unwanted}: {text}");
        }
    }
    assert!(content("markdown").contains("[how nests are counted](https://news.example/nests)"));
    let line: serde_json::Value = serde_json::from_str(&content("jsonl")).expect("a line of JSON");
    let keys: BTreeSet<&str> =
        line.as_object().expect("an object").keys().map(String::as_str).collect();
    let expected =
        ["url", "text", "title", "author", "date", "lang", "keywords", "method", "reason"];
    assert_eq!(keys, BTreeSet::from(expected));
    assert_eq!((&line["title"], &line["method"]), (&"Storks are back".into(), &"best".into()));
    assert!(line["keywords"].as_array().is_some_and(|keywords| !keywords.is_empty()), "{line}");
}

#[test]
fn a_page_without_content_says_why() {
    let scratch = Scratch::new();
    let login = "<title>Log in</title><h1>Log in</h1><form><label>Name <input name=n></label>\
        <label>Password <input type=password></label><button>Go</button></form>";
    let shell = "<title>Shop</title><div id=root></div><script src=app.js></script>";
    let bodies = [("a.html", "%PDF-1.7 …"), ("b.html", login), ("c.html", shell)];
    let reasons = ["a PDF", "log in", "empty shell"];
    for ((name, body), reason) in bodies.into_iter().zip(reasons) {
        let page = scratch.write(name, body);
        let args = ["content", page.to_str().expect("a path of text"), "--format", "jsonl"];
        let line = &scratch.run(args).expect_code(3).json_lines()[0];
        assert!(
            line["text"].is_null() && line["reason"].as_str().expect("a reason").contains(reason)
        );
    }
}
