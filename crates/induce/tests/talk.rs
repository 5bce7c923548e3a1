//! Lists of what people say: who says it, when, and how they rate, told by the values alone.

mod site;

use serde_json::Value as Json;
use site::{record_of, word};

#[test]
fn texts_by_somebody_at_some_time_are_comments() {
    let record = record_of(|n| {
        let text = |m: usize| (0..24).map(|i| word(m * 31 + i)).collect::<Vec<_>>().join(" ");
        let row = |m: usize| {
            format!(
                "<tr class=q1><td><a class=hnuser href='/user/{0}'>{0}</a> <i>{1} May 2024</i>\
                 <div class=q2>{2}</div></td></tr>",
                word(m),
                m % 28 + 1,
                text(m)
            )
        };
        let rows: String = (0..n % 4 + 2).map(|i| row(n * 9 + i)).collect();
        format!("<h1>{}</h1><table>{rows}</table>", word(n))
    });
    let comments =
        record["comments"].as_array().unwrap_or_else(|| panic!("no comments in {record}"));
    assert_eq!(comments.len(), 5, "{record}");
    assert!(comments[0]["body"].is_string(), "{record}");
}

#[test]
fn who_says_something_in_a_list_of_reviews_is_the_author_and_how_many_stars_the_rating() {
    let record = record_of(|n| {
        let row = |m: usize| {
            let (name, letter) = (word(m), char::from(b'A' + (m % 26) as u8));
            let who = match m % 5 {
                0 => format!("{name}_{m}"),
                _ => format!("{}{} {letter}.", name[..1].to_uppercase(), &name[1..]),
            };
            let text = (0..9).map(|i| word(m * 31 + i)).collect::<Vec<_>>().join(" ");
            format!(
                "<li><div><i>{}</i><b>{who}</b><span>{} May 2024</span></div><p>{text}.</p></li>",
                [5, 4, 5, 3, 5, 2][m % 6],
                m % 28 + 1
            )
        };
        let rows: String = (0..n % 4 + 2).map(|i| row(n * 9 + i)).collect();
        format!("<h1>{}</h1><h2>What customers say</h2><ul>{rows}</ul>", word(n))
    });
    let mut fields = record.as_object().into_iter().flat_map(|fields| fields.values());
    let list = fields.find_map(Json::as_array);
    let item = list.and_then(|list| list.first()).unwrap_or_else(|| panic!("no list: {record}"));
    for name in ["author", "rating", "date", "body"] {
        assert!(item.get(name).is_some(), "no {name} in {record:#}");
    }
}

#[test]
fn numbers_with_parts_between_one_and_five_are_ratings() {
    let record = record_of(|n| {
        let item = |m: usize| {
            format!(
                "<li><a href='/p/{m}'>{} {}</a><div><i></i>{}.{}</div><b>${m}.50</b></li>",
                word(m),
                word(m * 3 + 1),
                3 + m % 2,
                m % 10
            )
        };
        let items: String = (0..n % 4 + 3).map(|i| item(n * 7 + i)).collect();
        format!("<h1>{}</h1><ul>{items}</ul>", word(n))
    });
    let products = record["products"].as_array().unwrap_or_else(|| panic!("no list: {record}"));
    assert!(products[0]["rating"].is_string(), "{record:#}");
}

#[test]
fn what_is_done_to_things_is_no_name_of_them() {
    let record = record_of(|n| {
        let thing = |m: usize| {
            format!(
                "<div id=edit{m}><p class=boat>{} {}</p><b>{} m</b></div>",
                word(m),
                word(m * 3 + 1),
                m % 17 + 3
            )
        };
        let things: String = (0..n % 4 + 2).map(|i| thing(n * 9 + i)).collect();
        format!("<h1>{}</h1><div>{things}</div>", word(n))
    });
    assert!(record.get("edits").is_none(), "{record:#}");
}

#[test]
fn who_wrote_a_thread_is_its_author() {
    let record = record_of(|n| {
        let thread = |m: usize| {
            format!(
                "<tr class=thread><td><a href=/t/{m}>{} {}</a></td><td class=username>{}_{m}</td></tr>",
                word(m),
                word(m * 3 + 1),
                word(m * 7)
            )
        };
        let rows: String = (0..n % 4 + 3).map(|i| thread(n * 9 + i)).collect();
        format!("<h1>{}</h1><table class=threads>{rows}</table>", word(n))
    });
    assert!(record["threads"][0]["author"].is_string(), "{record:#}");
}

#[test]
fn the_name_and_the_title_of_an_author_are_the_author() {
    for class in ["talk__author_title", "talk-author-name"] {
        let record = record_of(|n| {
            let comment = |m: usize| {
                format!(
                    "<div class=talk-comment><b class={class}>{}</b><p class=talk-text>{} {}.</p></div>",
                    word(m),
                    word(m * 3 + 1),
                    word(m * 7)
                )
            };
            let comments: String = (0..n % 4 + 2).map(|i| comment(n * 9 + i)).collect();
            format!("<h1>{}</h1><div class=talk-comments>{comments}</div>", word(n))
        });
        assert!(record["comments"][0]["author"].is_string(), "{record:#}");
    }
}
