//! What is one item stays one item: rows without headers, words that recur, looks that change.

mod pages;

use pages::records;
use serde_json::{Value, json};

const MONTHS: [&str; 3] = ["March", "May", "June"];

fn word(n: usize) -> &'static str {
    ["ash", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel"][n % 8]
}

/// The longest list of records in a record.
fn list(record: &Value) -> Vec<Value> {
    let lists = record.as_object().into_iter().flat_map(|fields| fields.values());
    let longest = lists.filter_map(Value::as_array).max_by_key(|list| list.len());
    longest.cloned().unwrap_or_default()
}

/// All texts and addresses of an item.
fn said(item: &Value) -> Vec<&str> {
    match item {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(said).collect(),
        Value::Object(fields) => fields.values().flat_map(said).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn the_cells_of_a_row_without_headers_are_fields_of_one_item() {
    let rows = |n: usize| 3 + n % 4;
    let records = records(|n| {
        let topics: String = (0..rows(n))
            .map(|i| {
                let k = n * 10 + i;
                let (look, icon) = match i % 3 {
                    0 => ("pinned", "<i title='hot'></i>"),
                    _ => ("plain", ""),
                };
                format!(
                    "<tr class=row><td class={look}>{icon}</td><td class={look}></td><td class={look}><div>\
                     <a href='/topic/{k}'>The {} of {k}</a></div></td><td class={look}>{}</td>\
                     <td class={look}>{} {}</td></tr>",
                    word(k),
                    k * 7 + 3,
                    k % 28 + 1,
                    MONTHS[k % 3]
                )
            })
            .collect();
        format!("<h1>Forum {n}</h1><table><tr><td colspan=5>All topics</td></tr>{topics}</table>")
    });
    for (n, record) in records.iter().enumerate() {
        let items = list(record);
        assert_eq!(items.len(), rows(n), "{record:#}");
        for (i, item) in items.iter().enumerate() {
            let k = n * 10 + i;
            let wanted = [
                format!("The {} of {k}", word(k)),
                (k * 7 + 3).to_string(),
                format!("{} {}", k % 28 + 1, MONTHS[k % 3]),
            ];
            assert!(wanted.iter().all(|text| said(item).contains(&text.as_str())), "{item:#}");
        }
        let names =
            |item: &Value| item.as_object().map(|of| of.keys().cloned().collect::<Vec<_>>());
        assert_eq!(names(&items[1]), names(&items[2]), "{record:#}");
    }
}

#[test]
fn links_that_always_lead_to_one_place_are_values_not_labels() {
    let tags = |n: usize| -> Vec<&str> {
        let all = ["Open", "Restricted", "Fashion", "Archive"];
        all.into_iter()
            .enumerate()
            .filter(|(i, _)| !(n + i * i + n / 3).is_multiple_of(3))
            .map(|t| t.1)
            .collect()
    };
    let records = records(|n| {
        let links: String = tags(n)
            .iter()
            .map(|tag| format!("<li><a href='/tag/{}'>{tag}</a></li>", tag.to_lowercase()))
            .collect();
        format!("<h1>{} {n}</h1><p>Kept since {}.</p><ul>{links}</ul>", word(n), 1900 + n)
    });
    for (n, record) in records.iter().enumerate() {
        let items = list(record);
        assert_eq!(items.len(), tags(n).len(), "{record:#}");
        for (item, tag) in items.iter().zip(tags(n)) {
            assert!(said(item).contains(&tag), "{record:#}");
        }
    }
}

#[test]
fn one_thing_in_one_of_two_looks_is_one_field() {
    let records = records(|n| {
        let posts: String = (0..2 + n % 3)
            .map(|i| {
                let k = n * 10 + i;
                let class = if k.is_multiple_of(4) { "username-marked" } else { "username" };
                format!(
                    "<div class=post><a class={class} href='/u/{k}'>{}{k}</a>\
                     <span class=when>{} May</span><p class=said>Of {} and {}.</p></div>",
                    word(k),
                    k % 28 + 1,
                    word(k + 1),
                    word(k + 3)
                )
            })
            .collect();
        format!("<h1>Topic {n}</h1>{posts}")
    });
    for (n, record) in records.iter().enumerate() {
        for (i, post) in list(record).iter().enumerate() {
            let k = n * 10 + i;
            assert_eq!(post["author"], json!(format!("{}{k}", word(k))), "{record:#}");
            let day = format!("{} May", k % 28 + 1);
            assert!(said(post).contains(&day.as_str()), "{record:#}");
        }
    }
}

#[test]
fn boxes_of_one_look_do_not_take_each_others_place() {
    // Tables without classes, one below the other: a banner, a head, what is said.
    let records = records(|n| {
        format!(
            "<table><tr><td><img src='/banner.png'></td></tr></table><table><tr><td></td></tr></table>\
             <table><tr><td>Films <a href='/'>Home</a></td></tr></table>\
             <table><tr><td><b>{} {n}</b></td></tr></table>\
             <table><tr><td>Made by {} Lee</td></tr></table>",
            word(n),
            word(n + 3)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let all = said(record);
        assert!(all.iter().any(|text| text.contains(&format!("{} {n}", word(n)))), "{record:#}");
        assert!(all.iter().any(|text| text.contains(word(n + 3))), "{record:#}");
    }
    assert_ne!(records[0], json!(null));
}

#[test]
fn a_name_with_a_link_and_one_without_are_one_field() {
    let records = records(|n| {
        let comments: String = (0..2 + n % 3)
            .map(|i| {
                let k = n * 10 + i;
                let name = format!("{}{k}", word(k));
                let name = match k % 3 {
                    0 => name,
                    _ => format!("<a class=url href='http://{name}.test/'>{name}</a>"),
                };
                format!(
                    "<li><cite>{name}<a class=when href='#c{k}'>{} May</a></cite>\
                     <p>Of {} and {}.</p></li>",
                    k % 28 + 1,
                    word(k + 1),
                    word(k + 3)
                )
            })
            .collect();
        format!("<h1>Post {n}</h1><ol class=comments>{comments}</ol>")
    });
    for (n, record) in records.iter().enumerate() {
        let items = list(record);
        assert_eq!(items.len(), 2 + n % 3, "{record:#}");
        let name = |k: usize| format!("{}{k}", word(k));
        let path = |item: &Value, text: &str| {
            let fields = item.as_object().into_iter().flatten();
            fields.filter(|(_, value)| *value == text).map(|(name, _)| name.clone()).next()
        };
        let first = path(&items[0], &name(n * 10));
        assert!(first.is_some(), "{record:#}");
        for (i, item) in items.iter().enumerate() {
            assert_eq!(path(item, &name(n * 10 + i)), first, "{record:#}");
        }
    }
}

#[test]
fn fields_that_their_class_words_name_are_no_list() {
    let field = |name: &str, text: &str| {
        format!(
            "<div class='field field-name-{name} field-type-text field-label-hidden clearfix'>\
             <div class=field-items><div class='field-item even'>{text}</div></div></div>"
        )
    };
    let organization = |n: usize| format!("{} and {}", word(n), word(n + 3));
    let body = |n: usize| format!("Who looks for {} finds it with {} here.", word(n), word(n + 5));
    let records = records(|n| {
        let mut fields = String::new();
        if n % 3 == 0 {
            fields += &field("field-organization", &organization(n));
        }
        fields += &field("body", &body(n));
        if n % 4 == 0 {
            fields += &field("field-level", ["Beginner", "Expert"][n / 4 % 2]);
        }
        format!("<h1>Talk {n}</h1><div class=node>{fields}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let given = record.get("organization").and_then(Value::as_str);
        assert_eq!(given, (n % 3 == 0).then(|| organization(n)).as_deref(), "{record:#}");
        let texts = record.as_object().into_iter().flat_map(|fields| fields.values());
        assert!(texts.filter(|text| **text == body(n)).count() == 1, "{record:#}");
    }
}

#[test]
fn class_words_that_items_of_a_list_share_tell_no_fields_apart() {
    let kinds = ["news", "sport", "arts"];
    let records = records(|n| {
        let posts: String = (0..2 + n % 3)
            .map(|i| {
                let k = n * 5 + i * i;
                format!(
                    "<div class='post category-{}'><h2>{} {k}</h2><p>On {} of {k}</p></div>",
                    kinds[k % 3],
                    word(k),
                    word(k + 1)
                )
            })
            .collect();
        format!("<h1>All {n}</h1><div class=posts>{posts}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(list(record).len(), 2 + n % 3, "{record:#}");
    }
}

#[test]
fn choices_with_a_count_behind_each_are_no_pages_of_a_list() {
    let records = records(|n| {
        let count = |stars: usize| n * stars % 50 + 3;
        let choice = |stars: usize| {
            format!("<li><a href='/all?f=rating:{stars}'>{stars}</a> ({})</li>", count(stars))
        };
        let choices: String = (1..=2 + n % 4).rev().map(choice).collect();
        let lamps: String = (0..3 + n % 4)
            .map(|i| format!("<li class=lamp><b>Lamp {n}-{i}</b><p>{} W</p></li>", i * n))
            .collect();
        format!(
            "<h1>Lamps of hall {n}</h1><ol>{lamps}</ol><div class=side><ul>{choices}</ul></div>"
        )
    });
    for record in &records {
        assert!(record.get("pages").is_none(), "{record:#}");
        assert!(record.to_string().contains("rating:2"), "{record:#}");
    }
}

#[test]
fn items_with_ids_of_things_are_items_though_pages_share_them() {
    let thing = |m: usize| {
        let code = (m as u32 + 3).wrapping_mul(0x9e37_79b1) | 0xa0b;
        format!(
            "<div><div id='pg{code:08x}_{m}' class='item shown'><article><h2><a href='/t/{m}'>{} thing</a></h2>\
             <p>{} and {}</p></article></div></div>",
            word(m),
            word(m * 3 + 1),
            word(m * 5 + 2)
        )
    };
    let records = records(|n| {
        let things: String = (0..3 + n % 3).map(|i| thing((n * 3 + i * 5) % 12)).collect();
        format!("<h1>Page {n}</h1><div class=all>{things}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let list = list(record);
        assert_eq!(list.len(), 3 + n % 3, "{record:#}");
    }
}

#[test]
fn links_that_say_what_they_lead_to_are_told_apart() {
    // Two categories at most, and now and then no author.
    let item = |n: usize| {
        let author = match n % 5 {
            0 => String::new(),
            _ => {
                format!("<span><a href='/people/p{}' rel=author>Ann Lee{}</a></span>", n % 4, n % 4)
            }
        };
        let category =
            |k: usize| format!("<a href='/topics/t{k}' rel='category tag'>Topic {k}</a>");
        let second = if n.is_multiple_of(3) {
            format!(", {}", category((n + 1) % 6))
        } else {
            String::new()
        };
        format!(
            "<li><h2><a href='/a/{n}'>Article {n} of all</a></h2><p>{author}<span>{}{second}</span>\
             <span><a href='/a/{n}#respond'>{n} comments</a></span></p></li>",
            category(n % 6)
        )
    };
    let records = records(|n| {
        let items: String = (0..4 + n % 3).map(|k| item(n * 7 + k)).collect();
        format!("<h1>Page {n}</h1><ul class=posts>{items}</ul>")
    });
    for (n, record) in records.iter().enumerate() {
        let items = record["posts"].as_array().expect("posts");
        assert_eq!(items.len(), 4 + n % 3, "{record:#}");
        for (k, item) in items.iter().enumerate() {
            let at = n * 7 + k;
            let author = (at % 5 != 0).then(|| format!("Ann Lee{}", at % 4));
            assert_eq!(item["author"].as_str(), author.as_deref(), "{item:#}");
        }
    }
}
