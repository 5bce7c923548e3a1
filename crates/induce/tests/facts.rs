//! How facts stand on pages: numbered steps, titles that look like labels, icons, counts, choices.

mod pages;

use pages::records;
use serde_json::{Value, json};

/// A word like no other.
fn word(n: usize, k: usize) -> String {
    const PARTS: [&str; 9] = ["ka", "lo", "mi", "ne", "ru", "sa", "to", "ve", "zu"];
    let part = |at: usize| PARTS[(n * (at + 2) + k * (2 * at + 3) + at) % PARTS.len()];
    (0..4).map(part).collect()
}

/// A sentence like no other.
fn sentence(n: usize, k: usize) -> String {
    let words: Vec<String> = (0..7 + (n + k) % 5).map(|at| word(n + 5 * at, k + at)).collect();
    format!("{} {n}.{k}.", words.join(" "))
}

/// The lists of a record's own level.
fn lists(record: &Value) -> Vec<&Vec<Value>> {
    record.as_object().into_iter().flatten().filter_map(|(_, value)| value.as_array()).collect()
}

#[test]
fn numbered_steps_are_a_list_and_no_map() {
    let steps = |n: usize| 3 + n % 4;
    let records = records(|n| {
        let step = |k: usize| {
            format!("<li><span>Step {}</span><div><p>{}</p></div></li>", k + 1, sentence(n, k))
        };
        let steps: String = (0..steps(n)).map(step).collect();
        format!("<h1>Dish {n}</h1><ul class=method>{steps}</ul>")
    });
    for (n, record) in records.iter().enumerate() {
        let lists = lists(record);
        assert_eq!(lists.len(), 1, "{record}");
        assert_eq!(lists[0].len(), steps(n), "{record}");
        assert!(record.to_string().contains(&sentence(n, 2)), "{record}");
    }
}

#[test]
fn a_value_of_a_map_that_is_a_link_has_its_address_beside_it() {
    let records = records(|n| {
        let firm = if n.is_multiple_of(4) {
            word(n, 1)
        } else {
            format!("<a href='/firms/{n}'><b>{}</b></a>", word(n, 1))
        };
        format!(
            "<h1>Job {n}</h1><dl><dt>Firm</dt><dd>{firm}</dd>\
             <dt>Website:</dt><dd><a href='https://{w}.test/'>www.{w}.test</a></dd>\
             <dt>Email</dt><dd><a href='mailto:{w}@{w}.test'>{w}@{w}.test</a></dd>\
             <dt>Town</dt><dd><a href='/towns/{n}'>{w}</a> and around</dd>\
             <dt>Fields</dt><dd><a href='/f/{n}'>{v}</a>, <a href='/f/{n}a'>{w}</a></dd></dl>",
            w = word(n, 2),
            v = word(n, 3)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let (w, v) = (word(n, 2), word(n, 3));
        let mut wanted = json!({
            "Firm": word(n, 1),
            "Website": format!("www.{w}.test"),
            "Website_url": format!("https://{w}.test/"),
            "Email": format!("{w}@{w}.test"),
            "Town": format!("{w} and around"),
            "Fields": [v, w],
            "Fields_url": [format!("/f/{n}"), format!("/f/{n}a")],
        });
        if n % 4 != 0 {
            wanted["Firm_url"] = json!(format!("/firms/{n}"));
        }
        let map = record.as_object().into_iter().flatten().find(|(_, value)| value.is_object());
        assert_eq!(map.map(|(_, map)| map), Some(&wanted), "{record:#}");
    }
}

#[test]
fn the_last_step_of_a_way_is_the_title_where_there_is_no_other() {
    let records = records(|n| {
        let way = format!("<a href=/>Home</a> &gt; <a href=/c/{0}>{0}</a> &gt; ", word(n % 3, 1));
        format!("<p class=z>{way}<i>{}</i></p><p>{}</p>", sentence(n, 3), sentence(n, 40))
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["title"], json!(sentence(n, 3)), "{record:#}");
        assert_eq!(record["category"], json!(word(n % 3, 1)), "{record:#}");
    }
}

#[test]
fn the_way_to_a_page_is_a_list_of_all_steps_and_its_category() {
    let forms: [fn(&[String], &str) -> String; 4] = [
        |links, own| {
            let items: String = links.iter().map(|link| format!("<li>{link}</li>")).collect();
            format!("<ol class=breadcrumb>{items}<li class=active>{own}</li></ol>")
        },
        |links, own| {
            format!(
                "<nav aria-label=Breadcrumb>You are here: {} &gt; {own}</nav>",
                links.join(" &gt; ")
            )
        },
        // Nothing but signs tells what it is.
        |links, own| {
            format!("<div class=z>{}<em>&rsaquo;</em> {own}</div>", links.join("<em>&raquo;</em>"))
        },
        |links, _| format!("<div id=breadcrumbs><b>{}</b></div>", links.join(" » ")),
    ];
    for (form, way) in forms.into_iter().enumerate() {
        // Some have a step more.
        let steps = |n: usize| {
            let between = [word(n % 3, 1), word(n, 2)];
            let count = 1 + n % 2;
            let mut steps = vec![("Home".to_owned(), "/".to_owned())];
            steps.extend(between[..count].iter().map(|name| (name.clone(), format!("/c/{name}"))));
            steps
        };
        let records = records(|n| {
            let link = |(name, to): (String, String)| format!("<a href='{to}'>{name}</a>");
            let links: Vec<String> = steps(n).into_iter().map(link).collect();
            let own = sentence(n, 3);
            // The way stands below the content once more.
            let way = way(&links, &own);
            format!("{way}<h1>{own}</h1><p>{}</p><div class=foot>{way}</div>", sentence(n, 4))
        });
        for (n, record) in records.iter().enumerate() {
            let step = |(name, to): (String, String)| json!({ "breadcrumb": name, "url": to });
            let mut wanted: Vec<Value> = steps(n).into_iter().map(step).collect();
            if form < 3 {
                wanted.push(json!({ "breadcrumb": sentence(n, 3) }));
            }
            assert_eq!(record["breadcrumbs"], json!(wanted), "{record:#}");
            let (name, to) = steps(n).pop().unwrap_or_default();
            assert_eq!(record["category"], json!(name), "{record:#}");
            assert_eq!(record["category_url"], json!(to), "{record:#}");
            assert_eq!(record["title"], json!(sentence(n, 3)), "{record:#}");
            let lists = record.as_object().into_iter().flatten().filter(|(_, v)| v.is_array());
            assert_eq!(lists.count(), 1, "{record:#}");
        }
    }
}

#[test]
fn terms_that_lead_to_pages_are_titles_of_records() {
    let records = records(|n| {
        let person = |k: usize| {
            let id = (n + k * 3) % 12;
            format!("<dt><a href='/staff/{id}'>{}</a></dt><dd>{}</dd>", word(id, 1), word(n, k))
        };
        let people: String = (0..4).map(person).collect();
        format!("<h1>Group {n}</h1><dl>{people}</dl>")
    });
    for (n, record) in records.iter().enumerate() {
        let lists = lists(record);
        assert_eq!(lists.len(), 1, "{record}");
        let item = &lists[0][1];
        let values: Vec<&Value> = item.as_object().into_iter().flatten().map(|(_, v)| v).collect();
        let id = (n + 3) % 12;
        assert!(values.contains(&&json!(format!("/staff/{id}"))), "{record}");
        assert!(values.contains(&&json!(word(id, 1))), "{record}");
        assert!(values.contains(&&json!(word(n, 1))), "{record}");
    }
}

#[test]
fn drawn_icons_and_words_in_either_number_tell_facts_apart() {
    let fact = |icon: &str, text: String| {
        format!("<li class=f><svg><use href='#{icon}'/></svg><span>{text}</span></li>")
    };
    let plural =
        |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let (beds, baths) = (|n: usize| 1 + n % 4, |n: usize| 1 + n / 3 % 3);
    let records = records(|n| {
        let mut facts = String::new();
        if n % 5 > 0 {
            facts.push_str(&fact("bed", plural(beds(n), "bed")));
        }
        if n % 7 > 0 {
            facts.push_str(&fact("bath", plural(baths(n), "bath")));
        }
        facts.push_str(&fact("area", format!("{} sq. ft", 700 + 13 * n)));
        format!("<h1>Home {n}</h1><ul>{facts}</ul>")
    });
    let name_of = |record: &Value, value: &str| -> Option<String> {
        let mut fields = record.as_object()?.iter();
        fields.find(|(_, of)| *of == value).map(|(name, _)| name.clone())
    };
    let area = name_of(&records[1], "713 sq. ft").unwrap_or_else(|| panic!("{}", records[1]));
    let bed = name_of(&records[4], "1").unwrap_or_else(|| panic!("{}", records[4]));
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record[&area], json!(format!("{} sq. ft", 700 + 13 * n)), "{record}");
        let expected = if n % 5 > 0 { json!(beds(n).to_string()) } else { Value::Null };
        assert_eq!(record[&bed], expected, "{n} {record}");
    }
}

#[test]
fn what_asks_for_a_choice_is_no_choice() {
    let sizes = ["S", "M", "L", "XL"];
    let records = records(|n| {
        let options: String =
            sizes[..2 + n % 3].iter().map(|s| format!("<option value={s}>{s}</option>")).collect();
        format!(
            "<h1>Shirt {n}</h1><select name=size><option value=''>Choose an option</option>\
             {options}</select>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert!(!record.to_string().contains("Choose"), "{record}");
        let expected: Vec<Value> = sizes[..2 + n % 3].iter().map(|size| json!(size)).collect();
        assert_eq!(lists(record), [&expected]);
    }
}

#[test]
fn running_text_in_one_element_keeps_its_paragraphs_apart() {
    let records = records(|n| {
        let blocks: String = (0..1 + n % 3)
            .map(|k| match (n + k) % 4 {
                3 => format!("<ul><li>{}</li></ul>", sentence(n, k)),
                _ => format!("<p>{}</p>", sentence(n, k)),
            })
            .collect();
        format!("<h1>Thing {n}</h1><div class='description rte'>{blocks}</div>")
    });
    let expected: Vec<String> = (0..3).map(|k| sentence(2, k)).collect();
    let lines = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    let mut texts = records[2].as_object().into_iter().flatten().filter_map(|(_, v)| v.as_str());
    assert!(texts.any(|text| lines(text) == expected), "{}", records[2]);
}

#[test]
fn a_cell_that_spans_rows_is_a_value_of_each() {
    let days = ["Mon", "Tue", "Wed", "Thu"];
    let records = records(|n| {
        let mut rows = String::new();
        for (at, day) in days.iter().enumerate().skip(n % 3) {
            let hours = 1 + (n + at) % 3;
            for hour in 0..hours {
                let first = format!("<td rowspan={hours}>{day}</td>");
                let first = if hour == 0 { first.as_str() } else { "" };
                rows += &format!(
                    "<tr>{first}<td>{}:00</td><td>{}</td></tr>",
                    8 + hour,
                    word(n, hour + at)
                );
            }
        }
        format!("<h1>{}</h1><table><tr><th>Day<th>From<th>Topic</tr>{rows}</table>", word(n, 9))
    });
    for (n, record) in records.iter().enumerate() {
        let lists = lists(record);
        assert_eq!(lists.len(), 1, "{record}");
        let mut items = lists[0].iter();
        for (at, day) in days.iter().enumerate().skip(n % 3) {
            for hour in 0..1 + (n + at) % 3 {
                let item = items.next().unwrap_or(&Value::Null);
                assert_eq!(item["day"], json!(day), "{record}");
                assert_eq!(item["from"], json!(format!("{}:00", 8 + hour)), "{record}");
            }
        }
    }
}

#[test]
fn words_between_numbers_are_no_list() {
    let records = records(|n| {
        let (total, from) = (n * 37 + 5, n * 20 + 1);
        let range = format!(" results - showing <b>{from}</b> to <b>{}</b>.", from + 19);
        let rest = if n % 8 == 0 { " results.".to_owned() } else { range };
        format!("<form><b>{total}</b>{rest}</form>")
    });
    let record = records[3].as_object().expect("a record");
    let mut values: Vec<&str> = record.values().filter_map(|value| value.as_str()).collect();
    values.sort_unstable();
    assert_eq!(values, ["116", "61", "80"], "{record:?}");
    assert_eq!(record.len(), values.len(), "{record:?}");
}

#[test]
fn blocks_of_products_below_their_titles_are_no_pairs_of_names_and_values() {
    let product = |k: usize| format!("Lantern no {k}");
    let records = records(|n| {
        let item = |at: usize| {
            let k = n * 5 + at;
            format!(
                "<li class=item><div class=info><a class=photo href=/p/{k}><img src=/i/{k}.jpg></a><div class=details>\
                 <strong class=name><a href=/p/{k}>{}</a></strong><span class=price>£{k}.50</span></div></div></li>",
                product(k)
            )
        };
        let block = |title: &str, from: usize| {
            let items: String = (from..from + 2 + n % 2).map(item).collect();
            format!(
                "<div class='block more'><div class=title><strong>{title}</strong></div><div class=content>\
                 <ol class=products>{items}</ol></div></div>"
            )
        };
        format!(
            "<h1>{}</h1>{}{}",
            product(n),
            block("Related Products", 900),
            block("You may like", 400)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let record = record.to_string();
        for k in [900, 401] {
            let k = n * 5 + k;
            assert!(record.contains(&format!("\"{}\"", product(k))), "{record}");
            assert!(record.contains(&format!("\"£{k}.50\"")), "{record}");
        }
    }
}

/// The name of the field of a record's own level with this text.
fn name_of<'r>(record: &'r Value, text: &str) -> Option<&'r str> {
    let mut fields = record.as_object()?.iter();
    fields.find(|(_, value)| value.as_str() == Some(text)).map(|(name, _)| name.as_str())
}

#[test]
fn drawings_tell_facts_apart_that_nothing_names() {
    const BAG: &str = "M6 6V5a3 3 0 013-3h2a3 3 0 013 3v1h2z";
    const PIN: &str = "M5.05 4.05a7 7 0 119.9 9.9L10 18.9z";
    const COIN: &str = "M4 4a2 2 0 00-2 2v4a2 2 0 002 2V6h10z";
    let has = |n: usize, fact: usize| fact == 1 || !(n + fact).is_multiple_of(3);
    let text = |n: usize, fact: usize| match fact {
        0 => ["Full-time", "Part-time", "Temporary"][n % 3].to_owned(),
        1 => word(n % 8, 3),
        _ => format!("£{}00", 200 + 7 * n),
    };
    let records = records(|n| {
        let fact = |(at, line): (usize, &str)| {
            let drawing = format!("<svg class='h-5 w-5'><path d='{line}'></path></svg>");
            format!("<div class='mt-2 flex'>{drawing}{}</div>", text(n, at))
        };
        let lines = [BAG, PIN, COIN].into_iter().enumerate();
        let facts: String = lines.filter(|(at, _)| has(n, *at)).map(fact).collect();
        format!("<h1>Job {}</h1><div class='mt-1 flex-col'>{facts}</div>", sentence(n, 50))
    });
    for fact in 0..3 {
        let with = records.iter().enumerate().filter(|(n, _)| has(*n, fact));
        let mut found: Vec<_> = with.map(|(n, it)| name_of(it, &text(n, fact))).collect();
        found.dedup();
        let [Some(name)] = found[..] else { panic!("fact {fact}: {found:?} in {:#}", records[0]) };
        assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit()));
    }
}

#[test]
fn a_label_in_both_numbers_names_the_list_below_it() {
    let records = records(|n| {
        let count = 1 + n % 3;
        let label = if count == 1 { "Speaker" } else { "Speakers" };
        let person = |k: usize| {
            format!("<div class=item><p>{}</p><p>{}</p></div>", word(n, k), sentence(n, k + 9))
        };
        let people: String = (0..count).map(person).collect();
        format!(
            "<h1>{}</h1><div class=box><div class=field__label>{label}</div><div>{people}</div></div>",
            sentence(n, 80)
        )
    });
    for record in &records {
        assert!(record["speakers"].is_array(), "{record:#}");
        assert!(!record.to_string().contains("\"Speaker"), "{record:#}");
    }
}

#[test]
fn a_comma_behind_a_value_of_a_map_is_none_of_it() {
    let records = records(|n| {
        format!(
            "<h1>{}</h1><div class=line><span class=a><b>published:</b> {} May 2016,</span> <span class=a><b>changed:</b> {} June \
             2016</span></div>",
            word(n, 1),
            n % 28 + 1,
            n % 27 + 2
        )
    });
    for (n, record) in records.iter().enumerate() {
        let text = record.to_string();
        assert!(text.contains(&format!("\"{} May 2016\"", n % 28 + 1)), "{record}");
    }
}

#[test]
fn rows_whose_headers_have_ids_of_their_own_are_a_map() {
    let facts = |n: usize| -> Vec<(&str, String)> {
        let all = ["Reporter", "Owner", "Priority", "Component", "Severity", "Keywords"];
        let facts =
            all.iter().enumerate().map(|(at, name)| (*name, format!("{} {at}", word(n, at))));
        facts.filter(|(name, _)| *name != "Owner" || !n.is_multiple_of(3)).collect()
    };
    let records = records(|n| {
        let cells = |pair: &[(&str, String)]| -> String {
            let cell = |(name, value): &(&str, String)| match *name {
                "Priority" => format!("<th id=h_{name}>{name}:<td><a href=/by/{n}>{value}</a>"),
                _ => format!("<th id=h_{name}>{name}:<td class=searchable>{value}"),
            };
            pair.iter().map(cell).collect()
        };
        let facts = facts(n);
        let rows: String = facts.chunks(2).map(|pair| format!("<tr>{}", cells(pair))).collect();
        format!("<h1>Ticket {n}</h1><table class=properties>{rows}</table>")
    });
    for (n, record) in records.iter().enumerate() {
        let maps = record.as_object().expect("a record").values().filter_map(Value::as_object);
        let map = maps.max_by_key(|map| map.len()).expect("a map");
        for (name, value) in facts(n) {
            assert!(map.values().any(|told| *told == value), "{name} of {record:#}");
        }
    }
}

#[test]
fn a_link_beside_the_way_to_a_page_is_no_step_of_it() {
    let records = records(|n| {
        let step =
            |to: &str, says: &str| format!("<span class=crumb><a href=/{to}>{says}</a></span>");
        let (coast, port) = (n % 3, n % 8);
        format!(
            "<ul id=nav-breadcrumbs class=navlinks><li class=breadcrumbs>{}{}{}</li>\
             <li class=rightside><a href=/search>Search</a></li></ul><h1>Boat {n}</h1><p>{n} m</p>",
            step("", "Index"),
            step(&format!("coast/{coast}"), &format!("Coast {coast}")),
            step(&format!("port/{port}"), &format!("Port {port}")),
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert!(!record.to_string().contains("Search"), "{record:#}");
        assert_eq!(record["category"], format!("Port {}", n % 8), "{record:#}");
    }
}

#[test]
fn a_pager_that_unfolds_beside_a_step_is_no_way() {
    let records = records(|n| {
        let port = n % 8;
        let pager: String =
            (2..4).map(|at| format!("<a href='/port/{port}?page={at}'>{at}</a> ")).collect();
        format!(
            "<div class=navigation><a href=/>Index</a> › <a href=/port/{port}>Port {port}</a>\
             <div class='pagination pagination_breadcrumb'>{pager}<a href='/port/{port}?page=2'>Next »</a></div>\
             <br><span class=active>Boat {n}</span></div><h1>Boat {n}</h1><p>{n} m</p>"
        )
    });
    for record in &records {
        assert!(!record.to_string().contains("Next"), "{record:#}");
    }
}
