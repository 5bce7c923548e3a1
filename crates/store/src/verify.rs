//! Reading every row to see whether it is whole.

use crate::blocks::{BlockRow, id_of};
use crate::error::StoreError;
use crate::induction::{PageLabel, decode_wrappers};
use crate::journal::LogRow;
use crate::pages::{BODIES, bad_body};
use crate::row;
use crate::rows::{EntryRow, PageLinksRow, PageRow};
use crate::store::Store;
use crate::table::Table;
use crate::urls;
use serde::Serialize;
use sitewrap_model::PageId;
use sitewrap_wrapper::edit::Edits;
use std::collections::{HashMap, HashSet};

/// A row that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DamagedRow {
    /// The table, as in the list in the crate's documentation.
    pub table: &'static str,
    /// The row's key.
    pub row: String,
    /// What is wrong with it.
    pub problem: String,
    /// The page that it belongs to, where that is known.
    pub url: Option<String>,
}

/// What [`Store::verify`] has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Rows read, the damaged ones among them.
    pub rows: usize,
    /// The rows that cannot be used, table by table.
    pub damaged: Vec<DamagedRow>,
}

impl Store {
    /// Reads every row of every table: whether it has the checksum that it was written with, can
    /// be decoded, and agrees with the rows that belong to it; and whether entries of the frontier
    /// are gone, whose numbers have no gaps. Changes nothing.
    ///
    /// What was lost with whole commits is not found here but told by
    /// [`lost_commits`](Self::lost_commits).
    pub fn verify(&self) -> Verification {
        let (pages, found) = (self.head().pages, Verification::default());
        let mut reader = Reader { store: self, urls: self.urls_by_id(), found };
        reader.table(Table::Meta, |_, _| Ok(()));
        let mut blocks = self.blocks();
        for id in (0..pages).map(PageId) {
            let row = blocks.require(id);
            if let Ok(row) = &row {
                reader.check(Part::Bodies, || self.check_body(id, row));
            }
            reader.check(Part::Table(Table::Pages), || row.map(drop));
        }
        reader.table(Table::Urls, |key, packed| self.check_urls(key, packed));
        reader.check_journal();
        reader.table(Table::State, |key, packed| row::unpack(Table::State, key, packed).map(drop));
        reader.table(Table::Wrappers, |key, packed| decode_wrappers(key, packed).map(drop));
        reader.table(Table::Edits, |key, packed| {
            let json = row::unpack(Table::Edits, key, packed)?;
            let edits: Result<Edits, _> = serde_json::from_slice(&json);
            let bad = |error| row::bad(Table::Edits, key, format!("cannot be decoded ({error})"));
            edits.map(drop).map_err(bad)
        });
        reader.table(Table::Clusterings, |key, packed| {
            let rows = row::unpack(Table::Clusterings, key, packed)?;
            row::decode::<Vec<PageLabel>>(Table::Clusterings, key, &rows).map(drop)
        });
        reader.table(Table::Blobs, |key, packed| row::unpack(Table::Blobs, key, packed).map(drop));
        reader.found
    }

    /// Writes the rows anew whose damage costs nothing: those of the table of URLs, which what is known
    /// of the pages tells as well. Gives how many.
    ///
    /// # Errors
    /// If the files cannot be read or written.
    pub fn heal(&self) -> Result<usize, StoreError> {
        let (mut writer, mut blocks, mut healed) = (self.writer(), self.blocks(), 0);
        for row in self.tables.scan(Table::Pages, b"") {
            let Ok((key, payload)) = row else { continue };
            let known = self.tables.get(Table::Urls, &key).and_then(|packed| match packed {
                Some(packed) => self.check_urls(&key, &packed),
                None => Err(row::bad(Table::Urls, &key, "is gone")),
            });
            let (Err(StoreError::BadRow { .. }), Ok(first)) = (known, id_of(Table::Pages, &key))
            else {
                continue;
            };
            let Ok(block) = row::decode::<BlockRow>(Table::Pages, &key, &payload) else { continue };
            let urls = block.ids(first).map(|id| blocks.require(id).map(|row| row.url));
            if let Ok(urls) = urls.collect::<Result<Vec<_>, _>>() {
                writer.put_urls(first, &urls)?;
                healed += 1;
            }
        }
        if healed > 0 {
            writer.commit()?;
        }
        Ok(healed)
    }

    /// The URL of each page by the table of URLs, as far as that can be read.
    fn urls_by_id(&self) -> HashMap<u32, String> {
        let rows = self.url_rows().filter_map(Result::ok);
        rows.flat_map(|(first, urls)| (first.0..).zip(urls)).collect()
    }

    fn check_body(&self, id: PageId, row: &PageRow) -> Result<(), StoreError> {
        match self.body(id, row)?.len() as u64 {
            length if length == row.body_len => Ok(()),
            _ => Err(bad_body(id, "has another length than its page says")),
        }
    }

    fn check_urls(&self, key: &[u8], packed: &[u8]) -> Result<(), StoreError> {
        let (first, urls) = urls::read(key, packed)?;
        let mut blocks = self.blocks();
        for (url, id) in urls.iter().zip((first.0..).map(PageId)) {
            if id.0 >= self.head().pages {
                return Err(row::bad(Table::Urls, key, "names more pages than there are"));
            }
            // A page that is damaged itself is told as such.
            if blocks.require(id).is_ok_and(|row| row.url != *url) {
                return Err(row::bad(Table::Urls, key, "names pages by other URLs than their own"));
            }
        }
        Ok(())
    }
}

struct Reader<'s> {
    store: &'s Store,
    urls: HashMap<u32, String>,
    found: Verification,
}

impl Reader<'_> {
    fn check(&mut self, part: Part, check: impl FnOnce() -> Result<(), StoreError>) {
        self.found.rows += 1;
        if let Err(error) = check() {
            self.note(part, error);
        }
    }

    /// Checks the log of the crawl. Entries are numbered in the order of discovery, and links name
    /// them by their numbers: by these it is seen that rows are gone without a trace.
    fn check_journal(&mut self) {
        let (store, damaged) = (self.store, self.found.damaged.len());
        let (mut numbers, mut highest) = (HashSet::new(), None);
        for row in store.tables.scan(Table::Journal, b"") {
            self.check(Part::Table(Table::Journal), || {
                let (key, payload) = row?;
                let bytes = store.log_row(&key, &payload)?;
                let row: LogRow<'_> = row::decode(Table::Journal, &key, &bytes)?;
                numbers.extend(row.entries.iter().map(EntryRow::seq));
                highest = row.links.iter().map(PageLinksRow::highest).fold(highest, Option::max);
                Ok(())
            });
        }
        highest = highest.max(numbers.iter().max().copied());
        let expected = highest.map_or(0, |highest| highest.saturating_add(1));
        let gone = expected.saturating_sub(numbers.len() as u64);
        // What is gone with a row that is damaged is told with that.
        if gone > 0 && self.found.damaged.len() == damaged {
            let first = (0..).find(|number| !numbers.contains(number)).unwrap_or_default();
            self.found.damaged.push(DamagedRow {
                table: Table::Journal.name(),
                row: format!("of entry {first}"),
                problem: match gone {
                    1 => "is gone".to_owned(),
                    _ => format!("is gone, and those of {} others", gone - 1),
                },
                url: None,
            });
        }
    }

    /// Checks the rows of a table by their keys and payloads.
    fn table(&mut self, table: Table, check: impl Fn(&[u8], &[u8]) -> Result<(), StoreError>) {
        let store = self.store;
        for row in store.tables.scan(table, b"") {
            self.check(Part::Table(table), || row.and_then(|(key, payload)| check(&key, &payload)));
        }
    }

    fn note(&mut self, part: Part, error: StoreError) {
        let (row, problem) = match error {
            StoreError::BadRow { row, problem, .. } => (row, problem),
            other => (String::new(), other.to_string()),
        };
        let url = match part {
            Part::Bodies | Part::Table(Table::Pages) => {
                row.parse().ok().and_then(|id: u32| self.urls.get(&id).cloned())
            }
            Part::Table(_) => None,
        };
        self.found.damaged.push(DamagedRow { table: part.name(), row, problem, url });
    }
}

/// A part of the store that has rows.
#[derive(Clone, Copy)]
enum Part {
    Table(Table),
    Bodies,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Table(table) => table.name(),
            Self::Bodies => BODIES,
        }
    }
}
