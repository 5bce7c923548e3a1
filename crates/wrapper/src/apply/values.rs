//! Values of nodes: their attributes.

use crate::page::label::normalize_token;
use crate::page::text;
use crate::page::view::View;
use crate::wrapper::template::AttrField;
use sitewrap_lexicon::{Role, is};
use sitewrap_tree::{NodeId, html};

/// Scheme, host and port of a URL: all before its path.
pub(crate) fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |at| host + at);
    &url[..end]
}

/// The value of an attribute field on a node. A URL on the page's own host is given as a path, so
/// that records are the same for a mirror, a test server and the site itself.
pub(crate) fn attr_value(
    view: &View<'_>,
    node: NodeId,
    attr: &AttrField,
    origin: &str,
) -> Option<String> {
    let tree = view.tree;
    if attr.attr == "class" {
        let token = tree.classes(node).find(|class| {
            let class = normalize_token(class);
            attr.words.contains(&class)
        });
        return token.map(str::to_owned);
    }
    let value = tree.attr(node, &attr.attr)?;
    if attr.attr == "href" && leads_nowhere(value) {
        return None;
    }
    if matches!(&attr.attr[..], "src" | "data-src") && is_blank_picture(value) {
        return None;
    }
    let value = if attr.attr == "style" { html::picture_of_style(value)? } else { value };
    attr_text(value, origin)
}

/// Whether a link is a button that a script watches: it leads to the top of its own page, or runs the script.
pub fn leads_nowhere(address: &str) -> bool {
    let address = address.trim();
    address.ends_with('#') || address.starts_with("javascript:")
}

/// Whether a picture shows nothing by the name of its file (`/img/blank.gif`): it keeps a place, for a picture that is
/// loaded later or that somebody has not given.
pub fn is_blank_picture(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or("", |(stem, _)| stem);
    is(Role::BlankPicture, &stem.to_lowercase())
}

/// The value of an attribute; a URL on the page's own host as a path. `None` if it is blank.
pub(crate) fn attr_text(value: &str, origin: &str) -> Option<String> {
    let value = text::collapse(value);
    let path =
        value.strip_prefix(origin).filter(|path| path.starts_with('/') && !origin.is_empty());
    let value = path.map_or(value.clone(), str::to_owned);
    (!value.is_empty()).then_some(value)
}
