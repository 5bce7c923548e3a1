//! What a site offers without end or without content: made-up pages, endless calendars, copies
//! under other addresses, and links that do something.

pub(crate) mod actions;
pub(crate) mod aliases;
pub(crate) mod calendars;
pub(crate) mod dates;
pub(crate) mod made_up;
pub(crate) mod missing;
pub(crate) mod twins;
