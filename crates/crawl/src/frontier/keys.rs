//! The parameters of a URL, by their names.

use crate::page::words::{hash, join};
use url::form_urlencoded;

/// The names of a URL's parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    pub(crate) hash: u64,
    pub(crate) any: bool,
    /// One of them is for another view of the same.
    pub(crate) variant: bool,
}

/// Names of parameters, without what joins their words, that order, filter, size or print what is
/// elsewhere as it is, remember where a visitor came from, or who it is. A name that may as well
/// choose a page (`view`, `id`, `order`) is none of them.
const VIEWS: &[&str] = &[
    "backurl",
    "facet",
    "facets",
    "fbclid",
    "filter",
    "filterby",
    "filters",
    "gclid",
    "highlight",
    "itemsperpage",
    "jsessionid",
    "orderby",
    "orderdir",
    "ordering",
    "pagesize",
    "perpage",
    "phpsessid",
    "print",
    "printable",
    "printview",
    "redirectto",
    "redirecturl",
    "replytocom",
    "resultsperpage",
    "returnto",
    "returnurl",
    "sessionid",
    "sort",
    "sortby",
    "sortdir",
    "sortorder",
    "utmcampaign",
    "utmcontent",
    "utmmedium",
    "utmsource",
    "utmterm",
];

/// Whether a parameter is for another view of the same.
fn is_view(name: &str) -> bool {
    let name = name.split('[').next().unwrap_or_default();
    let letters = name.chars().filter(|c| !matches!(c, '-' | '_'));
    let name: String = letters.map(|c| c.to_ascii_lowercase()).take(32).collect();
    VIEWS.binary_search(&&*name).is_ok()
}

impl Keys {
    /// The names in a query.
    pub(crate) fn of(query: Option<&str>) -> Self {
        let query = query.unwrap_or_default().as_bytes();
        let mut keys: Vec<_> = form_urlencoded::parse(query).map(|(key, _)| key).collect();
        keys.sort_unstable();
        keys.dedup();
        let hash = keys.iter().fold(7, |state, key| join(state, hash(key.as_bytes())));
        Self { hash, any: !keys.is_empty(), variant: keys.iter().any(|key| is_view(key)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_of_the_same_are_told_by_names_that_choose_no_page() {
        for query in ["sort=price", "q=x&Sort_By=1", "filter[color]=red", "utm_source=mail"] {
            assert!(Keys::of(Some(query)).variant, "{query}");
        }
        for query in ["view=article&id=3", "page=2", "order=17", "id=3", "sorting=1"] {
            assert!(!Keys::of(Some(query)).variant, "{query}");
        }
        assert!(VIEWS.is_sorted(), "they are looked up by halves");
    }
}
