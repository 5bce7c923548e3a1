//! A few pages of one type, laid out as before style sheets: facts in table cells and lines, signs
//! between facts, things alike that say the same.

mod pages;

use pages::{records, records_of};
use serde_json::{Value, json};

/// As many pages as somebody collects by hand.
const FEW: usize = 10;

fn pick<'w>(words: &[&'w str], n: usize) -> &'w str {
    words[n % words.len()]
}

fn town(n: usize) -> &'static str {
    pick(&["Arden", "Brook", "Corve", "Dale", "Esker", "Fell", "Glen"], n)
}

fn person(n: usize) -> String {
    format!(
        "{} {}",
        pick(&["Ann", "Bo", "Cy", "Di", "Ed"], n),
        pick(&["Reed", "Snow", "Tarn"], n / 2)
    )
}

/// The value under a name, at any depth of records and lists.
fn named<'r>(record: &'r Value, name: &str) -> Option<&'r Value> {
    match record {
        Value::Object(fields) => {
            fields.get(name).or_else(|| fields.values().find_map(|inner| named(inner, name)))
        }
        Value::Array(items) => items.iter().find_map(|inner| named(inner, name)),
        _ => None,
    }
}

/// Whether a text stands in a record as a value of its own.
fn says(record: &Value, text: &str) -> bool {
    match record {
        Value::Object(fields) => fields.values().any(|inner| says(inner, text)),
        Value::Array(items) => items.iter().any(|inner| says(inner, text)),
        value => value == text,
    }
}

#[test]
fn rows_that_are_boxes_of_labelled_lines_are_no_map() {
    let records = records_of(FEW, |n| {
        let founded = if n % 3 == 0 { "" } else { "<b>Founded:</b> 1901<br>" };
        format!(
            "<table><tr><td><font><b>{} College</b></font><br><font>{n} Mill Lane<br>Phone: 55{n}<br>\
             Web: www.c{n}.test</font></td></tr>\
             <tr><td><font><b>Facts</b></font><br><font><b>Kind:</b> {}<br>{founded}\
             <b>Students:</b> {}<br></font></td></tr></table>",
            town(n),
            pick(&["Public", "Private"], n / 2),
            900 + 7 * n,
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert!(says(record, &format!("{} College", town(n))), "{record}");
        assert_eq!(named(record, "Phone"), Some(&json!(format!("55{n}"))), "{record}");
        assert_eq!(named(record, "Students"), Some(&json!((900 + 7 * n).to_string())), "{record}");
    }
}

#[test]
fn tables_that_only_place_things_are_no_part_of_the_text_beside_them() {
    let records = records(|n| {
        let more = if n % 3 == 0 { "<p>More of it in a second paragraph.</p>" } else { "" };
        format!(
            "<div><table><tr><td><img src=/c{n}.jpg><br><font>Cover</font></td><td><font><b>{}{n}\
             </b></font><br><font>{}</font></td></tr></table><hr><b>Text</b>\
             <p>What book {n} tells of {} and of others.</p>{more}<b>Facts</b>\
             <table><tr><td><b>Pages:</b> {}<br><b>Maker:</b> {}</td><td><b>Year:</b> {}<br>\
             <b>Code:</b> X{n}</td></tr></table></div>",
            town(n + 1),
            person(n),
            town(n),
            90 + n,
            town(n + 2),
            1980 + n,
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert!(says(record, &format!("{}{n}", town(n + 1))), "{record}");
        assert!(says(record, &person(n)), "{record}");
        assert_eq!(named(record, "Code"), Some(&json!(format!("X{n}"))), "{record}");
    }
}

#[test]
fn names_with_colons_are_names_though_like_things_say_the_same() {
    let records = records_of(3, |n| {
        let colour = pick(&["Red", "Blue", "Black"], n);
        format!(
            "<h1>Camera in {colour}</h1><ul><li><b>Brand</b>: Heron</li><li><b>Zoom</b>: 4 x</li>\
             <li><b>Sensor</b>: 12 MP</li><li><b>Colour</b>: {colour}</li></ul>"
        )
    });
    for record in &records {
        assert_eq!(named(record, "Brand"), Some(&json!("Heron")), "{record}");
        assert_eq!(named(record, "Zoom"), Some(&json!("4 x")), "{record}");
    }
}

#[test]
fn several_links_or_items_under_a_name_are_several_values() {
    let count = |n: usize| 1 + n % 3;
    let records = records_of(FEW, |n| {
        let link = |k: usize| format!("<a href=/p/{}>{}</a>", n + k, person(n + k));
        let links: Vec<String> = (0..count(n)).map(link).collect();
        let item = |k: usize| format!("<li>{}</li>", town(n + k));
        let items: String = (0..count(n + 1)).map(item).collect();
        let label = if count(n) > 1 { "Directors" } else { "Director" };
        format!(
            "<h1>Film {n}</h1><dl><dt>{label}</dt><dd>{}</dd><dt>Places</dt><dd><ul>{items}</ul></dd>\
             <dt>Length</dt><dd>{} min</dd></dl><p>Year: {}<br>Cast: {}<br></p>",
            links.join(", "),
            80 + n,
            1990 + n,
            links.join(" and "),
        )
    });
    let one_or_all = |all: Vec<String>| match &all[..] {
        [one] => json!(one),
        _ => json!(all),
    };
    for (n, record) in records.iter().enumerate() {
        let people = one_or_all((0..count(n)).map(|k| person(n + k)).collect());
        let places = one_or_all((0..count(n + 1)).map(|k| town(n + k).to_owned()).collect());
        assert_eq!(named(record, "Director"), Some(&people), "{record}");
        assert_eq!(named(record, "Places"), Some(&places), "{record}");
        assert_eq!(named(record, "Cast"), Some(&people), "{record}");
    }
    assert!(records.iter().all(|record| named(record, "Director").is_some()), "one name for both");
}

#[test]
fn signs_part_facts() {
    let records = records_of(FEW, |n| {
        format!(
            "<h1>Job {n}</h1><p>{} &nbsp;|&nbsp; {} &nbsp;|&nbsp; Posted: {} May 2010</p>\
             <div class=bio>6-{n}, {} lbs.</div>",
            person(n),
            town(n),
            n + 1,
            190 + n
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert!(says(record, &person(n)), "{record}");
        assert!(says(record, town(n)), "{record}");
        assert!(says(record, &format!("{} May 2010", n + 1)), "{record}");
        assert!(says(record, &format!("6-{n}")), "{record}");
        assert!(says(record, &format!("{} lbs.", 190 + n)), "{record}");
    }
}

#[test]
fn what_few_pages_share_stays_where_class_words_say_what_it_is() {
    let page = |n: usize| {
        format!(
            "<div class=head>Players <span class=team>Team</span></div><h1>{}</h1>\
             <ul><li class=number>#{n}</li><li class=team-name><a href=/teams/3>Dale Rovers</a></li>\
             <li class=position>{}</li></ul>",
            person(n),
            pick(&["Guard", "Centre", "Forward"], n)
        )
    };
    for record in records_of(FEW, page) {
        assert_eq!(named(&record, "team"), Some(&json!("Dale Rovers")), "{record}");
        assert!(!says(&record, "Team"), "{record}");
    }
    for record in records(page) {
        assert!(!says(&record, "Dale Rovers"), "{record}");
    }
}

#[test]
fn labels_of_one_thing_are_one_name() {
    let records = records_of(FEW, |n| {
        let (phone, site) =
            if n % 3 == 0 { ("Tel", "Web site") } else { ("Telephone", "Homepage") };
        let code = if n % 2 == 0 { "ISBN-10" } else { "ISBN-13" };
        format!(
            "<h1>House {n}</h1><dl><dt>{phone}</dt><dd>55{n}</dd><dt>{site}</dt><dd>www.h{n}.test</dd>\
             <dt>{code}</dt><dd>97{n}</dd><dt>Sales office</dt><dd>{}</dd></dl>",
            town(n)
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(named(record, "Phone"), Some(&json!(format!("55{n}"))), "{record}");
        assert_eq!(named(record, "Website"), Some(&json!(format!("www.h{n}.test"))), "{record}");
        let code = if n % 2 == 0 { "ISBN-10" } else { "ISBN-13" };
        assert_eq!(named(record, code), Some(&json!(format!("97{n}"))), "{record}");
    }
}

#[test]
fn a_list_that_one_page_alone_has_is_read() {
    // A home page that fell among pages of text, which have its frame.
    let records = records_of(FEW, |n| {
        let main = if n == 4 {
            let item = |at| {
                format!(
                    "<li><a href='/goods/{at}'>Kettle {}</a><b class=price>{at}.50</b></li>",
                    town(at)
                )
            };
            let items: String = (1..7).map(item).collect();
            format!("<section class=offers><h2>Offers</h2><ul>{items}</ul></section>")
        } else {
            format!(
                "<article><p>What {} says of {} in {n} words.</p></article>",
                person(n),
                town(n)
            )
        };
        format!("<header><a href='/'>Kettles</a></header><main>{main}</main>")
    });
    for at in 1..7 {
        assert!(says(&records[4], &format!("Kettle {}", town(at))), "{}", records[4]);
        assert!(says(&records[4], &format!("{at}.50")), "{}", records[4]);
    }
}

#[test]
fn headings_of_the_only_page_of_a_type_that_lead_to_its_own_parts_are_values() {
    let forum = |group: usize, n: usize| {
        let town = town(group * 3 + n);
        format!("<li><a href='/f/{group}-{n}'>{town} talk</a><p>All about {town}</p></li>")
    };
    let group = |group: usize| {
        let forums: String = (0..2 + group % 2).map(|n| forum(group, n)).collect();
        let title = pick(&["General", "Travel", "Market"], group);
        format!("<div class=group><h2><a href='#g{group}'>{title}</a></h2><ul>{forums}</ul></div>")
    };
    let groups: String = (0..3).map(group).collect();
    let records = records_of(1, |_| format!("<h1>Forums of the dale</h1>{groups}"));
    for title in ["General", "Travel", "Market", "Arden talk", "All about Brook"] {
        assert!(says(&records[0], title), "{title}: {:#}", records[0]);
    }
}

#[test]
fn a_heading_stays_the_title_where_another_text_stands_beside_it() {
    let who = |n: usize| n.is_multiple_of(3).then(|| person(n));
    let title = |n: usize| format!("The lamps of {} {n}", town(n));
    let records = records(|n| {
        let by = who(n).map_or(String::new(), |who| format!(" <span class=by>{who}</span>"));
        format!("<h1>{}{by}</h1><p>Lit in the year {}</p>", title(n), 1900 + n)
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["title"], title(n), "{record:#}");
        assert!(who(n).is_none_or(|who| says(record, &who)), "{record:#}");
    }
}

#[test]
fn what_a_shop_states_as_its_price_is_none_unless_it_is_money() {
    let records = records(|n| {
        let nights = format!("{} Nights/{} Days", 2 + n % 9, 3 + n % 9);
        format!(
            "<script type='application/ld+json'>{{\"@context\": \"https://schema.org\", \"@type\": \
             \"Product\", \"name\": \"Tour {n}\", \"offers\": {{\"@type\": \"Offer\", \"price\": \
             \"{nights}\"}}}}</script><h1>Tour {n}</h1><p class=stay>{nights}</p>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        let nights = format!("{} Nights/{} Days", 2 + n % 9, 3 + n % 9);
        assert!(says(record, &nights) && record.get("price").is_none(), "{record:#}");
    }
}
