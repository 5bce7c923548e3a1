//! Attributes that say nothing that the page's address or its own markup does not say.
//!
//! Every page of a type has other values in them, so that they look like content: the links that
//! send the page's address to a friend, the permalink in its heading, the sizes in which a picture
//! is offered, the ids by which scripts find an element.

use crate::corpus::{Corpus, Instance};
use rustc_hash::FxHashSet;
use sitewrap_wrapper::{is_blank_picture, leads_nowhere};

/// Whether an address leads to the page that it stands on, to a place on it, or nowhere; or hands
/// the page's own address on: `share?u=https://site.example/story`, `login?back=/story`, `login?back=story.php`.
pub fn leads_back(address: &str, page: &str) -> bool {
    if leads_nowhere(address) || address.starts_with("mailto:?") {
        return true;
    }
    if bare(address) == bare(page) {
        return true;
    }
    let path = path_of(page).trim_end_matches('/');
    let query = address.split_once('?').map_or("", |(_, query)| query);
    let file = path.rsplit('/').next().filter(|name| is_file(name)).unwrap_or(path);
    path.len() > 1 && query.len() >= file.len() && {
        let query = decoded(query);
        hands_on(&query, path) || hands_on(&query, file)
    }
}

/// Whether the last segment of a path is the name of a file (`story.php`, and not `0.9.3`).
fn is_file(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ending.len() > 1 && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// An address without its fragment.
fn bare(url: &str) -> &str {
    url.split('#').next().unwrap_or_default().trim_end_matches('/')
}

/// Whether a path stands in a query as a whole: neither `/story` in `/story-2` nor in `/old/story`.
fn hands_on(query: &str, path: &str) -> bool {
    query.match_indices(path).any(|(at, _)| {
        let before = &query[..at];
        let after = query[at + path.len()..].trim_start_matches('/');
        let is_value = before.is_empty() || before.ends_with('=') || ends_with_host(before);
        is_value && !after.starts_with(|c: char| c.is_alphanumeric() || "-_.~%/".contains(c))
    })
}

/// Whether a text ends with a scheme and a host, as a URL does before its path.
fn ends_with_host(text: &str) -> bool {
    text.rfind("://").is_some_and(|at| {
        let host = &text[at + 3..];
        !host.is_empty() && !host.contains(['/', '?', '&', '=', ' '])
    })
}

fn path_of(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let path = url[host..].find('/').map_or("", |at| &url[host + at..]);
    path.split(['?', '#']).next().unwrap_or_default()
}

/// A query in which an address stands as it is written elsewhere: the signs of addresses decoded.
fn decoded(query: &str) -> String {
    let codes = ["%2F/", "%2f/", "%3A:", "%3a:", "%3F?", "%3f?", "%26&", "%25%"];
    codes.iter().fold(query.to_owned(), |query, code| query.replace(&code[..3], &code[3..]))
}

/// Whether `srcset` lists other sizes of a picture that `src` names already, on the element or on
/// the `img` of its `picture`.
pub(crate) fn has_other_source(corpus: &Corpus<'_>, (page, node): Instance) -> bool {
    let tree = corpus.tree(page);
    let named = |node| {
        ["src", "data-src"].iter().any(|name| {
            tree.attr(node, name).is_some_and(|value| !value.is_empty() && !shows_nothing(value))
        })
    };
    named(node)
        || (tree.tag(node).as_str() == "source"
            && tree.parent(node).is_some_and(|parent| {
                tree.children(parent).any(|child| tree.tag(child).as_str() == "img" && named(child))
            }))
}

/// Whether the address of a picture holds the thing itself, a placeholder until the real picture is loaded, or is that
/// of a picture that only keeps a place.
pub(crate) fn shows_nothing(address: &str) -> bool {
    is_inlined(address) || is_blank_picture(address)
}

/// Whether an address holds the thing itself: a placeholder until the real picture is loaded.
pub(crate) fn is_inlined(address: &str) -> bool {
    address.starts_with("data:")
}

/// Whether the values of an attribute are ids of elements on the same page.
pub(crate) fn names_elements(corpus: &Corpus<'_>, instances: &[Instance], attr: &str) -> bool {
    let mut of_page: Option<(usize, FxHashSet<&str>)> = None;
    let mut with_value = 0;
    let with =
        instances.iter().filter(|&&(page, node)| corpus.tree(page).attr(node, attr).is_some());
    for &(page, node) in with.take(corpus.parameters().sampled) {
        let tree = corpus.tree(page);
        let ids = match &of_page {
            Some((known, ids)) if *known == page => ids,
            _ => {
                let ids = tree.nodes().filter_map(|node| tree.attr(node, "id")).collect();
                &of_page.insert((page, ids)).1
            }
        };
        let value = tree.attr(node, attr).unwrap_or_default().trim_start_matches('#');
        if !ids.contains(value) {
            return false;
        }
        with_value += 1;
    }
    with_value > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_links_that_carry_the_address_of_their_page() {
        let page = "https://site.test/2024/05/story/";
        for back in [
            "https://site.test/2024/05/story/",
            "https://site.test/2024/05/story#comments",
            "https://share.example/sharer.php?u=https%3A%2F%2Fsite.test%2F2024%2F05%2Fstory%2F&t=Story",
            "https://share.example/intent?text=A+story&url=https://site.test/2024/05/story",
            "https://site.test/login?next=/2024/05/story/",
            "mailto:?subject=A%20story",
            "javascript:void(0)",
        ] {
            assert!(leads_back(back, page), "{back}");
        }
        for on in [
            "https://site.test/2024/05/story-2/",
            "https://site.test/2024/05/story/?page=2",
            "https://site.test/search?q=/2024/05/story-2",
            "https://site.test/search?q=see/old/2024/05/story",
            "https://other.example/",
            "mailto:ann@site.test",
        ] {
            assert!(!leads_back(on, page), "{on}");
        }
        assert!(!leads_back("https://site.test/find?a=/", "https://site.test/"));
        let (login, script) =
            ("https://site.test/login.php?url=", "https://site.test/t/list.php?a=7");
        assert!(leads_back(&format!("{login}list.php%3Fa%3D7"), script));
        assert!(!leads_back(&format!("{login}playlist.php%3Fa%3D7"), script));
        assert!(!leads_back("https://site.test/find?q=list", "https://site.test/list"));
        assert!(!leads_back("https://site.test/find?of=0.9.3", "https://site.test/release/0.9.3"));
    }
}
