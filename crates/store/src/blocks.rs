//! Blocks of pages: what is known of up to 16 pages with consecutive ids, packed together.
//!
//! A tree's node costs memory and time for each of its rows, and neighbouring pages say much the same
//! of themselves. So the table of pages has one row for the pages that came with a commit, which
//! tells where their block stands among the large values. A page that changes has its block written
//! anew.

use crate::error::StoreError;
use crate::pending::PendingBlock;
use crate::row;
use crate::rows::PageRow;
use crate::store::{Store, Writer};
use crate::table::Table;
use crate::values::Extent;
use serde::{Deserialize, Serialize};
use sitewrap_model::PageId;
use std::collections::btree_map::OccupiedEntry;

/// The most pages of a block.
const PAGES: usize = 16;

/// A row of the table of pages; its key is the id of the block's first page.
#[derive(Serialize, Deserialize)]
pub(crate) struct BlockRow {
    /// How many pages the block has.
    pages: u32,
    pub(crate) place: Extent,
}

impl BlockRow {
    /// The ids of the block's pages.
    pub(crate) fn ids(&self, first: PageId) -> impl Iterator<Item = PageId> + use<> {
        (first.0..first.0.saturating_add(self.pages)).map(PageId)
    }
}

/// A block that was read.
pub(crate) struct Block {
    first: PageId,
    row: BlockRow,
    /// The rows of its pages, encoded one by one; an empty one for a page that was lost with what the
    /// block held before.
    bytes: Vec<u8>,
}

impl Block {
    fn holds(&self, id: PageId) -> bool {
        id.0.checked_sub(self.first.0).is_some_and(|at| at < self.row.pages)
    }

    fn rows(&self) -> Result<Vec<&[u8]>, StoreError> {
        row::decode(Table::Pages, &key(self.first), &self.bytes)
    }
}

/// Reads pages one after another, each block of them once.
pub(crate) struct Blocks<'s> {
    store: &'s Store,
    last: Option<Block>,
}

impl Blocks<'_> {
    /// The row of a page that the counters say is there.
    ///
    /// # Errors
    /// If it is gone or damaged, or the files cannot be read.
    pub(crate) fn require(&mut self, id: PageId) -> Result<PageRow, StoreError> {
        let of_page = |error| match error {
            StoreError::BadRow { table, problem, .. } => {
                StoreError::BadRow { table, row: id.0.to_string(), problem }
            }
            other => other,
        };
        let gone = || row::bad(Table::Pages, &key(id), "is gone");
        self.find(id).map_err(of_page)?.ok_or_else(gone)
    }

    /// The row of a page; `None` if it is gone.
    pub(crate) fn find(&mut self, id: PageId) -> Result<Option<PageRow>, StoreError> {
        if !self.last.as_ref().is_some_and(|block| block.holds(id)) {
            self.last = self.store.block(id)?;
        }
        let Some(block) = &self.last else { return Ok(None) };
        let rows = block.rows()?;
        let encoded = rows.get((id.0 - block.first.0) as usize).filter(|row| !row.is_empty());
        encoded.map(|encoded| row::decode(Table::Pages, &key(id), encoded)).transpose()
    }
}

impl Store {
    /// A reader of pages, for which it pays to ask for neighbours one after another.
    pub(crate) fn blocks(&self) -> Blocks<'_> {
        Blocks { store: self, last: None }
    }

    /// The block that holds a page; `None` if there is none.
    fn block(&self, id: PageId) -> Result<Option<Block>, StoreError> {
        let Some((first, payload)) = self.tables.latest(Table::Pages, &key(id))? else {
            return Ok(None);
        };
        let row: BlockRow = row::decode(Table::Pages, &first, &payload)?;
        let block = Block { first: id_of(Table::Pages, &first)?, row, bytes: Vec::new() };
        if !block.holds(id) {
            return Ok(None);
        }
        let bad = |problem: &str| row::bad(Table::Pages, &first, problem);
        let packed = self.values.read(block.row.place, bad)?;
        Ok(Some(Block { bytes: row::unpack(Table::Pages, &first, &packed)?, ..block }))
    }

    /// The rows of the table of pages: the id of each block's first page, and where the block is.
    pub(crate) fn block_rows(&self) -> Result<Vec<(PageId, BlockRow)>, StoreError> {
        let row = |read: Result<(sled::IVec, sled::IVec), StoreError>| {
            let (first, payload) = read?;
            Ok((id_of(Table::Pages, &first)?, row::decode(Table::Pages, &first, &payload)?))
        };
        self.tables.scan(Table::Pages, b"").map(row).collect()
    }
}

impl Writer<'_> {
    /// Adds the row of a page that has the next free id.
    pub(crate) fn put_new_row(&mut self, id: PageId, row: &PageRow) -> Result<(), StoreError> {
        let encoded = encode(id, row)?;
        let last = self.blocks.0.last_entry().map(OccupiedEntry::into_mut);
        let open = last.filter(|block| (1..PAGES).contains(&block.urls.len()));
        let block = match open {
            Some(block) => block,
            None => self.blocks.0.entry(id.0).or_default(),
        };
        block.rows.push(encoded);
        block.urls.push(row.url.clone());
        Ok(())
    }

    /// Puts another row in the place of a page's.
    pub(crate) fn replace_row(&mut self, id: PageId, row: &PageRow) -> Result<(), StoreError> {
        let row = encode(id, row)?;
        if let Some((block, at)) = self.blocks.holding(id) {
            block.put(at, row);
            return Ok(());
        }
        let (first, known) = self.block_to_change(id)?;
        let block = self.blocks.0.entry(first.0).or_insert(known);
        block.put((id.0 - first.0) as usize, row);
        Ok(())
    }

    /// The row of a page as the transaction has it so far.
    pub(crate) fn row(&mut self, id: PageId) -> Result<PageRow, StoreError> {
        match self.blocks.holding(id).filter(|(block, at)| !block.rows[*at].is_empty()) {
            Some((block, at)) => row::decode(Table::Pages, &key(id), &block.rows[at]),
            None => self.store.blocks().require(id),
        }
    }

    /// The block of a page with its id, without what of it is damaged.
    fn block_to_change(&self, id: PageId) -> Result<(PageId, PendingBlock), StoreError> {
        let alone = || (id, PendingBlock::default());
        match self.store.block(id) {
            Ok(Some(block)) => {
                let rows = block.rows()?.into_iter().map(<[u8]>::to_vec).collect();
                let known =
                    PendingBlock { rows, before: Some(block.row.place), ..Default::default() };
                Ok((block.first, known))
            }
            Ok(None) => Ok(alone()),
            Err(StoreError::BadRow { .. }) => {
                let first = self.store.tables.latest_key(Table::Pages, &key(id))?;
                Ok(match first {
                    Some(first) => (id_of(Table::Pages, &first)?, PendingBlock::default()),
                    None => alone(),
                })
            }
            Err(other) => Err(other),
        }
    }

    /// Adds the blocks to the rows of the transaction; gives the URLs of new pages with their ids.
    pub(crate) fn put_blocks(&mut self) -> Result<Vec<(String, PageId)>, StoreError> {
        let mut new = Vec::new();
        for (first, block) in std::mem::take(&mut self.blocks).0 {
            let first = PageId(first);
            if !block.urls.is_empty() {
                self.put_urls(first, &block.urls)?;
                let ids = (first.0..).map(PageId);
                new.extend(block.urls.into_iter().zip(ids));
            }
            if let Some(before) = block.before {
                self.head.values.release(before);
            }
            let rows: Vec<&[u8]> = block.rows.iter().map(Vec::as_slice).collect();
            let packed = row::pack(WHAT, &row::encode(WHAT, &rows)?)?;
            let place = self.store.values.append(&mut self.head.values, &packed)?;
            self.put_block_row(first, &BlockRow { pages: rows.len() as u32, place })?;
        }
        Ok(new)
    }

    /// Adds the row of a block.
    pub(crate) fn put_block_row(
        &mut self,
        first: PageId,
        row: &BlockRow,
    ) -> Result<(), StoreError> {
        self.writes.put(Table::Pages, &key(first), &row::encode(WHAT, row)?);
        Ok(())
    }
}

/// What errors call a block.
const WHAT: &str = "what is known of pages";

fn encode(id: PageId, row: &PageRow) -> Result<Vec<u8>, StoreError> {
    row::encode(&format!("page {}", id.0), row)
}

/// The key of a block that begins with a page: in the order of ids.
pub(crate) fn key(id: PageId) -> [u8; 4] {
    id.0.to_be_bytes()
}

/// The id that a key stands for.
pub(crate) fn id_of(table: Table, key: &[u8]) -> Result<PageId, StoreError> {
    let bytes = key.try_into().map_err(|_| row::bad(table, key, "has the key of no page"))?;
    Ok(PageId(u32::from_be_bytes(bytes)))
}
