//! Pages with hardly a class word: what stands where, and in which order, tells what they are made of.

mod pages;

use pages::{PAGES, records};
use serde_json::Value;

const WORDS: [&str; 12] = [
    "amber", "birch", "copper", "dune", "ember", "fern", "gorse", "heath", "iris", "juniper",
    "kelp", "larch",
];

fn word(n: usize) -> &'static str {
    WORDS[(n * 5 + n / 12) % WORDS.len()]
}

fn sentence(n: usize) -> String {
    let words: Vec<&str> = (0..14).map(|at| word(n * 7 + at * at)).collect();
    format!("The {} was seen again.", words.join(" "))
}

/// The records in lists of a record, at any depth, that say something.
fn items<'v>(value: &'v Value, said: &str, found: &mut Vec<&'v Value>) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| items(item, said, found)),
        Value::Object(fields) => {
            if fields.values().any(|value| value.as_str() == Some(said)) {
                found.push(value);
            }
            fields.values().for_each(|value| items(value, said, found));
        }
        _ => {}
    }
}

/// A box in a side column: a table with a heading and links.
fn side_box(name: &str, n: usize, links: usize) -> String {
    let link = |at: usize| {
        let k = n + at;
        let said =
            format!("{} {k}, now {k}.50 EUR in our shop as long as there are any left", word(k));
        format!("<tr><td><a href='/{name}/{k}'><img src='/i/{name}/{k}.gif'></a> {said}</td></tr>")
    };
    let links: String = (0..links).map(link).collect();
    format!(
        "<tr><td><table><tr><td>{name}<img src=/corner.gif></td></tr></table><table><tr><td><table>{links}</table></td></tr></table></td></tr>"
    )
}

#[test]
fn the_columns_of_a_page_laid_out_as_a_table_are_no_items() {
    let records = records(|n| {
        let offer = |at: usize| {
            let k = n * 9 + at;
            format!(
                "<tr><td><a href='/p/{k}'><img src='/i/{k}.jpg'></a></td><td><a href='/p/{k}'><b>{} {k}</b></a>\
                 <br>Price: {k}.50 EUR, in store</td></tr><tr><td><img src=/gap.gif></td></tr>",
                word(k)
            )
        };
        let offers: String = (0..3 + n % 4).map(offer).collect();
        let left = side_box("sorts", n, 4) + &side_box("makers", n, 3);
        let right = side_box("basket", n, 1) + &side_box("news", n * 2, 2);
        format!(
            "<table><tr><td><table>{left}</table></td><td><table><tr><td><table><tr><td>New of {}</td></tr></table>\
             </td></tr><tr><td><table>{offers}</table></td></tr></table></td><td><table>{right}</table></td></tr></table>",
            word(n)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let k = n * 9;
        let mut found = Vec::new();
        items(record, &format!("{} {k}", word(k)), &mut found);
        let offer = found.first().unwrap_or_else(|| panic!("no offer of page {n}: {record:#}"));
        assert!(offer.to_string().contains(&format!("{k}.50 EUR")), "{offer:#}");
        assert!(offer.to_string().contains(&format!("/i/{k}.jpg")), "{offer:#}");
        let fields = record.as_object().into_iter().flat_map(|of| of.values());
        let both = |value: &Value| {
            let said = value.to_string();
            said.contains("/p/") && said.contains("/basket/")
        };
        assert!(!fields.into_iter().any(both), "columns of page {n} are one list: {record:#}");
    }
}

#[test]
fn a_heading_that_all_pages_begin_with_is_no_part_of_the_text() {
    let records = records(|n| {
        let block = |at: usize| match (n * 3 + at) % 5 {
            1 => format!("<h3>{} {n}</h3>", word(n + at)),
            3 => format!("<ul><li>{}</li><li>{}</li></ul>", word(n + at), word(n + at + 1)),
            _ => format!("<p>{}</p>", sentence(n * 3 + at)),
        };
        let paragraphs: String = (1..2 + n % 7).map(block).collect();
        let paragraphs = format!("<p>{}</p>{paragraphs}", sentence(n * 3));
        format!("<div id=content><h2>{} of day {n}</h2>{paragraphs}</div>", word(n))
    });
    for (n, record) in records.iter().enumerate() {
        let title = format!("{} of day {n}", word(n));
        let fields: Vec<&Value> =
            record.as_object().into_iter().flat_map(|of| of.values()).collect();
        assert!(fields.iter().any(|value| value.as_str() == Some(&title)), "{record:#}");
        let says =
            |value: &&&Value| value.as_str().is_some_and(|text| text.contains(&sentence(n * 3)));
        let body = fields.iter().find(says).unwrap_or_else(|| panic!("no text: {record:#}"));
        assert!(!body.to_string().contains(&title), "{record:#}");
    }
}

#[test]
fn items_that_stand_in_any_order_are_of_one_list_whatever_they_hold() {
    let records = records(|n| {
        let link = |at: usize| {
            let k = n * 7 + at;
            // Pages that are not written yet, first on some pages, last on others.
            if (n + at).is_multiple_of(3) {
                format!("<li><a class=new href='/edit?title={k}'>{} {k}</a></li>", word(k))
            } else {
                format!("<li><a href='/wiki/{k}'>{} {k}</a></li>", word(k))
            }
        };
        let links: String = (0..3 + n % 3).map(link).collect();
        format!(
            "<h1>{} {n}</h1><p>{}</p><div id=kinds><ul>{links}</ul></div>",
            word(n),
            sentence(n)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let fields = record.as_object().into_iter().flat_map(|of| of.values());
        let mut lists = fields.filter_map(Value::as_array).map(Vec::len);
        assert_eq!(lists.next(), Some(3 + n % 3), "{record:#}");
    }
    assert_eq!(records.len(), PAGES);
}

#[test]
fn text_between_line_breaks_links_and_boxes_is_one_body_and_its_lines_stay_whole() {
    let line = |n: usize| format!("{} {} {}", sentence(n), sentence(n + 40), sentence(n + 90));
    let records = records(|n| {
        let linked =
            format!("{}, says <a href=/who/{n}>{}</a>, as {}", line(n), word(n), line(n + 5));
        let more: String = (0..n % 3).map(|at| format!("<br><br>{}", line(n + 17 * at))).collect();
        format!(
            "<title>{n} {0}</title><body><div id=text><h1>{0} {n}</h1>{linked}<br><br><div class=advert>Advert</div>\
             {1}{more}</div></body>",
            word(n),
            line(n + 9)
        )
    });
    for (n, record) in records.iter().enumerate().take(PAGES) {
        let body = record["body"].as_str().unwrap_or_default();
        let whole = format!("{}, says {}, as {}", line(n), word(n), line(n + 5));
        assert!(body.contains(&whole) && body.contains(&line(n + 9)), "{n}: {record}");
    }
}
