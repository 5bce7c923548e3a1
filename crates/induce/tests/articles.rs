//! What blogs, magazines and manuals do to their pages, each as a small page type written here:
//! the text stays whole, and what is there for sharing, scripts and menus stays out.

mod pages;

use pages::{PAGES, records};
use serde_json::Value;

fn url(n: usize) -> String {
    format!("http://site.test/page/{n}")
}

const WORDS: [&str; 23] = [
    "tide", "harbour", "lantern", "gull", "anchor", "rope", "sail", "keel", "mast", "oar", "bay",
    "reef", "wind", "storm", "deck", "crew", "port", "chart", "compass", "wave", "shore", "pier",
    "fog",
];

/// A sentence of 8 to 17 words, like no other.
fn sentence(n: usize, i: usize) -> String {
    let word = |k: usize| WORDS[(n * 7 + i * 11 + k * (3 + n % 5)) % WORDS.len()];
    let words: Vec<&str> = (0..8 + (n + i) % 10).map(word).collect();
    format!("{} {}.", words.join(" "), name(n, i))
}

fn name(n: usize, i: usize) -> String {
    format!("{}{} {}", WORDS[n % 23], WORDS[(i * 5 + n) % 19], WORDS[(n * 3 + i) % 23])
}

fn has(record: &Value, text: &str) -> bool {
    match record {
        Value::String(value) => value.contains(text),
        Value::Array(items) => items.iter().any(|item| has(item, text)),
        Value::Object(fields) => fields.values().any(|field| has(field, text)),
        _ => false,
    }
}

/// The text values at the top of a record that contain `text`.
fn holding<'r>(record: &'r Value, text: &str) -> Vec<&'r str> {
    let values = record.as_object().into_iter().flat_map(|fields| fields.values());
    values.filter_map(Value::as_str).filter(|value| value.contains(text)).collect()
}

#[test]
fn links_that_hand_the_address_on_are_no_fields() {
    let all = records(|n| {
        let encoded = url(n).replace('/', "%2F").replace(':', "%3A");
        format!(
            "<h1><a href='{0}'>Story {n}</a></h1><p class=by>by <a href='/people/{1}'>Writer {1}</a></p>\
             <ul class=share><li><a href='https://a.example/sharer?u={encoded}'>Share on A</a></li>\
             <li><a href='https://b.example/post?text=Story+{n}&url={0}'>Post to B</a></li>\
             <li><a href='mailto:?subject=Story%20{n}'>Mail it</a></li></ul>\
             <a class=source href='https://archive.example/{n}'>Source</a>",
            url(n),
            n % 9
        )
    });
    for (n, record) in all.iter().enumerate() {
        assert!(!has(record, ".example/sharer") && !has(record, "b.example"), "{record:#}");
        assert!(!has(record, "mailto:") && !has(record, &format!("story-{n}")), "{record:#}");
        assert!(has(record, &format!("/people/{}", n % 9)), "{record:#}");
        assert!(has(record, &format!("https://archive.example/{n}")), "{record:#}");
    }
}

#[test]
fn a_picture_is_one_address() {
    let all = records(|n| {
        format!(
            "<h1>Story {n}</h1><picture><source srcset='/p/{n}-640.jpg 640w, /p/{n}-1280.jpg 1280w'>\
             <img src='/p/{n}.jpg' srcset='/p/{n}-2.jpg 2x'></picture>\
             <img class=lazy src='data:image/gif;base64,R{n}' data-src='/q/{n}.jpg'>"
        )
    });
    for (n, record) in all.iter().enumerate() {
        assert!(has(record, &format!("/p/{n}.jpg")) && has(record, &format!("/q/{n}.jpg")));
        assert!(!has(record, "640w") && !has(record, "2x") && !has(record, "base64"), "{record:#}");
    }
}

/// A comment and the answers to it, `depth` levels down.
fn comment(n: usize, id: usize, depth: usize) -> String {
    let below = if depth > 0 { comment(n, id * 10, depth - 1) } else { String::new() };
    let below = if below.is_empty() { below } else { format!("<ol class=children>{below}</ol>") };
    format!(
        "<li class='comment depth-{depth}' id='comment-{id}'><div class=body id='div-{id}'>\
         <b class=author>{0}</b><time datetime='2024-05-{1:02}T08:31:00Z'>{1} May 2024 at \
         8:31 am</time><p>{2}</p><a class=reply data-belowelement='div-{id}' \
         data-replyto='Reply to {0}' href='{3}?replytocom={id}#respond'>Reply</a></div>\
         {below}</li>",
        name(n, id),
        id % 28 + 1,
        sentence(n, id),
        url(n),
    )
}

#[test]
fn answers_are_comments_to_the_last_level() {
    let depth = |n: usize, i: usize| (n + i) % 3;
    let all = records(|n| {
        let threads: String = (1..=n % 3 + 1).map(|i| comment(n, i, depth(n, i))).collect();
        format!("<h1>Story {n}</h1><ol class=comments>{threads}</ol>")
    });
    for (n, record) in all.iter().enumerate() {
        let thread = |i: usize| (0..=depth(n, i)).map(move |below| i * 10usize.pow(below as u32));
        let authors = (1..=n % 3 + 1).flat_map(thread).map(|id| name(n, id));
        let comments = record["comments"].as_array().expect("a list");
        let found = comments.iter().map(|comment| comment["author"].as_str().unwrap_or_default());
        assert!(found.eq(authors.collect::<Vec<_>>()), "{record:#}");
        assert!(comments.iter().all(|comment| comment.get("time").is_none()), "{record:#}");
        assert!(!has(record, "Reply to") && !has(record, "div-1"), "{record:#}");
    }
}

#[test]
fn headings_quotes_and_code_belong_to_the_text_whatever_their_classes() {
    let all = records(|n| {
        let blocks: String = (0..3 + n % 4)
            .map(|i| {
                let between = match (n + i) % 5 {
                    0 => format!("<h2 class=block-heading>Part {n}.{i}</h2>"),
                    1 => format!(
                        "<div class=highlight><pre><span class=k>let</span> <span class=n>x{n}{i}</span> \
                         = <span class=m>{i}</span></pre></div>"
                    ),
                    2 => format!("<blockquote class=quote><p>Quoted {n}.{i}</p></blockquote>"),
                    3 => format!("<figure class=wide><img src='/f/{n}.jpg'>\
                                  <figcaption>Seen {n}.{i}</figcaption></figure>"),
                    _ => String::new(),
                };
                format!("<p class=text>{}</p>{between}", sentence(n, i))
            })
            .collect();
        format!(
            "<h1>Story {n}</h1><div class=c>{blocks}<p class=text>The end of {n}, at last.</p></div>"
        )
    });
    for (n, record) in all.iter().enumerate() {
        let bodies = holding(record, "The end of");
        assert_eq!(bodies.len(), 1, "{record:#}");
        for i in 0..3 + n % 4 {
            assert!(bodies[0].contains(&sentence(n, i)), "{record:#}");
            let expected = match (n + i) % 5 {
                0 => format!("Part {n}.{i}"),
                1 => format!("let x{n}{i} = {i}"),
                2 => format!("Quoted {n}.{i}"),
                3 => format!("Seen {n}.{i}"),
                _ => continue,
            };
            assert!(bodies[0].contains(&expected), "{expected} in {record:#}");
        }
    }
}

/// A box as manuals have them within a text: a note with a heading, lines of code with a title, an
/// empty one for what scripts put there.
fn boxed(n: usize, i: usize) -> String {
    match (n + i) % 4 {
        0 => format!(
            "<div class='note note--tip'><div class=note-title>tip</div><div><p>{}</p></div></div>",
            sentence(n, i + 50)
        ),
        1 => format!(
            "<div class=code><div class=code-title>run-{n}.sh</div><div><pre>open the {} and \
             run {n} times</pre></div></div>",
            name(n, i)
        ),
        2 => "<div class=slot></div>".to_owned(),
        _ => String::new(),
    }
}

#[test]
fn boxes_of_words_between_paragraphs_belong_to_the_text() {
    let all = records(|n| {
        let part = |i| format!("<p>{}</p>{}", sentence(n, i), boxed(n, i));
        let parts: String = (0..4 + n % 6).map(part).collect();
        format!("<div class=manual><header><h1>Manual {n}</h1></header>{parts}</div>")
    });
    for (n, record) in all.iter().enumerate() {
        let bodies = holding(record, &sentence(n, 0));
        let body = bodies.iter().find(|body| body.contains(&sentence(n, 1)));
        let body = body.unwrap_or_else(|| panic!("no text in {record:#}"));
        for i in 0..4 + n % 6 {
            assert!(body.contains(&sentence(n, i)), "{i} of {record:#}");
            match (n + i) % 4 {
                0 => assert!(body.contains(&sentence(n, i + 50)), "{i} of {record:#}"),
                1 => assert!(body.contains(&format!("open the {}", name(n, i))), "{record:#}"),
                _ => {}
            }
        }
    }
}

#[test]
fn boxes_in_rows_between_paragraphs_are_a_list() {
    let all = records(|n| {
        let card = |i| {
            format!("<div class=card><h3>{}</h3><p>{}</p></div>", name(n, i), sentence(n, i + 50))
        };
        let cards = |from: usize| (from..from + 3 + n % 3).map(card).collect::<String>();
        let text = |i| format!("<p>{}</p>", sentence(n, i));
        format!("<h1>Crew {n}</h1><div class=c>{}{}{}</div>", text(0), cards(0), text(1))
    });
    for (n, record) in all.iter().enumerate() {
        let lists = record.as_object().into_iter().flat_map(|fields| fields.values());
        let is_card =
            |card: &Value, i: usize| has(card, &sentence(n, i + 50)) && has(card, &name(n, i));
        let of_cards = |list: &Value| {
            list.as_array().is_some_and(|cards| {
                cards.len() == 3 + n % 3
                    && cards.iter().enumerate().all(|(i, card)| is_card(card, i))
            })
        };
        assert!(lists.into_iter().any(of_cards), "{record:#}");
    }
}

#[test]
fn code_that_stands_alone_is_one_text() {
    let all = records(|n| {
        let words: String = (0..2 + n % 5)
            .map(|i| {
                format!("<span class='k{}'>word{n}{i}</span> <span class=o>=</span> {i}\n", i % 2)
            })
            .collect();
        format!("<h1>Story {n}</h1><div class=listing><pre>{words}</pre></div>")
    });
    for (n, record) in all.iter().enumerate() {
        assert_eq!(holding(record, &format!("word{n}0 = 0")).len(), 1, "{record:#}");
        assert_eq!(record.as_object().map_or(0, serde_json::Map::len), 2, "{record:#}");
    }
}

#[test]
fn columns_of_a_byline_are_no_names_and_values() {
    let all = records(|n| {
        let tags: String = (0..n % 3 + 1)
            .map(|i| format!("<a href='/tag/{0}'>{0}</a> ", WORDS[(n + i * 3) % 23]))
            .collect();
        format!(
            "<h1>{}</h1><div class=meta><div class=column><p>Posted {} May 20{:02} in \
             <a href='/in/{3}'>{3}</a></p><p>by {4}</p></div>\
             <div class=column><p>Tags</p><p>{tags}</p></div></div>",
            sentence(n, 0),
            n % 28 + 1,
            n % 20,
            WORDS[n % 4],
            name(n, 1)
        )
    });
    for (n, record) in all.iter().enumerate() {
        assert!(has(record, &name(n, 1)), "{record:#}");
        let json = serde_json::to_string(record).unwrap_or_default();
        assert!(!json.contains(&format!("in {}\":", WORDS[n % 4])), "{record:#}");
    }
}

#[test]
fn a_menu_in_which_the_page_itself_is_marked_is_no_field() {
    let all = records(|n| {
        let menu: String = (0..PAGES)
            .map(|i| {
                let (class, to) = if i == n { (" current", "#".to_owned()) } else { ("", url(i)) };
                format!(
                    "<li class='entry{class}'><a class=reference href='{to}'>Chapter {i}</a></li>"
                )
            })
            .collect();
        format!(
            "<div class=side><ul class=menu>{menu}</ul></div><h1>Story {n}</h1><p class=lead>{}</p>",
            sentence(n, 0)
        )
    });
    for (n, record) in all.iter().enumerate() {
        assert!(!has(record, "Chapter "), "{record:#}");
        assert!(has(record, &sentence(n, 0)), "{record:#}");
    }
}

/// The headings of sections with products below them are titles of items, though they have no
/// class and stand beside paragraphs.
#[test]
fn headings_of_sections_that_hold_records_are_no_running_text() {
    let all = records(|n| {
        let section = |i: usize| {
            let pod = |k: usize| {
                format!(
                    "<li class=pod><a href='/p/{n}-{i}-{k}'><img src='/i/{n}{i}{k}.png'>{}</a>\
                     <b class=price>£{}.50</b></li>",
                    name(n + k, i),
                    n + i + k
                )
            };
            let pods: String = (0..2 + (n + i) % 3).map(pod).collect();
            format!(
                "<h2>Offer {}</h2><p>{}</p><ul class=row>{pods}</ul>",
                name(n, i),
                sentence(n, i)
            )
        };
        let sections: String = (0..3 + n % 2).map(section).collect();
        format!("<h1>Offers of week {n}</h1><div id=inner>{sections}</div>")
    });
    for (n, record) in all.iter().enumerate() {
        let count = 3 + n % 2;
        let fields = record.as_object().into_iter().flat_map(|fields| fields.values());
        let lists = fields.filter_map(Value::as_array).filter(|items| items.len() == count);
        let titled = lists.filter(|items| {
            items.iter().enumerate().all(|(i, item)| has(item, &format!("Offer {}", name(n, i))))
        });
        assert_eq!(titled.count(), 1, "{record:#}");
    }
}

#[test]
fn headings_between_paragraphs_are_of_the_text_and_the_one_below_it_is_not() {
    // No two paragraphs begin alike.
    let word = |seed: usize| -> String {
        let digits = (seed * 7_919 % 99_991).to_string();
        digits.bytes().map(|digit| ["ba", "ko", "ri", "tu", "le"][usize::from(digit) % 5]).collect()
    };
    let says = |n: usize, i: usize| -> String {
        (0..9 + (n + i) % 9).map(|k| word(n * 131 + i * 17 + k) + " ").collect::<String>() + "too."
    };
    let heading = |n: usize, k: usize| format!("{} {}", word(n * 37 + k), word(n * 41 + k * 3));
    let parts = |n: usize| 1 + n * 7 % 5;
    let records = records(|n| {
        let part = |k: usize| {
            let paragraphs: String = (0..1 + (n * 3 + k * 5) % 4)
                .map(|i| format!("<p>{}</p>", says(n, k * 7 + i)))
                .collect();
            let list = format!("<ul class=block-list><li>{}</li></ul>", says(n, k + 60));
            let list = if (n + k).is_multiple_of(3) { "" } else { &list };
            format!(
                "<h2 class=block-heading>{}</h2>{paragraphs}{list}<p>{}</p>",
                heading(n, k),
                says(n, k + 80)
            )
        };
        let text: String = (0..parts(n)).map(part).collect();
        format!(
            "<h1>{}</h1><div class=entry><p>{}</p>{text}<h2 class=block-heading>More of kind \
             {}</h2><div class=cards><a class=card href=/d/{}>{}</a></div></div>",
            name(n, 2),
            says(n, 99),
            n % 4,
            n + 1,
            name(n + 1, 2)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let body = record["body"].as_str().unwrap_or_default();
        for k in 0..parts(n) {
            assert!(body.contains(&heading(n, k)), "{n}: {record}");
        }
        assert!(!body.contains("More of kind"), "{n}: {record}");
        assert!(record.to_string().contains(&format!("More of kind {}", n % 4)), "{n}: {record}");
    }
}
