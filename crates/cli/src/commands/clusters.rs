//! `clusters`: which page belongs to which cluster, and why.

use super::places;
use super::stored::NO_INDUCTION;
use crate::args::{ClustersArgs, TableFormat};
use crate::exit::{Outcome, UsageError};
use crate::output::{self, Output, Table, json_line, write_rows};
use crate::progress::Console;
use anyhow::{Context, Result};
use sitewrap_pipeline::{
    ClusterReasons, ExplainedClusters, OutlierReasons, PageCluster, PagePair, explain_clusters,
};
use sitewrap_store::Store;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use url::{Position, Url};

pub(super) fn run(path: &Path, args: &ClustersArgs, console: &Console) -> Result<Outcome> {
    if args.explain && args.format == Some(TableFormat::Csv) {
        let problem = "--explain has no csv form; use --format jsonl or --format table";
        return Err(UsageError(problem.to_owned()).into());
    }
    if let Some(file) = &args.report {
        places::check(file, path, &[])?;
    }
    let store = Store::open_existing(path)?;
    let pages = sitewrap_pipeline::clusters(&store)?.context(NO_INDUCTION)?;
    let explained = if args.explain || args.report.is_some() {
        Some(explain_clusters(&store, console)?.context(UNEXPLAINED)?)
    } else {
        None
    };
    if let Some(explained) = &explained
        && explained.has_changed
    {
        console.say("the stored pages have changed; `sitewrap induce` clusters them anew");
    }
    if let (Some(file), Some(explained)) = (&args.report, &explained) {
        write_report(file, &explained.report(&title(&pages)))
            .with_context(|| format!("{} cannot be written", file.display()))?;
        console.say(&format!("report written to {}", file.display()));
    }
    let format = TableFormat::or_fitting(args.format);
    let is_read = format == TableFormat::Table;
    let mut out: Box<dyn Write> =
        if is_read { Box::new(output::reading()) } else { output::stdout() };
    match (&explained, format) {
        (Some(explained), TableFormat::Table) if args.explain => write_story(&mut out, explained)?,
        (Some(explained), _) if args.explain => write_lines(&mut out, explained)?,
        // With a report alone, the file is what was asked for.
        (Some(_), _) => {}
        (None, TableFormat::Table) => write!(out, "{}", cluster_table(&pages))?,
        (None, format) => write_rows(&mut out, format, &pages)?,
    }
    out.flush()?;
    Ok(Outcome::Done)
}

fn write_report(file: &Path, report: &str) -> io::Result<()> {
    let mut out = Output::to(Some(file))?;
    out.write_all(report.as_bytes())?;
    out.finish()
}

const UNEXPLAINED: &str =
    "the clusters are of an earlier version that did not keep why; run `sitewrap induce` again";

/// What the report is called: the host of the first page, with its port.
fn title(pages: &[PageCluster]) -> String {
    let url = pages.first().and_then(|page| Url::parse(&page.url).ok());
    let site = url.as_ref().map(|url| &url[Position::BeforeHost..Position::AfterPort]);
    site.unwrap_or("the stored pages").to_owned()
}

fn write_lines(out: &mut impl Write, explained: &ExplainedClusters) -> io::Result<()> {
    explained.clusters.iter().try_for_each(|cluster| json_line(out, cluster))?;
    explained.outliers.iter().try_for_each(|outlier| json_line(out, outlier))
}

/// One paragraph a cluster, one line a page in no cluster.
fn write_story(out: &mut impl Write, explained: &ExplainedClusters) -> io::Result<()> {
    explained.clusters.iter().try_for_each(|cluster| write_cluster(out, cluster))?;
    if !explained.outliers.is_empty() {
        writeln!(out, "in no cluster: {}", explained.outliers.len())?;
    }
    explained.outliers.iter().try_for_each(|outlier| write_outlier(out, outlier))
}

fn write_cluster(out: &mut impl Write, cluster: &ClusterReasons) -> io::Result<()> {
    let page_type = cluster.page_type.as_deref().unwrap_or("(none)");
    write!(out, "cluster {}  {page_type}, {} pages", cluster.cluster, cluster.pages)?;
    if cluster.compared < cluster.pages {
        write!(out, " ({} compared)", cluster.compared)?;
    }
    writeln!(out, "\n  self-similarity  {:.3}", cluster.self_similarity)?;
    writeln!(out, "  medoid           {}", cluster.medoid)?;
    write_pair(out, "tightest pair", cluster.tightest.as_ref())?;
    write_pair(out, "loosest pair", cluster.loosest.as_ref())?;
    if let Some(nearest) = &cluster.nearest {
        let page_type = nearest.page_type.as_deref().unwrap_or("(none)");
        let (id, similarity) = (nearest.cluster, nearest.similarity);
        writeln!(out, "  nearest          cluster {id}  {page_type}, {similarity:.3}")?;
    }
    for (place, mark) in cluster.marks.iter().enumerate() {
        let label = if place == 0 { "set apart by" } else { "" };
        writeln!(out, "  {label:<15}  {mark}")?;
    }
    writeln!(out)
}

fn write_pair(out: &mut impl Write, label: &str, pair: Option<&PagePair>) -> io::Result<()> {
    let Some(PagePair { similarity, urls: [one, other] }) = pair else { return Ok(()) };
    writeln!(out, "  {label:<15}  {similarity:.3}  {one}")?;
    writeln!(out, "  {:<15}         {other}", "")
}

fn write_outlier(out: &mut impl Write, outlier: &OutlierReasons) -> io::Result<()> {
    writeln!(out, "  {}\n    {}", outlier.url, outlier.reason)
}

/// One row a cluster: number, page type, pages, and the first page as an example.
fn cluster_table(pages: &[PageCluster]) -> Table {
    let mut clusters: BTreeMap<(bool, Option<u32>), Vec<&PageCluster>> = BTreeMap::new();
    for page in pages {
        let outlier_last = page.cluster.is_none();
        clusters.entry((outlier_last, page.cluster.map(|id| id.0))).or_default().push(page);
    }
    let mut table = Table::new(&["cluster", "page type", "pages", "example"]);
    for ((_, id), members) in clusters {
        let page_type = members[0].page_type.clone().unwrap_or_else(|| "(none)".to_owned());
        table.row(vec![
            id.map_or_else(|| "-".to_owned(), |id| id.to_string()),
            page_type,
            members.len().to_string(),
            members[0].url.clone(),
        ]);
    }
    table
}
