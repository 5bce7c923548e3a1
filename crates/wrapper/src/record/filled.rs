//! Fields that a page does not show and states for machines.

use crate::apply::values::{attr_text, origin};
use rustc_hash::FxHashSet;
use sitewrap_model::{Extraction, Fields, Provenance, Record, Statement, Value};
use sitewrap_structured::{FACTS, Fact, Kind, forms};
use sitewrap_values::{Currency, DecimalMark, Evidence, Format, Told, ValueType};

/// Adds to a record what the page states about its subject and no field of the record gives: the
/// facts whose name no field has and whose value is none of the record's own. Values in lists of
/// records are those of other things.
///
/// The names of the fields are added to [`Extraction::filled`], and where the extraction has a
/// provenance, the properties they come from to that. An extraction without a record stays as it is.
pub fn fill(extraction: &mut Extraction, facts: &[Fact]) {
    let Some(record) = &mut extraction.record else { return };
    let shown = shown(record);
    let origin = origin(&extraction.url);
    for fact in facts {
        let is_shown = |value: &String| forms(value).iter().any(|form| shown.contains(form));
        if record.get(fact.name).is_some() || fact.values.iter().any(is_shown) {
            continue;
        }
        let text = |value: &String| {
            let own = (fact.kind == Kind::Address).then(|| attr_text(value, origin)).flatten();
            Value::Text(own.unwrap_or_else(|| value.clone()))
        };
        let value = match &fact.values[..] {
            [only] => text(only),
            several => Value::List(several.iter().map(text).collect()),
        };
        record.insert(fact.name, value);
        extraction.filled.push(fact.name.to_owned());
        if let Some(Fields(fields)) = &mut extraction.provenance {
            let statement = Statement { source: fact.source.name(), property: fact.path };
            fields.push((fact.name.to_owned(), Provenance::Stated(statement)));
        }
    }
}

/// The forms of all texts of a record, and of those of its maps and lists of texts.
fn shown(record: &Record) -> FxHashSet<String> {
    let mut shown = FxHashSet::default();
    let mut open: Vec<&Value> = record.iter().map(|(_, value)| value).collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Text(text) => shown.extend(forms(text)),
            Value::List(items) => {
                open.extend(items.iter().filter(|item| !matches!(item, Value::Record(_))));
            }
            Value::Record(map) => open.extend(map.iter().map(|(_, value)| value)),
            Value::Typed(_) => {}
        }
    }
    shown
}

/// The value of a filled field as what it is; `None` if it does not read so.
pub(crate) fn typed(name: &str, text: &str, record: &Record, origin: &str) -> Option<Value> {
    let kind = FACTS.iter().find(|(known, ..)| *known == name).map_or(Kind::Text, |fact| fact.1);
    let read = |value_type| Format::of(value_type).read(text, origin);
    match kind {
        Kind::Text => Some(Value::Text(text.to_owned())),
        Kind::Address => read(ValueType::Url),
        Kind::Date => read(ValueType::Date).or_else(|| read(ValueType::DateTime)),
        Kind::Count => read(ValueType::Integer),
        Kind::Rating => read(ValueType::Rating),
        Kind::Amount => {
            let code = match record.get("currency") {
                Some(Value::Text(code)) => Currency::from_code(code.trim()),
                _ => None,
            };
            let told = |code| Told { is: code, by: Evidence::Data };
            let point = Told { is: DecimalMark::Point, by: Evidence::Usage };
            let format = Format {
                currency: code.map(told),
                decimal_mark: Some(point),
                ..Format::of(ValueType::Price)
            };
            format.read(text, origin)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_model::Reason;
    use sitewrap_structured::Source;

    fn fact(name: &'static str, value: &str) -> Fact {
        let (_, kind, paths) = FACTS.iter().find(|(known, ..)| *known == name).unwrap();
        let values = vec![value.to_owned()];
        Fact { name, path: paths[0], kind: *kind, source: Source::JsonLd, values }
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn what_the_record_has_is_not_added_whatever_it_is_called() {
        let mut record = Record::new();
        record.insert("title", text("Oak Lamp"));
        record.insert("cost", text("£12.50"));
        let mut details = Record::new();
        details.insert("Article no.", text("LMP-7"));
        record.insert("details", Value::Record(details));
        let mut other = Record::new();
        other.insert("brand", text("Hull"));
        record.insert("related", Value::List(vec![Value::Record(other)]));
        let mut extraction = Extraction {
            record: Some(record),
            provenance: Some(Fields::default()),
            ..Extraction::without_record("https://shop.example/p/7", Reason::NoWrapper)
        };
        let stated = [
            fact("title", "Another name"),
            fact("price", "12.5"),
            fact("currency", "GBP"),
            fact("sku", "LMP-7"),
            fact("brand", "Hull"),
            fact("image", "https://shop.example/7.jpg"),
        ];
        fill(&mut extraction, &stated);
        assert_eq!(extraction.filled, ["currency", "brand", "image"]);
        let record = extraction.record.unwrap();
        assert_eq!(record.get("title"), Some(&text("Oak Lamp")));
        assert_eq!(record.get("image"), Some(&text("/7.jpg")));
        let Some(Fields(fields)) = extraction.provenance else { panic!("it was there") };
        let told = Statement { source: "json-ld", property: "offers.priceCurrency" };
        assert_eq!(fields[0], ("currency".to_owned(), Provenance::Stated(told)));
    }

    #[test]
    fn filled_values_are_read_as_what_they_are() {
        let mut record = Record::new();
        record.insert("currency", text("GBP"));
        let shown = |name: &str, value: &str| {
            let value = typed(name, value, &record, "https://a.example");
            value.map_or("none".to_owned(), |value| serde_json::to_string(&value).unwrap())
        };
        assert_eq!(shown("price", "1249.5"), r#"{"amount":1249.5,"currency":"GBP"}"#);
        assert_eq!(shown("price", "48.000"), r#"{"amount":48.0,"currency":"GBP"}"#);
        assert_eq!(shown("date", "2024-01-04"), r#""2024-01-04""#);
        assert_eq!(shown("modified", "2024-01-04T08:30:00Z"), r#""2024-01-04T08:30:00Z""#);
        assert_eq!(shown("rating", "4.5"), r#"{"value":4.5,"best":null}"#);
        assert_eq!(shown("image", "/7.jpg"), r#""https://a.example/7.jpg""#);
        assert_eq!(shown("price", "on request 1"), "none");
    }
}
