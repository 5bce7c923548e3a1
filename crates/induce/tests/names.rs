//! Names of fields and page types, each kind of evidence on pages written here.

use proptest::prelude::*;
use serde_json::Value as Json;
use sitewrap_extract::{Extractor, WrapperSet, describe};
use sitewrap_induce::{Params, induce};
use sitewrap_model::Clustering;
use sitewrap_tree::Document;
use std::collections::BTreeSet;

/// Pages of one type or several: address, HTML, type.
fn wrappers(pages: &[(String, String, usize)]) -> (WrapperSet, Vec<Json>) {
    let documents: Vec<Document> = pages
        .iter()
        .map(|(url, html, _)| Document::parse(html.as_bytes(), None, Some(url)))
        .collect();
    let labels: Vec<Option<usize>> = pages.iter().map(|(_, _, label)| Some(*label)).collect();
    let urls: Vec<&str> = pages.iter().map(|(url, _, _)| url.as_str()).collect();
    let documents: Vec<&Document> = documents.iter().collect();
    let set = induce(&documents, &urls, &Clustering::from_labels(&labels), &Params::default());
    let extractor = Extractor::new(&set);
    let records = urls
        .iter()
        .zip(&documents)
        .map(|(url, document)| {
            let found = extractor.extract(url, &document.tree);
            serde_json::to_value(&found.record).expect("records are JSON")
        })
        .collect();
    (set, records)
}

fn record_of(page: impl Fn(usize) -> String) -> Json {
    let pages: Vec<(String, String, usize)> =
        (0..24).map(|n| (format!("http://a.test/p/{n}"), page(n), 0)).collect();
    wrappers(&pages).1.swap_remove(7)
}

fn word(n: usize) -> String {
    let syllables = ["ba", "ko", "ri", "tu", "me", "lo", "sha"];
    (0..4).map(|i| syllables[(n / 7usize.pow(i) + i as usize) % 7]).collect()
}

#[test]
fn json_ld_with_equal_values_names_fields_whatever_their_classes() {
    let record = record_of(|n| {
        format!(
            "<title>{0} | Shop</title><script type='application/ld+json'>{{\"@type\": \"Product\", \
             \"sku\": \"K{n}\", \"brand\": {{\"name\": \"{1}\"}}, \"offers\": {{\"price\": \
             \"{n}.50\"}}}}</script><h2 class=q1>{0}</h2><div class=q2><b>{1}</b></div><section class=q3><i>K{n}</i></section>\
             <span class=q4>{n},50</span>",
            word(n),
            word(n * 31 + 5)
        )
    });
    assert_eq!(record["title"], word(7));
    assert_eq!(record["brand"], word(7 * 31 + 5));
    assert_eq!(record["sku"], "K7");
    assert_eq!(record["price"], "7,50");
}

#[test]
fn running_text_that_begins_as_the_description_is_the_body_of_an_article() {
    let text = |n: usize, words: usize| {
        (0..words).map(|i| word(n * 13 + i * 5)).collect::<Vec<_>>().join(" ")
    };
    let page = |kind: &str, n: usize| {
        format!(
            "<title>{0} | Site</title><script type='application/ld+json'>{{\"@type\": \"{kind}\", \
             \"description\": \"{1}\"}}</script><h1>{0}</h1><div class=q1><p>{1}, {2}.</p>\
             <p>{2}, <em>{0}</em> {3}.</p><p>{3}.</p></div>",
            word(n),
            text(n, 12),
            text(n + 40, 14),
            text(n + 80, 20)
        )
    };
    let of_article = record_of(|n| page("BlogPosting", n));
    assert!(of_article["body"].as_str().is_some_and(|body| body.starts_with(&text(7, 12))));
    let of_product = record_of(|n| page("Product", n));
    assert_eq!(of_product["description"], of_article["body"]);
}

#[test]
fn labels_of_many_languages_name_what_follows() {
    let record = record_of(|n| {
        format!(
            "<h1>{0}</h1><p class=q1>Hersteller: {1}</p><div class=q2>Größe: {n} Zoll</div>\
             <section class=q3>价格： {3} 元</section><footer>Aktualisiert am {2}.05.2021</footer>",
            word(n),
            word(n + 99),
            n % 20 + 1,
            n * 7 + 300
        )
    });
    for (name, value) in [("manufacturer", word(106)), ("size", "7".to_owned())] {
        assert_eq!(record[name], value, "{name} in {record}");
    }
    assert!(record["updated"].is_string(), "{record}");
    assert!(record["price"].as_str().is_some_and(|price| price.contains("349")), "{record}");
}

#[test]
fn utility_and_generated_classes_name_nothing() {
    let record = record_of(|n| {
        format!(
            "<div class='flex mb-3'><span class='text-lg mb-3 css-1x2y3z'>{}</span></div>\
             <div class='flex mt-2'><span class='ProductCard_vendor__x9Yz1 mb-3'>{}</span></div>",
            word(n),
            word(n + 50)
        )
    });
    assert_eq!(record["vendor"], word(57), "{record}");
    let names: Vec<&String> = record.as_object().expect("a record").keys().collect();
    assert!(names.iter().all(|name| !name.contains("css") && !name.contains("flex")), "{record}");
}

#[test]
fn a_list_is_named_for_what_it_holds_and_its_words_for_it() {
    let record = record_of(|n| {
        let tags: String = (0..2 + n % 3)
            .map(|i| format!("<a rel=tag href='/tag/{0}'>{0}</a> ", word(n * 3 + i)))
            .collect();
        format!("<h1>{}</h1><div class=post-tags>{tags}</div>", word(n))
    });
    assert_eq!(record["tags"][0]["tag"], word(21), "{record}");
    assert!(record["tags"][0]["url"].is_string(), "{record}");
}

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
            let is_furniture = name.is_empty();
            assert!(is_furniture || record.insert(name.to_owned()), "{name} comes twice");
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
fn headers_of_columns_name_what_stands_below_them() {
    let record = record_of(|n| {
        let row = |at: usize| {
            let of = n * 5 + at;
            format!(
                "<tr><td>{}</td><td>{} Bq</td><td>{}</td></tr>",
                word(of),
                of * 3 + 1,
                word(of + 99)
            )
        };
        let rows: String = (0..3 + n % 3).map(row).collect();
        format!(
            "<h1>{}</h1><table><thead><tr><th>Isotope</th><th>Activity</th><th>Quarry</th></tr>\
             </thead><tbody>{rows}</tbody></table>",
            word(n * 13)
        )
    });
    let list = record.as_object().and_then(|record| record.values().find_map(Json::as_array));
    let first = &list.expect("a list")[0];
    assert_eq!(first["isotope"], word(7 * 5), "{record}");
    assert_eq!(first["activity"], (7 * 5 * 3 + 1).to_string(), "without the unit");
    assert_eq!(first["quarry"], word(7 * 5 + 99), "{record}");
}

#[test]
fn addresses_that_links_lead_to_name_lists_and_values() {
    let record = record_of(|n| {
        let link = |at: usize| format!("<a href='/categories/{0}/'>{0}</a> ", word(n * 3 + at));
        let links: String = (0..2 + n % 3).map(link).collect();
        format!(
            "<h1>{}</h1><div class=x1>{links}</div><p><a href='/authors/{1}.html'>{1}</a></p>\
             <a href='/cart?add={n}'>Add to cart</a>",
            word(n * 13),
            word(n % 9 + 400)
        )
    });
    assert_eq!(record["categories"][0]["category"], word(21), "{record}");
    assert_eq!(record["author"], word(407));
    assert_eq!(record["add_to_cart_url"], "/cart?add=7");
}

#[test]
fn fields_without_evidence_get_no_numbers() {
    let (set, _) = wrappers(
        &(0..12)
            .map(|n| {
                let texts: String = (0..4)
                    .map(|at| format!("<div><p>{}</p><hr></div>", word(n * 4 + at * 60)))
                    .collect();
                (format!("http://a.test/{n}"), format!("<h1>{}</h1>{texts}", word(n)), 0)
            })
            .collect::<Vec<_>>(),
    );
    let places = set.wrappers[0].template.field_places();
    for place in places {
        let name = &place.field().name;
        assert!(!name.ends_with(|c: char| c.is_ascii_digit()), "{name}");
    }
}
