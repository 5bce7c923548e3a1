//! Tests of the whole product: the real binary, on sites served on the loopback address and on
//! files.

#[cfg(not(any(feature = "search", feature = "sqlite", feature = "parquet")))]
mod absent;
mod bad_input;
mod bounds;
#[cfg(feature = "browser")]
mod browser;
mod bundle;
mod content;
mod crawl;
mod damage;
mod demo;
mod determinism;
mod filter;
mod formats;
mod graph;
mod help;
mod join;
mod keywords;
mod kill;
mod limits;
mod list;
mod pages;
mod proxy;
#[cfg(feature = "search")]
mod search;
mod soak;
mod structured;
mod support;
#[cfg(all(feature = "sqlite", feature = "parquet"))]
mod tables;
mod tls;
mod whole;
mod wrappers;
