//! What pages say of themselves in data for machines, and which fields say the same.
//!
//! A site that writes `"offers": {"price": "12.50"}` into its pages for search engines names the
//! field whose value is 12.50 on this page, 7.00 on that one, and so on. Keys come from JSON-LD,
//! microdata, RDFa, `meta` elements (OpenGraph and others) and the page's `title`; all but the last
//! are read by `sitewrap_structured`.

mod agreement;
mod key;
mod statements;

pub use agreement::{Agreement, agreements};
pub(crate) use statements::schema_type;
pub use statements::{PageData, Statement};
