//! Where pages stand in lists, and how they stand to others.
//!
//! The pages of a list are known as such before they are fetched, so that the crawl can follow a
//! list far enough to know its pages, and go on with what they lead to.

use crate::frontier::url_pattern::UrlPattern;
use crate::lists::pager::Pager;
use crate::page::outline::Outline;
use crate::page::words::hash;
use sitewrap_model::{ListPage, Relations};
use std::collections::HashMap;
use std::sync::Arc;
use url::Url;

/// Pages of a list from which all that its pages have in common can be learned; those after them
/// come when other pages are known far better.
const ENOUGH_PAGES: u32 = 5;

/// The place of a page in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The URL of the first page.
    pub(crate) first: Arc<str>,
    /// From 1.
    pub(crate) number: u32,
}

/// The pages of lists, by a hash of their URL, fetched or not.
#[derive(Debug, Default)]
pub(crate) struct Lists(HashMap<u64, Place>);

impl Lists {
    /// Takes in where a page belongs, if that is not known.
    fn enter(&mut self, url: &str, place: Place) {
        self.0.entry(hash(url.as_bytes())).or_insert(place);
    }

    /// Where a page belongs.
    fn place(&self, url: &str) -> Option<&Place> {
        self.0.get(&hash(url.as_bytes()))
    }

    /// Takes in what a page tells of the list that it belongs to, and of where the list goes on; gives
    /// its own place.
    pub(crate) fn enter_page(&mut self, url: &Url, pager: &Pager) -> Option<Place> {
        let place = self.place(url.as_str()).cloned().or_else(|| {
            let first = pager.pages.iter().find(|(number, _)| *number == 1);
            match (first, pager.own_number) {
                (Some((_, first)), Some(number)) if number > 1 => {
                    Some(Place { first: first.as_str().into(), number })
                }
                (Some(_), None) => None,
                _ if pager.pages.is_empty() && !pager.begins() => None,
                _ => Some(Place { first: url.as_str().into(), number: 1 }),
            }
        })?;
        self.enter(url.as_str(), place.clone());
        let follows = pager.follows.iter().map(|(url, _)| (place.number + 1, url));
        let pages = pager.pages.iter().map(|(number, url)| (*number, url));
        for (number, url) in pages.chain(follows) {
            self.enter(url.as_str(), Place { first: place.first.clone(), number });
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
pub(crate) fn relations(outline: &Outline, place: Option<Place>) -> Option<Relations> {
    let text = |url: &Option<Url>| url.as_ref().map(Url::to_string);
    let pager = &outline.pager;
    let languages = outline.languages.iter();
    let relations = Relations {
        canonical: text(&outline.canonical),
        prev: text(&pager.prev),
        next: text(&pager.next)
            .or_else(|| place.as_ref().and(pager.follows.as_ref()).map(|(url, _)| url.to_string())),
        languages: languages.map(|(code, url)| (code.clone(), url.to_string())).collect(),
        list: place.map(|place| ListPage { first: place.first.to_string(), number: place.number }),
    };
    (relations != Relations::default()).then_some(relations)
}
