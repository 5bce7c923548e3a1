//! One record of a page and of the items that lead to it.

use crate::SitePage;
use crate::compare::Said;
use crate::items::{Places, each_item};
use crate::learn::JoinedList;
use crate::series;
use rustc_hash::FxHashMap;
use sitewrap_model::{Extraction, Joined, Reason, Record, Value};

/// Pages that are named in which lists have a thing, and values by which a field differs.
const NAMED: usize = 100;
const DIFFERENT: usize = 10;

/// Before the name of a field of items that is called like another field of the page.
const LISTED: &str = "listed_";

/// What items say of things.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// By the place of a page.
    of_pages: FxHashMap<usize, Thing>,
    /// Of addresses that no page is known of, in the order in which lists name them.
    of_addresses: Vec<(String, Thing)>,
}

/// What items say of one thing, in the names of its page.
#[derive(Debug, Default)]
struct Thing {
    page_type: String,
    joined: Joined,
    /// What only items say, …
    added: Record,
    /// … and what they say that pages of the type say as well; for things without a page.
    told: Record,
}

/// Gathers what the items of all lists say.
pub(crate) fn gather(
    pages: &[SitePage],
    places: &Places<'_>,
    lists: &[JoinedList],
    resolve: &dyn Fn(&str, &str) -> Option<String>,
) -> Found {
    let mut by_list: FxHashMap<(&str, &str), Vec<&JoinedList>> = FxHashMap::default();
    for list in lists {
        by_list.entry((&list.page_type, &list.path)).or_default().push(list);
    }
    let mut found = Found::default();
    let mut unknown: FxHashMap<String, usize> = FxHashMap::default();
    for (at, page) in pages.iter().enumerate() {
        let Extraction { url, page_type: Some(own), record: Some(record), .. } = &page.extraction
        else {
            continue;
        };
        if places.representative(at) != at {
            continue;
        }
        each_item(record, &mut |path, item| {
            let Some(lists) = by_list.get(&(&**own, path)) else { return };
            let Some(Value::Text(link)) = item.get(&lists[0].link) else { return };
            let Some(address) = resolve(url, link) else { return };
            let place = places.at(&address);
            let known = place.filter(|place| pages[*place].extraction.record.is_some());
            let page = known.map(|known| &pages[known].extraction);
            let list = match page {
                _ if known == Some(at) => None,
                // The type that most items of the list lead to.
                None => lists.iter().max_by_key(|list| list.pairs),
                Some(page) => lists.iter().find(|list| Some(&list.of) == page.page_type.as_ref()),
            };
            let Some(list) = list else { return };
            let thing = match place {
                Some(place) => found.of_pages.entry(place).or_default(),
                None => {
                    let next = found.of_addresses.len();
                    let at = *unknown.entry(address.clone()).or_insert(next);
                    if at == next {
                        found.of_addresses.push((address, Thing::default()));
                    }
                    &mut found.of_addresses[at].1
                }
            };
            thing.take(url, item, list, page.and_then(|page| page.record.as_ref()));
        });
    }
    found
}

impl Thing {
    /// Takes in an item on the page `from`; `page` is the record of the thing's own page.
    fn take(&mut self, from: &str, item: &Record, list: &JoinedList, page: Option<&Record>) {
        if self.page_type.is_empty() {
            self.page_type.clone_from(&list.of);
        }
        let known = &mut self.joined.from;
        if known.last().is_none_or(|last| last != from) && known.len() < NAMED {
            known.push(from.to_owned());
        }
        for (name, value) in item.iter().filter(|(name, _)| *name != list.link) {
            let pair = list.fields.iter().find(|pair| pair.item == name);
            let own = pair.and_then(|pair| Some((pair, at(page?, &pair.page)?)));
            match (own, pair) {
                (Some((pair, own)), _) => {
                    if pair.counts && !agree(value, own) {
                        self.differ(&pair.page, value);
                    }
                }
                // The page lacks it, or there is none.
                (None, Some(pair)) => put(&mut self.told, &pair.page, value),
                (None, None) => {
                    let taken = page.is_some_and(|page| page.get(name).is_some())
                        || list.fields.iter().any(|pair| pair.page == name);
                    let name = if taken { format!("{LISTED}{name}") } else { name.to_owned() };
                    if self.added.get(&name).is_none() {
                        self.added.insert(name, value.clone());
                    }
                }
            }
        }
    }

    fn differ(&mut self, field: &str, value: &Value) {
        let mut values = match self.joined.differs.get(field) {
            Some(Value::List(values)) => values.clone(),
            _ => Vec::new(),
        };
        if values.len() < DIFFERENT && !values.contains(value) {
            values.push(value.clone());
            self.joined.differs.insert(field, Value::List(values));
        }
    }

    /// Adds to a record what its page does not say.
    fn add_to(mut self, record: &mut Record) -> Joined {
        let told = std::mem::take(&mut self.told);
        for (name, value) in told.iter().chain(self.added.iter()) {
            let is_there = match value {
                Value::Record(map) => {
                    map.iter().all(|(key, _)| at(record, &format!("{name}.{key}")).is_some())
                }
                _ => record.get(name).is_some(),
            };
            if !is_there {
                record.insert(name, value.clone());
                self.joined.added.push(name.to_owned());
            }
        }
        self.joined
    }
}

/// The value at a name, or at that of a map and a name in it.
fn at<'r>(record: &'r Record, path: &str) -> Option<&'r Value> {
    record.get(path).or_else(|| {
        let (map, key) = path.split_once('.')?;
        let Value::Record(map) = record.get(map)? else { return None };
        map.get(key)
    })
}

/// Puts a value where [`at`] finds it, unless there is one.
fn put(record: &mut Record, path: &str, value: &Value) {
    if at(record, path).is_some() {
        return;
    }
    match path.split_once('.') {
        None => record.insert(path, value.clone()),
        Some((map, key)) => {
            let mut inner = match record.get(map) {
                Some(Value::Record(inner)) => inner.clone(),
                _ => Record::new(),
            };
            inner.insert(key, value.clone());
            record.insert(map, Value::Record(inner));
        }
    }
}

fn agree(item: &Value, page: &Value) -> bool {
    match (Said::of(item), Said::of(page)) {
        (Some(item), Some(page)) => item.agrees(&page),
        _ => true,
    }
}

/// The records of all things, in the order of their pages.
pub(crate) fn entities(
    pages: Vec<SitePage>,
    heads: &[Option<(usize, u32)>],
    mut found: Found,
) -> Vec<Extraction> {
    let (pages, parts) = series::gathered(pages, heads);
    let mut entities = Vec::with_capacity(pages.len());
    for (at, mut extraction) in pages {
        let thing = found.of_pages.remove(&at);
        let further = parts.get(&at);
        if let Some(thing) = thing {
            extraction = with(extraction, thing);
        }
        if let Some(urls) = further {
            let joined = extraction
                .joined
                .get_or_insert_with(|| Joined { detail: true, ..Joined::default() });
            joined.pages.clone_from(urls);
        }
        entities.push(extraction);
    }
    let told = found.of_addresses.into_iter();
    entities.extend(
        told.map(|(url, thing)| with(Extraction::without_record(&url, Reason::NotStored), thing)),
    );
    entities
}

/// What was extracted from a thing's page, with what items say of it.
fn with(mut extraction: Extraction, thing: Thing) -> Extraction {
    let detail = extraction.record.is_some();
    if !detail {
        extraction.page_type = Some(thing.page_type.clone());
    }
    let mut record = extraction.record.take().unwrap_or_default();
    let joined = thing.add_to(&mut record);
    extraction.record = Some(record).filter(|record| !record.is_empty());
    // Without a page of its own everything comes from lists.
    let added = if detail { joined.added } else { Vec::new() };
    extraction.joined = Some(Joined { detail, added, ..joined });
    extraction
}
