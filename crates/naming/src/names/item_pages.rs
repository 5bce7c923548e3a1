//! One thing has one name: what items of lists have in common with the pages that they lead to.
//!
//! A board lists its threads under `Thread / Thread Starter`; on the page of a thread the same words are
//! its `title`. Item by item, the values are looked up on the page that the item's own link leads to: a
//! field whose values stand there in one field is the same thing, and what speaks for the best name of the
//! one speaks for the other as well.

use super::items::is_speaker;
use super::knowledge::Knowledge;
use super::scoring::Candidate;
use super::value_overlap::Targets;
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_template::{Columns, Parameters, Share};
use sitewrap_terms::words::lexicon::canonical;
use std::collections::BTreeMap;

/// The fields of a page type, with their values and what speaks for their names.
pub(crate) struct Fields<'a> {
    /// What the pages are.
    pub(crate) kind: String,
    pub(crate) columns: &'a Columns,
    /// By the number of the field.
    pub(crate) wanted: &'a FxHashMap<usize, Vec<Candidate>>,
}

impl Fields<'_> {
    /// The name of a field that most speaks for.
    fn best(&self, field: usize) -> Option<&Candidate> {
        self.wanted.get(&field)?.first()
    }
}

/// A field of items that is the same thing as fields of the items' pages.
struct OnItemPage {
    item: usize,
    /// The number of the type of the items' pages.
    of: usize,
    on_page: Vec<usize>,
}

/// Tells each page type what speaks on the pages of its items for the names of the items' fields, and
/// the types of these pages what speaks in the lists; the first of `types` are parallel to `known`.
pub(crate) fn share_item_pages(
    known: &mut [Knowledge<'_>],
    types: &[Fields<'_>],
    targets: &Targets,
) {
    for own in 0..known.len() {
        for same in on_item_pages(own, types, targets, &known[own]) {
            let there = &types[same.of];
            let is_only = same.on_page.len() == 1;
            for on_page in same.on_page {
                share(&mut known[own], &types[own], same.item, there, on_page, is_only);
                if let Some(of_page) = known.get_mut(same.of) {
                    share(of_page, there, on_page, &types[own], same.item, is_only);
                }
            }
        }
    }
}

/// Tells the page type `own` that what speaks for the best name of the field `from` speaks for its field `to`
/// as well. That a link leads to a thing says what the thing is, and nothing of what it is called. Words
/// beside a value (`Notify me of updates to`) displace no well-known name elsewhere, and where the value
/// stands in several places of a page, they may be about the place: then only well-known names count.
/// An excerpt is one, whatever it is of the page.
fn share(
    known: &mut Knowledge<'_>,
    own: &Fields<'_>,
    to: usize,
    there: &Fields<'_>,
    from: usize,
    is_only: bool,
) {
    let is_excerpt = own.best(to).is_some_and(|best| best.name == "excerpt");
    if is_excerpt {
        return;
    }
    let is_known = |name: &Candidate| canonical(&name.name).is_some();
    let takes_all = is_only && !own.best(to).is_some_and(is_known);
    let may_be = |name: &&Candidate| {
        // A word for markup (`heading`) stands for another name.
        let is_markup = canonical(&name.name).is_some_and(|known| known != name.name);
        let is_kind = name.name == there.kind || name.name == own.kind;
        !is_markup && !is_kind && (takes_all || is_known(name))
    };
    let name = there.wanted.get(&from).into_iter().flatten().find(may_be);
    known.across.entry(to).or_default().push(name.cloned().into_iter().collect());
}

/// The fields of the items of a page type, the one with the number `own`, that are fields of the items'
/// pages, by their numbers. What somebody is called on a page about him is called otherwise where he
/// speaks.
fn on_item_pages(
    own: usize,
    types: &[Fields<'_>],
    targets: &Targets,
    known: &Knowledge<'_>,
) -> Vec<OnItemPage> {
    let parameters = known.parameters;
    let columns = types[own].columns;
    let own_links: FxHashSet<usize> = columns
        .fields()
        .filter(|field| columns.variety(*field) >= parameters.nearly_all)
        .filter(|field| !known.ways.contains(field))
        .collect();
    let items = columns.items(parameters.list_pages);
    let mut pairs: BTreeMap<(usize, usize, usize), Pair<'_>> = BTreeMap::new();
    for (page, values) in &items {
        let links = values.iter().filter(|(field, _)| own_links.contains(field));
        for (link, url) in links.filter(|(_, value)| value.contains('/')) {
            let target = targets.page(url).filter(|target| *target != (own, *page));
            let Some((of, target)) = target.filter(|(of, _)| !is_speaker(&types[*of].kind)) else {
                continue;
            };
            for (field, value) in values.iter().filter(|(field, _)| field != link) {
                let pair = pairs.entry((*field, of, *link)).or_default();
                pair.add(value, types[of].columns, target);
            }
        }
    }
    let mut found: BTreeMap<(usize, usize), OnItemPage> = BTreeMap::new();
    for ((item, of, _), pair) in pairs {
        let on_page = pair.most_equal(parameters);
        if !on_page.is_empty() {
            found.entry((item, of)).or_insert(OnItemPage { item, of, on_page });
        }
    }
    found.into_values().collect()
}

/// What was found equal of a field of items and the pages that a link leads to from them.
#[derive(Default)]
struct Pair<'a> {
    /// Items whose page is known.
    items: usize,
    /// The values that a field of the pages has as well.
    equal: BTreeMap<usize, Vec<&'a str>>,
}

impl<'a> Pair<'a> {
    fn add(&mut self, value: &'a str, columns: &Columns, page: usize) {
        self.items += 1;
        for field in columns.fields().filter(|field| columns.only(*field, page) == Some(value)) {
            self.equal.entry(field).or_default().push(value);
        }
    }

    /// The fields of the pages that have the values of most items, several different ones.
    fn most_equal(&self, parameters: &Parameters) -> Vec<usize> {
        let is_same = |values: &Vec<&str>| {
            let different: FxHashSet<&str> = values.iter().copied().collect();
            let share = Share::new(values.len(), self.items, parameters);
            share.is_most() && different.len() >= parameters.few
        };
        self.equal.iter().filter(|(_, values)| is_same(values)).map(|(field, _)| *field).collect()
    }
}
