//! The crash-safe store of one site's pages, crawl and wrappers.
//!
//! What survives the end of the process, and when? Whatever a method that writes has been given,
//! once it has returned: each writes all its rows in one transaction and flushes. A process that
//! is killed meanwhile leaves the rows of the last finished call, never half of a call. What a
//! loss of power leaves is up to the file system, since the database below (sled) does not force
//! the disk's own cache out.
//!
//! A store is a folder that one process at a time can open. It holds these tables:
//!
//! | table | key | value |
//! |---|---|---|
//! | `meta` | `schema`, `head` | schema version; counters and times |
//! | `pages` | page id | where a block is: what is known of that page and some that follow ([`PageMeta`]), and where their bodies are |
//! | `urls` | page id | the URLs of the same pages |
//! | `journal` | number of a commit | what it tells of the crawl: where URLs stand, where they lead, and how pages stand to others; the latest row that names a URL counts |
//! | `state` | name | blob of the crawl's state (robots.txt cache, style sheets, …) |
//! | `wrappers` | version | wrapper set, as JSON |
//! | `clusterings` | version | the clustering that the wrapper set came from |
//! | `edits` | version | edits of the wrappers by hand, as JSON; the latest ones hold |
//! | `blobs` | name, version | blob that belongs to a wrapper set (path profiles, …) |
//!
//! What is large stands in files of its own in the folder `values`, compressed: bodies of pages, blocks
//! and what the journal tells. The tables hold its places.
//!
//! Each row carries a checksum over its table, key and value, so that damage to the files is told
//! with the row's name when the row is read, and never taken for data.

mod blocks;
mod crawl;
mod edits;
mod error;
mod head;
mod induction;
mod journal;
mod open;
mod pages;
mod pending;
mod reserve;
mod row;
mod rows;
mod salvage;
mod status;
mod store;
mod table;
mod tidy;
mod url_index;
mod urls;
mod values;
mod verify;

pub use error::StoreError;
pub use induction::{Induction, PageLabel};
pub use rows::{PageMeta, StoredBody};
pub use salvage::Salvage;
pub use status::{FrontierCounts, Status};
pub use store::Store;
pub use table::SCHEMA_VERSION;
pub use verify::{DamagedRow, Verification};
