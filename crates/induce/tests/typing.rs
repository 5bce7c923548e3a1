//! Types of fields, found over all pages of a type; edits that find their fields again.

use sitewrap_induce::{Params, induce};
use sitewrap_model::{Clustering, Extraction};
use sitewrap_tree::Document;
use sitewrap_values::{Evidence, ValueType};
use sitewrap_wrapper::edit::{Change, Edits};
use sitewrap_wrapper::{Extractor, Field, Schema, Typer, WrapperSet};

/// A site whose pages all are of one type.
struct Site {
    urls: Vec<String>,
    pages: Vec<Document>,
}

impl Site {
    fn new(host: &str, count: usize, page: impl Fn(usize) -> String) -> Self {
        let urls: Vec<String> = (0..count).map(|i| format!("https://{host}/item/{i}")).collect();
        let parse = |(i, url): (usize, &String)| {
            Document::parse(page(i).as_bytes(), Some("text/html; charset=utf-8"), Some(url))
        };
        let pages = urls.iter().enumerate().map(parse).collect();
        Self { urls, pages }
    }

    fn induce(&self) -> WrapperSet {
        let pages: Vec<&Document> = self.pages.iter().collect();
        let urls: Vec<&str> = self.urls.iter().map(String::as_str).collect();
        let clustering = Clustering::from_labels(&vec![Some(0); pages.len()]);
        induce(&pages, &urls, &clustering, &Params::default())
    }

    fn typed(&self, set: &WrapperSet, page: usize) -> serde_json::Value {
        let raw = Extractor::new(set).extract(&self.urls[page], &self.pages[page].tree);
        let typed: Extraction = Typer::new(set).typed(raw);
        serde_json::to_value(&typed).expect("JSON")
    }
}

const WORDS: [&str; 12] = [
    "Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Heath", "Isle", "Juniper",
    "Kelp", "Lark",
];

fn product(i: usize, rows: &str) -> String {
    format!(
        "<html lang='de'><body><h1 class='title'>{} {}</h1>{rows}\
         <p class='stock'>Noch {} Stück</p></body></html>",
        WORDS[i % 12],
        WORDS[(i * 5 + 1) % 12],
        i * 3 % 17
    )
}

fn german(i: usize) -> String {
    let price = format!("{}.{:03},{:02} €", i % 9 + 1, i * 37 % 1000, i * 7 % 100);
    product(
        i,
        &format!(
            "<span class='price'>{price}</span><span class='sku'>0{:06}</span>\
             <span class='added'>{}. Mai 2024</span><em class='weight'>{},{}</em>\
             <b class='stars'>{} von 5</b>",
            i * 7919 % 1_000_000,
            i % 28 + 1,
            i % 7 + 1,
            i % 10,
            i % 5 + 1,
        ),
    )
}

#[track_caller]
fn field<'w>(set: &'w WrapperSet, name: &str) -> Field {
    let schema: Schema<'w> = Schema::of(&set.wrappers[0]);
    let names: Vec<&str> = schema.fields.iter().map(|field| field.field.name.as_str()).collect();
    let found = schema.fields.iter().find(|field| field.field.name.contains(name));
    found.unwrap_or_else(|| panic!("no {name} among {names:?}")).field.clone()
}

#[test]
fn values_tell_the_types_of_their_fields() {
    let site = Site::new("laden.example", 24, german);
    let set = site.induce();
    let price = field(&set, "price");
    assert_eq!(price.format.value_type, ValueType::Price);
    assert_eq!(price.format.currency.map(|told| told.is.to_string()).as_deref(), Some("EUR"));
    assert_eq!((price.filled.seen, price.fitting.seen), (24, 24));
    assert!((0.8..1.0).contains(&price.confidence()));
    assert_eq!(field(&set, "sku").format.value_type, ValueType::Text);
    assert_eq!(field(&set, "date").format.value_type, ValueType::Date);
    assert_eq!(field(&set, "weight").format.value_type, ValueType::Decimal);

    let line = site.typed(&set, 3);
    assert_eq!(line["record"]["price"]["amount"], 4111.21, "{line}");
    assert_eq!(line["record"]["price"]["currency"], "EUR");
    assert_eq!(line["record"]["date"], "2024-05-04");
    assert_eq!(line["record"]["weight"], 4.3);
    assert!(line.get("untyped").is_none());
}

#[test]
fn the_site_tells_which_dollar_and_which_order() {
    let page = |i: usize| {
        format!(
            "<html lang='en'><body><h1>{} {}</h1><span class='price'>${}.50</span>\
             <time class='seen'>0{}/0{}/2024</time></body></html>",
            WORDS[i % 12],
            WORDS[(i * 5 + 1) % 12],
            i + 3,
            i % 9 + 1,
            i % 7 + 1
        )
    };
    let currency = |host| {
        let set = Site::new(host, 24, page).induce();
        let told = field(&set, "price").format.currency.expect("a currency");
        let order = field(&set, "date").format.date_order.expect("an order");
        (told.is.to_string(), told.by, order.is.name())
    };
    assert_eq!(currency("shop.example.ca"), ("CAD".to_owned(), Evidence::Domain, "dmy"));
    assert_eq!(currency("shop.example.com"), ("USD".to_owned(), Evidence::Usage, "mdy"));
}

#[test]
fn a_value_that_does_not_fit_its_type_stays_text_and_is_told() {
    let page = |i: usize| {
        let price = if i == 5 { "Ausverkauft".to_owned() } else { format!("{},90 €", i + 2) };
        product(i, &format!("<span class='price'>{price}</span>"))
    };
    let site = Site::new("laden.example", 24, page);
    let set = site.induce();
    let price = field(&set, "price");
    assert_eq!((price.fitting.seen, price.fitting.of), (23, 24));
    let line = site.typed(&set, 5);
    assert_eq!(line["record"]["price"], "Ausverkauft", "{line}");
    assert_eq!(line["untyped"], serde_json::json!(["price"]));
    assert_eq!(site.typed(&set, 6)["record"]["price"]["amount"], 8.9);
}

fn names(set: &WrapperSet) -> Vec<String> {
    let schema = Schema::of(&set.wrappers[0]);
    schema.fields.iter().map(|field| field.field.name.clone()).collect()
}

fn rename(field: &str, name: &str) -> Change {
    Change::Rename { field: field.to_owned(), name: name.to_owned() }
}

fn page_type(set: &WrapperSet) -> &str {
    &set.wrappers[0].page_type
}

#[test]
fn edits_hold_when_more_pages_have_come() {
    let few = Site::new("laden.example", 20, german).induce();
    let changes = [
        rename("price", "preis"),
        Change::Type { field: "sku".to_owned(), choice: "integer".parse().expect("a type") },
        Change::Drop { field: "weight".to_owned() },
        Change::PageType("artikel".to_owned()),
    ];
    let edits = Edits::default().change(&few, page_type(&few), &changes).expect("changes");
    // The page has gained a field before the price, and there are other values.
    let more = |i: usize| {
        german(i + 50)
            .replace("<span class='price'>", "<i class='note'>neu</i><span class='price'>")
    };
    let many = Site::new("laden.example", 60, more).induce();
    for induced in [few, many] {
        let edited = edits.apply(induced);
        assert_eq!(edited.notes, Vec::<String>::new());
        let names = names(&edited.wrappers);
        assert!(names.contains(&"preis".to_owned()) && !names.contains(&"price".to_owned()));
        assert!(!names.contains(&"weight".to_owned()), "{names:?}");
        assert_eq!(field(&edited.wrappers, "sku").format.value_type, ValueType::Integer);
        assert_eq!(edited.wrappers.wrappers[0].name, "artikel");
    }
}

#[test]
fn an_edit_of_a_field_holds_at_all_its_places() {
    let price = |i: usize| match i % 3 {
        0 => format!("<b class=price-new>£{i}.50</b> <s class=price-old>£{}.75</s>", i + 9),
        _ => format!("£{i}.50"),
    };
    let page = |i: usize| product(i, &format!("<p class=cost>{}</p>", price(i)));
    let site = Site::new("shop.example", 24, page);
    let set = site.induce();
    let names = |set: &WrapperSet| Schema::of(&set.wrappers[0]).paths();
    let fields = names(&set).len();
    let (_, all) = set.wrappers[0].count_fields();
    assert_eq!(fields, all, "a field with two places counts once");
    let changes = [rename("price", "now"), rename("old_price", "before")];
    let edits = Edits::default().change(&set, page_type(&set), &changes).expect("changes");
    let edited = edits.apply(set);
    assert_eq!(edited.notes, Vec::<String>::new());
    for i in 0..24 {
        let record = &site.typed(&edited.wrappers, i)["record"];
        assert_eq!(record["now"]["amount"], serde_json::json!(i as f64 + 0.5), "{record}");
        assert_eq!(record.get("before").is_some(), i % 3 == 0, "{record}");
        assert!(record.get("price").is_none() && record.get("price_2").is_none(), "{record}");
    }
    let drop = [Change::Drop { field: "now".to_owned() }];
    let kind = page_type(&edited.wrappers).to_owned();
    let edits = edits.change(&site.induce(), &kind, &drop).expect("changes");
    let dropped = edits.apply(site.induce()).wrappers;
    let has_price = |i: usize| site.typed(&dropped, i)["record"].get("now").is_some();
    assert!(!(0..24).any(has_price));
}

#[test]
fn an_edit_of_a_usual_name_holds_for_all_labels_that_have_it() {
    let house = |i: usize| {
        let label = if i.is_multiple_of(3) { "Tel" } else { "Telephone" };
        let rows =
            format!("<dl><dt>{label}</dt><dd>55{i}</dd><dt>Since</dt><dd>{}</dd></dl>", 1900 + i);
        product(i, &rows)
    };
    let site = Site::new("laden.example", 12, house);
    let set = site.induce();
    let map = names(&set)
        .into_iter()
        .find(|name| site.typed(&set, 0)["record"][name]["Phone"] == serde_json::json!("550"));
    let map = map.expect("a map with telephone numbers");
    let change = rename(&format!("{map}.Phone"), "call");
    let edits = Edits::default().change(&set, page_type(&set), &[change]).expect("a change");
    let edited = edits.apply(set).wrappers;
    for i in 0..12 {
        let record = &site.typed(&edited, i)["record"][&map];
        assert_eq!(record["call"], serde_json::json!(format!("55{i}")), "{record}");
        assert_eq!(record.as_object().map(serde_json::Map::len), Some(2), "{record}");
    }
}

#[test]
fn an_edit_follows_its_field_when_induction_swaps_names() {
    let set = Site::new("laden.example", 24, german).induce();
    let edits = Edits::default();
    let edits = edits.change(&set, page_type(&set), &[rename("price", "cost")]).expect("changes");
    let mut swapped = set;
    for mut to in swapped.wrappers[0].template.fields_mut() {
        let field = to.field();
        field.name = match field.name.as_str() {
            "price" => "sku".to_owned(),
            "sku" => "price".to_owned(),
            other => other.to_owned(),
        };
    }
    let edited = edits.apply(swapped).wrappers;
    assert_eq!(field(&edited, "cost").format.value_type, ValueType::Price);
    assert_eq!(field(&edited, "price").format.value_type, ValueType::Text);
}

#[test]
fn two_fields_swap_their_names_in_one_command() {
    let set = Site::new("laden.example", 24, german).induce();
    let changes = [rename("price", "sku"), rename("sku", "price")];
    let edits = Edits::default().change(&set, page_type(&set), &changes).expect("changes");
    let edited = edits.apply(set).wrappers;
    assert_eq!(field(&edited, "sku").format.value_type, ValueType::Price);
}

#[test]
fn an_edit_that_does_not_find_its_field_is_told_and_kept() {
    let set = Site::new("laden.example", 24, german).induce();
    let edits = Edits::default();
    let edits = edits.change(&set, page_type(&set), &[rename("price", "cost")]).expect("changes");
    let without = |i: usize| {
        let page = german(i);
        let (before, rest) = page.split_once("<span class='price'>").expect("a price");
        let (_, after) = rest.split_once("</span>").expect("its end");
        format!("{before}{after}")
    };
    let other = Site::new("laden.example", 24, without).induce();
    let edited = edits.apply(other.clone());
    assert_eq!(edited.notes.len(), 1, "{:?}", edited.notes);
    assert!(edited.notes[0].contains("`price`") && edited.notes[0].contains("`cost`"));
    assert!(!names(&edited.wrappers).contains(&"cost".to_owned()));
    // Another edit meanwhile does not lose it.
    let later = edits.change(&other, page_type(&other), &[rename("weight", "grams")]);
    let both = names(&later.expect("changes").apply(set).wrappers);
    assert!(both.contains(&"cost".to_owned()) && both.contains(&"grams".to_owned()), "{both:?}");
}

#[test]
fn an_induced_name_gives_way_to_one_that_a_person_gave() {
    let set = Site::new("laden.example", 24, german).induce();
    let edits = Edits::default();
    let edits = edits.change(&set, page_type(&set), &[rename("price", "rank")]).expect("changes");
    let with_rank = |i: usize| {
        german(i).replace("<em", &format!("<span class='rank'>{}</span><em", i * 31 % 97))
    };
    let edited = edits.apply(Site::new("laden.example", 24, with_rank).induce());
    let names = names(&edited.wrappers);
    assert!(
        names.contains(&"rank".to_owned()) && names.contains(&"rank_2".to_owned()),
        "{names:?}"
    );
    assert!(edited.notes.iter().any(|note| note.contains("rank_2")), "{:?}", edited.notes);
}

#[test]
fn what_cannot_be_changed_is_refused_with_a_hint() {
    let set = Site::new("laden.example", 24, german).induce();
    let error = |changes: &[Change]| {
        let refused = Edits::default().change(&set, page_type(&set), changes);
        refused.expect_err("an error").to_string()
    };
    assert!(error(&[rename("prize", "cost")]).contains("did you mean `price`?"));
    assert!(error(&[rename("price", "sku")]).contains("two fields `sku`"));
    assert!(error(&[rename("price", "a b")]).contains("no name"));
    let nowhere = Edits::default().change(&set, "nothing", &[Change::Reset]);
    assert!(nowhere.expect_err("an error").to_string().contains("there is no page type"));
}

fn with_map(i: usize) -> String {
    let day = |at: usize| WORDS[(i * at + at) % 12];
    let colour = if i.is_multiple_of(3) { "Colour" } else { "Farbe" };
    let rows = format!(
        "<table class='details'><tr><th>{colour}</th><td>{}</td></tr><tr><th>Form</th><td>{}</td>\
         </tr><tr><th>Nummer</th><td>{}</td></tr></table><ul class='tags'><li>{} {i}</li>\
         <li>{} {i}</li><li>{} {i}</li></ul>",
        day(1),
        day(5),
        i * 7919,
        day(2),
        day(3),
        day(7)
    );
    product(i, &rows)
}

fn retype(field: &str, choice: &str) -> Change {
    Change::Type { field: field.to_owned(), choice: choice.parse().expect("a type") }
}

#[test]
fn lists_and_maps_have_no_type_and_unknown_names_in_maps_are_told() {
    let set = Site::new("laden.example", 24, with_map).induce();
    let error = |change: Change| {
        let refused = Edits::default().change(&set, page_type(&set), &[change]);
        refused.expect_err("an error").to_string()
    };
    assert!(error(retype("details", "integer")).contains("`details` is a map"));
    assert!(error(retype("tags", "integer")).contains("give one to what is in it, one of: tags."));
    let unknown = error(retype("details.Xyz", "integer"));
    assert!(unknown.contains("`details` has no name `Xyz`; there are: "), "{unknown}");
    assert!(unknown.contains("Farbe") && unknown.contains("Nummer"), "{unknown}");
    assert!(error(rename("details.nummer", "number")).contains("did you mean `details.Nummer`?"));
}

#[test]
fn names_in_maps_are_renamed_joined_retyped_and_dropped_for_later_pages_too() {
    let few = Site::new("laden.example", 24, with_map).induce();
    let changes = [
        rename("details.Farbe", "colour"),
        rename("details.Colour", "colour"),
        rename("details.Nummer", "number"),
        retype("details.Nummer", "integer"),
        Change::Drop { field: "details.Form".to_owned() },
    ];
    let edits = Edits::default().change(&few, page_type(&few), &changes).expect("changes");
    let site = Site::new("laden.example", 40, |i| with_map(i + 7));
    let edited = edits.apply(site.induce());
    assert_eq!(edited.notes, Vec::<String>::new());
    for page in [0, 1, 2] {
        let details = &site.typed(&edited.wrappers, page)["record"]["details"];
        let names: Vec<&String> = details.as_object().expect("a map").keys().collect();
        assert_eq!(names, ["colour", "number"]);
        assert!(details["number"].is_i64(), "{details}");
    }
    // What is edited once is found under its new name.
    let later = edits.change(&few, page_type(&few), &[retype("details.number", "text")]);
    let later = later.expect("changes").apply(few.clone()).wrappers;
    assert!(
        Site::new("laden.example", 24, with_map).typed(&later, 3)["record"]["details"]["number"]
            .is_string()
    );
    let told = edits.change(&few, page_type(&few), &[rename("details.Farbe", "x")]);
    assert!(told.expect_err("an error").to_string().contains("no name `Farbe`"));
}

#[test]
fn a_reset_takes_all_edits_back() {
    let set = Site::new("laden.example", 24, german).induce();
    let changes = [rename("price", "cost"), Change::PageType("artikel".to_owned())];
    let edits = Edits::default().change(&set, page_type(&set), &changes).expect("changes");
    let reset = edits.change(&set, "artikel", &[Change::Reset]).expect("a reset");
    assert!(reset.is_empty());
    assert_eq!(reset.apply(set.clone()).wrappers, set);
}
