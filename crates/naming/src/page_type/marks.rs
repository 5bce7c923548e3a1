//! What pages say they are beside their addresses and data: class words of `body` (`product-page`,
//! `template-article`, `struct`) and their titles (`SDL_Event Struct Reference`).

use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_template::Corpus;
use sitewrap_terms::words::lexicon::{Role, is, kind_of_page};
use sitewrap_terms::words::{class_name, singular, snake};

/// Pages of a type whose `body`, or a block by a class word for pages (`category-page`), is marked as a kind of page,
/// by kind. A class word with a number says what the page belongs to (`category-32` on a product).
pub(super) fn marks(corpus: &Corpus<'_>) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    for page in 0..corpus.len() {
        let tree = corpus.tree(page);
        let words = tree.classes(tree.root()).chain(tree.attr(tree.root(), "id"));
        let blocks = tree.nodes().skip(1).flat_map(|node| tree.classes(node));
        let words = words.chain(blocks.filter(|word| word.ends_with("-page")));
        let words = words.filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
        let kinds: FxHashSet<String> = words.filter_map(kind).collect();
        for kind in kinds {
            *counts.entry(kind).or_default() += 1;
        }
    }
    counts
}

/// Pages of a type by the id of their `body`, as a name: systems write which of their views a page is
/// (`<body id="best-sales">`).
pub(super) fn views(corpus: &Corpus<'_>) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    for page in 0..corpus.len() {
        let tree = corpus.tree(page);
        let named = tree.attr(tree.root(), "id").and_then(class_name);
        if let Some(named) = named {
            *counts.entry(named.words.join("_")).or_default() += 1;
        }
    }
    counts
}

/// Titles of the pages of a type that have a word for a kind of page beside others, by kind. Each
/// counts once: what several pages are called alike, the site is called.
pub(super) fn titles(corpus: &Corpus<'_>) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    let title = |page| corpus.document(page).title.as_deref().unwrap_or_default().to_lowercase();
    for title in (0..corpus.len()).map(title).collect::<FxHashSet<String>>() {
        let words: FxHashSet<&str> =
            title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        if words.len() < 2 {
            continue;
        }
        let kinds: FxHashSet<String> =
            words.into_iter().map(singular).filter(|word| is(Role::Kind, word)).collect();
        for kind in kinds {
            *counts.entry(kind).or_default() += 1;
        }
    }
    counts
}

/// The kind of page that a class word says: it is one, or says one beside `page`, or what of several types the
/// page is (`node-type-event`).
fn kind(class: &str) -> Option<String> {
    let name = snake(class);
    if is(Role::Kind, &name) {
        return Some(name);
    }
    let of_type = name.strip_prefix("type_").or(name.split_once("_type_").map(|(_, of)| of));
    if let Some(of_type) = of_type.filter(|of| !of.contains('_')) {
        let known = kind_of_page(of_type).unwrap_or(of_type);
        return (!is(Role::Vague, known) && known != "page").then(|| known.to_owned());
    }
    // `post-template-default`: what stands behind is the layout.
    let of_layout = name.split_once("_template").map(|(kind, _)| kind);
    let told = of_layout.unwrap_or(&name).split('_');
    let words: Vec<&str> = told.filter(|word| !matches!(*word, "page" | "template")).collect();
    let says = words.len() < name.split('_').count();
    let is_kind = words.iter().any(|word| is(Role::Kind, word));
    (says && is_kind).then(|| words.join("_"))
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn class_words_of_body_say_kinds_of_pages() {
        for (class, wanted) in [
            ("product-page", Some("product")),
            ("class-use-page", Some("class_use")),
            ("template-article", Some("article")),
            ("struct", Some("struct")),
            ("page-template-default", None),
            ("post-template-default", Some("post")),
            ("product-template-full-width", Some("product")),
            ("page-node-type-veranstaltung", Some("event")),
            ("node-type-person", Some("person")),
            ("collection-type-page", None),
            ("blogpost-page", Some("blogpost")),
            ("type-page", None),
            ("inner-page", None),
            ("single-product", None),
            ("dark", None),
        ] {
            assert_eq!(kind(class).as_deref(), wanted, "{class}");
        }
    }
}
