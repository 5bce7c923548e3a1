//! Well-known things have one name on sites of all languages, by their words or without any.

mod site;

use serde_json::Value as Json;
use site::{word, wrappers};

/// An article with words of a language: those before the author and the day, and those of the links
/// to the articles beside it and like it.
fn article(n: usize, [author, updated, next, related]: [&str; 4]) -> String {
    let like: String = (0..3 + n % 3)
        .map(|at| format!("<li><a href='/a/{0}'>{1}</a></li>", n * 7 + at, word(n * 7 + at)))
        .collect();
    format!(
        "<h2 class=q1>{0}</h2><p class=q2>{author} <span>{1} {2}</span></p>\
         <p class=q3>{updated}: {3}.05.2021</p><section><p>{4}.</p><p>{5}.</p></section>\
         <a class=q4 href='/a/{n}x'><span>{next}</span><b>{1}</b></a><h4>{related}</h4><ul>{like}</ul>",
        word(n),
        word(n * 3 + 1),
        word(n * 5 + 2),
        n % 28 + 1,
        (0..20).map(|i| word(n * 13 + i)).collect::<Vec<_>>().join(" "),
        (0..16).map(|i| word(n * 17 + i)).collect::<Vec<_>>().join(" "),
    )
}

fn record_of(words: [&str; 4]) -> Json {
    let pages: Vec<(String, String, usize)> =
        (0..24).map(|n| (format!("http://a.test/a/{n}"), article(n, words), 0)).collect();
    wrappers(&pages).1.swap_remove(7)
}

#[test]
fn words_of_many_languages_give_the_same_names() {
    for words in [
        ["Author:", "Last updated", "Next", "See also"],
        ["Kirjoittaja:", "Päivitetty", "Seuraava", "Katso myös"],
        ["بقلم:", "آخر تحديث", "التالي", "شاهد أيضاً"],
        ["Автор:", "Обновлено", "Следующая", "Читайте также"],
        ["作者：", "更新时间", "下一篇", "相关文章"],
    ] {
        let record = record_of(words);
        assert_eq!(record["title"], word(7), "{record}");
        assert_eq!(record["author"], format!("{} {}", word(22), word(37)), "{record}");
        assert!(record["modified"].as_str().is_some_and(|day| day.contains("2021")), "{record}");
        assert_eq!(record["next_url"], "/a/7x", "{record}");
        let lists = record.as_object().expect("a record").iter();
        let mut related = lists.filter(|(name, _)| name.starts_with("related"));
        assert!(related.any(|(_, list)| list[0]["title"] == word(49)), "{record}");
    }
}

#[test]
fn the_address_of_a_page_tells_its_title() {
    let page = |n: usize| {
        format!(
            "<div class=q1>{} {}</div><b class=q2>{}</b><section class=q3>{} {}</section>",
            word(n * 3 + 5),
            word(n),
            word(n),
            word(n * 5 + 9),
            word(n * 7 + 2)
        )
    };
    let pages: Vec<(String, String, usize)> = (0..24)
        .map(|n| (format!("http://a.test/x/{}.html", word(n).to_lowercase()), page(n), 0))
        .collect();
    assert_eq!(wrappers(&pages).1[7]["title"], word(7));
}

#[test]
fn a_number_behind_a_word_for_by_is_nobody() {
    let page = |n: usize| {
        let title = word(n);
        let range =
            format!("Treffer <b>{}</b> - <b>{}</b> von <b>{}</b>", n + 1, n + 20, n * 37 + 90);
        format!("<h1>{title}</h1><p>{range}</p><p>{} {}</p>", word(n * 3 + 1), word(n * 5 + 2))
    };
    let pages: Vec<(String, String, usize)> =
        (0..24).map(|n| (format!("http://a.test/a/{n}"), page(n), 0)).collect();
    for record in wrappers(&pages).1 {
        assert!(record.get("author").is_none(), "{record}");
    }
}
