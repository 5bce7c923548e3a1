//! Which field of an item says what which field of its page says.

use crate::compare::{Said, is_address};
use crate::parameters::Parameters;
use rustc_hash::FxHashMap;
use sitewrap_model::{Record, Value};
use std::rc::Rc;

/// Fields of a page that are compared.
const FIELDS: usize = 128;

/// What a record says, by the names of its values; names in maps behind that of the map.
pub(crate) type SaidFields = Vec<(String, Said, bool)>;

/// What the fields of a record say, those of maps included, and whether it is an address.
pub(crate) fn said(record: &Record) -> SaidFields {
    let mut fields = Vec::new();
    for (name, value) in record.iter().take(FIELDS) {
        match value {
            Value::Record(map) => {
                for (key, value) in map.iter().take(FIELDS) {
                    let said = Said::of(value);
                    fields.extend(said.map(|s| (format!("{name}.{key}"), s, is_address(value))));
                }
            }
            value => {
                let said = Said::of(value);
                fields.extend(said.map(|s| (name.to_owned(), s, is_address(value))));
            }
        }
    }
    fields.truncate(FIELDS);
    fields
}

/// A field of items and the field of their pages that says the same.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Same {
    pub(crate) item: String,
    pub(crate) page: String,
    /// Pairs that have both, and those among them that agree.
    pub(crate) pairs: usize,
    pub(crate) agree: usize,
    /// By how much they agree more often than by chance, as a share.
    pub(crate) telling: f64,
    /// Whether it is mostly an address.
    pub(crate) is_address: bool,
}

#[derive(Default)]
struct Count {
    pairs: usize,
    agree: usize,
    by_chance: usize,
    strangers: usize,
    addresses: usize,
}

/// Compares items with their pages.
///
/// # Arguments
/// - `pairs`: an item, and what its page says.
/// - `link`: the field of the items that leads to the page; nobody says it besides.
pub(crate) fn same_fields(
    pairs: &[(&Record, Rc<SaidFields>)],
    link: &str,
    parameters: &Parameters,
) -> Vec<Same> {
    let mut counts: FxHashMap<(String, String), Count> = FxHashMap::default();
    let mut order: Vec<String> = Vec::new();
    for (at, (item, page)) in pairs.iter().enumerate() {
        let stranger = &pairs[(at + 1) % pairs.len()].1;
        let stranger = (!Rc::ptr_eq(page, stranger)).then_some(stranger);
        for (name, said, is_address) in said(item).into_iter().filter(|field| field.0 != link) {
            if !order.contains(&name) {
                order.push(name.clone());
            }
            for (other, others, _) in page.iter() {
                let count = counts.entry((name.clone(), other.clone())).or_default();
                count.pairs += 1;
                count.agree += usize::from(said.agrees(others));
                count.addresses += usize::from(is_address);
            }
            for (other, others, _) in stranger.into_iter().flat_map(|page| page.iter()) {
                let count = counts.entry((name.clone(), other.clone())).or_default();
                count.strangers += 1;
                count.by_chance += usize::from(said.agrees(others));
            }
        }
    }
    order.iter().filter_map(|name| best(name, &counts, parameters)).collect()
}

/// The field of the pages that says what a field of the items does: the one whose values agree most
/// often; else that of the same name, if both are more than addresses.
fn best(
    name: &str,
    counts: &FxHashMap<(String, String), Count>,
    parameters: &Parameters,
) -> Option<Same> {
    let mut candidates: Vec<Same> = counts
        .iter()
        .filter(|((item, _), count)| item == name && count.pairs >= parameters.few_pairs)
        .map(|((item, page), count)| count.same(item, page))
        .collect();
    candidates.sort_by(|a, b| {
        let named = |same: &Same| same.item == same.page;
        let all = b.agree.cmp(&a.agree).then_with(|| named(b).cmp(&named(a)));
        all.then_with(|| a.page.cmp(&b.page))
    });
    let agrees = |same: &Same| {
        let is_told = same.telling >= parameters.telling || same.item == same.page;
        same.agree as f64 >= parameters.agree * same.pairs as f64 && is_told
    };
    let by_values = candidates.iter().find(|same| agrees(same));
    let by_name = || candidates.iter().find(|same| same.item == same.page && !same.is_address);
    by_values.or_else(by_name).cloned()
}

impl Count {
    fn same(&self, item: &str, page: &str) -> Same {
        let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
        Same {
            item: item.to_owned(),
            page: page.to_owned(),
            pairs: self.pairs,
            agree: self.agree,
            telling: share(self.agree, self.pairs) - share(self.by_chance, self.strangers),
            is_address: self.addresses * 2 > self.pairs,
        }
    }
}
