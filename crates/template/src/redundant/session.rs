//! Parameters in links that belong to the visit, not to the page.
//!
//! Old shops carry a session id through all their links (`?id=4779653067546`). Every link then
//! differs from page to page, and every menu would look like content.

use crate::parameters::Parameters;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_tree::TagTree;
use std::borrow::Cow;

/// The parameters of one page's links that belong to the visit, as `name=value`.
#[derive(Debug, Default)]
pub(crate) struct Session {
    pairs: FxHashSet<String>,
}

impl Session {
    /// Finds the pairs of name and value that most links of a page with a query share.
    pub(crate) fn of(tree: &TagTree, parameters: &Parameters) -> Self {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        let mut links = 0usize;
        for node in tree.nodes() {
            let Some(query) = tree.attr(node, "href").and_then(query) else { continue };
            links += 1;
            for pair in query.split('&').collect::<FxHashSet<_>>() {
                *counts.entry(pair).or_default() += 1;
            }
        }
        if links < parameters.many {
            return Self::default();
        }
        let is_visit = |pair: &str| {
            pair.split_once('=').is_some_and(|(_, value)| {
                value.len() >= parameters.session_bytes
                    && value.contains(|c: char| c.is_ascii_digit())
            })
        };
        let pairs = counts
            .into_iter()
            .filter(|(pair, count)| {
                *count as f64 >= parameters.most * links as f64 && is_visit(pair)
            })
            .map(|(pair, _)| pair.to_owned())
            .collect();
        Self { pairs }
    }

    /// A URL without the parameters of the visit; any other value as it is.
    pub(crate) fn without<'v>(&self, value: &'v str) -> Cow<'v, str> {
        let Some(query) = query(value).filter(|_| !self.pairs.is_empty()) else {
            return Cow::Borrowed(value);
        };
        let kept: Vec<&str> = query.split('&').filter(|pair| !self.pairs.contains(*pair)).collect();
        Cow::Owned(format!("{}?{}", value.split('?').next().unwrap_or_default(), kept.join("&")))
    }
}

/// What stands between `?` and `#` in a URL.
fn query(url: &str) -> Option<&str> {
    let (_, query) = url.split_once('?')?;
    query.split('#').next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::TagTreeBuilder;

    #[test]
    fn drops_what_all_links_carry() {
        let mut page = TagTreeBuilder::new("body");
        for item in 0..10 {
            let href = format!("/item?id=4779653067546&n={item}");
            page.open("a", [("href", href.as_str())]);
            page.close();
        }
        let session = Session::of(&page.finish(), &Parameters::default());
        assert_eq!(session.without("/x?id=4779653067546&n=3"), "/x?n=3");
        assert_eq!(session.without("/x?id=1"), "/x?id=1");
        assert_eq!(session.without("plain text"), "plain text");
    }
}
