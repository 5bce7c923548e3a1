//! What pages state for machines, beside their records.

use crate::support::{Run, Scratch};
use serde_json::{Value, json};

/// A page of a small shop that shows a name, a price and a text, and states more.
fn page(n: usize) -> String {
    let words = ["Oak Lamp", "Ash Chair", "Elm Table", "Wool Rug", "Tin Mirror", "Clay Vase"];
    let name = words[n];
    let stated = json!({"@context": "https://schema.org", "@type": "Product", "name": name,
        "sku": format!("A-{n}7"), "brand": {"@type": "Brand", "name": "Hull"},
        "offers": {"@type": "Offer", "price": format!("{n}2.50"), "priceCurrency": "GBP"}});
    format!(
        "<!doctype html><html lang=en><head><title>{name} | Shop</title>\
         <script type='application/ld+json'>{stated}</script></head><body><main><h1>{name}</h1>\
         <b class=price>£{n}2.50</b><p class=note>Made by hand in the year 190{n}.</p>\
         </main></body></html>"
    )
}

fn shop() -> Scratch {
    let scratch = Scratch::new();
    let lines = (0..6).map(|n| {
        scratch.write(&format!("shop/{n}.html"), page(n));
        json!({"url": format!("https://shop.example/p/{n}"), "file": format!("{n}.html")})
            .to_string()
    });
    let lines: Vec<String> = lines.collect();
    scratch.write("shop/pages.jsonl", lines.join("\n"));
    let folder = scratch.path("shop").display().to_string();
    scratch.run(["import", &folder]).expect_code(0);
    scratch
}

fn first(run: Run) -> Value {
    run.expect_code(0).json_lines().swap_remove(0)
}

#[test]
fn things_stand_beside_records_and_fill_them_if_asked_to() {
    let scratch = shop();
    let stated = json!([{"@type": "Product", "source": ["json-ld"], "main": true,
        "name": "Oak Lamp", "sku": "A-07", "brand": {"@type": "Brand", "name": "Hull"},
        "offers": {"@type": "Offer", "price": "02.50", "priceCurrency": "GBP"}}]);
    // Without wrappers there are no records, and pages state what they state.
    let bare = first(scratch.run(["extract", "--structured"]));
    assert_eq!((&bare["structured"], &bare["record"]), (&stated, &Value::Null));
    scratch.run(["extract"]).expect_code(1);

    scratch.run(["induce"]).expect_code(0);
    let plain = first(scratch.run(["extract"]));
    assert!(plain["record"]["price"].is_string() && plain["structured"].is_null(), "{plain}");
    let beside = first(scratch.run(["extract", "--structured"]));
    assert_eq!((&beside["structured"], &beside["record"]), (&stated, &plain["record"]));

    let filled = first(scratch.run(["extract", "--structured=fill", "--provenance"]));
    assert_eq!(filled["filled"], json!(["currency", "sku", "brand"]));
    let mut record = plain["record"].clone();
    for (name, value) in [("currency", "GBP"), ("sku", "A-07"), ("brand", "Hull")] {
        record[name] = json!(value);
    }
    assert_eq!(filled["record"], record);
    let provenance = &filled["provenance"];
    assert_eq!(
        provenance["currency"],
        json!({"source": "json-ld", "property": "offers.priceCurrency"})
    );
    assert!(provenance["price"]["xpath"].is_string(), "{provenance}");
}

#[test]
fn a_file_needs_no_store() {
    let scratch = Scratch::new();
    let file = scratch.write("page.html", page(2)).display().to_string();
    let args = ["extract", &file, "--base-url", "https://shop.example/p/2", "--structured"];
    assert_eq!(first(scratch.run(args))["structured"][0]["sku"], "A-27");
}

#[cfg(all(feature = "sqlite", feature = "parquet"))]
#[test]
fn tables_have_a_column_for_things() {
    let scratch = shop();
    scratch.run(["induce"]).expect_code(0);
    let lines = scratch.run(["extract", "--structured"]).expect_code(0).json_lines();
    let args = ["extract", "--structured", "--format", "csv", "--lists", "rows"];
    let table = scratch.run(args).expect_code(0).stdout;
    let mut csv = csv::Reader::from_reader(table.as_bytes());
    let column = csv.headers().expect("a header").iter().position(|name| name == "structured");
    let column = column.expect("the column");
    let cells: Vec<String> =
        csv.records().map(|row| row.expect("a row")[column].to_owned()).collect();
    let path = |name: &str| scratch.path(name).display().to_string();
    let args = ["extract", "--structured", "--format", "sqlite", "--output", &path("shop.db")];
    scratch.run(args).expect_code(0);
    let database = rusqlite::Connection::open(path("shop.db")).expect("a database");
    let mut statement =
        database.prepare("SELECT structured FROM pages ORDER BY id").expect("a table");
    let rows = statement.query_map([], |row| row.get::<_, String>(0)).expect("rows");
    let rows: Vec<String> = rows.collect::<Result<_, _>>().expect("texts");
    for ((line, cell), row) in lines.iter().zip(&cells).zip(&rows) {
        for json in [cell, row] {
            assert_eq!(serde_json::from_str::<Value>(json).expect("JSON"), line["structured"]);
        }
    }
    let args =
        ["extract", "--structured", "--format", "parquet", "--output", &path("shop.parquet")];
    scratch.run(args).expect_code(0);
}
