//! `extract --join`: a record a thing.

use crate::support::{Scratch, demo_store};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn joined(scratch: &Scratch) -> Vec<Value> {
    scratch.run(["extract", "--join"]).expect_code(0).json_lines()
}

fn of<'a>(lines: &'a [Value], url: &str) -> &'a Value {
    lines.iter().find(|line| line["url"] == url).unwrap_or_else(|| panic!("{url}"))
}

#[test]
fn products_and_articles_of_the_demo_site_are_joined_with_the_lists_that_name_them() {
    let scratch = demo_store();
    let (plain, lines) = (scratch.run(["extract"]).json_lines(), joined(&scratch));
    for page_type in ["product", "article"] {
        let of_type = |line: &&Value| line["page_type"] == page_type;
        let things: Vec<&Value> = lines.iter().filter(of_type).collect();
        assert_eq!(things.len(), plain.iter().filter(of_type).count());
        for thing in things {
            let joined = &thing["joined"];
            assert!(joined["from"].as_array().is_some_and(|from| !from.is_empty()), "{thing:#}");
            assert_eq!(joined["differs"], Value::Null, "the shop contradicts itself: {thing:#}");
            let own = of(&plain, thing["url"].as_str().unwrap_or_default());
            for (name, value) in own["record"].as_object().expect("a record") {
                assert_eq!(thing["record"][name], *value, "the page's own {name}");
            }
        }
    }
    // A category on three pages.
    let lamps = of(&lines, "http://demo.example/lamps/");
    let further = [2, 3].map(|page| format!("http://demo.example/lamps/page/{page}/"));
    assert_eq!(lamps["joined"]["pages"], json!(further));
    let products = lamps["record"]["products"].as_array().map_or(0, Vec::len);
    assert_eq!(lamps["record"]["count"], format!("{products} lamps"));
    let urls: BTreeSet<&str> = lines.iter().filter_map(|line| line["url"].as_str()).collect();
    assert_eq!(urls.len(), lines.len(), "each thing once");
    assert_eq!(joined(&scratch), lines);
}

/// A shop whose lists show another price than its pages, and a product whose page was not fetched.
fn shop(scratch: &Scratch) {
    let names =
        ["Anchor", "Bell", "Compass", "Drum", "Easel", "Flute", "Gong", "Harp", "Ink", "Jug"];
    let mut manifest = String::new();
    let mut add = |path: &str, html: String| {
        let file = format!("{}.html", path.replace('/', "_"));
        scratch.write(&format!("shop/{file}"), html);
        let line = json!({"url": format!("http://a.example{path}"), "file": file});
        manifest.push_str(&format!("{line}\n"));
    };
    let head = |title: &str| {
        format!("<html><head><title>{title}</title></head><body><div class=head>The shop</div>")
    };
    for (n, name) in names.iter().enumerate().take(9) {
        let html = format!(
            "{}<h1 class=name>{name}</h1><p class=price>£{n}.50</p>\
             <div class=text>The {name} is made of {n} parts in {} hours.</div></body></html>",
            head(name),
            n * 3 + 1
        );
        add(&format!("/p/{n}/"), html);
    }
    for list in 0..4 {
        let items: String = (0..7)
            .map(|at| {
                let n = (list * 3 + at) % 10;
                let name = names[n];
                let price = if n % 2 == 0 { format!("£{n}.50") } else { "£99.00".to_owned() };
                format!(
                    "<li class=item><a class=link href=/p/{n}/>{name}</a>\
                     <span class=cost>{price}</span></li>"
                )
            })
            .collect();
        let html =
            format!("{}<h2>Shelf {list}</h2><ul class=shelf>{items}</ul></body></html>", head("S"));
        add(&format!("/c/{list}/"), html);
    }
    scratch.write("shop/pages.jsonl", manifest);
    scratch.run(["import", &scratch.path("shop").display().to_string()]).expect_code(0);
    scratch.run(["induce"]).expect_code(0);
}

#[test]
fn what_differs_and_what_lists_alone_have_is_told() {
    let scratch = Scratch::new();
    shop(&scratch);
    let before = quality(&scratch);
    let run = scratch.run(["extract", "--join"]).expect_code(0);
    assert!(run.stderr.contains("differ in"), "by system: {}", run.stderr);
    let lines = run.json_lines();
    let bell = of(&lines, "http://a.example/p/1/");
    assert_eq!(bell["record"]["price"], "£1.50", "the page wins");
    assert_eq!(bell["joined"]["differs"], json!({"price": ["£99.00"]}), "{bell:#}");
    assert_eq!(of(&lines, "http://a.example/p/2/")["joined"]["differs"], Value::Null);

    let jug = of(&lines, "http://a.example/p/9/");
    assert_eq!(jug["joined"]["detail"], false);
    assert_eq!(jug["record"]["price"], "£99.00", "{jug:#}");
    assert_eq!(jug["satisfied"], false);

    let after = quality(&scratch);
    assert!(
        after.iter().zip(&before).any(|(after, before)| after < before),
        "{before:?} {after:?}"
    );
    let list = scratch.run(["wrappers", "list", "--format", "jsonl"]).stdout;
    assert!(list.contains("lists and the pages of their items"), "{list}");

    let csv = scratch.run(["extract", "--join", "--format", "csv"]).expect_code(0).stdout;
    assert!(csv.lines().next().is_some_and(|head| head.split(',').any(|name| name == "joined")));
    let told = scratch.run(["extract", "--join", "--provenance"]).expect_code(2).stderr;
    assert!(told.contains("--provenance tells of one page"), "{told}");
}

fn quality(scratch: &Scratch) -> Vec<f64> {
    let list = scratch.run(["wrappers", "list", "--format", "jsonl"]).expect_code(0);
    list.json_lines().iter().filter_map(|wrapper| wrapper["quality"].as_f64()).collect()
}
