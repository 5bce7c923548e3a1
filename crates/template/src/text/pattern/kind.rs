//! Texts that are titles, and those that say nothing.

use crate::corpus::{Corpus, Instance};
use crate::parameters::Parameters;
use crate::share::Share;
use crate::text::pattern::boundaries::says_by;
use sitewrap_structured::title_has;
use sitewrap_terms::book;
use sitewrap_terms::words::lexicon::{Role, is};
use sitewrap_tree::NodeId;
use std::iter;

/// Whether a node is a heading, or all that the main one says.
pub(super) fn is_heading(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    matches!(corpus.tag((page, node)), "h2" | "h3" | "h4") || is_title(corpus, (page, node))
}

/// Whether a node is all that a main heading says, or a heading by which the document's title begins.
pub(crate) fn is_title(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let (tree, view) = (corpus.tree(page), corpus.view(page));
    let same = |at: &NodeId| view.text_len(*at) == view.text_len(node);
    let begins = || {
        let (title, text) = (corpus.document(page).title.as_deref(), corpus.line((page, node)));
        title.is_some_and(|title| title.starts_with(&text) && title_has(title, &text))
    };
    iter::successors(Some(node), |&at| tree.parent(at)).take_while(same).any(|at| {
        match tree.tag(at).as_str() {
            "h1" => true,
            "h2" | "h3" => begins(),
            _ => false,
        }
    })
}

/// The word before names of people, if as many texts as not are such names behind it, most of them of two words and
/// more; the others are names alone (`By Ann Lee`, `Staff report`). Di Moss has no such word.
pub(super) fn some_bylines<'t>(texts: &[&'t str], parameters: &Parameters) -> Option<&'t str> {
    let by = texts.iter().filter_map(|text| by_of(text)).find(|by| says_by(by))?;
    let begin: Vec<&str> =
        texts.iter().copied().filter(|text| text.split(' ').next() == Some(by)).collect();
    let are_names = begin.iter().all(|text| by_of(text).is_some());
    let are_whole = begin.iter().filter(|text| text.split(' ').nth(2).is_some()).count();
    let share = |count: usize, of: usize| Share::new(count, of, parameters);
    (are_names
        && begin.len() >= parameters.few
        && share(are_whole, begin.len()).is_most()
        && share(begin.len(), texts.len()).is_half())
    .then_some(by)
}

/// The first word of a text, if a name may follow it.
fn by_of(text: &str) -> Option<&str> {
    let (by, name) = text.split_once(' ')?;
    let is_name =
        name.starts_with(char::is_uppercase) && name.split(' ').count() <= book().label_words;
    is_name.then_some(by)
}

/// Whether a character only parts values or leads on. Stars and signs of currencies may be values.
pub(crate) fn is_sign(c: char) -> bool {
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
