//! What a transaction has of blocks of pages, until it writes them.

use crate::values::Extent;
use sitewrap_model::PageId;
use std::collections::BTreeMap;

/// The blocks that a transaction writes, by the ids of their first pages.
#[derive(Default)]
pub(crate) struct Pending(pub(crate) BTreeMap<u32, PendingBlock>);

/// A block that a transaction writes.
#[derive(Default)]
pub(crate) struct PendingBlock {
    /// Rows of pages, encoded; empty for those that are lost.
    pub(crate) rows: Vec<Vec<u8>>,
    /// The URLs of a block that is new.
    pub(crate) urls: Vec<String>,
    /// Where the block stood before.
    pub(crate) before: Option<Extent>,
}

impl PendingBlock {
    pub(crate) fn put(&mut self, at: usize, row: Vec<u8>) {
        if self.rows.len() <= at {
            self.rows.resize_with(at + 1, Vec::new);
        }
        self.rows[at] = row;
    }
}

impl Pending {
    /// The block that holds a page, and the page's place in it.
    pub(crate) fn holding(&mut self, id: PageId) -> Option<(&mut PendingBlock, usize)> {
        let (first, block) = self.0.range_mut(..=id.0).next_back()?;
        let at = (id.0 - first) as usize;
        (at < block.rows.len()).then_some((block, at))
    }
}
