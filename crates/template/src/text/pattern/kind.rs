//! Texts that are titles, and those that say nothing.

use crate::corpus::{Corpus, Instance};
use sitewrap_terms::book;
use sitewrap_terms::words::lexicon::{Role, is};
use sitewrap_tree::NodeId;
use std::iter;

/// Whether a node is a heading, or all that the main one says.
pub(super) fn is_heading(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let same = |at: &NodeId| view.text_len(*at) == view.text_len(node);
    matches!(tree.tag(node).as_str(), "h2" | "h3" | "h4")
        || iter::successors(Some(node), |&at| tree.parent(at))
            .take_while(same)
            .any(|at| tree.tag(at).as_str() == "h1")
}

/// Whether all texts are names of people behind `by`.
pub(super) fn are_bylines(texts: &[&str]) -> bool {
    texts.iter().all(|text| {
        let mut words = text.split(' ');
        words.next().is_some_and(|by| by.eq_ignore_ascii_case("by"))
            && words.clone().count() <= book().label_words
            && words.next().is_some_and(|name| name.starts_with(char::is_uppercase))
    })
}

/// Whether a character only parts values or leads on. Stars and signs of currencies may be values.
pub(super) fn is_sign(c: char) -> bool {
    c.is_whitespace()
        || c.is_ascii_punctuation() && c != '$' && c != '*'
        || "–—·•…|→←»«‹›".contains(c)
}

/// Whether a text between elements only parts them: signs, or a word such as `by` and `and`.
pub(super) fn parts_only(text: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .all(|word| is(Role::Joining, &word.to_lowercase()))
}
