//! Pages of manuals: texts that stand alone here and beside a mark there, ids that are data,
//! headings that few parts have, kinds of pages told by `body`.

mod pages;

use pages::records;
use serde_json::json;
use sitewrap_induce::{Params, induce};
use sitewrap_model::Clustering;
use sitewrap_tree::Document;
use sitewrap_wrapper::Extractor;

#[test]
fn a_text_is_found_whether_or_not_a_mark_stands_beside_it() {
    let records = records(|n| {
        let mark = if n.is_multiple_of(8) { "<b class=unstable>new</b>" } else { "" };
        format!("<h1>call_{n}</h1><p class=since>1.{n}.0 {mark}</p><p class=text>Calls {n}.</p>")
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["since"], json!(format!("1.{n}.0")), "{record}");
    }
}

const VERBS: [&str; 7] = ["add", "put", "take", "clear", "sort", "find", "count"];
const THINGS: [&str; 5] = ["Row", "Cell", "Key", "Page", "Link"];

#[test]
fn ids_that_are_data_part_no_headings() {
    let name = |n: usize, k: usize| format!("{}{}", VERBS[(n * 3 + k) % 7], THINGS[(n + k) % 5]);
    let records = records(|n| {
        let method = |k: usize| {
            let name = name(n, k);
            // Some headings have an id, which comes again on other pages.
            let id = if k.is_multiple_of(2) { format!(" id='{name}(int)'") } else { String::new() };
            let says = format!("Will {name} what {} holds.", THINGS[(n + k * 2) % 5]);
            format!("<section class=detail><h3{id}>{name}</h3><p>{says}</p></section>")
        };
        let methods: String = (0..2 + n % 3).map(method).collect();
        format!("<h1>Class{n}</h1><h2>Methods</h2><div class=list>{methods}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let methods = record["methods"].as_array().cloned().unwrap_or_default();
        let found: Vec<&str> =
            methods.iter().filter_map(|method| method["title"].as_str()).collect();
        let wanted: Vec<String> = (0..2 + n % 3).map(|k| name(n, k)).collect();
        assert_eq!(found, wanted, "{record}");
    }
}

#[test]
fn a_heading_that_few_pages_have_names_nothing_that_all_have() {
    let records = records(|n| {
        let rare = if n == 4 { "<h3>Deprecated</h3><p class=why>use another</p>" } else { "" };
        let item =
            |k: usize| format!("<li>{} {}</li>", VERBS[(n + k) % 7], THINGS[(n * 2 + k) % 5]);
        let items: String = (0..2 + n % 3).map(item).collect();
        format!("<h1>call_{n}</h1><h2>Arguments</h2><div>{rare}<ul>{items}</ul></div>")
    });
    assert_eq!(records[3]["arguments"], json!(["clear Cell", "sort Key"]), "{}", records[3]);
}

/// A page of one of two kinds, with a name that its address does not tell.
fn page(n: usize) -> Document {
    let items: String = (0..2 + n % 3).map(|k| format!("<li>part {k} of {n}</li>")).collect();
    let html = if n < 12 {
        format!("<body class='dark class-use-page'><h1>Uses of {n}</h1><ul>{items}</ul>")
    } else {
        format!("<body class='dark source-page'><h1>Lines of {n}</h1><pre>{n} {n}</pre>")
    };
    Document::parse(html.as_bytes(), None, Some("http://site.test/"))
}

/// The names of the page types of two kinds of pages, twelve of each.
fn page_types(page: impl Fn(usize) -> Document) -> Vec<String> {
    let documents: Vec<Document> = (0..24).map(page).collect();
    let pages: Vec<&Document> = documents.iter().collect();
    let urls: Vec<String> = (0..24).map(|n| format!("http://site.test/x/{n}")).collect();
    let addresses: Vec<&str> = urls.iter().map(String::as_str).collect();
    let labels: Vec<Option<usize>> = (0..24).map(|n| Some(usize::from(n >= 12))).collect();
    let set = induce(&pages, &addresses, &Clustering::from_labels(&labels), &Params::default());
    set.wrappers.into_iter().map(|wrapper| wrapper.page_type).collect()
}

#[test]
fn body_says_what_kind_of_page_it_is() {
    assert_eq!(page_types(page), ["class_use", "source"]);
}

#[test]
fn titles_say_what_kind_of_page_it_is() {
    // The name of the site has such a word on all pages.
    let page = |n: usize| {
        let kind = if n < 12 { "Struct Reference" } else { "Interface Reference" };
        let list = if n < 12 { "" } else { "<ul><li>one<li>two</ul>" };
        let html = format!("<title>Book Kit: {} {kind}</title><h1>{n}</h1>{list}", word(n, 0));
        Document::parse(html.as_bytes(), None, Some("http://site.test/"))
    };
    assert_eq!(page_types(page), ["struct", "interface"]);
}

#[test]
fn what_a_site_is_called_names_no_type() {
    let page = |n: usize| {
        let title = if n < 12 { word(n, 0) } else { "The Harbour: news of the coast".to_owned() };
        let list = if n < 12 { "" } else { "<ul><li>one<li>two</ul>" };
        let html = format!("<title>{title}</title><h1>{n}</h1>{list}");
        Document::parse(html.as_bytes(), None, Some("http://site.test/"))
    };
    assert!(!page_types(page).contains(&"news".to_owned()));
}

#[test]
fn a_page_known_to_be_of_a_type_is_extracted_as_such() {
    // Two types that differ by one word; the second has a part more.
    let page = |n: usize| {
        let (kind, more) =
            if n < 12 { ("Struct", String::new()) } else { ("Enum", format!("<i>{n} forms</i>")) };
        let html = format!("<h1>{kind} <b>N{n}</b></h1><p class=says>What {n} is.</p>{more}");
        Document::parse(html.as_bytes(), None, Some("http://site.test/"))
    };
    let documents: Vec<Document> = (0..24).map(page).collect();
    let pages: Vec<&Document> = documents.iter().collect();
    let urls: Vec<String> = (0..24).map(|n| format!("http://site.test/x/{n}")).collect();
    let addresses: Vec<&str> = urls.iter().map(String::as_str).collect();
    let labels: Vec<Option<usize>> = (0..24).map(|n| Some(usize::from(n >= 12))).collect();
    let set = induce(&pages, &addresses, &Clustering::from_labels(&labels), &Params::default());
    let extractor = Extractor::new(&set);
    for known in [0, 1] {
        let found = extractor.extract_as("http://site.test/y", &pages[3].tree, Some(known));
        assert_eq!(found.wrapper.as_ref(), Some(&set.wrappers[known].name));
    }
    // A page that has become another one is not.
    let other = Document::parse(b"<form><input type=password></form>", None, None);
    let found = extractor.extract_as("http://site.test/y", &other.tree, Some(0));
    assert_eq!(found.wrapper, None);
}

/// A word that no other page has.
fn word(n: usize, k: usize) -> String {
    format!("{}{}{}", VERBS[(n + k) % 7], THINGS[(n * 2 + k) % 5], char::from(b'A' + n as u8))
}

#[test]
fn cells_in_turn_without_rows_are_rows() {
    let records = records(|n| {
        let row = |k: usize| {
            let (name, thing) = (word(n, k), word(n, k + 3));
            let look = ["even", "odd"][k % 2];
            let tabs = "table-cell tab-all tab-methods";
            let says = match (n + k) % 3 {
                0 => String::new(),
                _ => format!("<p class=block>Will {name} a {thing}.</p>"),
            };
            format!(
                "<div class='col-type {look} {tabs}'><code>{thing}</code></div>\
                 <div class='col-name {look} {tabs}'><code><a href='#{name}'>{name}</a></code></div>\
                 <div class='col-text {look} {tabs}'>{says}</div>"
            )
        };
        let rows: String = (0..1 + n % 4).map(row).collect();
        format!("<h1>Class{n}</h1><h2>Methods</h2><div class=grid>{rows}</div>")
    });
    let methods = records[9]["methods"].as_array().cloned().unwrap_or_default();
    let rows: Vec<Vec<&serde_json::Value>> =
        methods.iter().filter_map(|row| Some(row.as_object()?.values().collect())).collect();
    assert_eq!(rows.len(), 2, "{}", records[9]);
    for (row, wanted) in rows.iter().zip([[word(9, 3), word(9, 0)], [word(9, 4), word(9, 1)]]) {
        assert!(wanted.iter().all(|value| row.contains(&&json!(value))), "{}", records[9]);
    }
    assert!(
        rows[1].contains(&&json!(format!("Will {} a {}.", word(9, 1), word(9, 4)))),
        "{}",
        records[9]
    );
}

#[test]
fn cards_that_stand_left_and_right_in_turn_are_one_list() {
    let records = records(|n| {
        let card = |k: usize| {
            let (name, thing) = (word(n, k), word(n, k + 3));
            let side = ["left", "right"][k % 2];
            format!(
                "<div class='card {side}'><b>{name}</b><p class=text>{thing} {name}s.</p></div>"
            )
        };
        let cards: String = (0..2 * (1 + n % 3)).map(card).collect();
        format!("<h1>Line {n}</h1><h2>Cards</h2><div class=line>{cards}</div>")
    });
    let cards = records[1]["cards"].as_array().cloned().unwrap_or_default();
    assert_eq!(cards.len(), 4, "{}", records[1]);
}
