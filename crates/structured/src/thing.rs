//! Things that a page speaks of, and the bounds on them.

use sitewrap_model::{Record, Value};

/// Levels of things within things.
pub(crate) const MAX_DEPTH: usize = 12;

/// Where a page states something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// JSON-LD in a script.
    JsonLd,
    /// Microdata: `itemscope`, `itemprop`.
    Microdata,
    /// RDFa: `typeof`, `property`.
    Rdfa,
    /// The Open Graph protocol and what goes with it (`og:`, `article:`, `product:`, `twitter:`).
    OpenGraph,
    /// Other `meta` elements of the head (`author`, `citation_title`, `dc.date`).
    Meta,
    /// JSON that the page's scripts start from.
    State,
}

impl Source {
    /// The name that output has for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::JsonLd => "json-ld",
            Self::Microdata => "microdata",
            Self::Rdfa => "rdfa",
            Self::OpenGraph => "opengraph",
            Self::Meta => "meta",
            Self::State => "state",
        }
    }
}

/// Something that a page speaks of: a product, an article, a person.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thing {
    /// Its types in the terms of schema.org (`Product`); may be empty.
    pub types: Vec<String>,
    /// The identifier that the page gives it, if any: most often a URL.
    pub id: Option<String>,
    /// What is said of it, in the order of the page; a property has one entry.
    pub properties: Vec<Property>,
}

/// A property of a thing with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its name in the terms of schema.org (`datePublished`).
    pub name: String,
    /// Where it is stated.
    pub source: Source,
    /// One value or more, in the order of the page.
    pub values: Vec<Stated>,
}

/// A value that a page states.
#[derive(Clone, Debug, PartialEq)]
pub enum Stated {
    /// Text as it is written; URLs are absolute.
    Text(String),
    /// A thing of its own.
    Thing(Thing),
}

impl Thing {
    /// A thing of one type.
    pub(crate) fn of_type(name: &str) -> Self {
        Self { types: vec![name.to_owned()], ..Self::default() }
    }

    /// A property.
    pub(crate) fn get(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// The first text among the values of a property, or the name of the first thing.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.values.iter().find_map(|value| match value {
            Stated::Text(text) => Some(text.as_str()),
            Stated::Thing(thing) => thing.text("name"),
        })
    }

    /// What it is called.
    pub(crate) fn name(&self) -> Option<&str> {
        self.text("name").or_else(|| self.text("headline"))
    }

    pub(crate) fn is_a(&self, name: &str) -> bool {
        self.types.iter().any(|own| own == name)
    }

    /// Adds a value to a property; one that is there already is not repeated.
    pub(crate) fn add(&mut self, name: &str, source: Source, value: Stated) {
        match self.properties.iter_mut().find(|property| property.name == name) {
            Some(property) if property.values.contains(&value) => {}
            Some(property) => property.values.push(value),
            None => {
                let name = name.to_owned();
                self.properties.push(Property { name, source, values: vec![value] });
            }
        }
    }

    /// The sources of all that is said of it, each once.
    pub fn sources(&self) -> Vec<Source> {
        let mut sources = Vec::new();
        self.collect_sources(&mut sources);
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    fn collect_sources(&self, sources: &mut Vec<Source>) {
        for property in &self.properties {
            sources.push(property.source);
            for value in &property.values {
                if let Stated::Thing(thing) = value {
                    thing.collect_sources(sources);
                }
            }
        }
    }

    /// The thing as output has it: `@type`, `@id`, then its properties; a property with several
    /// values is a list.
    pub fn record(&self) -> Record {
        let mut record = Record::new();
        self.record_types(&mut record);
        self.record_properties(&mut record);
        record
    }

    pub(crate) fn record_types(&self, record: &mut Record) {
        let text = |text: &String| Value::Text(text.clone());
        match &self.types[..] {
            [] => {}
            [only] => record.insert("@type", text(only)),
            several => record.insert("@type", Value::List(several.iter().map(text).collect())),
        }
    }

    pub(crate) fn record_properties(&self, record: &mut Record) {
        if let Some(id) = &self.id {
            record.insert("@id", Value::Text(id.clone()));
        }
        for property in &self.properties {
            let mut values = property.values.iter().map(|value| match value {
                Stated::Text(text) => Value::Text(text.clone()),
                Stated::Thing(thing) => Value::Record(thing.record()),
            });
            let value = match (values.next(), property.values.len()) {
                (Some(only), 1) => only,
                (first, _) => Value::List(first.into_iter().chain(values).collect()),
            };
            record.insert(property.name.as_str(), value);
        }
    }
}

/// What a page may give at most, over all sources together.
#[derive(Debug)]
pub(crate) struct Budget {
    values: usize,
    bytes: usize,
    things: usize,
}

impl Budget {
    /// Values, things and bytes of text of a page. The largest of 1,500 pages measured had 1,300
    /// values in 130 KB.
    pub(crate) fn new() -> Self {
        Self { values: 5_000, bytes: 1 << 20, things: 2_000 }
    }

    /// Whether one more text may be kept; it is counted.
    pub(crate) fn take_text(&mut self, bytes: usize) -> bool {
        let fits = self.values > 0 && bytes <= self.bytes;
        if fits {
            self.values -= 1;
            self.bytes -= bytes;
        }
        fits
    }

    /// Whether one more thing may be kept; it is counted.
    pub(crate) fn take_thing(&mut self) -> bool {
        let fits = self.things > 0;
        self.things = self.things.saturating_sub(1);
        fits
    }
}
