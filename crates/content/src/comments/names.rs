//! Which elements are called comments?

use crate::block::Blocks;
use aho_corasick::{AhoCorasick, AhoCorasickKind};
use sitewrap_terms::words::lexicon::{Role, canonical, is, words};
use sitewrap_terms::words::{fold, split};
use sitewrap_tree::{NodeId, TagTree};
use std::sync::LazyLock;

/// Words of an attribute that are looked at; generated class lists have hundreds.
const MAX_TOKENS: usize = 24;

/// Longest class word or id that is looked at, in bytes.
const MAX_TOKEN: usize = 64;

/// Bytes of a heading of comments at most: `12 thoughts on “A week by the river”`.
const MAX_HEADING: usize = 160;

/// Words before and among which a heading of comments has its own.
const LEADING_WORDS: usize = 4;

/// What an element is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    /// Its name is that of a comment: `comment`, `div-comment-12`, the type `Comment`.
    pub(super) is_one: bool,
    /// Its name is that of several: `comments`, `commentlist`.
    pub(super) is_several: bool,
    /// Its name has a word for comments in it: `comment-body`, and all of the above.
    pub(super) is_named: bool,
    /// It is that of a comment with its number, `comment-12`: no word for looks.
    pub(super) is_numbered: bool,
    /// A class word or id says so, not its type alone.
    pub(super) is_called: bool,
}

/// Finds words for comments in class words and ids. Nearly all have none, and are not taken apart.
static WORDS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let mut builder = AhoCorasick::builder();
    builder.ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA));
    builder.build(words(Role::Comments)).ok()
});

/// What the elements of a page are called; those without text are called nothing.
pub(super) fn looks(tree: &TagTree, blocks: &Blocks) -> Vec<Look> {
    let words = WORDS.as_ref();
    let look = |node: NodeId| match tree.is_text(node) || blocks.below(tree, node).is_empty() {
        true => Look::default(),
        false => look(tree, node, words),
    };
    tree.nodes().map(look).collect()
}

/// Whether there can be a word for comments in some class words or an id.
fn may_tell(names: &str, words: Option<&AhoCorasick>) -> bool {
    words.is_none_or(|words| match names.is_ascii() {
        true => words.is_match(names),
        false => words.is_match(&names.to_lowercase()),
    })
}

fn look(tree: &TagTree, node: NodeId, words: Option<&AhoCorasick>) -> Look {
    let mut look = Look::default();
    for attr in tree.attrs(node) {
        match attr.name {
            "class" | "id" if may_tell(attr.value, words) => {
                let tokens = attr.value.split_ascii_whitespace().take(MAX_TOKENS);
                for token in tokens.filter(|token| token.len() <= MAX_TOKEN) {
                    if may_tell(token, words) {
                        look.take(token, attr.name == "id");
                    }
                }
            }
            "itemtype" | "typeof" | "itemprop" | "property" | "role" => {
                let mut terms = attr.value.split_ascii_whitespace().take(MAX_TOKENS);
                look.is_one |= terms.any(is_comment_term);
            }
            _ => {}
        }
    }
    look.is_named |= look.is_one || look.is_several;
    look
}

/// Whether a type or property is a comment: `https://schema.org/Comment`, `sioct:Comment`.
fn is_comment_term(term: &str) -> bool {
    let last = term.rsplit(['/', ':', '#']).next().unwrap_or(term);
    last.eq_ignore_ascii_case("comment") || last.eq_ignore_ascii_case("usercomments")
}

/// The words of the class word or id of an element that has a word for comments, the first of them; none if it
/// has none.
pub(super) fn naming_words(tree: &TagTree, node: NodeId) -> Vec<String> {
    let id = tree.attr(node, "id").into_iter();
    let tokens = tree.classes(node).chain(id).take(MAX_TOKENS);
    let mut words = tokens.filter(|token| token.len() <= MAX_TOKEN).map(parted);
    words.find(|words| words.iter().any(|word| is(Role::Comments, word))).unwrap_or_default()
}

impl Look {
    /// Takes a class word or id into account.
    fn take(&mut self, token: &str, is_id: bool) {
        let words = parted(token);
        // `add-comment`, `recent-comments`, `share-comment`.
        let is_other = |word: &String| {
            [Role::Bidding, Role::Action, Role::Which].iter().any(|role| is(*role, word))
        };
        let Some(last) = words.last().filter(|_| !words.iter().any(is_other)) else { return };
        if !words.iter().any(|word| is(Role::Comments, word)) {
            return;
        }
        self.is_named = true;
        self.is_called = true;
        let is_one = is_singular(last);
        let has_number = token.contains(|c: char| c.is_ascii_digit());
        self.is_one |= is_one && (has_number || !is_id);
        self.is_numbered |= is_one && has_number && is_id;
        self.is_several |= words.iter().any(|word| is(Role::Comments, word) && !is_singular(word))
            || is_one && is_id && !has_number
            || words.iter().any(|word| is_singular(word))
                && is(Role::Noise, last)
                && !is_part(last);
    }
}

fn is_singular(word: &str) -> bool {
    is(Role::Comments, word) && canonical(word) == Some("comment")
}

/// Whether a word is one for what is written, or for a sign beside it.
fn is_part(word: &str) -> bool {
    canonical(word) == Some("body")
        || is(Role::Icon, word)
        || is(Role::PlainName, word)
        || is(Role::TextBlock, word)
}

/// The words of a class word or id, also of `commentlist` and `articlecomments`.
fn parted(token: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for word in split(token) {
        let known = |part: &str| is(Role::Comments, part);
        let tells = |part: &str| {
            is(Role::Noise, part)
                || is(Role::Speaker, part) && part.len() > 3
                || canonical(part).is_some()
        };
        let cuts = word.char_indices().map(|(at, _)| at).skip(1);
        let cut = cuts.into_iter().find(|&at| {
            let (start, end) = word.split_at(at);
            known(start) && tells(end) || start.len() > 2 && end.len() > 6 && known(end)
        });
        match cut.filter(|_| !known(&word)) {
            Some(at) => parts.extend([word[..at].to_owned(), word[at..].to_owned()]),
            None => parts.push(word),
        }
    }
    parts
}

/// Whether a line is a heading of comments: `Comments (3)`, `2 commentaires`, `12 thoughts on …`.
pub(super) fn is_heading(line: &str) -> bool {
    if line.len() > MAX_HEADING {
        return false;
    }
    let folded = fold(line);
    let mut words = folded.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let first: Vec<&str> = words.by_ref().take(LEADING_WORDS).collect();
    let is_short = words.next().is_none();
    let says = |word: &str| is(Role::Comments, word) || is(Role::Responses, word);
    let leads = first.first().is_some_and(|word| says(word));
    let leads_in_two = first.get(..2).is_some_and(|two| says(&two.join(" ")));
    leads || leads_in_two || is_short && first.iter().any(|word| says(word))
}

#[cfg(test)]
mod tests {
    use super::{Look, is_heading, parted};

    fn look(token: &str, is_id: bool) -> Look {
        let mut look = Look::default();
        look.take(token, is_id);
        look
    }

    #[test]
    fn class_words_and_ids_tell_one_comment_from_several() {
        for (token, is_id) in [("comment", false), ("div-comment-12", true), ("kommentar", false)] {
            assert!(look(token, is_id).is_one, "{token}");
        }
        for (token, is_id) in [("comments", true), ("commentlist", false), ("comments-area", false)]
        {
            let look = look(token, is_id);
            assert!(look.is_several && !look.is_one, "{token}: {look:?}");
        }
        for token in ["comment-body", "comment-author", "comment-icon"] {
            let look = look(token, false);
            assert!(look.is_named && !look.is_one && !look.is_several, "{token}: {look:?}");
        }
        for token in ["add-comment", "recent-comments", "commented", "commentary", "content"] {
            assert_eq!(look(token, false), Look::default(), "{token}");
        }
        assert_eq!(parted("commentsList"), ["comments", "list"]);
    }

    #[test]
    fn headings_of_comments_are_known_in_many_languages() {
        for line in [
            "Comments (3)",
            "2 commentaires:",
            "12 thoughts on “A week by the river”",
            "Kommentare",
        ] {
            assert!(is_heading(line), "{line}");
        }
        for line in ["What the minister had to say to all comments of the press", "News", ""] {
            assert!(!is_heading(line), "{line}");
        }
    }
}
