//! The home page of a site, which no other page is like, has a wrapper of its own.

use sitewrap_model::{Page, Value};
use sitewrap_pipeline::{InduceParams, clusters, import_pages, induce};
use sitewrap_store::Store;
use sitewrap_tree::Document;
use sitewrap_wrapper::Extractor;

const HOME: &str = "https://kettles.example/";
const FRAME: &str = "<header class=top><a class=logo href=/>Kettles</a></header>";

fn home(offers: &[&str]) -> String {
    let offer = |(at, name): (usize, &&str)| {
        format!(
            "<li class=offer><a class=name href=/kettles/{name}>{name}</a><b class=price>{at}.50 €</b></li>"
        )
    };
    let offers: String = offers.iter().enumerate().map(offer).collect();
    format!(
        "<body>{FRAME}<section class=teaser><p class=claim>All that boils</p></section>\
         <section class=offers><h2>Offers</h2><ul class=grid>{offers}</ul></section>"
    )
}

fn kettle(name: &str) -> Page {
    let body = format!(
        "<body>{FRAME}<main class=kettle><h1 class=title>{name}</h1><img class=photo src=/{name}.jpg>\
         <div class=buy><p class=price>{}.50 €</p><form class=cart><button>Buy</button></form></div>\
         <table class=facts><tr><th>Maker</th><td>{name} and sons</td></tr></table></main>",
        name.len()
    );
    Page::imported(format!("{HOME}kettles/{name}"), body.into_bytes())
}

#[test]
fn a_home_page_that_no_page_is_like_has_a_wrapper_for_its_lists() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path().join("store")).expect("a store");
    let names = ["Adria", "Bora", "Celer", "Dorn", "Elba", "Fjord"];
    let pages = names.iter().map(|name| kettle(name));
    let first = Page::imported(HOME.to_owned(), home(&names[1..5]).into_bytes());
    import_pages(&store, pages.chain([first]).map(Ok), &()).expect("an import");
    induce(&store, &InduceParams::default(), &()).expect("wrappers");

    let found = clusters(&store).expect("a store").expect("clusters");
    let of_home = found.iter().find(|page| page.url == HOME).expect("the home page");
    assert_eq!(of_home.page_type.as_deref(), Some("home"));

    // Tomorrow there are other offers.
    let set = store.wrappers().expect("a store").expect("wrappers");
    let tomorrow = home(&["Gale", "Hearth", "Ilex", "Jura", "Kelp"]);
    let document = Document::parse(tomorrow.as_bytes(), None, Some(HOME));
    let extraction = Extractor::new(&set).extract(HOME, &document.tree);
    assert_eq!(extraction.page_type.as_deref(), Some("home"));
    let record = extraction.record.expect("a record");
    let offers = record.iter().find_map(|(_, value)| match value {
        Value::List(items) => Some(items),
        _ => None,
    });
    let offers = serde_json::to_string(offers.expect("offers")).expect("JSON");
    for name in ["Gale", "Hearth", "Ilex", "Jura", "Kelp"] {
        assert!(offers.contains(&format!("\"title\":\"{name}\"")), "{offers}");
    }
    assert_eq!(offers.matches("\"price\"").count(), 5, "{offers}");
}
