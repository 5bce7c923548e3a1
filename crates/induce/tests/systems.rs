//! What widespread systems write: rows of numbered columns, titles with a link here and without one there, one
//! script for all pages.

mod site;

use serde_json::Value;
use site::{word, wrappers};

fn sentence(n: usize) -> String {
    let words: Vec<String> = (0..9 + n % 4).map(|at| word(n * 23 + at * 5)).collect();
    format!("{}.", words.join(" "))
}

fn title(n: usize) -> String {
    format!("{} {} {n}", word(n * 3), word(n * 7 + 1))
}

/// An article in a list, as it is shown in a column.
fn item(n: usize, linked: bool) -> String {
    let title = title(n);
    let title = if linked { format!("<a href='/a/{n}'>{title}</a>") } else { title };
    let date = format!("<dd class=published>Geplaatst op {} mei 20{}</dd>", n % 28 + 1, n % 9 + 10);
    let author = match n % 3 {
        0 => String::new(),
        _ => {
            format!("<dd class=createdby>Geschreven door {} {}</dd>", word(n % 5), word(n % 7 + 9))
        }
    };
    let more = match n % 4 {
        1 => String::new(),
        _ => format!("<p class=readmore><a href='/a/{n}'>Lees meer</a></p>"),
    };
    // What only one or two have, as what people write has.
    let rare = match n {
        3 | 24 => "<p><img src=/i/boat.jpg></p>",
        11 => "<ul><li>rope</li></ul>",
        20 => "<p><em>tea</em></p>",
        32 => "<blockquote><p>row</p></blockquote>",
        41 => "<p><a href=/map>map</a></p>",
        53 => "<p><strong>now</strong></p>",
        _ => "",
    };
    format!("<h2>{title}</h2><dl class=info>{date}{author}</dl><p>{}</p>{rare}{more}", sentence(n))
}

fn blog(pages: usize, linked: impl Fn(usize) -> bool) -> Vec<(String, String, usize)> {
    let page = |page: usize| {
        let row = |row: usize| {
            let n = page * 10 + row * 2;
            let column = |at: usize| {
                let item = item(n + at, linked(page));
                format!("<div class='item column-{}'>{item}</div>", at + 1)
            };
            format!("<div class='items-row row-{row}'>{}{}</div>", column(0), column(1))
        };
        let rows: String = (0..2 + page % 2).map(row).collect();
        let html = format!("<h1>{}</h1><div class=blog>{rows}</div>", word(page + 400));
        (format!("http://a.test/blog/{page}"), html, 0)
    };
    (0..pages).map(page).collect()
}

/// All records of lists, at any depth.
fn items<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| {
            found.extend(Some(item).filter(|item| item.is_object()));
            items(item, found);
        }),
        Value::Object(fields) => fields.values().for_each(|value| items(value, found)),
        _ => {}
    }
}

#[test]
fn numbered_columns_are_items_and_who_has_written_them_is_told_in_however_few_texts() {
    for (page, record) in wrappers(&blog(4, |_| true)).1.iter().enumerate() {
        let mut found = Vec::new();
        items(record, &mut found);
        assert_eq!(found.len(), 4 + 2 * (page % 2), "{record:#}");
        for (at, item) in found.iter().enumerate() {
            let n = page * 10 + at;
            assert_eq!(item["title"], title(n), "{record:#}");
            let author = (n % 3 > 0).then(|| format!("{} {}", word(n % 5), word(n % 7 + 9)));
            assert_eq!(item.get("author").and_then(Value::as_str), author.as_deref(), "{record:#}");
        }
    }
}

#[test]
fn titles_with_a_link_and_without_one_are_one_field() {
    for (page, record) in wrappers(&blog(24, |page| page % 3 > 0)).1.iter().enumerate() {
        let mut found = Vec::new();
        items(record, &mut found);
        for (at, item) in found.iter().enumerate() {
            assert_eq!(item["title"], title(page * 10 + at), "{record:#}");
        }
    }
}

#[test]
fn pages_of_one_script_are_called_by_its_query_and_a_topic_by_its_name() {
    let topics = (0..24).map(|n| {
        let post = |at: usize| {
            let k = n * 5 + at;
            format!("<div class=post><b class=who>{}</b><div class=text>{}</div></div>", word(k % 9), sentence(k))
        };
        let posts: String = (0..2 + n % 4).map(post).collect();
        let html = format!(
            "<head><title>{0}</title><meta name=description content='{0}'></head><h3><span id=author>Author</span> Topic: {0} (Read {1} times)</h3>\
             {posts}",
            title(n),
            n * 37 + 5
        );
        (format!("http://a.test/index.php?topic={n}.0"), html, 0)
    });
    let boards = (0..12).map(|board| {
        let topic = |n: usize| {
            format!(
                "<li><a href='/index.php?topic={n}.0'>{}</a><i>{} Posts</i></li>",
                title(n),
                n * 7 + 2
            )
        };
        let topics: String = (0..3 + board % 3).map(|at| topic((board * 2 + at) % 24)).collect();
        let html = format!("<h1>{}</h1><ul class=all>{topics}</ul>", word(board + 300));
        (format!("http://a.test/index.php?board={board}.0"), html, 1)
    });
    let pages: Vec<(String, String, usize)> = topics.chain(boards).collect();
    let (set, records) = wrappers(&pages);
    let types: Vec<&str> = set.wrappers.iter().map(|wrapper| wrapper.page_type.as_str()).collect();
    assert_eq!(types, ["topic", "forum"]);
    for (n, record) in records[..24].iter().enumerate() {
        assert_eq!(record["title"], title(n), "{record:#}");
    }
    for (board, record) in records[24..].iter().enumerate() {
        let mut found = Vec::new();
        items(record, &mut found);
        let counted = (board * 2 % 24 * 7 + 2).to_string();
        assert!(found[0].to_string().contains(&format!("\"{counted}\"")), "{record:#}");
    }
}

#[test]
fn what_a_mirror_calls_all_pages_names_no_kind() {
    let page = |n: usize, kind: usize| {
        let body = match kind {
            0 => {
                format!("<div class=q1><h1>{}</h1><p class=q2>{}</p></div>", title(n), sentence(n))
            }
            _ => format!("<div class=z1><b>{}</b><i class=z2>{}</i></div>", title(n), sentence(n)),
        };
        let head = "<meta property='og:type' content='object'>";
        (
            format!("http://a.test/{}/index.html", word(n * 2 + kind)),
            format!("<head>{head}</head>{body}"),
            kind,
        )
    };
    let pages: Vec<(String, String, usize)> =
        (0..24).flat_map(|n| [page(n, 0), page(n, 1)]).collect();
    for wrapper in &wrappers(&pages).0.wrappers {
        let name = wrapper.page_type.as_str();
        assert!(!name.contains("index") && !name.contains("object"), "{name}");
    }
}

#[test]
fn what_the_body_of_a_page_is_called_names_its_kind_and_not_what_it_belongs_to() {
    let page = |n: usize, kind: usize| {
        let (body, inside) = match kind {
            0 => (
                format!("id=view-item class='category-{} category-ropes'", n % 7),
                format!("<h1>{}</h1><p class=q2>{}</p>", title(n), sentence(n)),
            ),
            1 => (
                "id=category class=category".to_owned(),
                format!("<ul><li>{}</li><li>{}</li></ul>", title(n), title(n + 40)),
            ),
            _ => ("id=page-not-found".to_owned(), format!("<b class=z1>{}</b>", sentence(n))),
        };
        (format!("http://a.test/{}", word(n * 3 + kind)), format!("<body {body}>{inside}"), kind)
    };
    let pages: Vec<(String, String, usize)> =
        (0..24).flat_map(|n| [page(n, 0), page(n, 1), page(n, 2)]).collect();
    let names: Vec<String> =
        wrappers(&pages).0.wrappers.iter().map(|wrapper| wrapper.page_type.clone()).collect();
    assert_eq!(names[1], "category");
    assert!(names[2].contains("found") && !names[0].contains("category"), "{names:?}");
}
