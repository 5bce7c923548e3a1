//! The plain reading of a type of pages, where a template gives nothing.
//!
//! A template may hold dozens of fields and yet find none of them on its own pages, where nodes look
//! so alike that what it should tell apart falls to the wrong ones. Then all that pages say is one
//! text, which loses no word.

use crate::corpus::{Corpus, Instance};
use crate::features::features;
use crate::text::pattern::whole;
use sitewrap_wrapper::{Compiled, Content, Element, Matching, Presence, Template, TextPattern};

/// Whether a template with fields gives no record on most of the pages that it was learned from.
pub(crate) fn gives_nothing(template: &Template, corpus: &Corpus<'_>) -> bool {
    let compiled = Compiled::new(template);
    let count = corpus.len().min(corpus.parameters().sampled);
    let tried = (0..count).map(|at| at * corpus.len() / count);
    let gives =
        |page: &usize| !compiled.apply(corpus.view(*page), corpus.url(*page)).record.is_empty();
    // Once half of the pages have given a record, the others need not be tried.
    let enough = count.div_ceil(2);
    compiled.has_fields() && tried.filter(gives).take(enough).count() < enough
}

/// A template that gives all text of a page.
pub(crate) fn plain(corpus: &Corpus<'_>) -> Template {
    let roots: Vec<Instance> =
        corpus.views().iter().enumerate().map(|(page, view)| (page, view.tree.root())).collect();
    let texts: Vec<String> = roots.iter().take(3).map(|&root| corpus.line(root)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let root = Element {
        tag: corpus.tag(roots[0]).to_owned(),
        features: features(corpus, &roots),
        label_words: Vec::new(),
        through: false,
        presence: Presence::new(roots.len() as u32, roots.len() as u32),
        attrs: Vec::new(),
        content: Content::Text(TextPattern { running: true, ..whole(&texts, corpus.parameters()) }),
    };
    Template { root, matching: Matching::Features, nested: Vec::new(), opened: Vec::new() }
}
