//! Parts of pages under captions that no tag says to be headings: bars of hand-scripted pages, tabs.

mod site;

use serde_json::Value;
use site::{word, wrappers};

fn sentence(n: usize) -> String {
    let words: Vec<String> = (0..11 + n % 5).map(|at| word(n * 29 + at * 7)).collect();
    format!("{}.", words.join(" "))
}

fn name(n: usize) -> String {
    format!("{} {}", word(n * 3), word(n * 7 + 1))
}

fn bar(text: &str) -> String {
    format!("<table width='100%'><tr><td bgcolor='#c96'><b>&nbsp;{text}</b></td></tr></table>")
}

fn cast(n: usize) -> Vec<(String, String)> {
    (0..2 + n % 4).map(|at| (name(n * 5 + at), word(n * 17 + at * 3))).collect()
}

/// A film as a script of 2004 writes it: tables below each other in one cell.
fn film(n: usize) -> (String, String, usize) {
    let row = |label: &str, value: String| format!("<tr><td>{label}:</td><td>{value}</td></tr>");
    let facts = [row("Camera", name(n * 11)), row("Editor", name(n * 13))];
    let facts = facts[..1 + usize::from(!n.is_multiple_of(3))].concat();
    let cast: String = cast(n)
        .iter()
        .map(|(who, part)| {
            format!("<tr><td><a href='/p/{who}'>{who}</a></td><td>....</td><td>{part}</td></tr>")
        })
        .collect();
    let notes = match n % 2 {
        0 => format!("{}<ul><li>{}<li>{}</ul>", bar("Notes"), sentence(n + 40), sentence(n + 50)),
        _ => String::new(),
    };
    let html = format!(
        "<table><tr><td><table><tr><td><b>{}</b></td></tr></table>\
         <table><tr><td><img src='/poster/{n}.jpg'></td><td><table>{facts}</table></td></tr></table>\
         {}<p>{}</p>{}<table>{cast}</table>{notes}</td></tr></table>",
        name(n),
        bar("Plot"),
        sentence(n),
        bar("Who plays in it"),
    );
    (format!("http://a.test/film.php?id={n}"), html, 0)
}

/// All texts and addresses below a value.
fn said(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(said).collect(),
        Value::Object(fields) => fields.values().flat_map(said).collect(),
        _ => Vec::new(),
    }
}

fn lists_of(record: &Value, items: usize) -> Vec<&Value> {
    let fields = record.as_object().expect("a record").values();
    fields.filter(|v| v.as_array().is_some_and(|all| all.len() == items)).collect()
}

#[test]
fn bars_part_a_page_whose_parts_are_all_tables() {
    let pages: Vec<_> = (0..30).map(film).collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        let cast = cast(n);
        let is_cast = |list: &&Value| {
            let items = list.as_array().expect("a list");
            items.iter().zip(&cast).all(|(item, (who, part))| {
                let said = said(item);
                said.contains(who) && said.contains(part)
            })
        };
        assert!(lists_of(record, cast.len()).iter().any(is_cast), "{n} {record:#}");
        let camera = record.as_object().expect("a record").values().find_map(|v| v.get("Camera"));
        assert_eq!(camera.map(said), Some(vec![name(n * 11)]), "{n} {record:#}");
        assert!(said(record).contains(&sentence(n)), "{n} {record:#}");
    }
}

#[test]
fn what_stands_below_a_bar_is_called_so() {
    let pages: Vec<_> = (0..30).map(film).collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        let expected = (n % 2 == 0).then(|| vec![sentence(n + 40), sentence(n + 50)]);
        assert_eq!(record.get("notes").map(said), expected, "{n} {record:#}");
    }
}

fn reviews(n: usize) -> usize {
    n % 4
}

/// A product with tabs in a list of terms, one of which holds a table, another reviews.
fn product(n: usize) -> (String, String, usize) {
    let review = |at: usize| {
        format!(
            "<dt><a href='/review/{n}/{at}'>{}</a></dt><dd>{} <span class=meta>Review by {}</span></dd>",
            name(n * 19 + at),
            sentence(n * 3 + at),
            word(n * 23 + at)
        )
    };
    let reviews: String = (0..reviews(n)).map(review).collect();
    let html = format!(
        "<h1>{}</h1><dl class=tabs>\
         <dt class=tab><span>Description</span></dt><dd class=content><div><h2>Details</h2><div class=std>{}</div></div></dd>\
         <dt class=tab><span>More</span></dt><dd class=content><div><h2>More</h2><table>\
         <tr><th>Wood</th><td>{}</td></tr><tr><th>Weight</th><td>{} kg</td></tr></table></div></dd>\
         <dt class=tab><span>Reviews</span></dt><dd class=content><div><h2>Reviews</h2><dl>{reviews}</dl></div></dd></dl>",
        name(n),
        sentence(n * 7),
        word(n * 31),
        n + 2
    );
    (format!("http://a.test/{}.html", word(n * 3)), html, 0)
}

#[test]
fn tabs_that_hold_tables_and_reviews_are_no_map_of_texts() {
    let pages: Vec<_> = (0..30).map(product).collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        let wood = record.as_object().expect("a record").values().find_map(|v| v.get("Wood"));
        assert_eq!(wood.map(said), Some(vec![word(n * 31)]), "{n} {record:#}");
        let written = record["reviews"].as_array().map_or(0, Vec::len);
        assert_eq!(written, reviews(n), "{n} {record:#}");
    }
}

/// Reviews on a product, most of which end with a table of marks.
fn reviewed(n: usize) -> (String, String, usize) {
    let review = |at: usize| {
        let marks = match (n, at) {
            (7, 3) => "",
            _ => "<table class=marks><tr><th>Quality</th><td></td></tr></table>",
        };
        let more = match (n + at) % 3 {
            _ if marks.is_empty() => String::new(),
            0 => String::new(),
            _ => format!("<br>{}", sentence(n * 41 + at * 3)),
        };
        format!(
            "<dt><a href='/review/{n}/{at}'>{}</a></dt><dd>{} {}{more}{marks}<span class=by>{}</span></dd>",
            name(n * 19 + at),
            sentence(n * 3 + at),
            sentence(n * 5 + at),
            word(n * 23 + at)
        )
    };
    let reviews: String = (0..4 + n % 4).map(review).collect();
    let html = format!("<h1>{}</h1><dl class=reviews>{reviews}</dl>", name(n));
    (format!("http://a.test/{}.html", word(n * 3)), html, 0)
}

#[test]
fn a_text_is_read_whatever_stands_behind_it() {
    let pages: Vec<_> = (0..30).map(reviewed).collect();
    let record = &wrappers(&pages).1[7];
    let expected = format!("{} {}", sentence(7 * 3 + 3), sentence(7 * 5 + 3));
    assert!(said(record).contains(&expected), "{record:#}");
}
