//! Sites with sections of their own (projects, boards, languages): each has its menu on all its pages.

mod pages;
mod site;

use pages::records;
use serde_json::Value;
use site::{word, wrappers};

/// Pages of two types in five sections, each with the section's menu.
fn portal() -> Vec<(String, String, usize)> {
    let menu = |section: usize| {
        let entry = |what: &str| format!("<li><a href='/{section}/{what}'>{what}</a></li>");
        format!("<ul id=menu>{}{}{}</ul>", entry("Overview"), entry("Issues"), entry("Wiki"))
    };
    let issue = |n: usize| {
        let (section, what) = (n % 5, word(n));
        format!(
            "<body>{}<h1>The {what}</h1><p class=reporter>{}</p><a class=file \
             href='/files/{n}.log'>Download</a></body>",
            menu(section),
            word(n * 3 + 1)
        )
    };
    let person = |n: usize| {
        format!(
            "<body>{}<h1>Dr {}</h1><b class=town>{}</b></body>",
            menu(n % 5),
            word(n),
            word(n * 5)
        )
    };
    let issues = (0..60).map(|n| (format!("http://site.test/{}/issue/{n}", n % 5), issue(n), 0));
    let people = (0..60).map(|n| (format!("http://site.test/{}/p/{n}", n % 5), person(n), 1));
    issues.chain(people).collect()
}

#[test]
fn the_menu_of_a_section_is_no_part_of_the_record() {
    let (_, records) = wrappers(&portal());
    for (n, record) in records.iter().enumerate() {
        let says = |text: &str| record.to_string().contains(text);
        assert!(!says("Overview") && !says("Wiki"), "{record:#}");
        // A link with fixed words that leads to something of the page itself stays.
        assert_eq!(says(&format!("/files/{n}.log")), n < 60, "{record:#}");
    }
}

#[test]
fn kinds_are_called_by_the_last_word_of_their_addresses_that_is_one() {
    let list = |n: usize, items: &str| format!("<body><h1>{}</h1><ul>{items}</ul></body>", word(n));
    let entries = |n: usize, tag: &str| -> String {
        (0..4 + n % 3).map(|i| format!("<li><{tag}>{}</{tag}></li>", word(n * 7 + i))).collect()
    };
    let forum =
        |n: usize| (format!("http://s.test/forum/{}-{n}/", word(n)), list(n, &entries(n, "b")), 0);
    let topic = |n: usize| {
        let url = format!("http://s.test/forum/{0}-{1}/topic/{0}/", word(n), n % 12);
        (url, list(n, &entries(n + 90, "i")), 1)
    };
    let pages: Vec<_> = (0..12).map(forum).chain((0..50).map(topic)).collect();
    let (set, _) = wrappers(&pages);
    let names: Vec<&str> = set.wrappers.iter().map(|wrapper| wrapper.name.as_str()).collect();
    assert!(names.contains(&"forum") && names.contains(&"topic"), "{names:?}");
}

#[test]
fn counts_side_by_side_are_fields_and_lengths_of_time_keep_their_unit() {
    let records = records(|n| {
        let topic = |i: usize| {
            let of = n * 13 + i * 7;
            let age = ["about 2 years", "over 3 years", "almost 4 years"][of % 3];
            format!(
                "<div class=topic><a href='/t/{of}'>{}</a><div class=count>{}</div>\
                 <div class=count>{}</div><span>Asked <em>{age}</em> ago</span></div>",
                word(of),
                of % 9,
                of % 11
            )
        };
        let topics: String = (0..2 + n % 4).map(topic).collect();
        format!("<h1>{}</h1><div class=list>{topics}</div>", word(n))
    });
    for (n, record) in records.iter().enumerate() {
        let lists = record.as_object().expect("a record").values().filter_map(Value::as_array);
        let topics = lists.max_by_key(|list| list.len()).expect("topics");
        assert_eq!(topics.len(), 2 + n % 4, "{record:#}");
        for topic in topics {
            let fields = topic.as_object().expect("a record");
            assert!(fields.values().all(Value::is_string), "{topic:#}");
            assert!(topic.to_string().contains(" years\""), "{topic:#}");
        }
    }
}

#[test]
fn a_heading_names_nothing_outside_of_its_box() {
    let (set, _) = wrappers(&(0..40).map(|n| {
        let saved: String =
            (0..2 + n % 3).map(|i| format!("<li><a href='/q/{n}{i}'>{}</a></li>", word(n + i * 9))).collect();
        let rows: String = (0..1 + n % 4).map(|i| format!("<div><b>{}</b><i>{}</i></div>", word(n * 3 + i), word(n * 5 + i))).collect();
        let page = format!(
            "<body><div class=a1><h3>Saved searches</h3><ul>{saved}</ul></div><div class=b2>\
             <h1>{}</h1><section>{rows}</section></div></body>",
            word(n)
        );
        (format!("http://site.test/x/{n}"), page, 0)
    }).collect::<Vec<_>>());
    let shown = serde_json::to_string(&set.wrappers[0].template).expect("a template");
    assert_eq!(shown.matches("\"name\":\"saved_searches\"").count(), 1, "{shown}");
    assert!(!shown.contains("_saved_searches"), "{shown}");
}
