//! Pages laid out in rows and columns of a grid, whose class words are the same whatever they hold.

mod pages;

use pages::{PAGES, records};
use serde_json::{Value, json};

/// A block in a row of the grid, in a column of its own.
fn row(block: &str) -> String {
    format!("<div class=row><div class=col-12>{block}</div></div>")
}

#[test]
fn rows_that_lay_a_page_out_are_no_list() {
    let records = records(|n| {
        let pager = row(&format!("<ul class=pager><li><a href='/p/{n}?page=2'>Next</a></li></ul>"));
        let pager = if n % 3 == 0 { pager } else { String::new() };
        let post = |i: usize| {
            let said = ["Whales", "Rain at last", "No land yet", "All well"][(n * 3 + i * 5) % 4];
            format!(
                "<div class=post><div class=row><b class=author>ann{n}{i}</b>\
                 <div class=said>{said}, day {i} of {n}</div></div></div>"
            )
        };
        let posts: String = (0..2 + n % 4).map(post).collect();
        let poll = row(&format!("<form><h4>Shall we go to port {n}?</h4><input name=yes></form>"));
        let poll = if n % 4 == 0 { poll } else { String::new() };
        format!(
            "<div class=container>{}{}{pager}{poll}{}{pager}</div>",
            row(&format!("<nav><a href=/>Home</a> <a href='/f/{0}'>Sea {0}</a></nav>", n % 5)),
            row(&format!("<h1>The voyage of ship {n}</h1>")),
            row(&posts),
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["title"], format!("The voyage of ship {n}"), "{record:#}");
        let fields = record.as_object().expect("a record");
        let is_posts = |value: &&Value| value.to_string().contains(&format!("\"ann{n}0\""));
        let posts = fields.values().find(is_posts).and_then(Value::as_array).expect("posts");
        assert_eq!(posts.len(), 2 + n % 4, "{record:#}");
    }
}

#[test]
fn items_that_differ_from_one_another_stay_one_list() {
    let records = records(|n| {
        let item = |i: usize| {
            let sale = if i.is_multiple_of(3) { "<i class=sale>Sale</i>" } else { "" };
            let end = match i {
                0 => "first",
                _ if i == 3 + n % 3 => "last",
                _ => "",
            };
            format!(
                "<li class='{end}'><a href='/b/{n}-{i}'>Boat {n}-{i}</a>{sale}<b>{i} m</b></li>"
            )
        };
        let items: String = (0..4 + n % 3).map(item).collect();
        format!("<h1>Harbour {n}</h1><ul>{items}</ul>")
    });
    assert_eq!(records.len(), PAGES);
    for (n, record) in records.iter().enumerate() {
        let lists = record.as_object().expect("a record").values().filter_map(Value::as_array);
        let lengths: Vec<usize> = lists.map(Vec::len).collect();
        assert_eq!(json!(lengths), json!([4 + n % 3]), "{record:#}");
    }
}

#[test]
fn a_list_laid_out_in_rows_is_one_list() {
    let count = |n: usize| 2 + n % 7;
    let records = records(|n| {
        let picture = |i: usize| {
            format!(
                "<div class=tile><img src='/i/{n}-{i}.png'><a href='/b/{n}-{i}'>Boat {n}-{i}</a></div>"
            )
        };
        let tiles: Vec<String> = (0..count(n)).map(picture).collect();
        let row = |tiles: &[String]| format!("<div class=strip>{}</div>", tiles.concat());
        let rows: String = tiles.chunks(3).map(row).collect();
        format!("<h1>Harbour {n}</h1><p>Boats seen in the year {}</p>{rows}", 1900 + n)
    });
    for (n, record) in records.iter().enumerate() {
        let mut lists = record.as_object().expect("a record").values().filter_map(Value::as_array);
        let boats = lists.next().expect("a list");
        assert_eq!(lists.next(), None, "{record:#}");
        let titles: Vec<&Value> = boats.iter().map(|boat| &boat["title"]).collect();
        let wanted: Vec<String> = (0..count(n)).map(|i| format!("Boat {n}-{i}")).collect();
        assert_eq!(json!(titles), json!(wanted), "{record:#}");
    }
}

#[test]
fn the_cells_of_a_table_of_sizes_stay_in_their_rows() {
    let records = records(|n| {
        let row = |i: usize| {
            let cells: String =
                (0..2 + (n + i) % 4).map(|k| format!("<td>{}</td>", n * 7 + i * 31 + k)).collect();
            format!("<tr>{cells}</tr>")
        };
        let rows: String = (0..2 + n % 3).map(row).collect();
        format!("<h1>Boat {n}</h1><p>Built in {}</p><table>{rows}</table>", 1900 + n)
    });
    for (n, record) in records.iter().enumerate() {
        let fields = record.as_object().expect("a record").values();
        let rows = fields.filter_map(Value::as_array).next().expect("a list of rows");
        assert_eq!(rows.len(), 2 + n % 3, "{record:#}");
    }
}

#[test]
fn the_only_one_of_blocks_made_alike_that_says_something_is_the_page() {
    let frame = |name: &str, inside: &str| {
        format!(
            "<div class={name}-outer><div class='edge {name}-edge'><i class=corner></i>\
             <div class='inner {name}-inner'>{inside}</div></div></div>"
        )
    };
    let records = records(|n| {
        let posts: String = (0..1 + n % 4)
            .map(|i| format!("<li><b>Day {i} of {n}</b><p>At anchor, {} fathoms</p></li>", n + i))
            .collect();
        let main =
            format!("<h1>The voyage of ship {n}</h1><p>Year {}</p><ul>{posts}</ul>", 1900 + n);
        let tabs = if n % 8 == 0 { frame("tabs", "<a href=/>Home</a>") } else { String::new() };
        format!("<div class=all>{tabs}{}</div>", frame("main", &main))
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["title"], format!("The voyage of ship {n}"), "{record:#}");
    }
}
