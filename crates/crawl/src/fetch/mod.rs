//! From an address to its answer: who may be asked, when, and how one exchange stays within bounds.

pub(crate) mod address;
pub(crate) mod buffers;
pub(crate) mod engine;
pub(crate) mod http_date;
pub(crate) mod pace;
pub(crate) mod proxies;
pub(crate) mod rendered;
pub(crate) mod rendering;
mod robot_rules;
pub(crate) mod robots;
pub(crate) mod robots_book;
mod tls;
pub(crate) mod transport;
pub(crate) mod visit;
