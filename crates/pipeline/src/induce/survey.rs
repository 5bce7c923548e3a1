//! A first look at more pages than can be compared with each other.
//!
//! Each page is parsed once and only its outline is kept, one for all pages of the same structure,
//! so that memory grows with what differs and not with the pages.

use super::corpus::{Candidate, parse};
use crate::progress::Progress;
use rayon::prelude::*;
use sitewrap_distance::profile::Outline;
use sitewrap_store::{Store, StoreError};
use std::collections::HashMap;

/// Pages parsed at once, whose outlines are in memory before equal ones become one.
const BATCH_PAGES: usize = 256;

/// The outlines of pages, each distinct one once.
#[derive(Default)]
pub(super) struct Survey {
    places: HashMap<Outline, usize>,
    signatures: Vec<u64>,
}

impl Survey {
    /// Looks at pages; gives the place of each one's outline.
    pub(super) fn look_at(
        &mut self,
        store: &Store,
        pages: &[&Candidate],
        progress: &Progress<'_>,
    ) -> Result<Vec<usize>, StoreError> {
        let mut outline_of = Vec::with_capacity(pages.len());
        for batch in pages.chunks(BATCH_PAGES) {
            let outlines = batch
                .par_iter()
                .map(|page| {
                    let document = parse(store, page.id)?;
                    progress.advance(1);
                    Ok(Outline::of(&document))
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            outline_of.extend(outlines.into_iter().map(|outline| self.place(outline)));
        }
        Ok(outline_of)
    }

    fn place(&mut self, outline: Outline) -> usize {
        let signatures = &mut self.signatures;
        *self.places.entry(outline).or_insert_with_key(|outline| {
            signatures.push(outline.signature());
            signatures.len() - 1
        })
    }

    /// A guess at the kind of the pages with the outline at a place.
    pub(super) fn signature(&self, place: usize) -> u64 {
        self.signatures[place]
    }

    /// The outlines by their places.
    pub(super) fn into_outlines(self) -> Vec<Outline> {
        let mut outlines: Vec<(usize, Outline)> =
            self.places.into_iter().map(|(outline, place)| (place, outline)).collect();
        outlines.sort_unstable_by_key(|(place, _)| *place);
        outlines.into_iter().map(|(_, outline)| outline).collect()
    }
}
