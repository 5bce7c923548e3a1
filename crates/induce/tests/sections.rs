//! Sections and tables: lists whose parts stand under headings, with ids of their own, or in
//! columns that shift.

mod pages;

use pages::records;
use serde_json::{Value, json};

const COURSES: [(&str, &str); 7] = [
    ("starters", "Starters"),
    ("mains", "Mains"),
    ("sweets", "Sweets"),
    ("drinks", "Drinks"),
    ("soups", "Soups"),
    ("grill", "Grill"),
    ("pies", "Pies"),
];

/// A list of one item to three.
fn some(n: usize, word: &str) -> String {
    (0..1 + (n + 1) % 3).map(|k| format!("<li>{word}{k} {}</li>", n + k)).collect()
}

/// A course of a menu; its block has an id.
fn course(n: usize, at: usize) -> String {
    let (id, title) = COURSES[at];
    let dish = |k: usize| {
        format!(
            "<div class=dish><span class=name>{n}-{at}-{k} pie</span>\
             <span class=price>£{k}.{n:02}</span></div>"
        )
    };
    let dishes: String = (0..1 + (n + at) % 3).map(dish).collect();
    format!("<h2 id={id} class=course>{title}</h2><div id={id}-list>{dishes}</div>")
}

/// A menu of some courses.
fn menu(n: usize, is_there: impl Fn(usize) -> bool) -> String {
    let courses: String =
        (0..COURSES.len()).filter(|at| is_there(*at)).map(|at| course(n, at)).collect();
    format!("<h1>House {n}</h1><p class=street>{n} High Street</p>{courses}")
}

#[test]
fn sections_of_one_form_are_a_list_whatever_their_ids() {
    // Three courses of seven: none is on most menus.
    let records = records(|n| menu(n, |at| [0, 1, 3].iter().any(|k| (n + k) % 7 == at)));
    let sections = &records[7]["groups"];
    let titles: Vec<&Value> =
        sections.as_array().into_iter().flatten().map(|section| &section["title"]).collect();
    assert_eq!(titles, ["Starters", "Mains", "Drinks"], "{}", records[7]);
    let drinks = json!([
        {"name": "7-3-0", "price": "£0.07"},
        {"name": "7-3-1", "price": "£1.07"},
    ]);
    for record in &records {
        let sections = record["groups"].as_array().map_or(0, Vec::len);
        let lists = record["groups"].as_array().into_iter().flatten().filter(|section| {
            section.as_object().is_some_and(|section| section.values().any(Value::is_array))
        });
        assert_eq!((sections, lists.count()), (3, 3), "{record}");
    }
    let lists: Vec<&Value> = sections[2].as_object().into_iter().flat_map(|s| s.values()).collect();
    assert!(lists.contains(&&drinks), "{}", records[7]);
}

#[test]
fn months_that_most_pages_have_are_no_sections_with_names_of_their_own() {
    const MONTHS: [&str; 5] = ["March", "April", "May", "June", "July"];
    let has = |n: usize, at: usize| at == n % 5 || at != (n + 1) % 5 && n % 6 != 5;
    let events = |n: usize, at: usize| {
        (0..1 + (n + at) % 2).map(move |k| {
            format!("{} {n} and {at}, {k}", ["Fair", "Ball", "Race"][(n + at + k) % 3])
        })
    };
    let records = records(|n| {
        let month = |at: usize| {
            let event = |title: String| {
                format!(
                    "<article class=event><h3><a href='/{title}'>{title}</a></h3><p>Hall {n}</p></article>"
                )
            };
            let events: String = events(n, at).map(event).collect();
            format!("<h2 class=month>{} 2024</h2>{events}", MONTHS[at])
        };
        let months: String = (0..5).filter(|&at| has(n, at)).map(month).collect();
        format!("<h1>Club {n}</h1><div class=calendar>{months}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let lists = record.as_object().into_iter().flat_map(|record| record.values());
        let lists: Vec<&Vec<Value>> = lists.filter_map(Value::as_array).collect();
        let [months] = lists[..] else { panic!("one list of all months: {record:#}") };
        let told: Vec<(String, Vec<String>)> = months
            .iter()
            .map(|month| {
                let events = month.as_object().and_then(|of| of.values().find_map(Value::as_array));
                let titles = events.into_iter().flatten().map(|event| event["title"].to_string());
                (month["date"].to_string(), titles.collect())
            })
            .collect();
        let of = |at: usize| {
            let titles = events(n, at).map(|title| format!("\"{title}\"")).collect();
            (format!("\"{} 2024\"", MONTHS[at]), titles)
        };
        let wanted: Vec<_> = (0..5).filter(|&at| has(n, at)).map(of).collect();
        assert_eq!(told, wanted, "{record:#}");
    }
}

#[test]
fn sections_that_most_pages_have_are_lists_with_names_of_their_own() {
    // Each menu lacks one of three courses; drinks are one of two lists.
    let records = records(|n| {
        let usual = menu(n, |at| at < 3 && n % 4 != at);
        format!("{usual}{}", course(n % 2, 3))
    });
    let record = &records[4];
    assert!(record.get("groups").is_none(), "{record}");
    let mains = json!([
        {"name": "4-1-0", "price": "£0.04"},
        {"name": "4-1-1", "price": "£1.04"},
        {"name": "4-1-2", "price": "£2.04"},
    ]);
    assert_eq!(record["mains"], mains, "{record}");
    assert!(record["sweets"].is_array() && record["drinks"].is_array(), "{record}");
    assert!(record.get("starters").is_none(), "{record}");
}

#[test]
fn a_section_is_called_by_its_heading_whatever_its_items_are_made_of() {
    let item = |n: usize, at: usize, k: usize| match at {
        0 => format!(
            "<details class=row-toggle><summary>{n} {k}</summary><p>Made {k} of {n}</p></details>"
        ),
        _ => format!(
            "<section class=has-link><b>{n}-{k}</b> <a href='/i/{n}-{k}'>more</a></section>"
        ),
    };
    let part = |n: usize, at: usize| {
        let id = ["own", "other"][at];
        let heading = ["Own Recipe Variations", "Other Recipe Variations"][at];
        let items: String = (0..1 + (n + at) % 3).map(|k| item(n, at, k)).collect();
        let note = if n == 5 { "<div class=note>Nothing more here.</div>" } else { "" };
        format!("<h2 id={id} class=part>{heading}</h2><div id={id}-list>{note}{items}</div>")
    };
    let records = records(|n| {
        format!(
            "<h1>Soup {n}</h1><p class=about>Soup {n} of the day</p>{}{}",
            part(n, 0),
            part(n, 1)
        )
    });
    let record = &records[3];
    assert!(record["own_recipe_variations"].is_array(), "{record}");
    assert!(record["other_recipe_variations"].is_array(), "{record}");
}

#[test]
fn blocks_with_roles_of_their_own_stay_apart() {
    let records = records(|n| {
        format!(
            "<h1>Soup {n}</h1><h2 id=i>Ingredients</h2><ul id=il>{}</ul>\
             <h2 id=m>Method</h2><ul id=ml>{}</ul><h2 id=s>Notes</h2><ul id=sl>{}</ul>",
            some(n, "leek"),
            some(n + 1, "cut"),
            some(n + 2, "note")
        )
    });
    assert!(records[3].get("groups").is_none(), "{}", records[3]);
    assert_eq!(records[3]["ingredients"], json!(["leek0 3", "leek1 4"]), "{}", records[3]);
}

/// A table of races; the columns come in one of two orders, and a day spans its races.
fn races(n: usize) -> String {
    let (a, b) = if n.is_multiple_of(2) { ("Horse", "Odds") } else { ("Odds", "Horse") };
    let head = format!("<tr><th>Day<th>{a}<th>{b}</tr>");
    let row = |k: usize| {
        let day = if k.is_multiple_of(2) {
            format!("<td rowspan=2>{n}{k} May</td>")
        } else {
            String::new()
        };
        let (horse, odds) = (format!("<td>Bay{n} {k}</td>"), format!("<td>{k}/{n}</td>"));
        let cells = if n.is_multiple_of(2) { horse + &odds } else { odds + &horse };
        let again = if k == 2 { head.as_str() } else { "" };
        format!("{again}<tr>{day}{cells}</tr>")
    };
    let rows: String = (0..4 + n % 3).map(row).collect();
    format!("<h1>Course {n}</h1><table>{head}{rows}</table>")
}

#[test]
fn cells_belong_to_the_column_of_their_header() {
    let records = records(races);
    for n in [6, 9] {
        let fields: Vec<&Value> =
            records[n].as_object().into_iter().flat_map(|fields| fields.values()).collect();
        let wanted = json!([
            {"day": format!("{n}0 May"), "horse": format!("Bay{n} 0"), "odds": format!("0/{n}")},
            {"day": format!("{n}0 May"), "horse": format!("Bay{n} 1"), "odds": format!("1/{n}")},
            {"day": format!("{n}2 May"), "horse": format!("Bay{n} 2"), "odds": format!("2/{n}")},
            {"day": format!("{n}2 May"), "horse": format!("Bay{n} 3"), "odds": format!("3/{n}")},
        ]);
        assert!(fields.contains(&&wanted), "{}", records[n]);
    }
}

#[test]
fn code_in_ever_new_colours_is_one_text() {
    let records = records(|n| {
        let calls: String = (0..n % 4 + 1)
            .map(|k| format!("<span class=fn>call{k}</span>(<span class=no>{n}</span>);\n"))
            .collect();
        format!(
            "<h1>Example {n}</h1><pre class=hl><code><b>let</b> <i>x{n}</i> = 1; {calls}</code></pre>"
        )
    });
    let texts: Vec<&Value> = records[1].as_object().into_iter().flat_map(|r| r.values()).collect();
    assert!(texts.contains(&&json!("let x1 = 1; call0(1); call1(1);")), "{}", records[1]);
}

/// The parts of a job: long ones, in boxes without class words, each under a heading that other jobs have.
fn job(n: usize) -> String {
    let items = |word: &str, count: usize| {
        let text = |k: usize| {
            format!(
                "<li>{word} number {} of the {n} that are asked of all who come to us</li>",
                k + n
            )
        };
        format!("<ul>{}</ul>", (0..count).map(text).collect::<String>())
    };
    let section = |title: &str, body: String| format!("<section><h2>{title}</h2>{body}</section>");
    let tasks = match n % 4 {
        0 => String::new(),
        _ => section("What you do", items("Task", 3 + n % 3)),
    };
    format!(
        "<h1>Job {n}</h1><div>{}{tasks}{}{}</div>",
        section(
            "About the job",
            format!("<p>{}</p>", format!("Work of kind {n} for those who like it. ").repeat(8))
        ),
        section("What you bring", items("Skill", 2 + n % 4)),
        section("What we offer", items("Benefit", 3 + n % 2)),
    )
}

#[test]
fn long_sections_are_told_apart_by_their_headings() {
    for (n, record) in records(job).iter().enumerate() {
        let count = |name: &str| record[name].as_array().map_or(0, Vec::len);
        assert_eq!(count("what_you_bring"), 2 + n % 4, "{record:#}");
        assert_eq!(count("what_we_offer"), 3 + n % 2, "{record:#}");
        assert_eq!(count("what_you_do"), if n % 4 == 0 { 0 } else { 3 + n % 3 }, "{record:#}");
    }
}

/// An index of things by their first letters, some of which most pages have.
fn index(n: usize) -> String {
    let group = |at: usize| {
        let letter = char::from(b'A' + at as u8);
        let item =
            |k: usize| format!("<li><a href='/w/{letter}{n}{k}'>{letter}nt {n} {k}</a></li>");
        let items: String = (0..1 + (n + at) % 3).map(item).collect();
        format!("<div class=group><h3>{letter}</h3><ul>{items}</ul></div>")
    };
    let groups: String = (0..9).filter(|at| !(n + at).is_multiple_of(4)).map(group).collect();
    format!("<h1>Things of kind {n}</h1><div class=index>{groups}</div>")
}

#[test]
fn what_stands_below_letters_is_one_list() {
    for (n, record) in records(index).iter().enumerate() {
        let lists = record.as_object().expect("a record").values();
        let groups = lists.filter_map(Value::as_array).map(Vec::len).max();
        let count = (0..9).filter(|at| !(n + at).is_multiple_of(4)).count();
        assert_eq!(groups, Some(count), "{record:#}");
    }
}

/// A paragraph about something.
fn paragraph(n: usize, word: &str) -> String {
    const WORDS: [&str; 11] = [
        "harbour", "kettle", "morning", "lantern", "quietly", "copper", "letters", "tide", "bread",
        "found", "narrow",
    ];
    let words = (0..12).map(|at| WORDS[(n * 7 + at * at + at * (n % 5 + 3)) % WORDS.len()]);
    let words: Vec<&str> = words.collect();
    format!("<p>{} {word} {n} {}.</p>", WORDS[n % WORDS.len()], words.join(" "))
}

/// Who tells more of an offer.
fn teller(n: usize) -> String {
    format!(
        "{} {}",
        ["Ann", "Bo", "Cy", "Di", "Ed"][n % 5],
        ["Roe", "Lee", "Day", "Fox"][n * 7 % 4]
    )
}

/// An offer of a job: each of three parts under its heading is now and then missing, and behind the last stand who
/// tells more and a button.
fn offer(n: usize) -> String {
    let parts = [("Tasks", "task"), ("Profile", "skill"), ("Terms", "term")];
    let is_there = |at: usize| match at {
        0 => !n.is_multiple_of(5),
        1 => n % 5 != 1,
        _ => n % 3 == 1,
    };
    let part = |(at, (heading, word)): (usize, (&str, &str))| {
        let text = match (at + n).is_multiple_of(2) && at < 2 {
            true => format!("<ul>{}</ul>", some(n, word)),
            false => (0..1 + (n + at) % 2).map(|k| paragraph(n * 3 + k, word)).collect(),
        };
        format!("<h3>{heading}</h3><div class=text>{text}</div>")
    };
    let parts: String =
        parts.into_iter().enumerate().filter(|(at, _)| is_there(*at)).map(part).collect();
    format!(
        "<h1>Offer {n}</h1><div class=offer><div class=text>{}</div>{parts}\
         <p class=small><i class=icon></i> {} will tell more</p><form><button>Apply</button></form></div>",
        paragraph(n * 5, "place"),
        teller(n)
    )
}

#[test]
fn a_text_is_that_of_the_heading_before_it_whatever_sections_are_missing() {
    for (n, record) in records(offer).iter().enumerate() {
        for (name, value) in record.as_object().into_iter().flatten() {
            let text = value.to_string();
            for (of, word) in [("task", "task"), ("profil", "skill"), ("term", "term")] {
                let is_of_part = text.contains(&format!(" {word} "));
                assert!(!is_of_part || name.contains(of), "{n} {name}: {record:#}");
            }
        }
    }
}

#[test]
fn what_stands_behind_the_last_section_is_one_field_whichever_that_is() {
    let records = records(offer);
    let fields = records.iter().enumerate().flat_map(|(n, record)| {
        let said = record.as_object().into_iter().flatten();
        said.filter(move |(_, value)| value.as_str().is_some_and(|text| text.contains(&teller(n))))
            .map(|(name, _)| name)
    });
    let fields: Vec<&String> = fields.collect();
    assert_eq!(fields.len(), records.len());
    assert!(fields.iter().all(|name| name == &fields[0]), "{fields:?}");
}
