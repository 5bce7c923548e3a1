//! Pages of ASP.NET, whose ids are made of the names of all controls around an element, and lines with labels.

#[path = "site/mod.rs"]
mod site;

use site::{record_of, word};

const AREAS: [&str; 5] = ["Community", "Planning", "Markets", "Roads", "Library"];

fn person(n: usize) -> String {
    let capital = |word: String| word[..1].to_uppercase() + &word[1..];
    format!("{} {}", capital(word(n * 3 + 2)), capital(word(n * 5 + 9)))
}

#[test]
fn long_ids_of_controls_tell_the_parts_of_an_item() {
    let record = record_of(|n| {
        let id = |row: usize, own: &str| {
            format!("ctl00_ContentPlaceHolder1_dlRepresentations_ctl{row:02}_lbl{own}")
        };
        let rows: String = (0..2 + n % 3)
            .map(|row| {
                format!(
                    "<tr><td class=rep><b><span id={}>{}</span></b> - <span id={}>{} May 2014</span><br>\
                     <span id={}>{}</span><br><span id={}>The {} of {} is too {}.</span></td></tr>",
                    id(row, "From"),
                    person(n * 7 + row),
                    id(row, "Date"),
                    1 + (n * 5 + row) % 28,
                    id(row, "Stance"),
                    ["Object", "Support", "Neutral"][(n + row) % 3],
                    id(row, "Comment"),
                    word(n + row),
                    word(n * 2 + row),
                    word(n * 4 + row)
                )
            })
            .collect();
        format!("<h1>Plan {}</h1><table>{rows}</table>", word(n + 400))
    });
    let list = record.as_object().and_then(|all| all.values().find_map(|value| value.as_array()));
    let first = &list.unwrap_or_else(|| panic!("no list: {record}"))[0];
    assert_eq!(first["stance"], "Support", "{record}");
    assert_eq!(first["comment"], format!("The {} of {} is too {}.", word(7), word(14), word(28)));
    assert!(first["date"].as_str().is_some_and(|day| day.contains("May")), "{record}");
}

#[test]
fn several_values_behind_a_label_that_markup_tells_apart_are_fields() {
    let record = record_of(|n| {
        let author = match n % 4 {
            0 => String::new(),
            _ => format!("<br>By: <span id=ctl00_Body_lblAuthor>{}</span>", person(n)),
        };
        format!(
            "<h1>{0}</h1><p>Posted: <span id=ctl00_Body_lblDate>{1} May 2014</span> in \
             <a id=ctl00_Body_hlArea href=/news?area={2}>{3}</a>{author}<br>\
             <em>Read <span id=ctl00_Body_lblViews>{4}</span> times</em></p>",
            person(n + 50),
            n % 28 + 1,
            n % 5,
            AREAS[n % 5],
            100 + n * 37
        )
    });
    assert_eq!(record["date"], "8 May 2014", "{record}");
    let says = |text: &str| record.as_object().is_some_and(|all| all.values().any(|v| v == text));
    assert!(says("Markets"), "the section is a value of its own: {record}");
}

#[test]
fn lengths_of_time_are_durations_whatever_unit_they_are_called_by() {
    let record = record_of(|n| {
        format!(
            "<h1>{}</h1><p class=days>{} days</p><dl><dt>Length</dt><dd>{} min</dd><dt>Coach</dt><dd>{}</dd></dl>",
            person(n),
            2 + n % 9,
            20 + n * 5,
            person(n + 9)
        )
    });
    assert_eq!(record["duration"], "9 days", "{record}");
    let thing = record_of(|n| format!("<h1>{}</h1><p class=length>{} cm</p>", person(n), 20 + n));
    assert_eq!(thing["length"], "27 cm", "{thing}");
}
