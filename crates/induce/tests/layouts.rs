//! Layouts that tools for wrapper induction are known to stumble over, each as a small page type
//! written here, with the record that a person would make of it by hand.

mod pages;

use pages::{PAGES, records};
use serde_json::Value;

/// All texts in a value, with the path of names to each.
fn leaves(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) => found.push((path.to_owned(), text.clone())),
        Value::Array(items) => {
            items.iter().for_each(|item| leaves(item, &format!("{path}[]"), found));
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                leaves(field, &format!("{path}.{name}"), found);
            }
        }
        _ => {}
    }
}

/// The path at which a text stands in a record.
fn path_of(record: &Value, text: &str) -> Option<String> {
    let mut found = Vec::new();
    leaves(record, "", &mut found);
    found.into_iter().find(|(_, leaf)| leaf == text).map(|(path, _)| path)
}

/// Asserts that `text(n)` stands at one path in the records of all pages that `has` it.
#[track_caller]
fn aligned(records: &[Value], has: impl Fn(usize) -> bool, text: impl Fn(usize) -> String) {
    let with: Vec<usize> = (0..PAGES).filter(|&n| has(n)).collect();
    let path = path_of(&records[with[0]], &text(with[0]));
    assert!(path.is_some(), "{} is not in {:#}", text(with[0]), records[with[0]]);
    for n in with {
        assert_eq!(path_of(&records[n], &text(n)), path, "{} in {:#}", text(n), records[n]);
    }
}

fn word(n: usize) -> &'static str {
    [
        "ash", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "iroko", "juniper",
        "kauri",
    ][n % 11]
}

/// The only list of records in a record.
#[track_caller]
fn list(record: &Value) -> Vec<Value> {
    let lists = record.as_object().into_iter().flat_map(|fields| fields.values());
    let lists: Vec<&Vec<Value>> = lists.filter_map(Value::as_array).collect();
    assert_eq!(lists.len(), 1, "one list in {record:#}");
    lists[0].clone()
}

#[test]
fn an_item_of_two_rows_is_one_item() {
    let records = records(|n| {
        let rows: String = (0..3 + n % 5)
            .map(|i| {
                let k = n * 10 + i;
                format!(
                    "<tr class='athing'><td class='rank'>{}.</td><td class='title'>\
                     <a href='/go/{k}'>The {} of {k}</a></td></tr>\
                     <tr><td></td><td class='subtext'><span class='score'>{k} points</span> by \
                     <a href='/user/{k}'>{}{k}</a></td></tr><tr class='spacer'></tr>",
                    i + 1,
                    word(k),
                    word(k + 3),
                )
            })
            .collect();
        format!("<table>{rows}</table>")
    });
    for (n, record) in records.iter().enumerate() {
        let items = list(record);
        assert_eq!(items.len(), 3 + n % 5, "{record:#}");
        for (i, item) in items.iter().enumerate() {
            let k = n * 10 + i;
            assert!(path_of(item, &format!("The {} of {k}", word(k))).is_some(), "{item:#}");
            assert!(path_of(item, &format!("{}{k}", word(k + 3))).is_some(), "{item:#}");
        }
    }
}

#[test]
fn a_missing_part_does_not_shift_its_neighbours() {
    let badge = |n: usize| if n.is_multiple_of(3) { "<span>New</span>" } else { "" };
    let size = |n: usize| {
        if n.is_multiple_of(2) { format!("<p>Size: {} cm</p>", n + 7) } else { String::new() }
    };
    let records = records(|n| {
        format!(
            "<div class='item'>{}<h1>{} {n}</h1>{}<p>Colour: {}</p><p>Code: X{n}</p></div>",
            badge(n),
            word(n),
            size(n),
            word(n + 5),
        )
    });
    aligned(&records, |_| true, |n| format!("{} {n}", word(n)));
    aligned(&records, |n| n.is_multiple_of(2), |n| format!("{} cm", n + 7));
    aligned(&records, |_| true, |n| word(n + 5).to_owned());
    aligned(&records, |_| true, |n| format!("X{n}"));
}

#[test]
fn what_stands_under_usual_headings_stays_under_them() {
    let records = records(|n| {
        let steps: String = (0..2 + n % 3)
            .map(|i| format!("<p>Step {i} of dish {n} takes a while and is worth it.</p>"))
            .collect();
        let history = if n.is_multiple_of(2) {
            format!("<h3>History</h3><p>Dish {n} was first cooked by the sea in {}.</p>", 1800 + n)
        } else {
            String::new()
        };
        format!(
            "<h1>Dish {n}</h1><h3>Summary</h3><p>Dish {n} is made of {} and eaten warm.</p>{history}\
             <h3>Method</h3>{steps}",
            word(n),
        )
    });
    aligned(&records, |_| true, |n| format!("Dish {n} is made of {} and eaten warm.", word(n)));
    aligned(
        &records,
        |n| n.is_multiple_of(2),
        |n| format!("Dish {n} was first cooked by the sea in {}.", 1800 + n),
    );
    for (n, record) in records.iter().enumerate() {
        let mut found = Vec::new();
        leaves(record, "", &mut found);
        let last = format!("Step {} of dish {n} takes a while and is worth it.", 1 + n % 3);
        let method = found.iter().find(|(_, text)| text.contains(&last));
        let method = method.unwrap_or_else(|| panic!("no method in {record:#}"));
        assert!(!method.1.contains("eaten warm"), "{record:#}");
    }
}

#[test]
fn groups_under_changing_headings_are_a_list_of_lists() {
    let records = records(|n| {
        let groups: String = (0..2 + n % 3)
            .map(|g| {
                let entries: String = (0..1 + (n + g) % 4)
                    .map(|i| {
                        format!("<li><a href='/e/{n}/{g}/{i}'>{} {n}.{g}.{i}</a></li>", word(g + i))
                    })
                    .collect();
                format!("<h2>{} {}</h2><ul>{entries}</ul>", word(n + g), 1900 + n + g)
            })
            .collect();
        format!("<h1>Archive {n}</h1>{groups}")
    });
    for (n, record) in records.iter().enumerate() {
        let groups = list(record);
        assert_eq!(groups.len(), 2 + n % 3, "{record:#}");
        for (g, group) in groups.iter().enumerate() {
            let heading = format!("{} {}", word(n + g), 1900 + n + g);
            assert!(path_of(group, &heading).is_some(), "{group:#}");
            assert_eq!(list(group).len(), 1 + (n + g) % 4, "{group:#}");
        }
    }
}

#[test]
fn a_list_with_no_item_or_one_is_the_same_list() {
    let records = records(|n| {
        let items: String = (0..n % 4)
            .map(|i| {
                format!("<li class='note'><b>{} {n}</b> <i>{}</i></li>", word(i + n), n * 7 + i)
            })
            .collect();
        format!("<h1>Page {n}</h1><ul class='notes'>{items}</ul>")
    });
    for (n, record) in records.iter().enumerate().filter(|(n, _)| n % 4 > 0) {
        assert_eq!(list(record).len(), n % 4, "{record:#}");
    }
    assert!(records[0].as_object().is_some_and(|fields| !fields.values().any(Value::is_array)));
}

#[test]
fn an_optional_badge_may_stand_anywhere_in_a_card() {
    let records = records(|n| {
        let cards: String = (0..4 + n % 3)
            .map(|i| {
                let k = n * 10 + i;
                let badge =
                    |at: usize| if k % 4 == at { "<em class='badge'>Sale</em>" } else { "" };
                format!(
                    "<div class='card'>{}<h3><a href='/p/{k}'>{} {k}</a></h3>{}\
                     <span class='price'>€{k}.90</span>{}</div>",
                    badge(0),
                    word(k),
                    badge(1),
                    badge(2),
                )
            })
            .collect();
        format!("<h1>Shelf {n}</h1><div class='cards'>{cards}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let cards = list(record);
        assert_eq!(cards.len(), 4 + n % 3, "{record:#}");
        for (i, card) in cards.iter().enumerate() {
            let k = n * 10 + i;
            assert_eq!(
                path_of(card, &format!("{} {k}", word(k))).as_deref(),
                Some(".title"),
                "{card:#}"
            );
            assert_eq!(path_of(card, &format!("€{k}.90")).as_deref(), Some(".price"), "{card:#}");
        }
    }
}

/// A comment with its replies, which stand in it or in a block behind it; and the words of all of them, in
/// the order of the page.
fn thread(n: usize, depth: usize, within: bool, said: &mut Vec<String>) -> String {
    said.push(format!("{} {n}", word(n)));
    let count = if depth < 2 { (n + depth) % 3 } else { 0 };
    let replies: String =
        (0..count).map(|i| thread(n * 3 + i + 1, depth + 1, within, said)).collect();
    let own = format!("<b class=user>{} {n}</b><p class=said>Opinion {n} on it.</p>", word(n));
    match within {
        true => format!("<li class=comment>{own}<ul class=replies>{replies}</ul></li>"),
        false if count == 0 => format!("<a id=c{n}></a><div class=comment>{own}</div>"),
        false => {
            format!("<a id=c{n}></a><div class=comment>{own}</div><div class=in>{replies}</div>")
        }
    }
}

#[test]
fn replies_are_items_beside_the_comments_that_they_answer() {
    for within in [true, false] {
        let comments = |n: usize, said: &mut Vec<String>| -> String {
            (0..1 + n % 3).map(|i| thread(n * 5 + i, 0, within, said)).collect()
        };
        let records = records(|n| {
            let comments = comments(n, &mut Vec::new());
            format!("<h1>Thread {n}</h1><div class=comments>{comments}</div><p>About {n}</p>")
        });
        for (n, record) in records.iter().enumerate() {
            let mut said = Vec::new();
            comments(n, &mut said);
            let comments = list(record);
            let users = comments.iter().map(|comment| {
                let of = comment.as_object().and_then(|fields| fields.values().next());
                of.and_then(Value::as_str).unwrap_or_default()
            });
            assert_eq!(users.collect::<Vec<_>>(), said, "{record:#}");
        }
    }
}

/// The items of a list that hold items of another one, with headings like theirs, stay what they are.
#[test]
fn panels_of_panels_stay_lists_of_lists() {
    let records = records(|n| {
        let panel = |k: usize, body: String| {
            format!(
                "<div class=panel><b class=head>{} {k}</b><div class=body>{body}</div></div>",
                word(k)
            )
        };
        let inner = |k: usize| panel(k, format!("<p class=text>Words {k} of it.</p><i>{k}</i>"));
        let outer = (0..2 + n % 2)
            .map(|i| panel(n * 50 + i * 10, (1..4).map(|j| inner(n * 50 + i * 10 + j)).collect()));
        format!("<h1>Board {n}</h1><div class=panels>{}</div>", outer.collect::<String>())
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(list(record).len(), 2 + n % 2, "{record:#}");
    }
}

#[test]
fn a_table_without_classes_gives_rows_with_columns_that_line_up() {
    let records = records(|n| {
        let rows: String = (0..3 + n % 4)
            .map(|i| {
                let k = n * 10 + i;
                let note =
                    if k.is_multiple_of(3) { format!("see {}", word(k)) } else { String::new() };
                format!("<tr><td>{} {k}</td><td>{note}</td><td>{k}.25</td></tr>", word(k))
            })
            .collect();
        format!(
            "<h1>Table {n}</h1><table><thead><tr><th>Name</th><th>Note</th><th>Price</th></tr></thead>\
             <tbody>{rows}</tbody></table>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        let rows = list(record);
        assert_eq!(rows.len(), 3 + n % 4, "{record:#}");
        let path = path_of(&rows[0], &format!("{}.25", n * 10));
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(path_of(row, &format!("{}.25", n * 10 + i)), path, "{row:#}");
        }
    }
}

#[test]
fn forms_of_one_block_are_one_field() {
    let records = records(|n| {
        let title = format!("<h2 class='name'><span id='title'>{} {n}</span></h2>", word(n));
        let block = if n % 3 == 0 {
            format!("<div id='feature'>{title}</div>")
        } else {
            format!("<div>{title}</div>")
        };
        format!("{block}<p class='price'>${n}.50</p>")
    });
    aligned(&records, |_| true, |n| format!("{} {n}", word(n)));
}

#[test]
fn what_is_the_same_on_all_pages_is_no_field() {
    let records = records(|n| {
        format!(
            "<ul class='skip'><li><a href='/page/{n}?to=content'>Skip to content</a></li>\
             <li><a href='/page/{n}?to=search'>Skip to search</a></li></ul>\
             <h1>{} {n}</h1><a href='/cart?add={n}' title='Add {} {n} to the cart'>Buy</a>",
            word(n),
            word(n),
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(path_of(record, "Skip to content"), None, "{record:#}");
        assert_eq!(
            path_of(record, &format!("Add {} {n} to the cart", word(n))),
            None,
            "{record:#}"
        );
    }
    aligned(&records, |_| true, |n| format!("{} {n}", word(n)));
}

#[test]
fn rows_of_a_page_laid_out_as_a_table_are_no_list() {
    let all = records(|n| {
        let items: String = (0..3 + n % 4)
            .map(|i| format!("<tr><td>{0}</td><td><a href='/i/{n}/{i}'>{1} {0}</a></td><td>{n}{i} points</td></tr>", i + 1, word(n + i)))
            .collect();
        let about = if n % 3 == 0 { format!("likes {}", word(n)) } else { String::new() };
        format!(
            "<table><tr><td><a href='/'>Home</a> | <a href='/new'>New</a></td></tr>\
             <tr><td><table class=profile><tr><td>user:</td><td>{0}{n}</td></tr>\
             <tr><td>created:</td><td>{1} May 20{1}</td></tr><tr><td>about:</td><td>{about}</td></tr>\
             <tr><td></td><td><a href='/of/{n}'>submissions</a></td></tr></table>\
             <table class=items>{items}</table></td></tr>\
             <tr><td><a href='/faq'>Questions</a> | <a href='/rules'>Rules</a></td></tr></table>",
            word(n * 3),
            n % 28 + 10
        )
    });
    aligned(&all, |_| true, |n| format!("{}{n}", word(n * 3)));
    aligned(&all, |n| n % 3 == 0, |n| format!("likes {}", word(n)));
    let path = path_of(&all[0], &format!("{}0", word(0))).unwrap_or_default();
    assert!(path.ends_with(".user") && !path.contains("[]"), "{path} in {:#}", all[0]);
}

#[test]
fn icons_tell_the_facts_of_a_line_apart() {
    let all = records(|n| {
        let fact = |icon: &str, text: String| {
            format!("<li class=fact><i class='fa fa-{icon}'></i> {text}</li>")
        };
        let pay = if n % 3 > 0 {
            fact("wallet", format!("{}k-{}k", n + 20, n + 31))
        } else {
            String::new()
        };
        let level = if n % 4 > 0 {
            fact("chart-bar", format!("{}{}", word(n + 3), word(n * 7)))
        } else {
            String::new()
        };
        let place = fact("map-marker", format!("{}-{}", word(n * 5), word(n * 3 + 1)));
        format!("<h1>{} {n}</h1><ul class=facts>{place}{pay}{level}</ul>", word(n))
    });
    aligned(&all, |_| true, |n| format!("{}-{}", word(n * 5), word(n * 3 + 1)));
    aligned(&all, |n| n % 3 > 0, |n| format!("{}k-{}k", n + 20, n + 31));
    aligned(&all, |n| n % 4 > 0, |n| format!("{}{}", word(n + 3), word(n * 7)));
    let path = path_of(&all[1], &format!("{}-{}", word(5), word(4))).unwrap_or_default();
    assert!(!path.contains("[]"), "{path} in {:#}", all[1]);
}

/// A page whose blocks are tables without class words, alike for four levels: the way, what the page is
/// about, a banner, a calendar, and what is read elsewhere.
fn page_of_tables(n: usize) -> String {
    let block = |inside: &str| {
        format!("<table><tr><td><img src=/s.gif></td><td><div>{inside}</div></td></tr></table>")
    };
    let days: String = (1..=28)
        .map(|day| match (day + n) % 3 {
            0 => format!("<td>{day}</td>"),
            _ => format!("<td><a href='/{n}/{day}'>{day}</a></td>"),
        })
        .collect();
    let news: String = (0..4)
        .map(|i| {
            format!(
                "<p><b>{}:{}</b> <a href='/x/{n}{i}'>{} of {n}{i}</a>",
                i + 9,
                n + 10,
                word(n + i)
            )
        })
        .collect();
    let said =
        format!("How the {} came to {}, and what the {} said. ", word(n), word(n + 2), word(n + 5));
    let way = format!(
        "<p><font><b><a href=/>Home</a></b> // <i><a href='/in/{0}'>In {0}</a></i> // <u>Day {n}</u></font></p>",
        n % 5 + 1
    );
    let story = format!(
        "<center><big>The {} of {n}</big><hr><small>printed: <i>{n} May</i></small></center><blockquote><p>{}</p></blockquote>",
        word(n),
        said.repeat(4)
    );
    let banner = block("<center><a href=/buy><img src=/b.gif><small>Buy</small></a></center>");
    [
        block(&way),
        block(&story),
        banner,
        block(&format!("<table><tr>{days}</tr></table>")),
        block(&format!("<h4>Read also</h4>{news}")),
    ]
    .concat()
}

#[test]
fn tables_that_lay_a_page_out_are_told_apart_by_what_they_hold() {
    let all = records(page_of_tables);
    for (n, record) in all.iter().enumerate() {
        let title = format!("The {} of {n}", word(n));
        let path = path_of(record, &title).unwrap_or_default();
        assert!(!path.is_empty() && !path.contains("[]"), "{path} in {record:#}");
    }
    aligned(&all, |_| true, |n| format!("{n} May"));
}
