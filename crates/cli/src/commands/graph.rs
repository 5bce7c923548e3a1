//! `graph`: the pages of a site and their links, ranked and drawn.

use crate::args::{GraphArgs, GraphFormat, TableFormat};
use crate::exit::Outcome;
use crate::output::{self, GraphReport, write_rows};
use crate::progress::Console;
use anyhow::{Result, bail};
use sitewrap_graph::{
    Convergence, Findings, Measures, PageMeasures, RankParams, SiteGraph, TypeGraph, to_dot,
    to_html, write_graphml,
};
use sitewrap_pipeline::{GraphOptions, site_graph};
use sitewrap_store::Store;
use sitewrap_tree::normalize;
use std::io::Write;
use std::path::Path;
use url::{Position, Url};

pub(super) fn run(path: &Path, args: &GraphArgs, console: &Console) -> Result<Outcome> {
    let store = Store::open_existing(path)?;
    if store.page_count() == 0 {
        console.say("the store holds no pages");
        return Ok(Outcome::NothingFound);
    }
    let start = args.start.as_deref().map(|url| stored_url(&store, url)).transpose()?;
    let graph = site_graph(&store, &GraphOptions { blocks: true, start }, console)?;
    check_type(&graph, args.prefer.as_deref())?;
    let measures = Measures::new(&graph, &RankParams::default(), args.prefer.as_deref());
    tell_convergence(&measures, console);
    let mut out = output::stdout();
    match args.format {
        GraphFormat::Jsonl => write_rows(&mut out, TableFormat::Jsonl, &rows(&graph, &measures))?,
        GraphFormat::Csv => write_rows(&mut out, TableFormat::Csv, &rows(&graph, &measures))?,
        GraphFormat::Graphml => write_graphml(&mut out, &graph, &measures)?,
        GraphFormat::Dot => {
            out.write_all(to_dot(&graph, &TypeGraph::new(&graph, &measures)).as_bytes())?;
        }
        GraphFormat::Html => {
            let plan = TypeGraph::new(&graph, &measures);
            let findings = Findings::new(&graph, &measures.links);
            let title = title(&graph);
            let html = to_html(&graph, &measures, &plan, &findings, &title);
            out.write_all(html.as_bytes())?;
        }
        GraphFormat::Table => {
            let plan = TypeGraph::new(&graph, &measures);
            let findings = Findings::new(&graph, &measures.links);
            let report = GraphReport {
                graph: &graph,
                measures: &measures,
                findings: &findings,
                plan: &plan,
                rows: args.rows,
            };
            let mut out = output::reading();
            report.write(&mut out)?;
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// The URL under which a page is stored that a person names.
fn stored_url(store: &Store, url: &str) -> Result<String> {
    let normal = Url::parse(url).ok().and_then(normalize).map(String::from);
    for name in [Some(url.to_owned()), normal].into_iter().flatten() {
        if store.page_id(&name)?.is_some() {
            return Ok(name);
        }
    }
    bail!("the store holds no page {url}; `sitewrap pages` lists those that it holds")
}

fn check_type(graph: &SiteGraph, page_type: Option<&str>) -> Result<()> {
    let Some(wanted) = page_type else { return Ok(()) };
    if graph.page_types.iter().any(|known| known == wanted) {
        return Ok(());
    }
    match graph.page_types.is_empty() {
        true => bail!("the store has no page types yet; `sitewrap induce` finds them"),
        false => bail!(
            "no stored page is of the type `{wanted}`; there are {}",
            graph.page_types.join(", ")
        ),
    }
}

/// The pages, the highest PageRank first.
fn rows(graph: &SiteGraph, measures: &Measures) -> Vec<PageMeasures> {
    let mut rows: Vec<PageMeasures> =
        graph.pages().map(|page| measures.page(graph, page)).collect();
    rows.sort_by(|a, b| b.pagerank.total_cmp(&a.pagerank).then_with(|| a.url.cmp(&b.url)));
    rows
}

/// Says so where an iteration was ended before it was done.
fn tell_convergence(measures: &Measures, console: &Console) {
    let ranks = [
        ("PageRank", measures.page_rank.convergence),
        ("hubs and authorities", measures.hits.convergence),
        ("the ranks of sections", measures.site_rank.sections.convergence),
        ("the ranks by blocks", measures.block_rank.pages.convergence),
    ];
    for (name, Convergence { iterations, residual, converged }) in ranks {
        if !converged {
            console.say(&format!(
                "{name} changed by {residual:.1e} still after {iterations} rounds: values that are \
                 close may be in another order"
            ));
        }
    }
}

/// What the plan is called: the host where visitors start, with its port.
fn title(graph: &SiteGraph) -> String {
    let first = graph.starts.first().copied().or_else(|| graph.pages().next());
    let url = first.and_then(|node| Url::parse(&graph.nodes[node as usize].url).ok());
    let site = url.as_ref().map(|url| &url[Position::BeforeHost..Position::AfterPort]);
    site.unwrap_or("the stored pages").to_owned()
}
