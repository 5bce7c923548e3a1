//! Items that have no element of their own: those that stand in one stream, and those of two siblings that look alike.

mod pages;

use pages::records;
use serde_json::{Value, json};

fn sentence(n: usize) -> String {
    let said = ["The wind turned", "A sail tore", "We saw a whale", "Nobody slept", "Rain at last"];
    format!("{}, and {} days later we were in port {} again.", said[n % 5], 2 + n % 7, n * 3)
}

/// The items of a record: its list of as many objects.
fn items(record: &Value, count: usize) -> &Vec<Value> {
    let fields = record.as_object().expect("a record");
    let lists = fields.values().filter_map(Value::as_array);
    let mut lists = lists.filter(|list| list.iter().all(Value::is_object));
    lists.find(|list| list.len() == count).unwrap_or_else(|| panic!("{count} items in {record:#}"))
}

fn has(item: &Value, value: &str) -> bool {
    item.as_object().is_some_and(|fields| fields.values().any(|field| *field == json!(value)))
}

#[test]
fn results_of_a_search_in_one_stream_are_items_and_no_text() {
    let count = |n: usize| 3 + n % 4;
    let id = |n: usize, at: usize| n * 10 + at;
    let asked = |n: usize| ["Whales", "Storms", "Ports", "Birds"][n % 4];
    let records = records(|n| {
        let result = |at: usize| {
            let id = id(n, at);
            format!(
                "<a href=/story/{id}>{} in log {id}</a><p>{}</p>\
                 <small>Changed: {}.05.2016</small><br>\
                 <small>Path: <a href=/log/{}>Log {}</a></small><hr>",
                asked(n),
                sentence(id),
                1 + id % 28,
                id % 4,
                id % 4
            )
        };
        let results: String = (0..count(n)).map(result).collect();
        format!(
            "<h1>Search {n}</h1><div class=results><form><input name=q></form><br>{results}</div>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        let items = items(record, count(n));
        for (at, item) in items.iter().enumerate() {
            let id = id(n, at);
            assert!(has(item, &format!("{} in log {id}", asked(n))), "{item:#}");
            assert!(has(item, &sentence(id)), "{item:#}");
        }
    }
}

#[test]
fn posts_with_a_row_of_buttons_below_each_are_one_item_each() {
    let count = |n: usize| 2 + n % 5;
    let records = records(|n| {
        let post = |at: usize| {
            let (id, look) = (n * 10 + at, 1 + at % 2);
            let site = match id % 3 {
                0 => format!("<a href='http://site{id}.test/'><img src=/www.gif title=Site></a>"),
                _ => String::new(),
            };
            format!(
                "<tr><td class=row{look}><span class=name>ann{id}</span></td>\
                 <td class=row{look}><table><tr><td>{} {}</td></tr></table></td></tr>\
                 <tr><td class=row{look}><span class=nav><a href=#top>Back to top</a></span></td>\
                 <td class=row{look}><table><tr><td><a href=/u/{id}><img src=/profile.gif title=Profile></a>\
                 {site}</td></tr></table></td></tr><tr><td class=space colspan=2><img src=/s.gif></td></tr>",
                sentence(id),
                sentence(id + 2)
            )
        };
        let posts: String = (0..count(n)).map(post).collect();
        format!("<h1>Topic {n}</h1><table class=posts>{posts}</table>")
    });
    for (n, record) in records.iter().enumerate() {
        let items = items(record, count(n));
        for (at, item) in items.iter().enumerate() {
            assert!(has(item, &format!("ann{}", n * 10 + at)), "{record:#}");
        }
    }
}

#[test]
fn items_that_come_in_even_numbers_are_no_turns() {
    let records = records(|n| {
        let item = |at: usize| {
            format!(
                "<li class=item><a href=/b/{n}-{at}>Boat {n}-{at}</a> <i>{} m</i></li>",
                3 + at * n % 7
            )
        };
        let items: String = (0..4 + 2 * (n % 3)).map(item).collect();
        format!("<h1>Harbour {n}</h1><ul>{items}</ul>")
    });
    for (n, record) in records.iter().enumerate() {
        items(record, 4 + 2 * (n % 3));
    }
}

#[test]
fn comments_whose_headings_say_who_wrote_them_and_when_are_no_text() {
    let records = records(|n| {
        let part = |at: usize| match at % 4 {
            0 => format!("<p>{} {}</p>", sentence(n + at), sentence(n * 3 + at)),
            1 => format!("<ul><li>{}</li><li>{}</li></ul>", sentence(n * 5 + at), sentence(at)),
            2 => format!("<blockquote><p>{}</p></blockquote>", sentence(n * 7 + at)),
            _ => format!("<pre>{} {}</pre>", sentence(n * 2 + at), sentence(n)),
        };
        let comment = |at: usize| {
            let said: String =
                (0..1 + (n + at) % 5).map(|i| part(n * 3 + at * 5 + i * i)).collect();
            format!(
                "<div class=change><h3>Changed <a class=time href=/t/{n}/{at}>{at} days ago</a> by \
                 <span class=who>ann{n}{at}</span></h3><div class=said>{said}</div></div>"
            )
        };
        let comments: String = (0..n % 5).map(comment).collect();
        format!("<h1>Thing {n}</h1><div id=log>{comments}</div>")
    });
    for (n, record) in records.iter().enumerate().filter(|(n, _)| n % 5 > 0) {
        let comments = items(record, n % 5);
        for (at, comment) in comments.iter().enumerate() {
            assert!(has(comment, &format!("ann{n}{at}")), "{record:#}");
        }
    }
}
