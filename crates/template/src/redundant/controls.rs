//! Controls of a list: links that leaf through its pages, and links that sort it.
//!
//! They differ from page to page, and yet say nothing of what a page tells of: where they lead
//! follows from the page's own address.

use crate::corpus::{Corpus, Instance};
use rustc_hash::FxHashSet;
use sitewrap_terms::words::lexicon::{Role, is};
use sitewrap_terms::words::{fold, split};
use sitewrap_tree::NodeId;
use std::borrow::Cow;

/// Whether the instances of a node are pagers: (almost) all of their links lead to the address of
/// their page with another number, and but for numbers they say the same few words.
pub(crate) fn is_pager(corpus: &Corpus<'_>, instances: &[Instance]) -> bool {
    let parameters = corpus.parameters();
    let mut words: FxHashSet<String> = FxHashSet::default();
    let mut is_marked = false;
    let (mut links, mut leafing) = (0usize, 0usize);
    for &(page, node) in instances {
        let (tree, view) = (corpus.tree(page), corpus.view(page));
        if tree.subtree_len(node) > parameters.pager_nodes
            || view.text_len(node) > parameters.value_bytes
        {
            return false;
        }
        let mut numbers = 0;
        for below in tree.subtree(node) {
            if let Some(address) = target(corpus, (page, below)) {
                links += 1;
                leafing += usize::from(leads_to_other_page(address, corpus.url(page)));
                is_marked |= matches!(tree.attr(below, "rel"), Some("next" | "prev"));
            } else if tree.tag(below).as_str() == "img" {
                return false;
            }
            if tree.tag(below).as_str() != "#text" {
                continue;
            }
            let text = corpus.line((page, below));
            let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
            for part in parts {
                if part.chars().all(|c| c.is_ascii_digit()) {
                    numbers += usize::from(!is_linked(corpus, (page, below), node));
                } else {
                    words.insert(fold(part));
                }
            }
        }
        is_marked |= links > 0 && says_pager(corpus, (page, node));
        if numbers > parameters.pager_numbers || words.len() > parameters.many {
            return false;
        }
    }
    links > 0 && corpus.share(leafing, links).is_nearly_all() && is_marked
}

/// Whether class words of a node, or of what it stands in or holds first, say that it is a pager.
fn says_pager(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let most = corpus.parameters().around;
    let around = std::iter::successors(Some(node), |&at| tree.parent(at)).take(most);
    around.chain(tree.subtree(node).take(most)).any(|at| {
        let words = tree.classes(at).flat_map(split);
        words.into_iter().any(|word| is(Role::Pager, &word))
    })
}

/// Whether links that say the same on all pages lead to the page's own address but for one part:
/// the same list in another order or form.
pub(crate) fn are_views(corpus: &Corpus<'_>, links: &[Instance]) -> bool {
    let views = links.iter().filter(|&&link| {
        let address = target(corpus, link);
        address.is_some_and(|address| leads_to_view(address, corpus.url(link.0)))
    });
    corpus.share(views.count(), links.len()).is_nearly_all()
}

fn target<'t>(corpus: &Corpus<'t>, (page, node): Instance) -> Option<&'t str> {
    let tree = corpus.tree(page);
    tree.attr(node, "href").filter(|_| tree.tag(node).as_str() == "a")
}

fn is_linked(corpus: &Corpus<'_>, (page, node): Instance, top: NodeId) -> bool {
    let tree = corpus.tree(page);
    std::iter::successors(Some(node), |&at| tree.parent(at))
        .take_while(|&at| at != top)
        .chain(Some(top))
        .any(|at| tree.tag(at).as_str() == "a")
}

/// The path and the query of an address, which may be relative to a page's own path.
fn parts(address: &str, own: &str) -> (String, String) {
    let address = with_query(address);
    let plain = address.split('#').next().unwrap_or_default();
    let rest = plain.split_once("://").map_or(plain, |(_, rest)| match rest.find('/') {
        Some(at) => &rest[at..],
        None => "/",
    });
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let folder = own.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match path.chars().next() {
        None => own.to_owned(),
        Some('/') => path.to_owned(),
        Some(_) => format!("{folder}/{path}"),
    };
    (path, query.to_owned())
}

/// Whether an address is that of the page but for a number, as `/tea/page/2` is of `/tea`, and
/// `?page=2&sort=price` of `?sort=price`.
pub fn leads_to_other_page(address: &str, page: &str) -> bool {
    let (own_path, own_query) = parts(page, "");
    let (path, query) = parts(address, &own_path);
    let (own_path, path) = (own_path.trim_end_matches('/'), path.trim_end_matches('/'));
    (path == own_path || list_of(path) == list_of(own_path))
        && differ_in_numbers(&query, &own_query)
}

/// The path of a list without the number of a page of it: `/tea` of `/tea/page/2`, `/tea/2`,
/// `/tea/page-2.html` and `/tea/index.html`.
fn list_of(path: &str) -> &str {
    let is_number = |segment: &str| {
        let stem = segment.split('.').next().unwrap_or_default();
        let digits = stem.trim_start_matches(|c: char| c.is_alphabetic() || "-_".contains(c));
        stem == "index" || !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let Some((list, _)) = path.rsplit_once('/').filter(|(_, last)| is_number(last)) else {
        return path;
    };
    match list.rsplit_once('/') {
        Some((before, "page" | "p" | "seite" | "pagina" | "pg" | "strana" | "sida")) => before,
        _ => list,
    }
}

/// Whether the parameters in which two queries differ have numbers for values.
fn differ_in_numbers(query: &str, other: &str) -> bool {
    let unlike = |a: &str, b: &str| {
        let mut pairs = a.split('&').filter(|pair| !pair.is_empty());
        let others: Vec<&str> = b.split('&').collect();
        pairs.all(|pair| {
            let value = pair.split_once('=').map_or("", |(_, value)| value);
            let value = value.strip_suffix(".html").unwrap_or(value);
            others.contains(&pair)
                || !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    unlike(query, other) && unlike(other, query)
}

/// Whether an address is that of the page, but for its query or for one segment before the last.
fn leads_to_view(address: &str, page: &str) -> bool {
    let (own_path, _) = parts(page, "");
    let (path, _) = parts(address, &own_path);
    let (own_path, path) = (own_path.trim_end_matches('/'), path.trim_end_matches('/'));
    if path == own_path {
        return true;
    }
    let (own, other): (Vec<&str>, Vec<&str>) =
        (own_path.split('/').collect(), path.split('/').collect());
    let unlike = own.iter().zip(&other).filter(|(a, b)| a != b).count();
    own.len() == other.len() && own.len() > 3 && unlike == 1 && own.last() == other.last()
}

/// An address with its query as such: in copies of a site on a disk, links have `%3F` for the sign that
/// begins it, since it is part of a file's name there.
pub fn with_query(address: &str) -> Cow<'_, str> {
    match address.find("%3F").or_else(|| address.find("%3f")) {
        Some(at) if !address.contains('?') => {
            Cow::Owned([&address[..at], "?", &address[at + 3..]].concat())
        }
        _ => Cow::Borrowed(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_the_other_pages_of_a_list() {
        for (to, from) in [
            ("?page=2", "http://a.test/tea"),
            ("/tea?page=3", "http://a.test/tea?page=2"),
            ("/tea/page/3/", "http://a.test/tea/page/2/"),
            ("/tea/page/2", "http://a.test/tea/"),
            ("http://a.test/tea/", "http://a.test/tea/page/2/"),
            ("/tea/2", "http://a.test/tea/1"),
            ("/page/2", "http://a.test/"),
            ("/", "http://a.test/page/2"),
            ("http://a.test", "http://a.test/page/2"),
            ("page-2.html", "http://a.test/tea/index.html"),
            ("page-2.html", "http://a.test/tea/"),
            ("?sort=price&page=2", "http://a.test/tea?sort=price"),
            // As copies of a site on a disk have it.
            ("/list.php%3Fid=1&page=2.html", "http://a.test/list.php?id=1&page=1.html"),
        ] {
            assert!(leads_to_other_page(to, from), "{to} from {from}");
        }
        for (to, from) in [
            ("/coffee?page=2", "http://a.test/tea"),
            ("/tea/green", "http://a.test/tea"),
            ("/", "http://a.test/tea/2"),
            ("?colour=red", "http://a.test/tea"),
        ] {
            assert!(!leads_to_other_page(to, from), "{to} from {from}");
        }
    }

    #[test]
    fn tells_other_orders_of_a_list() {
        let page = "http://a.test/author/new/13";
        assert!(leads_to_view("/author/old/13", page));
        assert!(leads_to_view("?sort=price", "http://a.test/tea"));
        for to in ["/author/new/14", "/book/old/13", "/book/new/7"] {
            assert!(!leads_to_view(to, page), "{to}");
        }
    }
}
