//! `completions`, `man` and `limits`: what shells and people are to know of the program.

use crate::args::{Cli, CompletionsArgs, HelpArgs, ManArgs};
use crate::color::Color;
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

/// Prints the help of a command.
pub(super) fn help(args: &HelpArgs, color: Color) -> Result<Outcome> {
    let mut command = Cli::command().color(color.into());
    command.build();
    let mut found = &mut command;
    for word in &args.command {
        let name = found.get_name().to_owned();
        found = found
            .find_subcommand_mut(word)
            .ok_or_else(|| UsageError(format!("{name} has no command `{word}`")))?;
    }
    found.print_long_help()?;
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
