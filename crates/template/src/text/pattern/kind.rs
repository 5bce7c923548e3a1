//! Texts that are titles, and those that say nothing.

use crate::corpus::{Corpus, Instance};
use crate::parameters::Parameters;
use crate::share::Share;
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
    texts.iter().all(|text| by_of(text).is_some_and(|by| by.eq_ignore_ascii_case("by")))
}

/// The word before names of people, if not only a few of the texts are such names behind it; the others are names
/// alone (`By Ann Lee`, `Staff report`). One family of twenty `von` has none.
pub(super) fn some_bylines<'t>(texts: &[&'t str], parameters: &Parameters) -> Option<&'t str> {
    let is_by = |by: &&str| is(Role::By, &by.to_lowercase());
    let by = texts.iter().filter_map(|text| by_of(text)).find(is_by)?;
    let begin = |text: &&&str| text.split(' ').next() == Some(by);
    let said = texts.iter().filter(|text| by_of(text) == Some(by)).count();
    let are_all = texts.iter().filter(begin).count() == said;
    let is_rare = Share::new(said, texts.len(), parameters).is_rare();
    (are_all && said >= parameters.few && !is_rare).then_some(by)
}

/// The first word of a text, if a name may follow it.
fn by_of(text: &str) -> Option<&str> {
    let (by, name) = text.split_once(' ')?;
    let is_name =
        name.starts_with(char::is_uppercase) && name.split(' ').count() <= book().label_words;
    is_name.then_some(by)
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
