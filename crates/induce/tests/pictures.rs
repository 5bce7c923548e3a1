//! The pictures and links of running text, and links of items that look like those of pagers.

mod pages;
mod site;

use serde_json::{Value, json};
use site::{word, wrappers};
use sitewrap_tree::Document;
use sitewrap_wrapper::Extractor;

fn words(from: usize, count: usize) -> String {
    (0..count).map(|at| word(from + at * at * 5)).collect::<Vec<_>>().join(" ")
}

/// The addresses of the pictures in the text of a story: none on every fourth page.
fn pictures(n: usize) -> Vec<String> {
    (0..n % 4).map(|at| format!("/pictures/{n}-{at}.jpg")).collect()
}

/// Where the links in the text of a story lead, and what they say: none on every third page.
fn links(n: usize) -> Vec<(String, String)> {
    (0..n % 3).map(|at| (format!("/people/{n}-{at}.html"), words(n * 13 + at, 2))).collect()
}

fn story(n: usize) -> String {
    let linked = |(to, says): (String, String)| {
        format!(
            "<p>{} <a href={to}>{says}</a> {}<sup><a href=#note>[1]</a></sup></p>",
            words(n, 5),
            words(n + 3, 4)
        )
    };
    let linked: String = links(n).into_iter().map(linked).collect();
    let paragraph = |at: usize| match at % 3 {
        0 => format!("<p>{}</p>", words(n * 41 + at, 20)),
        1 => format!("{} <b>{}</b><br><br>", words(n * 17 + at, 12), word(n + at)),
        _ => format!("<blockquote>{}</blockquote>", words(n * 7 + at, 9)),
    };
    let text: String = (0..3 + n % 5).map(paragraph).collect();
    let shown = |address: String| format!("<div><img src={address}></div><p>{}</p>", words(n, 8));
    let shown: String = pictures(n).into_iter().map(shown).collect();
    format!("<body><h1>{}</h1><div class=text>{text}{linked}{shown}</div>", words(n * 3, 4))
}

/// A list of stories: its address, and those that it leads to, differ in a number alone.
fn list(n: usize) -> String {
    let item = |at: usize| {
        let k = (n * 7 + at * 3) % 20;
        format!("<li class=item><a href=/stories/{k}.html>{}</a> <i>{}</i>", words(k * 3, 4), k + 3)
    };
    let items: String = (0..6).map(item).collect();
    format!("<body><h2>Stories</h2><ul class=list>{items}</ul>")
}

fn site() -> Vec<(String, String, usize)> {
    let stories = (0..20).map(|n| (format!("http://site.test/stories/{n}.html"), story(n), 0));
    let lists = (0..12).map(|n| (format!("http://site.test/stories/index_{n}.html"), list(n), 1));
    stories.chain(lists).collect()
}

fn records() -> Vec<Value> {
    let pages = site();
    let (set, _) = wrappers(&pages);
    let extractor = Extractor::new(&set);
    let record = |(url, html, _): &(String, String, usize)| {
        let page = Document::parse(html.as_bytes(), None, Some(url));
        let found = extractor.extract(url, &page.tree);
        assert!(found.satisfied, "{url}: {:?}", found.reason);
        serde_json::to_value(found.record).unwrap_or_default()
    };
    pages.iter().map(record).collect()
}

#[test]
fn the_pictures_in_running_text_are_a_list_beside_it() {
    for (n, record) in records().iter().take(20).enumerate() {
        let wanted = match pictures(n) {
            none if none.is_empty() => Value::Null,
            some => json!(some),
        };
        assert_eq!(record["images"], wanted, "{record:#}");
        let said = record.to_string();
        assert!(said.contains(&words(n * 41, 20)), "{record:#}");
    }
}

#[test]
fn the_links_in_running_text_are_a_list_beside_it() {
    for (n, record) in records().iter().take(20).enumerate() {
        let link = |(to, says)| json!({"url": to, "title": says});
        let wanted = match links(n) {
            none if none.is_empty() => Value::Null,
            some => some.into_iter().map(link).collect(),
        };
        assert_eq!(record["links"], wanted, "{record:#}");
    }
}

#[test]
fn items_whose_addresses_are_numbers_keep_their_links() {
    for (n, record) in records().iter().skip(20).enumerate() {
        let said = record.to_string();
        for at in 0..6 {
            let address = format!("/stories/{}.html", (n * 7 + at * 3) % 20);
            assert!(said.contains(&address), "{record:#}");
        }
    }
}

/// Stories in full on lists that share some of them, each with pictures of its own or with smileys.
fn stories(n: usize, smileys: bool) -> String {
    let item = |at: usize| {
        let k = n * 2 + at;
        let shown = match smileys {
            true => format!("<img src=/smileys/{}.gif>", k % 3),
            false => (0..1 + k % 2).map(|i| format!("<img src=/pictures/{k}-{i}.jpg>")).collect(),
        };
        let text: String =
            (0..2 + k % 3).map(|i| format!("<p>{}</p>", words(k * 41 + i, 20))).collect();
        format!(
            "<div class=post><h3>{}</h3><div class=text>{text}<p>{shown} {}</p></div></div>",
            words(k * 3, 4),
            words(k, 6)
        )
    };
    let items: String = (0..4).map(item).collect();
    format!("<body><h1>Stories {n}</h1><div class=posts>{items}</div>")
}

#[test]
fn pictures_in_the_texts_of_a_list_are_told_but_for_smileys() {
    for smileys in [false, true] {
        let page = |n: usize| (format!("http://site.test/page/{n}"), stories(n, smileys), 0);
        let pages: Vec<(String, String, usize)> = (0..20).map(page).collect();
        let (set, _) = wrappers(&pages);
        let extractor = Extractor::new(&set);
        for (n, (url, html, _)) in pages.iter().enumerate() {
            let page = Document::parse(html.as_bytes(), None, Some(url));
            let found = serde_json::to_string(&extractor.extract(url, &page.tree).record);
            let found = found.unwrap_or_default();
            assert!(!found.contains("/smileys/"), "{found}");
            let is_told = |k: usize| found.contains(&format!("/pictures/{k}-0.jpg"));
            assert!((n * 2..n * 2 + 4).all(|k| is_told(k) != smileys), "{found}");
        }
    }
}

#[test]
fn pictures_that_nobody_sees_are_no_values() {
    let records = pages::records(|n| {
        format!(
            "<h1>Boat {n}</h1><img src='/boats/{n}.jpg' width=400 height=300>\
             <p>Built in {} of larch</p><img src='/count?page={n}' width=1 height=1 alt=''>",
            1900 + n
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["image"], format!("/boats/{n}.jpg"), "{record:#}");
        assert!(!record.to_string().contains("/count"), "{record:#}");
    }
}

#[test]
fn a_picture_behind_an_element_is_one_of_its_item() {
    let records = pages::records(|n| {
        let card = |at: usize| {
            format!(
                "<div class=card><span class=photo style=\"background-image: url('/img/{n}-{at}.jpg'); color: red\">\
                 </span><a class=name href=/b/{n}-{at}>Boat {n}-{at}</a></div>"
            )
        };
        let cards: String = (0..3 + n % 3).map(card).collect();
        format!("<h1>Harbour {n}</h1><div class=cards>{cards}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let fields = record.as_object().expect("a record");
        let cards = fields.values().find_map(Value::as_array).expect("cards");
        for (at, card) in cards.iter().enumerate() {
            let picture = json!(format!("/img/{n}-{at}.jpg"));
            assert!(
                card.as_object().is_some_and(|it| it.values().any(|it| *it == picture)),
                "{card:#}"
            );
        }
    }
}

#[test]
fn words_beside_pictures_tell_no_pictures_apart() {
    const NAMES: [&str; 5] = ["Ann", "Bo", "Cy", "Di", "Eli"];
    let name = |id: usize| format!("{} Lee {id}", NAMES[id % 5]);
    let records = pages::records(|n| {
        let item = |k: usize| {
            let id = n * 7 + k;
            let picture = if id.is_multiple_of(4) {
                String::new()
            } else {
                format!("<img src=/{id}.jpg alt=''>")
            };
            format!("<li><a href=/m/{id}>{picture}{}</a></li>", name(id))
        };
        let items: String = (0..3 + n % 4).map(item).collect();
        format!("<h1>Crew {n}</h1><ul class=crew>{items}</ul>")
    });
    for (n, record) in records.iter().enumerate() {
        for (k, member) in record["crew"].as_array().expect("members").iter().enumerate() {
            let id = n * 7 + k;
            let picture = member.get("image").and_then(serde_json::Value::as_str);
            let wanted = (!id.is_multiple_of(4)).then(|| format!("/{id}.jpg"));
            assert_eq!(picture, wanted.as_deref(), "{record:#}");
        }
    }
}

#[test]
fn a_picture_that_shows_nothing_is_no_value() {
    let page = |n: usize| {
        let item = |at: usize| {
            let k = n * 7 + at;
            let picture = match k % 3 {
                0 => "/img/blank.gif?4".to_owned(),
                _ => format!("/img/{k}.jpg"),
            };
            format!(
                "<li class=item><img src='{picture}'><a href=/things/{k}>{}</a></li>",
                words(k, 3)
            )
        };
        let items: String = (0..3 + n % 4).map(item).collect();
        format!("<h1>{}</h1><ul class=items>{items}</ul>", words(n * 3, 4))
    };
    for (n, record) in pages::records(page).iter().enumerate() {
        let text = record.to_string();
        assert!(!text.contains("blank.gif"), "{record:#}");
        let shown = (0..3 + n % 4).filter(|at| (n * 7 + at) % 3 != 0);
        for at in shown {
            assert!(text.contains(&format!("/img/{}.jpg", n * 7 + at)), "{record:#}");
        }
    }
}
