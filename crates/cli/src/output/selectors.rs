//! Page types as selectors, in JSON.

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use sitewrap_pipeline::PageTypeSelectors;
use sitewrap_wrapper::selectors::{
    Agreement, FieldSelector, Language, Path, Paths, Rule, TakeRule, ValueRule,
};
use std::collections::BTreeMap;

/// JSON whose objects keep the order in which they were made.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Ordered {
    Object(Object),
    Other(Value),
}

/// Members in their order.
#[derive(Debug, Default)]
pub(crate) struct Object(Vec<(String, Ordered)>);

impl Object {
    fn insert(&mut self, name: &str, value: impl Into<Ordered>) {
        self.0.push((name.to_owned(), value.into()));
    }
}

impl From<Object> for Ordered {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

impl From<Value> for Ordered {
    fn from(value: Value) -> Self {
        Self::Other(value)
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// One page type: what its pages are told by, and its fields with their selectors.
pub(crate) fn page_type(found: &PageTypeSelectors, version: u32, language: Language) -> Object {
    let mut out = Object::default();
    out.insert("page_type", json!(found.page_type));
    out.insert("wrapper", json!(found.wrapper));
    out.insert("version", json!(version));
    out.insert("pages", json!(found.pages));
    if let Some(signs) = &found.signs {
        let write = |paths: &[Path]| -> Vec<Value> {
            paths.iter().map(|path| selector(Some(path), language, false)).collect()
        };
        let mut told = Object::default();
        told.insert("has", json!(write(&signs.has)));
        told.insert("lacks", json!(write(&signs.lacks)));
        told.insert("own_pages", share(found.recognised));
        told.insert("other_pages", share(found.kept_apart.inverse()));
        out.insert("recognise", told);
    }
    out.insert("fields", fields(&found.selectors.fields, language, false));
    out
}

fn fields(fields: &[FieldSelector], language: Language, relative: bool) -> Object {
    let fields = fields.iter().map(|field| {
        let mut out = match &field.rule {
            Rule::Value(rule) => value(rule, language, relative),
            Rule::Values { each, value: rule } => {
                let mut out = each_of(each, language, relative);
                out.insert("value", value(rule, language, true));
                out
            }
            Rule::Records { each, fields: inner } => {
                let mut out = each_of(each, language, relative);
                out.insert("fields", self::fields(inner, language, true));
                out
            }
            Rule::Map { each, pair } => {
                let mut out = each_of(each, language, relative);
                out.insert("key", value(&pair.key, language, true));
                match &pair.value {
                    Some(rule) => out.insert("value", value(rule, language, true)),
                    None => out.insert("value", json!({"take": "text behind the key"})),
                }
                if !pair.names.is_empty() {
                    let name = |name: &String| Some(name.clone()).filter(|name| !name.is_empty());
                    let names = pair.names.iter().map(|(key, to)| (key.clone(), name(to)));
                    out.insert("names", json!(names.collect::<BTreeMap<_, _>>()));
                }
                out
            }
        };
        let agreement = match language {
            Language::Css => field.css,
            Language::XPath => field.xpath,
        };
        out.insert("agreement", share(agreement));
        (field.name.clone(), Ordered::Object(out))
    });
    Object(fields.collect())
}

fn each_of(each: &Paths, language: Language, relative: bool) -> Object {
    let mut out = Object::default();
    out.insert("each", selector(each.get(language), language, relative));
    out
}

fn value(rule: &ValueRule, language: Language, relative: bool) -> Object {
    let mut out = Object::default();
    let path = rule.paths.get(language);
    out.insert("selector", selector(path, language, relative));
    match &rule.take {
        TakeRule::Text => {
            out.insert("take", json!("text"));
        }
        TakeRule::OwnText(at) => {
            out.insert("take", json!("own text"));
            out.insert("number", json!(at + 1));
        }
        TakeRule::Attr(name) | TakeRule::Url(name) => {
            out.insert("take", json!("attribute"));
            out.insert("attribute", json!(name));
        }
    }
    if let Some(cut) = &rule.cut {
        out.insert("regex", json!(cut.regex()));
        if cut.or_whole() {
            out.insert("otherwise", json!("whole"));
        }
    }
    out
}

fn selector(path: Option<&Path>, language: Language, relative: bool) -> Value {
    match (path, language) {
        (None, _) => Value::Null,
        (Some(path), Language::Css) => json!(path.css(relative)),
        (Some(path), Language::XPath) => json!(path.xpath(relative)),
    }
}

/// Three decimals say all that there is to say.
fn share(agreement: Agreement) -> Value {
    match agreement.of {
        0 => Value::Null,
        _ => json!((agreement.share() * 1e3).floor() / 1e3),
    }
}
