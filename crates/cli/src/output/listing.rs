//! What is found of each page: a line of JSON as soon as it is there, or a row of a table at the end.

use super::{Table, json_line, printable, stdout};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// A list on standard output that grows page by page.
pub(crate) struct Listing {
    out: Box<dyn Write>,
    /// The rows so far, where they are for a table.
    table: Option<Table>,
    on_terminal: bool,
}

impl Listing {
    /// An empty list with these columns. It is a table if that is asked for, lines if they are; where nothing
    /// is, a table on a terminal.
    pub(crate) fn new(is_table: Option<bool>, columns: &[&str]) -> Self {
        let on_terminal = io::stdout().is_terminal();
        let table = is_table.unwrap_or(on_terminal).then(|| Table::new(columns));
        Self { out: stdout(), table, on_terminal }
    }

    /// Adds what is found of a page, in the form that the list has.
    pub(crate) fn add<L: Serialize>(
        &mut self,
        row: impl FnOnce() -> Vec<String>,
        line: impl FnOnce() -> L,
    ) -> io::Result<()> {
        if let Some(table) = &mut self.table {
            table.row(row());
            return Ok(());
        }
        json_line(&mut self.out, &line())?;
        if self.on_terminal { self.out.flush() } else { Ok(()) }
    }

    /// Writes what is left.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(table) = &self.table {
            write!(self.out, "{}", printable(&table.to_string()))?;
        }
        self.out.flush()
    }
}
