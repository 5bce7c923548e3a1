//! Wrapper induction: a cluster's tag trees in, a wrapper out, with no labels.
//!
//! How does a cluster become a wrapper? [`induce`] takes the pages of all clusters at once and, for
//! each cluster,
//!
//! 1. makes a template of what its pages have in common (`sitewrap_template`),
//! 2. names the page type and the fields (`sitewrap_naming`),
//! 3. applies the wrapper to its own pages (`readings`) and finds the types of the fields by all of
//!    their values (`typing`),
//! 4. tells how good the wrapper is, and which fields are no core of a record (`quality`).
//!
//! `DESIGN.md` says why. What never happens here: I/O; a result that depends on the number of
//! threads.

mod book;
mod learnt;
mod quality;
mod readings;
mod typing;

pub use book::{Parameters, Weights};
pub use learnt::{Learnt, learnt_from};
pub use sitewrap_template::Method;

use rayon::prelude::*;
use readings::Readings;
use sitewrap_model::{ClusterId, Clustering};
use sitewrap_naming::name_drafts;
use sitewrap_template::{Boilerplate, Corpus, Draft, Site, draw, grown, pooled};
use sitewrap_tree::Document;
use sitewrap_wrapper::{Signature, Template, Wrapper, WrapperSet, paths};

/// How wrappers are induced.
#[derive(Clone, Debug)]
pub struct Params {
    /// How templates are made.
    pub method: Method,
    /// Most pages of a cluster that its template is built from; further ones add little and cost
    /// time. They are drawn evenly from the cluster.
    pub max_pages: usize,
    /// Clusters with fewer pages get no wrapper. One page alone does not show which of its texts vary,
    /// but its lists do.
    pub min_pages: usize,
    /// What templates are made by: the book's page of this stage.
    pub parameters: Parameters,
}

impl Default for Params {
    fn default() -> Self {
        let parameters = Parameters::default();
        Self { method: Method::Default, max_pages: 240, min_pages: 1, parameters }
    }
}

/// Induces a wrapper for each cluster of pages.
///
/// # Arguments
/// `pages` and `urls` are parallel; `clustering` labels them by their index.
///
/// # Returns
/// Wrappers by falling cluster size, version 0 (the store gives the version). The page type of a
/// wrapper is unique in the set and also its name.
///
/// # Complexity
/// About linear in the nodes of the pages that templates are built from.
pub fn induce(
    pages: &[&Document],
    urls: &[&str],
    clustering: &Clustering,
    params: &Params,
) -> WrapperSet {
    let all: Vec<ClusterId> = (0..clustering.clusters().len() as u32).map(ClusterId).collect();
    induce_some(pages, urls, clustering, &all, &Known::default(), params)
}

/// What the site has already when further clusters get wrappers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// Names that no new wrapper is to have.
    pub taken: &'a [&'a str],
    /// Wrappers of other clusters of the clustering, as far as they have one. What their fields are
    /// called, with the values on their pages, tells what fields of new ones with the same values
    /// are.
    pub wrappers: &'a [(ClusterId, &'a Wrapper)],
}

/// As [`induce`], but only for some of the clusters, in the order given; the pages of the others
/// serve to tell what is not a cluster's own, and with their wrappers what its fields are called.
pub fn induce_some(
    pages: &[&Document],
    urls: &[&str],
    clustering: &Clustering,
    wanted: &[ClusterId],
    known: &Known<'_>,
    params: &Params,
) -> WrapperSet {
    let is_wanted = |id: usize| wanted.contains(&ClusterId(id as u32));
    let clusters: Vec<(usize, &Vec<usize>)> = clustering
        .clusters()
        .iter()
        .enumerate()
        .filter(|(id, pages)| !is_wanted(*id) || pages.len() >= params.min_pages)
        .collect();
    let corpora: Vec<Corpus<'_>> = clusters
        .par_iter()
        .map(|(_, cluster)| {
            let drawn = draw(cluster, params.max_pages);
            let drawn: Vec<_> = drawn.map(|page| (urls[page], pages[page])).collect();
            Corpus::new(&drawn, &params.parameters.template)
        })
        .collect();
    let site = Site::new(&corpora, &params.parameters.template);
    let place = |id: &ClusterId| clusters.iter().position(|(known, _)| *known == id.index());
    let wanted: Vec<usize> = wanted.iter().filter_map(place).collect();
    let (drafts, boilerplate): (Vec<Draft>, Vec<Option<Boilerplate>>) = wanted
        .par_iter()
        .map(|&place| match params.method {
            Method::Default => {
                let boilerplate = site.beside(&corpora[place]);
                (pooled(&corpora[place], &boilerplate), Some(boilerplate))
            }
            Method::Paper => (grown(&corpora[place]), None),
        })
        .unzip();
    let others = known.wrappers.iter();
    let others: Vec<(usize, &Wrapper)> =
        others.filter_map(|(id, wrapper)| Some((place(id)?, *wrapper))).collect();
    let named = name_drafts(drafts, &corpora, &wanted, params.method, known.taken, &others);
    let mut wrappers: Vec<Wrapper> = named
        .into_iter()
        .zip(&wanted)
        .map(|((template, page_type), &place)| {
            wrapper(&corpora[place], template, page_type, clusters[place].1.len())
        })
        .collect();
    let readings: Vec<Readings> = wrappers
        .par_iter()
        .zip(&wanted)
        .map(|(wrapper, &place)| Readings::of(&wrapper.template, &corpora[place]))
        .collect();
    let locale = typing::type_fields(&mut wrappers, &readings, &corpora);
    let kept: Vec<usize> = clusters.iter().map(|(id, _)| *id).collect();
    let around = quality::Surroundings {
        corpora: &corpora,
        weights: &params.parameters.weights,
        families: &quality::Families::new(urls, clustering, &kept, &params.parameters.template),
    };
    quality::assess(&mut wrappers, &readings, &wanted, &boilerplate, &around);
    WrapperSet { version: 0, wrappers, locale }
}

/// The pages that templates are built from, in rising order; the documents of all others are not
/// looked at.
pub fn drawn(clustering: &Clustering, params: &Params) -> Vec<usize> {
    let clusters = clustering.clusters().iter();
    let mut drawn: Vec<usize> =
        clusters.flat_map(|cluster| draw(cluster, params.max_pages)).collect();
    drawn.sort_unstable();
    drawn
}

fn wrapper(corpus: &Corpus<'_>, template: Template, page_type: String, pages: usize) -> Wrapper {
    let page_paths: Vec<Vec<u64>> = corpus.views().iter().map(paths).collect();
    Wrapper {
        name: page_type.clone(),
        page_type,
        pages: pages as u32,
        signature: Signature::of_pages(&page_paths),
        template,
        quality: None,
        main_content: None,
    }
}
