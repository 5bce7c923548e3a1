//! Why an edit is not made.

/// Why a change cannot be made. Nothing has been changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such page type.
    #[error("there is no page type `{name}`; {hint}")]
    NoPageType {
        /// The name as given.
        name: String,
        /// Which there are.
        hint: String,
    },
    /// The page type has no such field.
    #[error("page type `{page_type}` has no field `{name}`; {hint}")]
    NoField {
        /// The page type.
        page_type: String,
        /// The name as given.
        name: String,
        /// Which there are.
        hint: String,
    },
    /// A map has no such name on the pages that it was learned from.
    #[error("`{map}` has no name `{name}`; {hint}")]
    NoKey {
        /// The map.
        map: String,
        /// The name as given.
        name: String,
        /// Which there are.
        hint: String,
    },
    /// A list or a map has no type, only what is in it has one.
    #[error("`{name}` is a {what} and has no type; give one to what is in it, {hint}")]
    NoType {
        /// The field.
        name: String,
        /// What it is.
        what: &'static str,
        /// What is in it.
        hint: String,
    },
    /// A name that is none.
    #[error("`{0}` is no name: a name has letters, digits, `_` and `-`, and at most 100 bytes")]
    BadName(String),
    /// Two fields would have one name.
    #[error("page type `{page_type}` would have two fields `{name}`; rename or drop one of them")]
    FieldTaken {
        /// The page type.
        page_type: String,
        /// The name.
        name: String,
    },
    /// Two page types would have one name.
    #[error("there would be two page types `{0}`; give another name")]
    PageTypeTaken(String),
}
