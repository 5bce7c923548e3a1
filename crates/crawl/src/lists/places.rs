//! Where pages stand in lists, and how they stand to others.
//!
//! The pages of a list are known as such before they are fetched, so that the crawl can follow a
//! list far enough to know its pages, and go on with what they lead to.

use crate::frontier::url_pattern::UrlPattern;
use crate::lists::pager::Pager;
use crate::page::findings::Findings;
use crate::page::words::hash;
use sitewrap_model::{ListPage, Relations};
use std::collections::HashMap;
use url::Url;

/// Pages of a list from which all that its pages have in common can be learned; those after them
/// come when other pages are known far better.
const ENOUGH_PAGES: u32 = 5;

/// The pages of lists, by a hash of their URL, fetched or not.
#[derive(Debug, Default)]
pub(crate) struct Lists(HashMap<u64, ListPage>);

impl Lists {
    /// Takes in where a page belongs, if that is not known.
    fn enter(&mut self, url: &str, place: ListPage) {
        self.0.entry(hash(url.as_bytes())).or_insert(place);
    }

    /// Where a page belongs.
    fn place(&self, url: &str) -> Option<&ListPage> {
        self.0.get(&hash(url.as_bytes()))
    }

    /// Takes in what a page tells of the list that it belongs to, and of where the list goes on; gives
    /// its own place.
    pub(crate) fn enter_page(&mut self, url: &Url, pager: &Pager) -> Option<ListPage> {
        let place = self.place(url.as_str()).cloned().or_else(|| {
            let first = pager.pages.iter().find(|(number, _)| *number == 1);
            match (first, pager.own_number) {
                (Some((_, first)), Some(number)) if number > 1 => {
                    Some(ListPage { first: first.as_str().into(), number })
                }
                (Some(_), None) => None,
                _ if pager.pages.is_empty() && !pager.begins() => None,
                _ => Some(ListPage { first: url.as_str().into(), number: 1 }),
            }
        })?;
        self.enter(url.as_str(), place.clone());
        let follows = pager.follows.iter().map(|(url, _)| (place.number + 1, url));
        let pages = pager.pages.iter().map(|(number, url)| (*number, url));
        for (number, url) in pages.chain(follows) {
            self.enter(url.as_str(), ListPage { first: place.first.clone(), number });
        }
        Some(place)
    }

    /// The pattern of a URL, apart from that of the first pages if it is one of the later ones.
    pub(crate) fn sort(&self, url: &str, pattern: UrlPattern) -> UrlPattern {
        let late = self.place(url).is_some_and(|place| place.number > ENOUGH_PAGES);
        if late { pattern.late() } else { pattern }
    }
}

/// How a page stands to others; `None` if it says nothing of that.
pub(crate) fn relations(findings: &Findings, place: Option<ListPage>) -> Option<Relations> {
    let text = |url: &Option<Url>| url.as_ref().map(Url::to_string);
    let pager = &findings.pager;
    let languages = findings.languages.iter();
    let relations = Relations {
        canonical: text(&findings.canonical),
        prev: text(&pager.prev),
        next: text(&pager.next)
            .or_else(|| place.as_ref().and(pager.follows.as_ref()).map(|(url, _)| url.to_string())),
        languages: languages.map(|(code, url)| (code.clone(), url.to_string())).collect(),
        list: place,
    };
    (relations != Relations::default()).then_some(relations)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(path: &str) -> Url {
        Url::parse("http://example.com/").unwrap().join(path).unwrap()
    }

    #[test]
    fn the_pages_that_a_page_leads_to_belong_to_its_list() {
        let mut lists = Lists::default();
        let mut pager = Pager::default();
        pager.pages.push((2, url("/c?p=2")));
        let first = lists.enter_page(&url("/c"), &pager).unwrap();
        assert_eq!((&*first.first, first.number), ("http://example.com/c", 1));
        // What a page is told to be by another one counts more than what it says itself.
        let second = lists.enter_page(&url("/c?p=2"), &Pager::default()).unwrap();
        assert_eq!((second.first, second.number), (first.first, 2));
        assert_eq!(lists.enter_page(&url("/other"), &Pager::default()), None);
    }

    #[test]
    fn a_page_that_stands_alone_relates_to_nothing() {
        assert_eq!(relations(&Findings::default(), None), None);
        let place = ListPage { first: "http://example.com/c".into(), number: 3 };
        let list = relations(&Findings::default(), Some(place)).and_then(|it| it.list);
        assert_eq!(list.map(|list| list.number), Some(3));
    }
}
