//! Where bodies come from, on small pages.

use super::{Bodies, BodySample, give_body};
use crate::content::Content;
use crate::method::Method;
use sitewrap_model::{Extraction, Fields, Provenance, Reason, Record, Value};
use sitewrap_tree::Document;
use sitewrap_wrapper::{BodyFrom, MainContent, Presence, ProseForm};

/// Sentences that no two pages share.
fn text(page: usize) -> [String; 4] {
    let of = ["harbour", "orchard", "library", "viaduct", "brewery", "lighthouse"][page];
    [
        format!(
            "The town has had its {of} since the year 18{page}2, and is proud of it to this day."
        ),
        format!("Whoever comes to see the {of} is shown around by people who grew up beside it."),
        format!(
            "In winter, when no boats run, the {of} is closed; its {page}4 lamps burn all the same."
        ),
        format!(
            "A {of} of this size needs eleven hands, and finds them among the young of the town."
        ),
    ]
}

fn page(paragraphs: &[String]) -> Document {
    let menu = "<nav><a href=/>Home</a> <a href=/all>All</a> <a href=/about>About</a></nav>";
    let body = format!("{menu}<main><h1>A tour</h1><p>{}</main>", paragraphs.join("</p><p>"));
    Document::parse(body.as_bytes(), None, None)
}

fn record(fields: &[(&str, &str)]) -> Record {
    let mut record = Record::new();
    for (name, value) in fields {
        record.insert(*name, Value::Text((*value).to_owned()));
    }
    record
}

/// Where the bodies of six pages come from whose records are what `of_page` makes of their text.
fn best_from(page_type: &str, of_page: impl Fn(usize, &[String]) -> Record) -> BodyFrom {
    let mut bodies = Bodies::default();
    for number in 0..6 {
        let text = text(number);
        let document = page(&text);
        let content = Content::of(&document, "https://town.example/", Method::Best, None);
        assert!(content.text().contains(&text[3]), "{}", content.text());
        bodies.add(BodySample::of(&of_page(number, &text), &content));
    }
    bodies.best_from(page_type)
}

#[test]
fn fragments_give_way_to_main_content() {
    let of_page = |_, text: &[String]| record(&[("title", "A tour"), ("body", &text[1])]);
    assert_eq!(best_from("page", of_page), BodyFrom::Content);
}

#[test]
fn whole_bodies_stay() {
    let of_page = |_, text: &[String]| record(&[("body", &text[..3].join("\n\n"))]);
    assert_eq!(best_from("article", of_page), BodyFrom::Wrapper);
}

#[test]
fn a_body_that_some_pages_lack_is_had_for_them() {
    let of_page = |number, text: &[String]| match number % 2 {
        0 => record(&[("body", &text.join("\n\n"))]),
        _ => record(&[("title", "A tour")]),
    };
    assert_eq!(best_from("page", of_page), BodyFrom::Fuller);
}

#[test]
fn no_body_is_missing_where_nothing_says_that_pages_are_written() {
    let of_page = |_, _: &[String]| record(&[("title", "A tour")]);
    assert_eq!(best_from("product", of_page), BodyFrom::Wrapper);
    assert_eq!(best_from("article_with_map", of_page), BodyFrom::Fuller);
}

#[test]
fn what_another_field_says_is_not_missing() {
    let of_page =
        |_, text: &[String]| record(&[("body", &text[1]), ("description", &text.join("\n\n"))]);
    assert_eq!(best_from("article", of_page), BodyFrom::Wrapper);
}

#[test]
fn a_short_body_is_no_fragment_where_other_fields_say_the_rest() {
    let text = text(2);
    let rest = text[..3].join("\n\n");
    let body = |others: &[(&str, &str)]| {
        let wanted = MainContent::of_body(BodyFrom::Fuller, Presence::default()).expect("it");
        let mut extraction = extraction(record(&[&[("body", text[3].as_str())], others].concat()));
        let document = page(&text);
        give_body(&mut extraction, &wanted, &document, "https://town.example/", ProseForm::Text);
        extraction.record.expect("a record").get("body").and_then(Value::as_text).map(str::to_owned)
    };
    assert_eq!(body(&[("history", &rest)]), Some(text[3].clone()));
    assert!(body(&[]).is_some_and(|body| body.contains(&text[0])));
}

#[test]
fn nothing_is_chosen_between_texts_that_contradict_each_other() {
    let of_page = |number, _: &[String]| {
        record(&[("body", &format!("Opening hours: from {number} to twelve on all days."))])
    };
    assert_eq!(best_from("article", of_page), BodyFrom::Wrapper);
}

#[test]
fn what_other_pages_say_as_well_is_boilerplate() {
    let mut bodies = Bodies::default();
    for number in 0..6 {
        let [_, two, three, four] = text(0);
        let text = [text(number)[0].clone(), two, three, four];
        let document = page(&text);
        let content = Content::of(&document, "https://town.example/", Method::Best, None);
        bodies.add(BodySample::of(&record(&[("body", &text[0])]), &content));
    }
    assert_eq!(bodies.best_from("article"), BodyFrom::Wrapper);
}

fn extraction(record: Record) -> Extraction {
    let url = "https://town.example/";
    Extraction {
        record: Some(record),
        provenance: Some(Fields::default()),
        ..Extraction::without_record(url, Reason::NoWrapper)
    }
}

fn given(from: BodyFrom, own: &str, prose: ProseForm) -> Extraction {
    let wanted = MainContent::of_body(from, Presence::default()).expect("main content");
    let mut extraction = extraction(record(&[("body", own)]));
    give_body(&mut extraction, &wanted, &page(&text(2)), "https://town.example/", prose);
    extraction
}

#[test]
fn a_record_tells_that_its_body_is_main_content() {
    let given = given(BodyFrom::Fuller, &text(2)[1], ProseForm::Text);
    let record = given.record.expect("a record");
    let body = record.get("body").and_then(Value::as_text).expect("a text");
    assert!(text(2).iter().all(|line| body.contains(line)), "{body}");
    assert_eq!(given.from_content.as_deref(), Some("body"));
    let Some(Fields(fields)) = given.provenance else { panic!("it was there") };
    assert!(
        matches!(&fields[..], [(name, Provenance::Found(of))] if name == "body" && of.source == "content")
    );
}

#[test]
fn a_whole_body_stays_unless_main_content_is_always_wanted() {
    let text = text(2);
    let html = format!("<p>{}</p>", text.join("</p><p>"));
    for (own, prose) in [(text.join("\n\n"), ProseForm::Text), (html, ProseForm::Html)] {
        let kept = given(BodyFrom::Fuller, &own, prose);
        assert_eq!(kept.record, Some(record(&[("body", &own)])));
        assert_eq!(kept.from_content, None);
        assert!(given(BodyFrom::Content, &own, prose).from_content.is_some());
    }
}

#[test]
fn a_page_without_main_content_keeps_what_it_has() {
    let wanted = MainContent::of_body(BodyFrom::Content, Presence::default()).expect("it");
    let mut kept = extraction(record(&[("body", "Soon.")]));
    let empty = Document::parse(b"<main></main>", None, None);
    give_body(&mut kept, &wanted, &empty, "https://town.example/", ProseForm::Text);
    assert_eq!((kept.record, kept.from_content), (Some(record(&[("body", "Soon.")])), None));
}
