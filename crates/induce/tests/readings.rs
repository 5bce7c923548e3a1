//! What looks different from page to page, and is read in one way.

mod pages;

use pages::records;
use serde_json::{Value, json};

fn word(n: usize) -> &'static str {
    ["ash", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "ivy", "juniper", "kauri"]
        [n % 11]
}

fn sentence(n: usize) -> String {
    let words: Vec<&str> = (0..14).map(|at| word(n * 7 + at * at + at * (n % 5 + 3))).collect();
    format!("{} {n} {}.", word(n + 1), words.join(" "))
}

#[test]
fn cells_that_hold_the_like_are_the_items_of_a_list_whatever_their_column_is_called() {
    let records = records(|n| {
        let cell = |row: usize, column: usize| {
            let k = n * 20 + row * 3 + column;
            let class = ["col-1 col-first", "col-2", "col-3 col-last"][column];
            format!(
                "<td class='{class}'><div class=photo><img src=/faces/{k}.jpg></div><div class=who>\
                 <a href=/people/{k}>{} {k}</a></div></td>",
                word(k)
            )
        };
        let row = |row: usize| {
            let cells: String = (0..3).map(|column| cell(row, column)).collect();
            format!("<tr class=row-{row}>{cells}</tr>")
        };
        let rows: String = (0..2 + n % 3).map(row).collect();
        format!("<h1>People {n}</h1><table class=grid><tbody>{rows}</tbody></table>")
    });
    for (n, record) in records.iter().enumerate() {
        let mut items = Vec::new();
        take_items(record, "/people/", &mut items);
        assert_eq!(items.len(), 3 * (2 + n % 3), "{record:#}");
        let names: Vec<Vec<&String>> = items
            .iter()
            .map(|item| item.as_object().into_iter().flat_map(|of| of.keys()).collect())
            .collect();
        assert!(names.iter().all(|of| *of == names[0]), "{record:#}");
    }
}

/// The records in a record that hold such an address themselves.
fn take_items<'v>(value: &'v Value, address: &str, found: &mut Vec<&'v Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| take_items(item, address, found)),
        Value::Object(fields) => {
            let has = |value: &Value| value.as_str().is_some_and(|text| text.contains(address));
            if fields.values().any(has) {
                found.push(value);
            }
            fields.values().for_each(|value| take_items(value, address, found));
        }
        _ => {}
    }
}

#[test]
fn a_line_with_a_class_word_of_its_own_is_no_paragraph() {
    let records = records(|n| {
        let paragraphs: String = (0..1 + n % 4)
            .map(|at| {
                format!(
                    "<p>{} <a href=/x/{at}>{}</a>, <a href=/y/{n}>{}</a></p>",
                    sentence(n + 31 * at),
                    word(at),
                    word(n)
                )
            })
            .collect();
        let tags: String = (0..1 + n % 3)
            .map(|at| format!("<a rel=tag href=/tag/{0}>{0}</a>, ", word(n * 3 + at)))
            .collect();
        format!(
            "<h1>{}</h1><div class=post>{paragraphs}<p class=labels>Labels: {tags}</p></div>",
            sentence(n * 3)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let texts = record.as_object().into_iter().flat_map(|of| of.values());
        let body = texts.filter_map(Value::as_str).find(|text| text.contains(&sentence(n)));
        assert!(body.is_some_and(|body| !body.contains("Labels")), "{record:#}");
    }
}

#[test]
fn one_paragraph_is_the_text_where_others_have_several() {
    let records = records(|n| {
        let count = if n % 2 == 0 { 1 } else { 2 + n % 3 };
        let picture = if count == 1 { "<img src=/a.jpg>" } else { "" };
        let paragraphs: String =
            (0..count).map(|at| format!("<p>{picture}{}</p>", sentence(n + 31 * at))).collect();
        format!(
            "<h1>Story {n}</h1><div class=entry><small>{}</small>{paragraphs}<i>{}</i></div>",
            word(n),
            word(n + 2)
        )
    });
    let name_of = |n: usize| {
        let fields = records[n].as_object().into_iter().flatten();
        let mut with = fields
            .filter(|(_, value)| value.as_str().is_some_and(|text| text.contains(&sentence(n))));
        with.next().map(|(name, _)| name.clone())
    };
    assert!(name_of(0).is_some(), "{:#}", records[0]);
    assert!(
        (0..records.len()).all(|n| name_of(n) == name_of(0)),
        "{:#} {:#}",
        records[0],
        records[1]
    );
}

#[test]
fn rows_that_nobody_has_filled_in_leave_the_others_a_map() {
    let records = records(|n| {
        let row = |name: &str, value: String| {
            format!("<tr><td class=name>{name}</td><td>{value}</td></tr>")
        };
        let rare = |name: &str, of: usize| {
            row(name, if n % 12 == of { format!("{} {n}", word(n)) } else { String::new() })
        };
        let rows = [
            format!(
                "<tr><td class=name>Member</td><td>{} {n}</td><td rowspan=2></td></tr>",
                word(n)
            ),
            row("Level", ["new", "old", "old"][n % 3].to_owned()),
            rare("Home", 1),
            rare("Trade", 2),
            rare("Likes", 3),
            rare("Phone", 4),
            rare("Motto", 5),
            row("Joined", format!("{} May 2009", n % 28 + 1)),
        ];
        format!(
            "<h2>Profile</h2><table><tr><th colspan=3>Of {n}</th></tr>{}</table>",
            rows.concat()
        )
    });
    for (n, record) in records.iter().enumerate() {
        let mut maps = record.as_object().into_iter().flat_map(|of| of.values());
        let map = maps.find(|value| value.is_object());
        let Some(map) = map else { panic!("{record:#}") };
        assert_eq!(map["Member"], json!(format!("{} {n}", word(n))), "{record:#}");
        let home = if n % 12 == 1 { json!(format!("{} {n}", word(n))) } else { Value::Null };
        assert_eq!(map["Home"], home, "{record:#}");
    }
}

#[test]
fn a_name_in_other_markup_is_the_same_field() {
    let records = records(|n| {
        let posts: String = (0..2 + n % 3)
            .map(|at| {
                let k = n * 5 + at;
                let name = match k % 3 {
                    0 => format!("<span style='color:red'><b>{}</b></span>", word(k)),
                    _ => word(k).to_owned(),
                };
                format!(
                    "<div class=post><span class=who><a href=/u/{k}>{name}</a></span><p class=said>{}</p></div>",
                    sentence(k)
                )
            })
            .collect();
        format!("<h1>Topic {n}</h1>{posts}")
    });
    for record in &records {
        let mut posts = Vec::new();
        take_items(record, "/u/", &mut posts);
        for post in posts {
            let k: usize = post
                .to_string()
                .split("/u/")
                .nth(1)
                .and_then(|rest| rest.split('"').next()?.parse().ok())
                .unwrap_or(0);
            let fields = post.as_object().into_iter().flatten();
            let named: Vec<&String> = fields
                .filter(|(_, value)| **value == json!(word(k)))
                .map(|(name, _)| name)
                .collect();
            assert_eq!(named.len(), 1, "{post:#}");
        }
    }
}

#[test]
fn what_an_amount_is_for_is_no_part_of_it_in_any_currency() {
    let records = records(|n| {
        format!("<h1>{} {n}</h1><div class=price>{}.{}0 BYN /pc.</div>", word(n), n * 3 + 1, n % 10)
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["price"], json!(format!("{}.{}0 BYN", n * 3 + 1, n % 10)), "{record:#}");
    }
}

#[test]
fn a_link_around_a_card_is_about_what_the_card_is_called() {
    let records = records(|n| {
        let cards: String = (0..4 + n % 3)
            .map(|at| {
                let k = n * 7 + at;
                format!(
                    "<li class=card><a class=whole href=/g/{k}><i class=num>{at}</i><p class=name>{} {k}</p>\
                     <p class=desc>{}</p></a></li>",
                    word(k),
                    sentence(k)
                )
            })
            .collect();
        format!("<h1>Page {n}</h1><ul>{cards}</ul>")
    });
    let mut cards = Vec::new();
    take_items(&records[3], "/g/", &mut cards);
    assert_eq!(cards.len(), 4, "{:#}", records[3]);
    assert!(cards.iter().all(|card| card["url"].is_string()), "{:#}", records[3]);
}

#[test]
fn what_a_page_offers_of_the_same_words_is_a_list_not_a_slot_a_word() {
    let records = records(|n| {
        let offered = (0..7).filter(|at| (n * 5 + at * 3) % 7 > 1);
        let entries: String = offered
            .map(|at| {
                let name = word(at);
                format!("<p class=switch><input type=checkbox name=f{at}><label>{name}</label></p>")
            })
            .collect();
        format!("<h1>Shelf {n}</h1><div class=filter>{entries}</div><p>{}</p>", sentence(n))
    });
    for (n, record) in records.iter().enumerate() {
        let offered = (0..7).filter(|at| (n * 5 + at * 3) % 7 > 1).count();
        let lists = record.as_object().into_iter().flat_map(|of| of.values());
        let lengths: Vec<usize> = lists.filter_map(|of| of.as_array().map(Vec::len)).collect();
        assert_eq!(lengths, [offered], "{record:#}");
    }
}

#[test]
fn blocks_of_one_look_below_headings_of_their_own_are_slots_and_their_cards_items() {
    let records = records(|n| {
        let cards = |block: usize| -> String {
            let card = |at: usize| {
                let k = n * 31 + block * 7 + at * 3;
                format!(
                    "<li class=card><a href=/p/{k}>{} {k}</a><b>{}.50 EUR</b></li>",
                    word(k),
                    3 + k % 90
                )
            };
            (0..2 + (n + block) % 4).map(card).collect()
        };
        format!(
            "<h1>Thing {n}</h1><div class=block><h2>Bought together</h2><ul>{}</ul></div>\
             <div class=block><h2>You may also like</h2><ul>{}</ul></div>",
            cards(0),
            cards(1)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let lists = record.as_object().into_iter().flat_map(|of| of.values());
        let lengths: Vec<usize> = lists.filter_map(|of| of.as_array().map(Vec::len)).collect();
        assert_eq!(lengths, [2 + n % 4, 2 + (n + 1) % 4], "{record:#}");
    }
}

#[test]
fn what_is_inserted_beside_a_price_struck_out_is_the_price_as_where_it_stands_alone() {
    let is_reduced = |n: usize| n.is_multiple_of(3);
    let amount = |n: usize| {
        format!("<span class=amount><bdi>{n}.50 <span class=sign>EUR</span></bdi></span>")
    };
    let records = records(|n| {
        let price = match (is_reduced(n), n % 4) {
            (true, _) => format!("<del>{}</del> <ins>{}</ins>", amount(60 + n), amount(20 + n)),
            // From the smallest to the largest.
            (_, 1) => format!("{} – {}", amount(20 + n), amount(90 + n)),
            _ => amount(20 + n),
        };
        format!("<h1>Thing {n}</h1><p class=price>{price}</p><p>{}</p>", sentence(n))
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["price"], json!(format!("{}.50 EUR", 20 + n)), "{record:#}");
        let old = is_reduced(n).then(|| json!(format!("{}.50 EUR", 60 + n)));
        assert_eq!(record.get("old_price"), old.as_ref(), "{record:#}");
    }
}

#[test]
fn a_list_of_names_and_values_below_a_name_is_no_value_of_it() {
    let records = records(|n| {
        let facts = |from: usize, to: usize| -> String {
            let names = ["Material", "Width", "Made in", "Care", "Ean13", "Isbn"];
            let fact = |at: usize| {
                format!(
                    "<dt class=name>{}</dt><dd class=value>{} {}</dd>",
                    names[at],
                    word(n + at),
                    n + 7 * at
                )
            };
            (from..to).map(fact).collect()
        };
        let section = |title: &str, facts: String| {
            format!("<section class=features><p class=h6>{title}</p><dl>{facts}</dl></section>")
        };
        let codes = if n.is_multiple_of(3) { section("Codes", facts(4, 6)) } else { String::new() };
        format!(
            "<h1>Thing {n}</h1><p>{}</p><div class=tab>{}{codes}</div>",
            sentence(n),
            section("Data sheet", facts(n % 2, 4))
        )
    });
    for (n, record) in records.iter().enumerate() {
        let mut values = Vec::new();
        texts(record, &mut values);
        for at in n % 2..4 {
            let value = format!("{} {}", word(n + at), n + 7 * at);
            assert!(values.contains(&value), "{value}: {record:#}");
        }
    }
}

/// All texts in a record.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Object(fields) => fields.values().for_each(|value| texts(value, found)),
        Value::String(text) => found.push(text.clone()),
        _ => {}
    }
}

#[test]
fn class_words_that_few_items_have_tell_slots_apart() {
    let records = records(|n| {
        let item = |at: usize| {
            let k = n * 5 + at;
            let old = if k.is_multiple_of(3) {
                format!("<span class='price old-price'>${}.00</span>", k + 20)
            } else {
                String::new()
            };
            format!(
                "<div class=item><h2><a href=/p/{k}>{} {k}</a></h2><div class=prices>{old}\
                 <span class='price actual-price'>${}.00</span></div></div>",
                word(k),
                k + 10
            )
        };
        let items: String = (0..3 + n % 2).map(item).collect();
        format!("<h1>Shelf {n}</h1><div class=items>{items}</div>")
    });
    for (n, record) in records.iter().enumerate() {
        let mut found = Vec::new();
        take_items(record, "/p/", &mut found);
        for (at, item) in found.into_iter().enumerate() {
            let k = n * 5 + at;
            assert_eq!(item["price"], json!(format!("${}.00", k + 10)), "{record:#}");
            let old =
                if k.is_multiple_of(3) { json!(format!("${}.00", k + 20)) } else { Value::Null };
            assert_eq!(item["old_price"], old, "{record:#}");
        }
    }
}

#[test]
fn class_words_that_say_what_their_items_say_tell_no_slots_apart() {
    let kinds = ["full-time", "part-time", "freelance", "temporary", "internship"];
    let records = records(|n| {
        let has = |at: &usize| (n + at * n / 3 + at).is_multiple_of(3) || *at == n % 5;
        let tags: String = (0..5)
            .filter(has)
            .map(|at| format!("<li class='job-type {0}'>{0}</li>", kinds[at]))
            .collect();
        format!("<h1>Work {n}</h1><ul class=types>{tags}</ul><p class=pay>{n}00 EUR</p>")
    });
    for (n, record) in records.iter().enumerate() {
        let fields = record.as_object().into_iter().flat_map(|of| of.values());
        let mut lists = fields.filter_map(Value::as_array);
        let list = lists.next().unwrap_or_else(|| panic!("no list on page {n}: {record:#}"));
        assert!(list.contains(&json!(kinds[n % 5])), "{record:#}");
    }
}

#[test]
fn a_measure_and_what_a_unit_of_it_costs_are_fields_though_some_lack_the_latter() {
    let (measure, cost) = (
        |k: usize| format!("{} g", 50 + k * 25),
        |k: usize| format!("{}.{:02} €", k + 2, k * 7 % 100),
    );
    let records = records(|n| {
        let item = |at: usize| {
            let k = n * 4 + at;
            let unit = (!k.is_multiple_of(3))
                .then(|| format!("<span class=nw>({} / 100 g)</span>", cost(k)));
            format!(
                "<div class=box><a href=/tea/{k}>{} {k}</a><div class=unit><span class='nw bold'>Contents</span> \
                 <span class=nw>{}</span> {}</div></div>",
                word(k),
                measure(k),
                unit.unwrap_or_default()
            )
        };
        format!("<h1>Teas {n}</h1><div>{}</div>", (0..3 + n % 3).map(item).collect::<String>())
    });
    for (n, record) in records.iter().enumerate() {
        let mut items = Vec::new();
        take_items(record, "/tea/", &mut items);
        assert_eq!(items.len(), 3 + n % 3, "{record:#}");
        for (at, item) in items.iter().enumerate() {
            let k = n * 4 + at;
            let fields = item.as_object().into_iter().flatten();
            let said: Vec<&str> = fields.filter_map(|(_, value)| value.as_str()).collect();
            assert!(said.contains(&measure(k).as_str()), "{item:#}");
            let is_told = said.iter().any(|text| text.contains(&cost(k)));
            assert_eq!(is_told, k % 3 != 0, "{item:#}");
        }
    }
}

#[test]
fn links_to_other_pages_of_which_the_first_may_be_missing_are_a_list() {
    // Lists of two to five pages, one behind the other.
    let parts: Vec<(usize, usize, usize)> = (0..)
        .flat_map(|list| (1..=2 + list % 4).map(move |at| (list, at, 2 + list % 4)))
        .take(24)
        .collect();
    let records = records(|n| {
        let (list, at, last) = parts[n];
        let link = |to: usize, text: &str| {
            format!(
                "<li class=page-item><a class=page-link href='/teas/{list}?page={to}'>{text}</a></li>"
            )
        };
        let before = if at > 1 { link(at - 1, "previous") } else { String::new() };
        let behind = if at < last { link(at + 1, "next") } else { String::new() };
        let here =
            format!("<li class=page-item><span class=page-link>Page {at} of {last}</span></li>");
        let item = |k: usize| {
            format!(
                "<article><h3><a href=/tea/{n}/{k}>{} {n}</a></h3><p>{}</p></article>",
                word(n + k),
                sentence(n * 5 + k)
            )
        };
        let items: String = (0..3 + n % 3).map(item).collect();
        format!("<h1>Teas {list}</h1>{items}<ul class=pagination>{before}{here}{behind}</ul>")
    });
    for ((_, at, last), record) in parts.iter().zip(&records) {
        let steps = usize::from(*at > 1) + 1 + usize::from(at < last);
        assert_eq!(record["pages"].as_array().map(Vec::len), Some(steps), "{record:#}");
    }
}

#[test]
fn a_block_that_some_pages_have_behind_another_is_no_second_item() {
    let records = records(|n| {
        let post = |at: usize| {
            format!(
                "<article class=post><h4><a href=/who/{at}>{}</a></h4><div class=said>{}</div></article>",
                word(n + at),
                sentence(n * 5 + at)
            )
        };
        let posts: String = (0..2 + n % 4).map(post).collect();
        let like = |at: usize| {
            let k = n + at * 5;
            format!("<li><a href=/thread/{k}>{} {k}</a> <i>{} replies</i></li>", word(k), k % 9)
        };
        let likes: String = (0..3).map(like).collect();
        let likes = n.is_multiple_of(3).then(|| {
            format!("<div class=block><div class=inner><h3>Similar threads</h3><div class=body><ul>{likes}</ul></div></div></div>")
        });
        format!(
            "<h1>Thread {n}</h1><div class=page><div class='block block--posts'><div class=bar>{n} posts</div><div class=inner><div class=body>{posts}</div></div></div>{}</div>",
            likes.unwrap_or_default()
        )
    });
    for (n, record) in records.iter().enumerate() {
        let lists = record.as_object().into_iter().flatten().filter(|(_, value)| value.is_array());
        assert_eq!(lists.count(), 1 + usize::from(n % 3 == 0), "{record:#}");
    }
}
