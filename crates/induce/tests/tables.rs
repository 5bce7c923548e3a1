//! Tables and blocks of labels as they were written before style sheets, and still are.

mod pages;

use pages::records;
use serde_json::{Value, json};

fn word(n: usize) -> &'static str {
    ["ash", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel"][n % 8]
}

/// The only list of records in a record.
#[track_caller]
fn list(record: &Value) -> Vec<Value> {
    let lists = record.as_object().into_iter().flat_map(|fields| fields.values());
    let lists: Vec<&Vec<Value>> = lists.filter_map(Value::as_array).collect();
    assert_eq!(lists.len(), 1, "one list in {record:#}");
    lists[0].clone()
}

#[test]
fn names_and_values_side_by_side_are_one_map() {
    let records = records(|n| {
        let pay = if n.is_multiple_of(2) { format!("{n}0,000 a year") } else { String::new() };
        let pay_label = if n.is_multiple_of(2) { "Pay:" } else { "" };
        format!(
            "<h1>Job {n} {}</h1><table><tr><td>Firm:</td><td>{} Ltd {n}</td><td>Posted:</td>\
             <td>{} May</td></tr><tr><td>Place:</td><td>{}ton</td><td>{pay_label}</td>\
             <td>{pay}</td></tr></table>",
            word(n),
            word(n + 3),
            n + 1,
            word(n + 5),
        )
    });
    for (n, record) in records.iter().enumerate() {
        let map = record.as_object().into_iter().flat_map(|r| r.values()).find(|v| v.is_object());
        let map = map.unwrap_or(&Value::Null);
        assert_eq!(map["Firm"], json!(format!("{} Ltd {n}", word(n + 3))), "{record:#}");
        assert_eq!(map["Date"], json!(format!("{} May", n + 1)), "{record:#}");
        assert_eq!(map["Place"], json!(format!("{}ton", word(n + 5))), "{record:#}");
        assert_eq!(map.get("Pay").is_some(), n.is_multiple_of(2), "{record:#}");
    }
}

#[test]
fn rows_below_headers_are_records_though_all_pages_have_as_many() {
    let records = records(|n| {
        let row = |k: usize| {
            let alternate = if k.is_multiple_of(2) { " alternate" } else { "" };
            let (m, score) = (n * 3 + k, format!("{} - {}", (n + k * 5) % 9, (n * 2 + k) % 7));
            format!(
                "<tr class='game game-no-{k}{alternate}'><td class=day>{} May</td><td class=home>{} {m}</td>\
                 <td class=score>{score}</td><td class=away>{} {m}</td></tr>",
                m % 28 + 1,
                word(m),
                word(m * 5 + 3)
            )
        };
        let rows: String = (0..3).map(row).collect();
        format!(
            "<h1>Round {n}</h1><table><thead><tr><th>Day<th>Home<th>Result<th>Away</tr></thead>\
             <tbody>{rows}</tbody></table>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        let games = list(record);
        let homes: Vec<&str> = games.iter().filter_map(|game| game["home"].as_str()).collect();
        let wanted: Vec<String> =
            (0..3).map(|k| format!("{} {}", word(n * 3 + k), n * 3 + k)).collect();
        assert_eq!(homes, wanted, "{record:#}");
    }
}

#[test]
fn labels_of_entries_end_with_their_colon_with_or_without_a_space() {
    for colon in [": ", "："] {
        let records = records(|n| {
            let power =
                if n.is_multiple_of(3) { format!("<li>Power{colon}{n}0 W") } else { String::new() };
            format!(
                "<h1>Lamp {n}</h1><ul><li>Size{colon}{n}4 cm<li>Made in{colon}{}ton{power}\
                 <li>Glass{colon}{}</ul>",
                word(n),
                word(n + 3)
            )
        });
        for (n, record) in records.iter().enumerate() {
            assert_eq!(record["size"], json!(format!("{n}4 cm")), "{record:#}");
            assert_eq!(record["made_in"], json!(format!("{}ton", word(n))), "{record:#}");
            assert_eq!(record["glass"], json!(word(n + 3)), "{record:#}");
            assert_eq!(record.get("power").is_some(), n.is_multiple_of(3), "{record:#}");
        }
    }
}

#[test]
fn rows_of_two_colours_are_one_list_with_the_names_above_their_columns() {
    let records = records(|n| {
        let rows: String = (0..2 + n % 4)
            .map(|i| {
                let look = if i.is_multiple_of(2) { "evenrow" } else { "oddrow" };
                format!(
                    "<tr class='{look}'><td>{}</td><td>{}</td></tr>",
                    1990 + n + i,
                    40 + n * 7 + i
                )
            })
            .collect();
        format!(
            "<h1>{} {n}</h1><table><tr><td colspan='2'>Seasons</td></tr>\
             <tr class='colhead'><td>Season</td><td>Games</td></tr>{rows}</table>",
            word(n)
        )
    });
    for (n, record) in records.iter().enumerate() {
        let rows = list(record);
        assert_eq!(rows.len(), 2 + n % 4, "{record:#}");
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row["season"], json!((1990 + n + i).to_string()), "{record:#}");
            assert_eq!(row["games"], json!((40 + n * 7 + i).to_string()), "{record:#}");
        }
    }
}

#[test]
fn rows_of_tables_whose_columns_are_others_on_each_page_are_maps_of_headers() {
    const HEADERS: [&str; 9] =
        ["Height", "Built", "Owner", "Harbour", "2019", "1", "Range", "Depth", "Colour"];
    let columns = |n: usize| (0..2 + n % 3).map(move |k| HEADERS[(n * 2 + k) % HEADERS.len()]);
    let rows = |n: usize| 3 + n % 3;
    let cell = |n: usize, row: usize, at: usize| format!("{} {row} {}", word(n + row), n + at);
    let records = records(|n| {
        let headers: String = columns(n).map(|header| format!("<th>{header}</th>")).collect();
        let row = |row: usize| {
            let cells =
                columns(n).enumerate().map(|(at, _)| format!("<td>{}</td>", cell(n, row, at)));
            let name = format!("{} {n}{row}", word(row + n));
            format!(
                "<tr><td><a href='/wiki/{n}-{row}'>{name}</a></td>{}</tr>",
                cells.collect::<String>()
            )
        };
        let rows: String = (0..rows(n)).map(row).collect();
        format!(
            "<h1>List of {}</h1><table class=wide><tr><th>Name</th>{headers}</tr>{rows}</table>",
            word(n)
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record.as_object().map(serde_json::Map::len), Some(2), "{record:#}");
        let wanted = |row: usize| {
            let mut map = serde_json::Map::new();
            map.insert("Name".to_owned(), json!(format!("{} {n}{row}", word(row + n))));
            map.insert("Name_url".to_owned(), json!(format!("/wiki/{n}-{row}")));
            for (at, header) in columns(n).enumerate() {
                let name =
                    if header == "1" { format!("column {}", at + 2) } else { header.to_owned() };
                map.insert(name, json!(cell(n, row, at)));
            }
            Value::Object(map)
        };
        assert_eq!(list(record), (0..rows(n)).map(wanted).collect::<Vec<_>>(), "{record:#}");
    }
}

#[test]
fn tables_of_properties_and_tables_with_columns_in_one_markup_are_told_apart() {
    let records = records(|n| {
        let facts: String =
            [("Author", word(n)), ("Version", word(n + 3)), ("Licence", word(n + 5))]
                .iter()
                .filter(|(name, _)| *name != "Licence" || n % 3 != 0)
                .map(|(name, value)| {
                    format!("<tr class=row><th>{name}</th><td>{value} {n}</td></tr>")
                })
                .collect();
        let row = |k: usize| {
            format!(
                "<tr class=row><td>{}{n}{k}</td><td>{k} {}</td><td>{n}.{k}</td></tr>",
                word(k),
                word(n + k)
            )
        };
        let options: String = (0..2 + n % 3).map(row).collect();
        let section = |k: usize, rows: &str| {
            format!(
                "<div class=level><p>About {} {n}{k}.</p><table class=inline>{rows}</table></div>",
                word(n + k)
            )
        };
        let head = "<tr class=row><th>Option</th><th>Type</th><th>Preset</th></tr>";
        let mut sections: Vec<String> =
            (0..1 + n % 3).map(|k| section(k, &format!("{head}{options}"))).collect();
        sections.insert(n % 2, section(7, &facts));
        format!("<h1>Tool {n}</h1><div>{}</div>", sections.concat())
    });
    for (n, record) in records.iter().enumerate() {
        let text = record.to_string();
        let mut wanted = json!({
            "Author": format!("{} {n}", word(n)),
            "Version": format!("{} {n}", word(n + 3)),
        });
        if n % 3 != 0 {
            wanted["Licence"] = json!(format!("{} {n}", word(n + 5)));
        }
        assert!(text.contains(&wanted.to_string()), "{record:#}");
        let row = json!({
            "option": format!("{}{n}1", word(1)),
            "preset": format!("{n}.1"),
            "type": format!("1 {}", word(n + 1)),
        });
        assert!(text.contains(&row.to_string()), "{record:#}");
    }
}

#[test]
fn the_first_row_and_the_last_are_rows() {
    let records = records(|n| {
        let count = 2 + usize::from(n.is_multiple_of(4));
        let row = |i: usize| {
            let end = match i {
                0 => " views-row-first",
                i if i + 1 == count => " views-row-last",
                _ => "",
            };
            let look = ["odd", "even"][i % 2];
            let k = n * 10 + i;
            format!(
                "<tr class='{look}{end}'><td class='field-title'><a href='/talk/{k}'>{} on {k}</a>\
                 </td><td class='field-room'>Room {}</td></tr>",
                word(k),
                k % 4
            )
        };
        let rows: String = (0..count).map(row).collect();
        format!("<h1>{} {n}</h1><table><tbody>{rows}</tbody></table>", word(n))
    });
    for (n, record) in records.iter().enumerate() {
        let rows = list(record);
        assert_eq!(rows.len(), 2 + usize::from(n.is_multiple_of(4)), "{record:#}");
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row["url"], json!(format!("/talk/{}", n * 10 + i)), "{record:#}");
        }
    }
}

#[test]
fn items_of_two_rows_in_stripes_are_one_list() {
    let post = |k: usize| format!("{}{}er", word(k), word(k / 8));
    let snippet = |k: usize| format!("{}ing with {}ed {}", post(k), word(k / 3), word(k / 5));
    let records = records(|n| {
        let row = |i: usize| {
            let (look, k) = (["odd", "even"][i % 2], n * 10 + i);
            format!(
                "<tr class='{look}'><td class='post'><a href='/job/{k}'>{}</a></td>\
                 <td class='place'>{}</td></tr>\
                 <tr class='{look}'><td class='snippet' colspan='2'>{}</td></tr>",
                post(k),
                word(k / 2),
                snippet(k)
            )
        };
        let rows: String = (0..4 + n % 3).map(row).collect();
        format!("<h1>{} {n}</h1><table class='jobs'>{rows}</table>", word(n))
    });
    for (n, record) in records.iter().enumerate() {
        let jobs = list(record);
        assert_eq!(jobs.len(), 4 + n % 3, "{record:#}");
        for (i, job) in jobs.iter().enumerate() {
            let k = n * 10 + i;
            let texts: Vec<&Value> = job.as_object().unwrap().values().collect();
            for text in [post(k), word(k / 2).to_owned(), snippet(k)] {
                assert!(texts.contains(&&json!(text)), "{text}: {record:#}");
            }
        }
    }
}

#[test]
fn questions_with_answers_are_not_striped_rows() {
    let records = records(|n| {
        let items: String = (0..2 + n % 3)
            .map(|i| {
                let k = n * 10 + i;
                format!(
                    "<div class='question'><p>Why {} {k}?</p></div>\
                     <div class='answer'><p>Since {} {k}.</p></div>",
                    word(k),
                    word(k + 3)
                )
            })
            .collect();
        format!("<h1>Help {n}</h1>{items}")
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(list(record).len(), 2 + n % 3, "{record:#}");
    }
}

#[test]
fn a_label_in_the_plural_is_the_same_label() {
    let records = records(|n| {
        let people: Vec<String> = (0..1 + usize::from(n.is_multiple_of(4)))
            .map(|i| format!("<a href='/p/{n}{i}'>{} {}</a>", word(n + i), word(n + i + 2)))
            .collect();
        let plural = if people.len() > 1 { "s" } else { "" };
        format!(
            "<h1>Film {n}</h1><div class='credit'><h4>Director{plural}:</h4> {}</div>",
            people.join(", ")
        )
    });
    for (n, record) in records.iter().enumerate() {
        let names = record["directors"].as_array().map_or(0, Vec::len);
        assert_eq!(names, 1 + usize::from(n.is_multiple_of(4)), "{record:#}");
        assert!(!record.to_string().contains("Director"), "{record:#}");
    }
}

#[test]
fn blocks_of_two_structures_are_not_told_apart_by_words_in_their_values() {
    let records = records(|n| {
        let binding = ["Paperback", "Hardcover"][n % 2];
        let stock = ["In stock today", "Usually ships soon"][n / 2 % 2];
        format!(
            "<div class='buying'><h1>{} {n} <span>[{binding}]</span></h1>\
             <span><a href='/a/{n}'>{}{n}</a> (Author)</span></div>\
             <div class='buying'><b>{stock}</b></div>",
            word(n),
            word(n + 3)
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["author"], json!(format!("{}{n}", word(n + 3))), "{record:#}");
    }
}

#[test]
fn labels_with_numbers_are_labels() {
    let records = records(|n| {
        let edition = if n.is_multiple_of(2) { "<li>Edition: New</li>" } else { "" };
        format!(
            "<h1>{} {n}</h1><ul><li>ISBN-13: 97812345{n:05}</li><li>ISBN: 12345{n:05}</li>{edition}</ul>",
            word(n)
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["isbn_13"], json!(format!("97812345{n:05}")), "{record:#}");
        assert_eq!(record["isbn"], json!(format!("12345{n:05}")), "{record:#}");
    }
}

#[test]
fn a_menu_beside_the_content_is_no_name_of_it() {
    let records = records(|n| {
        format!(
            "<table><tr><td><a href='/a'>Films</a><br><a href='/b'>Books</a></td>\
             <td><b class='t'>{} {n}</b><br><b>Author:</b> {} Lee<br><b>Pages:</b> {}<br></td></tr></table>",
            word(n),
            word(n + 3),
            90 + n
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert!(!record.to_string().contains("Films"), "{record:#}");
        assert!(record.to_string().contains(&format!(r#""Pages":"{}""#, 90 + n)), "{record:#}");
    }
}

#[test]
fn plain_words_that_come_and_go_are_a_list() {
    let words = |n: usize| {
        let mut words = vec![["Public", "Private"][n % 2], "4-year", "Coed"];
        if !n.is_multiple_of(5) {
            words.push("Accredited");
        }
        words
    };
    let records = records(|n| {
        let items: String = words(n).iter().map(|word| format!("<li>{word}</li>")).collect();
        format!("<h1>College {n} of {}</h1><h3>Type of school</h3><ul>{items}</ul>", word(n))
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(list(record), words(n).into_iter().map(|word| json!(word)).collect::<Vec<_>>());
    }
}

#[test]
fn a_title_that_also_names_the_author_has_one_title() {
    let records = records(|n| {
        let (title, author) = (format!("The {} {n}", word(n)), format!("{} Ann{n}", word(n + 4)));
        format!(
            "<title>{title} (No. {n}): {author}: Books</title><div class='menu'>Fiction</div>\
             <h1><span>{title}</span></h1><p>by <a href='/a/{n}'>{author}</a></p>"
        )
    });
    for (n, record) in records.iter().enumerate() {
        assert_eq!(record["title"], json!(format!("The {} {n}", word(n))), "{record:#}");
    }
}
