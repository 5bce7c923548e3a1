//! Which stored page belongs to which cluster.

use serde::Serialize;
use sitewrap_model::{ClusterId, PageId};
use sitewrap_store::{PageLabel, Store, StoreError};
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
/// Pages whose rows are damaged are left out.
///
/// # Errors
/// If the store cannot be read.
pub fn clusters(store: &Store) -> Result<Option<Vec<PageCluster>>, StoreError> {
    let Some((_, labels)) = store.clustering()? else { return Ok(None) };
    let mut labels: HashMap<PageId, PageLabel> =
        labels.into_iter().map(|label| (label.page, label)).collect();
    let names = edited_names(store)?;
    let is_whole = |meta: &Result<_, _>| !matches!(meta, Err(StoreError::BadRow { .. }));
    let pages = store.page_metas().filter(is_whole).map(|meta| {
        let meta = meta?;
        let label = labels.remove(&meta.body.id);
        let (cluster, page_type) =
            label.map_or((None, None), |label| (label.cluster, label.page_type));
        let page_type = page_type.map(|name| names.get(&name).cloned().unwrap_or(name));
        Ok(PageCluster { url: meta.url, cluster, page_type })
    });
    pages.collect::<Result<_, _>>().map(Some)
}

/// The names of page types as edited, by those that induction gave.
fn edited_names(store: &Store) -> Result<HashMap<String, String>, StoreError> {
    let induced = store.induced()?.unwrap_or_default().wrappers;
    let edited = store.wrappers()?.unwrap_or_default().wrappers;
    let pairs = induced.into_iter().zip(edited);
    Ok(pairs.map(|(induced, edited)| (induced.page_type, edited.page_type)).collect())
}
