//! Well-known facts about what a page is about, under the names that fields of records have.

use crate::thing::{Source, Stated, Thing};

/// What the value of a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// The address of a page or picture.
    Address,
    /// A day or time, most often as ISO 8601 writes it.
    Date,
    /// An amount of money, without its currency.
    Amount,
    /// A mark on a scale.
    Rating,
    /// A whole number.
    Count,
}

/// A fact, and where it is stated.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// The name of a field that gives it.
    pub name: &'static str,
    /// The property that states it: `offers.price`.
    pub path: &'static str,
    /// What its values are.
    pub kind: Kind,
    /// Where it is stated.
    pub source: Source,
    /// Its values, one or more.
    pub values: Vec<String>,
}

/// Names of fields, with the properties that give them, the best first. The names are those that
/// induction gives to fields with the same values.
pub const FACTS: [(&str, Kind, &[&str]); 19] = [
    ("title", Kind::Text, &["name", "headline"]),
    ("description", Kind::Text, &["description"]),
    ("author", Kind::Text, &["author", "creator"]),
    ("date", Kind::Date, &["datePublished", "dateCreated", "uploadDate", "datePosted"]),
    ("modified", Kind::Date, &["dateModified"]),
    (
        "price",
        Kind::Amount,
        &["offers.price", "offers.lowPrice", "offers.priceSpecification.price"],
    ),
    ("currency", Kind::Text, &["offers.priceCurrency", "offers.priceSpecification.priceCurrency"]),
    ("availability", Kind::Text, &["offers.availability"]),
    ("sku", Kind::Text, &["sku"]),
    ("ean", Kind::Text, &["gtin13", "gtin", "gtin14", "gtin8"]),
    ("upc", Kind::Text, &["gtin12"]),
    ("mpn", Kind::Text, &["mpn"]),
    ("isbn", Kind::Text, &["isbn"]),
    ("brand", Kind::Text, &["brand"]),
    ("category", Kind::Text, &["category", "articleSection", "recipeCategory"]),
    ("rating", Kind::Rating, &["aggregateRating.ratingValue"]),
    ("review_count", Kind::Count, &["aggregateRating.reviewCount", "aggregateRating.ratingCount"]),
    ("comment_count", Kind::Count, &["commentCount"]),
    ("image", Kind::Address, &["image", "thumbnailUrl"]),
];

/// Facts that may have several values; of the others, one that has several is none.
const SEVERAL: [&str; 2] = ["author", "category"];

/// The facts that a thing states.
pub(crate) fn facts(thing: &Thing) -> Vec<Fact> {
    let fact = |&(name, kind, paths): &(&'static str, Kind, &'static [&'static str])| {
        paths.iter().find_map(|path| {
            let (source, values) = stated(thing, path, kind)?;
            let values = match name {
                // Pictures come in several sizes, the first one is the one meant.
                "image" => values.into_iter().take(1).collect(),
                name if values.len() > 1 && !SEVERAL.contains(&name) => return None,
                _ => values,
            };
            Some(Fact { name, path, kind, source, values })
        })
    };
    FACTS.iter().filter_map(fact).collect()
}

/// The different texts at the end of a path, if there is one at least and each can be what the fact
/// is.
fn stated(thing: &Thing, path: &str, kind: Kind) -> Option<(Source, Vec<String>)> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
    let property = thing.get(first)?;
    let mut source = property.source;
    let mut values: Vec<String> = Vec::new();
    for value in &property.values {
        let found = match (value, rest) {
            (Stated::Text(text), None) => vec![text.clone()],
            (Stated::Thing(inner), None) => {
                let keys: &[&str] = match kind {
                    Kind::Address => &["url", "contentUrl"],
                    _ => &["name"],
                };
                keys.iter().find_map(|key| inner.text(key)).map(str::to_owned).into_iter().collect()
            }
            (Stated::Thing(inner), Some(rest)) => {
                let Some((of, found)) = stated(inner, rest, kind) else { continue };
                source = of;
                found
            }
            (Stated::Text(_), Some(_)) => Vec::new(),
        };
        for text in found {
            if is_plausible(&text, kind) && !values.contains(&text) {
                values.push(text);
            }
        }
    }
    (!values.is_empty()).then_some((source, values))
}

/// Whether a text can be a value of its kind. Authors, brands and the like are no addresses.
fn is_plausible(text: &str, kind: Kind) -> bool {
    let has_digit = || text.bytes().any(|byte| byte.is_ascii_digit());
    match kind {
        Kind::Text => !text.contains("://"),
        Kind::Address => text.contains('/') && !text.contains(char::is_whitespace),
        Kind::Date | Kind::Amount | Kind::Rating => has_digit() && text.len() <= 40,
        Kind::Count => !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()),
    }
}
