//! What the crawl reads of a page, in one pass over its bytes.

pub(crate) mod bytes;
pub(crate) mod charset;
pub(crate) mod digest;
pub(crate) mod findings;
pub(crate) mod fingerprint;
pub(crate) mod likeness;
pub(crate) mod link_header;
pub(crate) mod robots_tag;
pub(crate) mod scan;
pub(crate) mod words;
