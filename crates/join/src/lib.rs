//! Items of lists and the pages that they lead to, as one record a thing.
//!
//! Which records of several pages are of one thing, and what do they say of it together? [`join`]
//!
//! 1. finds for each list of each page type the field that leads to the pages of its items: an
//!    address that is another in each item, under which pages of one type are known,
//! 2. compares items with these pages, and takes a field of the item and one of the page for the same
//!    where their values agree more often than those of items and pages that do not belong together,
//! 3. makes one record of a page and of all items that lead to it: what the page says counts, what
//!    only items say is added, and where they differ is told; an item whose page is not known makes a
//!    record by itself, in the names of the pages,
//! 4. makes one record of the pages of a list that is spread over several.
//!
//! Nothing is assumed of names: a list in which nothing agrees with the pages that it leads to (a
//! comment and the profile of who wrote it) stays what it is.
//!
//! # Complexity
//! Linear in pages and items; what is compared is a sample of each list. Takes memory for all records.

mod compare;
mod fields;
mod items;
mod learn;
mod merge;
mod parameters;
mod series;
mod site_page;

pub use learn::{FieldPair, JoinedList};
pub use parameters::Parameters;
pub use site_page::SitePage;

use items::Places;
use rustc_hash::FxHashMap;
use sitewrap_model::Extraction;

/// What [`join`] gives.
#[derive(Clone, Debug, Default)]
pub struct Joining {
    /// A record a thing: pages in their order, and behind them what only lists have, in the order in
    /// which they name it. Pages without a record are among them.
    pub entities: Vec<Extraction>,
    /// The lists whose items were joined with pages.
    pub lists: Vec<JoinedList>,
}

/// Joins what was extracted from the pages of a site.
///
/// # Arguments
/// - `pages`: in the order in which they are to come out; of two with one URL the first counts.
/// - `resolve`: the address that a link leads to, by the URL of its page and what is written there, in
///   the form of the pages' URLs.
pub fn join(
    pages: Vec<SitePage>,
    resolve: &dyn Fn(&str, &str) -> Option<String>,
    parameters: &Parameters,
) -> Joining {
    let stands_for = series::representatives(&pages);
    let places = Places::of(&pages, stands_for);
    let lists = learn::learn(&pages, &places, resolve, parameters);
    let found = merge::gather(&pages, &places, &lists, resolve);
    let heads = series::heads(&pages, &places);
    let entities = merge::entities(pages, &heads, found);
    Joining { entities, lists }
}

/// How well the values of lists agree with those of the pages that they lead to, for each wrapper on
/// either side, 0..=1; without those of which too few were compared.
pub fn agreements(lists: &[JoinedList], parameters: &Parameters) -> Vec<(String, f32)> {
    let mut counts: FxHashMap<&str, (usize, usize)> = FxHashMap::default();
    for list in lists {
        for pair in list.fields.iter().filter(|pair| pair.counts) {
            for wrapper in [&list.page_type, &list.of] {
                let (agree, pairs) = counts.entry(wrapper).or_default();
                *agree += pair.agree;
                *pairs += pair.pairs;
            }
        }
    }
    let mut shares: Vec<(String, f32)> = counts
        .into_iter()
        .filter(|(_, (_, pairs))| *pairs >= parameters.few_pairs)
        .map(|(wrapper, (agree, pairs))| (wrapper.to_owned(), agree as f32 / pairs as f32))
        .collect();
    shares.sort_by(|a, b| a.0.cmp(&b.0));
    shares
}
