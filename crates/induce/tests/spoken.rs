//! What pages read out to those who do not see them, and what says once more what a page is called.

mod pages;
mod said;

use pages::records;
use said::{says, words};
use serde_json::Value;

/// The values of the fields of a record.
fn values(record: &Value) -> Vec<String> {
    let fields = record.as_object().into_iter().flatten();
    fields.map(|(_, value)| value.to_string()).collect()
}

fn price(n: usize) -> String {
    format!("{}.{:02} €", 3 + n * 7 % 90, n * 13 % 100)
}

#[test]
fn what_is_read_out_and_shown_as_well_is_told_once() {
    let page = |n: usize| {
        let (from, to) = (price(n), price(n + 40));
        let said = match n % 3 {
            0 => format!(
                "<b>{from}</b> - <b>{to}</b><i class=sr-only>Prices from {from} to {to}</i>"
            ),
            _ => format!("<b>{from}</b><i class=sr-only>The price is {from}</i>"),
        };
        let title = words(n + 3, 2);
        let form = format!("<form><label class=visually-hidden>Pieces of {title}</label></form>");
        format!("<h1>{title}</h1><div class=price>{said}</div>{form}<p>{}</p>", words(n, 20))
    };
    for (n, record) in records(page).iter().enumerate() {
        assert!(says(record, &price(n)), "{record:#}");
        let is_retold = |value: &String| value.contains("rice") || value.contains("Pieces");
        assert!(!values(record).iter().any(is_retold), "{record:#}");
    }
}

#[test]
fn what_is_read_out_alone_is_a_value() {
    let rated = |n: usize| format!("{}.{}", 3 + n % 2, n * 7 % 10);
    let page = |n: usize| {
        let stars = format!("<i class=sr-only>Rated {} of 5 by {} people</i>", rated(n), n * 3 + 2);
        let shown = format!("<b class=count>{}</b>", n * 3 + 2);
        format!("<h1>{}</h1><div>{stars}{shown}</div><p>{}</p>", words(n + 3, 2), words(n, 20))
    };
    for (n, record) in records(page).iter().enumerate() {
        assert!(values(record).iter().any(|value| value.contains(&rated(n))), "{record:#}");
    }
}

#[test]
fn a_heading_that_says_nothing_but_the_title_is_none() {
    let title = |n: usize| words(n + 3, 2);
    let page = |n: usize| {
        let items: String = (0..2 + n % 3)
            .map(|k| format!("<li class=work><b>{}</b> <i>{}</i>", words(n * 5 + k, 2), n + k * 3))
            .collect();
        let works = format!("<h2>All works of {}</h2><ul class=works>{items}</ul>", title(n));
        format!("<h1>{}</h1><p>{}</p>{works}", title(n), words(n, 20))
    };
    for (n, record) in records(page).iter().enumerate() {
        assert!(says(record, &title(n)), "{record:#}");
        let is_retold = |value: &String| value.contains("All works");
        assert!(!values(record).iter().any(is_retold), "{record:#}");
    }
}

#[test]
fn a_heading_that_is_read_out_alone_is_the_title() {
    let title = |n: usize| words(n + 3, 2);
    let page = |n: usize| {
        let way = format!("<nav class=breadcrumb><a href=/>Home</a> / {}</nav>", title(n));
        format!("{way}<h1 class=visually-hidden>{}</h1><p>{}</p>", title(n), words(n, 20))
    };
    for (n, record) in records(page).iter().enumerate() {
        assert_eq!(record["title"], title(n), "{record:#}");
    }
}
