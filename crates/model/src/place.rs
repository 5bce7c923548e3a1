//! Where in the template of its page a link stands.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The kind of block in which a link stands.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The head of the page: for programs, not for readers.
    Head,
    /// What pages of other types have as well: menus, breadcrumbs, controls.
    Navigation,
    /// An item of a list that is content of the page.
    List,
    /// Running text.
    Text,
    /// A single value, or a pair of a map: the author, the category, the brand.
    Value,
    /// The foot of the page.
    Footer,
    /// None of these, as far as wrapper and markup tell.
    #[default]
    Other,
}

impl Place {
    /// All places, in their order.
    pub const ALL: [Self; 7] = [
        Self::Head,
        Self::Navigation,
        Self::List,
        Self::Text,
        Self::Value,
        Self::Footer,
        Self::Other,
    ];

    /// The place in a word: `head`, `navigation`, ….
    pub fn name(self) -> &'static str {
        match self {
            Self::Head => "head",
            Self::Navigation => "navigation",
            Self::List => "list",
            Self::Text => "text",
            Self::Value => "value",
            Self::Footer => "footer",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
