//! `sitewrap keywords`: keywords of pages and texts.

use crate::support::{Scratch, demo_store, store_of};
use serde_json::{Value, json};

const TEXTS: [(&str, &str, &str); 3] = [
    (
        "wicks",
        "en",
        "The oil lantern needs a clean wick. A braided wick draws oil evenly, and a braided wick \
         lasts for a winter of evenings.",
    ),
    (
        "barrels",
        "en",
        "Each oil lantern stands beside a rain barrel. The cooper bends the staves of a rain barrel \
         over steam, and binds them with iron.",
    ),
    ("lights", "zh", "灯笼博物馆收藏了许多灯笼。灯笼博物馆的夜间导览很受欢迎，夜间导览每周两次。"),
];

fn lines_of(texts: &[(&str, &str, &str)]) -> String {
    let lines = texts.iter().map(|(id, lang, text)| json!({"id": id, "lang": lang, "text": text}));
    lines.map(|line| format!("{line}\n")).collect()
}

fn words(line: &Value) -> Vec<&str> {
    let keywords = line["keywords"].as_array().expect("a list");
    keywords.iter().map(|keyword| keyword.as_str().expect("a keyword")).collect()
}

#[test]
fn texts_of_a_file_and_of_standard_input_have_keywords() {
    let scratch = Scratch::new();
    let file = scratch.write("texts.jsonl", lines_of(&TEXTS));
    let file = file.to_str().expect("a path of text");
    let lines = scratch.run(["keywords", file, "--top", "3"]).expect_code(0).json_lines();
    let ids: Vec<&str> = lines.iter().filter_map(|line| line["id"].as_str()).collect();
    assert_eq!(ids, ["wicks", "barrels", "lights"]);
    assert_eq!(words(&lines[0])[0], "braided wick", "{}", lines[0]);
    assert_eq!(words(&lines[1])[0], "rain barrel", "{}", lines[1]);
    assert!(words(&lines[2])[..2].contains(&"灯笼博物馆"), "{}", lines[2]);
    assert!(lines.iter().all(|line| words(line).len() <= 3 && line.get("reason").is_none()));

    let piped = scratch.run_with_input(["keywords", "-"], lines_of(&TEXTS).as_bytes());
    assert_eq!(words(&piped.expect_code(0).json_lines()[0])[0], "braided wick");
    let table = scratch.run(["keywords", file, "--format", "table", "--scores"]).expect_code(0);
    assert!(table.stdout.contains("braided wick 1.00"), "{}", table.stdout);
}

#[test]
fn scores_fall_from_one_and_the_network_gives_words() {
    let scratch = Scratch::new();
    let file = scratch.write("texts.jsonl", lines_of(&TEXTS[..1]));
    let file = file.to_str().expect("a path of text");
    for by in ["mean", "degree", "strength", "closeness", "betweenness"] {
        let args = ["keywords", file, "--method", "network", "--centrality", by, "--scores"];
        let line = &scratch.run(args).expect_code(0).json_lines()[0];
        let found = line["keywords"].as_array().expect("a list");
        let scores: Vec<f64> = found.iter().filter_map(|one| one["score"].as_f64()).collect();
        assert_eq!((scores[0], found[0]["keyword"].as_str()), (1.0, Some("wick")), "{by}: {line}");
        assert!(scores.is_sorted_by(|a, b| a >= b), "{by}: {scores:?}");
        assert!(found.iter().all(|one| !one["keyword"].as_str().unwrap_or(" ").contains(' ')));
    }
    scratch.run(["keywords", file, "--centrality", "degree"]).expect_code(2);
}

#[test]
fn what_the_pages_of_a_site_share_is_no_keyword_of_one() {
    let topics = [
        (
            "storks",
            "The stork colony by the river has grown. Wardens count the stork colony in May.",
        ),
        (
            "wells",
            "The village well was dug by hand. Each village well needs a stone rim and a lid.",
        ),
        ("ovens", "A clay oven holds the heat. Bread from a clay oven keeps for more than a week."),
        ("mills", "The paper mill stands idle now. A paper mill wants clear water and clean rags."),
    ];
    let page = |(name, about): &(&str, &str)| {
        let body = format!(
            "<title>On {name}</title><article><h1>On {name}</h1><p>Meadow Gazette readers wrote to us \
             about it, and so Meadow Gazette went to see. {about}<p>{about} Meadow Gazette will come \
             back to the matter of the {name} next year, once the snow has gone.</article>"
        );
        (format!("/{name}"), body)
    };
    let pages: Vec<(String, String)> = topics.iter().map(page).collect();
    let pages: Vec<(&str, String)> =
        pages.iter().map(|(path, body)| (path.as_str(), body.clone())).collect();
    let lines = store_of(&pages).run(["keywords", "--top", "2"]).expect_code(0).json_lines();
    assert_eq!(lines.len(), topics.len());
    for line in &lines {
        assert!(!words(line).contains(&"Meadow Gazette"), "{line}");
    }
}

#[test]
fn pages_without_content_and_broken_lines_say_why() {
    let scratch = demo_store();
    let lines = scratch.run(["keywords"]).expect_code(0).json_lines();
    let has_either = |line: &Value| {
        words(line).is_empty() == line["reason"].is_string() && line["url"].is_string()
    };
    assert!(lines.len() > 10 && lines.iter().all(has_either));
    let broken = scratch.write("texts.jsonl", format!("{}{{\"id\": 1}}\n", lines_of(&TEXTS[..1])));
    let run = scratch.run(["keywords", broken.to_str().expect("a path of text")]).expect_code(4);
    let line = &run.json_lines()[1];
    assert!(line["id"].as_str().is_some_and(|id| id.ends_with("line 2")), "{line}");
    assert!(line["reason"].as_str().is_some_and(|reason| reason.contains("no JSON object")));
    let page = scratch.write("page.html", "<p>A page");
    let both = [broken, page].map(|path| path.to_str().expect("a path of text").to_owned());
    scratch.run(["keywords", &both[0], &both[1]]).expect_code(2);
}
