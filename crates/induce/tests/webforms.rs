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

#[test]
fn an_address_of_mail_is_no_label() {
    let record = record_of(|n| {
        let agent = ["carmen", "brian", "jurgen", "sue"][n % 4];
        format!(
            "<h1>{}</h1><p><b>Contact:</b> <a href=/agent/{}>{}</a> Tel. (0034) 965 550 {} \
             <a href='mailto:{agent}@homes.test?subject={n}'>{agent}@homes.test</a><br>\
             <a href='/enquiry?id={n}'><img src=/enquire.gif></a> <a href='/tell?{n}'>Tell a friend</a></p>",
            person(n),
            n % 4,
            person(n % 4 + 60),
            100 + n % 4
        )
    });
    assert_eq!(record["email"], "sue@homes.test", "{record}");
    assert_eq!(record["phone"], "(0034) 965 550 103", "{record}");
}

#[test]
fn parts_of_a_page_with_ids_of_their_own_are_no_replies_to_what_stands_before_them() {
    let record = record_of(|n| {
        let row = |(i, name): (usize, &str)| {
            format!("<tr><td class=b>{name}:</td><td class=b>{}</td></tr>", word(n * 3 + i))
        };
        let facts: String =
            ["Place", "Engine", "Camera", "Owner"].into_iter().enumerate().map(row).collect();
        let comment = |i: usize| {
            format!(
                "<table class=main><tr><td class=h><b>{}</b></td></tr><tr><td class=b>It is {} and {}.</td></tr></table>",
                person(n + i),
                word(n * 11 + i),
                word(n * 13 + i)
            )
        };
        let comments: String = (0..n % 3).map(comment).collect();
        format!(
            "<table class=main><tr><td class=h>Picture</td></tr><tr><td class=b>{}</td></tr></table>\
             <div id=facts><table class=main><tr><td class=h colspan=2>Facts</td></tr>{facts}</table></div>\
             <div id=comments>{comments}</div>",
            word(n + 300)
        )
    });
    let has_fact = record.as_object().is_some_and(|all| {
        all.values().any(|value| value.get("Engine").is_some_and(|fact| *fact == word(22)))
    });
    assert!(has_fact, "the facts are a map of their own: {record}");
}
