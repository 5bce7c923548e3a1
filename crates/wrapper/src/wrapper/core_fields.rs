//! Which fields of a wrapper are in its records: those of the core, or all.

use crate::wrapper::fields::first_places;
use crate::wrapper::template::Field;
use crate::wrapper::{Wrapper, WrapperSet};

/// Which fields records have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fields {
    /// Those that say something of their own of the page.
    #[default]
    Core,
    /// All.
    All,
}

impl Field {
    /// Whether it is in records of core fields.
    pub fn is_core(&self) -> bool {
        self.extra.is_none() && !self.is_dropped()
    }
}

impl Wrapper {
    /// The number of its core fields and of all, those of lists included.
    pub fn count_fields(&self) -> (usize, usize) {
        let places = self.template.field_places();
        let firsts = first_places(&places);
        let named = places
            .iter()
            .enumerate()
            .filter(|(at, place)| {
                firsts[*at] == *at && !place.path.iter().any(|field| field.is_dropped())
            })
            .map(|(_, place)| place);
        let core = named.clone().filter(|place| place.path.iter().all(|field| field.is_core()));
        (core.count(), named.count())
    }

    /// The same with fewer fields in its records; what is left out stays in the template.
    #[must_use]
    pub fn with_fields(mut self, fields: Fields) -> Self {
        if fields == Fields::All {
            return self;
        }
        let places = self.template.field_places();
        let is_core: Vec<bool> =
            places.iter().map(|place| place.path.iter().all(|field| field.is_core())).collect();
        for (mut field, is_core) in self.template.fields_mut().into_iter().zip(is_core) {
            if !is_core {
                field.field().name.clear();
            }
        }
        self
    }
}

impl WrapperSet {
    /// The same with fewer fields in its records.
    #[must_use]
    pub fn with_fields(mut self, fields: Fields) -> Self {
        self.wrappers =
            self.wrappers.into_iter().map(|wrapper| wrapper.with_fields(fields)).collect();
        self
    }
}
