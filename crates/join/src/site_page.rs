//! What is joined: the pages of a site.

use sitewrap_model::{Extraction, ListPage};

/// What was extracted from a page, and how the page stands to others.
#[derive(Clone, Debug)]
pub struct SitePage {
    /// What was extracted.
    pub extraction: Extraction,
    /// Other addresses that lead to the page, in the form that links have: where it answers, what it
    /// gives as its own. A page that has such an address as its URL comes first.
    pub equivalent_urls: Vec<String>,
    /// Which page of a list on several pages it is.
    pub series: Option<ListPage>,
    /// The URL of a page that says the same and came before it.
    pub duplicate_of: Option<String>,
}

impl SitePage {
    /// A page of which nothing else is known.
    pub fn new(extraction: Extraction) -> Self {
        Self { extraction, equivalent_urls: Vec::new(), series: None, duplicate_of: None }
    }
}
