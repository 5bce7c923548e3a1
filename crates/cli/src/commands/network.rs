//! What commands that ask the network need.

use anyhow::{Context, Result};

/// The runtime for what waits on the network. One thread does all of that: handing a page from
/// thread to thread costs more than its fetch. What computes or writes for long goes to others.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("the network runtime could not be started")
}
