//! What stands at the foot of all pages of a site, with something in it that differs.

mod site;

use serde_json::Value;
use site::{word, wrappers};

/// A page of one of two types, with a foot that says `changes`.
fn page(n: usize, changes: &str) -> (String, String, usize) {
    let foot = format!(
        "<div id=foot><p>Harbour Street 4 | Leeds | Open from nine to five | <a href=/contact>Contact</a></p>\
         <p id=made>{changes} | <a href='javascript:print()'>Print</a> | <a href=/tell>Tell others</a></p></div>"
    );
    let text: Vec<String> = (0..20 + n % 9).map(|i| word(n * 13 + i * i)).collect();
    let html = match n % 2 {
        0 => format!("<h1>{}</h1><div class=story><p>{}.</p></div>{foot}", word(n), text.join(" ")),
        _ => format!(
            "<h1>{0}</h1><b class=price>{1}.00 EUR</b><i class=kind>{2}</i>{foot}",
            word(n),
            10 + n,
            word(n * 3)
        ),
    };
    (format!("http://a.test/{}/{n}", ["story", "lamp"][n % 2]), html, n % 2)
}

fn records(changes: impl Fn(usize) -> String) -> Vec<Value> {
    let pages: Vec<_> = (0..48).map(|n| page(n, &changes(n))).collect();
    wrappers(&pages).1
}

#[test]
fn the_day_on_which_a_page_was_changed_is_a_value() {
    let day = |n: usize| format!("{:02}.{:02}.2010", n % 27 + 1, n % 12 + 1);
    for (n, record) in
        records(|n| format!("This page was last changed on {}", day(n))).iter().enumerate()
    {
        let iso = format!("2010-{:02}-{:02}", n % 12 + 1, n % 27 + 1);
        let text = record.to_string();
        assert!(text.contains(&day(n)) || text.contains(&iso), "{record:#}");
    }
}

#[test]
fn how_long_it_took_to_make_a_page_is_none() {
    for record in records(|n| format!("This page was made in 0.0{} seconds", 11 + n * 7 % 83)) {
        assert!(!record.to_string().contains("seconds"), "{record:#}");
        assert!(!record.to_string().contains("0.0"), "{record:#}");
    }
}
