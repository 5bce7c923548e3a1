//! How good wrappers are, as far as their own pages tell, and which of their fields are no core.
//!
//! Each wrapper is applied to some of its pages once more, and so are templates that were induced
//! from either half of these. What all of them give, what the pages state in data and titles, how
//! alike the values are and what text is left over are signs; [`Weights`] makes one score of them.

mod addresses;
mod extras;
mod halves;
mod signs;
mod table;
mod witness;

use crate::corpus::Corpus;
use crate::data::{Columns, PageData};
use crate::redundant::furniture::Furniture;
use addresses::Elsewhere;
pub(crate) use addresses::Families;
use halves::Halves;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use signs::{Evidence, give_scores};
use sitewrap_extract::types::ValueSource;
use sitewrap_extract::{Compiled, Template, TextShares, Wrapper};
use std::collections::BTreeMap;
use table::Table;
use witness::Targets;

/// What is looked at, and how signs make a score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// Pages of each half.
    pub(crate) half: usize,
    /// Halves of fewer pages show nothing.
    pub(crate) least_half: usize,
    /// Exponents of the signs of a field; its score is the product of the powers.
    pub(crate) field: FieldWeights,
    /// Exponents of the signs of a wrapper beside the mean score of its core fields.
    pub(crate) wrapper: WrapperWeights,
    /// No sign alone makes less of a score than this to its power.
    pub(crate) floor: f32,
}

/// Exponents of the signs of a field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldWeights {
    pub(crate) halves: f32,
    pub(crate) alike: f32,
    pub(crate) filled: f32,
    pub(crate) uncut: f32,
    /// Share of what is missing to 1 that a full witness makes up for.
    pub(crate) witness: f32,
}

/// Exponents of the signs of a wrapper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrapperWeights {
    pub(crate) witness: f32,
    pub(crate) plain: f32,
    pub(crate) told: f32,
    pub(crate) satisfied: f32,
    pub(crate) core: f32,
    pub(crate) apart: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            half: 30,
            least_half: 3,
            field: FieldWeights { halves: 0.5, alike: 0.3, filled: 0.5, uncut: 0.3, witness: 0.5 },
            wrapper: WrapperWeights {
                witness: 0.4,
                plain: 1.0,
                told: 0.1,
                satisfied: 0.3,
                core: 0.1,
                apart: 0.6,
            },
            floor: 0.05,
        }
    }
}

/// What is known of the site beside the pages of one wrapper.
pub(crate) struct Surroundings<'a, 't> {
    pub(crate) corpora: &'a [Corpus<'t>],
    pub(crate) families: &'a Families,
}

/// Tells how good wrappers and their fields are, and which fields are no core.
///
/// # Arguments
/// `places` tells the corpus of each wrapper, `furniture` what is furniture on its pages, where
/// templates are pooled.
///
/// # Complexity
/// About that of inducing from twice as many pages as a half has, and of applying templates to these.
pub(crate) fn assess(
    wrappers: &mut [Wrapper],
    places: &[usize],
    furniture: &[Option<Furniture>],
    around: &Surroundings<'_, '_>,
) {
    let elsewhere = Elsewhere::new(around.corpora);
    let targets = Targets::new(around.corpora);
    let places = places.par_iter().zip(furniture);
    wrappers.par_iter_mut().zip(places).for_each(|(wrapper, (&place, furniture))| {
        assess_one(wrapper, place, furniture.as_ref(), around, (&elsewhere, &targets));
    });
}

fn assess_one(
    wrapper: &mut Wrapper,
    place: usize,
    furniture: Option<&Furniture>,
    around: &Surroundings<'_, '_>,
    (elsewhere, targets): (&Elsewhere, &Targets<'_, '_>),
) {
    let weights = Weights::default();
    let corpus = &around.corpora[place];
    let halves = Halves::of(corpus, weights.half);
    let applied = Applied::new(&wrapper.template, corpus, &halves.pages());
    let stable = furniture
        .filter(|_| halves.len() >= weights.least_half)
        .map(|furniture| halves.agreement(corpus, furniture, &applied.table));
    let mut data = vec![PageData::default(); corpus.len()];
    for &page in &applied.pages {
        data[page] = PageData::of(corpus.document(page), corpus.url(page));
    }
    let agreements = applied.columns.agreements(&data, corpus.parameters());
    extras::mark(wrapper, &applied.table, corpus, &agreements, elsewhere, place);
    let listed = listed(&wrapper.template, &applied.table, targets);
    let evidence = Evidence {
        applied: &applied,
        stable,
        found: witness::facts_found(corpus, &data, &applied.pages, &agreements),
        apart: around.families.apart(place),
        agreements: &agreements,
        listed,
    };
    give_scores(wrapper, &evidence, &weights);
}

/// For fields of lists with links, how much of them the pages that these lead to say as well.
fn listed(template: &Template, table: &Table, targets: &Targets<'_, '_>) -> FxHashMap<usize, f32> {
    let places = template.field_places();
    let mut lists: BTreeMap<Vec<&str>, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for (at, place) in places.iter().enumerate().filter(|(_, place)| place.path.len() > 1) {
        let list =
            place.path[..place.path.len() - 1].iter().map(|field| field.name.as_str()).collect();
        let (links, texts) = lists.entry(list).or_default();
        match place.source {
            ValueSource::Attr { attr: "href", .. } => links.push(at),
            ValueSource::Text => texts.push(at),
            _ => {}
        }
    }
    let found = lists.values().map(|(links, texts)| targets.listed(links, texts, table));
    found.flatten().collect()
}

/// What a template gives on some of its pages, its fields known by their places.
struct Applied {
    pages: Vec<usize>,
    table: Table,
    columns: Columns,
    text: TextShares,
    /// Pages with a record that lacks nothing.
    satisfied: usize,
}

impl Applied {
    fn new(template: &Template, corpus: &Corpus<'_>, pages: &[usize]) -> Self {
        let mut numbered = template.clone();
        for (place, mut field) in numbered.fields_mut().into_iter().enumerate() {
            let field = field.field();
            if !field.is_dropped() {
                field.name = place.to_string();
            }
        }
        let compiled = Compiled::new(&numbered);
        let mut given = Self {
            pages: pages.to_vec(),
            table: Table::default(),
            columns: Columns::default(),
            text: TextShares::default(),
            satisfied: 0,
        };
        for &page in pages {
            let (applied, text) = compiled.apply_with_shares(corpus.view(page), corpus.url(page));
            given.table.take(page, &applied.record);
            given.columns.take(page, &applied.record);
            given.text.told += text.told;
            given.text.passed += text.passed;
            given.text.lost += text.lost;
            given.text.swallowed += text.swallowed;
            given.satisfied +=
                usize::from(applied.missing.is_empty() && !applied.record.is_empty());
        }
        given
    }
}
