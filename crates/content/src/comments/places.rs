//! The comments of a page as the wrapper of its type knows them.

use sitewrap_terms::words::plural::singular;
use sitewrap_tree::NodeId;
use sitewrap_wrapper::{Source, Sources, WrapperSet};

/// Where the items of lists called comments stand in a page's tree: the first and the last node of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommentPlaces(pub(super) Vec<(NodeId, NodeId)>);

impl CommentPlaces {
    /// The places by where the values of a page's record come from.
    pub fn of(sources: &Sources) -> Self {
        let lists = sources.iter().filter(|(name, _)| is_comments(name));
        let items = lists.flat_map(|(_, source)| match source {
            Source::List(items) => items.as_slice(),
            Source::Value(_) | Source::Record(_) => &[],
        });
        Self(items.filter_map(|item| Some((*item.nodes.first()?, *item.nodes.last()?))).collect())
    }

    /// Whether wrappers have lists called comments.
    pub fn are_known_to(wrappers: &WrapperSet) -> bool {
        let mut places = wrappers.wrappers.iter().flat_map(|own| own.template.field_places());
        places.any(|place| place.path.first().is_some_and(|field| is_comments(&field.name)))
    }
}

fn is_comments(name: &str) -> bool {
    singular(name) == "comment"
}
