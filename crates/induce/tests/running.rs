//! Running text: what it is called, and its first paragraph as a summary.

mod said;

use said::words;
use serde_json::Value;
use sitewrap_induce::{Params, induce};
use sitewrap_model::Clustering;
use sitewrap_tree::Document;
use sitewrap_wrapper::{Extractor, Source, WrapperSet};

/// Pages of each type, 24 of each.
const PAGES: usize = 24;

struct Site {
    set: WrapperSet,
    records: Vec<Value>,
    documents: Vec<Document>,
    urls: Vec<String>,
}

/// Induces a site of two page types; the records are those of the first type, then of the second.
fn site(first: impl Fn(usize) -> String, second: impl Fn(usize) -> String) -> Site {
    let urls: Vec<String> = (0..2 * PAGES)
        .map(|n| match n < PAGES {
            true => format!("http://site.test/articles/{n}"),
            false => format!("http://site.test/archive/{n}"),
        })
        .collect();
    let html = |n: usize| if n < PAGES { first(n) } else { second(n - PAGES) };
    let parse = |(n, url): (usize, &String)| Document::parse(html(n).as_bytes(), None, Some(url));
    let documents: Vec<Document> = urls.iter().enumerate().map(parse).collect();
    let labels: Vec<Option<usize>> = (0..2 * PAGES).map(|n| Some(n / PAGES)).collect();
    let addresses: Vec<&str> = urls.iter().map(String::as_str).collect();
    let pages: Vec<&Document> = documents.iter().collect();
    let set = induce(&pages, &addresses, &Clustering::from_labels(&labels), &Params::default());
    let extractor = Extractor::new(&set);
    let records = pages.iter().zip(&addresses).map(|(page, url)| {
        serde_json::to_value(extractor.extract(url, &page.tree).record).unwrap_or_default()
    });
    let records = records.collect();
    Site { set, records, documents, urls }
}

fn first(n: usize) -> String {
    words(n, 14)
}

fn story(n: usize) -> String {
    let more: String =
        (1..2 + n % 4).map(|i| format!("<p>{}</p>", words(n + 40 * i, 30))).collect();
    format!("<p>{}</p>{more}", first(n))
}

fn article(n: usize, head: &str, class: &str) -> String {
    format!(
        "<html><head><title>{0}</title>{head}</head><body><main><h1>{0}</h1><p class=by>by Ann {1}</p>\
         <time datetime='2026-05-{2:02}'>May {2}</time><div class='{class}'>{3}</div></main></body></html>",
        words(n + 7, 3),
        words(n, 1),
        n % 28 + 1,
        story(n)
    )
}

fn archive(n: usize, teaser: impl Fn(usize) -> String) -> String {
    let items: String = (n % 5..n % 5 + 8)
        .map(|i| {
            format!(
                "<li><h2><a href='/articles/{i}'>{}</a></h2><div class=of>{}</div></li>",
                words(i + 7, 3),
                teaser(i)
            )
        })
        .collect();
    format!("<html><body><h1>{}</h1><ul>{items}</ul></body></html>", words(n + 99, 2))
}

fn plain_archive(n: usize) -> String {
    archive(n, |i| words(i + 200, 9))
}

#[test]
fn the_main_text_of_an_article_is_its_body_whatever_its_class_words_repeat() {
    for class in ["story__text", "rte", "article-wysiwyg", "entry"] {
        let site = site(|n| article(n, "", class), plain_archive);
        let body = site.records[3]["body"].as_str().unwrap_or_default();
        assert!(body.starts_with(&first(3)), "{class}: {}", site.records[3]);
    }
}

#[test]
fn a_main_text_that_a_class_word_names_keeps_that_name() {
    let site = site(|n| article(n, "", "profile__bio"), plain_archive);
    let bio = site.records[3]["bio"].as_str().unwrap_or_default();
    assert!(bio.starts_with(&first(3)), "{}", site.records[3]);
}

#[test]
fn the_main_text_of_a_product_is_its_description() {
    let product = |n: usize| {
        format!(
            "<html><head><title>{0}</title><script type='application/ld+json'>{{\"@type\": \"Product\", \
             \"name\": \"{0}\"}}</script></head><body><h1>{0}</h1><b>£{n}.50</b><div class=product__text>{1}\
             </div></body></html>",
            words(n + 7, 3),
            story(n)
        )
    };
    let site = site(product, plain_archive);
    let text = site.records[3]["description"].as_str().unwrap_or_default();
    assert!(text.starts_with(&first(3)), "{}", site.records[3]);
}

#[test]
fn a_first_paragraph_that_the_page_states_as_its_description_is_a_summary() {
    let head = |n: usize| format!("<meta name=description content=\"{}\">", first(n));
    let site = site(|n| article(n, &head(n), "text"), plain_archive);
    assert_eq!(site.records[3]["summary"], first(3));
    let body = site.records[3]["body"].as_str().unwrap_or_default();
    assert!(body.starts_with(&first(3)) && body.len() > first(3).len());
    // The paragraph, not the whole text, is where it stands.
    let page = &site.documents[3];
    let (_, sources) = Extractor::new(&site.set).trace(&site.urls[3], &page.tree);
    let source = sources.as_ref().and_then(|sources| sources.get("summary"));
    let Some(Source::Value(span)) = source else { panic!("no source: {source:?}") };
    assert_eq!(page.tree.inner_text(span.first).trim(), first(3));
}

#[test]
fn a_first_paragraph_that_lists_show_alone_is_a_summary() {
    let site = site(|n| article(n, "", "text"), |n| archive(n, |i| format!("<p>{}</p>", first(i))));
    assert_eq!(site.records[3]["summary"], first(3));
}

#[test]
fn a_first_paragraph_that_nothing_else_shows_is_none() {
    let cut = |n: usize| format!("<meta name=description content=\"{}\">", &first(n)[..30]);
    let site = site(|n| article(n, &cut(n), "text"), plain_archive);
    assert!(site.records[3].get("summary").is_none(), "{}", site.records[3]);
}

#[test]
fn items_that_show_now_a_teaser_and_now_all_have_the_teaser_as_excerpt() {
    let teaser =
        |i: usize| if i.is_multiple_of(2) { format!("<p>{}</p>", first(i)) } else { story(i) };
    let site = site(|n| article(n, "", "text"), |n| archive(n, teaser));
    let items = &site.records[PAGES]["articles"];
    assert_eq!((&items[0]["excerpt"], &items[1]["excerpt"]), (&first(0).into(), &first(1).into()));
    let whole = items[1]["body"].as_str().unwrap_or_default();
    assert!(whole.len() > first(1).len(), "{items}");
}

#[test]
fn a_page_with_much_text_that_its_wrapper_does_not_explain_is_not_satisfied() {
    let site = site(|n| article(n, "", "text"), plain_archive);
    let extractor = Extractor::new(&site.set);
    let extract = |more: &str| {
        let html = article(50, "", "text").replace("</body>", &format!("{more}</body>"));
        let page = Document::parse(html.as_bytes(), None, Some("http://site.test/articles/50"));
        extractor.extract("http://site.test/articles/50", &page.tree)
    };
    assert!(extract("").satisfied);
    let table = format!("<table class=results><tr><td>{}</td></tr></table>", words(9, 60));
    let found = extract(&table);
    assert!(!found.satisfied);
    let reason = found.reason.map(|reason| reason.to_string()).unwrap_or_default();
    assert!(reason.contains("of the text of the page"), "{reason}");
}
