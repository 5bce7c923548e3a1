//! Whatever a person writes into a file of wrappers, it is taken over or refused; and what is
//! taken over is written out such that it says the same again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_wrapper::WrapperSet;
use sitewrap_wrapper::edit::Edits;
use sitewrap_induce::{Params, induce};
use sitewrap_model::Clustering;
use sitewrap_tree::Document;
use std::sync::LazyLock;

#[path = "../../../crates/cli/src/output/wrappers_toml.rs"]
mod wrappers_toml;

/// What the reader of the file gives for one that it refuses.
mod exit {
    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    pub(crate) struct UsageError(pub(crate) String);
}

/// Two page types with texts, a price, a list and pairs of name and value.
static INDUCED: LazyLock<WrapperSet> = LazyLock::new(|| {
    let words = ["lamp", "chair", "oak table", "rug", "mirror", "vase"];
    let goods = words.iter().enumerate().map(|(n, word)| {
        let tags: String = words[..n].iter().map(|tag| format!("<li>{tag}</li>")).collect();
        format!(
            "<main><h1>{word}</h1><b class=price>{n}2.50 EUR</b><ul class=tags>{tags}<li>one</li>\
             <li>two</li></ul><dl><dt>Weight</dt><dd>{n} kg</dd><dt>Colour</dt><dd>{word}</dd>\
             </dl></main>"
        )
    });
    let notes = words.iter().enumerate().map(|(n, word)| {
        format!("<article><h2>On {word}</h2><time>2026-0{n}-11</time><p>Of {word}.</p></article>")
    });
    let bodies: Vec<String> = goods.chain(notes).collect();
    let pages: Vec<Document> =
        bodies.iter().map(|body| Document::parse(body.as_bytes(), None, None)).collect();
    let urls: Vec<String> = (0..pages.len()).map(|n| format!("http://example.com/{n}")).collect();
    let labels: Vec<Option<usize>> =
        (0..pages.len()).map(|n| Some(usize::from(n >= words.len()))).collect();
    let (pages, urls): (Vec<&Document>, Vec<&str>) =
        pages.iter().zip(urls.iter().map(String::as_str)).unzip();
    let clustering = Clustering::from_labels(&labels);
    let set = induce(&pages, &urls, &clustering, &Params::default());
    assert_eq!(set.wrappers.len(), 2);
    set
});

fuzz_target!(|text: &str| {
    let Ok(edits) = wrappers_toml::edits(text, &INDUCED, Edits::default()) else { return };
    let edited = edits.apply(INDUCED.clone()).wrappers;
    let pairs: Vec<_> = INDUCED.wrappers.iter().zip(&edited.wrappers).collect();
    let mut file = Vec::new();
    wrappers_toml::write(&mut file, 1, &pairs).expect("memory takes it");
    let file = String::from_utf8(file).expect("it is text");
    let again = wrappers_toml::edits(&file, &INDUCED, Edits::default())
        .unwrap_or_else(|error| panic!("what was written is refused: {error}\n{file}"));
    let same = again.apply(INDUCED.clone()).wrappers;
    assert_eq!(same, edited, "what was written says something else:\n{file}");

    let json = serde_json::to_vec(&edits).expect("edits are JSON");
    assert_eq!(serde_json::from_slice::<Edits>(&json).ok(), Some(edits));
});
