//! Items of lists and their pages as one record: what a user would miss.

use proptest::prelude::*;
use sitewrap_join::{Joining, Parameters, SitePage, agreements, join};
use sitewrap_model::{Extraction, ListPage, Reason, Record, Value};

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn record<'a>(fields: impl IntoIterator<Item = (&'a str, Value)>) -> Record {
    let mut record = Record::new();
    fields.into_iter().for_each(|(name, value)| record.insert(name, value));
    record
}

fn texts<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> Record {
    record(fields.into_iter().map(|(name, value)| (name, text(value))))
}

fn page(url: &str, page_type: &str, record: Record) -> SitePage {
    let none = Extraction::without_record(url, Reason::NoWrapper);
    SitePage::new(Extraction {
        page_type: Some(page_type.to_owned()),
        wrapper: Some(page_type.to_owned()),
        satisfied: true,
        fit: 1.0,
        record: Some(record),
        reason: None,
        ..none
    })
}

fn list(url: &str, page_type: &str, items: Vec<Record>) -> SitePage {
    let items = Value::List(items.into_iter().map(Value::Record).collect());
    page(url, page_type, record([("heading", text(url)), ("items", items)]))
}

fn resolve(_: &str, address: &str) -> Option<String> {
    Some(address.to_owned())
}

fn joined(pages: Vec<SitePage>) -> Joining {
    join(pages, &resolve, &Parameters::default())
}

fn find<'j>(joining: &'j Joining, url: &str) -> &'j Extraction {
    let mut of = joining.entities.iter().filter(|entity| entity.url == url);
    let found = of.next().unwrap_or_else(|| panic!("{url}"));
    assert!(of.next().is_none(), "{url} comes once");
    found
}

/// A name of two words that no other number has.
fn name(n: usize) -> String {
    format!("Item{n} of{}", n * 7)
}

fn product(n: usize, price: &str) -> SitePage {
    let name = name(n);
    let fields = [("title", &*name), ("price", price), ("stock", "In stock (3 available)")];
    page(&format!("/p/{n}"), "product", texts(fields))
}

fn item(n: usize, price: &str) -> Record {
    let (name, url) = (name(n), format!("/p/{n}"));
    let teaser = format!("a teaser of {n}");
    texts([
        ("name", &*name),
        ("url", &*url),
        ("price", price),
        ("stock", "In stock"),
        ("teaser", &*teaser),
    ])
}

fn shop() -> Vec<SitePage> {
    let mut pages: Vec<SitePage> = (0..6).map(|n| product(n, &format!("£{n}.50"))).collect();
    pages.push(list("/c/1", "category", (0..4).map(|n| item(n, &format!("£{n}.50"))).collect()));
    let mut second: Vec<Record> = (3..7).map(|n| item(n, &format!("£{n}.50"))).collect();
    second[1] = item(4, "£9.99");
    pages.push(list("/c/2", "category", second));
    pages
}

#[test]
fn a_page_has_what_only_lists_say_and_where_they_differ() {
    let joining = joined(shop());
    let third = find(&joining, "/p/3");
    let joined = third.joined.as_ref().unwrap();
    assert_eq!(joined.from, ["/c/1", "/c/2"]);
    assert_eq!(joined.added, ["teaser"]);
    assert!(joined.detail && joined.differs.is_empty(), "{joined:?}");
    let record = third.record.as_ref().unwrap();
    let names: Vec<&str> = record.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["title", "price", "stock", "teaser"], "the item's name is the page's title");

    let fourth = find(&joining, "/p/4");
    let differs = &fourth.joined.as_ref().unwrap().differs;
    assert_eq!(differs, &record_of("price", vec![text("£9.99")]));
    assert_eq!(fourth.record.as_ref().unwrap().get("price"), Some(&text("£4.50")), "the page wins");
}

fn record_of(name: &str, values: Vec<Value>) -> Record {
    record([(name, Value::List(values))])
}

#[test]
fn what_only_lists_have_comes_out_in_the_names_of_pages_and_says_so() {
    let joining = joined(shop());
    let sixth = find(&joining, "/p/6");
    let expected = texts([
        ("title", &*name(6)),
        ("price", "£6.50"),
        ("stock", "In stock"),
        ("teaser", "a teaser of 6"),
    ]);
    assert_eq!(sixth.record, Some(expected));
    assert_eq!(sixth.page_type.as_deref(), Some("product"));
    assert!(!sixth.satisfied && sixth.reason == Some(Reason::NotStored));
    assert!(!sixth.joined.as_ref().unwrap().detail);
    assert_eq!(joining.entities.last().unwrap().url, "/p/6");
}

/// Comments lead to who wrote them, and name them; that makes them no profiles.
#[test]
fn a_comment_is_not_the_profile_of_who_wrote_it() {
    let member = |n: usize| page(&format!("/u/{n}"), "member", texts([("title", &*name(n))]));
    let mut pages: Vec<SitePage> = (0..5).map(member).collect();
    for story in 0..5 {
        let comment = |n: usize| {
            let (who, says) = (name(n), format!("On {story} I say {} and {n}", story * n + n));
            let (url, day) = (format!("/u/{n}"), format!("{} May", story * 5 + n));
            texts([("author", &*who), ("url", &*url), ("text", &*says), ("date", &*day)])
        };
        pages.push(list(&format!("/s/{story}"), "story", (0..4).map(comment).collect()));
    }
    let joining = joined(pages.clone());
    assert_eq!(joining.lists, []);
    let untouched: Vec<Extraction> = pages.into_iter().map(|page| page.extraction).collect();
    assert_eq!(joining.entities, untouched);
}

/// Menus lead to pages of the site, and nothing in them is said by these.
#[test]
fn a_list_in_which_nothing_agrees_is_left_alone() {
    let mut pages: Vec<SitePage> = (0..6).map(|n| product(n, "£1")).collect();
    let icon = |n: usize| texts([("url", &*format!("/p/{n}")), ("icon", &*format!("glyph-{n}"))]);
    pages.push(list("/menu", "home", (0..6).map(icon).collect()));
    assert_eq!(joined(pages).lists, []);
}

#[test]
fn pages_of_one_list_are_one_list() {
    let mut pages = shop();
    for (at, number) in [(6, 1), (7, 2)] {
        pages[at].series = Some(ListPage { first: "/c/1".into(), number });
    }
    let joining = joined(pages);
    assert!(joining.entities.iter().all(|entity| entity.url != "/c/2"));
    let whole = find(&joining, "/c/1");
    let Some(Value::List(items)) = whole.record.as_ref().unwrap().get("items") else {
        panic!("a list")
    };
    assert_eq!(items.len(), 7, "four and four, one of them on both pages");
    assert_eq!(whole.joined.as_ref().unwrap().pages, ["/c/2"]);
    let third = find(&joining, "/p/3").joined.as_ref().unwrap();
    assert_eq!(third.from, ["/c/1", "/c/2"]);
}

/// What a crawl did not see: the second page has the first one's address and a parameter more. A
/// variant of a product has that too, and no list that goes on.
#[test]
fn pages_of_a_list_are_known_by_their_addresses() {
    let mut pages = shop();
    let mut renamed = |at: usize, url: &str| pages[at].extraction.url = url.to_owned();
    renamed(7, "/c/1?page=2");
    let mut variant = product(2, "£3.50");
    variant.extraction.url = "/p/2?size=3".to_owned();
    pages.push(variant);
    let mut third = list("/c/1?page=3", "category", vec![item(9, "£9")]);
    third.extraction.page_type = Some("other".to_owned());
    pages.push(third);
    let joining = joined(pages);
    assert_eq!(find(&joining, "/c/1").joined.as_ref().unwrap().pages, ["/c/1?page=2"]);
    assert!(find(&joining, "/p/2?size=3").joined.is_none());
    assert!(find(&joining, "/c/1?page=3").joined.is_none(), "a page of another type");
}

#[test]
fn pages_that_say_the_same_are_one_thing() {
    let mut pages = shop();
    let mut duplicate = product(2, "£2.50");
    duplicate.extraction.url = "/p/2?ref=home".to_owned();
    duplicate.duplicate_of = Some("/p/2".to_owned());
    pages.push(duplicate);
    let joining = joined(pages);
    assert_eq!(find(&joining, "/p/2").joined.as_ref().unwrap().pages, ["/p/2?ref=home"]);
    assert!(joining.entities.iter().all(|entity| entity.url != "/p/2?ref=home"));

    // The shorter address counts, whichever was fetched first; and lists go on behind it.
    let mut pages = shop();
    let mut renamed = |at: usize, url: &str| pages[at].extraction.url = url.to_owned();
    renamed(6, "/c/1?sort=name");
    renamed(7, "/c/1?page=2");
    let mut plain = pages[6].clone();
    plain.extraction.url = "/c/1".to_owned();
    plain.duplicate_of = Some("/c/1?sort=name".to_owned());
    pages.push(plain);
    let joining = joined(pages);
    let whole = find(&joining, "/c/1").joined.as_ref().unwrap();
    assert_eq!(whole.pages, ["/c/1?sort=name", "/c/1?page=2"]);
}

#[test]
fn sides_that_disagree_by_system_are_told() {
    let mut pages: Vec<SitePage> = (0..20).map(|n| product(n, &format!("£{n}.50"))).collect();
    let wrong = |n: usize| item(n, &if n < 12 { format!("£{n}.50") } else { "£0".to_owned() });
    pages.push(list("/c/1", "category", (0..20).map(wrong).collect()));
    let (joining, parameters) = (joined(pages), Parameters::default());
    let told: Vec<&str> = joining.lists[0]
        .fields
        .iter()
        .filter(|pair| pair.is_systematic(&parameters))
        .map(|pair| &*pair.item)
        .collect();
    assert_eq!(told, ["price"]);
    let shares = agreements(&joining.lists, &parameters);
    // 20 + 12 + 20 of 60.
    let share = 52.0 / 60.0;
    assert_eq!(shares, [("category".to_owned(), share), ("product".to_owned(), share)]);
}

#[test]
fn nothing_and_one_page_are_what_they_are() {
    assert!(joined(Vec::new()).entities.is_empty());
    let one = product(1, "£1");
    assert_eq!(joined(vec![one.clone()]).entities, [one.extraction]);
    // A page whose list leads to itself.
    let own = list("/c/1", "category", vec![texts([("name", "/c/1"), ("url", "/c/1")]); 5]);
    assert_eq!(joined(vec![own.clone()]).entities, [own.extraction]);
}

/// Records of few names, with items that may lead anywhere.
fn pages() -> impl Strategy<Value = Vec<SitePage>> {
    let word =
        || prop::sample::select(vec!["a", "b", "a b", "12", "/p/1", "/p/2", "/p/9", "…", ""]);
    let names = || prop::sample::select(vec!["title", "url", "x", "m.k"]);
    let fields = move || prop::collection::vec((names(), word()), 0..4).prop_map(texts);
    let items = prop::collection::vec(fields(), 0..6);
    let series = prop::option::of((0_usize..6, 0_u32..4));
    let kinds = (any::<bool>(), any::<bool>());
    let one = (fields(), items, series, prop::option::of(0_usize..6), kinds);
    prop::collection::vec(one, 0..8).prop_map(|pages| {
        let pages = pages.into_iter().enumerate();
        pages
            .map(|(n, (mut record, items, series, duplicate, (kind, query)))| {
                let items = items.into_iter().map(Value::Record).collect();
                record.insert("items", Value::List(items));
                let kind = if kind { "one" } else { "two" };
                let url =
                    [format!("/p/{n}"), format!("/p/{}?n={n}", n % 2)][usize::from(query)].clone();
                let mut page = page(&url, kind, record);
                page.series = series.map(|(first, number)| ListPage {
                    first: format!("/p/{first}").into(),
                    number,
                });
                page.duplicate_of = duplicate
                    .filter(|duplicate| *duplicate != n)
                    .map(|duplicate| format!("/p/{duplicate}"));
                page
            })
            .collect()
    })
}

proptest! {
    /// Whatever lists say: each page is told once, by itself or as a part of another, what a page says
    /// stays, and the same comes of the same.
    #[test]
    fn pages_keep_what_they_say(pages in pages()) {
        let joining = joined(pages.clone());
        let again = joined(pages.clone());
        prop_assert_eq!(&joining.entities, &again.entities);
        let mut told: Vec<&str> = Vec::new();
        for entity in &joining.entities {
            told.push(&entity.url);
            told.extend(entity.joined.iter().flat_map(|joined| joined.pages.iter().map(|url| &**url)));
        }
        told.sort_unstable();
        let count = told.len();
        told.dedup();
        prop_assert_eq!(told.len(), count, "nothing comes twice");
        for page in &pages {
            prop_assert!(told.contains(&&*page.extraction.url));
        }
        for entity in &joining.entities {
            let Some(page) = pages.iter().find(|page| page.extraction.url == entity.url) else {
                continue;
            };
            let (own, now) = (page.extraction.record.as_ref(), entity.record.as_ref());
            for (name, value) in own.into_iter().flat_map(Record::iter) {
                let now = now.and_then(|now| now.get(name));
                match (value, now) {
                    (Value::List(own), Some(Value::List(now))) => prop_assert!(now.starts_with(own)),
                    (own, now) => prop_assert_eq!(Some(own), now),
                }
            }
        }
    }
}

#[test]
fn the_way_to_a_page_is_no_list_of_things() {
    let part = |n: usize| {
        let name = if n == 0 { "All products".to_owned() } else { name(n) };
        page(&format!("/c/{n}"), "category", texts([("title", &*name)]))
    };
    let product = |n: usize| {
        let of = 1 + n % 5;
        let (part, url) = (name(of), format!("/c/{of}"));
        let step = |name: &str, url: &str| texts([("breadcrumb", name), ("url", url)]);
        let way = [step("Home", "/c/0"), step(&part, &url)].map(Value::Record).to_vec();
        let title = format!("Thing{n}");
        let fields = [("title", text(&title)), ("breadcrumbs", Value::List(way))];
        page(&format!("/p/{n}"), "product", record(fields))
    };
    let joining = joined((0..6).map(part).chain((0..30).map(product)).collect());
    assert_eq!(joining.lists, []);
    assert_eq!(joining.entities.len(), 36);
}
