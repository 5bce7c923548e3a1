//! Texts of tests, and whether records say them.

use serde_json::Value;

/// So many words, others for each `n`.
pub(crate) fn words(n: usize, count: usize) -> String {
    const WORDS: [&str; 13] = [
        "harbour", "kettle", "morning", "lantern", "sailed", "quietly", "copper", "letters",
        "tide", "winter", "bread", "found", "narrow",
    ];
    let word = |i: usize| WORDS[(n * 7 + i * i + i * (n % 5 + 3)) % WORDS.len()];
    let words: Vec<&str> = (0..count).map(word).collect();
    // No word is in all texts, so that none is taken for template text.
    format!("{} {n} {}.", WORDS[n % WORDS.len()], words.join(" "))
}

/// A text with one space between any two words.
#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a text of a record is `text`.
#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) fn says(record: &Value, text: &str) -> bool {
    match record {
        Value::String(value) => squeeze(value) == squeeze(text),
        Value::Array(list) => list.iter().any(|value| says(value, text)),
        Value::Object(map) => map.values().any(|value| says(value, text)),
        _ => false,
    }
}
