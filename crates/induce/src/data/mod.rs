//! What pages say of themselves in data for machines, and which fields say the same.
//!
//! A site that writes `"offers": {"price": "12.50"}` into its pages for search engines names the
//! field whose value is 12.50 on this page, 7.00 on that one, and so on. Keys come from JSON-LD,
//! microdata, the `meta` elements of the head (OpenGraph and others) and the page's `title`.

mod agreement;
mod key;
mod normal;
mod statements;

pub(crate) use agreement::{Agreement, Columns};
pub(crate) use normal::{number, plain};
pub(crate) use statements::{PageData, schema_type};
