//! The template of a page type: what its pages share, and where they differ.
//!
//! A template is a tree over the tag tree of a page. Its nodes say what stands there (tag and
//! features), how often (required, optional, repeated), and what is content: a text, an attribute,
//! a list of records, a map of names to values, or running text.

use crate::wrapper::presence::Presence;
use crate::wrapper::quality::{Extra, Quality};
use serde::{Deserialize, Serialize};
use sitewrap_values::Format;
use std::collections::BTreeMap;

/// The template of one page type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Template {
    /// The node that stands for the page's `body`.
    pub root: Element,
    /// How nodes of a page are recognised as nodes of the template.
    pub matching: Matching,
    /// Labels (`li.comment`) of items that stand in items of their own list, as replies do in comments: all are
    /// items of the outermost list, in the order of the page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nested: Vec<String>,
    /// Labels (`div.block`) of elements that only lay the page out: what they hold stands among their siblings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<String>,
}

/// How nodes of a page are recognised as nodes of the template.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Matching {
    /// By tag, features (classes, ids, structure below, neighbours) and label words.
    #[default]
    Features,
    /// By tag alone, as in \[QYZ11\].
    Tags,
}

/// A node of a template.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TemplateNode {
    /// One element or text node.
    Element(Element),
    /// A list: a group of sibling nodes that is repeated.
    Repeat(Repeat),
    /// A list of pairs that is a map of names to values.
    Map(Box<Map>),
    /// Running text: any number of sibling nodes that are one text.
    Prose(Prose),
}

/// A feature by which a node is recognised, with the share of instances that bear it times the
/// weight of its kind. The name's first character is the kind:
/// `.` class word, `#` id, `@` attribute, `>` child, `^` grandchild, `<` and `+` the sibling
/// before and after a text, `(` and `)` the word before and after an element, `|` the header of a
/// table cell's column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feature {
    /// Kind and name, such as `.price`.
    pub name: String,
    /// Weight, above 0.
    pub weight: f32,
}

/// One element, or one text node (tag `#text`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Element {
    /// Tag name, or `#text`.
    pub tag: String,
    /// What it is recognised by, beside the tag.
    pub features: Vec<Feature>,
    /// Words that each instance bears and that tell it from its siblings (`Price:`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub label_words: Vec<String>,
    /// In how many instances of the parent it was found.
    pub presence: Presence,
    /// Attributes that are content.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attrs: Vec<AttrField>,
    /// Whether it is looked through: what is in it stands among its siblings, as where it lacks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub through: bool,
    /// What is inside.
    pub content: Content,
}

/// What is inside an [`Element`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Further nodes.
    Children(Vec<TemplateNode>),
    /// Text that varies, taken as a whole or by its parts.
    Text(TextPattern),
    /// The same in (almost) all instances: template text, shortened for reading; may be empty.
    Fixed(String),
    /// Varies, but is no content of the page (site boilerplate, or nothing that a reader sees).
    Ignored,
}

/// A name in a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// Unique among the fields of its record, but for a field that has several places, of which a record has
    /// one: these are one field. Lower snake case. Empty for a field that a person has dropped: it stays in the
    /// template, so that its nodes are known, and is in no record.
    pub name: String,
    /// What the name was taken from.
    pub named_by: NamedBy,
    /// What speaks for the name, the strongest evidence first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// A few of its values, shortened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// What its values are and how they are read.
    #[serde(default, skip_serializing_if = "Format::is_text")]
    pub format: Format,
    /// How many records of its level (pages, or items of the list that it is in) had a value for
    /// it where the wrapper was induced, of how many.
    #[serde(default)]
    pub filled: Presence,
    /// Values that were read by the format where the wrapper was induced, of the values seen.
    #[serde(default)]
    pub fitting: Presence,
    /// Why it is no core of a record; `None` for a field that is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<Extra>,
    /// How good it is; `None` where nothing could be looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<Quality>,
}

/// What a field's name was taken from, the strongest evidence first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NamedBy {
    /// A key of the page's structured data with the same values.
    Data,
    /// An `itemprop`, `property` or `rel` attribute.
    Markup,
    /// A label on the page (`Price:`, a table header, a heading above).
    Label,
    /// The meaning of the tag (`h1`, `time`, `img`).
    Tag,
    /// A class or id.
    Class,
    /// The form of the values (`£12.50`).
    Values,
    /// The place in the page.
    #[default]
    Place,
}

/// Something that speaks for a field's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Where it was found.
    pub by: NamedBy,
    /// What was found: the key `Product.offers.price`, the label `Price:`, the class `price_color`.
    pub what: String,
}

/// An attribute, or the class words of an element, as a field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AttrField {
    /// Attribute name; `class` for class words.
    pub attr: String,
    /// For `class`: the words that are the field's values; empty for other attributes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The field.
    pub field: Field,
}

/// How a text is cut: fixed parts, which all instances share, and varying parts between them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TextPattern {
    /// The text as a whole; absent where its parts say all.
    pub whole: Option<Field>,
    /// Fixed and varying parts in order; empty where the text has no fixed part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Whether a text may end before a fixed part behind a field, as `9 May` does where others go on `9 May, by Ann`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends_early: bool,
    /// Whether it is running text: paragraphs and other blocks of text on most pages.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub running: bool,
    /// The first paragraph of running text, where the site uses it as a summary of the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Box<Field>>,
}

/// A part of a [`TextPattern`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Template text.
    Fixed(String),
    /// Content.
    Field(Field),
}

/// A list of records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repeat {
    /// The list's field.
    pub field: Field,
    /// The sibling nodes that make one item, in order.
    pub unit: Vec<TemplateNode>,
    /// Whether the items stand in the running text beside the list, at whatever depth: the pictures and the links of an
    /// article, which are found by their tag, with their attributes and the words of links; or, where the unit is a map,
    /// the rows of tables with headers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub within: bool,
    /// Whether the items are looked through: what they hold are fields of the record that this stands in, and
    /// the parts of a list that several of them hold are one list. So are the rows of a gallery, and the only
    /// block of several alike that says something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub through: bool,
    /// Whether the items are the steps of the way from the home page to the page: the links in the node that
    /// the list stands in, at whatever depth, and what stands between and behind them without a link. Two elements
    /// stand behind such a list, and nothing else: the step before the page, and the one that is the page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub way: bool,
    /// In how many instances of the parent at least one item was found.
    pub presence: Presence,
    /// Items seen in all.
    pub items: u32,
}

/// A list of pairs, each a name and a value, such as the rows of a table of properties.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Map {
    /// The map's field.
    pub field: Field,
    /// How pairs stand in the page.
    pub pairs: Pairs,
    /// The names that were seen, the most frequent first.
    pub keys: Vec<String>,
    /// What records call names of the pages: as a person has said, and one name for those that mean
    /// one thing (`Director`, `Directed by`); empty for those that are left out of records.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    /// How the values of names, as records have them, are read; those that are not here have text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub formats: BTreeMap<String, Format>,
    /// In how many instances of the parent at least one pair was found.
    pub presence: Presence,
}

/// How the pairs of a [`Map`] stand in the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pairs {
    /// Each pair is one node, whose first child (or that of its only child, and so on) is the
    /// name; all that follows is the value. A table row may hold several pairs side by side.
    Nodes(Element),
    /// Each pair is a run of sibling nodes: one of the first kind is the name, those of the other
    /// kinds up to the next name are the value.
    Runs {
        /// The node that is the name.
        key: Box<Element>,
        /// The nodes that make the value.
        values: Vec<Element>,
    },
    /// Each pair is a cell of a table row, all of which are; its name is the header of its column. The nodes
    /// are what the cells are like, one for each tag.
    Cells(Vec<Element>),
    /// Each pair is a line that begins with a label and a colon, parted from the next by a line
    /// break; the node is what most labels are.
    Lines(Element),
    /// The pairs stand in the running text beside the map, which stays whole: they are the rows of its lists and tables,
    /// and its lines, that begin with a label.
    InText,
}

/// Running text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prose {
    /// The field.
    pub field: Field,
    /// The nodes that begin and end the text.
    pub paragraphs: Vec<Element>,
    /// Tags of nodes that may stand between them.
    pub between: Vec<String>,
    /// The first paragraph, where the site uses it as a summary of the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Box<Field>>,
    /// In how many instances of the parent at least one paragraph was found.
    pub presence: Presence,
}

impl Field {
    /// Whether a person has dropped the field: it is in no record.
    pub fn is_dropped(&self) -> bool {
        self.name.is_empty()
    }
}

impl Map {
    /// What records call a name of the pages; `None` if it is left out of them.
    pub fn name_of<'m>(&'m self, key: &'m str) -> Option<&'m str> {
        called(&self.names, key)
    }
}

/// What records call a name of the pages; see [`Map::names`].
pub(crate) fn called<'m>(names: &'m BTreeMap<String, String>, key: &'m str) -> Option<&'m str> {
    let name = names.get(key).map_or(key, String::as_str);
    (!name.is_empty()).then_some(name)
}

impl Part {
    /// The field of a varying part.
    pub fn field(&self) -> Option<&Field> {
        if let Self::Field(field) = self { Some(field) } else { None }
    }
}

impl TemplateNode {
    /// In how many of its parent's instances the node was found.
    pub fn presence(&self) -> Presence {
        match self {
            Self::Element(element) => element.presence,
            Self::Repeat(repeat) => repeat.presence,
            Self::Map(map) => map.presence,
            Self::Prose(prose) => prose.presence,
        }
    }

    /// As [`TemplateNode::presence`], to be changed.
    pub(crate) fn presence_mut(&mut self) -> &mut Presence {
        match self {
            Self::Element(element) => &mut element.presence,
            Self::Repeat(repeat) => &mut repeat.presence,
            Self::Map(map) => &mut map.presence,
            Self::Prose(prose) => &mut prose.presence,
        }
    }
}
