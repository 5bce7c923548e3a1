//! `wrappers`, `status`: what the store holds. And `completions`, `man`.

use crate::args::{Cli, CompletionsArgs, ManArgs, TableFormat, WrappersArgs, WrappersCommand};
use crate::exit::{Outcome, UsageError};
use crate::output::{self, Table, json_line};
use anyhow::{Context, Result};
use clap::CommandFactory;
use serde::Serialize;
use sitewrap_extract::{Wrapper, WrapperSet};
use sitewrap_store::Store;
use std::io::Write;
use std::path::Path;

/// Lists the wrappers or shows one.
pub(super) fn wrappers(store: &Path, args: &WrappersArgs) -> Result<Outcome> {
    let wrappers = stored_wrappers(&Store::open_existing(store)?)?;
    let mut out = output::stdout();
    match &args.command {
        WrappersCommand::List { format } => {
            let rows: Vec<_> = wrappers.wrappers.iter().map(|w| row(&wrappers, w)).collect();
            match format {
                TableFormat::Table => write!(out, "{}", wrapper_table(&rows))?,
                format => write_rows(&mut out, *format, &rows)?,
            }
        }
        WrappersCommand::Show { name } => {
            let wrapper = wrappers.wrappers.iter().find(|wrapper| wrapper.name == *name);
            let wrapper = wrapper.with_context(|| no_such_wrapper(&wrappers, name))?;
            write!(out, "{}", sitewrap_extract::describe(wrapper))?;
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// Prints what the store holds.
pub(super) fn status(store: &Path) -> Result<Outcome> {
    let status = Store::open_existing(store)?.status()?;
    let mut out = output::stdout();
    json_line(&mut out, &status)?;
    out.flush()?;
    Ok(Outcome::Done)
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

fn no_such_wrapper(wrappers: &WrapperSet, name: &str) -> String {
    let names: Vec<_> = wrappers.wrappers.iter().map(|wrapper| wrapper.name.as_str()).collect();
    format!("there is no wrapper called `{name}`; there are: {}", names.join(", "))
}

#[derive(Serialize)]
struct WrapperRow<'a> {
    name: &'a str,
    page_type: &'a str,
    pages: u32,
    version: u32,
}

fn row<'a>(set: &WrapperSet, wrapper: &'a Wrapper) -> WrapperRow<'a> {
    WrapperRow {
        name: &wrapper.name,
        page_type: &wrapper.page_type,
        pages: wrapper.pages,
        version: set.version,
    }
}

fn wrapper_table(rows: &[WrapperRow<'_>]) -> Table {
    let mut table = Table::new(&["name", "page_type", "pages"]);
    for row in rows {
        let (name, page_type) = (row.name.to_owned(), row.page_type.to_owned());
        table.row(vec![name, page_type, row.pages.to_string()]);
    }
    table
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
