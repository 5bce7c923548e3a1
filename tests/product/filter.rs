//! `sitewrap filter`: pages of unwanted content.

use crate::support::{Reply, Scratch, Server, store_of};
use serde_json::Value;

const LIST: &str = "threshold = 3.0\n[[term]]\ntext = [\"casino\", \"roulette\"]\n\
    [[combination]]\nterms = [\"free\", \"spins\"]\nwithin = 6\nweight = 2\n";

/// A page whose menu has the words of the list, as all pages of a site have.
fn page(title: &str, about: &str) -> String {
    format!(
        "<title>{title}</title><nav><a href=/>Home</a> <a href=/casino>Casino</a> \
         <a href=/roulette>Roulette</a> <a href=/casino/new>New casino</a> <a href=/free>Free \
         spins</a></nav><article><h1>{title}</h1><p>{about}</p></article><footer>Casino \
         roulette</footer>"
    )
}

const CLEAN: &str = "The cooper bends the staves over steam, binds them with iron, and leaves the \
    barrel to stand in the yard for a whole week before it is sold.";
const UNWANTED: &str = "At this casino the roulette never sleeps, and each new player of the casino \
    gets a hundred free daily spins before anything has to be paid.";

fn verdict<'a>(lines: &'a [Value], end: &str) -> &'a Value {
    let found =
        lines.iter().find(|line| line["url"].as_str().is_some_and(|url| url.ends_with(end)));
    found.expect("a line for the page")
}

#[test]
fn content_is_judged_and_menus_are_not() {
    let pages = [
        ("/barrels", page("Barrels", CLEAN)),
        ("/offer", page("An offer", UNWANTED)),
        ("/login", "<form><input type=password><button>Go</button></form>".to_owned()),
    ];
    let scratch = store_of(&pages);
    let list = scratch.write("list.toml", LIST);
    let list = list.to_str().expect("a path of text");
    let run = scratch.run(["filter", "--list", list]).expect_code(0);
    let lines = run.json_lines();
    let offer = verdict(&lines, "/offer");
    assert_eq!((&offer["unwanted"], &offer["score"]), (&true.into(), &5.0.into()), "{offer}");
    let reasons: Vec<&str> = offer["reasons"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|of| of["terms"].as_str())
        .collect();
    assert_eq!(reasons, ["casino", "free + spins"]);
    let clean = verdict(&lines, "/barrels");
    assert_eq!((&clean["unwanted"], &clean["score"]), (&false.into(), &0.0.into()), "{clean}");
    let login = verdict(&lines, "/login");
    assert!(login["unwanted"].is_null() && login["problem"].is_string(), "{login}");
    assert!(run.stderr.contains("1 of 2 are unwanted"), "{}", run.stderr);
    scratch.run(["filter"]).expect_code(2);
    let broken = scratch.write("broken.toml", "threshold = 1\n[[term]]\ntext = 7\n");
    let broken = broken.to_str().expect("a path of text");
    let told = scratch.run(["filter", "--list", broken]).expect_code(1);
    let wanted = "broken.toml: line 3: `text` takes a text, or texts in brackets; `sitewrap filter --help` \
                  shows how a list is written\n";
    assert!(told.stderr.ends_with(wanted), "{}", told.stderr);
    assert_eq!(told.stderr.lines().count(), 1, "{}", told.stderr);
}

#[test]
fn a_model_is_learned_from_folders_and_judges_other_pages() {
    let scratch = Scratch::new();
    for n in 0..12 {
        let day = format!("On day {n} of the week number {}", n * n);
        scratch
            .write(&format!("unwanted/{n}.html"), page("An offer", &format!("{day}: {UNWANTED}")));
        scratch.write(&format!("wanted/{n}.html"), page("Barrels", &format!("{day}: {CLEAN}")));
    }
    let [unwanted, wanted, model] = ["unwanted", "wanted", "model.toml"]
        .map(|name| scratch.path(name).to_str().expect("a path of text").to_owned());
    let args = ["filter", "train", &unwanted, &wanted, "--output", &model];
    let run = scratch.run(args).expect_code(0);
    assert!(run.stderr.contains("precision 1.000, recall 1.000"), "{}", run.stderr);
    let other =
        scratch.write("other.html", page("News", "A roulette and free spins, said the player."));
    let clean =
        scratch.write("clean.html", page("News", "Steam bends the staves of a new barrel."));
    let [other, clean] =
        [other, clean].map(|path| path.to_str().expect("a path of text").to_owned());
    let lines =
        scratch.run(["filter", &other, &clean, "--model", &model]).expect_code(0).json_lines();
    assert_eq!((&lines[0]["unwanted"], &lines[1]["unwanted"]), (&true.into(), &false.into()));
    let few = scratch.run(["filter", "train", &other, &wanted]).expect_code(1);
    assert!(few.last_message().contains("1 unwanted texts are too few"), "{}", few.stderr);
}

#[test]
fn a_crawl_leaves_unwanted_pages_out_and_does_not_ask_for_them_again() {
    let server = Server::start(|path| match path {
        "/" => Reply::html(page("Barrels", &format!("{CLEAN} <a href=/offer>An offer</a>"))),
        "/offer" => Reply::html(page("An offer", &format!("{UNWANTED} <a href=/more>More</a>"))),
        "/more" => Reply::html(page("More", CLEAN)),
        _ => Reply::status(404),
    });
    let scratch = Scratch::new();
    let list = scratch.write("list.toml", LIST);
    let list = list.to_str().expect("a path of text");
    let url = server.url("/");
    let args = ["crawl", &url, "--allow-private", "--delay", "0", "--filter", list, "--no-probe"];
    let run = scratch.run(args).expect_code(0);
    assert!(run.stderr.contains("unwanted content"), "{}", run.stderr);
    let urls: Vec<String> = scratch
        .run(["pages", "--format", "jsonl"])
        .json_lines()
        .iter()
        .filter_map(|line| line["url"].as_str().map(str::to_owned))
        .collect();
    assert!(urls.contains(&url) && !urls.iter().any(|url| url.ends_with("/offer")), "{urls:?}");
    let asked = |path: &str| server.requests().iter().filter(|request| *request == path).count();
    assert_eq!((asked("/offer"), asked("/more")), (1, 0));
    scratch.run(args);
    assert_eq!(asked("/offer"), 1);
}
