//! What a site offers without end or without content: endless calendars, and links that do something.

pub(crate) mod actions;
pub(crate) mod calendars;
pub(crate) mod dates;
