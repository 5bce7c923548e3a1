//! Running text in boxes: sections of manuals and wikis, the blocks of editors.

#[path = "site/mod.rs"]
mod site;

use serde_json::Value as Json;
use site::{record_of, word, wrappers};

/// A sentence that no other page has.
fn sentence(n: usize) -> String {
    let words: Vec<String> = (0..12).map(|i| word(n * 31 + i * 17 + i * i)).collect();
    format!("{} {n}.", words.join(" "))
}

fn heading(n: usize) -> String {
    format!("{} {}", word(n * 5 + 3), word(n * 11 + 8))
}

/// Blocks of a text: one paragraph or two, now and then a list, a picture or a quotation.
fn blocks(n: usize) -> Vec<String> {
    let mut all = vec![format!("<p>{}</p>", sentence(n))];
    match n % 5 {
        0 => all.push(format!("<ul><li>{}</li><li>{}</li></ul>", heading(n + 70), heading(n + 71))),
        1 => all.push(format!("<blockquote><p>{}</p></blockquote>", sentence(n + 900))),
        2 => all.push(format!("<p>{}</p><p>{}</p>", sentence(n + 300), sentence(n + 600))),
        _ => {}
    }
    all
}

fn body(record: &Json) -> &str {
    record["body"].as_str().unwrap_or_else(|| panic!("no body: {record}"))
}

/// Whether a text has what the sections of page 7 begin with, and their headings.
fn assert_is_whole(record: &Json) {
    let text = body(record);
    for section in 0..3 {
        let (n, head) = (7 * 10 + section, heading(7 * 10 + section));
        assert!(text.contains(&sentence(n)), "section {section}: {record}");
        assert!(section == 0 || text.contains(&head), "heading {section}: {record}");
    }
    assert_eq!(record["title"], heading(7 + 5000), "{record}");
}

/// Page `n`: a title, a day, and the sections that `section` writes of their numbers, two to five.
fn page(n: usize, section: impl Fn(usize) -> String) -> String {
    let sections: String = (0..3 + n % 3).map(|i| section(n * 10 + i)).collect();
    format!(
        "<body><article class=doc><h1>{}</h1><time class=day>2024-05-{:02}</time>{sections}</article></body>",
        heading(n + 5000),
        n % 28 + 1
    )
}

#[test]
fn sections_in_boxes_around_their_headings_are_one_text() {
    let section = |n: usize| {
        let inner: String =
            blocks(n).iter().map(|block| format!("<div class=paragraph>{block}</div>")).collect();
        format!(
            "<div class=sect1><h2>{}</h2><div class=sectionbody>{inner}</div></div>",
            heading(n)
        )
    };
    assert_is_whole(&record_of(|n| page(n, section)));
}

#[test]
fn sections_in_boxes_behind_their_headings_are_one_text() {
    let section =
        |n: usize| format!("<h2>{}</h2><div class=level2>{}</div>", heading(n), blocks(n).concat());
    assert_is_whole(&record_of(|n| page(n, section)));
}

#[test]
fn blocks_of_an_editor_are_one_text() {
    let section = |n: usize| {
        let head =
            format!("<div class=block data-block=head><div><h2>{}</h2></div></div>", heading(n));
        let block =
            |block: &String| format!("<div class=block><div class=rich>{block}</div></div>");
        head + &blocks(n).iter().map(block).collect::<String>()
    };
    assert_is_whole(&record_of(|n| page(n, section)));
}

#[test]
fn a_title_in_a_box_of_its_own_is_no_part_of_the_text() {
    let article = |n: usize| {
        let blocks: String = (0..2 + n % 3)
            .flat_map(|i| blocks(n * 10 + i))
            .map(|block| format!("<div class=block><div class=rich>{block}</div></div>"))
            .collect();
        format!(
            "<body><main><div class=hero><h1>{}</h1></div>{blocks}</main></body>",
            heading(n + 5000)
        )
    };
    let pages: Vec<(String, String, usize)> =
        (0..3).map(|n| (format!("http://a.test/p/{n}"), article(n), 0)).collect();
    let record = wrappers(&pages).1.swap_remove(1);
    assert_eq!(record["title"], heading(5001), "{record}");
    assert!(!body(&record).contains(&heading(5001)), "{record}");
}

#[test]
fn boxes_of_one_make_are_items() {
    let question =
        |n: usize| format!("<div class=faq><h3>{}?</h3><p>{}</p></div>", heading(n), sentence(n));
    let record = record_of(|n| page(n, question));
    let items = record.as_object().and_then(|fields| fields.values().find_map(Json::as_array));
    assert_eq!(items.map(Vec::len), Some(4), "{record}");
}

#[test]
fn boxes_with_facts_are_items() {
    let comment = |n: usize| {
        format!("<div class=note><b class=who>{}</b>{}</div>", heading(n), blocks(n).concat())
    };
    let record = record_of(|n| page(n, comment));
    let items = record.as_object().and_then(|fields| fields.values().find_map(Json::as_array));
    assert_eq!(items.map(Vec::len), Some(4), "{record}");
}

#[test]
fn lists_of_labelled_facts_are_no_text() {
    let needs = |n: usize| {
        format!(
            "<div class=needs data-of={n}><ul><li><strong>System:</strong> {}</li><li><strong>Memory:</strong> {} \
             MB</li><li><strong>Disk:</strong> {}</li></ul></div>",
            heading(n),
            n + 4,
            sentence(n)
        )
    };
    let record = record_of(|n| page(n, needs)).to_string();
    assert!(record.contains(&format!("\"{}\"", heading(72))), "{record}");
}

#[test]
fn comments_whose_first_line_says_who_wrote_them_are_no_text() {
    let record = record_of(|n| {
        let comment = |i: usize| {
            let more: String = (0..(n + i) % 3)
                .map(|k| format!("<p>{}</p>", sentence(n * 7 + i + k * 90)))
                .collect();
            format!(
                "<div class=comment_default id=c{n}{i}><p class=info>Comment by {} | <time datetime=2016-05-11>{} May \
                 2016 at 10:40 in the morning</time></p><div class=comment><p>{}</p>{more}</div></div>",
                heading(n * 3 + i),
                n % 28 + 1,
                sentence(n * 5 + i)
            )
        };
        let comments: String = (0..n % 4).map(comment).collect();
        format!(
            "<h1>{}</h1><p>{}</p><div class=comments><h3>Write a comment</h3>{comments}<form></form></div>",
            heading(n + 700),
            sentence(n)
        )
    });
    let lists = |value: &Json| value.as_array().is_some_and(|list| list.len() == 3);
    assert!(record.as_object().is_some_and(|all| all.values().any(lists)), "{record}");
}
