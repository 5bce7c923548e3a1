//! What sites of research groups, shops and blogs put beside a title: links called by what they lead to, labels
//! in both numbers, lines parted by signs, places of publication that are emphasised here and there.

mod site;

use serde_json::Value;
use site::{word, wrappers};

fn sentence(n: usize) -> String {
    let words: Vec<String> = (0..11 + n % 5).map(|at| word(n * 29 + at * 7)).collect();
    format!("{}.", words.join(" "))
}

fn title(n: usize) -> String {
    format!("{} {} {n}", word(n * 3), word(n * 7 + 1))
}

/// Which of the links a page has.
fn has(n: usize, which: usize) -> bool {
    (n * 7 + which * 5) % 11 < 8 - which
}

const LINKS: [&str; 5] = ["PDF", "Code", "Dataset", "Slides", "Video"];

fn address(n: usize, which: usize) -> String {
    format!("https://files{which}.test/{}/{n}", word(n * 5 + which))
}

fn paper(n: usize) -> (String, String, usize) {
    let links = LINKS.iter().enumerate().filter(|(which, _)| has(n, *which));
    let links: String = links
        .map(|(which, text)| format!("<a class=btn href='{}'>{text}</a> ", address(n, which)))
        .collect();
    let topic = |at: usize| word(900 + (n + at * at) % 6);
    let topics: String = (0..1 + n % 3)
        .map(|at| format!("<a class=badge href='/t/{0}'>{0}</a> ", topic(at)))
        .collect();
    let place = match n % 5 {
        0 => format!("In {} {}", word(n * 11), word(n * 13)),
        1 => format!("<em>{} {}</em>", word(n * 11), word(n * 13)),
        2 | 3 => format!("<em>{}</em>, {n}, pp. {}", word(n * 11), n * 12),
        _ => format!("In <em>{} {}</em>", word(n * 11), word(n * 13)),
    };
    let html = format!(
        "<h1>{}</h1><div class=btn-links>{links}</div><h3>Abstract</h3><p class=abstract>{}</p>\
         <div class=row><div class=heading>Publication</div><div class=cell>{place}</div></div>\
         <div class=topics>{topics}</div>",
        title(n),
        sentence(n)
    );
    (format!("http://a.test/paper/{n}"), html, 0)
}

#[test]
fn links_called_by_what_they_lead_to_are_fields_and_names_of_things_a_list() {
    let pages: Vec<_> = (0..30).map(paper).collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        for (which, text) in LINKS.iter().enumerate() {
            let name = format!("{}_url", text.to_lowercase());
            let expected = has(n, which).then(|| address(n, which));
            assert_eq!(record[&name].as_str(), expected.as_deref(), "{record:#}");
        }
        let lists: Vec<&Value> =
            record.as_object().unwrap().values().filter(|v| v.is_array()).collect();
        assert!(
            matches!(lists[..], [topics] if topics.as_array().unwrap().len() == 1 + n % 3),
            "{record:#}"
        );
    }
}

fn post(n: usize) -> (String, String, usize) {
    let kinds = |name: &str, named: usize, count: usize| -> String {
        let link = |at: usize| {
            let word = word(named + (n + at * 3) % 7);
            format!("<a href='/{name}/{word}' rel=tag>{word}</a>")
        };
        (0..count).map(link).collect::<Vec<_>>().join(", ")
    };
    let tags = match n % 3 {
        0 => String::new(),
        count => format!(
            "<span class=tagged_as>{}: {}</span>",
            if count == 1 { "Tag" } else { "Tags" },
            kinds("tag", 700, count)
        ),
    };
    let sep = "<span class=inline-sep>|</span>";
    let html = format!(
        "<h1>{}</h1><div class=meta>By <a href='/by/{2}' rel=author>{3} {2}</a>{sep}\
         <span class='updated snippet-hidden'>2024-06-{4:02}T10:00:00+00:00</span>\
         <span>May {4}, 2024</span>{sep}{tags}</div><p>{1}</p><p>{5}</p>",
        title(n),
        sentence(n),
        word(n % 4 + 50),
        word(n % 4 + 90),
        n % 28 + 1,
        sentence(n + 100),
    );
    (format!("http://a.test/{}-{n}", word(n * 3)), html, 0)
}

#[test]
fn signs_in_elements_part_facts_and_a_label_in_both_numbers_is_no_value() {
    let pages: Vec<_> = (0..24).map(post).collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        assert_eq!(
            record["modified"],
            format!("2024-06-{:02}T10:00:00+00:00", n % 28 + 1),
            "{record:#}"
        );
        assert_eq!(record["date"], format!("May {}, 2024", n % 28 + 1), "{record:#}");
        let tags = record["tags"].as_array().map_or(0, Vec::len);
        assert_eq!(tags, n % 3, "{record:#}");
        assert!(
            record["tags"].as_array().into_iter().flatten().all(|tag| tag["text"].is_null()),
            "{record:#}"
        );
    }
}

fn product(n: usize) -> (String, String, usize) {
    let picture = |at: usize| {
        let class = if at == 0 { " class='wp-post-image'" } else { "" };
        let file = format!("{}-{n}-{at}.jpg", word(n * 3 + at));
        format!(
            "<div class=gallery__image><a href='/full/{file}'><img{class} src='/i/{file}' \
             alt='{}'></a></div>",
            title(n)
        )
    };
    let pictures: String = (0..1 + n % 4).map(picture).collect();
    let html = format!(
        "<h1>{}</h1><div class=gallery>{pictures}</div><p class=price>£{}.50</p>\
         <div class=star-rating><span>Rated <strong class=rating>{}.50</strong> out of 5</span></div>\
         <div class=description><p>{}</p></div>",
        title(n),
        n + 3,
        1 + n % 4,
        sentence(n)
    );
    (format!("http://a.test/product/{}-{n}", word(n * 3)), html, 0)
}

#[test]
fn the_first_picture_of_a_gallery_is_as_the_others_and_a_mark_out_of_five_a_rating() {
    let pages: Vec<_> = (0..24).map(product).collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        let pictures = record["images"].as_array().unwrap();
        let all: Vec<&str> =
            pictures.iter().filter_map(|picture| picture["image"].as_str()).collect();
        let expected: Vec<String> =
            (0..1 + n % 4).map(|at| format!("/i/{}-{n}-{at}.jpg", word(n * 3 + at))).collect();
        assert_eq!(all, expected, "{record:#}");
        assert_eq!(record["rating"], format!("{}.50", 1 + n % 4), "{record:#}");
    }
}

fn events(page: usize) -> (String, String, usize) {
    let event = |at: usize| {
        let n = page * 10 + at;
        let title =
            format!("<h3 class=event-title><a class=url href='/event/{n}'>{}</a></h3>", title(n));
        let (pictured, bare) = match n % 2 {
            0 => (format!("<div class=primary>{title}<img src='/i/{}.jpg'></div>", word(n)), ""),
            _ => (String::new(), &*title),
        };
        format!(
            "<div class=event>{pictured}<div class=secondary>{bare}<p class=place>{}</p>\
             <p class=excerpt>{}</p></div></div>",
            word(n % 6 + 300),
            sentence(n)
        )
    };
    let events: String = (0..5 + page % 3).map(event).collect();
    let html = format!("<h1>{}</h1><div class=loop>{events}</div>", word(page + 500));
    (format!("http://a.test/events/{page}"), html, 0)
}

#[test]
fn a_title_with_a_picture_and_one_without_are_one_field_with_one_address() {
    let pages: Vec<_> = (0..12).map(events).collect();
    for (page, record) in wrappers(&pages).1.iter().enumerate() {
        let lists = record.as_object().unwrap().values().filter_map(Value::as_array);
        let events = lists.max_by_key(|list| list.len()).unwrap();
        assert_eq!(events.len(), 5 + page % 3, "{record:#}");
        for (at, event) in events.iter().enumerate() {
            let n = page * 10 + at;
            assert_eq!(event["title"], title(n), "{record:#}");
            assert_eq!(event["url"], format!("/event/{n}"), "{record:#}");
        }
    }
}

#[test]
fn the_upper_end_of_a_range_of_prices_is_its_own_field() {
    let product = |n: usize| {
        let amount = |at: usize| format!("<span class=amount>£{}.50</span>", n * 2 + at);
        let price = match n % 4 {
            0 => format!("{} – {}", amount(3), amount(9)),
            1 => format!("<del>{}</del> <ins>{}</ins>", amount(9), amount(3)),
            _ => amount(3),
        };
        let html = format!(
            "<h1>{}</h1><p class=price>{price}</p><div class=description><p>{}</p></div>",
            title(n),
            sentence(n)
        );
        (format!("http://a.test/product/{}-{n}", word(n * 3)), html, 0)
    };
    let pages: Vec<_> = (0..32).map(product).collect();
    for (n, record) in wrappers(&pages).1.iter().enumerate() {
        assert_eq!(record["price"], format!("£{}.50", n * 2 + 3), "{record:#}");
        let max = (n % 4 == 0).then(|| format!("£{}.50", n * 2 + 9));
        assert_eq!(record["max_price"].as_str(), max.as_deref(), "{record:#}");
    }
}
