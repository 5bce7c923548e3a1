//! Names of page types, and what holds for all names: their form, that values do not belie them, that they are unique,
//! and that the order of pages changes none.

mod site;

use proptest::prelude::*;
use serde_json::Value as Json;
use site::{record_of, word, wrappers};
use sitewrap_wrapper::describe;
use std::collections::BTreeSet;

/// An article, and a list that shows the authors of articles with no word about it.
fn blog() -> Vec<(String, String, usize)> {
    let author = |n: usize| format!("{} {}", word(n % 6 + 40), word(n % 6 + 90));
    let articles = (0..24).map(|n| {
        let html = format!(
            "<article><h1>Story {}</h1><p class=x1>by {}</p><div class=story><p>It was {} once, and \
             much is to be told of it.</p><p>So {} went on, and nobody minded at all.</p></div></article>",
            word(n), author(n), word(n + 1), word(n + 2)
        );
        (format!("http://a.test/article/{n}"), html, 0)
    });
    let lists = (0..8).map(|page| {
        let items: String = (0..5 + page % 4)
            .map(|i| {
                let n = (page * 3 + i) % 24;
                format!(
                    "<li><a href='/article/{n}'>Story {}</a><i class=x7>{}</i></li>",
                    word(n),
                    author(n)
                )
            })
            .collect();
        (
            format!("http://a.test/month/{page}"),
            format!("<h1>{}</h1><ul>{items}</ul>", word(page + 300)),
            1,
        )
    });
    articles.chain(lists).collect()
}

#[test]
fn page_types_help_each_other() {
    let (set, records) = wrappers(&blog());
    let types: Vec<&str> = set.wrappers.iter().map(|wrapper| wrapper.page_type.as_str()).collect();
    assert_eq!(types, ["article", "month"]);
    let list = &records[25];
    assert_eq!(list["articles"][0]["author"], records[3]["author"], "{list}");
    assert_eq!(list["articles"][0]["url"], "/article/3", "{list}");
}

#[test]
fn pages_that_lead_on_are_redirects_whatever_their_addresses_say() {
    let old = (0..12).map(|n| {
        let to = format!("/new/struct.{}.html", word(n));
        let html = format!(
            "<meta http-equiv=refresh content='0; url={to}'><p>Redirecting to <a href={to}>{to}</a>"
        );
        (format!("http://a.test/old/struct.{}.html", word(n)), html, 0)
    });
    let new = (0..12).map(|n| {
        let html = format!("<meta http-equiv=refresh content=300><h1>{0}</h1><p>{0} is.", word(n));
        (format!("http://a.test/new/struct.{}.html", word(n)), html, 1)
    });
    let (set, _) = wrappers(&old.chain(new).collect::<Vec<_>>());
    let types: Vec<&str> = set.wrappers.iter().map(|wrapper| wrapper.page_type.as_str()).collect();
    assert_eq!(types, ["redirect", "new"], "what loads itself anew leads nowhere else");
}

#[test]
fn questions_that_events_answer_and_reductions_have_their_names() {
    let record = record_of(|n| {
        let (day, town) = (n % 28 + 1, ["Leeds", "Bath", "York", "Ely"][n % 4]);
        format!(
            "<h1>Concert {0}</h1><div><p class=when>{day} May 2024</p><p class=where>{town} Hall {n}</p></div>\
             <b class=web>www.{0}.test</b><i class=price-percent-reduction>-{1}%</i>",
            word(n),
            n + 10
        )
    });
    for name in ["date", "location", "website", "discount"] {
        assert!(record[name].is_string(), "no {name}: {record}");
    }
}

#[test]
fn evidence_is_kept_and_shown() {
    let (set, _) = wrappers(&blog());
    let shown = describe(&set.wrappers[0]);
    assert!(shown.contains("  author: label \"by\""), "{shown}");
}

#[test]
fn names_do_not_depend_on_the_order_of_pages() {
    let mut pages = blog();
    let named = |pages: &[(String, String, usize)]| {
        let set = wrappers(pages).0;
        set.wrappers.iter().map(describe).collect::<String>()
    };
    let forward = named(&pages);
    pages.reverse();
    for (_, _, label) in &mut pages {
        *label = 1 - *label;
    }
    let backward = named(&pages);
    let names = |shown: &str| -> BTreeSet<String> {
        shown
            .lines()
            .filter(|line| line.contains(": "))
            .map(|line| line.split(':').next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(names(&forward), names(&backward));
}

/// Texts, labels and classes that try to make bad names.
fn any_page() -> impl Strategy<Value = Vec<(String, String)>> {
    let class = "[a-zA-Z0-9_\\-]{0,40}";
    let label = "[\\PC]{0,40}";
    prop::collection::vec(
        (class, label.prop_map(|label| label.replace(['<', '>', '&'], " "))),
        1..8,
    )
}

/// Checks the names in a template and that each is unique in its record.
fn check_names(node: &Json, record: &mut BTreeSet<String>) {
    match node {
        Json::Object(object) if object.contains_key("named_by") => {
            let name = object["name"].as_str().expect("a name");
            let is_boilerplate = name.is_empty();
            assert!(is_boilerplate || record.insert(name.to_owned()), "{name} comes twice");
            assert!(name.chars().count() <= 34, "{name}");
            assert!(name.chars().all(|c| c.is_alphanumeric() || c == '_'), "{name}");
            assert!(!name.starts_with(|c: char| c.is_ascii_digit() || c == '_'), "{name}");
            assert_eq!(name.to_lowercase(), name);
        }
        Json::Object(object) => {
            for (key, below) in object {
                if key == "unit" {
                    check_names(below, &mut BTreeSet::new());
                } else {
                    check_names(below, record);
                }
            }
        }
        Json::Array(items) => items.iter().for_each(|item| check_names(item, record)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn names_are_short_clean_and_unique(parts in any_page()) {
        let page = |n: usize| -> String {
            let body: String = parts
                .iter()
                .enumerate()
                .map(|(i, (class, label))| {
                    format!("<p class='{class}'><span>{label}</span><a href='/{n}/{i}'>{}</a></p>", word(n * 8 + i))
                })
                .collect();
            format!("<div>{body}</div>")
        };
        let pages: Vec<_> = (0..6).map(|n| (format!("http://a.test/{n}"), page(n), 0)).collect();
        for wrapper in wrappers(&pages).0.wrappers {
            let template = serde_json::to_value(&wrapper.template).expect("templates are JSON");
            check_names(&template, &mut BTreeSet::new());
        }
    }
}

#[test]
fn the_page_that_lists_things_of_a_type_is_their_list() {
    let mut pages: Vec<(String, String, usize)> = (0..24)
        .map(|n| {
            let html =
                format!("<h1>{}</h1><p class=q1>{}</p><b>{}</b>", word(n), word(n + 9), n * 37);
            (format!("http://a.test/events/{}", word(n)), html, 0)
        })
        .collect();
    pages.extend((0..8).map(|n| {
        let item = |i: usize| {
            format!("<li><a href='/events/{0}'>{0}</a> <b>{1}</b></li>", word(i), word(i + 70))
        };
        let items: String = (n * 3..n * 3 + 3).map(item).collect();
        (
            format!("http://a.test/events/page/{n}"),
            format!("<h1>{}</h1><ul>{items}</ul>", word(n + 200)),
            1,
        )
    }));
    pages.extend((0..24).map(|n| {
        let html = format!("<h2>{}</h2><i>{}</i><p>{}</p>", word(n + 300), word(n + 90), n * 13);
        (format!("http://a.test/venues/{}", word(n)), html, 2)
    }));
    let (set, _) = wrappers(&pages);
    let kinds: Vec<&str> = set.wrappers.iter().map(|wrapper| wrapper.page_type.as_str()).collect();
    assert_eq!(kinds, ["event", "venue", "event_list"]);
}

#[test]
fn a_product_that_shows_other_products_is_no_list_of_them() {
    let card = |i: usize| {
        format!(
            "<li><a href='/products/{0}'>{0}</a> <b class=price>£{1}.20</b></li>",
            word(i),
            i + 3
        )
    };
    let (mut pages, more) = (Vec::new(), |n: usize| (n + 1..n + 4).map(card).collect::<String>());
    for n in 0..24 {
        let old = format!(
            "<div class=old><h1>{}</h1><p class=price>£{n}.90</p><p class=code>K-{n}7</p></div>",
            word(n)
        );
        pages.push((format!("http://a.test/products/{}", word(n)), old, 0));
    }
    for n in 30..42 {
        let new = format!(
            "<main><h1>{}</h1><p class=price>£{n}.90</p><p class=code>K-{n}7</p>\
             <ul class=products>{}</ul></main>",
            word(n),
            more(n * 5)
        );
        pages.push((format!("http://a.test/products/{}", word(n)), new, 1));
    }
    let (set, _) = wrappers(&pages);
    let kinds: Vec<&str> = set.wrappers.iter().map(|wrapper| wrapper.page_type.as_str()).collect();
    assert_eq!(kinds[0], "product");
    assert!(kinds[1].starts_with("product_") && !kinds[1].ends_with("_list"), "{kinds:?}");
}

#[test]
fn a_name_that_the_values_belie_is_given_up() {
    let record = record_of(|n| {
        format!(
            "<h1>{}</h1><div><span class=date>{} Limited</span></div><div><b class=tour-price>{} Nights/{} Days</b></div>\
             <div><i class=sale-price>£{n}.50</i></div>",
            word(n),
            word(n * 31 + 5),
            n % 9 + 2,
            n % 9 + 3
        )
    });
    assert!(record.get("date").is_none() && record.get("tour_price").is_none(), "{record}");
    assert!(record.to_string().contains(&format!("{} Limited", word(7 * 31 + 5))), "{record}");
    assert_eq!(record["price"], "£7.50", "{record}");
}
