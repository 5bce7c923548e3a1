//! One thing in two places or in two forms, of which each page has one.

mod pages;

use pages::{records, records_of};
use serde_json::{Value, json};

fn sentence(n: usize) -> String {
    let said = ["The wind turned", "A sail tore", "We saw a whale", "Nobody slept", "Rain at last"];
    format!("{}, and {} days later we were in port {} again.", said[n % 5], 2 + n % 7, n * 3)
}

#[test]
fn lists_of_like_items_that_no_page_has_both_of_are_one_field() {
    let count = |n: usize| 3 + n % 5;
    let id = |n: usize, at: usize| n * 11 + at;
    let records = records(|n| {
        let card = |at: usize| {
            let id = id(n, at);
            format!(
                "<h3 class=entry-title><a href=/story/{id}>Story {id}</a></h3>\
                 <span class=entry-date>{} May 2016</span><p>{}</p>",
                1 + id % 28,
                sentence(id)
            )
        };
        let cards = |before: &str, behind: &str| -> String {
            (0..count(n)).map(|at| format!("{before}{}{behind}", card(at))).collect()
        };
        let list = match n % 2 {
            0 => format!("<div class=wide>{}</div>", cards("<div class=block>", "</div>")),
            _ => format!(
                "<p class=lead>{}</p><ul class=narrow>{}</ul>",
                sentence(n + 40),
                cards("<li class=row><div class=inner>", "</div>")
            ),
        };
        format!("<h1>Year {n}</h1>{list}")
    });
    let list = |record: &Value| -> Option<String> {
        let fields = record.as_object()?.iter();
        let mut lists = fields.filter(|(_, value)| value.is_array());
        lists.next().map(|(name, _)| name.clone())
    };
    let name = list(&records[0]).unwrap_or_else(|| panic!("{:#}", records[0]));
    for (n, record) in records.iter().enumerate() {
        assert_eq!(list(record).as_deref(), Some(&*name), "{record:#}");
        let items = record[&name].as_array().expect("a list");
        assert_eq!(items.len(), count(n), "{record:#}");
        for (at, item) in items.iter().enumerate() {
            assert_eq!(item["title"], json!(format!("Story {}", id(n, at))), "{item:#}");
        }
    }
}

#[test]
fn a_text_that_is_now_bare_and_now_a_paragraph_is_one_field() {
    let records = records(|n| {
        let item = |at: usize| {
            let id = n * 11 + at;
            let text = match id % 3 {
                0 => sentence(id),
                _ => format!("<p>{}</p>", sentence(id)),
            };
            format!("<li><a href=/story/{id}>Story {id}</a><div class=excerpt>{text}</div></li>")
        };
        let items: String = (0..3 + n % 4).map(item).collect();
        format!("<h1>Year {n}</h1><ul class=stories>{items}</ul>")
    });
    for (n, record) in records.iter().enumerate() {
        let fields = record.as_object().expect("a record");
        let list = fields.values().find_map(Value::as_array).expect("a list");
        for (at, item) in list.iter().enumerate() {
            assert_eq!(item["excerpt"], json!(sentence(n * 11 + at)), "{item:#}");
        }
    }
}

#[test]
fn what_a_page_says_of_its_place_among_others_is_two_numbers() {
    let records = records_of(14, |n| {
        let all = 12 + n * 3 % 17;
        format!(
            "<h1>Port {}</h1><p class=note>{}</p><div class=place>Log {} of {all} kept</div>",
            n * 3,
            sentence(n),
            1 + n % 11
        )
    });
    for (n, record) in records.iter().enumerate() {
        let numbers = [1 + n % 11, 12 + n * 3 % 17].map(|number| json!(number.to_string()));
        let fields = record.as_object().expect("a record");
        for number in numbers {
            assert!(fields.values().any(|value| *value == number), "{number} in {record:#}");
        }
    }
}
