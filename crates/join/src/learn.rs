//! Which lists name things that have pages of their own, and by which link.

use crate::SitePage;
use crate::compare::Said;
use crate::fields::{SaidFields, Same, said, same_fields};
use crate::items::{Places, addresses, each_item};
use crate::parameters::Parameters;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use sitewrap_model::Record;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A list whose items are things that have pages.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JoinedList {
    /// The page type that has the list, …
    pub page_type: String,
    /// … the names that lead to it, with dots between them, …
    pub path: String,
    /// … the field of its items that leads to their pages, …
    pub link: String,
    /// … and the type of these. A list that leads to pages of several types is told once for each.
    pub of: String,
    /// Items with a page that were compared.
    pub pairs: usize,
    /// Fields of items that say the same as one of the pages.
    pub fields: Vec<FieldPair>,
}

/// A field of items and one of their pages that are the same.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldPair {
    /// The name in items.
    pub item: String,
    /// The name in records of the pages; of a value in a map, with that of the map.
    pub page: String,
    /// Pairs that have both.
    pub pairs: usize,
    /// Those whose values agree.
    pub agree: usize,
    /// Whether disagreement speaks against a wrapper: addresses may differ and lead to one thing.
    pub counts: bool,
}

impl FieldPair {
    /// Whether the sides disagree by system.
    pub fn is_systematic(&self, parameters: &Parameters) -> bool {
        let is_enough = self.counts && self.pairs >= parameters.few_pairs;
        is_enough && (self.agree as f64) < parameters.systematic * self.pairs as f64
    }
}

/// A list's items by one of their addresses.
#[derive(Debug, Default)]
struct Link {
    /// Items with a page that is known, by its type.
    known: BTreeMap<String, usize>,
    /// Items whose page another item of the same page's list leads to as well.
    repeats: usize,
}

/// The page type of a list, the names that lead to it, and an address of its items.
type Key = (String, String, String);

/// Finds the lists whose items have pages.
pub(crate) fn learn(
    pages: &[SitePage],
    places: &Places<'_>,
    resolve: &dyn Fn(&str, &str) -> Option<String>,
    parameters: &Parameters,
) -> Vec<JoinedList> {
    let site = Site { pages, places, resolve };
    let links = site.links();
    let mut pairs = site.pairs(&links, parameters);
    let mut best: BTreeMap<(&str, &str), (usize, Vec<JoinedList>)> = BTreeMap::new();
    let mut keys: Vec<(&Key, &Link)> = links.iter().collect();
    keys.sort_by_key(|(key, _)| *key);
    for (key, link) in keys {
        let all: usize = link.known.values().sum();
        if all < parameters.few_pairs || link.repeats as f64 > parameters.most_repeats * all as f64
        {
            continue;
        }
        let mut lists = Vec::new();
        let mut agree = 0;
        for of in link.known.keys() {
            let Some(pairs) = pairs.remove(&(key.clone(), of.clone())) else { continue };
            if let Some(list) = joined(key, of, &pairs, parameters) {
                agree += list.fields.iter().map(|pair| pair.agree).sum::<usize>();
                lists.push(list);
            }
        }
        let known = best.entry((&key.0, &key.1)).or_default();
        if !lists.is_empty() && agree > known.0 {
            *known = (agree, lists);
        }
    }
    best.into_values().flat_map(|(_, lists)| lists).collect()
}

struct Site<'p> {
    pages: &'p [SitePage],
    places: &'p Places<'p>,
    resolve: &'p dyn Fn(&str, &str) -> Option<String>,
}

/// Items with what their pages say, of a list, an address and a page type.
type Pairs<'p> = Vec<Pair<'p>>;

struct Pair<'p> {
    item: &'p Record,
    target: usize,
    page: Rc<SaidFields>,
}

impl<'p> Site<'p> {
    /// Goes through all addresses of items that lead to another page with a record.
    fn each_link(&self, visit: &mut dyn FnMut(usize, &str, &'p Record, &str, usize)) {
        for (at, page) in self.pages.iter().enumerate() {
            let Some(record) = page.extraction.record.as_ref() else { continue };
            if page.extraction.page_type.is_none() || self.places.representative(at) != at {
                continue;
            }
            each_item(record, &mut |path, item| {
                for (field, address) in addresses(item) {
                    let address = (self.resolve)(&page.extraction.url, address);
                    let target = address.and_then(|address| self.places.at(&address));
                    let is_thing = |&target: &usize| {
                        target != at && self.pages[target].extraction.record.is_some()
                    };
                    if let Some(target) = target.filter(is_thing) {
                        visit(at, path, item, field, target);
                    }
                }
            });
        }
    }

    fn links(&self) -> FxHashMap<Key, Link> {
        let mut links: FxHashMap<Key, Link> = FxHashMap::default();
        let mut seen: FxHashSet<(Key, usize)> = FxHashSet::default();
        let mut page = usize::MAX;
        self.each_link(&mut |at, path, _, field, target| {
            if at != page {
                seen.clear();
                page = at;
            }
            let (Some(own), Some(of)) = (self.page_type(at), self.page_type(target)) else {
                return;
            };
            let key = (own.to_owned(), path.to_owned(), field.to_owned());
            let link = links.entry(key.clone()).or_default();
            *link.known.entry(of.to_owned()).or_default() += 1;
            link.repeats += usize::from(!seen.insert((key, target)));
        });
        links
    }

    /// Samples pairs of items and pages, evenly over the site. What is named again is taken again, so
    /// that it is seen whether the same is said of it.
    fn pairs(
        &self,
        links: &FxHashMap<Key, Link>,
        parameters: &Parameters,
    ) -> FxHashMap<(Key, String), Pairs<'p>> {
        let mut pairs: FxHashMap<(Key, String), Pairs<'p>> = FxHashMap::default();
        let mut details: FxHashMap<usize, Rc<SaidFields>> = FxHashMap::default();
        self.each_link(&mut |at, path, item, field, target| {
            let (Some(own), Some(of)) = (self.page_type(at), self.page_type(target)) else {
                return;
            };
            let key = (own.to_owned(), path.to_owned(), field.to_owned());
            let all = links.get(&key).and_then(|link| link.known.get(of)).copied().unwrap_or(0);
            let key = (key, of.to_owned());
            let is_taken = target % all.div_ceil(parameters.sample).max(1) == 0;
            let taken = pairs.entry(key).or_default();
            if !is_taken || taken.len() >= parameters.sample {
                return;
            }
            let page = details.entry(target).or_insert_with(|| {
                Rc::new(self.pages[target].extraction.record.as_ref().map(said).unwrap_or_default())
            });
            taken.push(Pair { item, target, page: Rc::clone(page) });
        });
        pairs
    }

    fn page_type(&self, at: usize) -> Option<&str> {
        self.pages[at].extraction.page_type.as_deref()
    }
}

/// The list as one of things with pages, if it is one.
fn joined(key: &Key, of: &str, pairs: &[Pair<'_>], parameters: &Parameters) -> Option<JoinedList> {
    let (page_type, path, link) = key;
    if pairs.len() < parameters.few_pairs || !is_same_again(pairs, link, parameters) {
        return None;
    }
    let sides: Vec<(&Record, Rc<SaidFields>)> =
        pairs.iter().map(|pair| (pair.item, Rc::clone(&pair.page))).collect();
    let same = same_fields(&sides, link, parameters);
    let identifies = |same: &Same| {
        let agrees = same.agree as f64 >= parameters.agree * same.pairs as f64;
        agrees && !same.is_address && same.telling >= parameters.identifying
    };
    same.iter().any(identifies).then(|| JoinedList {
        page_type: page_type.clone(),
        path: path.clone(),
        link: link.clone(),
        of: of.to_owned(),
        pairs: pairs.len(),
        fields: same.into_iter().map(FieldPair::from).collect(),
    })
}

impl From<Same> for FieldPair {
    fn from(same: Same) -> Self {
        let Same { item, page, pairs, agree, is_address, .. } = same;
        Self { item, page, pairs, agree, counts: !is_address }
    }
}

/// Whether items that lead to one page say much the same; so it is where each leads to another.
fn is_same_again(pairs: &[Pair<'_>], link: &str, parameters: &Parameters) -> bool {
    let mut last: FxHashMap<usize, &Record> = FxHashMap::default();
    let (mut same, mut all, mut items) = (0, 0, 0);
    for pair in pairs {
        let Some(before) = last.insert(pair.target, pair.item) else { continue };
        items += 1;
        for (name, value) in pair.item.iter().filter(|(name, _)| *name != link) {
            let Some(other) = before.get(name) else { continue };
            let (Some(value), Some(other)) = (Said::of(value), Said::of(other)) else { continue };
            all += 1;
            same += usize::from(value == other);
        }
    }
    items < parameters.few_pairs || same as f64 >= parameters.same_again * all as f64
}
