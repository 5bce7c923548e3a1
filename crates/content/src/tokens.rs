//! What do the names that authors give to elements tell of what is in them?
//!
//! Elements called `entry-content` hold content and those called `related` do not, in whatever
//! language the page is. How much each name tells was learned from pages with known content; the
//! table is `data/tokens.txt`.

use rustc_hash::FxHashMap;
use sitewrap_tree::{NodeId, TagTree};
use std::fmt::Write as _;

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

    /// The lowest and the highest weight among an element's names; 0 for names that tell nothing.
    pub(crate) fn weigh(&self, tree: &TagTree, node: NodeId) -> (f32, f32) {
        let (mut low, mut high) = (0.0_f32, 0.0_f32);
        for_each_token(tree, node, |token| {
            if let Some(&weight) = self.weights.get(token) {
                low = low.min(weight);
                high = high.max(weight);
            }
        });
        (low, high)
    }
}

/// Hands on the names of an element: its tag in `<>`, the words of its classes and id, its role and
/// its property, in lower case and without digits.
pub fn for_each_token(tree: &TagTree, node: NodeId, mut hand_on: impl FnMut(&str)) {
    let mut token = String::with_capacity(MAX_TOKEN);
    let _ = write!(token, "<{}>", tree.tag(node));
    hand_on(&token);
    for attr in tree.attrs(node) {
        let Some((_, mark)) = NAMING.iter().find(|(name, _)| *name == attr.name) else { continue };
        let mut left = MAX_TOKENS;
        token.clear();
        token.push_str(mark);
        let mut before = ' ';
        for c in attr.value.chars().chain(std::iter::once(' ')) {
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
}
