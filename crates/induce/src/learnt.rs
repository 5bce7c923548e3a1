//! Which nodes of which pages did induction take for one field? What a wrapper is held against when
//! it is applied to the pages that it was learned from.

use crate::Params;
use rayon::prelude::*;
use sitewrap_model::Clustering;
use sitewrap_template::{Corpus, Site, draw, roles};
use sitewrap_tree::{Document, NodeId};

/// What was seen of a cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learnt {
    /// The pages that the template was built from, by their indices.
    pub pages: Vec<usize>,
    /// The nodes that were taken to play one role and hold text or attributes that are fields, each
    /// with the index of its page. Some of the roles were given up again: one fact is one field.
    pub roles: Vec<Vec<(usize, NodeId)>>,
}

/// What [`induce`](crate::induce) with [`Method::Default`](crate::Method) sees of each cluster, with
/// the same arguments.
pub fn learnt_from(
    pages: &[&Document],
    urls: &[&str],
    clustering: &Clustering,
    params: &Params,
) -> Vec<Learnt> {
    let clusters = clustering.clusters().iter();
    let drawn: Vec<Vec<usize>> =
        clusters.map(|cluster| draw(cluster, params.max_pages).collect()).collect();
    let corpora: Vec<Corpus<'_>> = drawn
        .par_iter()
        .map(|drawn| {
            let drawn: Vec<_> = drawn.iter().map(|&page| (urls[page], pages[page])).collect();
            Corpus::new(&drawn, &params.parameters.template)
        })
        .collect();
    let site = Site::new(&corpora, &params.parameters.template);
    let look = |(corpus, pages): (&Corpus<'_>, Vec<usize>)| {
        let mut roles = roles(corpus, &site.beside(corpus));
        roles.iter_mut().flatten().for_each(|(page, _)| *page = pages[*page]);
        roles.sort_unstable();
        Learnt { pages, roles }
    };
    corpora.par_iter().zip(drawn).map(look).collect()
}
