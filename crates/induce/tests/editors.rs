//! What editors write around texts: boxes, class words, lists, and links in sentences.

mod pages;
mod said;

use pages::records;
use said::{says, squeeze, words};

#[test]
fn a_text_now_bare_and_now_in_a_box_of_paragraphs_is_one_text() {
    let body = |n: usize| {
        let (a, b) = (words(n, 20), words(n + 31, 25));
        match n % 3 {
            0 => (format!("{a}<br><br>{b}"), format!("{a} {b}")),
            1 => (format!("<div class=editor><p>{a}</p><p>{b}</p></div>"), format!("{a} {b}")),
            _ => (a.clone(), a),
        }
    };
    let page = |n: usize| {
        let who = format!("<b class=who>Member {}</b>", n % 7);
        format!("<h1>{}</h1>{who}<div class=detail>{}</div>", words(n + 3, 2), body(n).0)
    };
    for (n, record) in records(page).iter().enumerate() {
        assert!(says(record, &body(n).1), "{record:#}");
        let fields = record.as_object().into_iter().flatten();
        let field = fields.filter(|(_, value)| says(value, &body(n).1)).map(|(name, _)| name);
        assert_eq!(field.collect::<Vec<_>>(), ["body"], "{record:#}");
    }
}

/// An article in an editor's markup, and its text; `item` makes an item of the list in it.
fn article(n: usize, item: impl Fn(usize) -> (String, String)) -> (String, String) {
    let (mut html, mut text) = (String::new(), Vec::new());
    for k in 0..2 + n % 4 {
        let said = words(n * 3 + k, 14);
        html += &format!("<p class=para>{said}</p>");
        text.push(said);
    }
    if n.is_multiple_of(3) {
        let items: Vec<(String, String)> = (0..2 + n % 2).map(item).collect();
        let list: String =
            items.iter().map(|(item, _)| format!("<li class=x>{item}</li>")).collect();
        html += &format!("<ol class='steps-{n} ol'>{list}</ol>");
        text.extend(items.into_iter().map(|(_, said)| said));
    }
    (format!("<h1>{}</h1><div class=rich>{html}</div>", words(n + 3, 2)), text.join(" "))
}

#[test]
fn a_list_of_words_at_the_end_of_a_text_is_part_of_it_whatever_its_class_words() {
    let of = |n: usize| {
        article(n, |k| {
            let said = words(n * 5 + k, 6);
            (format!("<p>{said}</p>"), said)
        })
    };
    for (n, record) in records(|n| of(n).0).iter().enumerate() {
        assert!(says(record, &of(n).1), "{record:#}");
    }
}

#[test]
fn a_list_of_links_at_the_end_of_a_text_is_none_of_it() {
    let of = |n: usize| {
        article(n, |k| {
            let said = words(n * 5 + k, 2);
            (format!("<a href=/story/{n}{k}>{said}</a>"), said)
        })
    };
    for (n, record) in records(|n| of(n).0).iter().enumerate() {
        assert_eq!(says(record, &of(n).1), !n.is_multiple_of(3), "{record:#}");
    }
}

#[test]
fn what_a_link_with_a_state_of_its_own_begins_is_no_text_marked_up() {
    let page = |n: usize| {
        let row = |k: usize| {
            let id = n * 9 + k;
            let (status, kind) = (id % 5, id % 3);
            format!(
                "<tr><td class=subject><a class='issue kind-{kind} status-{status}' href=/issues/{id}>Bug {id}\
                 </a>: {}</td><td class=who>Member {}</td></tr>",
                words(id, 3),
                id % 7
            )
        };
        let rows: String = (0..2 + n % 4).map(row).collect();
        format!("<h1>Version {n}</h1><table class=issues>{rows}</table>")
    };
    for (n, record) in records(page).iter().enumerate() {
        for id in (0..2 + n % 4).map(|k| n * 9 + k) {
            assert!(says(record, &format!("Bug {id}")), "{record:#}");
            assert!(says(record, &words(id, 3)), "{record:#}");
        }
    }
}

#[test]
fn a_sentence_that_begins_with_what_it_is_about_is_one_text() {
    let lead = |n: usize| {
        let who = match n % 3 {
            0 => format!("by <a href=/p/{n}>Ann {n}</a>"),
            1 => format!(
                "from the <i>Isle of {}</i> and <a href=/p/{n}>its port</a>",
                words(n, 1).trim_end_matches('.')
            ),
            _ => format!("that <a href=/p/{n}>Bo {n}</a> found, as <i>{n}</i> others did"),
        };
        format!("<b>Ship {n}</b> is a boat {who}.")
    };
    let page = |n: usize| {
        format!(
            "<h1>Ship {n}</h1><div class=wiki><p>{}</p><table class=crew><tr><th>Crew</th><td>{n}</td></tr></table></div>",
            lead(n)
        )
    };
    for (n, record) in records(page).iter().enumerate() {
        let text: String = lead(n)
            .split('<')
            .map(|part| part.split_once('>').map_or(part, |(_, text)| text))
            .collect();
        assert!(says(record, &text), "{text} in {record:#}");
    }
}

#[test]
fn lists_below_headings_at_the_end_of_a_text_are_part_of_it() {
    let head =
        |title: String| format!("<h2><span>{title}</span> <a class=edit href=/edit>edit</a></h2>");
    let page = |n: usize| {
        let section = |k: usize| {
            let paragraphs: String = (0..1 + (n + k) % 2)
                .map(|i| format!("<p>{}</p>", words(n * 5 + k * 3 + i, 14)))
                .collect();
            head(words(n * 3 + k, 2)) + &paragraphs
        };
        let sections: String = (0..1 + n % 3).map(section).collect();
        let notes = match n % 3 {
            0 => String::new(),
            _ => {
                let list =
                    format!("<ul><li>{}</li><li>{}</li></ul>", words(n + 41, 5), words(n + 83, 6));
                head(words(n * 3 + 57, 2)) + &list
            }
        };
        let logs =
            format!("<div class=refs><ol><li>Log {n}</li><li>Book {}</li></ol></div>", n * 3);
        let refs = head(words(n * 7 + 2, 1));
        format!(
            "<h1>Ship {n}</h1><div class=wiki><p>{}</p>{sections}{notes}{refs}{logs}</div>",
            words(n + 7, 12)
        )
    };
    for (n, record) in records(page).iter().enumerate().filter(|(n, _)| n % 3 > 0) {
        let body = squeeze(record["body"].as_str().unwrap_or_default());
        for note in [words(n + 41, 5), words(n + 83, 6)] {
            assert!(body.contains(&squeeze(&note)), "{note} in {record:#}");
        }
    }
}

#[test]
fn a_paragraph_that_looks_otherwise_is_part_of_its_text() {
    let body = |n: usize| -> Vec<String> { (0..1 + n % 3).map(|k| words(n * 3 + k, 18)).collect() };
    let listed = |n: usize| {
        if n.is_multiple_of(4) { [words(n + 9, 1), words(n + 5, 1)].to_vec() } else { Vec::new() }
    };
    let page = |n: usize| {
        let look = match n % 6 {
            1 => " class=has-drop-cap",
            3 => " class=has-medium-font-size",
            _ => "",
        };
        let items: String = listed(n).iter().map(|item| format!("<li>{item}")).collect();
        let list = if items.is_empty() { items } else { format!("<ul class=list>{items}</ul>") };
        let text = body(n);
        let others: String = text[1..].iter().map(|said| format!("<p>{said}</p>")).collect();
        let text = format!("<p{look}>{}</p>{list}{others}", text[0]);
        format!("<h1>{}</h1><div class=content><h2>Body</h2>{text}</div>", words(n + 3, 2))
    };
    for (n, record) in records(page).iter().enumerate() {
        let (text, list) = (body(n), listed(n));
        let text: Vec<&str> =
            text[..1].iter().chain(&list).chain(&text[1..]).map(String::as_str).collect();
        assert_eq!(
            squeeze(record["body"].as_str().unwrap_or_default()),
            text.join(" "),
            "{record:#}"
        );
    }
}
