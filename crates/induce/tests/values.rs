//! Values stay whole: words leave a text only at labels and where what is left is a value by its form.

mod pages;

use pages::{PAGES, records};
use serde_json::Value;

const WORDS: [&str; 12] = [
    "amber", "birch", "copper", "dune", "ember", "fern", "gorse", "heath", "iris", "juniper",
    "kelp", "larch",
];

/// A text of the page of a number.
type Text<'a> = &'a dyn Fn(usize) -> String;

fn word(n: usize) -> &'static str {
    WORDS[(n * 5 + n / 12) % WORDS.len()]
}

/// All texts of a record.
fn texts(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|value| texts(value, out)),
        Value::Object(map) => map.values().for_each(|value| texts(value, out)),
        _ => {}
    }
}

fn of(record: &Value) -> Vec<String> {
    let mut found = Vec::new();
    texts(record, &mut found);
    found
}

/// Pages with one text each in a box, beside a heading.
fn with_text(text: impl Fn(usize) -> String) -> Vec<Vec<String>> {
    let page = |n: usize| {
        format!("<body><h1>{} {n}</h1><div class=what>{}</div></body>", word(n), text(n))
    };
    records(page).iter().map(of).collect()
}

#[test]
fn words_that_all_values_share_stay() {
    let cases: [&dyn Fn(usize) -> String; 4] = [
        &|n| format!("{} Moss", word(n)),
        &|n| format!("{}-{n} Key Blank", word(n)),
        &|n| format!("Chapter {}", n + 1),
        &|n| format!("Old {} Road {}", word(n), word(n + 5)),
    ];
    for text in cases {
        let found = with_text(text);
        for (n, values) in found.iter().enumerate() {
            assert!(values.contains(&text(n)), "{} in {values:?}", text(n));
        }
    }
}

#[test]
fn labels_and_words_around_numbers_and_days_go() {
    let cases: [(Text<'_>, Text<'_>); 7] = [
        (&|n| format!("Made by {}", word(n)), &|n| word(n).to_owned()),
        (&|n| format!("Colour: {} Moss", word(n)), &|n| format!("{} Moss", word(n))),
        (&|n| format!("In stock ({} available)", n + 2), &|n| (n + 2).to_string()),
        (&|n| format!("({n} customer review{})", if n == 1 { "" } else { "s" }), &|n| {
            n.to_string()
        }),
        (&|n| format!("({} KB)", n + 12), &|n| format!("{} KB", n + 12)),
        (&|n| format!("This page was changed on {} May 2024, at 14:{}.", n + 1, n + 10), &|n| {
            format!("{} May 2024, at 14:{}", n + 1, n + 10)
        }),
        (&|n| format!("Width: {},5 zoll", n + 3), &|n| format!("{},5 zoll", n + 3)),
    ];
    for (text, value) in cases {
        let found = with_text(text);
        for (n, values) in found.iter().enumerate() {
            assert!(values.contains(&value(n)), "{} of {} in {values:?}", value(n), text(n));
        }
    }
}

#[test]
fn a_unit_that_no_list_knows_stays_behind_its_measure() {
    for (n, values) in with_text(|n| format!("{}.{} zoll", n + 1, n % 10)).iter().enumerate() {
        let measure = format!("{}.{} zoll", n + 1, n % 10);
        assert!(values.contains(&measure), "{values:?}");
    }
}

#[test]
fn a_value_has_no_second_copy_of_its_name_before_it() {
    let row = |name: &str, value: String| {
        format!(
            "<div class=meta><b class=t>{name}:</b><div class=v><i>{name}:</i> <em>{value}</em></div></div>"
        )
    };
    let page = |n: usize| {
        let width = if n.is_multiple_of(3) {
            String::new()
        } else {
            row("Width", format!("{} cm", n + 40))
        };
        format!(
            "<body><h1>{} {n}</h1><div class=metas>{}{width}{}</div></body>",
            word(n),
            row("Height", format!("{} cm", n + 2)),
            row("Finish", format!("{} {n}", word(n))),
        )
    };
    let found = records(page);
    for (n, record) in found.iter().enumerate() {
        let values = of(record);
        assert!(values.contains(&format!("{} cm", n + 2)), "{record}");
        assert!(!values.iter().any(|value| value.contains("Height:")), "{record}");
    }
    assert_eq!(found.len(), PAGES);
}

#[test]
fn a_name_in_a_link_or_in_a_plain_element_of_the_same_class_is_one_field() {
    let all = records(|n| {
        let user = |k: usize| match k % 3 {
            0 => format!("<span class=user>{} {k}</span>", WORDS[k % 7]),
            _ => format!("<a class=user href=/users/{k}>{} {k}</a>", WORDS[k % 7]),
        };
        let comments: String = (0..2 + n % 3)
            .map(|i| format!("<li class=c><p>By {}</p><q>Words {n} {i}</q></li>", user(n * 5 + i)))
            .collect();
        format!("<h1>Story {n}</h1><ul class=comments>{comments}</ul>")
    });
    for (n, record) in all.iter().enumerate() {
        let comments = record["comments"].as_array().expect("a list");
        for (i, comment) in comments.iter().enumerate() {
            let k = n * 5 + i;
            assert_eq!(comment["author"], format!("{} {k}", WORDS[k % 7]), "{comment:#}");
            let leads = comment.to_string().contains(&format!("/users/{k}\""));
            assert_eq!(leads, k % 3 > 0, "{comment:#}");
        }
    }
}

#[test]
fn a_text_that_is_now_a_link_and_now_bare_keeps_its_address() {
    let page = |n: usize| {
        let name = |k: usize| format!("{} {}", word(n * 7 + k), n * 10 + k);
        let item = |k: usize| {
            let who = match (n + k) % 3 {
                0 => name(k),
                _ => format!("<a href='/who/{n}-{k}'>{}</a>", name(k)),
            };
            format!(
                "<li class=note><cite class=who>{who}</cite><p>{} said {k}.{n}</p></li>",
                word(n + k)
            )
        };
        let items: String = (0..3 + n % 4).map(item).collect();
        format!("<body><h1>{} {n}</h1><ul class=notes>{items}</ul></body>", word(n))
    };
    let found = records(page);
    let list = found[7].as_object().and_then(|record| record.values().find_map(Value::as_array));
    let list = list.expect("a list");
    for (k, item) in list.iter().enumerate() {
        let values = of(item);
        let name = format!("{} {}", word(49 + k), 70 + k);
        assert_eq!(values.iter().filter(|value| **value == name).count(), 1, "{item}");
        let is_linked = !(7 + k).is_multiple_of(3);
        assert_eq!(values.contains(&format!("/who/7-{k}")), is_linked, "{item}");
    }
    let key = |item: &Value, name: &str| {
        let fields = item.as_object().into_iter().flatten();
        fields.filter(|(_, value)| *value == name).map(|(key, _)| key.clone()).next()
    };
    let names: Vec<Option<String>> = list
        .iter()
        .enumerate()
        .map(|(k, item)| key(item, &format!("{} {}", word(49 + k), 70 + k)))
        .collect();
    assert!(names.windows(2).all(|two| two[0] == two[1]), "{list:?}");
}

#[test]
fn a_text_between_elements_is_cut_as_its_template_says() {
    let records = records(|n| {
        format!(
            "<h1>Page {n}</h1><div class=about><i>{}/{n}.txt</i> · Changed: {} May 2014 by <i>{}</i></div>",
            word(n),
            n % 28 + 1,
            word(n * 3 + 1)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let all = of(record);
        assert!(all.contains(&format!("{} May 2014", n % 28 + 1)), "{record:#}");
    }
}

#[test]
fn a_word_beside_a_count_is_its_label_and_a_name_is_none() {
    let records = records(|n| {
        let count = n % 4;
        let word = if count == 1 { "Comment" } else { "Comments" };
        let author = if n.is_multiple_of(3) { "Daniel" } else { "Daniela" };
        format!(
            "<h1>Page {n}</h1><div class=meta><b class=author>{author}</b></div>\
             <div class=talk><span>{count}</span> <i>{word}</i></div>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        let all = of(record);
        let author = if n.is_multiple_of(3) { "Daniel" } else { "Daniela" };
        assert!(all.contains(&author.to_owned()), "{record:#}");
        assert!(all.contains(&(n % 4).to_string()), "{record:#}");
        assert!(!all.iter().any(|text| text.starts_with("Comment")), "{record:#}");
    }
}

#[test]
fn signs_say_in_words_what_they_show_and_controls_say_what_they_do() {
    let records = records(|n| {
        format!(
            "<h1>Page {n}</h1><nav aria-label='Ways of {0} {n}'></nav><div class=box>\
             <span class=mark aria-label='Rated {1}.5 out of 5 stars'><svg></svg><svg></svg></span>\
             <button aria-label='Put {0} {n} aside'></button></div>",
            word(n),
            n % 5
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["rating"], format!("Rated {}.5 out of 5 stars", n % 5), "{record:#}");
        let all = of(record);
        assert!(
            !all.iter().any(|text| text.contains("Put") || text.contains("Ways")),
            "{record:#}"
        );
    }
}

#[test]
fn a_heading_that_counts_what_follows_gives_the_count_and_a_title_stays_whole() {
    let records = records(|n| {
        let notes: String = (0..n % 4).map(|at| format!("<p>{} {at}</p>", word(n + at))).collect();
        format!(
            "<h1>{} Days</h1><h2>Notes ({n})</h2><div class=notes>{notes}</div><h3>{} {}</h3>",
            n + 3,
            n % 7 + 1,
            if n % 7 == 0 { "answer" } else { "answers" }
        )
    });
    for (n, record) in records.iter().enumerate() {
        let all = of(record);
        for value in [format!("{} Days", n + 3), n.to_string(), (n % 7 + 1).to_string()] {
            assert!(all.contains(&value), "{value} in {record:#}");
        }
        assert!(!all.iter().any(|text| text.contains("Notes") || text.contains("answer")));
    }
}

/// Whether each page has a field that says just this.
fn assert_said(of_page: &[Vec<String>], text: impl Fn(usize) -> String) {
    for (n, said) in of_page.iter().enumerate() {
        assert!(said.contains(&text(n)), "page {n}: {said:?}");
    }
}

#[test]
fn a_word_is_one_value_though_a_part_of_it_is_marked() {
    let hit = |n: usize| match n % 3 {
        0 => format!("<mark>care</mark>ful {}", word(n)),
        1 => format!("{} with <mark>care</mark>", word(n)),
        _ => format!("day<span>care</span>r {}", word(n)),
    };
    let pages = with_text(|n| format!("<p class=hit><a href=/jobs/{n}>{}</a></p>", hit(n)));
    assert_said(&pages, |n| match n % 3 {
        0 => format!("careful {}", word(n)),
        1 => format!("{} with care", word(n)),
        _ => format!("daycarer {}", word(n)),
    });
}

#[test]
fn the_entry_of_a_bibliography_is_one_text() {
    let title = |n: usize| {
        format!(
            "Lind, M., & Roe, B. (20{:02}). {} and the fate of {} in the hills of the north: a study of many years.",
            n % 30,
            word(n),
            word(n + 5)
        )
    };
    let pages = with_text(|n| {
        let title = title(n);
        format!(
            "<p class=cite>{title} <i>Journal of Hills</i>, <i>{n}</i>({}), 16–23. Seen in {}</p>",
            n % 4 + 1,
            word(n + 9)
        )
    });
    assert_said(&pages, |n| {
        format!("{} Journal of Hills, {n}({}), 16–23. Seen in {}", title(n), n % 4 + 1, word(n + 9))
    });
}

#[test]
fn what_each_member_marks_up_as_they_please_is_one_text() {
    let signature = |n: usize| match n % 6 {
        0 => format!("<b>Selling</b> {}", word(n)),
        1 => format!("<i>{} is life</i>", word(n)),
        2 => format!("<a href='http://b.test/{n}'>My {}</a>", word(n)),
        3 => format!("<span class=green>{} first!</span>", word(n)),
        4 => format!("Slow {} goes far<br>and so do oars", word(n)),
        _ => format!("Club of {}", word(n)),
    };
    let pages = with_text(|n| format!("<div class=signature>{}</div>", signature(n)));
    assert_said(&pages, |n| match n % 6 {
        0 => format!("Selling {}", word(n)),
        1 => format!("{} is life", word(n)),
        2 => format!("My {}", word(n)),
        3 => format!("{} first!", word(n)),
        4 => format!("Slow {} goes far and so do oars", word(n)),
        _ => format!("Club of {}", word(n)),
    });
}

#[test]
fn the_only_link_of_an_item_is_one_field_in_whatever_look() {
    let look = |n: usize| if n.is_multiple_of(3) { "btn small" } else { "label info" };
    let tag = |n: usize| {
        let word = word(n * 5);
        format!("<li class=tag><a class='{}' href='/tags/{word}'>{word}</a></li>", look(n))
    };
    let page = |n: usize| {
        let tags: String = (0..1 + n % 3).map(|k| tag(n * 3 + k)).collect();
        format!("<body><h1>{} {n}</h1><ul class=tags>{tags}</ul></body>", word(n))
    };
    for (n, record) in records(page).iter().enumerate() {
        let tags = record["tags"].as_array().expect("tags");
        let said = tags.iter().map(|tag| tag["tag"].as_str());
        let wanted = (0..1 + n % 3).map(|k| Some(word((n * 3 + k) * 5)));
        assert!(said.eq(wanted), "{record:#}");
    }
}
