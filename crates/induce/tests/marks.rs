//! Words that always say the same, and are not always there.

mod pages;

use pages::records;
use serde_json::{Value, json};

/// The values of an object, those of objects and lists in it too.
fn values(of: &Value) -> Vec<&Value> {
    match of {
        Value::Object(fields) => fields.values().flat_map(values).collect(),
        Value::Array(items) => items.iter().flat_map(values).collect(),
        value => vec![value],
    }
}

fn items(record: &Value) -> &Vec<Value> {
    let fields = record.as_object().expect("a record");
    let mut lists = fields.values().filter_map(Value::as_array);
    lists.find(|list| list.iter().all(Value::is_object)).unwrap_or_else(|| panic!("{record:#}"))
}

#[test]
fn a_mark_is_a_value_of_the_items_that_have_it() {
    let is_new = |id: usize| id.is_multiple_of(3);
    let count = |n: usize| 3 + n % 3;
    let records = records(|n| {
        let item = |at: usize| {
            let id = n * 7 + at;
            let mark = if is_new(id) { "<span class=flag>Just in</span>" } else { "" };
            format!(
                "<li class=card><a href=/lamp/{id}><img src=/{id}.jpg>{mark}</a>\
                 <h3><a href=/lamp/{id}>Lamp {id}</a></h3><b class=price>{}.00 EUR</b></li>",
                10 + id
            )
        };
        let items: String = (0..count(n)).map(item).collect();
        format!("<h1>Lamps {n}</h1><ul class=cards>{items}</ul>")
    });
    for (n, record) in records.iter().enumerate() {
        for (at, item) in items(record).iter().enumerate() {
            let has_mark = values(item).contains(&&json!("Just in"));
            assert_eq!(has_mark, is_new(n * 7 + at), "{item:#}");
        }
    }
}

#[test]
fn words_beside_a_value_that_comes_and_goes_with_them_are_its_label() {
    let records = records(|n| {
        let before = match n % 3 {
            0 => format!("<i class=was>Was</i><s>{}.50 EUR</s>", 90 + n),
            _ => String::new(),
        };
        format!(
            "<h1>Lamp {n}</h1><div class=offer>{before}<b class=price>{}.00 EUR</b></div>",
            40 + n
        )
    });
    for (n, record) in records.iter().enumerate() {
        let values = values(record);
        assert!(!values.contains(&&json!("Was")), "{record:#}");
        let before = json!(format!("{}.50 EUR", 90 + n));
        assert_eq!(values.contains(&&before), n.is_multiple_of(3), "{record:#}");
    }
}

#[test]
fn words_in_the_place_of_a_value_that_is_missing_are_none() {
    let records = records(|n| {
        let place = match n % 3 {
            0 => "<em class=none>Nobody has said where</em>".to_owned(),
            _ => format!("<span class=place>Port {}</span>", n * 3),
        };
        format!("<h1>Storm {n}</h1><div class=log>{place}<b class=wind>{} knots</b></div>", 20 + n)
    });
    for record in &records {
        assert!(!values(record).contains(&&json!("Nobody has said where")), "{record:#}");
    }
}
