//! One thing in several forms: with a link around it and without, in one language and another,
//! under a heading on this page and that.

mod pages;

use pages::records;
use serde_json::{Value, json};

#[test]
fn cards_in_links_and_bare_cards_with_less_in_them_are_one_list() {
    let pages = records(|n| {
        let card = |i: usize| {
            let of = n * 7 + i;
            let text = format!("<div class=text><b>Boat {of}</b><i>{} m</i></div>", of % 17 + 3);
            match i % 4 {
                3 => format!("<div class=card>{text}</div>"),
                _ => format!(
                    "<div class=card><a href='/boat/{of}'><img src='/{of}.jpg'>{text}</a></div>"
                ),
            }
        };
        let cards: String = (0..4 + n % 5).map(card).collect();
        format!("<h1>Harbour {n}</h1><div class=grid>{cards}</div>")
    });
    let list = pages[6].as_object().and_then(|record| record.values().find_map(Value::as_array));
    let list = list.expect("a list");
    let with = |text: &str| list.iter().filter(|item| item.to_string().contains(text)).count();
    assert_eq!((list.len(), with("\"Boat 45\"")), (5, 1), "{list:?}");
    let names = |item: &Value| -> Vec<String> {
        item.as_object().expect("a record").keys().cloned().collect()
    };
    let of_bare = names(&list[3]);
    assert!(
        of_bare.len() > 1 && of_bare.iter().all(|name| names(&list[2]).contains(name)),
        "{list:?}"
    );
}

#[test]
fn lists_below_headings_are_lists_and_rows_that_are_links_are_records() {
    let pages = records(|n| {
        let items = |from: usize, many: usize| -> String {
            (0..many).map(|i| format!("<li>It has {}</li>", from + n * 11 + i)).collect()
        };
        let shop = |i: usize| {
            let shop =
                ["Quayside", "Pierhead", "Dockland", "Slipway", "Moleskin"][(n * 3 + i * 2) % 5];
            let price = n * 3 + shop.len() + i;
            format!(
                "<a class=out href='/to/{shop}/{n}'><span>{shop}</span><span>£{price}.00</span></a>"
            )
        };
        let shops: String = (0..1 + n % 3).map(shop).collect();
        format!(
            "<h1>Boat {n}</h1><div class=box><h3>Pros</h3><ul>{}</ul></div><div class=box>\
             <h3>Cons</h3><ul>{}</ul></div><section>{shops}</section>",
            items(100, 2 + n % 3),
            items(900, 1 + n % 2)
        )
    });
    let record = &pages[5];
    assert_eq!(
        record["pros"],
        json!(["It has 155", "It has 156", "It has 157", "It has 158"]),
        "{record}"
    );
    assert_eq!(record["cons"], json!(["It has 955", "It has 956"]), "{record}");
    let shops = record.as_object().expect("a record").values();
    let shops = shops.filter_map(Value::as_array).find(|list| list[0].is_object());
    assert_eq!(shops.map(Vec::len), Some(3), "{record}");
}

#[test]
fn names_that_lead_to_pages_now_and_then_are_names() {
    let is_linked = |n: usize, at: usize| (n * 7 + at * 3) % 10 < 3;
    let records = records(|n| {
        let post = |at: usize| {
            let name = match is_linked(n, at) {
                true => format!("<a rel=nofollow href=/club/{n}{at}>ann{n}{at}</a>"),
                false => format!("ann{n}{at}"),
            };
            format!(
                "<div class=post><div><b>{name}</b><span class=day>{}.05.2016</span></div>\
                 <div class=said>Said {n} times {at}, and more than that.</div></div>",
                1 + (n + at) % 28
            )
        };
        let posts: String = (0..2 + n % 4).map(post).collect();
        format!("<h1>Topic {n}</h1><div class=posts>{posts}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        for at in 0..2 + n % 4 {
            assert!(record.to_string().contains(&format!("\"ann{n}{at}\"")), "{record:#}");
        }
    }
}
