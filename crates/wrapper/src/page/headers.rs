//! Columns of tables: which header stands above a cell.
//!
//! A cell's place in its row does not tell its column: cells span columns and rows, columns come in
//! another order on another page, and some pages lack one. The text of the header cell above does.
//! Spans are followed as in the table model of the HTML standard, within bounds.

use crate::parameters::book;
use rustc_hash::FxHashMap;
use sitewrap_lexicon::{Role, is};
use sitewrap_tree::{NodeId, TagTree, html};

/// What a row of header cells is called in place of a column.
const HEADER_ROW: &str = "row of headers";

/// The headers of a page's table cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct Headers {
    names: Vec<String>,
    /// Index of the name by cell, or by row of headers.
    of: FxHashMap<NodeId, u32>,
    /// The cells of rows above that span a row, in document order.
    reaching: FxHashMap<NodeId, Vec<NodeId>>,
}

impl Headers {
    /// Finds the tables of a page and their headers, in time linear in the nodes.
    pub(crate) fn of(tree: &TagTree) -> Self {
        let mut headers = Self::default();
        for table in tree.nodes().filter(|&node| tree.tag(node).as_str() == "table") {
            headers.table(tree, table);
        }
        headers
    }

    /// The header above a cell; for a row of headers, a word that tells so.
    pub(crate) fn get(&self, node: NodeId) -> Option<&str> {
        if self.of.is_empty() {
            return None;
        }
        self.of.get(&node).map(|&name| self.names[name as usize].as_str())
    }

    /// The cells of rows above that reach down into a row, as they belong to it too.
    pub(crate) fn reaching(&self, row: NodeId) -> &[NodeId] {
        self.reaching.get(&row).map_or(&[], Vec::as_slice)
    }

    fn table(&mut self, tree: &TagTree, table: NodeId) {
        let rows = rows(tree, table);
        // What a table is about may stand above its headers.
        let captions = rows.iter().take_while(|&&row| cells(tree, row).count() == 1).count();
        let rows = &rows[captions..];
        let lead = match rows.iter().take_while(|&&row| is_header_row(tree, row)).count() {
            0 if has_bold_head(tree, rows) || has_classed_head(tree, rows) => 1,
            0 => rows.iter().take_while(|&&row| is_named_head(tree, row)).count(),
            lead => lead,
        };
        if lead == 0 || lead == rows.len() {
            return;
        }
        let mut above: Vec<Option<u32>> = Vec::new();
        let mut spans = Spans::default();
        for (at, &row) in rows.iter().enumerate() {
            if at > 0 && tree.parent(row) != tree.parent(rows[at - 1]) {
                spans = Spans::default();
            }
            let is_head = at < lead;
            if is_head || is_header_row(tree, row) {
                let name = self.name(HEADER_ROW);
                self.of.insert(row, name);
            }
            let reaching = spans.reaching(tree);
            if !is_head && !reaching.is_empty() {
                self.reaching.insert(row, reaching);
            }
            for (cell, columns) in spans.place(tree, row) {
                if is_head {
                    self.head(tree, cell, columns, &mut above);
                } else if columns.len() == 1
                    && let Some(Some(name)) = above.get(columns.start)
                {
                    self.of.insert(cell, *name);
                }
            }
        }
    }

    /// The name of a header cell stands above the columns that it spans, in the place of those of
    /// rows before it.
    fn head(
        &mut self,
        tree: &TagTree,
        cell: NodeId,
        columns: std::ops::Range<usize>,
        above: &mut Vec<Option<u32>>,
    ) {
        let text = said(tree, cell);
        if text.is_empty() || text.len() > book().label_chars {
            return;
        }
        let name = self.name(&text);
        if above.len() < columns.end {
            above.resize(columns.end, None);
        }
        above[columns].fill(Some(name));
    }

    fn name(&mut self, text: &str) -> u32 {
        let known = self.names.iter().position(|known| known == text);
        known.unwrap_or_else(|| {
            self.names.push(text.to_owned());
            self.names.len() - 1
        }) as u32
    }
}

/// Which columns cells of the rows above reach down into.
#[derive(Default)]
struct Spans {
    /// Rows still to come that a cell above spans, by column, …
    left: Vec<u32>,
    /// … and that cell.
    cells: Vec<Option<NodeId>>,
}

impl Spans {
    /// The small cells of the rows before that span the next row, in document order.
    fn reaching(&self, tree: &TagTree) -> Vec<NodeId> {
        let open = self.left.iter().zip(&self.cells).filter(|(left, _)| **left > 0);
        let is_small = |cell: &NodeId| tree.subtree_len(*cell) <= book().label_nodes;
        let mut cells: Vec<NodeId> = open
            .filter_map(|(_, cell)| *cell)
            .filter(is_small)
            .take(book().spanning_cells)
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The columns of each cell of the next row.
    fn place(&mut self, tree: &TagTree, row: NodeId) -> Vec<(NodeId, std::ops::Range<usize>)> {
        let mut placed = Vec::new();
        let mut reaching = self.left.clone();
        let mut column = 0;
        for cell in cells(tree, row) {
            while self.left.get(column).is_some_and(|left| *left > 0) {
                column += 1;
            }
            if column >= book().children {
                break;
            }
            let end = (column + span(tree, cell, "colspan") as usize).min(book().children);
            if reaching.len() < end {
                reaching.resize(end, 0);
                self.cells.resize(end, None);
            }
            reaching[column..end].fill(span(tree, cell, "rowspan"));
            self.cells[column..end].fill(Some(cell));
            placed.push((cell, column..end));
            column = end;
        }
        self.left = reaching.into_iter().map(|left| left.saturating_sub(1)).collect();
        placed
    }
}

/// How many columns or rows a cell spans; 0 rows means all that follow.
fn span(tree: &TagTree, cell: NodeId, name: &str) -> u32 {
    let given = tree.attr(cell, name).and_then(|value| value.trim().parse::<u32>().ok());
    match given {
        Some(0) if name == "rowspan" => u32::MAX,
        given => given.unwrap_or(1).max(1),
    }
}

/// The rows of a table, not those of tables within it.
fn rows(tree: &TagTree, table: NodeId) -> Vec<NodeId> {
    let mut rows = Vec::new();
    for child in tree.children(table) {
        match tree.tag(child).as_str() {
            "tr" => rows.push(child),
            "thead" | "tbody" | "tfoot" => {
                rows.extend(tree.children(child).filter(|&row| tree.tag(row).as_str() == "tr"));
            }
            _ => {}
        }
    }
    rows
}

fn cells(tree: &TagTree, row: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    tree.children(row).filter(|&cell| html::is_cell(tree.tag(cell).as_str()))
}

/// What a header cell says. Of a link or button that sorts the column, elements in it say how, often to screen
/// readers alone (`Name<span>Sort descending</span>`): the name is what it says itself.
fn said(tree: &TagTree, cell: NodeId) -> String {
    let has_text = |node: &NodeId| !tree.text(*node).trim().is_empty();
    let name = tree.subtree(cell).find(has_text).filter(|&text| {
        tree.parent(text).is_some_and(|of| matches!(tree.tag(of).as_str(), "a" | "button"))
    });
    name.map_or_else(
        || crate::page::text::line(tree, cell),
        |text| crate::page::text::collapse(tree.text(text)),
    )
}

fn is_blank(tree: &TagTree, node: NodeId) -> bool {
    tree.subtree(node).all(|below| tree.text(below).trim().is_empty())
}

/// Whether a row has header cells only, two or more; the corner above row headers may be blank.
fn is_header_row(tree: &TagTree, row: NodeId) -> bool {
    let mut heads = 0;
    for cell in cells(tree, row) {
        if tree.tag(cell).as_str() == "th" {
            heads += 1;
        } else if !is_blank(tree, cell) {
            return false;
        }
    }
    heads >= 2
}

/// Whether the first row of a table without header cells is set in bold, and the others are not.
fn has_bold_head(tree: &TagTree, rows: &[NodeId]) -> bool {
    let Some((&first, others)) = rows.split_first() else { return false };
    let count = cells(tree, first).count();
    others.len() > 1
        && count >= 2
        && is_bold_row(tree, first)
        && others.iter().all(|&row| cells(tree, row).all(|cell| tree.tag(cell).as_str() == "td"))
        && !others.iter().any(|&row| is_bold_row(tree, row))
        && others.iter().filter(|&&row| cells(tree, row).count() == count).count() * 2
            >= others.len()
}

/// Whether the cells of the first row, two or more, share a class word that no cell below them has,
/// and say something without digits.
fn has_classed_head(tree: &TagTree, rows: &[NodeId]) -> bool {
    let Some((&first, others)) = rows.split_first() else { return false };
    let heads: Vec<NodeId> = cells(tree, first).collect();
    let is_head = |&cell: &NodeId| {
        let text = crate::page::text::line(tree, cell);
        let is_label = !text.is_empty() && text.len() <= book().label_chars && !text.ends_with(':');
        is_label && !text.contains(|c: char| c.is_ascii_digit())
    };
    let below = || others.iter().flat_map(|&row| cells(tree, row));
    let has = |cell: NodeId, class: &str| tree.classes(cell).any(|other| other == class);
    heads.len() >= 2
        && others.iter().all(|&row| cells(tree, row).count() == heads.len())
        && !others.is_empty()
        && heads.iter().all(is_head)
        && tree.classes(heads[0]).any(|class| {
            !is(Role::State, class)
                && heads.iter().all(|&cell| has(cell, class))
                && !below().any(|cell| has(cell, class))
        })
}

/// Whether the class words of a row, or of each of its cells, two or more, say that it is the head.
fn is_named_head(tree: &TagTree, row: NodeId) -> bool {
    let is_named = |node: NodeId| {
        tree.classes(node).any(|class| {
            let class = class.to_ascii_lowercase();
            class.ends_with("head") || class.ends_with("header") || class.ends_with("heading")
        })
    };
    cells(tree, row).count() >= 2
        && (is_named(row) || cells(tree, row).all(|cell| is_named(cell) || is_blank(tree, cell)))
}

/// Whether all words of a row are bold, and each cell has some.
fn is_bold_row(tree: &TagTree, row: NodeId) -> bool {
    let is_bold = |cell: NodeId| {
        let mut children = tree.children(cell);
        match (children.next(), children.next()) {
            (Some(only), None) => {
                matches!(tree.tag(only).as_str(), "b" | "strong") && !is_blank(tree, only)
            }
            _ => false,
        }
    };
    let mut cells = cells(tree, row).peekable();
    cells.peek().is_some() && cells.all(is_bold)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitewrap_tree::Document;

    /// The header of each cell below the first row, as `text=header`.
    fn columns(table: &str) -> Vec<String> {
        let tree = Document::parse(table.as_bytes(), None, None).tree;
        let headers = Headers::of(&tree);
        tree.nodes()
            .filter(|&node| tree.tag(node).as_str() == "td")
            .filter_map(|cell| {
                let header = headers.get(cell)?;
                Some(format!("{}={header}", crate::page::text::line(&tree, cell)))
            })
            .collect()
    }

    #[test]
    fn spans_do_not_shift_columns() {
        let found = columns(
            "<table><tr><th>Day<th>From<th>To<th>Price\
             <tr><td rowspan=2>Mon<td>8<td>9<td>£4<tr><td>10<td>11<td>£5\
             <tr><td>Tue<td colspan=2>closed<td>–</table>",
        );
        let wanted = [
            "Mon=Day",
            "8=From",
            "9=To",
            "£4=Price",
            "10=From",
            "11=To",
            "£5=Price",
            "Tue=Day",
            "–=Price",
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn how_a_column_is_sorted_is_no_part_of_its_name() {
        let found = columns(
            "<table><tr><th><a href='?sort=name'>Name<span><span class=sr-only>Sort descending</span></span></a>\
             <th><b>R</b>oom<th>Price <a href='/help'>?</a><tr><td>Ann<td>2<td>£4<tr><td>Bob<td>3<td>£5</table>",
        );
        let wanted = ["Ann=Name", "2=Room", "£4=Price ?", "Bob=Name", "3=Room", "£5=Price ?"];
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_cell_reaches_into_the_rows_that_it_spans() {
        let html = "<table><tr><th>Day<th>From<th>Room<tr><td rowspan=2>Mon<td>8<td>A\
                    <tr><td>10<td>B<tr><td>Tue<td>9<td>C</table>";
        let tree = Document::parse(html.as_bytes(), None, None).tree;
        let headers = Headers::of(&tree);
        let rows = tree.nodes().filter(|&node| tree.tag(node).as_str() == "tr");
        let reaching = |row: NodeId| {
            let cells = headers.reaching(row).iter();
            cells.map(|&cell| crate::page::text::line(&tree, cell)).collect::<Vec<_>>()
        };
        let found: Vec<Vec<String>> = rows.map(reaching).collect();
        assert_eq!(found, [vec![], vec![], vec!["Mon".to_owned()], vec![]]);
    }

    #[test]
    fn bold_cells_are_headers_where_there_are_no_others() {
        let bold =
            "<table><tr><td><b>Name</b><td><b>Age</b><tr><td>Ann<td>4<tr><td>Bo<td>5</table>";
        assert_eq!(columns(bold), ["Ann=Name", "4=Age", "Bo=Name", "5=Age"]);
    }

    #[test]
    fn class_words_tell_a_head_and_captions_stand_above_it() {
        let stats = "<table><tr><td colspan=2>Stats<tr class=colhead><td>Year<td>Games\
                     <tr><td>2009<td>61<tr><td>2010<td>70</table>";
        assert_eq!(columns(stats), ["2009=Year", "61=Games", "2010=Year", "70=Games"]);
    }

    #[test]
    fn a_class_of_its_own_tells_a_head() {
        let facts =
            "<table><tr><td class=sub>Length<td class=sub>Made in<tr><td>92 min<td>Italy</table>";
        assert_eq!(columns(facts), ["92 min=Length", "Italy=Made in"]);
        let rows =
            "<table><tr><td class=k>Length<td>92 min<tr><td class=k>Made in<td>Italy</table>";
        assert!(columns(rows).is_empty());
        let first = "<table><tr><td class=first>Ann<td class=first>Leeds<tr><td>Bo<td>York</table>";
        assert!(columns(first).is_empty());
    }

    #[test]
    fn names_and_values_have_no_headers() {
        assert!(columns("<table><tr><th>Size<td>4<tr><th>Weight<td>5</table>").is_empty());
    }

    #[test]
    fn endless_spans_are_bounded() {
        let row = "<tr><td rowspan=99999999999 colspan=4000000000>x<td rowspan=0>y";
        let table = format!("<table><tr><th>A<th>B{}</table>", row.repeat(200));
        assert!(columns(&table).len() <= 200);
    }
}
