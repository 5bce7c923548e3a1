//! What the themes of blogs do: one fact in two forms, headings between items, side columns that
//! only some pages fill.

mod site;

use serde_json::Value as Json;
use site::{record_of, word, wrappers};
use sitewrap_tree::Document;
use sitewrap_wrapper::{Compiled, View};

fn url(n: usize) -> String {
    format!("http://a.test/p/{n}")
}

fn records(page: &dyn Fn(usize) -> String) -> Vec<Json> {
    let pages: Vec<(String, String, usize)> = (0..24).map(|n| (url(n), page(n), 0)).collect();
    wrappers(&pages).1
}

fn day(n: usize) -> (usize, usize, usize) {
    (2020 + n % 4, n * 5 % 12 + 1, n * 7 % 28 + 1)
}

#[test]
fn a_date_is_told_once_for_machines_and_once_for_readers() {
    let page = |n: usize| {
        let (year, month, date) = day(n);
        format!(
            "<h1>{0}</h1><p class=meta><time datetime='{year}-{month:02}-{date:02}T0{1}:30:00Z' \
             title='On {date}.{month}.{year} at {1}:30'>{date}.{month}.{year}</time></p><aside><b \
             class=day>{month:02}-{date:02}</b></aside><p>{2}</p>",
            word(n),
            n % 9,
            word(n + 50)
        )
    };
    let record = &records(&page)[7];
    assert_eq!(record["date"], "2023-12-22T07:30:00Z", "{record}");
    let told = record.as_object().expect("a record").values();
    assert_eq!(record["date_text"], "22.12.2023", "{record}");
    assert_eq!(told.filter(|value| value.to_string().contains("22")).count(), 2, "{record}");
}

#[test]
fn a_day_that_is_another_on_some_pages_stays() {
    let page = |n: usize| {
        let (year, month, date) = day(n);
        let later = if n.is_multiple_of(3) { date + 1 } else { date };
        format!(
            "<h1>{}</h1><div class=one><time datetime='{year}-{month:02}-{date:02}T08:30:00Z'>{date}.{month}.{year}</time></div>\
             <section class=two><i>{year}-{month:02}-{later:02}</i></section>",
            word(n)
        )
    };
    let record = &records(&page)[6];
    let dates = record.as_object().expect("a record").values();
    let dates = dates.filter(|value| value.as_str().is_some_and(|text| text.starts_with("2022-")));
    assert_eq!(dates.count(), 2, "{record}");
}

#[test]
fn a_title_that_stands_here_in_one_heading_and_there_in_another_is_one_field() {
    let page = |n: usize| {
        let title = word(n);
        let heading = if n.is_multiple_of(3) {
            format!("<img src='/i/{n}.png'><h1 class=on-picture>{title}</h1>")
        } else {
            format!("<h1 class='plain large'>{title}</h1>")
        };
        format!(
            "<div class=head>{heading}</div><p>{}</p><footer><b class=notice>{title}</b><i class=number>K{n}</i></footer>",
            word(n + 30)
        )
    };
    let records = records(&page);
    for (n, record) in records.iter().enumerate() {
        let values = record.as_object().expect("a record").values();
        let telling = values.filter(|value| value.to_string().contains(&word(n)));
        assert_eq!(telling.count(), 1, "{record}");
    }
}

#[test]
fn the_sign_of_tags_is_no_part_of_them() {
    let page = |n: usize| {
        let tags: String = (0..n % 4 + 1)
            .map(|i| format!("<a rel=tag href='/tags/{0}/'>#{0}</a> ", word((n + i) % 9)))
            .collect();
        format!("<h1>{}</h1><div class=tags>{tags}</div>", word(n + 40))
    };
    let record = &records(&page)[6];
    let tags = record["tags"].as_array().expect("tags");
    assert_eq!(tags[0]["tag"], word(6), "{record}");
}

/// Nodes that the template of the pages asks for and a page lacks.
fn missing(pages: &[(String, String, usize)]) -> Vec<(String, Vec<String>)> {
    let (set, _) = wrappers(pages);
    let compiled = Compiled::new(&set.wrappers[0].template);
    let lacks = |(url, html, kind): &(String, String, usize)| {
        let document = Document::parse(html.as_bytes(), None, Some(url));
        let missing = compiled.apply(&View::new(&document.tree), url).missing;
        (*kind == 0 && !missing.is_empty()).then(|| (url.clone(), missing))
    };
    pages.iter().filter_map(lacks).collect()
}

#[test]
fn headings_between_the_items_of_a_list_are_no_items() {
    let page = |n: usize| {
        let items: String = (0..6)
            .map(|i| {
                let year = match (i, n % 3) {
                    (0, _) | (3, 0) | (4, 1) => {
                        format!("<div class='entry year'>{}</div>", 2020 - i - n % 5)
                    }
                    _ => String::new(),
                };
                format!(
                    "{year}<div class=entry><a class=picture href='/p/{0}'><img src='/i/{0}.png'></a>\
                     <div class=info><i class=calendar></i><a class=title href='/p/{0}'>{1}</a></div></div>",
                    n * 10 + i,
                    word(n * 10 + i)
                )
            })
            .collect();
        format!("<h1>{}</h1><div class=entries>{items}</div>", word(n + 900))
    };
    let pages: Vec<(String, String, usize)> = (0..24).map(|n| (url(n), page(n), 0)).collect();
    assert_eq!(missing(&pages), []);
    for record in wrappers(&pages).1 {
        let lists = record.as_object().expect("a record").values().filter_map(Json::as_array);
        assert!(lists.into_iter().any(|list| list.len() == 6), "{record}");
    }
}

#[test]
fn a_side_column_that_few_pages_fill_is_asked_of_none() {
    let side = |contents: &str| {
        format!(
            "<aside class=side><div class=inner><p class=about>A site about many things, by all of us.</p>\
             <div class=contents><div class=box>{contents}</div></div><ul class=menu><li>One</li><li>Two</li></ul></div></aside>"
        )
    };
    let contents = |n: usize| match n % 6 {
        0 => format!("<ol class=toc><li><a href='#a'>{}</a></li></ol>", word(n + 70)),
        _ => String::new(),
    };
    let mut pages: Vec<(String, String, usize)> = (0..24)
        .map(|n| {
            (url(n), format!("{}<h1>{}</h1><p>{}</p>", side(&contents(n)), word(n), word(n + 9)), 0)
        })
        .collect();
    pages.extend((0..12).map(|n| {
        let items: String =
            (0..5).map(|i| format!("<li><a href='/p/{i}'>{}</a></li>", word(i + n))).collect();
        (
            format!("http://a.test/l/{n}"),
            format!("{}<h2>{}</h2><ul class=list>{items}</ul>", side(""), word(n + 300)),
            1,
        )
    }));
    assert_eq!(missing(&pages), []);
    let record = wrappers(&pages).1.swap_remove(6).to_string();
    assert!(record.contains(&word(76)), "{record}");
}

#[test]
fn words_below_values_name_the_values_above_them() {
    let page = |n: usize| {
        let (year, month, date) = day(n);
        let later = if n.is_multiple_of(3) { date + 1 } else { date };
        let stamp = |icon: &str, date: usize, word: &str| {
            format!(
                "<span class='stamp piece'><i class='fa fa-{icon}'></i> <b class=wide>{year}-{month:02}-{date:02}</b>\
                 <b class=narrow>{year}-{month:02}-{date:02}</b><b class=hint>{word}</b></span>"
            )
        };
        format!(
            "<h1>{}</h1><div class=info>{}{}</div>",
            word(n),
            stamp("pen", date, "Created"),
            stamp("wrench", later, "Updated")
        )
    };
    let record = &records(&page)[6];
    assert_eq!(record["modified"], "2022-07-16", "{record}");
    assert_ne!(record["date"], record["modified"], "{record}");
}

#[test]
fn who_says_a_comment_is_its_author() {
    let page = |n: usize| {
        let comments: String = (0..n % 4 + 1)
            .map(|i| {
                format!(
                    "<li class=comment><div class=head><img class='avatar photo' src='/faces/{0}.png'>\
                     <b class=fn>{0}</b> <span>says:</span></div><a href='#c{n}{i}'>\
                     <time datetime='2024-01-{1:02}T1{i}:00:00Z'>then</time></a>\
                     <div class=comment-content><p>{2}</p></div>\
                     <a class=answer href='/answer?to={n}{i}' aria-label='Reply to {0}'>Reply</a></li>",
                    word((n + i) % 8),
                    n % 27 + 1,
                    (0..30).map(|w| word(n * 31 + i * 7 + w)).collect::<Vec<_>>().join(" ")
                )
            })
            .collect();
        format!(
            "<h1>{}</h1><p>{}</p><h2>Comments</h2><ol class=comments>{comments}</ol>",
            word(n + 60),
            word(n + 90)
        )
    };
    let record = &records(&page)[6];
    let comment = &record["comments"][0];
    assert_eq!(comment["author"], word(6), "{record}");
    assert_eq!(comment["avatar"], format!("/faces/{}.png", word(6)), "{record}");
    assert!(!comment.to_string().contains("Reply to"), "who said it is told once: {comment}");
}

/// Lists of links to articles under the addresses, and articles.
fn types_of(lists: &[String]) -> Vec<String> {
    let list = |n: usize| {
        let items: String = (0..5 + n % 3)
            .map(|i| {
                let at = (n * 3 + i) % 24;
                format!(
                    "<div class=entry><h2><a href='/p/{at}'>{}</a></h2><p class=says>{}</p></div>",
                    word(at),
                    word(at + 200)
                )
            })
            .collect();
        format!("<h1>{}</h1><div class=entries>{items}</div>", word(n + 500))
    };
    let article = |n: usize| {
        let text =
            |from: usize| (0..40).map(|w| word(n * 17 + from + w)).collect::<Vec<_>>().join(" ");
        format!(
            "<h1>{}</h1><time datetime='2024-03-0{}'>then</time><article class=text><p>{}.</p><p>{}.</p></article>",
            word(n),
            n % 9 + 1,
            text(0),
            text(50)
        )
    };
    let mut pages: Vec<(String, String, usize)> =
        (0..24).map(|n| (url(n), article(n), 0)).collect();
    pages.extend(
        lists.iter().enumerate().map(|(n, path)| (format!("http://a.test{path}"), list(n), 1)),
    );
    let types = wrappers(&pages).0.wrappers;
    types.into_iter().map(|wrapper| wrapper.page_type).collect()
}

#[test]
fn lists_from_one_template_are_not_called_by_what_most_of_them_are() {
    let by = |word: &str, count: usize| {
        (0..count).map(|n| format!("/{word}/{}/", self::word(n))).collect::<Vec<_>>()
    };
    let mixed = [by("tags", 7), by("categories", 3), by("authors", 2)].concat();
    assert_eq!(types_of(&mixed), ["article", "article_list"]);
    assert_eq!(types_of(&by("tags", 12)), ["article", "tag"]);
}

#[test]
fn the_first_page_and_those_that_go_on_from_it_are_the_home_of_a_site() {
    let mut pages = vec!["/".to_owned()];
    pages.extend((2..12).map(|n| format!("/page/{n}/")));
    assert_eq!(types_of(&pages), ["article", "home"]);
}

#[test]
fn a_day_in_the_title_of_an_abbreviation_is_a_day_for_machines() {
    let page = |n: usize| {
        let (year, month, date) = day(n);
        format!(
            "<h1>{}</h1><p class=info><abbr class=published title='{year}-{month:02}-{date:02}T08:00:00Z'>\
             {date}/{month}/{year}</abbr></p>",
            word(n)
        )
    };
    let record = &records(&page)[6];
    assert_eq!(record["date"], "2022-07-15T08:00:00Z", "{record}");
    assert_eq!(record["date_text"], "15/7/2022", "{record}");
}

#[test]
fn texts_of_a_list_that_are_cut_short_are_excerpts() {
    let page = |n: usize| {
        let items: String = (0..4 + n % 3)
            .map(|i| {
                let text = (0..30).map(|w| word(n * 31 + i * 7 + w)).collect::<Vec<_>>().join(" ");
                format!(
                    "<div class=post><h2><a href='/p/{n}{i}'>{}</a></h2>\
                     <div class=post-content><p>{text}</p><p>{} …</p></div></div>",
                    word(n * 5 + i),
                    word(n + i)
                )
            })
            .collect();
        format!("<h1>{}</h1><div class=posts>{items}</div>", word(n + 500))
    };
    let record = &records(&page)[6];
    let post = &record["posts"][0];
    assert!(post["excerpt"].as_str().is_some_and(|text| text.ends_with('…')), "{record}");
    assert!(post.get("body").is_none(), "{record}");
}

#[test]
fn pages_that_list_what_a_site_has_are_overviews() {
    let several = ["/tags/", "/categories/", "/authors/"].map(str::to_owned);
    assert_eq!(types_of(&several), ["article", "overview"]);
}

#[test]
fn the_main_heading_names_no_list() {
    let list = |n: usize| {
        let items: String = (0..6)
            .map(|i| {
                let at = (n * 3 + i) % 24;
                format!("<div class=row><h2><a href='/p/{at}'>{}</a></h2></div>", word(at))
            })
            .collect();
        format!("<h1>Salt and Timber</h1><div class=rows>{items}</div>")
    };
    let article = |n: usize| {
        let text = (0..60).map(|w| word(n * 17 + w)).collect::<Vec<_>>().join(" ");
        format!(
            "<h1>{}</h1><time datetime='2024-03-0{}'>then</time><p>{text}.</p>",
            word(n),
            n % 9 + 1
        )
    };
    let mut pages: Vec<(String, String, usize)> =
        (0..24).map(|n| (url(n), article(n), 0)).collect();
    pages.extend((2..12).map(|n| (format!("http://a.test/page/{n}/"), list(n), 1)));
    let record = wrappers(&pages).1.pop().expect("a record a page");
    assert!(record["articles"].is_array(), "{record}");
}

#[test]
fn the_heading_of_a_navigation_names_nothing_behind_it() {
    let record = record_of(|n| {
        let facts: String = ["Artist", "Format", "Genre"]
            .into_iter()
            .enumerate()
            .map(|(i, name)| format!("<tr><th>{name}</th><td>{}</td></tr>", word(n * 3 + i)))
            .collect();
        format!(
            "<main><nav id=nav-single><h3 class=assistive-text>Post navigation</h3><span class=nav-previous><a href=/{0} \
             rel=prev>Previous</a></span><span class=nav-next><a href=/{1} rel=next>Next</a></span></nav><article><h1>{2}\
             </h1><table><tbody>{facts}</tbody></table></article></main>",
            word(n + 80),
            word(n + 81),
            word(n + 300)
        )
    });
    let names: Vec<&String> = record.as_object().expect("a record").keys().collect();
    assert!(!names.iter().any(|name| name.contains("navigation")), "{record}");
    assert!(
        record.as_object().is_some_and(|all| all.values().any(|v| v["Format"] == word(22))),
        "{record}"
    );
}
