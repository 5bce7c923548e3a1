//! Terms and their definitions: a map of the record, whatever is filled in.

mod pages;

use pages::{records, records_of};
use serde_json::{Map, Value, json};

/// The first map of a record.
#[track_caller]
fn map_of(record: &Value) -> &Map<String, Value> {
    let maps = record.as_object().into_iter().flat_map(|fields| fields.values());
    let mut maps = maps.filter_map(Value::as_object);
    maps.next().unwrap_or_else(|| panic!("no map in {record:#}"))
}

/// A word that is another on the next page.
fn word(n: usize) -> &'static str {
    ["oak", "ash", "elm", "birch", "alder", "hazel", "willow", "lime", "fir", "yew", "pine"][n % 11]
}

#[test]
fn a_definition_list_is_a_map_however_many_definitions_a_term_has() {
    let records = records(|n| {
        let trades: String = (0..1 + n % 3).map(|i| format!("<dd>Trade {}</dd>", n + i)).collect();
        let years =
            if n.is_multiple_of(2) { format!("<dt>Years</dt><dd>{n}</dd>") } else { String::new() };
        format!(
            "<h1>Post {n}</h1><dl><dt>Employer</dt><dd>{} Ltd {n}</dd><dt>Trades</dt>{trades}{years}\
             <dt>Place</dt><dd>{}-on-Sea</dd></dl>",
            word(n),
            word(n + 1),
        )
    });
    for (n, record) in records.iter().enumerate() {
        let map = map_of(record);
        assert_eq!(map["Place"], json!(format!("{}-on-Sea", word(n + 1))));
        assert_eq!(map.contains_key("Years"), n.is_multiple_of(2));
        let trades = map["Trades"].as_array().map_or(1, Vec::len);
        assert_eq!(trades, 1 + n % 3);
    }
}

#[test]
fn definitions_that_nobody_has_filled_in_say_nothing_against_a_map() {
    let records = records(|n| {
        let code = if n.is_multiple_of(8) { format!("40{n}") } else { String::new() };
        let made = if n % 3 > 0 {
            format!("<dt>Made in:</dt><dd>{}</dd>", word(n % 5))
        } else {
            String::new()
        };
        format!(
            "<h1>Post {n}</h1><dl><dt class=sku>SKU:</dt><dd>X-{n}</dd><dt class=upc>UPC:</dt><dd>{code}</dd>\
             <dt class=gtin>GTIN:</dt><dd></dd>{made}</dl>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        let map = map_of(record);
        assert_eq!(map["SKU"], json!(format!("X-{n}")));
        assert_eq!(map.contains_key("UPC"), n.is_multiple_of(8), "{record:#}");
        assert_eq!(map.contains_key("Made in"), n % 3 > 0, "{record:#}");
    }
}

#[test]
fn definitions_of_one_term_are_its_values() {
    let records = records(|n| {
        let subjects: String =
            (0..1 + n % 3).map(|i| format!("<dd>Subject {}</dd>", n + i)).collect();
        let row = |term: &str, of: &str| format!("<div class=row><dt>{term}</dt>{of}</div>");
        let some = |of: usize, term: &str| match n % of {
            0 => String::new(),
            _ => row(term, &format!("<dd>{} {n}</dd>", word(n * of))),
        };
        format!(
            "<h1>Post {n}</h1><dl>{}{}{}{}{}</dl>",
            some(2, "Maker"),
            some(3, "Material"),
            row("Subjects", &subjects),
            some(5, "Technique"),
            some(7, "Place")
        )
    });
    for (n, record) in records.iter().enumerate() {
        let map = map_of(record);
        let subjects: Vec<String> = (0..1 + n % 3).map(|i| format!("Subject {}", n + i)).collect();
        let expected = if subjects.len() == 1 { json!(subjects[0]) } else { json!(subjects) };
        assert_eq!(map["Subjects"], expected, "{record:#}");
    }
}

#[test]
fn names_in_headers_and_terms_of_the_only_page_are_a_map() {
    let rows = "<tr><th>Members</th><td>1,204</td></tr><tr><th>Threads</th><td>377</td></tr>\
                <tr><th>Newest</th><td>Ann Reed</td></tr>";
    for facts in [format!("<table>{rows}</table>"), rows_as_terms(rows)] {
        let records = records_of(1, |_| format!("<h1>The dale in figures</h1>{facts}"));
        let map = map_of(&records[0]);
        assert_eq!(map.get("Threads"), Some(&json!("377")), "{:#}", records[0]);
        assert_eq!(map.get("Newest"), Some(&json!("Ann Reed")), "{:#}", records[0]);
    }
}

fn rows_as_terms(rows: &str) -> String {
    let rows = rows.replace("<tr>", "").replace("</tr>", "");
    format!("<dl>{}</dl>", rows.replace("th>", "dt>").replace("td>", "dd>"))
}

#[test]
fn names_in_headers_that_lead_to_pages_are_titles_of_records() {
    let person = |n: usize| {
        let name = ["Ann Reed", "Bo Snow", "Cy Tarn"][n];
        format!("<tr><th><a href='/people/{n}'>{name}</a></th><td>Keeper of {}</td></tr>", word(n))
    };
    let rows: String = (0..3).map(person).collect();
    let records = records_of(1, |_| format!("<h1>People</h1><table>{rows}</table>"));
    let fields = records[0].as_object().into_iter().flatten();
    let items: Vec<&Value> = fields.filter(|(_, value)| value.is_array()).map(|(_, v)| v).collect();
    assert_eq!(items.len(), 1, "{:#}", records[0]);
    assert!(items[0].to_string().contains("/people/2"), "{:#}", records[0]);
}

#[test]
fn a_sign_between_a_name_and_its_value_belongs_to_neither() {
    let records = records(|n| {
        let pair = |name: &str, value: &str| {
            format!("<div class=fact><span>{name}</span><i>\u{2014}</i><span>{value}</span></div>")
        };
        let rare = if n.is_multiple_of(3) { pair("Colour", word(n + 3)) } else { String::new() };
        let facts = pair("Wood", word(n)) + &pair("Weight", &format!("{} g", 100 + n * 7)) + &rare;
        format!("<h1>Bowl {n}</h1><div class=facts>{facts}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let map = map_of(record);
        assert_eq!(map["Wood"], json!(word(n)), "{record:#}");
        assert_eq!(map.contains_key("Colour"), n.is_multiple_of(3), "{record:#}");
    }
}

#[test]
fn a_definition_is_what_its_label_says_whatever_it_looks_like() {
    let records = records(|n| {
        let person = |k: usize| {
            let id = n * 5 + k;
            let mobile = if id.is_multiple_of(3) {
                format!("<br>Mobile: 07700 90{id:04}")
            } else {
                String::new()
            };
            let field = if id.is_multiple_of(2) {
                format!("<dd><em>Field {id}</em></dd>")
            } else {
                String::new()
            };
            format!(
                "<dt>Ann Lee {id}</dt><dd>{}</dd>{field}<dd>Tel.: 01632 96{id:04}{mobile}</dd>\
                 <dd>Mail: <a href=/mail/{id}>ann{id}(a)site.test</a></dd>",
                word(id)
            )
        };
        let people: String = (0..3 + n % 4).map(person).collect();
        format!("<h1>Crew {n}</h1><dl class=crew>{people}</dl>")
    });
    for (n, record) in records.iter().enumerate() {
        let crew = record["crew"].as_array().unwrap_or_else(|| panic!("{record:#}"));
        assert_eq!(crew.len(), 3 + n % 4, "{record:#}");
        for (k, person) in crew.iter().enumerate() {
            let id = n * 5 + k;
            let text = person.to_string();
            for part in [format!("Ann Lee {id}"), format!("01632 96{id:04}"), format!("ann{id}(a)")]
            {
                assert!(text.contains(&part), "{part} in {person:#}");
            }
        }
    }
}
