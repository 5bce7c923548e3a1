//! Content as clean HTML.

use super::kept::{kept_tree, marked};
use crate::block::Blocks;
use sitewrap_tree::{NodeId, TagTree};
use sitewrap_wrapper::fragment;
use url::Url;

/// The kept blocks as an HTML fragment of paragraphs, headings, lists, quotes, code, tables, links
/// and pictures. It is written anew tag by tag: no scripts, handlers, styles or classes come
/// through, and links lead to the web and to mailboxes only.
pub(crate) fn html(tree: &TagTree, blocks: &Blocks, kept: &[bool], url: &str) -> String {
    let kept = kept_tree(tree, &marked(tree, blocks, kept));
    let origin =
        Url::parse(url).map_or_else(|_| String::new(), |url| url.origin().ascii_serialization());
    let parts: Vec<NodeId> = kept.children(kept.root()).collect();
    fragment(&kept, &parts, &origin)
}
