//! Parts of links that belong to the visit, not to the page.
//!
//! Old shops carry a session id through all their links (`?id=4779653067546`, `/basket/1166764260`,
//! `;jsessionid=71A3`). Every link then differs from page to page, and every menu would look like
//! content.

use crate::parameters::Parameters;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::TagTree;
use std::borrow::Cow;

/// The parts of one page's links that belong to the visit.
#[derive(Debug, Default)]
pub(crate) struct Session {
    /// Parameters of the query, as `name=value`.
    pairs: FxHashSet<String>,
    /// Segments of the path, and its parameters.
    segments: FxHashSet<String>,
}

impl Session {
    /// Finds the pairs of name and value that most links of a page with a query share, and the segments
    /// that most of its links have in their paths and its own address has not.
    pub(crate) fn of(tree: &TagTree, url: &str, parameters: &Parameters) -> Self {
        let addresses = || tree.nodes().filter_map(|node| tree.attr(node, "href"));
        let is_visit = |value: &str| {
            value.len() >= parameters.session_bytes && value.contains(|c: char| c.is_ascii_digit())
        };
        let of_query = addresses().filter_map(query).map(|query| query.split('&').collect());
        let of_path = addresses().map(|address| segments(path(address)).collect());
        let pairs = shared(of_query, parameters, |pair| {
            pair.split_once('=').is_some_and(|(_, value)| is_visit(value))
        });
        let own: FxHashSet<&str> = segments(path(url)).collect();
        let segments =
            shared(of_path, parameters, |segment| is_visit(segment) && !own.contains(segment));
        Self { pairs, segments }
    }

    /// A URL without the parts of the visit; any other value as it is.
    pub(crate) fn without<'v>(&self, value: &'v str) -> Cow<'v, str> {
        let mut value = Cow::Borrowed(value);
        for segment in &self.segments {
            if let Some(at) = place_of(&value, segment) {
                value.to_mut().replace_range(at..at + segment.len(), "");
            }
        }
        let Some(query) = query(&value).filter(|_| !self.pairs.is_empty()) else {
            return value;
        };
        let kept: Vec<&str> = query.split('&').filter(|pair| !self.pairs.contains(*pair)).collect();
        Cow::Owned(format!("{}?{}", path(&value), kept.join("&")))
    }
}

/// The parts that most of the links have, of those that may be of a visit.
fn shared<'t>(
    links: impl Iterator<Item = FxHashSet<&'t str>>,
    parameters: &Parameters,
    is_visit: impl Fn(&str) -> bool,
) -> FxHashSet<String> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    let mut all = 0usize;
    for parts in links {
        all += 1;
        parts.into_iter().for_each(|part| *counts.entry(part).or_default() += 1);
    }
    if all < parameters.many {
        return FxHashSet::default();
    }
    let is_shared = |count: usize| count as f64 >= parameters.most * all as f64;
    let found = counts.into_iter().filter(|(part, count)| is_shared(*count) && is_visit(part));
    found.map(|(part, _)| part.to_owned()).collect()
}

/// What stands between `?` and `#` in a URL.
fn query(url: &str) -> Option<&str> {
    let (_, query) = url.split_once('?')?;
    query.split('#').next()
}

/// What stands before the `?` of a URL.
fn path(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split(['/', ';'])
}

/// Where a segment stands in the path of a URL.
fn place_of(url: &str, segment: &str) -> Option<usize> {
    let mut at = 0;
    for part in segments(path(url)) {
        if part == segment {
            return Some(at);
        }
        at += part.len() + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::TagTreeBuilder;

    /// A page of ten links.
    fn page(href: impl Fn(usize) -> String) -> TagTree {
        let mut page = TagTreeBuilder::new("body");
        for item in 0..10 {
            page.open("a", [("href", href(item).as_str())]);
            page.close();
        }
        page.finish()
    }

    #[test]
    fn drops_what_all_links_carry() {
        let page = page(|item| format!("/item?id=4779653067546&n={item}"));
        let session = Session::of(&page, "http://a.test/", &Parameters::default());
        assert_eq!(session.without("/x?id=4779653067546&n=3"), "/x?n=3");
        assert_eq!(session.without("/x?id=1"), "/x?id=1");
        assert_eq!(session.without("plain text"), "plain text");
    }

    #[test]
    fn drops_segments_that_all_links_carry_unless_the_page_is_there() {
        let page = page(|item| format!("/shelf/{item}/1166764260?n={item}"));
        let of = |url| Session::of(&page, url, &Parameters::default());
        assert_eq!(of("http://a.test/lamps").without("/basket/1166764260?n=3"), "/basket/?n=3");
        assert_eq!(of("http://a.test/lamps").without("/b/21166764260"), "/b/21166764260");
        let own = of("http://a.test/u/1166764260");
        assert_eq!(own.without("/basket/1166764260?n=3"), "/basket/1166764260?n=3");
    }
}
