//! What people have written is one text, whole; what a template repeats is none.

mod pages;
mod said;

use pages::records;
use said::{says, words};
use serde_json::Value;

/// A post as people type them: lines, now and then a link, a smiley, a quotation.
fn post(n: usize) -> (String, String) {
    let (a, b, c) = (words(n, 6 + n % 9), words(n + 31, 12), words(n + 77, 5 + n % 4));
    match n % 6 {
        0 | 3 => (a.clone(), a),
        1 => (format!("{a}<br>{b}"), format!("{a} {b}")),
        2 => (format!("{a}<br><br>{b}<br>{c}<img src=/smile.png>"), format!("{a} {b} {c}")),
        4 if n.is_multiple_of(4) => (
            format!("{a}<br><div class=codebox><p>Code:</p><pre><code>{b}</code></pre></div>{c}"),
            format!("{a} Code: {b} {c}"),
        ),
        4 => (format!("<blockquote class=q>{c}</blockquote>{a}<br>{b}"), format!("{c} {a} {b}")),
        _ => (format!("{a} <a href=/l/{n}>{c}</a> {b}"), format!("{a} {c} {b}")),
    }
}

#[test]
fn a_post_typed_line_by_line_is_one_text() {
    let page = |n: usize| {
        let posts: String = (0..3 + n % 4)
            .map(|k| {
                format!(
                    "<div class=post><b class=who>Member {}</b><div class=message>{}</div></div>",
                    (n * 5 + k) % 17,
                    post(n * 7 + k).0
                )
            })
            .collect();
        format!("<body><h1>{}</h1>{posts}</body>", words(n + 3, 2))
    };
    for (n, record) in records(page).iter().enumerate() {
        for k in 0..3 + n % 4 {
            let text = post(n * 7 + k).1;
            assert!(says(record, &text), "{text:?} in {record}");
        }
    }
}

#[test]
fn a_sentence_with_a_word_in_bold_is_one_text_however_all_pages_begin_it() {
    let page = |n: usize| {
        format!(
            "<h1>List {n}</h1><div><p>This is the <b>list of {}</b>. And {}</p></div>",
            words(n, 1),
            words(n + 3, 9)
        )
    };
    for (n, record) in records(page).iter().enumerate() {
        let text = format!("This is the list of {}. And {}", words(n, 1), words(n + 3, 9));
        assert!(says(record, &text), "{record:#}");
    }
}

#[test]
fn a_body_of_plain_boxes_lists_and_bare_lines_is_one_text() {
    let body = |n: usize| {
        let (a, b, c) = (words(n, 20), words(n + 31, 25), words(n + 77, 9));
        match n % 4 {
            0 => (format!("<div>{a}</div><div>{b}</div>"), format!("{a} {b}")),
            1 => (format!("{a}<br><br>{b}<ul><li>{c}</ul>"), format!("{a} {b} {c}")),
            2 => (format!("<p>{a}</p><div><b>{c}</b></div>{b}"), format!("{a} {c} {b}")),
            _ => (format!("<div>{b}<br>{c}</div><h3>{c}</h3>{a}"), format!("{b} {c} {c} {a}")),
        }
    };
    let page = |n: usize| {
        format!(
            "<body><h1>{}</h1><div class=meta><i class=who>Ann {n}</i><time>May {} 2024</time></div>\
             <div class=text>{}</div></body>",
            words(n + 3, 2),
            n % 28 + 1,
            body(n).0
        )
    };
    for (n, record) in records(page).iter().enumerate() {
        let text = body(n).1;
        assert!(says(record, &text), "{text:?} in {record}");
    }
}

#[test]
fn lines_that_all_pages_have_as_many_of_are_values_of_their_own() {
    let page = |n: usize| {
        format!(
            "<body><h1>{}</h1><p class=address>{n} High Street<br>Leeds LS{n} 4QT<br>01{n:02} 555 01{n:02}</p>\
             </body>",
            words(n + 3, 2)
        )
    };
    for (n, record) in records(page).iter().enumerate() {
        assert!(says(record, &format!("{n} High Street")), "{record}");
    }
}

#[test]
fn a_table_of_posts_between_paragraphs_is_no_text() {
    let way = |n: usize| {
        format!("<p class=way>&bull; <a href=/>Harbour board</a> &raquo; {}</p>", words(n, 3))
    };
    let page = |n: usize| {
        let rows: String = (0..2 + n % 4)
            .map(|k| {
                format!(
                    "<tr class=row><td class=who><a href=/m/{k}>Member {}</a></td><td class=post>{}</td></tr>",
                    (n * 5 + k) % 17,
                    words(n * 7 + k, 12)
                )
            })
            .collect();
        let table = format!("<table class=main><tr><th>Author<th>Post</tr>{rows}</table>");
        format!(
            "<body>{}<h3><a href=/t/{n}>{}</a></h3>{table}{}</body>",
            way(n),
            words(n, 3),
            way(n)
        )
    };
    for (n, record) in records(page).iter().enumerate() {
        assert!(says(record, &words(n * 7, 12)), "{record}");
        assert!(says(record, &words(n, 3)), "{record}");
    }
}

/// A paragraph with a class word of its own is none of the text, whatever class words editors have left in
/// the text of some pages.
#[test]
fn a_paragraph_with_a_class_word_of_its_own_is_no_part_of_the_text() {
    let text = |n: usize| words(n, 30);
    let records = records(|n| {
        let class = if n.is_multiple_of(5) { "class=western" } else { "" };
        let paragraph = |n: usize| {
            format!(
                "<p {class}><b>{}</b> {} <a href=/w/{n}>{}</a></p>",
                words(n, 1),
                text(n),
                n * 7
            )
        };
        let more = if n.is_multiple_of(4) { paragraph(n + 50) } else { String::new() };
        format!(
            "<h1>{}</h1><div class=entry>{}{more}\
             <p class=meta><b>Posted</b> by Member {} in <a href=/c/{n}>{}</a></p></div>",
            words(n + 9, 2),
            paragraph(n),
            n % 17,
            words(n + 3, 1)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let body = record["body"].as_str().unwrap_or_default();
        assert!(body.contains(&text(n)) && !body.contains("Posted"), "{record}");
        assert!(says(record, &words(n + 3, 1)), "{record}");
    }
}

#[test]
fn teasers_below_headings_that_lead_to_pages_are_no_text() {
    let page = |n: usize| {
        let items: String = (0..3 + n % 4)
            .map(|k| {
                let i = n * 7 + k;
                format!("<h2><a href=/a/{i}>{}</a></h2><p>{}</p>", words(i + 9, 3), words(i, 14))
            })
            .collect();
        format!("<body><h1>{}</h1><div class=list>{items}</div></body>", words(n + 3, 2))
    };
    for (n, record) in records(page).iter().enumerate() {
        assert!(says(record, &words(n * 7, 14)), "{record}");
        assert!(says(record, &words(n * 7 + 9, 3)), "{record}");
    }
}

#[test]
fn paragraphs_in_plain_boxes_are_running_text() {
    let paragraphs = |n: usize| {
        (0..if n.is_multiple_of(4) { 5 } else { 3 }).map(move |k| words(n * 9 + k, 9 + k))
    };
    let all = records(|n| {
        let text: String = paragraphs(n).map(|words| format!("<div>{words}</div>")).collect();
        format!("<h1>{}</h1><div class=story><div>{text}</div></div>", words(n + 5, 2))
    });
    for (n, record) in all.iter().enumerate() {
        let whole = paragraphs(n).collect::<Vec<_>>().join(" ");
        assert!(says(record, &whole), "{whole} in {record:#}");
    }
}

#[test]
fn holders_of_nothing_make_no_text_of_the_one_that_is_filled() {
    let all = records(|n| {
        let empty =
            |at: usize| format!("<div class=holder id=holder_{at}></div>").repeat(1 + at % 2);
        let holders: String = (0..14).map(|at| empty(at + 2)).collect();
        format!(
            "<div class=row><div class=holder id=holder_1><div><h2 class=head>The {}</h2>\
             <div class=who>{}</div><div class=said>{}</div></div></div>{holders}</div>",
            words(n, 2),
            words(n * 3, 1),
            words(n + 40, 20)
        )
    });
    for (n, record) in all.iter().enumerate() {
        // The one that is filled is no list with one item.
        for text in [format!("The {}", words(n, 2)), words(n + 40, 20)] {
            let fields = record.as_object().unwrap_or_else(|| panic!("no record: {record:#}"));
            assert!(fields.values().any(|value| *value == text), "{text} in {record:#}");
        }
    }
}

#[test]
fn bare_text_before_paragraphs_belongs_to_them() {
    let bare = |n: usize| if n.is_multiple_of(2) { words(n + 60, 14) } else { String::new() };
    let paragraphs =
        |n: usize| (0..if n.is_multiple_of(5) { 4 } else { 3 }).map(move |k| words(n * 9 + k, 12));
    let all = records(|n| {
        let text: String = paragraphs(n).map(|words| format!("<p>{words}</p>")).collect();
        format!(
            "<h1>{}</h1><div class=story>{}{text}<div class=who><b class=name>Member {}</b></div></div>",
            words(n + 5, 2),
            bare(n),
            n % 7
        )
    });
    for (n, record) in all.iter().enumerate() {
        let whole = format!("{} {}", bare(n), paragraphs(n).collect::<Vec<_>>().join(" "));
        assert!(says(record, &whole), "{whole} in {record:#}");
    }
}

#[test]
fn a_text_of_one_paragraph_is_where_longer_texts_are_though_one_is_but_a_link() {
    let words = |k: usize| {
        let word = |i: usize| ["ferry", "lantern", "harbour", "orchard", "window"][(k + i * k) % 5];
        (0..14).map(|i| format!("{} {}", word(i), k * 31 + i)).collect::<Vec<_>>().join(" ")
    };
    let records = records(|n| {
        let picture = format!("<img class=marginright src='/upload/{n}.jpg'>");
        let text = match n % 4 {
            0 => format!("<p>{}</p><p>{}</p><p>{}</p>", words(n), words(n + 40), words(n + 80)),
            1 if n == 5 => format!("<p>{picture}<a href='/other/{n}'>{}</a><br>Soon</p>", words(n)),
            _ => format!("<p>{picture}<b>Tonight</b><br>{}<br>{}</p>", words(n), words(n + 40)),
        };
        format!("<div class=entry><h2>Evening {n}</h2>{text}<p class=meta>Posted in {n}</p></div>")
    });
    for (n, record) in records.iter().enumerate() {
        let body = record["body"].as_str().unwrap_or_default();
        assert!(body.contains(&words(n)), "page {n}: {record:#}");
    }
}

#[test]
fn the_words_between_authors_are_no_names_of_a_map() {
    let names = ["Ann Reed", "Bo Snow", "Cy Tarn", "Di Moss", "Ed Firth"];
    let page = |n: usize| {
        let link = |who: usize| {
            format!("<a href='/by/{0}'>{1}</a>", who % names.len(), names[who % names.len()])
        };
        let second =
            if n.is_multiple_of(4) { format!("<li>e {}</li>", link(n + 2)) } else { String::new() };
        format!(
            "<h1>The story of day {n}</h1><ul class=by><li>di {}</li>{second}</ul>\
             <p>Written in the year {} at sea.</p>",
            link(n),
            1900 + n * 3 % 100
        )
    };
    for (n, record) in pages::records(page).iter().enumerate() {
        let wanted = format!("\"{}\"", names[n % names.len()]);
        assert!(record.to_string().contains(&wanted), "{record:#}");
        assert!(!record.to_string().contains("\"di\""), "{record:#}");
    }
}

/// A block of an editor for blocks, with the text that it shows.
fn block(kind: usize, n: usize) -> (String, String) {
    let (long, short) = (words(n, 24), words(n + 5, 2));
    let boxed = |of: &str, inside: &str| {
        format!(
            "<div class='row'><div class='block block-{of}'><div class=inner>{inside}</div></div></div>"
        )
    };
    match kind {
        0 => (boxed("text", &format!("<p>{long}</p>")), long),
        1 => (boxed("text", &format!("<h2>{short}</h2><p>{long}</p>")), format!("{short} {long}")),
        2 => (
            boxed(
                "image",
                &format!("<figure><img src=/i/{n}.jpg><figcaption>{short}</figcaption></figure>"),
            ),
            short,
        ),
        3 => (boxed("quote", &format!("<blockquote>{long}</blockquote>")), long),
        _ => (
            boxed("text", &format!("<ul><li>{short}</li><li>{long}</li></ul>")),
            format!("{short} {long}"),
        ),
    }
}

#[test]
fn an_article_of_blocks_is_one_text() {
    let blocks = |n: usize| -> Vec<(String, String)> {
        (0..2 + n % 4).map(|k| block((n / 2 + k * (n % 3 + 1)) % 5, n * 11 + k)).collect()
    };
    let page = |n: usize| {
        let blocks: String = blocks(n).into_iter().map(|(html, _)| html).collect();
        format!(
            "<body><h1>{}</h1><span class=by>Member {}</span><div class=content><div class=layout>{blocks}</div>\
             </div></body>",
            words(n + 3, 2),
            n % 7
        )
    };
    for (n, record) in records(page).iter().enumerate() {
        let texts: Vec<String> = blocks(n).into_iter().map(|(_, text)| text).collect();
        assert!(says(record, &texts.join(" ")), "{n}: {record:#}");
    }
}

#[test]
fn questions_in_blocks_of_one_make_are_a_list() {
    let page = |n: usize| {
        let asked: String = (0..3 + n % 4)
            .map(|k| {
                let (short, long) = (words(n * 9 + k, 3), words(n * 7 + k, 20));
                format!("<div class=row><div class=block><h3>{short}</h3><p>{long}</p></div></div>")
            })
            .collect();
        format!("<body><h1>{}</h1><div class=content>{asked}</div></body>", words(n + 3, 2))
    };
    for (n, record) in records(page).iter().enumerate() {
        let lists = record.as_object().into_iter().flat_map(|fields| fields.values());
        let most = lists.filter_map(Value::as_array).map(Vec::len).max();
        assert_eq!(most, Some(3 + n % 4), "{record:#}");
    }
}

#[test]
fn a_first_paragraph_of_another_look_is_part_of_the_text() {
    let paragraphs =
        |n: usize| -> Vec<String> { (0..2 + n % 4).map(|k| words(n * 5 + k, 18)).collect() };
    let page = |n: usize| {
        let look = |at: usize| if at == 0 { "text text--first" } else { "text" };
        let paragraphs: String = paragraphs(n)
            .iter()
            .enumerate()
            .map(|(at, text)| format!("<p class='{}'>{text}</p>", look(at)))
            .collect();
        format!("<body><h1>{}</h1><div class=story>{paragraphs}</div></body>", words(n + 3, 2))
    };
    for (n, record) in records(page).iter().enumerate() {
        assert!(says(record, &paragraphs(n).join(" ")), "{n}: {record:#}");
    }
}

#[test]
fn a_foot_that_varies_in_a_number_alone_is_no_text() {
    let records = records(|n| {
        let link =
            |to: &str, says: &str| format!("<a href={to}><font class=foot_l>{says}</font></a>");
        let foot = format!(
            "All marks belong to whom they belong, and what you read here is owned by those who wrote it.<br>\
             The rest of it is ours, since nineteen ninety-nine, as far as we can tell.<br>\
             You may read our news by means of the file {}<br>{} is made by people who give it away, and you may \
             give it away under the {}. It comes with no warranty of any kind, for which see {}.<br>\
             Page made in: 0.{} seconds<br>",
            link("/feed", "feed.xml"),
            link("http://nuke.test/", "This program"),
            link("http://nuke.test/gpl", "GPL"),
            link("http://nuke.test/gpl", "the license"),
            10 + n * 7 % 80
        );
        format!(
            "<h1>Boat {n}</h1><p class=price>{n} EUR</p><center><font class=foot>{foot}</font></center>"
        )
    });
    for record in &records {
        assert!(!record.to_string().contains("All marks belong"), "{record:#}");
    }
}
