//! `completions`, `man` and `limits`: what shells and people are to know of the program.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::exit::{Outcome, UsageError};
use crate::{limits, output};
use anyhow::Result;
use clap::CommandFactory;
use std::io::Write;

/// Prints a completion script.
pub(super) fn completions(args: &CompletionsArgs) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sitewrap", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// Prints the table of bounds.
pub(super) fn limits() -> Result<Outcome> {
    let mut out = output::stdout();
    out.write_all(limits::table().as_bytes())?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// Prints a manual page.
pub(super) fn man(args: &ManArgs) -> Result<Outcome> {
    let mut command = Cli::command();
    command.build();
    if let Some(name) = &args.command {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| UsageError(format!("sitewrap has no command `{name}`")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    let mut out = output::stdout();
    out.write_all(&page)?;
    out.flush()?;
    Ok(Outcome::Done)
}
