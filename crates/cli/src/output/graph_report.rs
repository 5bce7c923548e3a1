//! The graph of a site for reading: totals, ranks, the plan, what is amiss.

use crate::output::Table;
use sitewrap_graph::{
    BrokenLinks, EdgeKind, Findings, Measures, NodeId, SiteGraph, Standing, TypeGraph,
};
use std::io::{self, Write};

/// Characters of an address in a table with several.
const SHOWN: usize = 100;

/// What is told of a graph.
pub(crate) struct GraphReport<'a> {
    pub(crate) graph: &'a SiteGraph,
    pub(crate) measures: &'a Measures,
    pub(crate) findings: &'a Findings,
    pub(crate) plan: &'a TypeGraph,
    /// Rows of each part.
    pub(crate) rows: usize,
}

impl GraphReport<'_> {
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}", self.totals())?;
        self.part(out, "page types", &self.types(), self.plan.types.len())?;
        self.part(out, "plan of the site", &self.links(), self.plan.links.len())?;
        let pages = self.graph.pages().count();
        self.part(out, "pages of the highest PageRank", &self.pages(), pages)?;
        let sections = self.sections();
        self.part(out, "sections", &sections.0, sections.1)?;
        let findings = self.findings;
        self.part(out, "orphans", &self.list(&findings.orphans), findings.orphans.len())?;
        self.part(out, "dead ends", &self.list(&findings.dead_ends), findings.dead_ends.len())?;
        let chains = self.chains();
        self.part(out, "chains of redirects", &chains.0, chains.1)?;
        self.part(out, "broken links", &self.broken(), findings.broken.len())
    }

    /// A part of the report, if there is anything to tell.
    fn part(
        &self,
        out: &mut impl Write,
        heading: &str,
        table: &Table,
        count: usize,
    ) -> io::Result<()> {
        if count == 0 {
            return Ok(());
        }
        let shown = match count > self.rows {
            true => format!(", {} shown (--rows shows more)", self.rows),
            false => String::new(),
        };
        write!(out, "\n{heading} ({count}{shown})\n{table}")
    }

    fn totals(&self) -> String {
        let graph = self.graph;
        let stands = |name: &str| {
            let others = graph.nodes.iter().filter(|node| !node.stored);
            others.filter(|node| node.standing.name() == name).count()
        };
        let pages = graph.pages().count();
        let mut out = format!("pages       {pages}\n");
        let named: Vec<String> = [
            (Standing::Waiting.name(), "not fetched"),
            ("skipped", "skipped"),
            ("broken", "broken"),
            ("redirect", "that redirect"),
            ("outside", "of other sites"),
        ]
        .iter()
        .map(|(name, words)| (stands(name), words))
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("{count} {words}"))
        .collect();
        out.push_str(&format!("addresses   {}", graph.nodes.len() - pages));
        out.push_str(&in_brackets(&named));
        let kinds: Vec<String> = EdgeKind::ALL
            .iter()
            .map(|kind| (graph.edges.iter().filter(|edge| edge.kind == *kind).count(), kind.name()))
            .filter(|(count, kind)| *count > 0 && *kind != EdgeKind::Link.name())
            .map(|(count, kind)| format!("{count} {kind}"))
            .chain(
                Some(graph.edges.iter().filter(|edge| edge.nofollow).count())
                    .filter(|&n| n > 0)
                    .map(|n| format!("{n} nofollow")),
            )
            .collect();
        let links = graph.edges.iter().filter(|edge| edge.kind == EdgeKind::Link).count();
        out.push_str(&format!("links       {links}"));
        let joined = format!("{} pairs of addresses", self.measures.links.count());
        out.push_str(&in_brackets(&[vec![joined], kinds].concat()));
        out.push_str(&format!("clicks      {}\n", self.depths()));
        out.push_str(&format!("components  {}\n", self.components()));
        out
    }

    /// How many pages are how many clicks from the start.
    fn depths(&self) -> String {
        let mut counts: Vec<usize> = Vec::new();
        let mut unreached = 0;
        for page in self.graph.pages() {
            match self.measures.depths[page as usize] {
                Some(depth) => {
                    let depth = depth as usize;
                    counts.resize(counts.len().max(depth + 1), 0);
                    counts[depth] += 1;
                }
                None => unreached += 1,
            }
        }
        let mut told: Vec<String> = counts
            .iter()
            .take(self.rows.max(1))
            .enumerate()
            .map(|(depth, pages)| format!("{depth}: {pages}"))
            .collect();
        let deeper: usize = counts.iter().skip(self.rows.max(1)).sum();
        told.extend((deeper > 0).then(|| format!("deeper: {deeper}")));
        told.extend((unreached > 0).then(|| format!("not reached: {unreached}")));
        let starts: Vec<&str> =
            self.graph.starts.iter().take(3).map(|&node| self.url(node)).collect();
        format!("{}  (from {})", told.join("  "), starts.join(", "))
    }

    fn components(&self) -> String {
        match &self.findings.components[..] {
            [] => "no two pages lead to each other".to_owned(),
            [largest, rest @ ..] => {
                let rest = match rest.len() {
                    0 => String::new(),
                    1 => "; 1 smaller one".to_owned(),
                    more => format!("; {more} smaller ones"),
                };
                format!("{} addresses lead to each other{rest}", largest.len())
            }
        }
    }

    fn types(&self) -> Table {
        let mut table = Table::new(&["type", "addresses", "PageRank", "lists of"]);
        for node in self.plan.types.iter().take(self.rows) {
            let lists: Vec<&str> =
                node.lists.iter().map(|&of| self.plan.types[of].group.name()).collect();
            table.row(vec![
                node.group.name().to_owned(),
                node.nodes.to_string(),
                percent(node.pagerank),
                lists.join(", "),
            ]);
        }
        table
    }

    fn links(&self) -> Table {
        let mut table =
            Table::new(&["from", "to", "place", "block", "links", "pages", "block rank"]);
        let mut links: Vec<_> = self.plan.links.iter().collect();
        links.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        for link in links.into_iter().take(self.rows) {
            let block = &self.graph.block_kinds[link.block as usize];
            table.row(vec![
                self.plan.types[link.from].group.name().to_owned(),
                self.plan.types[link.to].group.name().to_owned(),
                block.place.to_string(),
                block.name.clone(),
                link.links.to_string(),
                link.pages.to_string(),
                percent(link.rank),
            ]);
        }
        table
    }

    fn pages(&self) -> Table {
        let mut table = Table::new(&[
            "PageRank",
            "by blocks",
            "hub",
            "authority",
            "in",
            "out",
            "clicks",
            "page type",
            "url",
        ]);
        let rank = |page: NodeId| self.measures.page_rank.values[page as usize];
        let mut pages: Vec<NodeId> = self.graph.pages().collect();
        pages.sort_by(|&a, &b| rank(b).total_cmp(&rank(a)).then(a.cmp(&b)));
        for page in pages.into_iter().take(self.rows) {
            let row = self.measures.page(self.graph, page);
            table.row(vec![
                format!("{:.5}", row.pagerank),
                format!("{:.5}", self.measures.block_rank.pages.values[page as usize]),
                format!("{:.5}", row.hub),
                format!("{:.5}", row.authority),
                row.r#in.to_string(),
                row.out.to_string(),
                row.depth.map_or("-".to_owned(), |depth| depth.to_string()),
                row.page_type.unwrap_or("-".to_owned()),
                short(&row.url),
            ]);
        }
        table
    }

    /// The sections that have stored pages, the highest rank first, and their number.
    fn sections(&self) -> (Table, usize) {
        let sections = &self.measures.sections;
        let mut pages = vec![0_usize; sections.names.len()];
        self.graph.pages().for_each(|page| pages[sections.of[page as usize] as usize] += 1);
        let ranks = &self.measures.site_rank.sections.values;
        let mut order: Vec<usize> = (0..pages.len()).filter(|&at| pages[at] > 0).collect();
        order.sort_by(|&a, &b| ranks[b].total_cmp(&ranks[a]));
        let mut table = Table::new(&["site rank", "pages", "section"]);
        for &at in order.iter().take(self.rows) {
            let name = short(&sections.names[at]);
            table.row(vec![percent(ranks[at]), pages[at].to_string(), name]);
        }
        (table, order.len())
    }

    fn list(&self, nodes: &[NodeId]) -> Table {
        let mut table = Table::new(&["url"]);
        nodes.iter().take(self.rows).for_each(|&node| table.row(vec![self.url(node).to_owned()]));
        table
    }

    /// The chains of more than one redirect, the longest first, and their number.
    fn chains(&self) -> (Table, usize) {
        let mut chains: Vec<&Vec<NodeId>> =
            self.findings.redirects.iter().filter(|chain| chain.len() > 2).collect();
        chains.sort_by_key(|chain| std::cmp::Reverse(chain.len()));
        let mut table = Table::new(&["redirects", "addresses"]);
        for chain in chains.iter().take(self.rows) {
            let urls: Vec<String> = chain.iter().map(|&node| short(self.url(node))).collect();
            table.row(vec![(chain.len() - 1).to_string(), urls.join(" -> ")]);
        }
        (table, chains.len())
    }

    fn broken(&self) -> Table {
        let mut table = Table::new(&["links", "why", "address", "place", "text", "first seen on"]);
        let mut broken: Vec<&BrokenLinks> = self.findings.broken.iter().collect();
        broken.sort_by_key(|links| std::cmp::Reverse(links.edges.len()));
        for links in broken.into_iter().take(self.rows) {
            let edge = &self.graph.edges[links.edges[0]];
            let block = self.graph.block_kind(edge);
            table.row(vec![
                links.edges.len().to_string(),
                links.reason.clone(),
                short(self.url(links.to)),
                format!("{} {}", block.place, block.name),
                short(self.graph.text(edge)),
                short(self.url(edge.from)),
            ]);
        }
        table
    }

    fn url(&self, node: NodeId) -> &str {
        &self.graph.nodes[node as usize].url
    }
}

/// The end of a line: what a number is made of.
fn in_brackets(parts: &[String]) -> String {
    if parts.is_empty() { "\n".to_owned() } else { format!("  ({})\n", parts.join(", ")) }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
