//! Log lines on standard error: what goes wrong by default, more with `-v`.

use crate::progress::Console;
use tracing_subscriber::EnvFilter;

/// Starts logging. `RUST_LOG` wins over `verbose`.
pub(crate) fn start(out: &Console, quiet: bool, verbose: u8) {
    let level = match (quiet, verbose) {
        (true, _) => "error",
        (false, 0) => "sitewrap=warn",
        (false, 1) => "sitewrap=info",
        (false, 2) => "sitewrap=debug",
        (false, _) => "debug",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| level.into());
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(out.clone())
        .with_ansi(console::colors_enabled_stderr())
        .without_time()
        .with_target(verbose > 1)
        .init();
}
