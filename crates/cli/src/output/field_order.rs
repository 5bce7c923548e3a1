//! The order of columns: that of the fields in the pages, as the wrappers have it.
//!
//! A field that the first pages lack is no reason for it to stand behind all others, nor for
//! columns to change places when other pages come first.

use sitewrap_wrapper::{Schema, WrapperSet};
use std::collections::HashMap;

/// Places of fields, those in lists and names in maps included (`reviews.author`, `details.UPC`).
#[derive(Debug, Default)]
pub(crate) struct FieldOrder {
    /// Of all page types together, in the order of the wrappers.
    all: Places,
    by_type: HashMap<String, Places>,
}

/// Places by path.
type Places = HashMap<String, usize>;

impl FieldOrder {
    /// The order that wrappers have.
    pub(crate) fn of(wrappers: &WrapperSet) -> Self {
        let fields = |wrapper| Schema::of(wrapper).paths();
        let types = wrappers.wrappers.iter().map(|of| (of.page_type.as_str(), fields(of)));
        types.collect()
    }

    /// The place of a field among those of all page types; what is in no wrapper comes last.
    pub(crate) fn place(&self, path: &str) -> usize {
        place(&self.all, path)
    }

    /// The place of a field among those of its page type.
    pub(crate) fn place_in(&self, page_type: &str, path: &str) -> usize {
        self.by_type.get(page_type).map_or(usize::MAX, |places| place(places, path))
    }
}

impl<'t> FromIterator<(&'t str, Vec<String>)> for FieldOrder {
    /// The order of page types with their fields.
    fn from_iter<I: IntoIterator<Item = (&'t str, Vec<String>)>>(types: I) -> Self {
        let mut order = Self::default();
        for (name, fields) in types {
            let own = order.by_type.entry(name.to_owned()).or_default();
            for path in fields {
                put(&mut order.all, path.clone());
                put(own, path);
            }
        }
        order
    }
}

/// The place of a path, or of the nearest field around it.
fn place(places: &Places, path: &str) -> usize {
    let shorter = path.rmatch_indices('.').map(|(dot, _)| &path[..dot]);
    std::iter::once(path)
        .chain(shorter)
        .find_map(|path| places.get(path).copied())
        .unwrap_or(usize::MAX)
}

fn put(places: &mut Places, path: String) {
    let next = places.len();
    places.entry(path).or_insert(next);
}
