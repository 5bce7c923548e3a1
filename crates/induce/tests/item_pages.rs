//! Names that items of lists and their own pages give each other: what is the same on both is one thing.

mod site;

use serde_json::Value;
use site::{record_of, word, wrappers};

fn words(from: usize, count: usize) -> String {
    (0..count).map(|at| word(from + at * at * 5)).collect::<Vec<_>>().join(" ")
}

/// A page of a talk.
fn talk(n: usize) -> String {
    let (title, text) = (words(n * 3, 3), words(n * 7, 30));
    format!("<title>{title}</title><body><h1>{title}</h1><div class=said><p>{text}</p></div>")
}

/// A page of a tea that nothing names but a box that says its name again.
fn tea(n: usize) -> String {
    let (name, text) = (words(n * 3, 3), words(n * 7, 30));
    format!(
        "<body><table><tr><td>{name}</td></tr><tr><td><p>{text}</p></td></tr></table>\
         <table><tr><th>Alert me of</th><td>{name}</td></tr></table>"
    )
}

/// A page of a note whose title stands nowhere but at the end of the way to it.
fn note(n: usize) -> String {
    let (title, text) = (words(n * 3, 3), words(n * 7, 30));
    let other = n * 5 % 11;
    format!(
        "<body><ol class=breadcrumb><li class=breadcrumb-item><a href=/>Home</a>\
         <li class='breadcrumb-item active'>{title}</ol>\
         <div><a href=/other/{other}.html>{}</a></div><div class=said><p>{text}</p></div>",
        words(other * 17 + 400, 2)
    )
}

/// A table of pages of the site and of others that were not crawled.
fn table(n: usize, folder: &str, header: &str) -> String {
    let row = |at: usize| {
        let page = n * 4 + at * 7;
        let (title, hits) = (words(page * 3, 3), (page * 37 + 11) % 101);
        format!("<tr><td><a href=/{folder}/{page}.html>{title}</a></td><td>{hits}</td></tr>")
    };
    let rows: String = (0..6).map(row).collect();
    format!("<body><table><tr><th>{header}</th><th>Hits</th></tr>{rows}</table>")
}

/// Pages and tables of them; the record of page 5, and that of the first table.
fn records(folder: &str, header: &str, page: fn(usize) -> String) -> (Value, Value) {
    let address = |folder: &str, n: usize| format!("http://site.test/{folder}/{n}.html");
    let pages = (0..24).map(|n| (address(folder, n), page(n), 0));
    let tables = (0..8).map(|n| (address("lists", n), table(n, folder, header), 1));
    let all: Vec<(String, String, usize)> = pages.chain(tables).collect();
    let (_, mut records) = wrappers(&all);
    let first_table = records.swap_remove(24);
    (records.swap_remove(5), first_table)
}

/// The names of the fields of the only list in a record whose items are records.
fn item_fields(record: &Value) -> Vec<&String> {
    let fields = record.as_object().into_iter().flatten();
    let items = fields.filter_map(|(_, value)| value.as_array()?.first()?.as_object());
    items.flat_map(|item| item.keys()).collect()
}

#[test]
fn what_a_column_calls_otherwise_is_called_as_on_the_items_page() {
    let (_, table) = records("talk", "Starter", talk);
    let fields = item_fields(&table);
    assert!(fields.iter().any(|name| *name == "title"), "{fields:?}");
    assert!(!fields.iter().any(|name| name.contains("starter")), "{fields:?}");
}

/// A page of a plan whose name stands in its heading, there behind a word on some pages, and once more in a plain box.
fn plan(n: usize) -> String {
    let (name, text) = (words(n * 3, 3), words(n * 7, 30));
    let mark = if n.is_multiple_of(8) { "Old: " } else { "" };
    format!(
        "<body><div><i>{name}</i></div><h1>{mark}{name}</h1><div class=said><p>{text}</p></div>"
    )
}

#[test]
fn what_most_items_have_in_a_heading_of_their_page_is_called_so_though_all_have_it_in_a_box() {
    let list = |n: usize| {
        let row = |at: usize| {
            let (page, hall) = (n * 4 + at * 7, words(n * 17 + at, 1));
            let (to, name) = (format!("/plan/{page}.html"), words(page * 3, 3));
            format!("<li><b>{hall}</b><a class=scheme href={to}>{name}</a></li>")
        };
        format!("<body><ul>{}</ul>", (0..6).map(row).collect::<String>())
    };
    let plans = (0..24).map(|n| (format!("http://site.test/plan/{n}.html"), plan(n), 0));
    let lists = (0..8).map(|n| (format!("http://site.test/all/{n}.html"), list(n), 1));
    let (_, records) = wrappers(&plans.chain(lists).collect::<Vec<_>>());
    let fields = item_fields(&records[24]);
    assert!(fields.iter().any(|name| *name == "title"), "{}", records[24]);
    let item = records[24].as_object().into_iter().flatten().find_map(|(_, of)| of.get(0));
    assert_eq!(item.map(|item| &item["title"]), Some(&Value::from(words(0, 3))), "{}", records[24]);
}

#[test]
fn a_well_known_name_in_the_list_is_kept_and_goes_to_the_page() {
    let (tea, table) = records("tea", "Name", tea);
    let fields = item_fields(&table);
    assert!(fields.iter().any(|name| *name == "name"), "{fields:?}");
    assert_eq!(tea["name"], words(15, 3), "{tea}");
}

#[test]
fn the_end_of_a_way_is_the_title_where_lists_say_so() {
    let (note, _) = records("note", "Title", note);
    assert_eq!(note["title"], words(15, 3), "{note}");
}

/// A page of a job: sections, the last of which leads to the firm.
fn job(n: usize) -> String {
    let section = |at: usize, more: &str| {
        let (title, text) = (words(n * 3 + at, 2), words(n * 7 + at, 20));
        format!(
            "<section class=shadow><h2>{title}</h2><div class=inside><p>{text}</p></div>{more}</section>"
        )
    };
    let link = format!("<a href=/firm/{n}.html>{}</a>", words(n * 5, 2));
    let sections: String = (0..2 + n % 3).map(|at| section(at, "")).collect();
    format!("<body><h1>{}</h1><div>{sections}{}</div>", words(n * 11, 3), section(9, &link))
}

#[test]
fn a_list_of_sections_is_not_of_what_one_of_them_leads_to() {
    let firm = |n: usize| format!("<body><h1>{}</h1><p>{}</p>", words(n * 5, 2), words(n, 30));
    let pages: Vec<(String, String, usize)> = (0..12)
        .flat_map(|n| {
            let of = |kind: &str, page: String, cluster| {
                (format!("http://site.test/{kind}/{n}.html"), page, cluster)
            };
            [of("job", job(n), 0), of("firm", firm(n), 1)]
        })
        .collect();
    let (_, records) = wrappers(&pages);
    for record in &records {
        assert!(record.get("firms").is_none(), "{record}");
    }
}

#[test]
fn the_link_around_a_card_is_the_address_of_what_its_heading_calls() {
    let record = record_of(|n| {
        let cards: String = (0..3 + n % 3)
            .map(|i| {
                let (k, kind) = (n * 9 + i, ["Craft", "Print", "Rooms"][(n + i) % 3]);
                format!(
                    "<div class=card><a class=whole href='/works/{k}'><b class=category>{kind}</b>\
                    <h3>{}</h3><p>{}</p></a></div>",
                    word(k),
                    word(k * 7)
                )
            })
            .collect();
        format!("<h1>{}</h1><div class=cards>{cards}</div>", word(n * 13))
    });
    let cards = record.as_object().into_iter().flatten().find_map(|(_, value)| value.as_array());
    let address = cards.and_then(|cards| cards[0]["url"].as_str());
    assert_eq!(address, Some("/works/63"), "{record}");
}
