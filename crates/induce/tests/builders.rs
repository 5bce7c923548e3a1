//! Pages that builders of pages make of sections and blocks, in ever other orders.

mod pages;
mod said;

use pages::records;
use said::{says, squeeze, words};
use serde_json::{Value, json};

/// A block of a builder.
fn block(inside: &str) -> String {
    format!("<div class=bx-block><div class=''><div class=bx-inner>{inside}</div></div></div>")
}

/// A section of a builder: its bare box is around what holds the blocks.
fn section(blocks: &[String]) -> String {
    format!(
        "<section class=bx-section><div><div class=bx-grid>{}</div></div></section>",
        blocks.concat()
    )
}

fn title(n: usize) -> String {
    format!("{} for all", ["Throwing", "Glazing", "Firing", "Carving", "Turning"][n % 5])
        + &format!(" {n}")
}

/// What a course says, paragraph by paragraph.
fn text(n: usize) -> Vec<String> {
    (0..2 + n % 3).map(|k| words(n * 5 + k, 24)).collect()
}

/// A course: its first section has the title, before or behind a picture; what follows comes and goes.
fn course(n: usize) -> String {
    let picture = block(&format!("<figure><img src=/img/{n}.jpg></figure>"));
    let head = block(&format!("<h1>{}</h1>", title(n)));
    let price = block(&format!("<h3>{}.00 EUR</h3>", 40 + n * 3));
    let first = match n % 2 {
        0 => [picture.clone(), head, price],
        _ => [head, picture.clone(), price],
    };
    let paragraphs: String = text(n).iter().map(|text| format!("<p>{text}</p>")).collect();
    let about = section(&[block(&paragraphs)]);
    let listed: String = (0..2 + n % 4).map(|k| format!("<li>{}</li>", words(n + k, 2))).collect();
    let included = match n % 3 {
        0 => String::new(),
        _ => section(&[block(&format!("<h2>Included</h2><ul>{listed}</ul>"))]),
    };
    let mut last = vec![block(&format!("<p>{}</p>", words(n * 11, 9)))];
    match n % 4 {
        0 => {}
        _ => last.push(picture),
    }
    let parts = match n % 2 {
        0 => [included, section(&last), about],
        _ => [about, included, section(&last)],
    };
    format!(
        "<head><title>{} - Pots</title></head><body><main>{}{}</main>",
        title(n),
        section(&first),
        parts.concat()
    )
}

#[test]
fn what_a_page_is_called_is_in_no_item() {
    for (n, record) in records(course).iter().enumerate() {
        assert_eq!(record["title"], json!(title(n)), "{record:#}");
        assert_eq!(record["price"], json!(format!("{}.00 EUR", 40 + n * 3)), "{record:#}");
        let said = squeeze(&record.to_string().replace("\\n", " "));
        assert!(text(n).iter().all(|text| said.contains(text.as_str())), "{record:#}");
    }
}

/// A thread whose first post has what the thread is called.
fn thread(n: usize) -> String {
    let post = |k: usize| {
        let head = if k == 0 { format!("<h1>{}</h1>", title(n)) } else { String::new() };
        format!(
            "<div class=post>{head}<b class=author>Ann {}</b><i class=day>{} May 2024</i><p class=said>{}</p></div>",
            words(n * 5 + k, 0),
            1 + (n * 3 + k) % 28,
            words(n * 7 + k, 12)
        )
    };
    let posts: String = (0..1 + n * 5 % 7).map(post).collect();
    format!("<body><main>{posts}</main>")
}

#[test]
fn posts_stay_items_although_the_first_has_the_title() {
    for (n, record) in records(thread).iter().enumerate() {
        let has_posts = |value: &Value| {
            let items = value.as_array().filter(|items| items.len() == 1 + n * 5 % 7);
            items.is_some_and(|items| {
                let is_post = |(k, item): (usize, &Value)| says(item, &words(n * 7 + k, 12));
                items.iter().enumerate().all(is_post)
            })
        };
        let fields = record.as_object().unwrap_or_else(|| panic!("{record:#}"));
        assert!(fields.values().any(has_posts), "{record:#}");
    }
}
