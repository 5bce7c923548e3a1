//! The links of a page.

use crate::address::Base;
use crate::compact::HeadElement;
use crate::{NodeId, TagTree};

/// A link to another page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Absolute http or https URL, fragment included.
    pub url: String,
    /// What a reader sees of the link, white space collapsed; for a link that shows only images,
    /// their alternative texts; empty if it is no anchor.
    pub text: String,
    /// The `rel` attribute as written.
    pub rel: Option<String>,
    /// The language of the target, as the `hreflang` attribute has it.
    pub language: Option<String>,
    /// What made it a link.
    pub kind: LinkKind,
    /// Where it stands in the tree; `None` for links of the head.
    pub node: Option<NodeId>,
}

/// What makes a link; see [`Link::kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LinkKind {
    /// `a` or `area`: a reader can follow it.
    Anchor,
    /// `<link rel=canonical>`: the address that the page prefers for itself.
    Canonical,
    /// `<link rel=alternate>`: the page in another language or format, or a feed.
    Alternate,
    /// `<link rel=next>` or `rel=prev`: the neighbours of a page in a series.
    Neighbour,
    /// `iframe` or `frame`: a page shown within the page.
    Frame,
    /// `form`: where it is sent.
    Form,
    /// `<meta http-equiv=refresh>`: where the page leads by itself.
    Refresh,
}

/// The links of the elements of the head, in their order.
pub(crate) fn links_of_head(head: &[HeadElement], base: &Base) -> Vec<Link> {
    let link = |element: &HeadElement| {
        let (href, kind) = if element.is("link") {
            (element.attr("href")?, kind_of_rel(element.attr("rel")?)?)
        } else {
            (refresh_target(element)?, LinkKind::Refresh)
        };
        let rel = element.attr("rel").map(str::to_owned);
        let language = element.attr("hreflang").map(str::to_owned);
        let url = web_url(href, base)?;
        Some(Link { url, text: String::new(), rel, language, kind, node: None })
    };
    head.iter().filter_map(link).collect()
}

/// The links of the body, in document order.
pub(crate) fn links_of_body(tree: &TagTree, base: &Base) -> Vec<Link> {
    let link = |node: NodeId| {
        let (attr, kind) = match tree.tag(node).as_str() {
            "a" | "area" => ("href", LinkKind::Anchor),
            "iframe" | "frame" => ("src", LinkKind::Frame),
            "form" => ("action", LinkKind::Form),
            _ => return None,
        };
        let url = web_url(tree.attr(node, attr)?, base)?;
        let text = if kind == LinkKind::Anchor { anchor_text(tree, node) } else { String::new() };
        let rel = tree.attr(node, "rel").map(str::to_owned);
        let language = tree.attr(node, "hreflang").map(str::to_owned);
        Some(Link { url, text, rel, language, kind, node: Some(node) })
    };
    tree.nodes().filter_map(link).collect()
}

/// Elements that the cleaner did not see, because of broken markup before them, still have
/// relative URLs.
fn web_url(href: &str, base: &Base) -> Option<String> {
    base.absolute(href)
}

fn kind_of_rel(rel: &str) -> Option<LinkKind> {
    rel.split_ascii_whitespace().find_map(|word| match word.to_ascii_lowercase().as_str() {
        "canonical" => Some(LinkKind::Canonical),
        // Style sheets are alternates of other style sheets.
        "stylesheet" => None,
        "alternate" => Some(LinkKind::Alternate),
        "next" | "prev" | "previous" => Some(LinkKind::Neighbour),
        _ => None,
    })
}

/// The URL in `<meta http-equiv=refresh content="5; url=…">`.
fn refresh_target(meta: &HeadElement) -> Option<&str> {
    meta.attr("http-equiv").filter(|name| name.trim().eq_ignore_ascii_case("refresh"))?;
    let (_, target) = meta.attr("content")?.split_once([';', ','])?;
    let (key, url) = target.split_once('=')?;
    let url = url.trim().trim_matches(['"', '\'']);
    key.trim().eq_ignore_ascii_case("url").then_some(url)
}

fn anchor_text(tree: &TagTree, anchor: NodeId) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = words(&tree.inner_text(anchor));
    if !shown.is_empty() {
        return shown;
    }
    let alternatives: Vec<_> =
        tree.subtree(anchor).filter_map(|node| tree.attr(node, "alt")).collect();
    words(&alternatives.join(" "))
}
