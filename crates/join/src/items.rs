//! Pages by their addresses, and the items of their lists.

use crate::SitePage;
use crate::compare::is_address;
use rustc_hash::FxHashMap;
use sitewrap_model::{Record, Value};

/// Lists within lists that are gone through.
const DEPTH: usize = 4;

/// What wrappers call the list of the steps from the home page to a page. They are no items of the page: what
/// they call a page, `Home`, is what the site calls the way to it.
const WAY: &str = "breadcrumbs";

/// The pages by the addresses that lead to them.
#[derive(Debug)]
pub(crate) struct Places<'p> {
    by_address: FxHashMap<&'p str, usize>,
    /// By page, the one of those that say the same that stands for them.
    stands_for: Vec<usize>,
}

impl<'p> Places<'p> {
    pub(crate) fn of(pages: &'p [SitePage], stands_for: Vec<usize>) -> Self {
        let mut by_address: FxHashMap<&str, usize> = FxHashMap::default();
        for (at, page) in pages.iter().enumerate() {
            by_address.entry(&page.extraction.url).or_insert(at);
        }
        for (at, page) in pages.iter().enumerate() {
            for equivalent in &page.equivalent_urls {
                by_address.entry(equivalent).or_insert(at);
            }
        }
        Self { by_address, stands_for }
    }

    /// The page at an address; of pages that say the same, the one that stands for them.
    pub(crate) fn at(&self, address: &str) -> Option<usize> {
        self.by_address.get(address).map(|&at| self.stands_for[at])
    }

    /// The page that stands for a page.
    pub(crate) fn representative(&self, at: usize) -> usize {
        self.stands_for[at]
    }
}

/// Goes through the items of all lists of a record, with the names that lead to each list.
pub(crate) fn each_item<'r>(record: &'r Record, visit: &mut dyn FnMut(&str, &'r Record)) {
    through(record, "", DEPTH, visit);
}

fn through<'r>(
    record: &'r Record,
    prefix: &str,
    depth: usize,
    visit: &mut dyn FnMut(&str, &'r Record),
) {
    for (name, value) in record.iter() {
        let path = || if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") };
        match value {
            Value::List(_) if name == WAY => {}
            Value::List(items) => {
                let path = path();
                for item in items {
                    let Value::Record(item) = item else { continue };
                    visit(&path, item);
                    if depth > 0 {
                        through(item, &path, depth - 1, visit);
                    }
                }
            }
            Value::Record(map) if depth > 0 => through(map, &path(), depth - 1, visit),
            _ => {}
        }
    }
}

/// The fields of an item that are addresses.
pub(crate) fn addresses(item: &Record) -> impl Iterator<Item = (&str, &str)> {
    item.iter().filter(|(_, value)| is_address(value)).filter_map(|(name, value)| match value {
        Value::Text(text) => Some((name, text.as_str())),
        _ => None,
    })
}
