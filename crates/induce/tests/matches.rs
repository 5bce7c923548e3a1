//! Matches of a league: teams that play on every page, results, the grounds where they are played.

mod site;

use serde_json::{Value as Json, json};
use site::{record_of, word};

/// The two teams of a match: of twelve, each plays once a page at least.
fn teams(page: usize, of: usize) -> [String; 2] {
    [word((of * 2 + page) % 12 + 40), word((of * 2 + 1 + page) % 12 + 40)]
}

fn score(page: usize, of: usize) -> String {
    format!("{} - {}", (page * 3 + of) % 5, (page + of * 2) % 4)
}

fn items(record: &Json) -> &Vec<Json> {
    record.as_object().and_then(|fields| fields.values().find_map(Json::as_array)).expect("a list")
}

#[test]
fn teams_that_play_on_every_page_are_values_of_its_matches() {
    let record = record_of(|n| {
        let row = |of: usize| {
            let [home, away] = teams(n, of);
            format!(
                "<tr><td class=day>{}</td><td><a href='/team/{home}'>{home}</a></td><td class=sc><a \
                 href='/match/{n}-{of}'>{}</a></td><td><a href='/team/{away}'>{away}</a></td></tr>",
                of + 1,
                score(n, of)
            )
        };
        let rows: String = (0..12).map(row).collect();
        format!("<h1>{}</h1><table class=results>{rows}</table>", word(n))
    });
    let rows = items(&record);
    assert_eq!(rows.len(), 12, "{record}");
    for (of, row) in rows.iter().enumerate() {
        let row = row.to_string();
        assert!(teams(7, of).iter().all(|team| row.contains(&format!("\"{team}\""))), "{row}");
    }
}

#[test]
fn rows_below_a_row_that_heads_them_are_its_items() {
    let day = |n: usize, of: usize| format!("Saturday {} May {}", of * 7 + 1, 2000 + n);
    let rows_of = |n: usize, of: usize| 2 + (n + of) % 3;
    let record = record_of(|n| {
        let row = |of: usize| {
            let [home, away] = teams(n, of);
            format!(
                "<tr class=r><td>{home}</td><td class=sc>{}</td><td>{away}</td></tr>",
                score(n, of)
            )
        };
        let days = (0..3).map(|of| {
            let rows: String = (0..rows_of(n, of)).map(|k| row(of * 4 + k)).collect();
            format!("<tr class=date><td colspan=3>{}</td></tr>{rows}", day(n, of))
        });
        format!("<h1>{}</h1><table>{}</table>", word(n), days.collect::<String>())
    });
    let days = items(&record);
    assert_eq!(days.len(), 3, "{record}");
    for (of, item) in days.iter().enumerate() {
        assert!(item.to_string().contains(&day(7, of)), "{item}");
        let rows = item.as_object().and_then(|day| day.values().find_map(Json::as_array));
        assert_eq!(rows.map(Vec::len), Some(rows_of(7, of)), "{item}");
    }
}

#[test]
fn two_counts_with_a_dash_between_are_a_score_and_no_rating() {
    let record = record_of(|n| {
        let goal = |of: usize| {
            format!(
                "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
                of * 9 + 3,
                word(n * 7 + of),
                score(n, of)
            )
        };
        let goals: String = (0..4).map(goal).collect();
        format!(
            "<h1>{}</h1><b>{}</b><table><tr><th>Min</th><th>Player</th><th>Score</th></tr>{goals}</table>",
            word(n),
            score(n, 1)
        )
    });
    assert_eq!(record["score"], score(7, 1), "{record}");
    assert_eq!(items(&record)[2]["score"], score(7, 2), "{record}");
}

#[test]
fn the_lines_of_an_address_are_one_value() {
    let record = record_of(|n| {
        format!(
            "<h1>{}</h1><div class=address><b>Address</b><br>{} Road {n}<br>{}<br>WV{n} 4ER</div>",
            word(n),
            word(n + 9),
            word(n * 3 + 2)
        )
    });
    let address = record["address"].as_str().unwrap_or_default();
    for line in [format!("{} Road 7", word(16)), word(23), "WV7 4ER".to_owned()] {
        assert!(address.contains(&line), "{record}");
    }
}

#[test]
fn an_amount_whose_class_says_currency_is_a_price() {
    let record = record_of(|n| {
        format!(
            "<h1>{}</h1><span class=currency-value>{n}.50 €</span><p>{}</p>",
            word(n),
            word(n + 5)
        )
    });
    assert_eq!(record["price"], "7.50 €", "{record}");
}

#[test]
fn labels_with_pictures_for_values_are_names_of_a_map_all_the_same() {
    let facts = |n: usize| -> Vec<(&str, String)> {
        let all =
            [("Year", 1990 + n), ("Rooms", n % 7 + 1), ("Mileage", n * 311), ("Seats", n % 5)];
        let of = all.into_iter().skip(n % 2).take(2);
        of.map(|(name, value)| (name, value.to_string())).collect()
    };
    let record = record_of(|n| {
        let fact = |(name, value): (&str, String)| {
            format!("<div class=meta><strong>{name}:</strong> {value}</div>")
        };
        let facts: String = facts(n).into_iter().map(fact).collect();
        format!(
            "<h1>{}</h1><div class=list>{facts}<div class=meta><strong>Insured:</strong> <img src='/t{}.png' \
             alt=''></div></div>",
            word(n),
            n % 2
        )
    });
    let map = record.as_object().and_then(|fields| fields.values().find(|value| value.is_object()));
    let map = map.unwrap_or_else(|| panic!("no map: {record}"));
    for (name, value) in facts(7) {
        assert_eq!(map[name], json!(value), "{record}");
    }
}
