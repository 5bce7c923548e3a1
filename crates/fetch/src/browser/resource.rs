//! What the browser asks for, and what it is given.

use sitewrap_model::Header;

/// What a script sends to ask for data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Json {
    pub(crate) content_type: String,
    pub(crate) body: Vec<u8>,
}

/// An answer for the browser.
#[derive(Clone, Debug, Default)]
pub(crate) struct Resource {
    pub(crate) status: u16,
    pub(crate) headers: Vec<Header>,
    pub(crate) body: Vec<u8>,
}

impl Resource {
    /// A style sheet without rules.
    pub(crate) fn empty_style() -> Self {
        let kind = Header { name: "content-type".to_owned(), value: "text/css".to_owned() };
        Self { status: 200, headers: vec![kind], body: Vec::new() }
    }
}
