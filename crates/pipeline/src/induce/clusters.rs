//! Which stored page belongs to which cluster.

use super::corpus::Corpus;
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
/// cluster, those that the sample left out by the wrapper that fits them.
pub(super) fn label_pages(
    store: &Store,
    corpus: &Corpus,
    clustering: &Clustering,
    wrappers: &WrapperSet,
) -> Result<Vec<PageLabel>, StoreError> {
    let label = |page, cluster: Option<ClusterId>| {
        let wrapper = cluster.and_then(|id| wrappers.wrappers.get(id.index()));
        PageLabel { page, cluster, page_type: wrapper.map(|wrapper| wrapper.page_type.clone()) }
    };
    let clustered = corpus.ids().zip(clustering.labels());
    let mut labels: Vec<PageLabel> = clustered.map(|(id, &cluster)| label(id, cluster)).collect();
    let extractor = Extractor::new(wrappers);
    let further = corpus.left_out().par_iter().map(|&id| {
        let Some(page) = store.page(id)? else { return Ok(label(id, None)) };
        let document = Document::parse(&page.body, page.content_type(), Some(&page.final_url));
        let name = extractor.extract(&page.url, &document.tree).wrapper;
        let place =
            wrappers.wrappers.iter().position(|wrapper| Some(&wrapper.name) == name.as_ref());
        Ok(label(id, place.map(|place| ClusterId(place as u32))))
    });
    labels.extend(further.collect::<Result<Vec<_>, StoreError>>()?);
    labels.sort_unstable_by_key(|label| label.page);
    Ok(labels)
}
