//! The forms of input and output that scripts rely on.

use crate::support::{Reply, Scratch, Server, demo_folder, demo_page, demo_store};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// The keys of an extraction line that has a record, in their order.
const KEYS: [&str; 7] = ["url", "page_type", "wrapper", "version", "satisfied", "fit", "record"];

#[track_caller]
fn assert_is_extraction(line: &str) {
    let value: Value = serde_json::from_str(line).expect("JSON");
    let mut place = 0;
    for key in KEYS {
        let found = line[place..].find(&format!("\"{key}\":")).expect(key);
        place += found;
    }
    assert!(value["url"].is_string() && value["satisfied"].is_boolean(), "{line}");
    assert!((0.0..=1.0).contains(&value["fit"].as_f64().expect("a number")), "{line}");
    match &value["record"] {
        Value::Object(_) => {
            assert!(value["page_type"].is_string() && value["wrapper"].is_string(), "{line}");
            assert_eq!(value["version"], 1, "{line}");
        }
        Value::Null => assert!(value["reason"].is_string(), "{line}"),
        other => panic!("a record is an object or null, not {other}"),
    }
}

#[test]
fn every_stored_page_gives_a_line_in_the_order_of_storage() {
    let scratch = demo_store();
    let extracted = scratch.run(["extract"]).expect_code(0);
    extracted.stdout.lines().for_each(|line| assert_is_extraction(line));
    let clusters = scratch.run(["clusters"]).expect_code(0).json_lines();
    let urls = |lines: &[Value]| lines.iter().map(|line| line["url"].clone()).collect::<Vec<_>>();
    assert_eq!(urls(&extracted.json_lines()), urls(&clusters));
    for line in &clusters {
        let keys: Vec<_> = line.as_object().expect("an object").keys().collect();
        assert_eq!(keys.into_iter().collect::<BTreeSet<_>>().len(), 3);
        assert!(line["cluster"].is_u64() || line["cluster"].is_null(), "{line}");
        assert_eq!(line["cluster"].is_null(), line["page_type"].is_null(), "{line}");
    }
}

#[test]
fn json_and_csv_hold_what_json_lines_hold() {
    let scratch = demo_store();
    let lines = scratch.run(["extract"]).json_lines();
    let array = scratch.run(["extract", "--format", "json"]).expect_code(0).stdout;
    assert_eq!(serde_json::from_str::<Vec<Value>>(&array).expect("a JSON array"), lines);

    let table = scratch.run(["extract", "--format", "csv"]).expect_code(0).stdout;
    let mut csv = csv::Reader::from_reader(table.as_bytes());
    let header = csv.headers().expect("a header").clone();
    let rows: Vec<_> = csv.records().collect::<Result<_, _>>().expect("rows of equal length");
    assert_eq!(rows.len(), lines.len());
    for (row, line) in rows.iter().zip(&lines) {
        for (name, cell) in header.iter().zip(row).skip(KEYS.len()) {
            // A field that is called like a column of its own is told apart.
            let name = name.strip_prefix("record.").unwrap_or(name);
            let value = &line["record"][name];
            if value.is_string() {
                assert_eq!(value, cell, "{name} of {}", line["url"]);
            }
        }
    }
}

#[test]
fn clusters_and_wrappers_come_as_tables_too() {
    let scratch = demo_store();
    let table = scratch.run(["clusters", "--format", "table"]).expect_code(0).stdout;
    assert!(table.starts_with("cluster  page type"), "{table}");
    let csv = scratch.run(["clusters", "--format", "csv"]).expect_code(0).stdout;
    assert!(csv.starts_with("url,cluster,page_type\n"), "{csv}");
    let list = scratch.run(["wrappers", "list", "--format", "jsonl"]).expect_code(0).json_lines();
    assert!(list.len() >= 5);
    for wrapper in &list {
        let name = wrapper["name"].as_str().expect("a name");
        let tree = scratch.run(["wrappers", "show", name]).expect_code(0).stdout;
        assert!(tree.lines().count() > 3, "{tree}");
    }
}

#[test]
fn a_page_gives_the_same_record_however_it_is_handed_in() {
    let scratch = demo_store();
    let path = "/product/brass-storm-lantern/";
    let url = format!("http://demo.example{path}");
    let file = demo_folder().join("site/product/brass-storm-lantern/index.html");
    let html = fs::read_to_string(&file).expect("a page");
    let stored = scratch.run(["extract"]).json_lines();
    let stored = stored.iter().find(|line| line["url"].as_str().is_some_and(|u| u.contains(path)));
    let record = &stored.expect("the page is stored")["record"];

    let file = file.display().to_string();
    let from_file = scratch.run(["extract", &file, "--base-url", &url]).expect_code(0);
    let line = json!({"url": url, "html": html}).to_string();
    let from_stream = scratch.run_with_input(["extract", "-"], line).expect_code(0);
    let warc = scratch.write("page.warc", warc(&url, &html)).display().to_string();
    let from_warc = scratch.run(["extract", &warc]).expect_code(0);
    for run in [from_file, from_stream, from_warc] {
        let lines = run.json_lines();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0]["url"], url);
        assert_eq!(lines[0]["record"], *record);
    }
}

fn warc(url: &str, html: &str) -> String {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}");
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n\
         WARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{http}\
         \r\n\r\n",
        http.len()
    )
}

#[test]
fn addresses_are_fetched_in_their_order_and_failures_keep_their_line() {
    let scratch = demo_store();
    let server = Server::start(|path| match path {
        "/robots.txt" => {
            Reply { content_type: "text/plain", ..Reply::html("User-agent: *\nDisallow: /no/") }
        }
        _ => demo_page("new", path).unwrap_or_else(|| Reply::status(404)),
    });
    let paths = ["/product/folding-sextant/", "/missing/", "/no/", "/product/dogwatch-desk-lamp/"];
    let mut args = vec!["extract".to_owned(), "--allow-private".to_owned()];
    args.extend(paths.map(|path| server.url(path)));
    let lines = scratch.run(args).expect_code(4).json_lines();
    assert_eq!(lines.len(), paths.len());
    for (line, path) in lines.iter().zip(paths) {
        assert_eq!(line["url"], server.url(path));
        assert_eq!(line["record"].is_object(), path.starts_with("/product/"), "{line}");
    }
    assert!(lines[1]["reason"].to_string().contains("404"), "{}", lines[1]);
    assert!(lines[2]["reason"].to_string().contains("robots"), "{}", lines[2]);
}

#[test]
fn one_page_type_can_be_asked_for() {
    let scratch = demo_store();
    let all = scratch.run(["extract"]).json_lines();
    let page_type = all[0]["page_type"].as_str().expect("a page type");
    let some = scratch.run(["extract", "--page-type", page_type]).expect_code(0).json_lines();
    let expected: Vec<_> = all.iter().filter(|line| line["page_type"] == page_type).collect();
    assert_eq!(some.iter().collect::<Vec<_>>(), expected);
    let wrong = scratch.run(["extract", "--page-type", "no_such_type"]).expect_code(2);
    assert!(
        wrong.last_message().contains(page_type) && wrong.stdout.is_empty(),
        "{}",
        wrong.stderr
    );
}

#[test]
fn import_and_status_tell_what_is_stored() {
    let scratch = Scratch::new();
    let good = scratch.write("a/one.html", "<body><p>One</p>");
    scratch.write(
        "a/pages.jsonl",
        "{\"url\":\"http://a.example/1\",\"file\":\"one.html\",\"type\":\"x\"}\n\
         {\"url\":\"http://a.example/2\",\"file\":\"missing.html\"}\n",
    );
    let folder = good.parent().expect("a folder").display().to_string();
    let run = scratch.run(["import", &folder]).expect_code(4);
    assert!(
        run.stderr.contains("missing.html") && run.stderr.contains("1 page stored"),
        "{}",
        run.stderr
    );
    let status = scratch.run(["status"]).expect_code(0).json_lines();
    assert_eq!(status[0]["pages"], 1);
}

#[test]
fn clusters_are_explained_and_reported() {
    let scratch = Scratch::new();
    let page = |number: usize, kind: &str, body: &str| {
        let html = format!(
            "<body class={kind}><h1 class=title>Page {number}</h1>{}{body}",
            "<p class=note>Some words</p>".repeat(number % 3)
        );
        // A URL that would end a cell, were it not escaped.
        let url = format!("http://a.example/{kind}/?q=<b>&n={number}");
        scratch.write(&format!("site/{kind}{number}.html"), &html);
        scratch.write(&format!("later/{kind}{number}.html"), html);
        format!("{}\n", json!({"url": url, "file": format!("{kind}{number}.html")}))
    };
    let mut manifest: String = (0..8)
        .map(|n| page(n, "lamp", "<div class=price>1</div><ul class=has><li>x</ul>"))
        .collect();
    manifest.extend((0..6).map(|n| page(n, "news", "<article><time class=at>1</time></article>")));
    let grid = "<table class=grid><tr><td>1<td>2</table><form><input></form>";
    manifest.push_str(&page(0, "map", grid));
    scratch.write("site/pages.jsonl", manifest);
    // A page that comes later and is like no other waits for pages like it.
    scratch.write("later/pages.jsonl", page(1, "plan", "<dl class=key><dt>A<dd>B</dl><video>"));
    for folder in ["site", "later"] {
        scratch.run(["import", &scratch.path(folder).display().to_string()]).expect_code(0);
        scratch.run(["induce"]).expect_code(0);
    }

    let lines = scratch.run(["clusters", "--explain"]).expect_code(0).json_lines();
    let (clusters, outliers): (Vec<_>, Vec<_>) =
        lines.iter().partition(|line| line["cluster"].is_u64());
    assert_eq!(clusters.iter().map(|line| &line["pages"]).collect::<Vec<_>>(), [8, 6, 1]);
    for cluster in &clusters[..2] {
        assert!(cluster["self_similarity"].as_f64().is_some_and(|mean| mean >= 0.8), "{cluster}");
        assert!(
            cluster["loosest"]["similarity"].as_f64() <= cluster["tightest"]["similarity"].as_f64()
        );
        assert!(cluster["medoid"].is_string() && !cluster["marks"][0].is_null(), "{cluster}");
    }
    assert_eq!(outliers.len(), 1);
    assert!(outliers[0]["url"].as_str().is_some_and(|url| url.contains("/plan/")));
    assert!(outliers[0]["reason"].as_str().is_some_and(|reason| reason.contains("nearest")));

    let table = scratch.run(["clusters", "--explain", "--format", "table"]).expect_code(0).stdout;
    assert!(table.contains("self-similarity") && table.contains("in no cluster: 1"), "{table}");
    scratch.run(["clusters", "--explain", "--format", "csv"]).expect_code(2);

    let file = scratch.path("report.html").display().to_string();
    let run = scratch.run(["clusters", "--report", &file]).expect_code(0);
    assert_eq!(run.stdout, "");
    let report = fs::read_to_string(&file).expect("the report");
    assert!(report.contains("&lt;b&gt;") && !report.contains("<b>"), "URLs are escaped");
    assert!(!report.contains("<script") && !report.contains("src=\"http"), "nothing is fetched");
}

#[test]
fn provenance_leads_to_the_bytes_of_each_value() {
    let scratch = demo_store();
    let page = demo_page("new", "/product/folding-sextant/").expect("a page");
    let html = String::from_utf8(page.body).expect("UTF-8");
    let url = "http://127.0.0.1/product/folding-sextant/";
    let input = json!({"url": url, "html": html}).to_string();
    let line = |args: &[&str]| {
        let run = scratch.run_with_input(args, input.clone()).expect_code(0);
        run.json_lines().remove(0)
    };
    let mut traced = line(&["extract", "-", "--provenance"]);
    let provenance = traced.as_object_mut().expect("an object").remove("provenance");
    assert_eq!(traced, line(&["extract", "-"]), "the rest of the line is as without");
    let checked = follow(&traced["record"], &provenance.expect("provenance"), &html);
    assert!(checked >= 5, "{checked} values in {traced}");
}

/// The number of values whose bytes hold their words.
fn follow(value: &Value, provenance: &Value, html: &str) -> usize {
    match value {
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| follow(value, &provenance[name], html)).sum()
        }
        Value::Array(items) => {
            assert_eq!(items.len(), provenance.as_array().expect("an array").len());
            (0..items.len()).map(|at| follow(&items[at], &provenance[at], html)).sum()
        }
        text => {
            let xpath = provenance["xpath"].as_str().expect("a path");
            assert!(xpath.starts_with("/html/body"), "{xpath}");
            let byte = |at: usize| provenance["bytes"][at].as_u64().expect("a number") as usize;
            let written = &html[byte(0)..byte(1)];
            let text = text.as_str().expect("a text");
            for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
                assert!(written.contains(word), "{word:?} of {text:?} is not in {written:?}");
            }
            1
        }
    }
}

#[test]
fn wrappers_are_exported_as_selectors_that_were_checked() {
    let scratch = demo_store();
    for form in ["css", "xpath"] {
        let run = scratch.run(["wrappers", "export", "product", "--to", form]).expect_code(0);
        let types: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(types.as_array().map(Vec::len), Some(1));
        let product = &types[0];
        let told = |name: &str| product["recognise"][name].as_f64();
        assert!(told("own_pages") >= Some(0.95), "{product}");
        assert!(told("other_pages").is_some_and(|share| share <= 0.05), "{product}");
        let title = &product["fields"]["title"];
        assert_eq!(title["agreement"], 1.0, "{title}");
        let selector = title["selector"].as_str().expect("a selector");
        assert_eq!(selector.starts_with("//"), form == "xpath", "{selector}");
        let fields = product["fields"].as_object().expect("an object");
        let good = fields.values().filter(|field| field["agreement"].as_f64() >= Some(0.99));
        assert!(good.count() * 10 >= fields.len() * 8, "{product}");
    }
    let run = scratch.run(["wrappers", "export", "nothing", "--to", "css"]).expect_code(2);
    assert!(run.last_message().contains("no wrapper called `nothing`"), "{}", run.stderr);
}

#[test]
fn a_scrapy_spider_has_an_item_and_a_callback_for_each_page_type() {
    let scratch = demo_store();
    let spider = scratch.run(["wrappers", "export", "--to", "scrapy"]).expect_code(0).stdout;
    let extracted = scratch.run(["extract"]).expect_code(0).json_lines();
    let names: BTreeSet<&str> = extracted
        .iter()
        .filter(|line| !line["record"].is_null())
        .filter_map(|line| line["wrapper"].as_str())
        .collect();
    assert!(names.contains("product"), "{names:?}");
    for name in names {
        assert!(spider.contains(&format!("def parse_{name}(self, response):")), "{name}");
    }
    assert!(spider.contains("\"ROBOTSTXT_OBEY\": True"));
    // The paragraphs about an author stand beside other things: no selector gives just them.
    assert!(spider.contains("# \"bio\": no selector finds it reliably"), "{spider}");
    assert!(!spider.contains("\"bio\": text("), "{spider}");
    // Where Python is at hand, it has to read the file.
    let file = scratch.write("spider.py", &spider);
    if let Ok(output) =
        std::process::Command::new("python3").arg("-m").arg("py_compile").arg(&file).output()
    {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
