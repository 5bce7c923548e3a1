//! Tables for reading.

use std::fmt;

/// Rows with aligned columns under a header. Numbers are aligned right.
pub(crate) struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(header: &[&str]) -> Self {
        Self { header: header.iter().map(|name| (*name).to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row; one cell a column.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.header.len());
        self.rows.push(cells);
    }
}

/// Whether a cell holds a whole number, or the sign for none.
fn is_number(cell: &str) -> bool {
    cell == "-" || cell.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.header.len();
        let width = |column: usize| {
            let rows = self.rows.iter().chain([&self.header]);
            rows.map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let numeric = |column: usize| self.rows.iter().all(|row| is_number(&row[column]));
        let layout: Vec<(usize, bool)> = (0..columns).map(|c| (width(c), numeric(c))).collect();
        for row in [&self.header].into_iter().chain(&self.rows) {
            let mut line = String::new();
            for (cell, (width, numeric)) in row.iter().zip(&layout) {
                let padding = " ".repeat(width - cell.chars().count());
                let (before, after) = if *numeric { (&*padding, "") } else { ("", &*padding) };
                line.extend([before, cell, after, "  "]);
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_numbers_stand_right() {
        let mut table = Table::new(&["type", "pages"]);
        table.row(vec!["product".to_owned(), "5".to_owned()]);
        table.row(vec!["é".to_owned(), "120".to_owned()]);
        assert_eq!(table.to_string(), "type     pages\nproduct      5\né          120\n");
    }
}
