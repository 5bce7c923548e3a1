//! Labels in texts and above facts: what they tell apart, and what they call one.

mod pages;

use pages::records;
use serde_json::Value;

const WORDS: [&str; 13] = [
    "harbour", "kettle", "morning", "lantern", "sailed", "quietly", "copper", "letters", "tide",
    "winter", "bread", "found", "narrow",
];

fn words(n: usize, count: usize) -> String {
    let word = |at: usize| WORDS[(n * 7 + at * at + at * (n % 5 + 3)) % WORDS.len()];
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

fn sentence(n: usize) -> String {
    // No word is in all texts, so that none is taken for template text.
    format!("{} {n} {}.", WORDS[n % WORDS.len()], words(n, 20))
}

/// The values of a record, texts alone.
fn texts(record: &Value) -> Vec<&str> {
    record.as_object().into_iter().flatten().filter_map(|(_, value)| value.as_str()).collect()
}

#[test]
fn a_paragraph_with_a_usual_label_is_no_part_of_the_text() {
    let state = |n: usize| format!("Faint {} in the margin", words(n * 3, 2));
    let records = records(|n| {
        let text: String =
            (0..1 + n % 3).map(|at| format!("<p>{}</p>", sentence(n * 4 + at))).collect();
        let condition =
            (!n.is_multiple_of(5)).then(|| format!("<p><b>Condition:</b> {}</p>", state(n)));
        format!("<h1>Map {n}</h1>{text}{}<hr>", condition.unwrap_or_default())
    });
    for (n, record) in records.iter().enumerate() {
        let has_state = texts(record).contains(&state(n).as_str());
        assert_eq!(has_state, !n.is_multiple_of(5), "{record:#}");
        let body = record["body"].as_str().expect("a text");
        assert_eq!(body.lines().filter(|line| !line.is_empty()).count(), 1 + n % 3, "{record:#}");
    }
}

#[test]
fn lines_with_labels_at_the_head_of_some_texts_are_facts() {
    let director = |n: usize| format!("{} {}", WORDS[n % 13], WORDS[n * 5 % 13]);
    let records = records(|n| {
        let lines = format!(
            "<p><img src=/poster/{n}.jpg><b>Director:</b> {}<br><b>Year:</b> {}<br><b>Length:</b> {} min</p>",
            director(n),
            1960 + n,
            60 + n * 3
        );
        let lines = if n.is_multiple_of(3) { lines } else { String::new() };
        let text: String =
            (0..2 + n % 3).map(|at| format!("<p>{}</p>", sentence(n * 4 + at))).collect();
        format!("<h1>Film {n}</h1><div class=entry>{lines}{text}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let facts = record.as_object().into_iter().flatten().find(|(_, value)| value.is_object());
        let said = facts.and_then(|(_, facts)| facts["Director"].as_str()).map(str::to_owned);
        assert_eq!(said, n.is_multiple_of(3).then(|| director(n)), "{record:#}");
        let is_in_text = texts(record).iter().any(|text| text.contains("Director"));
        assert!(!is_in_text, "{record:#}");
    }
}

#[test]
fn the_facts_of_two_layouts_have_one_name() {
    let place = |n: usize| format!("{} {}", WORDS[n * 3 % 13], WORDS[n * 5 % 13]);
    let records = records(|n| {
        let facts = [
            ("Place", place(n)),
            ("Year", (1960 + n * 7 % 50).to_string()),
            ("Size", format!("{} cm", 12 + n)),
        ];
        let rows: String = match n % 2 {
            0 => facts
                .iter()
                .map(|(label, value)| format!("<tr><th>{label}</th><td>{value}</td></tr>"))
                .collect(),
            _ => facts
                .iter()
                .map(|(label, value)| format!("<dt>{label}</dt><dd>{value}</dd>"))
                .collect(),
        };
        let block = match n % 2 {
            0 => format!("<table class=sheet>{rows}</table>"),
            _ => format!("<div class=old><dl class=particulars>{rows}</dl></div>"),
        };
        format!("<h1>Print {n}</h1>{block}<p>{}</p>", sentence(n))
    });
    for (n, record) in records.iter().enumerate() {
        let maps: Vec<&String> = record
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(_, value)| value.is_object())
            .map(|(name, _)| name)
            .collect();
        assert_eq!(maps, ["properties"], "{record:#}");
        assert_eq!(record["properties"]["Place"], place(n), "{record:#}");
    }
}

#[test]
fn a_label_may_stand_before_the_way_to_a_page() {
    let records = records(|n| {
        format!(
            "<div class=place><strong>You are here:</strong> <a href=/>Home</a> &gt; <a href=/tags>Tags</a> &gt; {} {n}</div>\
             <h1>{} {n}</h1><p>{}</p>",
            WORDS[n % 13],
            WORDS[n % 13],
            sentence(n)
        )
    });
    for record in &records {
        assert_eq!(record["breadcrumbs"].as_array().map(Vec::len), Some(3), "{record:#}");
    }
}
