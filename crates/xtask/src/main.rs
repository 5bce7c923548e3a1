//! `cargo xtask`: chores of the project itself.

use anyhow::Result;
use clap::{Parser, Subcommand};
use sitewrap_xtask::quality::{self, QualityArgs};
use std::path::Path;
use std::process::ExitCode;

/// Chores of the project itself.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Measure clusters and records on sites with truth, and compare with the baseline.
    Quality(QualityArgs),
}

fn main() -> Result<ExitCode> {
    let Chore::Quality(args) = Cli::parse().chore;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let is_good = quality::run(&root, &args)?;
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
