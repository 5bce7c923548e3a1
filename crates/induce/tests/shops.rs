//! How shops and old listing sites set their facts: prices in several forms, labels on lines,
//! copies for small screens. Each test is a small page type written here.

mod pages;

use pages::records;
use serde_json::{Value, json};

const WORDS: [&str; 7] = ["Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel", "Juniper"];

/// An amount whose sign and digits stand in elements of their own.
fn amount(pounds: usize) -> String {
    format!("<span class=amount><bdi><span class=sign>£</span>{pounds}.50</bdi></span>")
}

#[test]
fn a_price_is_one_field_whether_alone_reduced_or_a_range() {
    let records = records(|n| {
        let price = match n % 4 {
            0 => format!("<del>{}</del> <ins>{}</ins>", amount(n + 40), amount(n + 20)),
            1 => format!("{} <i>–</i> {}", amount(n + 10), amount(n + 60)),
            _ => amount(n + 10),
        };
        format!("<h1>Pan number {n}</h1><p class=price><span class=price>{price}</span></p>")
    });
    for (n, record) in records.iter().enumerate() {
        if n % 4 == 0 {
            assert_eq!(record["old_price"], format!("£{}.50", n + 40), "{record:#}");
            let fields = record.as_object().expect("a record");
            let now = fields.iter().find(|(_, value)| **value == format!("£{}.50", n + 20));
            assert!(now.is_some_and(|(name, _)| name.contains("price")), "{record:#}");
        } else {
            assert_eq!(record["price"], format!("£{}.50", n + 10), "{record:#}");
        }
        let has_end = record
            .as_object()
            .into_iter()
            .flatten()
            .any(|(name, value)| name.contains("price") && *value == format!("£{}.50", n + 60));
        assert_eq!(has_end, n % 4 == 1, "{record:#}");
    }
}

/// The price of a thing, which of each third is lowered.
fn lowered(n: usize) -> String {
    match n % 3 {
        0 => format!(
            "<span class=price-new>£{}.50</span> <span class=price-old>£{}.50</span>",
            n + 20,
            n + 40
        ),
        _ => format!("£{}.50", n + 20),
    }
}

#[test]
fn a_price_that_stands_elsewhere_where_it_is_lowered_is_one_field() {
    let records = records(|n| {
        let product = |k: usize| {
            let (title, price) = (title(n, k), lowered(n + k));
            format!("<div class=product><h4><a href=/p/{n}-{k}>{title}</a></h4>{price}</div>")
        };
        let products: String = (0..5).map(product).collect();
        format!("<h1>Pan number {n}</h1><p class=price>{}</p><div>{products}</div>", lowered(n))
    });
    let is_right = |record: &Value, n: usize| {
        let old = if n.is_multiple_of(3) { json!(format!("£{}.50", n + 40)) } else { Value::Null };
        record["price"] == format!("£{}.50", n + 20) && record["old_price"] == old
    };
    for (n, record) in records.iter().enumerate() {
        assert!(is_right(record, n), "{record:#}");
        let products = record["products"].as_array().expect("products");
        assert_eq!(products.len(), 5, "{record:#}");
        assert!((0..5).all(|k| is_right(&products[k], n + k)), "{record:#}");
    }
}

#[test]
fn labels_on_lines_are_a_map_whichever_lines_are_missing() {
    let records = records(|n| {
        let edition = if n % 3 == 0 { "<b>Edition:</b> Revised<br>" } else { "" };
        let size = if n % 2 == 0 { "<b>Size:</b> 12 x 8 in<br>" } else { "" };
        format!(
            "<font size=4><b>Book {n}</b></font><br><font><b>Publisher:</b> \
             <a href=/p/{p}>Heron {p}</a>, Leeds<br>{edition}ISBN: 97812{n:03}<br>{size}\
             <b>Pages:</b> {pages}<br></font>",
            p = n % 5,
            pages = 100 + n
        )
    });
    for (n, record) in records.iter().enumerate() {
        let map = record.as_object().and_then(|record| {
            record.values().find(|value| value.get("Publisher").is_some()).cloned()
        });
        let mut expected = json!({
            "Publisher": format!("Heron {}, Leeds", n % 5),
            "ISBN": format!("97812{n:03}"),
            "Pages": (100 + n).to_string(),
        });
        if n % 3 == 0 {
            expected["Edition"] = json!("Revised");
        }
        if n % 2 == 0 {
            expected["Size"] = json!("12 x 8 in");
        }
        assert_eq!(map, Some(expected), "{record:#}");
    }
}

/// A title that no other page has.
fn title(n: usize, k: usize) -> String {
    let letter = char::from(b'A' + n as u8);
    format!("{}{letter} {}", WORDS[n % 7], WORDS[(n + k) % 7])
}

#[test]
fn sections_with_records_below_their_headings_are_no_map() {
    let records = records(|n| {
        let film = |k: usize| {
            let role = WORDS[(n + 2 * k + 3) % 7];
            format!("<li><a href=/f/{n}-{k}>{}</a><span>{role}</span></li>", title(n, k))
        };
        let films: String = (0..2 + n % 3).map(film).collect();
        let details = format!("<dl><dt>Height</dt><dd>{}</dd></dl>", 150 + n);
        format!(
            "<h1>Person {n}</h1><section class=part><h3>Credits</h3><ul>{films}</ul></section>\
             <section class=part><h3>Personal details</h3>{details}</section>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        let credits = record["credits"].as_array().unwrap_or_else(|| panic!("{record:#}"));
        assert_eq!(credits.len(), 2 + n % 3, "{record:#}");
        let first: Vec<&Value> = credits[0].as_object().expect("an item").values().collect();
        assert!(first.contains(&&json!(title(n, 0))), "{record:#}");
        assert!(first.contains(&&json!(WORDS[(n + 3) % 7])), "{record:#}");
    }
}

#[test]
fn a_copy_of_a_map_for_small_screens_is_left_out() {
    let records = records(|n| {
        let origin = if n % 2 == 0 { "<li><span>Origin</span><b>Leeds</b></li>" } else { "" };
        let facts = format!("<li><span>Director</span><b>Jo {n}</b></li>{origin}");
        format!(
            "<h1>Film {n}</h1><div class=wide><ul>{facts}</ul></div>\
             <div class=narrow><ul>{facts}</ul></div>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        let text = record.to_string();
        assert_eq!(text.matches(&format!("\"Jo {n}\"")).count(), 1, "{record:#}");
    }
}

#[test]
fn blocks_that_look_alike_before_and_behind_another_are_two_fields() {
    let records = records(|n| {
        let none = "<font>No reviews yet. <a href=/review>Be the first</a></font>";
        let review = format!("<table><tr><td>{} is well told.</td></tr></table>", title(n, 1));
        let reviews = if n % 3 == 0 { none.to_owned() } else { review };
        format!(
            "<div><font><a href=/>Home</a> &gt; <a href=/b/{w}>{w}</a> &gt; Here</font>\
             <table><tr><td>{}</td></tr></table><h3>Customer reviews</h3>{reviews}</div>",
            title(n, 0),
            w = WORDS[n % 7],
        )
    });
    let name_of = |record: &Value, text: &str| -> Option<String> {
        let fields = record.as_object()?;
        fields.iter().find(|(_, value)| *value == text).map(|(name, _)| name.clone())
    };
    let expected = name_of(&records[0], &title(0, 0));
    assert!(expected.is_some(), "{:#}", records[0]);
    for (n, record) in records.iter().enumerate() {
        assert_eq!(name_of(record, &title(n, 0)), expected, "{record:#}");
    }
}

#[test]
fn a_text_behind_another_icon_is_the_same_field() {
    let records = records(|n| {
        let (icon, stock) = match n % 6 {
            0 => ("icon-remove", "Unavailable"),
            _ => ("icon-ok", ["In stock", "Few left"][n % 2]),
        };
        format!("<h1>Pan {n}</h1><p class=stock><i class={icon}></i> {stock}</p>")
    });
    for (n, record) in records.iter().enumerate() {
        let stock = if n % 6 == 0 { "Unavailable" } else { ["In stock", "Few left"][n % 2] };
        assert!(record.to_string().contains(&format!("\"{stock}\"")), "page {n}: {record:#}");
    }
}

#[test]
fn prices_of_which_some_are_said_in_words_are_prices() {
    let records = records(|n| {
        let price = match n % 6 {
            0 => "Free".to_owned(),
            _ => format!("€ {}.50", n + 10),
        };
        format!(
            "<h1>{} chair {n}</h1><div class=a1><p class=b7>{price}</p><p class=b8>{} wood</p></div>",
            WORDS[n % 7],
            WORDS[(n * 3 + 1) % 7]
        )
    });
    assert_eq!(records[0]["price"], "Free", "{:#}", records[0]);
    assert_eq!(records[1]["price"], "€ 11.50", "{:#}", records[1]);
}

#[test]
fn a_price_in_large_letters_is_no_heading() {
    let records = records(|n| {
        format!("<h1>{} chair {n}</h1><ul><li><h2>€ {}.50</h2></li></ul>", WORDS[n % 7], n + 10)
    });
    assert_eq!(records[1]["price"], "€ 11.50", "{:#}", records[1]);
}

#[test]
fn a_price_without_tax_beside_the_price_is_another_fact() {
    let records = records(|n| {
        format!(
            "<h1>Pan number {n}</h1><ul><li><h2>{},90€</h2></li><li>Netto {},16€</li></ul>\
             <p>Seite <b>{}</b> von {} (2 Seiten)</p>",
            n + 40,
            n + 30,
            n % 5 + 1,
            n + 7
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["price"], format!("{},90€", n + 40), "{record:#}");
        assert_eq!(record["net_price"], format!("{},16€", n + 30), "{record:#}");
        assert!(record.get("author").is_none(), "nobody is called by a number: {record:#}");
    }
}
