//! Pages that the wrapper of their cluster does not explain.
//!
//! That two pages are built alike does not say that one template made them. The wrapper of their
//! cluster tells: what it does not recognise on a page is content that would be lost. Pages with much
//! of it are clusters of their own, as there are odd pages on most sites: the front page of a shop, a
//! search form, an album among articles.

use super::candidates::Candidate;
use super::document_cache::DocumentCache;
use super::home::homes;
use super::params::InduceParams;
use super::round::{Learnt, next_cluster};
use super::survey::Survey;
use rayon::prelude::*;
use sitewrap_model::{ClusterId, PageId};
use sitewrap_store::StoreError;
use sitewrap_wrapper::{Extractor, WrapperSet};
use std::collections::{HashMap, HashSet};

/// Makes clusters of the pages that the wrapper of their cluster does not explain, if it explains as
/// many others; pages with one outline stay together. Looked at are the pages in `read`, from which
/// the wrappers were induced. Gives whether there are such pages.
///
/// # Errors
/// If the store fails.
pub(super) fn part_unexplained(
    survey: &Survey,
    Learnt { rounds, clusters }: &mut Learnt,
    wrappers: &WrapperSet,
    documents: &DocumentCache<'_>,
    read: &[PageId],
    params: &InduceParams,
) -> Result<bool, StoreError> {
    let fits = fits(survey, clusters, wrappers, documents, read)?;
    let mut of_cluster: HashMap<ClusterId, Vec<(usize, f64)>> = HashMap::new();
    for (index, fit) in fits.into_iter().enumerate() {
        if let (Some(cluster), Some(fit)) = (clusters[index], fit) {
            of_cluster.entry(cluster).or_default().push((index, fit));
        }
    }
    let least = least_fits(survey, params);
    let mut odd: Vec<usize> = of_cluster.values().flat_map(|fits| odd_ones(fits, &least)).collect();
    odd.sort_unstable();
    let next = next_cluster(clusters);
    let mut made: HashMap<(ClusterId, u32), ClusterId> = HashMap::new();
    for index in odd {
        if let Some(cluster) = clusters[index] {
            let number = ClusterId(next.0 + made.len() as u32);
            made.entry((cluster, survey.places()[index])).or_insert(number);
        }
    }
    for (cluster, &outline) in clusters.iter_mut().zip(survey.places()) {
        let own = cluster.and_then(|cluster| made.get(&(cluster, outline)));
        *cluster = own.copied().or(*cluster);
    }
    let of_page: HashMap<PageId, Option<ClusterId>> =
        survey.pages().iter().map(|page| page.id).zip(clusters.iter().copied()).collect();
    for round in rounds {
        for (cluster, page) in round.clusters.iter_mut().zip(round.compared.pages()) {
            *cluster = of_page.get(&page.id).copied().unwrap_or(*cluster);
        }
    }
    Ok(!made.is_empty())
}

/// The pages of a cluster that are explained less than `least` tells, against the page that is explained
/// best: a bad wrapper explains nothing well. None if they are more than the others.
fn odd_ones(fits: &[(usize, f64)], least: &[f64]) -> Vec<usize> {
    let best = fits.iter().map(|(_, fit)| *fit).fold(0.0, f64::max);
    let is_odd = |(index, fit): &&(usize, f64)| *fit < least[*index] * best;
    let odd: Vec<usize> = fits.iter().filter(is_odd).map(|(index, _)| *index).collect();
    if 2 * odd.len() <= fits.len() { odd } else { Vec::new() }
}

/// How much must be explained of each page of a survey, 0..=1: most; of a home page, which is the only
/// one of its kind on many sites, nearly all.
fn least_fits(survey: &Survey, params: &InduceParams) -> Vec<f64> {
    let shares = &params.book.induce.template;
    let mut least = vec![shares.most; survey.len()];
    homes(&survey.urls()).into_iter().for_each(|home| least[home] = shares.nearly_all);
    least
}

/// How much of each page the wrapper of its cluster explains, where the page, or one with the same
/// body, was read for it.
fn fits(
    survey: &Survey,
    clusters: &[Option<ClusterId>],
    wrappers: &WrapperSet,
    documents: &DocumentCache<'_>,
    read: &[PageId],
) -> Result<Vec<Option<f64>>, StoreError> {
    let read: HashSet<PageId> = read.iter().copied().collect();
    let extractor = Extractor::new(wrappers);
    let pages: Vec<_> = survey.pages().iter().zip(survey.originals()).zip(clusters).collect();
    let fit = |((page, original), cluster): ((&Candidate, PageId), &Option<ClusterId>)| {
        let Some(cluster) = cluster.filter(|_| read.contains(&original)) else { return Ok(None) };
        let document = documents.documents(&[original])?.swap_remove(0);
        Ok(Some(extractor.extract_as(&page.url, &document.tree, Some(cluster.index())).fit))
    };
    pages.into_par_iter().map(fit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: [f64; 5] = [0.6, 0.6, 0.6, 0.6, 0.9];

    fn odd(fits: [f64; 5]) -> Vec<usize> {
        let fits: Vec<(usize, f64)> = fits.into_iter().enumerate().collect();
        odd_ones(&fits, &LEAST)
    }

    #[test]
    fn what_is_not_explained_is_odd_and_of_a_home_page_sooner() {
        assert_eq!(odd([1.0, 0.98, 0.4, 0.85, 0.95]), [2]);
        assert_eq!(odd([1.0, 0.98, 0.9, 0.85, 0.85]), [4]);
    }

    #[test]
    fn a_wrapper_that_explains_no_page_well_makes_none_odd() {
        assert!(odd([0.3, 0.3, 0.28, 0.3, 0.29]).is_empty());
    }

    #[test]
    fn where_most_are_not_explained_it_is_the_wrapper_that_is_odd() {
        assert!(odd([1.0, 0.98, 0.1, 0.1, 0.1]).is_empty());
    }
}
