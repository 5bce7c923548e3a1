//! How a field's values are had with selectors, and doing so.

use super::page::Page;
use super::path::Path;
use crate::apply::values::attr_text;
use crate::page::text;
use crate::wrapper::template::{Part, TextPattern};
use sitewrap_model::{Record, Value};
use sitewrap_tree::NodeId;
use std::collections::BTreeMap;

/// A language of selectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// CSS, level 4 (`:scope`).
    Css,
    /// XPath 1.0.
    XPath,
}

/// The paths to a field's nodes, one a language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Paths {
    /// The path that is written as XPath.
    pub xpath: Path,
    /// The path that is written as CSS; `None` where CSS has none.
    pub css: Option<Path>,
}

/// How the value of a field is had.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// One value.
    Value(ValueRule),
    /// A list of records.
    Records {
        /// To the items; of items of several siblings, to the first of them.
        each: Paths,
        /// The fields of an item.
        fields: Vec<FieldSelector>,
    },
    /// A list of values.
    Values {
        /// To the items.
        each: Paths,
        /// The value of an item.
        value: ValueRule,
    },
    /// A map of names to values.
    Map {
        /// To the pairs, or to their names where the values are siblings of them.
        each: Paths,
        /// What is taken of a pair.
        pair: Box<PairRule>,
    },
}

/// Name and value of a pair of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRule {
    /// The name.
    pub key: ValueRule,
    /// The value; `None` for the text of the pair behind the name.
    pub value: Option<ValueRule>,
    /// What a person has called names of the pages; empty for pairs that are left out.
    pub names: BTreeMap<String, String>,
}

/// How one value is had: the first node that the path leads to, and what is taken of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueRule {
    /// To the node, from the page or the item.
    pub paths: Paths,
    /// What of the node is taken.
    pub take: TakeRule,
    /// What of the text is the value, if it is not all.
    pub cut: Option<Cut>,
}

/// What is taken of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakeRule {
    /// All its text.
    Text,
    /// The text right below it that has this place among those that are not blank, from 0.
    OwnText(usize),
    /// An attribute.
    Attr(String),
    /// An attribute that is a URL.
    Url(String),
}

/// What of a text is a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Cut {
    /// The varying part of that number, from 0, between fixed parts.
    Part {
        /// How the text is cut.
        pattern: Box<TextPattern>,
        /// Which varying part is the value.
        number: usize,
    },
    /// The first of these words that it has; digits in them are written `#`.
    Word(Vec<String>),
}

/// A field with its rule, and how far the rule agrees with the wrapper.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldSelector {
    /// Name of the field.
    pub name: String,
    /// How its value is had.
    pub rule: Rule,
    /// How often the XPath selectors give what the wrapper gives.
    pub xpath: Agreement,
    /// How often the CSS selectors do.
    pub css: Agreement,
}

/// How often selectors give what a wrapper gives: the same value, or none as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Pages, or items of a list, on which they do.
    pub agreeing: usize,
    /// Pages or items in all.
    pub of: usize,
}

impl Agreement {
    /// Counts one page or item.
    pub(crate) fn count(&mut self, agrees: bool) {
        self.agreeing += usize::from(agrees);
        self.of += 1;
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: Self) {
        self.agreeing += other.agreeing;
        self.of += other.of;
    }

    /// The cases in which they do not, of all.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { agreeing: self.of - self.agreeing, of: self.of }
    }

    /// The share, 0..=1; 0 if nothing was compared.
    pub fn share(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.agreeing as f64 / self.of as f64 }
    }
}

impl Paths {
    /// The path in a language.
    pub fn get(&self, language: Language) -> Option<&Path> {
        match language {
            Language::Css => self.css.as_ref(),
            Language::XPath => Some(&self.xpath),
        }
    }
}

/// Follows rules of one language in a page.
pub(crate) struct Follower<'p, 't> {
    pub(crate) page: &'p Page<'t>,
    /// Scheme, host and port of the page.
    pub(crate) origin: &'p str,
    pub(crate) language: Language,
}

impl Follower<'_, '_> {
    /// The nodes that paths lead to from `scope`.
    pub(crate) fn nodes(&self, paths: &Paths, scope: NodeId) -> Vec<NodeId> {
        paths.get(self.language).map_or_else(Vec::new, |path| self.page.select(path, scope))
    }

    /// The value that a rule gives from `scope`; `None` if it gives none.
    pub(crate) fn value(&self, rule: &ValueRule, scope: NodeId) -> Option<String> {
        self.take(rule, *self.nodes(&rule.paths, scope).first()?)
    }

    /// What a rule takes of a node.
    pub(crate) fn take(&self, rule: &ValueRule, node: NodeId) -> Option<String> {
        let tree = self.page.tree();
        let taken = match &rule.take {
            TakeRule::Text => text::line(tree, node),
            TakeRule::OwnText(at) => self.page.own_texts(node).get(*at)?.clone(),
            TakeRule::Attr(name) | TakeRule::Url(name) => {
                attr_text(tree.attr(node, name)?, self.origin)?
            }
        };
        let value = match &rule.cut {
            None => taken,
            Some(Cut::Word(words)) => {
                let known = |word: &&str| words.contains(&crate::normalize_token(word));
                taken.split_ascii_whitespace().find(known)?.to_owned()
            }
            Some(Cut::Part { pattern, number }) => cut_part(pattern, *number, &taken)?,
        };
        (!value.is_empty()).then_some(value)
    }

    /// The pairs that a map's rule gives.
    pub(crate) fn map(&self, rule: &Rule, scope: NodeId) -> Record {
        let mut pairs = Record::new();
        let Rule::Map { each, pair: parts } = rule else { return pairs };
        for pair in self.nodes(each, scope) {
            let Some(name) = self.value(&parts.key, pair) else { continue };
            let value = match &parts.value {
                Some(value) => self.value(value, pair),
                None => {
                    let all = text::line(self.page.tree(), pair);
                    all.strip_prefix(name.as_str()).map(str::to_owned)
                }
            };
            if let Some(value) = value {
                crate::record::pair::add_pair(&mut pairs, &name, value.trim(), &parts.names);
            }
        }
        pairs
    }
}

fn cut_part(pattern: &TextPattern, number: usize, text: &str) -> Option<String> {
    match pattern.cut(text) {
        Some(values) => values.get(number).map(|value| (*value).to_owned()),
        None => (number == 0 && pattern.whole.is_none()).then(|| text.to_owned()),
    }
}

/// Whether the wrapper's value is what a selector gave, white space aside.
pub(crate) fn same(value: Option<&Value>, found: Option<&str>) -> bool {
    match (value, found) {
        (None, None) => true,
        (Some(Value::Text(text)), Some(found)) => {
            text == found || text::collapse(text) == text::collapse(found)
        }
        _ => false,
    }
}

impl Cut {
    /// A regular expression whose first group is the value, for a text in which each run of white
    /// space is one space.
    pub fn regex(&self) -> String {
        match self {
            Self::Word(words) => {
                let words: Vec<String> =
                    words.iter().map(|word| escape(word).replace("\\#", "[0-9]+")).collect();
                format!(r"(?:^|\s)({})(?=\s|$)", words.join("|"))
            }
            Self::Part { pattern, number } => part_regex(pattern, *number),
        }
    }

    /// Whether a text in which the expression finds nothing is the value as it is.
    pub fn or_whole(&self) -> bool {
        matches!(self, Self::Part { pattern, number: 0 } if pattern.whole.is_none())
    }
}

/// What may stand at the ends of a part and is no part of it.
const SEPARATORS: &str = r"[\s|·•,;:»›]*";

/// The ending of the last word of a pattern, which may be a plural or a case; see `text::cut`.
const ENDING: &str = r"[^\W\d_]{0,3}";

/// An expression for the part with a number. Where a text may end early, each fixed part behind the value is optional with all
/// that follows it.
fn part_regex(pattern: &TextPattern, number: usize) -> String {
    let mut out = String::from("^");
    let (mut fields, mut optional, mut is_behind_field) = (0, 0, false);
    for part in &pattern.parts {
        match part {
            Part::Fixed(text) => {
                if pattern.ends_early && is_behind_field && fields > number {
                    out.push_str("(?:");
                    optional += 1;
                }
                out.push_str(&escape(text));
                is_behind_field = false;
            }
            Part::Field(_) => {
                let group = if fields == number { "(.*?)" } else { ".*?" };
                out.extend([SEPARATORS, group, SEPARATORS]);
                fields += 1;
                is_behind_field = true;
            }
        }
    }
    if fields > 0 && matches!(pattern.parts.last(), Some(Part::Fixed(_))) {
        out.push_str(ENDING);
    }
    out.push_str(&")?".repeat(optional));
    out.push('$');
    out
}

/// A text as a regular expression of Python, JavaScript and most others.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == ' ' {
            out.push_str(r"\s+");
        } else {
            if c.is_ascii_punctuation() && c != '_' {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wrapper::template::Field;

    #[test]
    fn what_is_counted_may_stand_in_the_plural() {
        let parts = vec![Part::Field(Field::default()), Part::Fixed("customer review".to_owned())];
        let pattern = TextPattern { parts, ..TextPattern::default() };
        let regex = Cut::Part { pattern: Box::new(pattern), number: 0 }.regex();
        assert!(regex.ends_with(r"customer\s+review[^\W\d_]{0,3}$"), "{regex}");
    }

    #[test]
    fn a_text_may_end_early() {
        let field = || Part::Field(Field::default());
        let fixed = |text: &str| Part::Fixed(text.to_owned());
        let parts = vec![fixed("Added:"), field(), fixed("by"), field()];
        let pattern = TextPattern { parts, ends_early: true, ..TextPattern::default() };
        let regex = |number| Cut::Part { pattern: Box::new(pattern.clone()), number }.regex();
        assert!(regex(0).contains(r"(.*?)") && regex(0).contains("(?:by"), "{}", regex(0));
        assert!(regex(0).ends_with(")?$"), "{}", regex(0));
        assert!(!regex(1).contains("(?:by"), "{}", regex(1));
        let parts = vec![field(), fixed("|"), field(), fixed("|"), field()];
        let three = TextPattern { parts, ends_early: true, ..TextPattern::default() };
        assert_eq!(three.cut("9 May | Ann"), Some(vec!["9 May", "Ann"]));
        let regex = Cut::Part { pattern: Box::new(three), number: 0 }.regex();
        assert_eq!(regex.matches(r"(?:\|").count(), 2, "{regex}");
        assert!(regex.ends_with(")?)?$"), "a text may end after its second part: {regex}");
        assert_eq!(cut_part(&pattern, 0, "Added: 9 May").as_deref(), Some("9 May"));
        assert_eq!(cut_part(&pattern, 1, "Added: 9 May"), None);
        assert_eq!(cut_part(&pattern, 1, "Added: 9 May by Ann").as_deref(), Some("Ann"));
    }
}
