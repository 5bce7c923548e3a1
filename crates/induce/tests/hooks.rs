//! Names that people give elements for tests and scripts.

mod pages;

use pages::records;
use serde_json::{Value, json};

const AUTHORS: [&str; 5] = ["Ann Lee", "Bo Kim", "Cy Adams", "Di Moss", "Eli Ross"];

/// A code as tools make up for class words.
fn code(n: usize) -> String {
    const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz";
    (0..6).map(|i| char::from(LETTERS[(n * 7 + i * i * 3 + i) % LETTERS.len()])).collect()
}

fn comments(hook: &str) -> Vec<Value> {
    records(|n| {
        let comment = |k: usize| {
            format!(
                "<div class={} {hook}=comment><div class={}><span class={} {hook}=comment-author>{}</span>\
                 <div class={}><span {hook}=comment-harbour>Port {}</span></div></div>\
                 <div class={} {hook}=comment-body>It was storm {} of the year, and {n} boats were lost.</div></div>",
                code(1),
                code(2),
                code(3),
                AUTHORS[(n + k) % 5],
                code(4),
                n * 3 + k,
                code(5),
                n * 7 + k,
            )
        };
        let all: String = (0..1 + n % 4).map(comment).collect();
        format!("<h1>Storm {n}</h1><section class={} {hook}=comments>{all}</section>", code(6))
    })
}

#[test]
fn elements_are_called_by_their_hooks_where_class_words_are_codes() {
    for hook in ["data-testid", "data-hook", "data-qa"] {
        for (n, record) in comments(hook).iter().enumerate() {
            let comments = record["comments"].as_array().unwrap_or_else(|| panic!("{record:#}"));
            assert_eq!(comments.len(), 1 + n % 4);
            for (k, comment) in comments.iter().enumerate() {
                assert_eq!(comment["author"], json!(AUTHORS[(n + k) % 5]), "{record:#}");
                assert_eq!(comment["harbour"], json!(format!("Port {}", n * 3 + k)), "{record:#}");
            }
        }
    }
}

#[test]
fn a_hook_is_no_value() {
    let records = records(|n| {
        let hook = ["lowered", "usual", "none"][n % 3];
        format!("<h1>Lamp {n}</h1><p><b class=price data-hook='{hook}'>{}.00 EUR</b></p>", 40 + n)
    });
    for record in &records {
        let text = record.to_string();
        assert!(!text.contains("lowered") && text.contains("EUR"), "{record:#}");
    }
}
