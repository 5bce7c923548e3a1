//! The plan of a site as one HTML file: page types, the pages within, and what joins them.
//!
//! The file asks for nothing from the network, and its policy forbids it to. What comes from pages
//! is data: JSON that no text can end, which the script shows as text.

use crate::findings::Findings;
use crate::measures::Measures;
use crate::rows::NodeId;
use crate::site::SiteGraph;
use crate::type_graph::{Group, TypeGraph};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rustc_hash::FxHashMap;
use serde::Serialize;
use sha2::{Digest, Sha256};
use sitewrap_model::Place;

const STYLE: &str = include_str!("plan.css");
const SCRIPT: &str = include_str!("plan.js");

/// Pages that are drawn, those of the highest PageRank: a browser draws so many at once.
const DRAWN: usize = 5000;
/// Links between pages that are told. Those in lists, texts and values come before menus and feet.
const TOLD: usize = 200_000;

/// The plan as data for the script.
#[derive(Serialize)]
struct Plan<'a> {
    title: &'a str,
    /// Stored pages, addresses besides, links.
    totals: [usize; 3],
    types: Vec<PlanType<'a>>,
    /// From, to, place, name of the block, links, pages.
    links: Vec<(usize, usize, usize, &'a str, usize, usize)>,
    places: Vec<&'static str>,
    pages: Vec<PlanPage<'a>>,
    /// From, to and place of each, one behind another; from and to are places in `pages`.
    edges: Vec<usize>,
    /// Pages that are not drawn.
    left_out: usize,
    orphans: usize,
    dead_ends: usize,
    broken: usize,
    redirects: usize,
}

#[derive(Serialize)]
struct PlanType<'a> {
    name: &'a str,
    /// Whether it is a page type, or a group of other addresses.
    real: bool,
    /// Whether its nodes are stored pages.
    stored: bool,
    nodes: usize,
    rank: f64,
    lists: &'a [usize],
}

#[derive(Serialize)]
struct PlanPage<'a> {
    url: &'a str,
    title: &'a str,
    #[serde(rename = "type")]
    page_type: usize,
    rank: f64,
    hub: f64,
    authority: f64,
    r#in: usize,
    out: usize,
    depth: Option<u32>,
}

/// The plan as HTML. `title` is what the site is called.
pub fn to_html(
    graph: &SiteGraph,
    measures: &Measures,
    plan: &TypeGraph,
    findings: &Findings,
    title: &str,
) -> String {
    let drawn = drawn(graph, measures);
    let page = |&node: &NodeId| {
        let at = node as usize;
        PlanPage {
            url: &graph.nodes[at].url,
            title: &graph.nodes[at].title,
            page_type: plan.of[at],
            rank: measures.page_rank.values[at],
            hub: measures.hits.hubs[at],
            authority: measures.hits.authorities[at],
            r#in: measures.links.incoming().row(at).len(),
            out: measures.links.outgoing().row(at).len(),
            depth: measures.depths[at],
        }
    };
    let stored = graph.pages().count();
    let data = Plan {
        title,
        totals: [stored, graph.nodes.len() - stored, measures.links.count()],
        types: plan
            .types
            .iter()
            .map(|node| PlanType {
                name: node.group.name(),
                real: matches!(node.group, Group::Type(_)),
                stored: matches!(node.group, Group::Type(_) | Group::Untyped),
                nodes: node.nodes,
                rank: node.pagerank,
                lists: &node.lists,
            })
            .collect(),
        links: plan
            .links
            .iter()
            .map(|link| {
                let block = &graph.block_kinds[link.block as usize];
                (link.from, link.to, block.place as usize, &*block.name, link.links, link.pages)
            })
            .collect(),
        places: Place::ALL.iter().map(|place| place.name()).collect(),
        edges: edges(graph, &drawn),
        left_out: stored - drawn.len(),
        pages: drawn.iter().map(page).collect(),
        orphans: findings.orphans.len(),
        dead_ends: findings.dead_ends.len(),
        broken: findings.broken.len(),
        redirects: findings.redirects.len(),
    };
    document(title, &json(&data))
}

/// The pages that are drawn: the highest ranks, by falling rank.
fn drawn(graph: &SiteGraph, measures: &Measures) -> Vec<NodeId> {
    let mut pages: Vec<NodeId> = graph.pages().collect();
    let rank = |node: NodeId| measures.page_rank.values[node as usize];
    pages.sort_by(|&a, &b| rank(b).total_cmp(&rank(a)).then(a.cmp(&b)));
    pages.truncate(DRAWN);
    pages
}

/// The links among the pages that are drawn, each pair once, at its most telling place.
fn edges(graph: &SiteGraph, drawn: &[NodeId]) -> Vec<usize> {
    let places: FxHashMap<NodeId, usize> =
        drawn.iter().enumerate().map(|(place, &node)| (node, place)).collect();
    let mut found: Vec<(usize, usize, usize, Place)> = Vec::new();
    for edge in graph.edges.iter().filter(|edge| edge.kind.leads() && edge.from != edge.to) {
        if let (Some(&from), Some(&to)) = (places.get(&edge.from), places.get(&edge.to)) {
            let place = graph.block_kind(edge).place;
            found.push((from, to, weight(place), place));
        }
    }
    found.sort_unstable();
    found.dedup_by_key(|(from, to, ..)| (*from, *to));
    // Stable, so that what counts alike stays in order.
    found.sort_by_key(|(_, _, weight, _)| *weight);
    found.truncate(TOLD);
    found.into_iter().flat_map(|(from, to, _, place)| [from, to, place as usize]).collect()
}

/// How little a place tells of the page that it is on.
fn weight(place: Place) -> usize {
    match place {
        Place::List | Place::Text | Place::Value => 0,
        Place::Other | Place::Head => 1,
        Place::Navigation | Place::Footer => 2,
    }
}

fn document(title: &str, json: &str) -> String {
    let title = escape(title);
    let (style, script) = (hash(STYLE), hash(SCRIPT));
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'; \
         form-action 'none'\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Plan of {title}</title>\n<style>{STYLE}</style></head>\n<body>\n\
         <noscript>The plan is drawn by a script that is in this file.</noscript>\n\
         <script type=\"application/json\" id=\"plan\">{json}</script>\n\
         <script>{SCRIPT}</script>\n</body></html>\n"
    )
}

/// As JSON whose text no parser of HTML or of scripts takes for its own.
fn json(data: &impl Serialize) -> String {
    let mut out = String::new();
    // Numbers and texts alone, which are always JSON.
    for c in serde_json::to_string(data).unwrap_or_default().chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

/// The hash by which the policy knows a part of the file.
fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}

/// Text with the characters that mean something in HTML written as references.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}
