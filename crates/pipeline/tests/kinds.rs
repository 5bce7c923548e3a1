//! Sites of many kinds of page: every kind is a page type of its own.

use sitewrap_model::Page;
use sitewrap_pipeline::{InduceParams, clusters, import_pages, induce};
use sitewrap_store::Store;
use std::collections::BTreeMap;

const KINDS: [&str; 25] = [
    "home", "shop", "basket", "product", "review", "brand", "sale", "blog", "post", "tag",
    "author", "event", "venue", "job", "office", "person", "film", "recipe", "course", "question",
    "thread", "member", "help", "legal", "contact",
];
const PAGES: usize = 6;

/// Page `number` of a kind. All kinds share the boilerplate and the words of their parts; each has
/// four of twelve parts, one of them optional, and lists of any length.
fn page(kind: usize, number: usize) -> Page {
    const PARTS: [&str; 12] = [
        "facts", "team", "prices", "steps", "files", "photos", "dates", "links", "awards", "maps",
        "quotes", "votes",
    ];
    let part = |place: usize| {
        let name = PARTS[(kind * 5 + place * (1 + kind / 12)) % 12];
        let item = format!("<li class={name}-item><b class={name}-name>x</b></li>");
        let items = item.repeat(1 + (number + place) % 4);
        format!("<section class={name}><h2 class={name}-title>x</h2><ul>{items}</ul></section>")
    };
    let parts: String =
        (0..4).filter(|&place| place != 3 || number.is_multiple_of(2)).map(part).collect();
    let name = KINDS[kind];
    let body = format!(
        "<body><header class=top><nav class=menu><a href=/>Home</a></nav></header>\
         <main class='view {name}' id=main><div class={name}-box><h1>{number}</h1>{parts}</div>\
         </main><footer class=bottom><p class=legal>Legal</p></footer></body>"
    );
    Page::imported(format!("http://kinds.example/{kind}/{number}"), body.into_bytes())
}

#[test]
fn twenty_five_kinds_of_page_stay_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path().join("store")).expect("a store");
    let pages = (0..KINDS.len()).flat_map(|kind| (0..PAGES).map(move |number| page(kind, number)));
    import_pages(&store, pages.map(Ok), &()).expect("an import");
    induce(&store, &InduceParams::default(), &()).expect("wrappers");
    let mut kinds: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for page in clusters(&store).expect("a store").expect("clusters") {
        let kind = page.url.split('/').nth(3).expect("a kind").to_owned();
        kinds.entry(page.cluster.expect("no page is left out")).or_default().push(kind);
    }
    assert_eq!(kinds.len(), KINDS.len(), "{kinds:?}");
    for kinds in kinds.values() {
        assert!(kinds.iter().all(|kind| *kind == kinds[0]), "{kinds:?}");
    }
}
