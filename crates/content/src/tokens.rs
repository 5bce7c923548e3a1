//! What do the names that authors give to elements tell of what is in them?
//!
//! Elements called `entry-content` hold content and those called `related` do not, in whatever
//! language the page is. How much each name tells was learned from pages with known content; the
//! table is `data/tokens.txt`.

use rustc_hash::FxHashMap;
use sitewrap_tree::{NodeId, TagTree};

/// Longest name that is looked up, in bytes.
const MAX_TOKEN: usize = 24;

/// Names read of one attribute; generated class lists have hundreds.
const MAX_TOKENS: usize = 24;

/// Attributes whose words are names, with the mark that keeps them apart.
const NAMING: [(&str, &str); 4] = [("class", ""), ("id", ""), ("role", "@"), ("itemprop", "#")];

/// How much names tell.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    weights: FxHashMap<String, f32>,
}

impl Tokens {
    /// Reads a table: a line `token weight` for each; what does not read so is passed over.
    pub fn parse(table: &str) -> Self {
        let row = |line: &str| {
            let (token, weight) = line.split_once(' ')?;
            Some((token.to_owned(), weight.trim().parse().ok()?))
        };
        Self { weights: table.lines().filter_map(row).collect() }
    }

    fn weight(&self, token: &str) -> Range {
        let weight = self.weights.get(token).copied().unwrap_or(0.0);
        (weight.min(0.0), weight.max(0.0))
    }

    /// The range of the names in the value of an attribute that has this mark.
    fn range(&self, mark: &str, value: &str) -> Range {
        let mut range = NOTHING;
        for_each_word(mark, value, |token| range = joined(range, self.weight(token)));
        range
    }
}

/// The lowest and the highest weight of names; 0 for names that tell nothing.
pub(crate) type Range = (f32, f32);

const NOTHING: Range = (0.0, 0.0);

fn joined(one: Range, other: Range) -> Range {
    (one.0.min(other.0), one.1.max(other.1))
}

/// What the elements of a page are weighed by. Tags and classes, which come again and again, are looked
/// up once.
pub(crate) struct Weigher<'t> {
    tokens: &'t Tokens,
    tags: FxHashMap<&'t str, Range>,
    classes: FxHashMap<&'t str, Range>,
}

impl<'t> Weigher<'t> {
    pub(crate) fn new(tokens: &'t Tokens) -> Self {
        Self { tokens, tags: FxHashMap::default(), classes: FxHashMap::default() }
    }

    /// The lowest and the highest weight among an element's names.
    pub(crate) fn weigh(&mut self, tree: &'t TagTree, node: NodeId) -> Range {
        let tokens = self.tokens;
        let tag = tree.tag(node).as_str();
        let mut range = *self.tags.entry(tag).or_insert_with(|| tokens.weight(&format!("<{tag}>")));
        for attr in tree.attrs(node) {
            let own = match mark(attr.name) {
                Some("") if attr.name == "class" => {
                    let known = self.classes.entry(attr.value);
                    *known.or_insert_with(|| tokens.range("", attr.value))
                }
                Some(mark) => tokens.range(mark, attr.value),
                None => continue,
            };
            range = joined(range, own);
        }
        range
    }
}

/// The mark of an attribute whose words are names.
fn mark(attribute: &str) -> Option<&'static str> {
    NAMING.iter().find(|(name, _)| *name == attribute).map(|(_, mark)| *mark)
}

/// Hands on the names of an element: its tag in `<>`, the words of its classes and id, its role and
/// its property, in lower case and without digits.
pub fn for_each_token(tree: &TagTree, node: NodeId, mut hand_on: impl FnMut(&str)) {
    hand_on(&format!("<{}>", tree.tag(node)));
    for attr in tree.attrs(node) {
        if let Some(mark) = mark(attr.name) {
            for_each_word(mark, attr.value, &mut hand_on);
        }
    }
}

/// Hands on the names in the value of an attribute, each behind its mark.
fn for_each_word(mark: &str, value: &str, mut hand_on: impl FnMut(&str)) {
    let mut token = String::with_capacity(MAX_TOKEN + 1);
    let mut left = MAX_TOKENS;
    token.push_str(mark);
    let mut before = ' ';
    for c in value.chars().chain(std::iter::once(' ')) {
        let begins = c.is_ascii_uppercase() && before.is_ascii_lowercase();
        if begins || !c.is_ascii_alphabetic() {
            if token.len() > mark.len() + 1 && token.len() <= MAX_TOKEN && left > 0 {
                hand_on(&token);
                left -= 1;
            }
            token.truncate(mark.len());
        }
        if c.is_ascii_alphabetic() && token.len() <= MAX_TOKEN {
            token.push(c.to_ascii_lowercase());
        }
        before = c;
    }
}
