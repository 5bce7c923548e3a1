//! The forms of values.

/// What values look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing is known.
    Any,
    /// A phrase.
    Short,
    /// A sentence or more.
    Text,
    /// A number, alone or with words around it.
    Number,
    /// An amount of money.
    Price,
    /// A day, perhaps with the time.
    Date,
    /// An address of a page or file.
    Url,
    /// Letters and digits that identify something.
    Code,
    /// An e-mail address.
    Email,
    /// A telephone number.
    Phone,
}

impl Form {
    /// The form that the table of words calls so.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "any" => Self::Any,
            "short" => Self::Short,
            "text" => Self::Text,
            "number" => Self::Number,
            "price" => Self::Price,
            "date" => Self::Date,
            "url" => Self::Url,
            "code" => Self::Code,
            "email" => Self::Email,
            "phone" => Self::Phone,
            _ => return None,
        })
    }
}
