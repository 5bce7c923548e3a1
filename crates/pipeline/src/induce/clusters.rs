//! Which stored page belongs to which cluster.

use super::corpus::{Corpus, Further};
use super::folded::FoldedSite;
use super::group::Grouping;
use super::params::InduceParams;
use rayon::prelude::*;
use serde::Serialize;
use sitewrap_extract::{Extractor, WrapperSet};
use sitewrap_model::{ClusterId, Clustering, PageId};
use sitewrap_store::{PageLabel, Store, StoreError};
use sitewrap_tree::Document;
use std::collections::HashMap;

/// A stored page and its cluster; serialized, it is one line of `sitewrap clusters`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageCluster {
    /// The page's URL.
    pub url: String,
    /// Its cluster in the latest induction; `None` for a page that fits none, or was stored later.
    pub cluster: Option<ClusterId>,
    /// The page type of its cluster.
    pub page_type: Option<String>,
}

/// The cluster of every stored page, in the order of page ids; `None` before the first induction.
///
/// # Errors
/// If the store cannot be read.
pub fn clusters(store: &Store) -> Result<Option<Vec<PageCluster>>, StoreError> {
    let Some((_, labels)) = store.clustering()? else { return Ok(None) };
    let mut labels: HashMap<PageId, PageLabel> =
        labels.into_iter().map(|label| (label.page, label)).collect();
    let pages = store.page_metas().map(|meta| {
        let meta = meta?;
        let label = labels.remove(&meta.id);
        let (cluster, page_type) =
            label.map_or((None, None), |label| (label.cluster, label.page_type));
        Ok(PageCluster { url: meta.url, cluster, page_type })
    });
    pages.collect::<Result<_, _>>().map(Some)
}

/// The labels of all pages that may hold a record, by rising id: those of the corpus by their
/// cluster, those that the sample left out by their nearest representative or, where pages are
/// compared node by node, by the wrapper that fits them.
pub(super) fn label_pages(
    store: &Store,
    corpus: &Corpus,
    grouping: &Grouping,
    params: &InduceParams,
    wrappers: &WrapperSet,
) -> Result<Vec<PageLabel>, StoreError> {
    let clustered = corpus.ids().zip(grouping.clustering().labels().iter().copied());
    let further = match grouping.folded() {
        Some(site) => by_representative(corpus.further(), site, grouping.clustering(), params),
        None => by_wrapper(store, corpus.further(), wrappers)?,
    };
    let label = |(page, cluster): (PageId, Option<ClusterId>)| {
        let wrapper = cluster.and_then(|id| wrappers.wrappers.get(id.index()));
        PageLabel { page, cluster, page_type: wrapper.map(|wrapper| wrapper.page_type.clone()) }
    };
    let mut labels: Vec<PageLabel> = clustered.chain(further).map(label).collect();
    labels.sort_unstable_by_key(|label| label.page);
    Ok(labels)
}

/// Pages of the same structure are placed once; where one of them is in the sample, they are of
/// its cluster.
fn by_representative(
    further: &Further,
    site: &FoldedSite,
    clustering: &Clustering,
    params: &InduceParams,
) -> Vec<(PageId, Option<ClusterId>)> {
    if further.pages.is_empty() {
        return Vec::new();
    }
    let mut known: Vec<Option<Option<ClusterId>>> = vec![None; further.outlines.len()];
    for (&outline, &cluster) in further.sampled.iter().zip(clustering.labels()) {
        known[outline] = Some(cluster);
    }
    let place = site.placer(clustering, &params.cluster());
    let clusters: Vec<Option<ClusterId>> = known
        .into_par_iter()
        .zip(&further.outlines)
        .map(|(known, outline)| known.unwrap_or_else(|| place(outline)))
        .collect();
    further.pages.iter().map(|&(page, outline)| (page, clusters[outline])).collect()
}

fn by_wrapper(
    store: &Store,
    further: &Further,
    wrappers: &WrapperSet,
) -> Result<Vec<(PageId, Option<ClusterId>)>, StoreError> {
    let extractor = Extractor::new(wrappers);
    let place = |&(id, _): &(PageId, usize)| {
        let Some(page) = store.page(id)? else { return Ok((id, None)) };
        let document = Document::parse(&page.body, page.content_type(), Some(&page.final_url));
        let name = extractor.extract(&page.url, &document.tree).wrapper;
        let index =
            wrappers.wrappers.iter().position(|wrapper| Some(&wrapper.name) == name.as_ref());
        Ok((id, index.map(|index| ClusterId(index as u32))))
    };
    further.pages.par_iter().map(place).collect()
}
