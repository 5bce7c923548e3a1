//! Nested records as paths with lists of values.

use super::text::is_long;
use sitewrap_model::{Record, Value};
use std::collections::BTreeMap;

/// A record or a part of one, whatever it was read from.
#[derive(Clone, Debug, PartialEq)]
pub enum Nested {
    /// A value.
    Text(String),
    /// A list.
    List(Vec<Nested>),
    /// Named parts in their order.
    Map(Vec<(String, Nested)>),
}

/// The values at each path.
pub(super) type Flat = BTreeMap<String, Vec<String>>;

impl From<&Value> for Nested {
    fn from(value: &Value) -> Self {
        match value {
            Value::Text(text) => Self::Text(text.clone()),
            Value::Typed(typed) => Self::Text(typed.to_string()),
            Value::List(items) => Self::List(items.iter().map(Self::from).collect()),
            Value::Record(record) => Self::from(record),
        }
    }
}

impl From<&Record> for Nested {
    fn from(record: &Record) -> Self {
        Self::Map(record.iter().map(|(name, value)| (name.to_owned(), value.into())).collect())
    }
}

impl From<&serde_json::Value> for Nested {
    fn from(value: &serde_json::Value) -> Self {
        use serde_json::Value as Json;
        match value {
            // What is not there is a list of nothing.
            Json::Null => Self::List(Vec::new()),
            Json::String(text) => Self::Text(text.clone()),
            Json::Bool(_) | Json::Number(_) => Self::Text(value.to_string()),
            Json::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Json::Object(map) => {
                Self::Map(map.iter().map(|(name, value)| (name.clone(), value.into())).collect())
            }
        }
    }
}

impl Nested {
    fn is_nested(&self) -> bool {
        !matches!(self, Self::Text(_))
    }

    fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::List(_) | Self::Map(_) => None,
        }
    }

    /// `{"a": {"b": [{"c": 1}]}}` is `a.b[].c`: lists lose their indices, the paragraphs of an item
    /// are one value.
    pub(super) fn flatten(&self) -> Flat {
        let mut out = Flat::new();
        self.flatten_into("", &mut out, false);
        out
    }

    fn flatten_into(&self, path: &str, out: &mut Flat, in_item: bool) {
        match self {
            Self::Text(text) => out.entry(path.to_owned()).or_default().push(text.clone()),
            Self::Map(map) => {
                for (name, value) in map {
                    value.flatten_into(&joined(path, name), out, in_item);
                }
            }
            Self::List(items) => {
                let texts: Option<Vec<&str>> = items.iter().map(Self::as_text).collect();
                if let Some(texts) =
                    texts.filter(|texts| in_item && texts.iter().any(|t| is_long(t)))
                {
                    out.entry(path.to_owned()).or_default().push(texts.join(" "));
                    return;
                }
                for item in items {
                    let nested = item.is_nested();
                    let path = if nested { format!("{path}[]") } else { path.to_owned() };
                    item.flatten_into(&path, out, in_item || nested);
                }
            }
        }
    }

    /// Maps as lists of pairs: `details{}.name` and `details{}.value`.
    pub(super) fn pairs(&self) -> Flat {
        let mut out = Flat::new();
        self.pairs_into("", &mut out);
        out
    }

    fn pairs_into(&self, path: &str, out: &mut Flat) {
        match self {
            Self::Text(_) => {}
            Self::Map(map) => {
                if !path.is_empty() && !map.is_empty() && !map.iter().any(|(_, v)| v.is_nested()) {
                    let names = map.iter().map(|(name, _)| name.clone());
                    out.entry(format!("{path}{{}}.name")).or_default().extend(names);
                    let values = map.iter().filter_map(|(_, value)| value.as_text());
                    let key = format!("{path}{{}}.value");
                    out.entry(key).or_default().extend(values.map(str::to_owned));
                }
                for (name, value) in map {
                    value.pairs_into(&joined(path, name), out);
                }
            }
            Self::List(items) => {
                items.iter().for_each(|item| item.pairs_into(&format!("{path}[]"), out));
            }
        }
    }

    /// The items of the list at a path as [`Nested::flatten`] writes it.
    pub(super) fn items_at(&self, base: &str) -> Vec<&Nested> {
        let mut level = vec![self];
        for key in base.split('.') {
            let (key, is_list) = key.strip_suffix("[]").map_or((key, false), |key| (key, true));
            level = level.into_iter().filter_map(|it| it.get(key)).collect();
            if is_list {
                level = level.into_iter().flat_map(Self::items).collect();
            }
        }
        level
    }

    fn items(&self) -> &[Nested] {
        match self {
            Self::List(items) => items,
            Self::Text(_) | Self::Map(_) => &[],
        }
    }

    fn get(&self, name: &str) -> Option<&Nested> {
        match self {
            Self::Map(map) => map.iter().find(|(known, _)| known == name).map(|(_, value)| value),
            Self::Text(_) | Self::List(_) => None,
        }
    }
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_lose_their_indices_and_maps_are_pairs() {
        let record = json!({"a": {"b": [{"c": "1"}, {"c": "2"}]}, "d": {"Weight": "1 kg"}});
        let record = Nested::from(&record);
        assert_eq!(record.flatten()["a.b[].c"], ["1", "2"]);
        assert_eq!(record.pairs()["d{}.name"], ["Weight"]);
        assert_eq!(record.items_at("a.b[]").len(), 2);
    }

    #[test]
    fn paragraphs_of_an_item_are_one_text() {
        let long = "word ".repeat(20);
        let record =
            Nested::from(&json!({"posts": [{"text": [long, "end"]}], "body": [long, "end"]}));
        assert_eq!(record.flatten()["posts[].text"].len(), 1);
        assert_eq!(record.flatten()["body"].len(), 2);
    }
}
