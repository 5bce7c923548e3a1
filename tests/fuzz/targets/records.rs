//! Whatever pages are taken for one page type, they give a wrapper or none, and it extracts any of
//! them, today's and a stranger's.
//!
//! Pages are parted by a form feed, which white space in HTML seldom is.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sitewrap_wrapper::{Extractor, Typer, json_schema, provenance};
use sitewrap_values::Values;
use sitewrap_induce::{Method, Params, induce};
use sitewrap_model::Clustering;
use sitewrap_tree::Document;

/// Most pages of an input.
const PAGES: usize = 8;

fuzz_target!(|input: &[u8]| {
    let bodies: Vec<&[u8]> = input.split(|&byte| byte == 0x0c).take(PAGES).collect();
    let urls: Vec<String> =
        (0..bodies.len()).map(|page| format!("http://example.com/p/{page}")).collect();
    let pages: Vec<_> = bodies
        .iter()
        .zip(&urls)
        .map(|(body, url)| Document::parse_with_positions(body, None, Some(url)))
        .collect();
    let documents: Vec<&Document> = pages.iter().map(|(document, _)| document).collect();
    // The last page belongs to no page type.
    let mut labels = vec![Some(0); pages.len()];
    if labels.len() > 2 {
        labels.pop();
        labels.push(None);
    }
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    for method in [Method::Default, Method::Paper] {
        let params = Params { method, ..Params::default() };
        let set = induce(&documents, &urls, &Clustering::from_labels(&labels), &params);
        let (extractor, typer) = (Extractor::new(&set), Typer::new(&set));
        for wrapper in &set.wrappers {
            let schema = json_schema(wrapper, Values::Typed);
            serde_json::to_string(&schema).expect("a schema is JSON");
        }
        for ((document, positions), url) in pages.iter().zip(&urls) {
            let plain = extractor.extract(url, &document.tree);
            let (traced, sources) = extractor.trace(url, &document.tree);
            assert_eq!(plain, traced, "to trace a record changes it");
            if let Some(sources) = sources {
                provenance(&sources, &document.tree, positions);
            }
            let typed = typer.typed(plain);
            serde_json::to_string(&typed).expect("a record is JSON");
        }
    }
});
