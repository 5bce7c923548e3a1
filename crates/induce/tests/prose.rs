//! Running text as text and as HTML.

use serde_json::{Value, json};
use sitewrap_induce::{Params, induce};
use sitewrap_model::Clustering;
use sitewrap_tree::Document;
use sitewrap_values::ValueType;
use sitewrap_wrapper::{Extractor, ProseForm, WrapperSet};

const PAGES: usize = 12;

fn url(n: usize) -> String {
    format!("http://site.test/page/{n}")
}

fn article(n: usize) -> Document {
    let paragraphs: String = (0..2 + n % 3)
        .map(|k| format!("<p style=color:red>The <b>{n}</b> boats of day {k} came in late.</p>"))
        .collect();
    let html = format!(
        "<html><body><h1>Harbour {n}</h1><div class=text>{paragraphs}\
         <ul><li onclick=x()><a href=/boat/{n}>boat {n}</a></ul>\
         <p>The <a href=javascript:y()>end</a> of {n} was quiet as ever.</p></div></body></html>"
    );
    Document::parse(html.as_bytes(), None, Some(&url(n)))
}

fn wrappers() -> WrapperSet {
    let pages: Vec<Document> = (0..PAGES).map(article).collect();
    let urls: Vec<String> = (0..PAGES).map(url).collect();
    induce(
        &pages.iter().collect::<Vec<_>>(),
        &urls.iter().map(String::as_str).collect::<Vec<_>>(),
        &Clustering::from_labels(&[Some(0); PAGES]),
        &Params::default(),
    )
}

/// The texts of the record of a page that was not learnt from.
fn texts(set: &WrapperSet, prose: ProseForm) -> Vec<Value> {
    let extractor = Extractor::new(set).with_prose(prose);
    let found = extractor.extract(&url(30), &article(30).tree);
    let record = serde_json::to_value(found.record).unwrap_or_default();
    record.as_object().into_iter().flat_map(|record| record.values().cloned()).collect()
}

const HTML: &str = "<p>The <strong>30</strong> boats of day 0 came in late.</p>\
    <p>The <strong>30</strong> boats of day 1 came in late.</p>\
    <ul><li><a href=\"http://site.test/boat/30\">boat 30</a></li></ul>\
    <p>The end of 30 was quiet as ever.</p>";

#[test]
fn running_text_is_html_where_that_is_asked_for() {
    let set = wrappers();
    let html = texts(&set, ProseForm::Html);
    assert!(html.contains(&json!(HTML)), "{html:?}");
    assert!(html.contains(&json!("Harbour 30")), "other texts stay texts: {html:?}");
    let text = texts(&set, ProseForm::Text);
    assert!(!text.iter().any(|value| value.to_string().contains('<')), "{text:?}");
}

#[test]
fn a_field_of_type_html_is_html_in_any_case() {
    let mut set = wrappers();
    let is_long = |example: &String| example.contains("boats");
    for mut field in set.wrappers[0].template.fields_mut() {
        let field = field.field();
        if field.examples.iter().any(is_long) {
            field.format.value_type = ValueType::Html;
        }
    }
    let html = texts(&set, ProseForm::Text);
    assert!(html.contains(&json!(HTML)), "{html:?}");
}
