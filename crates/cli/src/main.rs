//! The command `sitewrap`: arguments, composition, progress, exit codes.
//!
//! What happens between the words on the command line and the exit code? [`args`] holds the words
//! as written; each module of [`commands`] resolves its own, calls the stages of the pipeline, and
//! hands their results to [`output`]. Standard output carries data only; whatever else is said goes
//! through [`progress::Console`] to standard error.

mod advice;
mod args;
mod color;
mod commands;
mod demo;
mod exit;
mod feature;
mod interrupt;
mod limits;
mod logging;
mod output;
mod progress;

use clap::{CommandFactory, FromArgMatches};
use color::Color;
use progress::Console;
use std::process::ExitCode;

fn main() -> ExitCode {
    let color = Color::asked(std::env::args_os());
    let matches = args::Cli::command().color(color.into()).get_matches();
    let cli = args::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    cli.global.color.set();
    let global = &cli.global;
    let console = Console::new(global.quiet, global.verbose > 0);
    logging::start(&console, global.quiet, global.verbose);
    match commands::run(cli, &console) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            let (code, worth_a_message) = exit::code_of(&error);
            if worth_a_message {
                console.fail(&format!("sitewrap: {}", exit::one_line(&error)));
            }
            code
        }
    }
}
