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
    let expected = [
        "url",
        "text",
        "title",
        "author",
        "date",
        "lang",
        "keywords",
        "canonical",
        "images",
        "method",
        "reason",
    ];
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

/// Pages of one site with one template each with a story of its own.
fn site(scratch: &Scratch) -> std::path::PathBuf {
    let story = |n: usize| {
        let menu = "<div id=menu><a href=/>Home</a> <a href=/news>All news of the town</a></div>";
        let lines = format!(
            "<p>Story {n} begins where the river leaves the town, early on day {n}.</p>\
             <p>It took {n} people to carry the boat to the meadow behind the mill.</p>\
             <p>Nobody who was there on day {n} will forget what came next.</p>"
        );
        format!(
            "<title>Story {n}</title>{menu}<div id=main><h1>Story number {n}</h1>{lines}</div>\
             <div id=foot><p>All rights reserved, write to us.</p></div>"
        )
    };
    for n in 1..=4 {
        scratch.write(&format!("site/story-{n}.html"), story(n));
    }
    scratch.path("site")
}

#[test]
fn prune_and_lcs_learn_from_the_other_pages() {
    let scratch = Scratch::new();
    let folder = site(&scratch);
    let folder = folder.to_str().expect("a path of text");
    for method in ["prune", "lcs"] {
        let args = [
            "content",
            folder,
            "--base-url",
            "https://n.example/",
            "--method",
            method,
            "--format",
            "jsonl",
        ];
        let lines = scratch.run(args).expect_code(0).json_lines();
        assert_eq!(lines.len(), 4);
        for (at, line) in lines.iter().enumerate() {
            let text = line["text"].as_str().expect("a text");
            assert!(text.contains(&format!("Story {} begins", at + 1)), "{method}: {text}");
            assert!(text.contains("what came next"), "{method}: {text}");
            assert!(
                !text.contains("rights reserved") && !text.contains("Home"),
                "{method}: {text}"
            );
            assert_eq!(line["method"], method);
        }
    }
}

#[test]
fn lcs_takes_a_sibling_and_says_when_it_has_none() {
    let scratch = Scratch::new();
    let folder = site(&scratch);
    let page = |n: usize| folder.join(format!("story-{n}.html")).display().to_string();
    let alone = scratch.run(["content", &page(1), "--method", "lcs", "--format", "jsonl"]);
    let reason = alone.expect_code(3).json_lines()[0]["reason"].to_string();
    assert!(reason.contains("no other page"), "{reason}");
    let args = ["content", &page(1), "--method", "lcs", "--sibling", &page(3)];
    let text = scratch.run(args).expect_code(0).stdout;
    assert!(text.contains("Story 1 begins") && !text.contains("rights reserved"), "{text}");
    let idle = scratch.run(["content", &page(1), "--sibling", &page(2)]).expect_code(2).stderr;
    assert!(idle.contains("--sibling is for --method lcs"), "{idle}");
}

#[test]
fn weights_are_learned_the_same_each_time_and_used() {
    let scratch = Scratch::new();
    let folder = site(&scratch);
    let known: String = (1..=4)
        .map(|n| {
            let text = format!(
                "Story number {n}\nStory {n} begins where the river leaves the town, early on day {n}.\n\
                 It took {n} people to carry the boat to the meadow behind the mill.\n\
                 Nobody who was there on day {n} will forget what came next."
            );
            format!("{}\n", serde_json::json!({"file": format!("story-{n}.html"), "main_text": text}))
        })
        .collect();
    let truth = folder.join("truth.jsonl");
    std::fs::write(&truth, known).expect("the truth is written");
    let truth = truth.to_str().expect("a path of text");
    let train = || {
        let args = ["content", "train", truth, "--particles", "20", "--generations", "50"];
        scratch.run(args).expect_code(0)
    };
    let learned = train();
    assert_eq!(learned.stdout, train().stdout);
    assert!(learned.stderr.contains("F1 on these 4 pages"), "{}", learned.stderr);
    let weights = scratch.write("weights.toml", &learned.stdout);
    let weights = weights.to_str().expect("a path of text");
    let page = folder.join("story-1.html").display().to_string();
    let args = ["content", &page, "--method", "blocks", "--weights", weights];
    let text = scratch.run(args).expect_code(0).stdout;
    assert!(text.contains("Story 1 begins"), "{text}");
    let broken = scratch.write("broken.toml", learned.stdout.replace("[bold]", "[italic]"));
    let broken = broken.to_str().expect("a path of text");
    let told = scratch.run(["content", &page, "--method", "blocks", "--weights", broken]);
    let told = told.expect_code(1).stderr;
    assert!(told.contains("broken.toml"), "{told}");
}

/// The story with two comments of readers below it.
fn discussed() -> String {
    let comments = "<section id=comments class=comments><h2>2 comments</h2>\
        <div class=comment id=comment-1><b class=author>Ines</b> <time datetime=2024-03-01>1 March</time>\
        <p>I saw <i>two</i> of them & they looked tired.</p><p>1. On the tower.</p><a href='#r'>Reply</a></div>\
        <div class=comment id=comment-2><b class=author>Tim</b><p>So did I.</p></div></section><footer>";
    STORY.replace("<footer>", comments)
}

#[test]
fn comments_of_readers_come_apart_and_below_the_content_where_they_are_asked_for() {
    let scratch = Scratch::new();
    let page = scratch.write("story.html", discussed());
    let page = page.to_str().expect("a path of text");
    let content = |args: &[&str]| {
        let own = ["content", page, "--base-url", "https://news.example/storks", "--format"];
        scratch.run(own.iter().chain(args)).expect_code(0).stdout
    };
    let line: serde_json::Value =
        serde_json::from_str(&content(&["jsonl"])).expect("a line of JSON");
    let first = "I saw two of them & they looked tired.\n\n1. On the tower.";
    let expected = serde_json::json!([
        {"author": "Ines", "date": "2024-03-01", "text": first},
        {"author": "Tim", "text": "So did I."},
    ]);
    assert_eq!(line["comments"], expected, "{line}");
    assert!(!line["text"].as_str().is_some_and(|text| text.contains("So did I")), "{line}");
    for (format, golden) in [
        (
            "text",
            "\n\nComments\n\nInes, 2024-03-01\nI saw two of them & they looked tired.\n\n1. On the tower.\n\n\
                  Tim\nSo did I.\n",
        ),
        (
            "markdown",
            "\n\n## Comments\n\n**Ines**, 2024-03-01\n\nI saw two of them & they looked tired.\n\n\
                      1\\. On the tower.\n\n**Tim**\n\nSo did I.\n\n",
        ),
        (
            "html",
            "\n\n<h2>Comments</h2>\n<article><p><b>Ines</b>, <time>2024-03-01</time></p><p>I saw two of them \
                  &amp; they looked tired.</p><p>1. On the tower.</p></article>\n\
                  <article><p><b>Tim</b></p><p>So did I.</p></article>\n",
        ),
    ] {
        let without = content(&[format]);
        assert!(!without.contains("So did I"), "{format}: {without}");
        let with = content(&[format, "--comments"]);
        assert!(with.starts_with(without.trim_end()) && with.ends_with(golden), "{format}: {with}");
    }
}

#[test]
fn a_list_that_the_user_calls_comments_is_no_part_of_the_content() {
    let words = [
        "river", "meadow", "stork", "warden", "bridge", "orchard", "church", "garden", "tower",
        "boat",
    ];
    let page = |n: usize| {
        let word = |at: usize| words[(n * 3 + at) % words.len()];
        let said = |who: &str, at: usize| {
            format!(
                "<div class=tb><b>{who}</b><p>I walked past the {} on day {n}, to see the {}.</p></div>",
                word(at),
                word(at + 5)
            )
        };
        let said: String =
            (0..2 + n % 3).map(|at| said(["Ines", "Tim", "Uwe"][(n + at) % 3], at)).collect();
        let lines = format!(
            "<p>Nobody had seen the {} so early in the year, says the man from the {} who has counted {n} of them.</p>\
             <p>Below the {} everything is as it was, and the {} has been painted anew after {n} long years.</p>",
            word(1),
            word(2),
            word(3),
            word(4)
        );
        let body = format!(
            "<article><h1>The {} of the {}</h1>{lines}</article><div class=talkback>{said}</div>",
            word(5),
            word(6)
        );
        let url = format!("/story/{n}");
        (
            url,
            format!(
                "<title>Story {n}</title><nav><a href=/>Home</a></nav>{body}<footer>The Gazette</footer>"
            ),
        )
    };
    let pages: Vec<(String, String)> = (0..10).map(page).collect();
    let pages: Vec<(&str, String)> =
        pages.iter().map(|(url, html)| (url.as_str(), html.clone())).collect();
    let scratch = crate::support::store_of(&pages);
    scratch.run(["induce"]).expect_code(0);
    let comments = |scratch: &Scratch| {
        let lines = scratch.run(["content", "--format", "jsonl"]).expect_code(0).json_lines();
        let count = |line: &serde_json::Value| line["comments"].as_array().map_or(0, Vec::len);
        lines.iter().map(count).collect::<Vec<_>>()
    };
    assert_eq!(comments(&scratch), [0; 10]);
    scratch.run(["wrappers", "edit", "story", "--rename", "talkbacks=comments"]).expect_code(0);
    assert_eq!(comments(&scratch), [2, 3, 4, 2, 3, 4, 2, 3, 4, 2]);
}
