//! The command `sitewrap`: arguments, composition, progress, exit codes.
//!
//! What happens between the words on the command line and the exit code? [`args`] holds the words
//! as written; each module of [`commands`] resolves its own, calls the stages of the pipeline, and
//! hands their results to [`output`]. Standard output carries data only; whatever else is said goes
//! through [`progress::Console`] to standard error.

mod args;
mod commands;
mod demo;
mod exit;
mod interrupt;
mod limits;
mod logging;
mod output;
mod progress;

use clap::Parser;
use progress::Console;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = args::Cli::parse();
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
