//! How good wrappers are, as far as their own pages tell, and which of their fields are no core.
//!
//! What a wrapper gives on some of its pages, what templates give that were induced without some
//! of these, what the pages state in data and titles, and what tells the fields apart are signs, of
//! which one score is made.

mod addresses;
mod extras;
mod signs;
mod witness;

pub(crate) use addresses::Families;

use crate::book::Weights;
use crate::readings::{Readings, Sample};
use addresses::Elsewhere;
use rayon::prelude::*;
use signs::{Evidence, give_scores};
use sitewrap_naming::{PageData, agreements};
use sitewrap_template::{Boilerplate, Corpus};
use sitewrap_wrapper::Wrapper;

/// What is known of the site beside the pages of one wrapper.
pub(crate) struct Surroundings<'a, 't> {
    pub(crate) corpora: &'a [Corpus<'t>],
    pub(crate) weights: &'a Weights,
    pub(crate) families: &'a Families,
}

/// Tells how good wrappers and their fields are, and which fields are no core.
///
/// # Arguments
/// `readings` is what each wrapper gives on its pages; `places` tells the corpus of each wrapper,
/// `boilerplate` what is boilerplate on its pages, where templates are pooled.
///
/// # Complexity
/// About that of inducing from twice as many pages as are looked at, and of applying templates to these.
pub(crate) fn assess(
    wrappers: &mut [Wrapper],
    readings: &[Readings],
    places: &[usize],
    boilerplate: &[Option<Boilerplate>],
    around: &Surroundings<'_, '_>,
) {
    let elsewhere = Elsewhere::new(around.corpora);
    let pages = readings.par_iter().zip(places).zip(boilerplate);
    wrappers.par_iter_mut().zip(pages).for_each(|(wrapper, ((readings, &place), boilerplate))| {
        let own = (&readings.sample, place, boilerplate.as_ref());
        assess_one(wrapper, own, around, &elsewhere);
    });
}

fn assess_one(
    wrapper: &mut Wrapper,
    (sample, place, boilerplate): (&Sample, usize, Option<&Boilerplate>),
    around: &Surroundings<'_, '_>,
    elsewhere: &Elsewhere,
) {
    let corpus = &around.corpora[place];
    let parameters = corpus.parameters();
    let stable = boilerplate
        .and_then(|boilerplate| sample.held_out.agreement(corpus, boilerplate, &sample.table));
    let pages = sample.held_out.pages();
    let mut data = vec![PageData::default(); corpus.len()];
    for &page in &pages {
        data[page] = PageData::of(corpus.document(page), corpus.url(page));
    }
    let agreements = agreements(&sample.columns, &data, parameters);
    extras::mark(wrapper, &sample.table, corpus, &agreements, elsewhere, place);
    let evidence = Evidence {
        sample,
        stable,
        found: witness::facts_found(corpus, &data, &pages, &agreements),
        apart: around.families.apart(place),
    };
    give_scores(wrapper, &evidence, around.weights);
}
