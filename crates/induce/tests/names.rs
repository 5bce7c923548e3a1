//! Names of fields, each kind of evidence on pages written here.

mod site;

use serde_json::Value as Json;
use site::{record_of, word, wrappers};

#[test]
fn json_ld_with_equal_values_names_fields_whatever_their_classes() {
    let record = record_of(|n| {
        format!(
            "<title>{0} | Shop</title><script type='application/ld+json'>{{\"@type\": \"Product\", \
             \"sku\": \"K{n}\", \"brand\": {{\"name\": \"{1}\"}}, \"offers\": {{\"price\": \
             \"{n}.50\"}}}}</script><h2 class=q1>{0}</h2><div class=q2><b>{1}</b></div><section class=q3><i>K{n}</i></section>\
             <span class=q4>{n},50</span>",
            word(n),
            word(n * 31 + 5)
        )
    });
    assert_eq!(record["title"], word(7));
    assert_eq!(record["brand"], word(7 * 31 + 5));
    assert_eq!(record["sku"], "K7");
    assert_eq!(record["price"], "7,50");
}

#[test]
fn running_text_that_begins_as_the_description_is_the_body_of_an_article() {
    let text = |n: usize, words: usize| {
        (0..words).map(|i| word(n * 13 + i * 5)).collect::<Vec<_>>().join(" ")
    };
    let page = |kind: &str, n: usize| {
        format!(
            "<title>{0} | Site</title><script type='application/ld+json'>{{\"@type\": \"{kind}\", \
             \"description\": \"{1}\"}}</script><h1>{0}</h1><div class=q1><p>{1}, {2}.</p>\
             <p>{2}, <em>{0}</em> {3}.</p><p>{3}.</p></div>",
            word(n),
            text(n, 12),
            text(n + 40, 14),
            text(n + 80, 20)
        )
    };
    let of_article = record_of(|n| page("BlogPosting", n));
    assert!(of_article["body"].as_str().is_some_and(|body| body.starts_with(&text(7, 12))));
    let of_product = record_of(|n| page("Product", n));
    assert_eq!(of_product["description"], of_article["body"]);
    // Of a page of which only its parts are stated, nobody knows that it is a thing.
    let of_page = record_of(|n| page("AggregateRating", n));
    assert_eq!(of_page["body"], of_article["body"]);
}

#[test]
fn labels_of_many_languages_name_what_follows() {
    let record = record_of(|n| {
        format!(
            "<h1>{0}</h1><p class=q1>Hersteller: {1}</p><div class=q2>Größe: {n} Zoll</div>\
             <section class=q3>价格： {3} 元</section><footer>Aktualisiert am {2}.05.2021</footer>",
            word(n),
            word(n + 99),
            n % 20 + 1,
            n * 7 + 300
        )
    });
    for (name, value) in [("manufacturer", word(106)), ("size", "7".to_owned())] {
        assert_eq!(record[name], value, "{name} in {record}");
    }
    assert!(record["modified"].is_string(), "{record}");
    assert!(record["price"].as_str().is_some_and(|price| price.contains("349")), "{record}");
}

#[test]
fn utility_and_generated_classes_name_nothing() {
    let record = record_of(|n| {
        format!(
            "<div class='flex mb-3'><span class='text-lg mb-3 css-1x2y3z'>{}</span></div>\
             <div class='flex mt-2'><span class='ProductCard_vendor__x9Yz1 mb-3'>{}</span></div>",
            word(n),
            word(n + 50)
        )
    });
    assert_eq!(record["vendor"], word(57), "{record}");
    let says = |name: &str| record.as_object().is_some_and(|record| record.contains_key(name));
    assert!(!says("tracking_widest") && !says("um"), "{record}");
}

#[test]
fn a_list_is_named_for_what_it_holds_and_its_words_for_it() {
    let record = record_of(|n| {
        let tags: String = (0..2 + n % 3)
            .map(|i| format!("<a rel=tag href='/tag/{0}'>{0}</a> ", word(n * 3 + i)))
            .collect();
        format!("<h1>{}</h1><div class=post-tags>{tags}</div>", word(n))
    });
    assert_eq!(record["tags"][0]["tag"], word(21), "{record}");
    assert!(record["tags"][0]["url"].is_string(), "{record}");
}

#[test]
fn headers_of_columns_name_what_stands_below_them() {
    let record = record_of(|n| {
        let row = |at: usize| {
            let of = n * 5 + at;
            format!(
                "<tr><td>{}</td><td>{} Bq</td><td>{}</td></tr>",
                word(of),
                of * 3 + 1,
                word(of + 99)
            )
        };
        let rows: String = (0..3 + n % 3).map(row).collect();
        format!(
            "<h1>{}</h1><table><thead><tr><th>Isotope</th><th>Activity</th><th>Quarry</th></tr>\
             </thead><tbody>{rows}</tbody></table>",
            word(n * 13)
        )
    });
    let list = record.as_object().and_then(|record| record.values().find_map(Json::as_array));
    let first = &list.expect("a list")[0];
    assert_eq!(first["isotope"], word(7 * 5), "{record}");
    assert_eq!(first["activity"], (7 * 5 * 3 + 1).to_string(), "without the unit");
    assert_eq!(first["quarry"], word(7 * 5 + 99), "{record}");
}

#[test]
fn addresses_that_links_lead_to_name_lists_and_values() {
    let record = record_of(|n| {
        let link = |at: usize| format!("<a href='/categories/{0}/'>{0}</a> ", word(n * 3 + at));
        let links: String = (0..2 + n % 3).map(link).collect();
        format!(
            "<h1>{}</h1><div class=x1>{links}</div><p><a href='/authors/{1}.html'>{1}</a></p>\
             <a href='/cart?add={n}'>Add to cart</a>",
            word(n * 13),
            word(n % 9 + 400)
        )
    });
    assert_eq!(record["categories"][0]["category"], word(21), "{record}");
    assert_eq!(record["author"], word(407));
    assert_eq!(record["add_to_cart_url"], "/cart?add=7");
}

#[test]
fn links_that_lead_down_to_the_page_are_breadcrumbs_whatever_stands_before_them() {
    let pages: Vec<(String, String, usize)> = (0..16)
        .map(|n| {
            let ways = ["/std/", "/std/io/", "/std/io/net/"];
            let steps = &ways[..1 + n % 3];
            let links: String =
                steps.iter().map(|way| format!("<a href='{way}index.html'>{way}</a>::")).collect();
            let near: String =
                (1..4).map(|k| format!("<a href='S{}.html'>x</a> ", n + k)).collect();
            let html = format!("<h1>Struct {links}<b>{}</b></h1><p class=x2>{near}</p>", word(n));
            (format!("http://site.test{}S{n}.html", ways[n % 3]), html, 0)
        })
        .collect();
    let (_, records) = wrappers(&pages);
    assert_eq!(records[5]["breadcrumbs"][2]["url"], "/std/io/net/index.html", "{}", records[5]);
}

#[test]
fn the_ways_of_one_tree_are_breadcrumbs_whatever_their_addresses_are() {
    let record = record_of(|n| {
        let (part, board) = (n % 2, n % 6);
        let way: String = [
            "<a href='/index.php'>Home</a>".to_owned(),
            format!("<a href='/view.php?part={part}'>{}</a>", word(part + 50)),
            format!("<a href='/view.php?board={board}'>{}</a>", word(board + 70)),
        ]
        .join(" <i class=angle></i> ");
        let near: String = (1..4)
            .map(|k| format!("<li><a href='/view.php?board={}'>{}</a></li>", (n + k) % 6, word(k)))
            .collect();
        format!("<div class=x1>{way}</div><h1>{}</h1><ul class=x2>{near}</ul>", word(n * 13))
    });
    assert_eq!(record["breadcrumbs"][2]["breadcrumb"], word(71), "{record}");
}

#[test]
fn a_day_that_leads_to_pages_of_a_type_is_a_date() {
    let days =
        |n: usize| (format!("/2024/03/{:02}/", n % 4 + 1), format!("March {}, 2024", n % 4 + 1));
    let mut pages: Vec<(String, String, usize)> = (0..24)
        .map(|n| {
            let (url, day) = days(n);
            let html = format!("<h1>{}</h1><a class=q1 href='{url}'>{day}</a>", word(n * 13));
            (format!("http://a.test/post/{n}"), html, 0)
        })
        .collect();
    pages.extend((0..4).map(|n| {
        let html = format!("<h2>Of {}</h2><ul><li>{}</li></ul>", word(n), word(n + 40));
        (format!("http://a.test{}", days(n).0), html, 1)
    }));
    let (_, records) = wrappers(&pages);
    assert_eq!(records[5]["date"], "March 2, 2024", "{}", records[5]);
}

#[test]
fn what_class_words_call_a_price_is_none_without_an_amount() {
    let record = record_of(|n| {
        let length = format!("{} Nights / {} Days", n % 5 + 2, n % 5 + 3);
        format!("<h1>{}</h1><div class=tour_price>{length}</div>", word(n * 13))
    });
    assert!(record.get("price").is_none(), "{record}");
}

#[test]
fn who_a_citation_names_in_an_item_is_its_author_with_a_link_and_without() {
    let record = record_of(|n| {
        let said: String = (0..2 + n % 3)
            .map(|i| {
                let (k, name) = (n * 9 + i, word(n * 9 + i));
                let name = match k % 3 {
                    0 => name,
                    _ => format!("<a href='http://{name}.test/'>{name}</a>"),
                };
                let text: Vec<String> = (0..20).map(|i| word(k * 31 + i)).collect();
                format!(
                    "<li><cite class=q1>{name}</cite> <i>{} May 2024</i><p>{}</p></li>",
                    k % 28 + 1,
                    text.join(" ")
                )
            })
            .collect();
        format!("<h1>{}</h1><ol class=comments>{said}</ol>", word(n * 13))
    });
    assert_eq!(record["comments"][0]["author"], word(63), "{record}");
}

#[test]
fn fields_without_evidence_get_no_numbers() {
    let (set, _) = wrappers(
        &(0..12)
            .map(|n| {
                let texts: String = (0..4)
                    .map(|at| format!("<div><p>{}</p><hr></div>", word(n * 4 + at * 60)))
                    .collect();
                (format!("http://a.test/{n}"), format!("<h1>{}</h1>{texts}", word(n)), 0)
            })
            .collect::<Vec<_>>(),
    );
    let places = set.wrappers[0].template.field_places();
    for place in places {
        let name = &place.field().name;
        assert!(!name.ends_with(|c: char| c.is_ascii_digit()), "{name}");
    }
}

#[test]
fn years_lengths_of_time_and_short_counts_name_values_without_words() {
    let record = record_of(|n| {
        format!(
            "<h1>{}</h1><ul><li class=q1>{}</li></ul><p class=q2>{}h {}m</p>\
             <em class='vote--voteCount'>({}K)</em>",
            word(n),
            1960 + n * 2,
            n % 3 + 1,
            n * 7 % 60,
            n * 13 + 2
        )
    });
    assert_eq!(record["year"], "1974", "{record}");
    assert_eq!(record["duration"], "2h 49m", "{record}");
    assert_eq!(record["vote_count"], "93K", "{record}");
}

#[test]
fn a_number_of_things_is_a_count_without_the_word_that_follows_from_it() {
    let record = record_of(|n| {
        let count = n % 5 + 1;
        format!(
            "<h1>{}</h1><p><a href='/p/{n}/reviews'>{count} customer {}</a></p><p>{}</p>",
            word(n),
            if count == 1 { "review" } else { "reviews" },
            word(n + 40)
        )
    });
    assert_eq!(record["review_count"], "3", "{record}");
    assert_eq!(record["reviews_url"], "/p/7/reviews", "{record}");
    let has =
        |part: &str| record.as_object().is_some_and(|all| all.keys().any(|k| k.contains(part)));
    assert!(!has("part") && !has("count_text"), "{record}");
}

#[test]
fn class_words_that_follow_from_the_text_are_no_field() {
    let record = record_of(|n| {
        let (class, text) = [("yes", "In stock"), ("no", "Sold out"), ("soon", "Back soon")][n % 3];
        format!("<h1>{}</h1><p class='stock stock-{class}'>{text}</p>", word(n))
    });
    assert_eq!(record["availability"], "Sold out", "{record}");
    assert_eq!(record.as_object().map(serde_json::Map::len), Some(2), "{record}");
}

#[test]
fn what_a_job_pays_is_its_salary() {
    let pages: Vec<(String, String, usize)> = (0..24)
        .map(|n| {
            let html = format!(
                "<h1>{}</h1><p class=q1>£{},000 a year</p><p>{}</p>",
                word(n),
                n + 20,
                word(n + 40)
            );
            (format!("http://a.test/jobs/{n}"), html, 0)
        })
        .collect();
    let (set, records) = wrappers(&pages);
    assert_eq!(set.wrappers[0].page_type, "job");
    assert!(
        records[7]["salary"].as_str().is_some_and(|pay| pay.contains("27,000")),
        "{}",
        records[7]
    );
}

#[test]
fn the_genre_of_an_article_is_its_category() {
    let record = record_of(|n| {
        let text =
            |from: usize| (0..14).map(|i| word(n * 31 + from + i)).collect::<Vec<_>>().join(" ");
        format!(
            "<h1>{}</h1><dl><dd><time datetime='2024-05-{:02}'>{} May</time></dd>\
             <dd><span itemprop=genre>{}</span></dd></dl><div><p>{}.</p><p>{}.</p></div>",
            word(n),
            n + 1,
            n + 1,
            word(n % 5 + 60),
            text(3),
            text(40)
        )
    });
    assert_eq!(record["category"], word(7 % 5 + 60), "{record:#}");
}

#[test]
fn words_of_another_language_have_no_english_plural() {
    let named = |lang: &str| {
        let record = record_of(|n| {
            let item = |m: usize| format!("<li><a href='/x/{m}'>{}</a><i>{m}</i></li>", word(m));
            let items: String = (0..n % 4 + 3).map(|i| item(n * 7 + i)).collect();
            let html = format!("<h1>{}</h1><h3>Licenze</h3><ul>{items}</ul>", word(n));
            format!("<!doctype html><html lang={lang}><body>{html}")
        });
        let names = record.as_object().into_iter().flat_map(|fields| fields.keys());
        names.filter(|name| name.starts_with("licenze")).cloned().collect::<Vec<_>>()
    };
    assert_eq!((named("it"), named("en")), (vec!["licenze".into()], vec!["licenzes".into()]));
}

#[test]
fn a_tile_is_called_by_the_words_below_its_value() {
    let record = record_of(|n| {
        format!(
            "<h1>{}</h1><div class=tiles><div class=tile><b>{}.{}</b><small>Depth</small></div>\
             <div class=tile><b>{}</b><small>Draught</small></div></div>",
            word(n),
            n % 9,
            n % 7,
            word(n * 3 + 1)
        )
    });
    assert_eq!(record["depth"], "7.0", "{record}");
    assert_eq!(record["draught"], word(7 * 3 + 1), "{record}");
}

#[test]
fn a_heading_that_counts_what_follows_names_it() {
    let record = record_of(|n| {
        let items: String =
            (0..2 + n % 4).map(|i| format!("<p><i>{}</i></p>", word(n * 5 + i))).collect();
        format!("<h1>{}</h1><h3>{} voyages</h3><div>{items}</div>", word(n), 2 + n % 4)
    });
    let names: Vec<&String> = record.as_object().expect("a record").keys().collect();
    assert!(
        names.iter().any(|name| name.starts_with("voyage") && *name != "voyage_count"),
        "{record}"
    );
}

#[test]
fn steps_of_a_scale_of_looks_name_nothing() {
    let record = record_of(|n| {
        format!(
            "<h1>{}</h1><p class=text-slate-400>{}</p><p class='text-slate-500 hull'>{}</p>",
            word(n),
            word(n * 3 + 1),
            word(n * 7 + 2)
        )
    });
    let names: Vec<&String> = record.as_object().expect("a record").keys().collect();
    assert!(!names.iter().any(|name| name.contains("slate")), "{record}");
    assert_eq!(record["hull"], word(7 * 7 + 2));
}

#[test]
fn how_long_a_text_takes_to_read_is_its_reading_time() {
    let record = record_of(|n| {
        let minutes =
            if n % 4 == 0 { "a minute".to_owned() } else { format!("{} minutes", n % 4 + 1) };
        format!(
            "<h1>{}</h1><span class=level-item>{minutes} read (About {} words)</span>",
            word(n),
            n * 31 + 90
        )
    });
    assert_eq!(record["reading_time"], "4 minutes", "{record}");
    assert_eq!(record["word_count"], "307", "{record}");
}

#[test]
fn marks_of_five_and_addresses_given_twice_are_called_by_what_they_are() {
    let record = record_of(|n| {
        let items: String = (0..3 + n % 2)
            .map(|i| {
                let (k, mark) = (n * 10 + i, format!("{}.{}0", 1 + (n + i) % 4, (n + 3 * i) % 9));
                let address = format!("/ware/{k}-lampe.html");
                format!(
                    "<article class=ware><h3 itemprop=name><a href='{address}' \
                     content='{address}'>Lampe {k}</a></h3><div class=star-rating>Bewertet mit \
                     <strong class=rating>{mark}</strong> von 5</div><span class='badge \
                     color-accent-2'>{}</span></article>",
                    ["Neu", "Rest", "Sale"][k % 3]
                )
            })
            .collect();
        format!("<h1>Lampen {n}</h1><div>{items}</div>")
    });
    let lists: Vec<&Vec<Json>> =
        record.as_object().unwrap().values().filter_map(Json::as_array).collect();
    let item = lists[0][0].as_object().unwrap();
    for name in ["title", "url", "rating", "badge"] {
        assert!(item.contains_key(name), "{name}: {record:#}");
    }
}

#[test]
fn a_post_that_is_but_a_link_is_called_by_its_title() {
    let record = record_of(|n| {
        let posts: String = (0..3 + n % 3)
            .map(|i| {
                let k = (n * 7 + i * 5) % 60 + 200;
                format!("<li><a href='/blog/{k}'>{} {}</a></li>", word(k), word(k + 1))
            })
            .collect();
        format!("<h1>{}</h1><p>{} {n}.</p><ul class=posts>{posts}</ul>", word(n), word(n + 90))
    });
    let post = record["posts"][0].as_object();
    assert!(post.is_some_and(|post| post.contains_key("title")), "{record:#}");
}

#[test]
fn arrows_tell_the_links_back_and_on_and_are_no_part_of_them() {
    let record = record_of(|n| {
        let (back, on) = (word(n + 100), word(n + 300));
        format!(
            "<p class=trail><a href=/>Home</a> &gt; <a href=/s{n}>{}</a></p>\
             <div class=nav><div class=alignleft>&laquo; <a href=/{back}>{back}</a></div>\
             <div class=alignright><a href=/{on}>{on}</a> &raquo;</div></div>\
             <h1>{}</h1><p>{} was calm on day {n} of the year, and the boats lay still.</p>\
             <p class=q1>| {}</p>",
            word(n + 500),
            word(n),
            word(n + 700),
            word(n + 900)
        )
    });
    assert_eq!((&record["previous"], &record["next"]), (&word(107).into(), &word(307).into()));
    let values: Vec<&str> = record.as_object().unwrap().values().filter_map(Json::as_str).collect();
    assert!(values.contains(&word(907).as_str()), "{record:#}");
}

#[test]
fn what_counts_is_called_by_the_words_behind_it() {
    let record = record_of(|n| {
        format!(
            "<h1>{}</h1><dl class=counts><dd class=a1>{} <dfn>Replies</dfn></dd><dd class=a2>{} <dfn>Views</dfn></dd>\
             </dl><p class=posts>{}</p>",
            word(n),
            n * 3 % 50,
            n * 7 + 100,
            n * 5 + 2
        )
    });
    assert_eq!(record["replies"], "21", "{record:#}");
    assert_eq!(record["view_count"], "149", "{record:#}");
    assert_eq!(record["posts"], "37", "{record:#}");
}
