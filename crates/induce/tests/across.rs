//! Names that page types give each other: one markup has one name on the whole site.

mod site;

use serde_json::Value;
use site::{word, wrappers};
use sitewrap_tree::Document;
use sitewrap_wrapper::Extractor;

fn words(from: usize, count: usize) -> String {
    (0..count).map(|at| word(from + at * at * 5)).collect::<Vec<_>>().join(" ")
}

/// A page of a lamp.
fn lamp(n: usize) -> String {
    format!(
        "<body class=product><h1>{}</h1><p class=price>£{n}.50</p><div class=description><p>{}</p></div>",
        words(n * 3, 3),
        words(n * 7, 30)
    )
}

/// A card: its lamp, and the maker of several lamps.
fn card(lamp: usize, folder: &str) -> String {
    format!(
        "<li class=tile><a class=maker href=/makers/{}.html>{}</a> <a class=name href=/{folder}/{lamp}.html>{}</a>",
        lamp % 3,
        words(lamp % 3 * 11, 2),
        words(lamp * 3, 3)
    )
}

fn maker(n: usize) -> String {
    format!(
        "<body class=maker><h1>{}</h1><div class=story><p>{}</p></div>",
        words(n * 11, 2),
        words(n, 40)
    )
}

/// Lists of lamps that are pages of the site, and of others that are not.
fn pages() -> Vec<(String, String, usize)> {
    let lamps = (0..20).map(|n| (format!("http://site.test/lamps/{n}.html"), lamp(n), 0));
    let cards = |n: usize, folder: &str| -> String {
        (0..6).map(|at| card((n * 7 + at * 3) % 20, folder)).collect()
    };
    let sorts = (0..8).map(|n| {
        let html =
            format!("<body class=sort><h2>Sort {n}</h2><ul class=grid>{}</ul>", cards(n, "lamps"));
        (format!("http://site.test/sorts/{n}.html"), html, 1)
    });
    let sold = (0..8).map(|n| {
        let html = format!(
            "<body class=sold><table><tr><td><i>Year {n}</i></table><ul class=grid>{}</ul><p>{}</p>",
            cards(n, "old"),
            words(n * 5, 20)
        );
        (format!("http://site.test/sold/{n}.html"), html, 2)
    });
    let makers = (0..3).map(|n| (format!("http://site.test/makers/{n}.html"), maker(n), 3));
    lamps.chain(sorts).chain(sold).chain(makers).collect()
}

/// The name of the list in the record of a page, and of the fields of its items.
fn list(url: &str) -> (String, Vec<String>) {
    let pages = pages();
    let (set, _) = wrappers(&pages);
    let (_, html, _) = pages.iter().find(|(address, ..)| address == url).expect("a page");
    let page = Document::parse(html.as_bytes(), None, Some(url));
    let record = serde_json::to_value(Extractor::new(&set).extract(url, &page.tree).record);
    let Ok(Value::Object(record)) = record else { panic!("a record") };
    let lists = record.into_iter().filter_map(|(name, value)| match value {
        Value::Array(items) if items.len() == 6 => {
            let fields = items[0].as_object().map(|item| item.keys().cloned().collect());
            Some((name, fields.unwrap_or_default()))
        }
        _ => None,
    });
    lists.into_iter().next().expect("a list")
}

#[test]
fn a_list_is_called_by_the_link_that_is_another_in_each_item() {
    assert_eq!(list("http://site.test/sorts/3.html").0, "products");
}

#[test]
fn one_markup_has_one_name_on_all_page_types() {
    let (known, fields) = list("http://site.test/sorts/3.html");
    assert_eq!(list("http://site.test/sold/3.html"), (known, fields));
}

#[test]
fn links_of_a_wiki_are_named_for_the_space_of_names_that_they_lead_to() {
    let page = |n: usize| {
        let kinds: String = (0..1 + n % 3)
            .map(|at| {
                let title = words((n + at * 3) % 8 * 13, 2);
                format!("<li><a href='/wiki/Category:{}'>{title}</a></li>", title.replace(' ', "_"))
            })
            .collect();
        let html = format!(
            "<body><h1>{}</h1><div id=text><p>{}</p></div><div id=catlinks><ul>{kinds}</ul></div>",
            words(n * 3, 3),
            words(n * 7, 30)
        );
        (format!("http://w.test/wiki/{}", words(n * 3, 3).replace(' ', "_")), html, 0)
    };
    let kind = |n: usize| {
        let links: String = (0..5)
            .map(|at| {
                let title = words((n * 3 + at) * 3, 3);
                format!("<li><a href='/wiki/{}'>{title}</a></li>", title.replace(' ', "_"))
            })
            .collect();
        let html =
            format!("<body><h1>{}</h1><div id=members><ul>{links}</ul></div>", words(n * 13, 2));
        (format!("http://w.test/wiki/Category:{}", words(n * 13, 2).replace(' ', "_")), html, 1)
    };
    let pages: Vec<_> = (0..20).map(page).chain((0..8).map(kind)).collect();
    let (set, records) = wrappers(&pages);
    assert!(set.wrappers.iter().any(|wrapper| wrapper.page_type == "category"));
    let first = &records[0]["categories"][0]["category"];
    assert!(first.is_string(), "{:#}", records[0]);
}

/// The foot of all pages of a site.
fn foot(n: usize) -> String {
    format!(
        "<div class=foot>{} Page made in: 0.{} seconds<br>{}</div>",
        words(3, 20),
        10 + n * 7 % 80,
        words(5, 9)
    )
}

#[test]
fn a_foot_that_varies_in_a_number_alone_is_that_of_the_site() {
    let with_foot = |(at, (url, html, kind)): (usize, (String, String, usize))| {
        (url, format!("{html}{}", foot(at)), kind)
    };
    let pages: Vec<_> = pages().into_iter().enumerate().map(with_foot).collect();
    let (set, _) = wrappers(&pages);
    let extractor = Extractor::new(&set);
    for (url, html, _) in &pages {
        let page = Document::parse(html.as_bytes(), None, Some(url));
        let record = serde_json::to_string(&extractor.extract(url, &page.tree).record);
        let record = record.expect("a record as JSON");
        assert!(!record.contains("seconds"), "{record}");
    }
}
