//! What readers use and records do without: pagers, orders of a list, buttons; and what stands
//! beside such things and is wanted. Each test is a small page type written here.

mod pages;

use pages::{PAGES, records};
use serde_json::{Value, json};

const NAMES: [&str; 6] =
    ["Ada Costa", "Bram Dahl", "Clara Evans", "Goran Quist", "Jana Weber", "Uwe Rossi"];

fn item(n: usize, i: usize) -> String {
    format!("<li><a href=/b/{n}-{i}>Boat {n}-{i}</a><b>{} m</b></li>", 3 + (n * 7 + i * 5) % 11)
}

#[test]
fn pagers_are_left_out_and_the_number_of_results_stays() {
    let records = records(|n| {
        let items = 3 + n % 3;
        let first = 1 + 10 * (n % 4);
        let list: String = (0..items).map(|i| item(n, i)).collect();
        let before = if n % 4 > 0 { "<a rel=prev href='?page=1'>Previous</a>" } else { "" };
        let numbers: String =
            (1..2 + n % 5).map(|p| format!("<li><a href='?page={p}'>{p}</a></li>")).collect();
        format!(
            "<h1>Harbour {n}</h1><p><strong>{}</strong> boats - showing <strong>{first}</strong> to \
             <strong>{}</strong></p><ul class=boats>{list}</ul>\
             <ul class=pager><li>{before}</li>{numbers}<li>Page {} of 9</li></ul>",
            100 + n,
            first + items - 1,
            1 + n % 9
        )
    });
    for (n, record) in records.iter().enumerate() {
        let text = record.to_string();
        assert!(!text.contains("page=") && !text.contains("of 9"), "{record:#}");
        let fields = record.as_object().expect("a record");
        let numbers: Vec<&Value> = fields.values().filter(|value| value.is_string()).collect();
        let all = [json!(format!("Harbour {n}")), json!((100 + n).to_string())];
        assert!(
            numbers.len() == 2 && all.iter().all(|value| numbers.contains(&value)),
            "{record:#}"
        );
    }
}

#[test]
fn choices_of_the_page_are_no_pager() {
    let records = records(|n| {
        let sizes: String = (0..2 + n % 3)
            .map(|i| format!("<a href='?size={0}'>Size {0}</a> ", 36 + (n + i * 3) % 7))
            .collect();
        format!("<h1>Boot {n}</h1><p>£{n}9.50</p><div class=sizes>{sizes}</div>")
    });
    let with = records.iter().filter(|record| record.to_string().contains("36")).count();
    assert!(with > 3, "{:#}", records[0]);
}

#[test]
fn other_orders_of_a_list_are_no_facts() {
    let records = records(|n| {
        let list: String = (0..2 + n % 3).map(|i| item(n, i)).collect();
        let order = |id: &str| format!("<a class=btn id={id} href='/page/{n}?by={id}'><i></i></a>");
        format!("<h1>Harbour {n}</h1>{}{}<ul>{list}</ul>", order("newest"), order("oldest"))
    });
    for record in &records {
        assert!(!record.to_string().contains("by="), "{record:#}");
    }
}

#[test]
fn linked_names_with_signs_between_them_are_a_list() {
    let records = records(|n| {
        let link = |i: usize| {
            let at = (n + i * 2) % NAMES.len();
            format!("<a href='/author/{at}'>{}</a>", NAMES[at])
        };
        let spaced = format!("\n{0}\n{0}&amp;\n{0}\n", " ".repeat(24));
        let links: Vec<String> = (0..1 + n % 3).map(link).collect();
        format!("<h2>Sea book {n}</h2><p class=author>{}</p><p>£{n}</p>", links.join(&spaced))
    });
    assert_eq!(records.len(), PAGES);
    for (n, record) in records.iter().enumerate() {
        let authors: Vec<&str> = record["authors"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|author| {
                author.as_object()?.values().filter_map(Value::as_str).find(|v| v.contains(' '))
            })
            .collect();
        let expected: Vec<&str> =
            (0..1 + n % 3).map(|i| NAMES[(n + i * 2) % NAMES.len()]).collect();
        assert_eq!(authors, expected, "{record:#}");
    }
}

#[test]
fn a_heading_that_labels_a_text_is_not_in_it() {
    const SAID: [&str; 4] = [
        "It sails well before the wind and worse against it.",
        "The hold is dry, and the crew are fed twice a day.",
        "Nobody has seen a better one in these waters.",
        "She was built in the north, of oak and larch.",
    ];
    let records = records(|n| {
        let text: String = (0..1 + n % 3)
            .map(|i| format!("<p>{} Ship {n}. {}</p>", SAID[(n + i) % 4], SAID[(n + i + 1) % 4]))
            .collect();
        format!("<h1>Ship {n}</h1><div class=comments><h3>Description:</h3>{text}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let text = record["description"].as_str().unwrap_or_default();
        assert!(text.starts_with(SAID[n % 4]), "{record:#}");
    }
}

#[test]
fn the_end_of_a_span_of_time_is_told_from_its_beginning() {
    let records = records(|n| {
        let (day, hour) = (1 + n % 20, 8 + n % 9);
        format!(
            "<h1>Talk {n}</h1><p><time datetime='2024-05-{day:02} {hour:02}:00'>{hour:02}:00</time>–\
             <time datetime='2024-05-{day:02} {hour:02}:45'>{hour:02}:45</time>, Room {}</p>",
            n % 4
        )
    });
    for (n, record) in records.iter().enumerate() {
        let at = |minute| format!("2024-05-{:02} {:02}:{minute}", 1 + n % 20, 8 + n % 9);
        assert_eq!(record["date"], at("00"), "{record:#}");
        assert_eq!(record["end_date"], at("45"), "{record:#}");
    }
}

#[test]
fn colours_of_buttons_name_nothing() {
    let records = records(|n| {
        let isbn =
            format!("<a class='btn btn-success' href='https://books.example/{n}77'>Look up</a>");
        format!("<h1>Book {n}</h1><div class=identifiers><p>{isbn}</p></div>")
    });
    for record in &records {
        let names: Vec<&String> = record.as_object().expect("a record").keys().collect();
        assert!(!names.iter().any(|name| name.contains("success")), "{record:#}");
        assert!(record.to_string().contains("books.example"), "{record:#}");
    }
}
