//! The field of records that the main content of pages fills.
//!
//! A template is made of what pages have in common. Pages of documentation and the like have little of that in
//! their text: what templates have of it are fragments. A wrapper then says that the text is to be had as main
//! content, which is sought page by page. What that is, this crate does not know.

use crate::wrapper::Wrapper;
use crate::wrapper::presence::Presence;
use crate::wrapper::template::{Evidence, Field, NamedBy};
use serde::{Deserialize, Serialize};

/// What the text of a written page is called.
pub const BODY: &str = "body";

/// Where the `body` of the records of a page type comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BodyFrom {
    /// From the template, where that has one.
    Wrapper,
    /// From the main content of each page.
    Content,
    /// From the main content of those pages where the template has none of it or a fragment, else from the template.
    Fuller,
}

/// What of records is main content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MainContent {
    /// The field that it fills, in the place of the template's field of that name.
    pub field: Field,
    /// Whether it does on all pages; else where it is fuller than what the template has.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub always: bool,
}

impl MainContent {
    /// That of a field `body` that comes from there, found on so many pages; `None` for that of the template.
    pub fn of_body(from: BodyFrom, filled: Presence) -> Option<Self> {
        let always = match from {
            BodyFrom::Wrapper => return None,
            BodyFrom::Content => true,
            BodyFrom::Fuller => false,
        };
        let what = Evidence { by: NamedBy::Place, what: "main content".to_owned() };
        let field =
            Field { name: BODY.to_owned(), evidence: vec![what], filled, ..Field::default() };
        Some(Self { field, always })
    }
}

impl BodyFrom {
    /// Its name, as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wrapper => "wrapper",
            Self::Content => "content",
            Self::Fuller => "fuller",
        }
    }
}

impl Wrapper {
    /// What of its records is main content, if something is.
    pub fn content(&self) -> Option<&MainContent> {
        self.main_content.as_ref().filter(|content| !content.field.is_dropped())
    }

    /// Where the `body` of its records comes from.
    pub fn body_from(&self) -> BodyFrom {
        match &self.main_content {
            None => BodyFrom::Wrapper,
            Some(content) if content.always => BodyFrom::Content,
            Some(_) => BodyFrom::Fuller,
        }
    }
}
