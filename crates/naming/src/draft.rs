//! The naming of the templates of a site together.

use crate::data::{PageData, agreements};
use crate::leads::keep_used;
use crate::names::across::{Use, share_uses};
use crate::names::headers::headers;
use crate::names::item_pages::{Fields, share_item_pages};
use crate::names::value_overlap::{Targets, ValueOverlaps, ways};
use crate::names::{self, Candidate, Knowledge, OwnNames};
use crate::page_type::{self, Sayings};
use crate::usage::Usage;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sitewrap_template::{Columns, Corpus, Draft, Method, with_texts_lifted};
use sitewrap_terms::words::singular;
use sitewrap_wrapper::{Compiled, Template, Wrapper};

/// Names page types and fields.
///
/// # Arguments
/// `places` tells the corpus among `corpora` that each draft was made from; `taken` are page types
/// that are given already; `others` are wrappers of other corpora, by their places.
///
/// # Returns
/// Templates with their page types, in the order of `drafts`.
pub fn name_drafts(
    drafts: Vec<Draft>,
    corpora: &[Corpus<'_>],
    places: &[usize],
    method: Method,
    taken: &[&str],
    others: &[(usize, &Wrapper)],
) -> Vec<(Template, String)> {
    let data: Vec<Vec<PageData>> = corpora.par_iter().map(page_data).collect();
    let own: Vec<Source<'_, '_>> = places
        .iter()
        .map(|&place| Source { corpus: &corpora[place], data: &data[place] })
        .collect();
    let sayings = Sayings::new(corpora, &data);
    let kinds: Vec<String> = own
        .par_iter()
        .zip(&drafts)
        .map(|(own, draft)| page_type::page_type(own.corpus, own.data, &sayings, &draft.template))
        .collect();
    let usage = Usage::new(corpora);
    let (mut templates, columns): (Vec<Template>, Vec<Columns>) =
        drafts.into_iter().map(|draft| (draft.template, draft.columns)).unzip();
    let of_own: Vec<&[PageData]> = own.iter().map(|own| own.data).collect();
    if let Some(corpus) = corpora.first() {
        let columns: Vec<&Columns> = columns.iter().collect();
        keep_used(&mut templates, &columns, &of_own, corpus.parameters());
    }
    match method {
        Method::Default => {
            let others: Vec<Other<'_, '_>> = others
                .par_iter()
                .map(|(place, wrapper)| Other::new(wrapper, &corpora[*place]))
                .collect();
            name_fields(&mut templates, &columns, &own, &kinds, &usage, &others);
        }
        Method::Paper => {
            templates.par_iter_mut().zip(&columns).zip(&own).zip(&kinds).for_each(
                |(((template, columns), own), kind)| {
                    let known = Knowledge::new(own.corpus.parameters(), &usage, columns, kind);
                    with_texts_lifted(template, |template| {
                        names::number_fields(template);
                        names::name_fields(template, &known);
                    });
                },
            );
        }
    }
    let corpora: Vec<&Corpus<'_>> = own.iter().map(|own| own.corpus).collect();
    let page_types = page_type::unique(&kinds, &corpora, &templates, taken);
    templates.into_iter().zip(page_types).collect()
}

/// The pages of a draft.
struct Source<'a, 't> {
    corpus: &'a Corpus<'t>,
    data: &'a [PageData],
}

/// A page type that has a wrapper already.
struct Other<'a, 't> {
    kind: &'a str,
    corpus: &'a Corpus<'t>,
    columns: Columns,
    /// Fields with good names, by their numbers.
    named: Vec<(usize, String)>,
    /// These names, each as the only one that something speaks for, by the number of the field.
    wanted: FxHashMap<usize, Vec<Candidate>>,
}

impl<'a, 't> Other<'a, 't> {
    fn new(wrapper: &'a Wrapper, corpus: &'a Corpus<'t>) -> Self {
        let mut template = wrapper.template.clone();
        let named = names::numbered_names(&mut template);
        let compiled = Compiled::new(&template);
        let mut columns = Columns::default();
        for (page, view) in corpus.views().iter().enumerate() {
            columns.take(page, &compiled.apply(view, corpus.url(page)).record);
        }
        let wanted = named.iter().map(|(id, name)| (*id, vec![names::known_name(name)])).collect();
        Self { kind: &wrapper.page_type, corpus, columns, named, wanted }
    }
}

/// What the pages of a cluster say of themselves.
fn page_data(corpus: &Corpus<'_>) -> Vec<PageData> {
    (0..corpus.len()).map(|page| PageData::of(corpus.document(page), corpus.url(page))).collect()
}

/// Whether most pages say that they are in another language than English.
fn is_foreign(corpus: &Corpus<'_>) -> bool {
    let pages = 0..corpus.len();
    let foreign = pages.filter(|&page| corpus.language(page).is_some_and(|of| of != "en")).count();
    2 * foreign > corpus.len()
}

/// Names the fields of all page types: by what each says itself, and by what is known from the
/// fields of the others that have good names without that.
fn name_fields(
    templates: &mut [Template],
    columns: &[Columns],
    own: &[Source<'_, '_>],
    kinds: &[String],
    usage: &Usage,
    others: &[Other<'_, '_>],
) {
    let corpora = own.iter().map(|own| own.corpus).chain(others.iter().map(|other| other.corpus));
    let corpora: Vec<&Corpus<'_>> = corpora.collect();
    let of_others = others.iter().map(|other| other.kind.to_owned());
    let kinds_of_all: Vec<String> = kinds.iter().cloned().chain(of_others).collect();
    let targets = Targets::new(&corpora, &kinds_of_all);
    let mut known: Vec<Knowledge<'_>> = columns
        .par_iter()
        .zip(own)
        .zip(kinds)
        .map(|((columns, own), kind)| Knowledge {
            agreements: agreements(columns, own.data, own.corpus.parameters()),
            targets: targets.of(columns, own.corpus.parameters()),
            ways: ways(columns, own.corpus),
            headers: headers(own.corpus, columns),
            is_foreign: is_foreign(own.corpus),
            ..Knowledge::new(own.corpus.parameters(), usage, columns, kind)
        })
        .collect();
    let names: Vec<OwnNames> = templates
        .par_iter()
        .zip(&known)
        .map(|(template, known)| names::own_names(template, known))
        .collect();
    let mut overlaps = ValueOverlaps::default();
    for (kind, (columns, names)) in columns.iter().zip(&names).enumerate() {
        overlaps.add(kind, columns, &names.named);
    }
    for (at, other) in others.iter().enumerate() {
        overlaps.add(kinds.len() + at, &other.columns, &other.named);
    }
    known.par_iter_mut().enumerate().for_each(|(kind, known)| {
        known.overlaps = overlaps.of(kind, known.columns, &kinds_of_all, known.parameters);
    });
    let wanted = names.iter().map(|names| &names.wanted);
    let wanted = wanted.chain(others.iter().map(|other| &other.wanted));
    let columns = columns.iter().chain(others.iter().map(|other| &other.columns));
    let types: Vec<Fields<'_>> = kinds_of_all
        .iter()
        .zip(columns)
        .zip(wanted)
        .map(|((kind, columns), wanted)| Fields { kind: singular(kind), columns, wanted })
        .collect();
    share_item_pages(&mut known, &types, &targets);
    let uses: Vec<&[Use]> = names.iter().map(|names| &names.uses[..]).collect();
    share_uses(&mut known, &uses);
    templates
        .par_iter_mut()
        .zip(&known)
        .for_each(|(template, known)| names::name_fields(template, known));
}
