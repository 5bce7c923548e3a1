//! The schema of a page type as JSON Schema.

use crate::wrapper::Wrapper;
use crate::wrapper::schema::{Schema, SchemaField, Shape};
use crate::wrapper::template::{Field, Map};
use sitewrap_model::{Record, Typed, Value};
use sitewrap_values::{Format, Told, ValueType, Values};

/// Two normal deviations: the bound below holds in 95 of 100 cases.
const Z: f64 = 1.96;

/// What `YYYY-MM-DD` and a time after it look like.
const DATE_TIME: &str = r"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$";

impl Field {
    /// How sure it is that the field's values are what its type says, 0..=1: the lower end of the
    /// 95 % Wilson interval for the share of values that read as the type. So ten values that all
    /// fit give 0.72, a hundred 0.96: few values make no sure type.
    pub fn confidence(&self) -> f64 {
        let (fits, n) = (f64::from(self.fitting.seen), f64::from(self.fitting.of));
        if n == 0.0 {
            return 0.0;
        }
        let share = fits / n;
        let middle = share + Z * Z / (2.0 * n);
        let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        ((middle - spread) / (1.0 + Z * Z / n)).max(0.0)
    }
}

/// The JSON Schema (draft 2020-12) of a wrapper's records, as a record that serializes to it.
///
/// A property is `required` if every page seen when the wrapper was induced had it. A typed value
/// is what its type says, or a string too where values were seen that do not read as the type.
/// Records of pages that are not `satisfied`, and those with `untyped` values, need not fit: to
/// tell them is what a schema is for. Beside the standard's words, `x-sitewrap` tells what is
/// known of a field.
pub fn json_schema(wrapper: &Wrapper, values: Values) -> Record {
    let mut root = Record::new();
    root.insert("$schema", text("https://json-schema.org/draft/2020-12/schema"));
    root.insert("title", text(&wrapper.page_type));
    let of = format!("Record of a page of type {}", wrapper.page_type);
    root.insert("description", text(&of));
    object(&Schema::of(wrapper), values, &mut root);
    root
}

fn object(schema: &Schema<'_>, values: Values, out: &mut Record) {
    out.insert("type", text("object"));
    let mut properties = Record::new();
    for field in &schema.fields {
        properties.insert(field.field.name.as_str(), Value::Record(property(field, values)));
    }
    out.insert("properties", Value::Record(properties));
    let required = schema.fields.iter().filter(|field| is_everywhere(field));
    let required: Vec<Value> = required.map(|field| text(&field.field.name)).collect();
    out.insert("required", Value::List(required));
    out.insert("additionalProperties", yes(false));
}

fn is_everywhere(field: &SchemaField<'_>) -> bool {
    let filled = field.field.filled;
    field.required && filled.of > 0 && filled.seen == filled.of
}

fn property(field: &SchemaField<'_>, values: Values) -> Record {
    let mut out = Record::new();
    match &field.shape {
        Shape::Value => {
            let all_fit = field.field.fitting.seen == field.field.fitting.of;
            out = value(field.field.format, all_fit, values);
            let examples = examples(field.field, values);
            if !examples.is_empty() {
                out.insert("examples", Value::List(examples));
            }
        }
        Shape::Records(schema) => {
            let mut items = Record::new();
            object(schema, values, &mut items);
            out.insert("type", text("array"));
            out.insert("items", Value::Record(items));
        }
        Shape::Values(item) => {
            out.insert("type", text("array"));
            out.insert("items", Value::Record(property(item, values)));
        }
        Shape::Map(map) => pairs(map, values, &mut out),
    }
    out.insert("x-sitewrap", Value::Record(about(field.field)));
    out
}

/// A map: names that were seen have their types, others are text; a name that stands more than
/// once has a list.
fn pairs(map: &Map, values: Values, out: &mut Record) {
    let one_or_more = |format: Format| {
        let one = value(format, false, values);
        let mut list = Record::new();
        list.insert("type", text("array"));
        list.insert("items", Value::Record(one.clone()));
        any_of([one, list])
    };
    out.insert("type", text("object"));
    if values == Values::Typed {
        let mut properties = Record::new();
        for (key, format) in &map.formats {
            properties.insert(key.as_str(), Value::Record(one_or_more(*format)));
        }
        if !properties.is_empty() {
            out.insert("properties", Value::Record(properties));
        }
    }
    out.insert("additionalProperties", Value::Record(one_or_more(Format::default())));
}

/// The schema of one value.
fn value(format: Format, all_fit: bool, values: Values) -> Record {
    let mut string = one("string");
    if format.value_type == ValueType::Html {
        string.insert("contentMediaType", text("text/html"));
    }
    if values == Values::Raw || format.is_text() {
        return string;
    }
    let typed = match format.value_type {
        ValueType::Text | ValueType::Html => return string,
        ValueType::Integer => one("integer"),
        ValueType::Decimal => one("number"),
        ValueType::Boolean => one("boolean"),
        ValueType::Duration => {
            let mut seconds = one("integer");
            seconds.insert("minimum", Value::Typed(Typed::Integer(0)));
            seconds.insert("description", text("seconds"));
            seconds
        }
        ValueType::Price => {
            let mut currency = any_of([one("string"), one("null")]);
            currency.insert("pattern", text("^[A-Z]{3}$"));
            // Only a range has a highest amount.
            let all = [("amount", one("number")), ("currency", currency)];
            parts(all, Some(("max_amount", one("number"))))
        }
        ValueType::Rating => {
            let mut mark = one("number");
            mark.insert("minimum", Value::Typed(Typed::Integer(0)));
            parts([("value", mark), ("best", any_of([one("integer"), one("null")]))], None)
        }
        ValueType::Date => {
            let mut date = one("string");
            date.insert("format", text("date"));
            date
        }
        // `date-time` of the standard must have an offset, which not all pages tell.
        ValueType::DateTime => {
            let mut time = one("string");
            time.insert("pattern", text(DATE_TIME));
            time
        }
        ValueType::Url | ValueType::Image => {
            let mut address = one("string");
            address.insert("format", text("uri"));
            address
        }
    };
    if all_fit { typed } else { any_of([typed, string]) }
}

/// An object that has all of these and nothing else.
fn parts<const N: usize>(parts: [(&str, Record); N], optional: Option<(&str, Record)>) -> Record {
    let mut out = one("object");
    let required = parts.iter().map(|(name, _)| text(name)).collect();
    let mut properties = Record::new();
    for (name, part) in parts.into_iter().chain(optional) {
        properties.insert(name, Value::Record(part));
    }
    out.insert("properties", Value::Record(properties));
    out.insert("required", Value::List(required));
    out.insert("additionalProperties", yes(false));
    out
}

/// What is known of a field, beyond what JSON Schema has words for.
fn about(field: &Field) -> Record {
    let mut out = Record::new();
    let format = field.format;
    out.insert("type", text(format.value_type.name()));
    let named_by = format!("{:?}", field.named_by).to_lowercase();
    out.insert("named_by", text(&named_by));
    if field.filled.of > 0 {
        out.insert("filled", share(field.filled.share()));
    }
    if field.fitting.of > 0 {
        out.insert("fitting", share(field.fitting.share()));
        out.insert("confidence", share(field.confidence()));
    }
    let mut told = |name: &str, is: Option<(String, String)>| {
        if let Some((is, by)) = is {
            out.insert(name, text(&is));
            out.insert(format!("{name}_told_by"), text(&by));
        }
    };
    told("currency", format.currency.map(|told| lower(told, |is| is.to_string())));
    told("decimal_mark", format.decimal_mark.map(|told| lower(told, |is| is.name().to_owned())));
    told("date_order", format.date_order.map(|told| lower(told, |is| is.name().to_owned())));
    out
}

fn lower<T: Copy>(told: Told<T>, show: impl Fn(T) -> String) -> (String, String) {
    (show(told.is), told.by.name().to_owned())
}

fn examples(field: &Field, values: Values) -> Vec<Value> {
    let raw = field.examples.iter();
    match values {
        Values::Raw => raw.map(|example| text(example)).collect(),
        // Long examples are cut off, and may not read as what they were.
        Values::Typed => raw.filter_map(|example| field.format.read(example, "")).collect(),
    }
}

fn one(name: &str) -> Record {
    let mut out = Record::new();
    out.insert("type", text(name));
    out
}

fn any_of<const N: usize>(options: [Record; N]) -> Record {
    let mut out = Record::new();
    out.insert("anyOf", Value::List(options.into_iter().map(Value::Record).collect()));
    out
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn yes(yes: bool) -> Value {
    Value::Typed(Typed::Boolean(yes))
}

/// Three decimals say all that there is to say.
fn share(share: f64) -> Value {
    Value::Typed(Typed::Decimal((share * 1e3).round() / 1e3))
}
