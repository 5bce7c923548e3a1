//! What is known of a field before it has a name.

use sitewrap_terms::words::lexicon::{Role, is};
use std::rc::Rc;

/// A field that wants a name.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// The number that the field has instead of a name.
    pub(super) id: usize,
    pub(super) what: What,
    /// Tag of its node.
    pub(super) tag: String,
    /// Tags of the nodes above that hold nothing else, the nearest first.
    pub(super) holders: Vec<String>,
    /// Some of its values.
    pub(super) values: Vec<String>,
    /// Class words and ids of its node and of the nodes above that hold nothing else, with the
    /// levels between.
    pub(super) classes: Vec<(String, usize)>,
    /// Names in markup made for it, likewise.
    pub(super) markup: Vec<(String, usize)>,
    /// The label before it.
    pub(super) label: Option<Label>,
    /// The fixed words before and after it in its text.
    pub(super) lead: Option<String>,
    pub(super) trail: Option<String>,
    /// The fixed words that its text begins with.
    pub(super) opening: Option<String>,
    /// Words that each instance of its node bears.
    pub(super) words: Vec<String>,
    /// Share of the records that have it, as far as the template tells, 0..=1.
    pub(super) share: f64,
    /// Whether parts of the text are fields besides.
    pub(super) has_parts: bool,
    pub(super) place: Place,
}

impl Subject {
    /// Whether it is the address of a link.
    pub(super) fn is_link(&self) -> bool {
        matches!(&self.what, What::Attr(attr) | What::About(_, attr) if attr == "href")
    }

    /// Whether it is the address of a link that half of the records have, or more.
    pub(super) fn is_usual_link(&self) -> bool {
        self.is_link() && self.share >= 0.5
    }

    /// Whether it stands in a heading.
    pub(super) fn is_headed(&self) -> bool {
        let mut tags = std::iter::once(&self.tag).chain(&self.holders);
        tags.any(|tag| matches!(tag.as_str(), "h1" | "h2" | "h3"))
    }

    /// The tag or class word that strikes it out, as what no longer holds.
    pub(super) fn struck_by(&self) -> Option<String> {
        let mut tags = std::iter::once(&self.tag).chain(&self.holders);
        let tag = tags.find(|tag| matches!(tag.as_str(), "del" | "s" | "strike"));
        let class = || self.classes.iter().find(|(token, _)| is(Role::Struck, token));
        tag.map(|tag| format!("<{tag}>")).or_else(|| class().map(|(token, _)| token.clone()))
    }

    /// Whether it is running text, or its values are as long.
    pub(super) fn is_long(&self) -> bool {
        let bytes: usize = self.values.iter().map(String::len).sum();
        // An address may be as long.
        let has_words = |value: &String| value.contains(' ') || !value.is_ascii();
        let is_text = matches!(self.what, What::Text) && self.values.iter().any(has_words);
        self.what == What::Prose
            || is_text && !self.values.is_empty() && bytes >= 100 * self.values.len()
    }
}

/// What a field is taken from.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// A text, or the only varying part of one.
    Text,
    /// One of several varying parts of the text that the subject at this index is, if it is a field.
    Part(Option<usize>),
    /// An attribute that says all that its node has to say.
    Attr(String),
    /// Something about the subject at this index: its address, its wording.
    About(usize, String),
    /// Class words that vary.
    ClassWords,
    /// Running text.
    Prose,
    /// The first paragraph of running text.
    Lead,
    /// Pairs of names and values.
    Map,
    /// A list, with the index of the scope of its items, and whether an item holds one thing.
    List(usize, bool),
}

/// Fixed text that stands before a field.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    pub(super) text: String,
    /// Whether it is marked as a label: by its tag, or by a colon.
    pub(super) is_marked: bool,
    /// Whether it is a main heading, which says what the page is called rather than what a list on
    /// it lists.
    pub(super) is_title: bool,
}

/// Where a field stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// What the nodes above are called, the nearest last.
    pub(super) blocks: Rc<Vec<String>>,
    /// The heading above it in the same part of the page.
    pub(super) heading: Option<Rc<str>>,
    /// The part of the page, if it is beside the main content.
    pub(super) aside: Option<&'static str>,
    pub(super) in_item: bool,
    /// Whether it is a list of what stands in running text.
    pub(super) in_text: bool,
    /// Whether it stands in the main heading, beside other things.
    pub(super) in_title: bool,
    /// Whether it is the text of the main heading itself, beside what stands in elements there.
    pub(super) is_title: bool,
    /// What it is on the way from the home page, if it stands there.
    pub(super) step: Option<Step>,
    /// Whether it is the longest running text of the page.
    pub(super) is_main: bool,
    /// Whether its first paragraph is a field of its own.
    pub(super) has_lead: bool,
}

/// A step of the way from the home page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    /// The last one that leads to another page, which says what the page belongs to.
    Before,
    /// The page itself.
    Own,
}

/// The fields of one record.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Indices of its subjects.
    pub(super) subjects: Vec<usize>,
    /// The list whose items these records are.
    pub(super) list: Option<usize>,
}
