//! Pages whose class words say nothing of what is in them, as utility classes make them; labels in two numbers.

mod pages;

use pages::records;
use serde_json::Value;

fn word(n: usize, k: usize) -> String {
    const PARTS: [&str; 9] = ["ka", "lo", "mi", "ne", "ru", "sa", "to", "ve", "zu"];
    let part = |at: usize| PARTS[(n * (at + 2) + k * (2 * at + 3) + at) % PARTS.len()];
    (0..4).map(part).collect()
}

fn words(n: usize, k: usize, count: usize) -> String {
    (0..count).map(|at| word(n + 5 * at, k + at)).collect::<Vec<_>>().join(" ")
}

/// The names of the only field of a record's own level with each of these texts.
fn names(record: &Value, texts: &[String]) -> Vec<Option<String>> {
    let fields = record.as_object().expect("a record");
    let name = |text: &String| {
        fields.iter().find(|(_, value)| value.as_str() == Some(text)).map(|(name, _)| name.clone())
    };
    texts.iter().map(name).collect()
}

#[test]
fn drawings_tell_facts_apart_that_nothing_names() {
    const BAG: &str = "M6 6V5a3 3 0 013-3h2a3 3 0 013 3v1h2z";
    const PIN: &str = "M5.05 4.05a7 7 0 119.9 9.9L10 18.9z";
    const COIN: &str = "M4 4a2 2 0 00-2 2v4a2 2 0 002 2V6h10z";
    let has = |n: usize, fact: usize| fact == 1 || !(n + fact).is_multiple_of(3);
    let text = |n: usize, fact: usize| match fact {
        0 => ["Full-time", "Part-time", "Temporary"][n % 3].to_owned(),
        1 => words(n % 8, 3, 1),
        _ => format!("£{}00", 200 + 7 * n),
    };
    let records = records(|n| {
        let fact = |(at, line): (usize, &str)| {
            let drawing = format!("<svg class='h-5 w-5'><path d='{line}'></path></svg>");
            format!("<div class='mt-2 flex'>{drawing}{}</div>", text(n, at))
        };
        let lines = [BAG, PIN, COIN].into_iter().enumerate();
        let facts: String = lines.filter(|(at, _)| has(n, *at)).map(fact).collect();
        format!("<h1>Job {}</h1><div class='mt-1 flex-col'>{facts}</div>", words(n, 50, 2))
    });
    for fact in 0..3 {
        let with = || records.iter().enumerate().filter(|(n, _)| has(*n, fact));
        let value = |n: usize| text(n, fact);
        let mut found: Vec<_> = with().map(|(n, it)| names(it, &[value(n)])).collect();
        found.dedup();
        assert_eq!(found.len(), 1, "fact {fact}: {found:?} in {:#}", records[0]);
        let name = found[0][0].as_deref().unwrap_or_else(|| panic!("{fact} in {:#}", records[0]));
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit()));
    }
}

#[test]
fn a_label_in_both_numbers_names_the_list_below_it() {
    let records = records(|n| {
        let count = 1 + n % 3;
        let label = if count == 1 { "Speaker" } else { "Speakers" };
        let person = |k: usize| {
            format!("<div class=item><p>{}</p><p>{}</p></div>", words(n, k, 2), words(n, k + 9, 3))
        };
        let people: String = (0..count).map(person).collect();
        format!(
            "<h1>{}</h1><div class=box><div class=field__label>{label}</div><div>{people}</div></div>",
            words(n, 80, 3)
        )
    });
    for record in &records {
        assert!(record["speakers"].is_array(), "{record:#}");
        assert!(!record.to_string().contains("\"Speaker"), "{record:#}");
    }
}
