//! `wrappers`: what was learnt, shown and written down.

use super::show::{stored_wrappers, write_rows};
use crate::args::{
    ExportArgs, ExportForm, ShowArgs, ShowFormat, TableFormat, ValueForm, WrappersArgs,
    WrappersCommand,
};
use crate::exit::Outcome;
use crate::output::{self, Table, wrappers_toml};
use anyhow::{Context, Result};
use serde::Serialize;
use sitewrap_extract::types::Values;
use sitewrap_extract::{Wrapper, WrapperSet};
use sitewrap_store::Store;
use std::io::Write;
use std::path::Path;

/// Runs one of the commands on the wrappers.
pub(super) fn run(store: &Path, args: &WrappersArgs) -> Result<Outcome> {
    let wrappers = stored_wrappers(&Store::open_existing(store)?)?;
    match &args.command {
        WrappersCommand::List { format } => list(&wrappers, *format),
        WrappersCommand::Show(args) => show(&wrappers, args),
        WrappersCommand::Export(args) => export(&wrappers, args),
    }
}

fn list(wrappers: &WrapperSet, format: TableFormat) -> Result<Outcome> {
    let mut out = output::stdout();
    let rows: Vec<_> = wrappers.wrappers.iter().map(|w| row(wrappers, w)).collect();
    match format {
        TableFormat::Table => write!(out, "{}", wrapper_table(&rows))?,
        format => write_rows(&mut out, format, &rows)?,
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn show(wrappers: &WrapperSet, args: &ShowArgs) -> Result<Outcome> {
    let wrapper = named(wrappers, &args.name)?;
    let mut out = output::stdout();
    match args.format {
        ShowFormat::Tree => write!(out, "{}", sitewrap_extract::describe(wrapper))?,
        ShowFormat::Json => serde_json::to_writer_pretty(&mut out, wrapper)?,
        ShowFormat::Schema => {
            let schema = sitewrap_extract::json_schema(wrapper, args.values.into());
            serde_json::to_writer_pretty(&mut out, &schema)?;
        }
    }
    if args.format != ShowFormat::Tree {
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn export(wrappers: &WrapperSet, args: &ExportArgs) -> Result<Outcome> {
    if let Some(name) = &args.name {
        named(wrappers, name)?;
    }
    let is_asked = |wrapper: &&Wrapper| args.name.as_ref().is_none_or(|name| *name == wrapper.name);
    let asked: Vec<&Wrapper> = wrappers.wrappers.iter().filter(is_asked).collect();
    let mut out = output::stdout();
    match args.to {
        ExportForm::Toml => wrappers_toml::write(&mut out, wrappers.version, &asked)?,
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// The wrapper with a name, or an error that says which there are.
fn named<'w>(wrappers: &'w WrapperSet, name: &str) -> Result<&'w Wrapper> {
    wrappers.get(name).with_context(|| {
        let names: Vec<_> = wrappers.wrappers.iter().map(|wrapper| wrapper.name.as_str()).collect();
        format!("there is no wrapper called `{name}`; there are: {}", names.join(", "))
    })
}

impl From<ValueForm> for Values {
    fn from(form: ValueForm) -> Self {
        match form {
            ValueForm::Raw => Self::Raw,
            ValueForm::Typed => Self::Typed,
        }
    }
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
