//! The graph of a site: ranks, structure, plan, and what the web gets wrong.

use crate::support::{Reply, Scratch, Server, demo_store, store_of};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;

fn lines(scratch: &Scratch) -> Vec<Value> {
    scratch.run(["graph", "--format", "jsonl"]).expect_code(0).json_lines()
}

#[test]
fn the_demo_site_has_ranks_and_a_plan() {
    let scratch = demo_store();
    let pages = lines(&scratch);
    let stored = scratch.run(["pages"]).expect_code(0).json_lines().len();
    assert_eq!(pages.len(), stored);
    let rank = |page: &Value| page["pagerank"].as_f64().expect("a rank");
    assert!(pages.windows(2).all(|two| rank(&two[0]) >= rank(&two[1])));
    let whole: f64 = pages.iter().map(rank).sum();
    assert!(whole > 0.5 && whole <= 1.0 + 1e-9, "{whole}");
    let start = pages.iter().find(|page| page["depth"] == 0).expect("a start");
    assert_eq!(start["url"], "http://demo.example/");

    let table = scratch.run(["graph"]).expect_code(0).stdout;
    for heading in ["pages ", "page types", "plan of the site", "pages of the highest PageRank"] {
        assert!(table.contains(heading), "{heading}\n{table}");
    }
    assert!(table.contains("list "), "lists lead to items\n{table}");
    let csv = scratch.run(["graph", "--format", "csv"]).expect_code(0).stdout;
    assert!(csv.starts_with("url,page_type,pagerank,hub,authority,site_rank,in,out,depth\n"));
    assert_eq!(csv.lines().count(), stored + 1);
    let dot = scratch.run(["graph", "--format", "dot"]).expect_code(0).stdout;
    assert!(dot.starts_with("digraph") && dot.contains("product"), "{dot}");
    let graphml = scratch.run(["graph", "--format", "graphml"]).expect_code(0).stdout;
    assert!(graphml.matches("<node ").count() >= stored && graphml.ends_with("</graphml>\n"));
    let html = scratch.run(["graph", "--format", "html"]).expect_code(0).stdout;
    assert!(html.contains("default-src 'none'") && html.contains("http://demo.example/"));

    let listed = scratch.run(["pages", "--ranks"]).expect_code(0).json_lines();
    let of = |url: &Value| listed.iter().find(|page| page["url"] == *url).expect("a page");
    for page in &pages {
        assert_eq!(of(&page["url"])["pagerank"], page["pagerank"]);
        assert_eq!(of(&page["url"])["in"], page["in"]);
    }
    assert!(scratch.run(["pages"]).json_lines()[0].get("pagerank").is_none());
}

#[test]
fn walks_start_where_they_are_asked_to() {
    let scratch = demo_store();
    let run = scratch.run(["graph", "--prefer", "no-such-type"]).expect_code(1);
    assert!(run.last_message().contains("product"), "{}", run.stderr);
    let prefer = scratch.run(["graph", "--prefer", "product", "--format", "jsonl"]).expect_code(0);
    let products = |pages: &[Value]| -> f64 {
        let products = pages.iter().filter(|page| page["page_type"] == "product");
        products.map(|page| page["pagerank"].as_f64().expect("a rank")).sum()
    };
    assert!(products(&prefer.json_lines()) > products(&lines(&scratch)));
    let run = scratch.run(["graph", "--start", "http://demo.example/none"]).expect_code(1);
    assert!(run.last_message().contains("sitewrap pages"), "{}", run.stderr);
}

#[test]
fn a_crawl_tells_broken_links_redirects_and_orphans() {
    let server = Server::start(|path| match path {
        "/" => Reply::html(
            "<title>Start</title><nav><a href=/a>A</a> <a href=/old>Old</a></nav>\
             <p>See <a href=/gone>what was here</a></p><a rel=nofollow href=/b>B</a>",
        ),
        "/a" => Reply::html("<title>A</title><p>One page <a href=/>back</a> <a href=/a>A</a>"),
        "/b" => Reply::html("<title>B</title><p>Leads nowhere, but says much else"),
        "/lonely" => Reply::html("<title>Lonely</title><p>Only the list has me <a href=/>up</a>"),
        "/sitemap.xml" => Reply {
            content_type: "application/xml",
            ..Reply::html("<urlset><url><loc>/lonely</loc></url></urlset>")
        },
        _ => Reply::status(404),
    });
    let scratch = Scratch::new();
    let list = ["/", "/a", "/b", "/lonely", "/gone"].map(|path| server.url(path)).join("\n");
    let list = scratch.write("list.txt", list).display().to_string();
    scratch.run(["crawl", &server.url("/"), "--allow-private", "--delay", "0"]).expect_code(0);
    scratch.run(["crawl", "--list", &list, "--allow-private", "--delay", "0"]).expect_code(0);
    let start = server.url("/");
    let table = scratch.run(["graph", "--start", &start]).expect_code(0).stdout;
    let part = |heading: &str| {
        let part = table.split("\n\n").find(|part| part.starts_with(heading));
        part.unwrap_or_else(|| panic!("no {heading}\n{table}"))
    };
    let broken = part("broken links");
    assert!(broken.contains("HTTP 404") && broken.contains("what was here"), "{broken}");
    assert!(broken.contains("text p") || broken.contains("text body"), "{broken}");
    assert!(part("orphans").contains("/lonely"), "{table}");
    assert!(part("dead ends").contains("/b"), "{table}");
    assert!(table.contains("1 nofollow"), "{table}");
    let page = |path: &str| {
        let url = server.url(path);
        lines(&scratch).into_iter().find(|page| page["url"] == *url).expect("a page")
    };
    assert_eq!((page("/b")["in"].as_u64(), page("/a")["out"].as_u64()), (Some(1), Some(1)));
}

#[test]
fn a_store_without_pages_says_so() {
    let scratch = Scratch::new();
    let server = Server::start(|_| Reply::status(404));
    // Only a store that the crawl has made itself goes with it.
    fs::create_dir(scratch.path("store")).expect("a folder");
    scratch.run(["crawl", &server.url("/"), "--allow-private", "--delay", "0"]).expect_code(1);
    let run = scratch.run(["graph"]).expect_code(3);
    assert!(run.last_message().contains("no pages"), "{}", run.stderr);
    assert!(run.stdout.is_empty());
}

#[test]
fn one_page_that_leads_to_itself_is_a_graph() {
    let scratch = store_of(&[("/", "<title>One</title><a href=/>Here</a>".repeat(3))]);
    let pages = lines(&scratch);
    assert_eq!(pages.len(), 1);
    let expected = json!({"url": "http://a.example/", "page_type": null, "pagerank": 1.0,
        "hub": 0.0, "authority": 0.0, "site_rank": 1.0, "in": 0, "out": 0, "depth": 0});
    assert_eq!(pages[0], expected);
    for format in ["table", "csv", "dot", "graphml", "html"] {
        scratch.run(["graph", "--format", format]).expect_code(0);
    }
}

#[test]
fn a_farm_of_pages_of_one_text_is_even() {
    let links: String = (0..30).map(|n| format!("<li><a href=/{n}>Buy</a></li>")).collect();
    let pages: Vec<(String, String)> =
        (0..30).map(|n| (format!("/{n}"), format!("<ul>{links}</ul>"))).collect();
    let pages: Vec<(&str, String)> =
        pages.iter().map(|(path, body)| (path.as_str(), body.clone())).collect();
    let scratch = store_of(&pages);
    for page in lines(&scratch) {
        let rank = page["pagerank"].as_f64().expect("a rank");
        assert!((rank - 1.0 / 30.0).abs() < 1e-9, "{page}");
        assert_eq!(page["in"], 29);
    }
}

#[test]
fn a_page_of_a_million_links_is_read_up_to_the_bound_and_says_so() {
    let mut body = String::from("<title>Links</title>");
    for n in 0..1_000_000 {
        let _ = write!(body, "<a href=/{n}>x</a>");
    }
    let scratch = store_of(&[("/", body), ("/1", "<a href=/>up</a>".to_owned())]);
    let run = scratch.run(["graph", "--format", "jsonl"]).expect_code(0);
    assert!(run.stderr.contains("too large"), "{}", run.stderr);
    let pages = run.json_lines();
    let start = pages.iter().find(|page| page["url"] == "http://a.example/").expect("a page");
    let out = start["out"].as_u64().expect("a number");
    assert!((100_000..1_000_000).contains(&out), "{out}");
    assert_eq!(start["in"], 1);
}
