//! What induction tells of the quality of its wrappers, and which fields it takes for the core of a
//! record. Each test is a small site written here.

mod site;

use serde_json::Value as Json;
use site::{word, wrappers};
use sitewrap_tree::Document;
use sitewrap_wrapper::edit::{Change, Edits};
use sitewrap_wrapper::{Extractor, Fields, Quality, Sign, WrapperSet};

/// Sections of the site, to which a menu leads.
const SECTIONS: usize = 10;

fn name(n: usize) -> String {
    format!("{} {} lamp", word(n * 31 + 5), word(n * 17 + 2))
}

/// A menu without the link to the page's own section.
fn menu(own: usize) -> String {
    let links = (0..SECTIONS).filter(|section| *section != own);
    let links = links.map(|n| format!("<li><a href=/section/{n}>{}</a>", word(n * 7 + 1)));
    format!("<ul class=nav>{}</ul>", links.collect::<String>())
}

fn words(from: usize) -> String {
    (0..12).map(|at| word(from + at * at * 5)).collect::<Vec<_>>().join(" ")
}

/// A product with what shops put around it: a basket, a share link, a description of the picture.
fn product(n: usize) -> String {
    let (name, section) = (name(n), n % SECTIONS);
    format!(
        "<title>{name} | Shop</title><body>{}<h1>{name}</h1>\
         <img class=photo src=/pictures/{n}.jpg alt='Photo of our {name}'>\
         <p class=price>£{}.50</p><a class=buy href=/cart/add/{n}>Buy</a>\
         <a class=tell href='https://share.example/s?url=https://shop.test/product/{n}'>Tell</a>\
         <div class=about><p>{}<p>{}</div>",
        menu(section),
        n * 3 + 7,
        words(n * 13 + 9),
        words(n * 29 + 3)
    )
}

fn article(n: usize) -> String {
    let words: Vec<String> = (0..30).map(|at| word(n * 41 + at * 3)).collect();
    format!(
        "<title>{} | Shop</title><body>{}<article><h1>{}</h1><time>2024-03-{:02}</time>\
         <div class=text><p>{}<p>{}</div></article>",
        words[..3].join(" "),
        menu(SECTIONS),
        words[..3].join(" "),
        n + 1,
        words[..20].join(" "),
        words[10..].join(" ")
    )
}

fn shop() -> Vec<(String, String, usize)> {
    let products = (0..20).map(|n| (format!("https://shop.test/product/{n}"), product(n), 0));
    let articles = (0..14).map(|n| (format!("https://shop.test/story/{n}"), article(n), 1));
    products.chain(articles).collect()
}

/// The record of a product by the fields that are asked for, as text.
fn record(set: &WrapperSet, fields: Fields, n: usize) -> String {
    let set = set.clone().with_fields(fields);
    let url = format!("https://shop.test/product/{n}");
    let page = Document::parse(product(n).as_bytes(), None, Some(&url));
    let found = Extractor::new(&set).extract(&url, &page.tree);
    serde_json::to_value(found.record).unwrap_or(Json::Null).to_string()
}

#[test]
fn records_of_core_fields_lack_menus_controls_and_copies() {
    let (set, _) = wrappers(&shop());
    let (core, all) = (record(&set, Fields::Core, 4), record(&set, Fields::All, 4));
    for value in ["£19.50", &name(4), "/pictures/4.jpg", &words(4 * 13 + 9)] {
        assert!(core.contains(value) && all.contains(value), "{value} in {core}");
    }
    for value in ["/cart/add/4", "Photo of our"] {
        assert!(!core.contains(value), "{value} in {core}");
    }
    assert!(!core.contains("/section/"), "{core}");
    assert!(all.contains("/cart/add/4"), "all fields have everything that varies: {all}");
}

/// Whether any text of a record says something.
fn says(record: &Json, text: &str) -> bool {
    record.to_string().contains(text)
}

#[test]
fn how_each_star_of_a_rating_looks_and_what_buttons_say_is_no_core() {
    let page = |n: usize| {
        let star = |at: usize| {
            let look = if at < n % 5 + 1 { "lit" } else { "dull" };
            format!("<span class='star star-{look}'></span>")
        };
        let stars: String = (0..5).map(star).collect();
        let score = format!("<p class=score aria-label='{} of 5 stars'>{stars}</p>", n % 5 + 1);
        let more = format!("<p><button class=more>One more {}</button></p>", words(n * 5 + 2));
        let told = format!("<p class=told><button><h3>On {}</h3></button></p>", words(n * 3 + 1));
        product(n) + &score + &more + &told
    };
    let pages = (0..20).map(|n| (format!("https://shop.test/product/{n}"), page(n), 0));
    let (set, _) = wrappers(&pages.collect::<Vec<_>>());
    let record = |fields: Fields| {
        let set = set.clone().with_fields(fields);
        let url = "https://shop.test/product/7";
        let parsed = Document::parse(page(7).as_bytes(), None, Some(url));
        let found = Extractor::new(&set).extract(url, &parsed.tree);
        serde_json::to_value(found.record).unwrap_or(Json::Null)
    };
    let core = record(Fields::Core);
    assert!(says(&core, "3 of 5 stars") && says(&core, "On "), "{core:#}");
    for extra in ["star-lit", "One more"] {
        assert!(!says(&core, extra), "{core:#}");
        assert!(says(&record(Fields::All), extra), "{extra}");
    }
}

#[test]
fn data_that_state_the_links_of_a_menu_make_them_no_core() {
    // The menu stands elsewhere on a few pages, so that it is no boilerplate there.
    let form = |n: usize| {
        let link = |n: usize| {
            let name = word(n * 7 + 1);
            format!(
                r#"{{"@type": "Thing", "name": "{name}", "url": "https://shop.test/section/{n}"}}"#
            )
        };
        let links = (0..SECTIONS).filter(|section| *section != n).map(link).collect::<Vec<_>>();
        format!(
            r#"<script type="application/ld+json">[{}]</script><body><header class=top><div>{}</div></header>
            <h1>{}</h1><form><label>{}</label><input></form>"#,
            links.join(", "),
            menu(n),
            word(n + 90),
            word(n + 70)
        )
    };
    let forms = (0..4).map(|n| (format!("https://shop.test/form/{n}"), form(n), 2));
    let pages: Vec<(String, String, usize)> = shop().into_iter().chain(forms).collect();
    let (set, _) = wrappers(&pages);
    let record = |fields: Fields| {
        let set = set.clone().with_fields(fields);
        let page = Document::parse(form(2).as_bytes(), None, Some("https://shop.test/form/2"));
        let found = Extractor::new(&set).extract("https://shop.test/form/2", &page.tree);
        serde_json::to_value(found.record).unwrap_or(Json::Null).to_string()
    };
    let (core, all) = (record(Fields::Core), record(Fields::All));
    assert!(!core.contains("/section/") && !core.contains(&word(8)), "{core}");
    assert!(all.contains("/section/") && core.contains(&word(92)), "{all}");
}

/// A product with others like it, each in a link; behind them links to the pages of the reviews.
fn product_with_others(n: usize) -> String {
    let others: String = (1..4)
        .map(|at| (n * at + 5) % 40)
        .map(|other| {
            format!("<li><a href=/product/{other}><b>{}</b><i>£{other}.20</i></a>", name(other))
        })
        .collect();
    let reviews: String =
        (2..5).map(|at| format!("<td><a href='/product/{n}?page={at}'>Reviews {at}</a>")).collect();
    format!(
        "<title>{0}</title><body><h1>{0}</h1><p>£{n}.50</p><ul class=like>{others}</ul>\
         <table><tr>{reviews}</table>",
        name(n)
    )
}

#[test]
fn items_keep_the_links_to_other_pages_of_the_type_that_they_name() {
    let pages = |n: usize| (format!("https://shop.test/product/{n}"), product_with_others(n), 0);
    let (_, records) = wrappers(&(0..30).map(pages).collect::<Vec<_>>());
    for (n, record) in records.iter().enumerate() {
        let core = record.to_string();
        assert!(core.contains(&format!("/product/{}\"", (n + 5) % 40)), "{core}");
        assert!(!core.contains("?page=3"), "{core}");
    }
}

#[test]
fn a_field_that_a_person_keeps_is_core() {
    let (set, _) = wrappers(&shop());
    let product = &set.wrappers[0];
    let places = product.template.field_places();
    let extra = places.iter().find(|place| {
        place.path.len() == 1 && place.field().extra.is_some() && place.field().filled.seen == 20
    });
    let field = extra.expect("a field that is no core").dotted();
    assert!(!record(&set, Fields::Core, 3).contains(&format!("\"{field}\"")));
    let keep = [Change::Keep { field: field.clone() }];
    let edits = Edits::default().change(&set, &product.name, &keep).expect("it is there");
    let edited = edits.apply(set).wrappers;
    assert!(record(&edited, Fields::Core, 3).contains(&format!("\"{field}\"")));
}

#[test]
fn quality_is_told_of_fields_wrappers_and_sites() {
    let (set, _) = wrappers(&shop());
    for wrapper in &set.wrappers {
        let quality = wrapper.quality.as_ref().expect("a quality");
        assert!(quality.score > 0.5, "{}: {quality:?}", wrapper.name);
        let held_out = quality.signs.get(&Sign::HeldOut);
        assert_eq!(held_out.is_some(), wrapper.pages >= 3, "two pages teach nothing of each other");
        assert!(held_out.is_none_or(|share| *share > 0.9), "{quality:?}");
        assert!(!quality.reasons().is_empty());
        for place in wrapper.template.field_places() {
            let score = place.field().quality.as_ref().map(|quality| quality.score);
            assert!(score.is_none_or(|score| (0.0..=1.0).contains(&score)), "{}", place.dotted());
        }
    }
    assert!(set.quality().is_some_and(|quality| quality > 0.5));
}

#[test]
fn a_field_of_a_list_that_nothing_names_is_told_less_good_than_one_of_a_named_list() {
    let page = |n: usize, class: &str| {
        let item = |at: usize| {
            let name = word(n * 11 + at * 5);
            format!(
                "<div {class}><b class=title>{name}</b><i class=color>{}</i></div>",
                word(at * 3 + n)
            )
        };
        let items: String = (0..3 + n % 4).map(item).collect();
        format!("<body><h1>{}</h1><div>{items}</div>", name(n))
    };
    let told = |class: &str| {
        let pages = (0..12).map(|n| (format!("https://shop.test/p/{n}"), page(n, class), 0));
        let (set, _) = wrappers(&pages.collect::<Vec<_>>());
        let places = set.wrappers[0].template.field_places();
        let color = places.iter().find(|place| place.field().name == "color").expect("a color");
        color.field().quality.clone().expect("a quality").score
    };
    assert!(told("class=lamp") > told(""), "{} {}", told("class=lamp"), told(""));
}

/// The same shop with every word and tag of the products' middles shuffled by page: nothing that a
/// template of some of them finds holds for the others.
fn disorder() -> Vec<(String, String, usize)> {
    let mut pages = shop();
    for (n, (_, html, _)) in pages.iter_mut().enumerate().take(20) {
        let tags = ["p", "div", "section", "span", "li", "h3", "td", "b"];
        let blocks = (0..6).map(|at| {
            let (outer, inner) = (tags[(n * 3 + at * 5) % 8], tags[(n * 7 + at * 3) % 8]);
            format!("<{outer}><{inner}>{}</{inner}></{outer}>", words(n * 19 + at * 23))
        });
        *html = format!("<title>{}</title><body>{}", word(n * 3), blocks.collect::<String>());
    }
    pages
}

#[test]
fn pages_without_order_make_a_wrapper_of_less_quality() {
    let quality = |pages: &[(String, String, usize)]| {
        let (set, _) = wrappers(pages);
        let product = set.wrappers.iter().find(|wrapper| wrapper.pages == 20);
        product.and_then(|wrapper| wrapper.quality.as_ref()).map(|quality| quality.score)
    };
    let (order, disorder) = (quality(&shop()), quality(&disorder()));
    let is_less = order.zip(disorder).is_some_and(|(good, bad)| bad < 0.9 * good);
    assert!(is_less, "{order:?} {disorder:?}");
}

#[test]
fn a_page_of_a_bad_wrapper_is_not_satisfied() {
    let (mut set, _) = wrappers(&shop());
    let url = "https://shop.test/product/5";
    let page = Document::parse(product(5).as_bytes(), None, Some(url));
    let good = Extractor::new(&set).extract(url, &page.tree);
    assert!(good.satisfied && good.fit > 0.9, "{good:?}");
    for wrapper in &mut set.wrappers {
        wrapper.quality = Some(Quality { score: 0.1, ..Quality::default() });
    }
    let bad = Extractor::new(&set).extract(url, &page.tree);
    assert!(!bad.satisfied && bad.fit < 0.5 * good.fit, "{bad:?}");
    assert!(bad.reason.is_some_and(|reason| reason.to_string().contains("quality 0.10")));
    // Wrappers of releases that did not tell their quality are taken at their word.
    set.wrappers.iter_mut().for_each(|wrapper| wrapper.quality = None);
    assert!(Extractor::new(&set).extract(url, &page.tree).satisfied);
}

#[test]
fn a_link_that_skips_to_the_content_is_no_core_whatever_address_an_archive_gives_it() {
    let page = |n: usize| {
        format!(
            "<html><head><link rel=canonical href='/node/{n}.html'></head><body><p><a class=skip \
             href='/node/{n}.html#content'>Skip to content</a></p><h1>Lamp {n}</h1>\
             <p>Made in {} by hand.</p></body></html>",
            1900 + n * 7 % 90
        )
    };
    let pages: Vec<(String, String, usize)> =
        (0..24).map(|n| (format!("http://a.test/lamps/lamp-{n}/"), page(n), 0)).collect();
    let core = wrappers(&pages).0.with_fields(Fields::Core);
    let (url, html, _) = &pages[3];
    let document = Document::parse(html.as_bytes(), None, Some(url));
    let record = Extractor::new(&core).extract(url, &document.tree).record;
    let record = serde_json::to_value(record).expect("a record");
    assert_eq!(record["title"], "Lamp 3", "{record:#}");
    assert!(!record.to_string().contains("#content"), "{record:#}");
}

#[test]
fn a_list_of_nothing_but_looks_is_no_core() {
    let page = |n: usize| {
        let point = |at: usize| if at <= n % 5 { "full" } else { "blank" };
        let points: String =
            (0..5).map(|at| format!("<b class='point point-{}'></b>", point(at))).collect();
        format!("<body><h1>{}</h1><p>Made in {}.</p><div>{points}</div>", name(n), 1900 + n)
    };
    let pages: Vec<(String, String, usize)> =
        (0..24).map(|n| (format!("https://a.test/lamps/{n}"), page(n), 0)).collect();
    let (set, _) = wrappers(&pages);
    let record = |fields: Fields| {
        let set = set.clone().with_fields(fields);
        let (url, html, _) = &pages[3];
        let document = Document::parse(html.as_bytes(), None, Some(url));
        format!("{:?}", Extractor::new(&set).extract(url, &document.tree).record)
    };
    assert!(record(Fields::All).contains("point-full"), "{}", record(Fields::All));
    assert!(!record(Fields::Core).contains("point-full"), "{}", record(Fields::Core));
}
