//! Facts that stand in running text, as its writer has set them.

mod pages;

use pages::records;
use serde_json::{Map, Value, json};

fn sentence(n: usize) -> String {
    let said = [
        "It dries in an hour, even in the rain",
        "We took it over three passes",
        "Nobody has sent one back",
        "The seams are welded and not sewn",
        "Made for people who walk all day",
    ];
    format!("{}, and that was {} years ago; ask those who were there.", said[n % 5], 2 + n % 7)
}

fn paragraphs(n: usize) -> String {
    (0..2 + n % 3).map(|at| format!("<p>{}</p>", sentence(n * 3 + at))).collect()
}

/// The only map of a record, if there is one.
fn facts(record: &Value) -> Option<&Map<String, Value>> {
    let fields = record.as_object().expect("a record");
    fields.values().find_map(Value::as_object)
}

#[test]
fn facts_in_a_description_are_a_map_and_stay_in_it() {
    let material = |n: usize| ["Merino", "Linen", "Felt"][n % 3];
    let weight = |n: usize| format!("{} g", 120 + n * 7);
    let has_facts = |n: usize| !n.is_multiple_of(4);
    let records = records(|n| {
        let list = match n % 3 {
            0 => format!(
                "<ul><li><strong>Material:</strong> {}</li><li>Weight: {}</li></ul>",
                material(n),
                weight(n)
            ),
            1 => format!(
                "<ul><li>Weight: {}</li><li>Material: <em>{}</em></li><li>Washable</li></ul>",
                weight(n),
                material(n)
            ),
            _ => format!(
                "<table><tr><td>Material</td><td>{}</td></tr>\
                 <tr><td>Weight</td><td>{}</td></tr></table>",
                material(n),
                weight(n)
            ),
        };
        let list = if has_facts(n) { list } else { String::new() };
        format!(
            "<h1>Coat {n}</h1><b class=price>{}.00 EUR</b>\
             <div class=description>{}{list}{}</div>",
            40 + n,
            paragraphs(n),
            if n.is_multiple_of(2) { paragraphs(n + 5) } else { String::new() }
        )
    });
    for (n, record) in records.iter().enumerate() {
        let text = record["description"].as_str().unwrap_or_else(|| panic!("{record:#}"));
        assert!(text.contains(&sentence(n * 3)), "{record:#}");
        if has_facts(n) {
            let facts = facts(record).unwrap_or_else(|| panic!("{record:#}"));
            assert_eq!(facts.get("Material"), Some(&json!(material(n))), "{record:#}");
            assert_eq!(facts.get("Weight"), Some(&json!(weight(n))), "{record:#}");
            assert!(text.contains(material(n)) && text.contains(&weight(n)), "{record:#}");
        } else {
            assert_eq!(facts(record), None, "{record:#}");
        }
    }
}

#[test]
fn what_begins_each_step_of_a_recipe_is_no_label() {
    let records = records(|n| {
        let step = |at: usize| {
            let id = n * 5 + at;
            format!("<li>Bowl {id}: stir until nothing sticks to spoon {}.</li>", id + 1)
        };
        let steps: String = (0..2 + n % 3).map(step).collect();
        format!(
            "<h1>Soup {n}</h1><div class=description>{}<ol>{steps}</ol>{}</div>",
            paragraphs(n),
            paragraphs(n + 1)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let text = record["description"].as_str().unwrap_or_else(|| panic!("{record:#}"));
        assert!(text.contains(&format!("spoon {}", n * 5 + 1)), "{record:#}");
        assert_eq!(facts(record), None, "{record:#}");
    }
}

#[test]
fn a_line_with_a_label_that_recurs_is_a_fact_and_a_sentence_behind_a_word_is_none() {
    let origin = |n: usize| ["Leeds", "Porto", "Gent", "Bergen"][n % 4];
    let records = records(|n| {
        let line = match n % 3 {
            0 => String::new(),
            _ => format!("<p>Woven in: {}</p>", origin(n)),
        };
        format!(
            "<h1>Coat {n}</h1><div class=description>{}{line}<p><b>Note:</b> {}</p>{}</div>",
            paragraphs(n),
            sentence(n + 2),
            paragraphs(n + 4)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let wanted =
            (n % 3 > 0).then(|| Map::from_iter([("Woven in".to_owned(), json!(origin(n)))]));
        assert_eq!(facts(record).cloned(), wanted, "{record:#}");
    }
}

#[test]
fn the_rows_of_a_table_in_a_text_are_a_list_beside_it_whatever_their_columns() {
    let table = |n: usize| -> Option<[&str; 3]> {
        match n % 6 {
            1 => Some(["Size", "Chest", "Waist"]),
            4 => Some(["Where to", "Rate", "Days"]),
            _ => None,
        }
    };
    let row = |n: usize, at: usize| [at + 1, n * 10 + at, n * 20 + at].map(|of| format!("{of} u"));
    let records = records(|n| {
        let cells = |tag: &str, says: &[String]| -> String {
            says.iter().map(|text| format!("<{tag}>{text}</{tag}>")).collect()
        };
        let rows = |headers: [&str; 3]| {
            let rows: String =
                (0..3).map(|at| format!("<tr>{}</tr>", cells("td", &row(n, at)))).collect();
            let headers = headers.map(str::to_owned);
            format!("<table><tr>{}</tr>{rows}</table>", cells("th", &headers))
        };
        format!(
            "<h1>Page {n}</h1><div class=description>{}{}{}</div>",
            paragraphs(n),
            table(n).map(rows).unwrap_or_default(),
            paragraphs(n + 3)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let text = record["body"].as_str().unwrap_or_else(|| panic!("{record:#}"));
        assert!(text.contains(&sentence(n * 3)), "{record:#}");
        let fields = record.as_object().expect("a record");
        let rows = fields.values().find_map(Value::as_array);
        let Some(headers) = table(n) else {
            assert_eq!(rows, None, "{record:#}");
            continue;
        };
        let rows = rows.unwrap_or_else(|| panic!("{record:#}"));
        assert_eq!(rows.len(), 3, "{record:#}");
        for (at, of) in rows.iter().enumerate() {
            let wanted: Map<String, Value> = headers
                .iter()
                .zip(row(n, at))
                .map(|(key, value)| ((*key).to_owned(), json!(value)))
                .collect();
            assert_eq!(of.as_object(), Some(&wanted), "{record:#}");
        }
    }
}
