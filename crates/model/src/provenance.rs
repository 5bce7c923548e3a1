//! Where the values of a record stand in the page that they were taken from.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Where a value stands; the shape is that of the value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Provenance {
    /// Of a single value.
    Value(Position),
    /// Of a list: one a value, in their order.
    List(Vec<Provenance>),
    /// Of a record or a map: by the names of its fields.
    Record(Fields),
    /// Of a value, or a list of values, that the page states for machines and does not show.
    Stated(Statement),
    /// Of a text that is the main content of the page, which no one node holds.
    Found(Finding),
}

/// What has found a value that is none of the template's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// `content`: the search for main content.
    pub source: &'static str,
}

/// A property that a page states for machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// Where it is stated: `json-ld`, `microdata`, `rdfa`, `opengraph`, `meta`, `state`.
    pub source: &'static str,
    /// The way to it from the thing that the page is about, in the terms of schema.org:
    /// `offers.priceCurrency`.
    pub property: &'static str,
}

/// Where the fields of a record stand, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(pub Vec<(String, Provenance)>);

/// A place in a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// The XPath of the node, by positions, in the tree that a browser or another HTML5 parser
    /// makes of the page.
    pub xpath: String,
    /// The XPath of the last node, where the value is the text of several siblings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Whether the value is a part of the text that stands there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub part: bool,
    /// First byte, and one past the last, of the text or the attribute's value in the page's body
    /// as it was sent; absent for what the page does not spell out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<(usize, usize)>,
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, provenance) in &self.0 {
            map.serialize_entry(name, provenance)?;
        }
        map.end()
    }
}
