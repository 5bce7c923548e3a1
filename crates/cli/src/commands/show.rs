//! `status`: what the store holds. And `completions`, `man`.

use crate::args::{Cli, CompletionsArgs, ManArgs, StatusArgs, TableFormat};
use crate::exit::{Outcome, UsageError};
use crate::output::{self, json_line};
use crate::progress::Console;
use anyhow::{Context, Result, bail};
use clap::CommandFactory;
use serde::Serialize;
use sitewrap_extract::WrapperSet;
use sitewrap_store::{DamagedRow, Store};
use std::io::Write;
use std::path::Path;

/// Prints what the store holds, or what of it is damaged.
pub(super) fn status(store: &Path, args: &StatusArgs, console: &Console) -> Result<Outcome> {
    let store = Store::open_existing(store)?;
    let mut out = output::stdout();
    if args.verify {
        return verify(&store, &mut out, console);
    }
    json_line(&mut out, &store.status()?)?;
    out.flush()?;
    Ok(Outcome::Done)
}

fn verify(store: &Store, out: &mut impl Write, console: &Console) -> Result<Outcome> {
    let found = store.verify();
    found.damaged.iter().try_for_each(|row| json_line(out, row))?;
    out.flush()?;
    let (rows, damaged, lost) = (found.rows, found.damaged.len(), store.lost_commits());
    if lost > 0 {
        console.say(&format!(
            "warning: the last {lost} commits are gone (a power cut, a copy that was not complete); \
             the command that made them makes them again"
        ));
    }
    match found.damaged.first() {
        None => {
            console.say(&format!("all {rows} rows are whole"));
            Ok(Outcome::Done)
        }
        Some(DamagedRow { table, row, problem, url, remedy }) => bail!(
            "{damaged} of {rows} rows are damaged, the first in table {table}: {} {problem}; {remedy}",
            url.as_ref().unwrap_or(row)
        ),
    }
}

/// Prints a completion script.
pub(super) fn completions(args: &CompletionsArgs) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sitewrap", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
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

pub(super) const NO_INDUCTION: &str =
    "the store has no wrappers yet; `sitewrap induce` learns them from the stored pages";

/// The wrappers of a store, or an error that says how to get some.
pub(super) fn stored_wrappers(store: &Store) -> Result<WrapperSet> {
    store.wrappers()?.context(NO_INDUCTION)
}

/// Rows as CSV or as JSON lines.
pub(super) fn write_rows<W: Write>(
    out: &mut W,
    format: TableFormat,
    rows: &[impl Serialize],
) -> std::io::Result<()> {
    if format == TableFormat::Csv {
        let mut csv = csv::Writer::from_writer(out);
        for row in rows {
            csv.serialize(row)?;
        }
        return csv.flush();
    }
    rows.iter().try_for_each(|row| json_line(out, row))
}
