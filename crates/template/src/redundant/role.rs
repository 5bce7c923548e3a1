//! Values that all pages of a small type share, and whose class words say what they are.
//!
//! Ten players of one team, ten cameras of one maker: their pages say the same under `team-name` or
//! `manufacturer`, and yet it is what a record should tell. On more pages a value that never changes
//! says nothing.

use crate::corpus::{Corpus, Instance};
use sitewrap_terms::words::lexicon::{Role, canonical, is};
use sitewrap_terms::words::plural::singular;
use sitewrap_terms::words::split;
use sitewrap_tree::html;

/// Whether the pages of a type are so few that they may have one value by chance.
fn is_few(corpus: &Corpus<'_>) -> bool {
    (2..corpus.parameters().sure).contains(&corpus.len())
}

/// Whether an element's whole text is such a value.
pub(crate) fn is_role(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    is_few(corpus)
        && (value_node(corpus, (page, node)) == Some((page, node))
            || tree
                .parent(node)
                .is_some_and(|parent| value_node(corpus, (page, parent)) == Some((page, node))))
}

/// Whether a small block holds such a value.
pub(crate) fn holds_role(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    is_few(corpus)
        && corpus
            .tree(page)
            .subtree(node)
            .take(corpus.parameters().many)
            .any(|below| value_node(corpus, (page, below)).is_some())
}

/// The node that holds the value which an element's class words name: the element, or the first thing
/// in it.
fn value_node(corpus: &Corpus<'_>, (page, node): Instance) -> Option<Instance> {
    let tree = corpus.tree(page);
    let role = role(corpus, (page, node))?;
    let first = corpus.view(page).content_children(node).next();
    let mut holders = std::iter::once(node).chain(first).map(|holder| (page, holder));
    holders.find(|&holder| {
        let tag = tree.tag(holder.1).as_str();
        let leads_home = |below| matches!(tree.attr(below, "href"), Some("/" | "#" | ""));
        let text = corpus.line(holder);
        let says_role = text
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| canonical(&singular(&word.to_lowercase())) == Some(role));
        (2..=corpus.parameters().label_chars).contains(&text.len())
            && text.starts_with(char::is_alphanumeric)
            && !text.ends_with([':', '：', '!', '?'])
            && !says_role
            && !is(Role::By, &text.to_lowercase())
            && !html::is_label(tag)
            && !matches!(tag, "button" | "option")
            && !tree.subtree(holder.1).any(leads_home)
    })
}

/// What the class words or the id of an element call it, if that is the name of a thing.
fn role(corpus: &Corpus<'_>, (page, node): Instance) -> Option<&'static str> {
    let tree = corpus.tree(page);
    let ids = tree.attr(node, "id").into_iter().chain(tree.attr(node, "itemprop"));
    tree.classes(node).chain(ids).find_map(|token| {
        let words = split(token);
        let last = words.last()?;
        let known = canonical(&words.join("_")).or_else(|| canonical(last))?;
        // A page has several tags and categories, and so have menus.
        let is_one = singular(last) == *last && !matches!(known, "tag" | "category");
        (is_one && is(Role::Linked, known)).then_some(known)
    })
}
