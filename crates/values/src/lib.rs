//! What the text of a field says: numbers, prices, dates, lengths of time, ratings, addresses.
//!
//! A [`ValueType`] says what the values of a field are; a [`Format`] adds what cannot be told from
//! one value alone: whether `1.234` is a little more than one or a thousand, whether `04/05/2024`
//! is in April or in May, which dollar `$` is.

mod boolean;
mod calendar;
mod clock;
mod currency;
mod date;
mod date_tokens;
mod detect;
mod duration;
mod format;
mod locale;
mod notation;
mod number;
mod parameters;
mod price;
mod price_words;
mod rating;
mod read;
mod sign;

pub use calendar::{Language, is_month, is_weekday};
pub use currency::Currency;
pub use detect::{Detected, ValueSource, detect, is_blank};
pub use duration::seconds_of;
pub use format::{Format, ValueType};
pub use locale::{Locale, country_of_host};
pub use notation::{DateOrder, DecimalMark, Evidence, Told};
pub use parameters::Parameters;
pub use rating::is_sure_rating;
pub use read::address;
pub use sign::is_currency;

/// In which form the values of records are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// As text, as they stand in the page.
    #[default]
    Raw,
    /// Read by the types of their fields.
    Typed,
}
