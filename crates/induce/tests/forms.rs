//! One thing in several forms: with a link around it and without, in one language and another,
//! under a heading on this page and that.

mod pages;

use pages::{PAGES, records};
use serde_json::{Value, json};
use sitewrap_induce::{Params, induce};
use sitewrap_model::Clustering;
use sitewrap_tree::Document;
use sitewrap_wrapper::Extractor;

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
fn what_stands_in_two_languages_at_one_place_is_one_field() {
    let page = |n: usize| {
        let (lang, depth, width) =
            if n % 4 == 3 { ("de", "Tiefe", "Breite") } else { ("en", "Depth", "Width") };
        format!(
            "<html lang={lang}><body><h1>Boat {n}</h1><div><div class=tile>{}.5<i>{depth}</i></div>\
             <div class=tile>{}.25<i>{width}</i></div></div></body></html>",
            n + 3,
            n + 60
        )
    };
    let urls: Vec<String> = (0..PAGES).map(|n| format!("http://site.test/{n}")).collect();
    let documents: Vec<Document> =
        (0..PAGES).map(|n| Document::parse(page(n).as_bytes(), None, Some(&urls[n]))).collect();
    let documents: Vec<&Document> = documents.iter().collect();
    let addresses: Vec<&str> = urls.iter().map(String::as_str).collect();
    let clustering = Clustering::from_labels(&[Some(0); PAGES]);
    let set = induce(&documents, &addresses, &clustering, &Params::default());
    let extractor = Extractor::new(&set);
    let field_with = |page: usize, text: &str| {
        let record = extractor.extract(addresses[page], &documents[page].tree).record;
        let record = record.expect("a record");
        let found = record
            .iter()
            .find(|(_, value)| **value == sitewrap_model::Value::Text(text.to_owned()));
        found.map(|(name, _)| name.to_owned()).expect("the value")
    };
    assert_eq!(field_with(2, "5.5"), field_with(3, "6.5"));
    assert_eq!(field_with(2, "62.25"), field_with(3, "63.25"));
}

#[test]
fn tables_that_compare_things_are_maps_with_a_value_for_each_column() {
    let boat = |n: usize| ["Ada", "Bee", "Cod", "Dab", "Eel", "Fen", "Gar", "Hag"][n % 8];
    let pages = records(|n| {
        let boats = [boat(n), boat(n * 3 + 1), boat(n / 2 + 5)];
        let row = |name: &str, value: &dyn Fn(usize) -> String| {
            let cells: String = (0..3).map(|i| format!("<td>{}</td>", value(i))).collect();
            format!("<tr><th>{name}</th>{cells}</tr>")
        };
        let head: String = boats.iter().map(|boat| format!("<th>{boat}</th>")).collect();
        let wind = match n % 2 {
            0 => row("Wind", &|i| format!("{} kn", n + 2 * i)),
            _ => String::new(),
        };
        format!(
            "<h1>Race {n}</h1><table class=facts><thead><tr><td></td>{head}</tr></thead><tbody>{}{}{wind}\
             </tbody></table>",
            row("Crew", &|i| if i == 1 && n == 6 { String::new() } else { (n + i).to_string() }),
            row("Time", &|i| format!("{}:{}", n % 9 + 1, 10 + 7 * i)),
        )
    });
    let facts = &pages[6];
    let map = facts.as_object().expect("a record").values().find(|value| value.is_object());
    let map = map.unwrap_or_else(|| panic!("no map in {facts}"));
    assert_eq!(map["Crew"], json!(["6", "", "8"]), "{facts}");
    assert_eq!(map["Wind"], json!(["6 kn", "8 kn", "10 kn"]));
    assert_eq!(map["Time"], json!(["7:10", "7:17", "7:24"]));
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
