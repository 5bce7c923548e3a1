//! All pages and links as GraphML, which Gephi, networkx and others read.

use crate::measures::Measures;
use crate::rows::NodeId;
use crate::site::SiteGraph;
use std::io::{self, Write};

/// What is told of nodes, with its type.
const OF_NODES: [(&str, &str); 11] = [
    ("url", "string"),
    ("title", "string"),
    ("standing", "string"),
    ("page_type", "string"),
    ("pagerank", "double"),
    ("hub", "double"),
    ("authority", "double"),
    ("site_rank", "double"),
    ("block_pagerank", "double"),
    ("section", "string"),
    ("depth", "int"),
];

/// What is told of edges, with its type.
const OF_EDGES: [(&str, &str); 5] = [
    ("kind", "string"),
    ("nofollow", "boolean"),
    ("place", "string"),
    ("block", "string"),
    ("text", "string"),
];

/// Writes a graph, addresses that were not fetched included.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write_graphml<W: Write>(
    out: &mut W,
    graph: &SiteGraph,
    measures: &Measures,
) -> io::Result<()> {
    out.write_all(
        b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
          <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
    )?;
    for (of, keys) in [("node", &OF_NODES[..]), ("edge", &OF_EDGES)] {
        for (name, kind) in keys {
            writeln!(
                out,
                "<key id=\"{}{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>",
                &of[..1]
            )?;
        }
    }
    out.write_all(b"<graph edgedefault=\"directed\">\n")?;
    for node in 0..graph.nodes.len() {
        write_node(out, graph, measures, node)?;
    }
    for edge in &graph.edges {
        let block = graph.block_kind(edge);
        write!(out, "<edge source=\"n{}\" target=\"n{}\">", edge.from, edge.to)?;
        data(out, "ekind", edge.kind.name())?;
        data(out, "enofollow", if edge.nofollow { "true" } else { "false" })?;
        data(out, "eplace", block.place.name())?;
        data(out, "eblock", &block.name)?;
        data(out, "etext", graph.text(edge))?;
        out.write_all(b"</edge>\n")?;
    }
    out.write_all(b"</graph>\n</graphml>\n")
}

fn write_node<W: Write>(
    out: &mut W,
    graph: &SiteGraph,
    measures: &Measures,
    at: usize,
) -> io::Result<()> {
    let node = &graph.nodes[at];
    write!(out, "<node id=\"n{at}\">")?;
    data(out, "nurl", &node.url)?;
    data(out, "ntitle", &node.title)?;
    data(out, "nstanding", node.standing.name())?;
    data(out, "npage_type", graph.page_type(at as NodeId).unwrap_or_default())?;
    let ranks = [
        ("npagerank", &measures.page_rank.values),
        ("nhub", &measures.hits.hubs),
        ("nauthority", &measures.hits.authorities),
        ("nsite_rank", &measures.site_rank.nodes),
        ("nblock_pagerank", &measures.block_rank.pages.values),
    ];
    for (key, values) in ranks {
        data(out, key, &values[at].to_string())?;
    }
    data(out, "nsection", &measures.sections.names[measures.sections.of[at] as usize])?;
    if let Some(depth) = measures.depths[at] {
        data(out, "ndepth", &depth.to_string())?;
    }
    out.write_all(b"</node>\n")
}

/// Writes a value unless it is empty.
fn data<W: Write>(out: &mut W, key: &str, value: &str) -> io::Result<()> {
    if value.is_empty() {
        return Ok(());
    }
    write!(out, "<data key=\"{key}\">")?;
    for c in value.chars() {
        match c {
            '&' => out.write_all(b"&amp;")?,
            '<' => out.write_all(b"&lt;")?,
            '>' => out.write_all(b"&gt;")?,
            '"' => out.write_all(b"&quot;")?,
            // XML 1.0 has no place for other control characters, not even as references.
            '\u{0}'..='\u{8}'
            | '\u{b}'
            | '\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{fffe}'
            | '\u{ffff}' => {}
            c => write!(out, "{c}")?,
        }
    }
    out.write_all(b"</data>")
}
