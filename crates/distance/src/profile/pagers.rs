//! The links to the other pages of a list, which tell how long the list is and where in it a page
//! stands. A list that fits on one page has none, and is of the same kind.
//!
//! Where `body` says what is listed, they add nothing, and are left out. On other pages they stay:
//! there they may be all that tells a list from a page of one thing.

use super::Parameters;
use sitewrap_lexicon::{Role, is};
use sitewrap_tree::{NodeId, TagTree};

/// Bound: nodes of an element that is looked through. A larger one holds more than a row of links.
const MOST_NODES: usize = 160;

/// Whether `body` tells the kind of the page by its class words.
pub(super) fn tells_kind(tree: &TagTree) -> bool {
    let body = tree.nodes().find(|&node| tree.tag(node).as_str() == "body");
    body.is_some_and(|body| tree.classes(body).nth(1).is_some())
}

/// Whether an element holds the links to the other pages of a list: its id or a class says so, or
/// its links are numbered from 1 and it has hardly any other text.
pub(super) fn is_pager(tree: &TagTree, node: NodeId, parameters: &Parameters) -> bool {
    if tree.subtree_len(node) > MOST_NODES {
        return false;
    }
    if is_named_pager(tree, node) {
        let texts = tree.subtree(node).filter(|&node| tree.is_text(node));
        return texts.map(|text| tree.text(text).len()).sum::<usize>() <= parameters.pager_text;
    }
    is_numbered(tree, node, parameters)
}

/// Whether a word on `body` says which page of a list a page is, as WordPress does (`paged`,
/// `paged-2`, `tag-paged-2`).
pub(super) fn tells_page_of_list(word: &str) -> bool {
    word.split(['-', '_']).any(|part| part == "paged")
}

fn is_named_pager(tree: &TagTree, node: NodeId) -> bool {
    let words = |name| tree.attr(node, name).unwrap_or_default().split_ascii_whitespace();
    words("class").chain(words("id")).any(names_pager)
}

/// Whether a class or id word names such links: `pagination`, `pager__item`, `page-numbers`.
fn names_pager(word: &str) -> bool {
    let mut before = String::new();
    word.split(['-', '_']).any(|part| {
        let part = part.to_ascii_lowercase();
        // `page-numbers`
        let is_one = is(Role::Pager, &part)
            || before == "page" && is(Role::Pager, &(before.clone() + &part));
        before = part;
        is_one
    })
}

/// Whether an element holds links with the texts 1, 2 and so on. (The number of the page itself
/// need not be a link.) What has an element with a name for it is around one, not one itself.
fn is_numbered(tree: &TagTree, node: NodeId, parameters: &Parameters) -> bool {
    let (mut numbers, mut others, mut links) = (0, 0, 0);
    for below in tree.subtree(node).skip(1) {
        if !tree.is_text(below) {
            match tree.tag(below).as_str() {
                "a" => links += 1,
                "form" | "img" | "input" | "select" => return false,
                _ => {}
            }
            if is_named_pager(tree, below) {
                return false;
            }
            continue;
        }
        let text = tree.text(below).trim();
        if text.is_empty() {
            continue;
        }
        if numbers < 2 && text.parse() == Ok(numbers + 1) {
            numbers += 1;
        } else if text.parse::<u32>().is_err() {
            others += 1;
            if others > parameters.pager_others || text.len() > parameters.pager_bytes {
                return false;
            }
        }
    }
    numbers == 2 && links > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    /// Whether the first element of a page is a pager.
    fn is_first_pager(html: &str) -> bool {
        let page = Document::parse(html.as_bytes(), None, None);
        let tree = &page.tree;
        let body = tree.nodes().find(|&node| tree.tag(node).as_str() == "body").unwrap();
        is_pager(tree, tree.children(body).next().unwrap(), &Parameters::default())
    }

    #[test]
    fn words_and_numbers_tell_pagers() {
        for html in [
            "<nav class='pagination'><a href=/2>Older posts</a></nav>",
            "<div class='wp-block-query-pagination'><a href=/2>Next</a></div>",
            "<ul id=pager><li><a href=/2>Next</a></ul>",
            "<a class='page-numbers' href=/2>2</a>",
            "<p><a href=/>1</a> <b>2</b> <a href=/3>3</a> … <a href=/9>9</a> <a href=/3>Next</a>",
        ] {
            assert!(is_first_pager(html), "{html}");
        }
    }

    #[test]
    fn what_holds_more_than_such_links_is_none() {
        let items = "<p>What an item of the list says of itself</p>".repeat(20);
        let row = |n: usize| format!("<tr><td>{n}<td><a href=/{n}>Team {n}</a><td>Won<td>Drawn");
        let ranks: String = (1..5).map(row).collect();
        for html in [
            "<ul class=sizes><li><a href=/36>36</a><li><a href=/37>37</a></ul>",
            "<p>1 2</p>",
            "<div>A talk about maps, in <a href=/1>1</a> and <a href=/2>2</a></div>",
            "<div><div class=pager><a href=/1>1</a><a href=/2>2</a></div><a href=/x>By name</a></div>",
            "<div class=front-page><a href=/2>Next</a></div>",
            &format!("<div class=pagination>{items}<a href=/2>2</a></div>"),
            &format!("<table>{ranks}</table>"),
        ] {
            assert!(!is_first_pager(html), "{html}");
        }
    }

    #[test]
    fn body_tells_the_kind_by_several_words() {
        let tells = |html: &str| tells_kind(&Document::parse(html.as_bytes(), None, None).tree);
        assert!(tells("<body class='archive tag tag-rust'><p>x"));
        assert!(!tells("<body class=two-columns><p>x") && !tells("<p class='a b'>x"));
    }

    #[test]
    fn words_of_the_page_of_a_list() {
        assert!(["paged", "paged-2", "tag-paged-2"].map(tells_page_of_list).iter().all(|it| *it));
        assert!(!["page", "page-2", "unpaged"].map(tells_page_of_list).iter().any(|it| *it));
    }
}
