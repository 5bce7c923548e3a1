//! What a page is called: its main heading, wherever it stands and however many there are.

mod pages;
mod site;

use site::{record_of, word, wrappers};

fn text(n: usize) -> String {
    (0..40).map(|i| word(n * 41 + i * 3)).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_first_main_heading_is_the_title_though_some_pages_have_a_second() {
    let pages: Vec<(String, String, usize)> = (0..24)
        .map(|n| {
            let second = match n % 6 {
                0 => format!("<h1>{} {}</h1>", word(n + 60), word(n + 70)),
                _ => String::new(),
            };
            let page = format!(
                "<div class=view><h1>{} {}</h1>{second}<p class=years>{} years</p></div>",
                word(n),
                word(n * 5 + 2),
                n + 3
            );
            (format!("http://a.test/p/{n}"), page, 0)
        })
        .collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        assert_eq!(record["title"], format!("{} {}", word(n), word(n * 5 + 2)), "{record:#}");
        if n % 6 == 0 {
            let second = format!("{} {}", word(n + 60), word(n + 70));
            assert!(record.to_string().contains(&second), "{second} is lost: {record:#}");
        }
    }
}

#[test]
fn main_headings_of_which_each_page_has_one_are_one_title() {
    let pages: Vec<(String, String, usize)> = (0..24)
        .map(|n| {
            let name = format!("{} {}", word(n), word(n * 5 + 2));
            let head = match n % 3 {
                0 => format!("<div class=face><img src='/f/{n}.png'><h1>{name}</h1></div>"),
                1 => format!("<div class=top><h1 class=bar>{name}</h1></div>"),
                _ => String::new(),
            };
            let rows = (0..n % 4 + 2).map(|i| n * 9 + i);
            let rows: String = rows
                .map(|m| format!("<li><a href='/i/{m}'>{}</a><p>{}</p></li>", word(m), text(m)))
                .collect();
            (format!("http://a.test/p/{n}"), format!("{head}<ul class=list>{rows}</ul>"), 0)
        })
        .collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate().filter(|(n, _)| n % 3 < 2) {
        assert_eq!(record["title"], format!("{} {}", word(n), word(n * 5 + 2)), "{record:#}");
    }
}

#[test]
fn what_holds_the_main_heading_is_no_sidebar() {
    let record = record_of(|n| {
        format!(
            "<div class=sidebar_wrapper><p>Call us</p></div><div class=sidebar_content><h1>{}</h1>\
             <div class=single_tour_content><p>{}</p><p>{}</p></div></div>",
            word(n),
            text(n),
            text(n + 30)
        )
    });
    let names: Vec<&String> = record.as_object().expect("a record").keys().collect();
    assert!(names.iter().any(|name| *name == "body" || *name == "description"), "{names:?}");
}

#[test]
fn words_marked_up_in_a_few_texts_do_not_part_them() {
    let record_of = |at: usize| {
        let pages: Vec<(String, String, usize)> = (0..24)
            .map(|n| {
                let item = |m: usize| {
                    let (a, b, c) = (word(m), word(m * 3 + 1), word(m * 5 + 2));
                    let (title, text) = match m % 4 {
                        0 => (format!("{a} <code>{b}</code>"), format!("{c} <em>{a}</em> {b} {c}")),
                        _ => (format!("{a} {b}"), format!("{c} {a} {b} {c}")),
                    };
                    format!("<li><h3>{title}</h3><p>{text}</p></li>")
                };
                let items: String = (0..n % 4 + 3).map(|i| item(n * 7 + i)).collect();
                let page = format!("<h1>{}</h1><ul>{items}</ul>", word(n));
                (format!("http://a.test/p/{n}"), page, 0)
            })
            .collect();
        wrappers(&pages).1.swap_remove(at)
    };
    let record = record_of(4);
    let mut lists = record.as_object().into_iter().flat_map(|fields| fields.values());
    let list = lists.find_map(|list| list.as_array()).expect("a list");
    for (at, item) in list.iter().enumerate() {
        let (a, b, c) = (word(28 + at), word((28 + at) * 3 + 1), word((28 + at) * 5 + 2));
        let mut values = item.as_object().expect("an item").values();
        assert_eq!(item["title"], format!("{a} {b}"), "{record:#}");
        assert!(values.any(|text| *text == format!("{c} {a} {b} {c}")), "{record:#}");
    }
}

#[test]
fn words_that_a_search_marks_in_every_text_do_not_part_them() {
    let pages: Vec<(String, String, usize)> = (0..24)
        .map(|n| {
            let item = |m: usize| {
                let (a, b) = (text(m), text(m + 50));
                let hit = format!("{a} <em class=hit>{}</em> {b}", word(n));
                format!(
                    "<li><h3><a href='/i/{m}'>{}</a></h3><div class=sn>{hit}</div></li>",
                    word(m)
                )
            };
            let items: String = (0..n % 4 + 3).map(|i| item(n * 7 + i)).collect();
            (format!("http://a.test/p/{n}"), format!("<h1>{}</h1><ul>{items}</ul>", word(n)), 0)
        })
        .collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        let whole = format!("{} {} {}", text(n * 7), word(n), text(n * 7 + 50));
        assert!(record.to_string().contains(&format!("\"{whole}\"")), "{record:#}");
    }
}

#[test]
fn who_wrote_most_of_the_posts_on_pages_of_all_types_is_a_value() {
    let who = |m: usize| if m.is_multiple_of(3) { "Ian Cope" } else { "Helen Marwood" };
    let post = |m: usize| {
        format!(
            "<article><h3><a href='/i/{m}'>{}</a></h3><div class=line><span class=by><i>By</i><span>\
             <a href='/who' rel=author><span>{}</span></a></span></span></div></article>",
            word(m),
            who(m)
        )
    };
    let pages: Vec<(String, String, usize)> = (0..60)
        .map(|n| {
            let posts: String = (0..n % 4 + 3).map(|i| post(n * 7 + i)).collect();
            let own = if n < 30 { format!("<h1>{}</h1>", word(n)) } else { String::new() };
            let page = format!("{own}<div class=posts>{posts}</div>");
            (
                format!("http://a.test/{}/{n}", if n < 30 { "label" } else { "archive" }),
                page,
                n / 30,
            )
        })
        .collect();
    // It stands on pages of both types, so that it may be no core field.
    for wrapper in &wrappers(&pages).0.wrappers {
        let wrapper = serde_json::to_value(wrapper).expect("wrappers are JSON").to_string();
        assert!(wrapper.contains("\"name\":\"author\""), "{wrapper}");
    }
}

#[test]
fn one_of_two_words_that_most_cars_have_is_a_value_as_the_other_is() {
    let gear = |m: usize| if m.is_multiple_of(6) { "Automatik" } else { "Schaltgetriebe" };
    let car = |m: usize| {
        let facts =
            [format!("{}.000 km", m * 7 + 3), gear(m).to_owned(), format!("{} PS", m * 3 + 50)];
        // Not all are known of each car.
        let facts: String = facts
            .iter()
            .enumerate()
            .filter(|(at, _)| *at == 1 || !(m + at).is_multiple_of(5))
            .map(|(_, fact)| format!("<span class='q1 w2'>{fact}</span>"))
            .collect();
        let link = format!("<a href='/c/{m}'>{} {}</a>", word(m), word(m * 3 + 1));
        format!("<li>{link}<div class=f7>{facts}</div></li>")
    };
    let pages: Vec<(String, String, usize)> = (0..24)
        .map(|n| {
            let cars: String = (0..n % 4 + 3).map(|i| car(n * 7 + i)).collect();
            let page = format!("<h1>{}</h1><ul class=cars>{cars}</ul>", word(n));
            (format!("http://a.test/p/{n}"), page, 0)
        })
        .collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        for m in n * 7..n * 7 + n % 4 + 3 {
            let count = record.to_string().matches(gear(m)).count();
            let all = (n * 7..n * 7 + n % 4 + 3).filter(|&other| gear(other) == gear(m)).count();
            assert_eq!(count, all, "{record:#}");
        }
    }
}

#[test]
fn a_heading_that_all_pages_share_is_no_title_where_they_have_others() {
    let records = pages::records(|n| {
        let title = format!("{} of port {}", ["Storm", "Feast", "Market"][n % 3], n * 7);
        format!(
            "<title>Harbour - News</title><h1 class=title>News</h1><h3>{title}</h3>\
             <div class=said><p>The day {n} was long, and the night of {} was longer than that.</p></div>",
            n * 3
        )
    });
    for (n, record) in records.iter().enumerate() {
        let title = format!("{} of port {}", ["Storm", "Feast", "Market"][n % 3], n * 7);
        assert_eq!(record["title"], title, "{record:#}");
    }
}

#[test]
fn a_title_that_all_pages_of_a_type_share_is_told_whatever_stands_around_it() {
    let list = |n: usize| {
        let rows = (0..n % 4 + 2).map(|i| n * 9 + i);
        let rows: String = rows
            .map(|m| format!("<li><a href='/i/{m}'>{}</a><p>{}</p></li>", word(m), text(m)))
            .collect();
        format!(
            "<title>All the news - Heron</title><body><div class=site><a href=/>Heron</a></div>\
             <div class=head><h1 class=name><span>All the news</span></h1></div>\
             <ul class=list>{rows}</ul>"
        )
    };
    let members = |n: usize| {
        let rows = (0..n % 4 + 2).map(|i| n * 7 + i);
        let rows: String = rows
            .map(|m| format!("<tr><td><a href='/m/{m}'>{}</a></td><td>{m}</td></tr>", word(m)))
            .collect();
        format!(
            "<title>Members - Heron</title><body><div class=site><a href=/>Heron</a></div><h2 class=solo>Members</h2>\
             <table class=members>{rows}</table>"
        )
    };
    let lists = (0..12).map(|n| (format!("http://a.test/news/{n}"), list(n), 0));
    let tables = (0..12).map(|n| (format!("http://a.test/members/{n}"), members(n), 1));
    let pages: Vec<(String, String, usize)> = lists.chain(tables).collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        let fields = record.as_object().expect("a record");
        let title = if n < 12 { "All the news" } else { "Members" };
        assert!(fields.values().any(|value| value == title), "{title} in {record:#}");
    }
}

#[test]
fn of_two_headings_the_one_that_differs_is_the_title_on_a_few_pages_too() {
    let pages: Vec<(String, String, usize)> = (0..5)
        .map(|n| {
            let page = format!(
                "<h1>Heron 2018</h1><div class=body><h2>{} {}</h2><p>{}</p></div>",
                word(n),
                word(n * 5 + 2),
                text(n)
            );
            (format!("http://a.test/p/{n}"), page, 0)
        })
        .collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        assert_eq!(record["title"], format!("{} {}", word(n), word(n * 5 + 2)), "{record:#}");
    }
}
