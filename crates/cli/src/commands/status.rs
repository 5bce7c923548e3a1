//! `status`: what the store holds, and whether it is whole.

use crate::advice;
use crate::args::StatusArgs;
use crate::exit::Outcome;
use crate::output::{self, json_line};
use crate::progress::Console;
use anyhow::{Result, bail};
use serde::Serialize;
use serde_json::Value;
use sitewrap_pipeline::StyleSheets;
use sitewrap_store::{DamagedRow, Status, Store};
use std::io::Write;
use std::path::Path;

/// Prints what the store holds, or what of it is damaged.
pub(super) fn run(store: &Path, args: &StatusArgs, console: &Console) -> Result<Outcome> {
    let store = Store::open_existing(store)?;
    let mut out = output::stdout();
    if args.verify {
        return verify(&store, &mut out, console);
    }
    json_line(&mut out, &told(&store.status()?, &StyleSheets::of(&store)?)?)?;
    out.flush()?;
    Ok(Outcome::Done)
}

/// The status with its times as RFC 3339 has them, and with the style sheets.
fn told(status: &Status, sheets: &StyleSheets) -> Result<Value> {
    let mut told = serde_json::to_value(status)?;
    for (name, at) in [
        ("created_at", status.created_at),
        ("updated_at", status.updated_at),
        ("induced_at", status.induced_at),
    ] {
        told[name] = output::time(at).into();
    }
    told["style_sheets"] = sheets.len().into();
    told["style_sheet_bytes"] = sheets.bytes().into();
    Ok(told)
}

/// A row that is damaged, and what to do about it.
#[derive(Serialize)]
struct DamagedLine<'a> {
    #[serde(flatten)]
    row: &'a DamagedRow,
    remedy: &'static str,
}

fn verify(store: &Store, out: &mut impl Write, console: &Console) -> Result<Outcome> {
    let mut found = store.verify();
    found.damaged.iter().try_for_each(|row| {
        json_line(out, &DamagedLine { row, remedy: advice::for_table(row.table) })
    })?;
    out.flush()?;
    // Where it cannot be written, what is damaged stays so.
    let healed = if found.damaged.is_empty() { 0 } else { store.heal().unwrap_or_default() };
    if healed > 0 {
        console
            .say(&format!("{healed} of these rows are written anew: nothing was lost with them"));
        found = store.verify();
    }
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
        Some(DamagedRow { table, row, problem, url }) => bail!(
            "{damaged} of {rows} rows are damaged, the first in table {table}: {} {problem}; {}",
            url.as_ref().unwrap_or(row),
            advice::for_table(table)
        ),
    }
}
