//! What a graph tells of a site.

use sitewrap_graph::{
    BlockKind, EdgeKind, Findings, FoundBlock, FoundLink, GraphBuilder, Measures, PageLinks,
    RankParams, SiteGraph, Standing, TypeGraph, chains, to_dot, to_html, write_graphml,
};
use sitewrap_model::Place;

const HOST: &str = "https://shop.example";

fn block(place: Place, name: &str) -> FoundBlock {
    FoundBlock { kind: BlockKind { place, name: name.to_owned() }, text: 100 }
}

fn link(to: &str, block: usize) -> FoundLink {
    FoundLink {
        url: format!("{HOST}{to}"),
        kind: EdgeKind::Link,
        nofollow: false,
        text: to.trim_start_matches('/').to_owned(),
        block,
    }
}

/// Three lists of five products each, which lead to the front page, an orphan that leads nowhere, a
/// broken link behind a redirect, and another site.
fn shop() -> GraphBuilder {
    let mut builder = GraphBuilder::new();
    let url = |path: &str| format!("{HOST}{path}");
    builder.page(&url("/"), Standing::Page, Some("home"), None);
    builder.page(&url("/orphan"), Standing::Page, None, None);
    builder.page(&url("/gone"), Standing::Broken("HTTP 404".to_owned()), None, None);
    for list in 0..3 {
        builder.page(&url(&format!("/l{list}")), Standing::Page, Some("list"), None);
        for item in 0..5 {
            let page = format!("/p{list}-{item}");
            builder.page(
                &url(&page),
                Standing::Page,
                Some("product"),
                Some(&url(&page.to_uppercase())),
            );
        }
    }
    builder.start(&url("/"));
    let lists = (0..3).map(|list| link(&format!("/l{list}"), 0)).collect();
    let menu = vec![block(Place::Navigation, "nav")];
    builder.links(&url("/"), "Shop", PageLinks { blocks: menu, links: lists });
    for list in 0..3 {
        let mut links: Vec<FoundLink> =
            (0..5).map(|item| link(&format!("/p{list}-{item}").to_uppercase(), 1)).collect();
        links.push(link("/", 0));
        links.push(link("/old", 2));
        links.push(FoundLink { url: "https://else.example/".to_owned(), ..link("", 2) });
        let blocks = vec![
            block(Place::Navigation, "nav"),
            block(Place::List, "products"),
            block(Place::Footer, "foot"),
        ];
        builder.links(&url(&format!("/l{list}")), "List", PageLinks { blocks, links });
        for item in 0..5 {
            let blocks = vec![block(Place::Navigation, "nav")];
            let links = vec![link("/", 0), link("/not-fetched", 0)];
            builder.links(
                &url(&format!("/p{list}-{item}")),
                "Product",
                PageLinks { blocks, links },
            );
        }
    }
    builder.redirect(&url("/old"), &url("/older"));
    builder.redirect(&url("/older"), &url("/gone"));
    builder
}

fn urls(graph: &SiteGraph, nodes: &[u32]) -> Vec<String> {
    nodes.iter().map(|&node| graph.nodes[node as usize].url[HOST.len()..].to_owned()).collect()
}

#[test]
fn what_is_amiss_is_found_with_where_it_stands() {
    let graph = shop().finish();
    let measures = Measures::new(&graph, &RankParams::default(), None);
    let findings = Findings::new(&graph, &measures.links);
    assert_eq!(urls(&graph, &findings.orphans), ["/orphan"]);
    assert_eq!(urls(&graph, &findings.dead_ends), ["/gone", "/orphan"]);
    assert_eq!(findings.redirects.len(), 1);
    assert_eq!(urls(&graph, &findings.redirects[0]), ["/old", "/older", "/gone"]);
    assert_eq!(findings.broken.len(), 1);
    let broken = &findings.broken[0];
    assert_eq!((broken.reason.as_str(), broken.edges.len()), ("HTTP 404", 3));
    let edge = &graph.edges[broken.edges[0]];
    assert_eq!(graph.block_kind(edge).place, Place::Footer);
    assert_eq!(graph.text(edge), "old");
    assert_eq!(findings.components.len(), 1);
    assert_eq!(findings.components[0].len(), 19, "all but the orphan, and what leads nowhere");
}

#[test]
fn pages_are_measured() {
    let graph = shop().finish();
    let measures = Measures::new(&graph, &RankParams::default(), None);
    let page = |path: &str| measures.page(&graph, graph.find(&format!("{HOST}{path}")).unwrap());
    let (home, product) = (page("/"), page("/p1-2"));
    assert_eq!((home.depth, product.depth, page("/orphan").depth), (Some(0), Some(2), None));
    assert_eq!((home.r#in, home.out), (18, 3));
    assert_eq!((product.r#in, product.out), (1, 2), "what answers to /P1-2 is the page");
    assert!(home.pagerank > product.pagerank);
    assert_eq!(product.page_type.as_deref(), Some("product"));
    let line = serde_json::to_value(&home).unwrap();
    let mut keys: Vec<&str> = line.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let expected =
        ["authority", "depth", "hub", "in", "out", "page_type", "pagerank", "site_rank", "url"];
    assert_eq!(keys, expected);
}

#[test]
fn walks_can_start_at_pages_of_a_type() {
    let graph = shop().finish();
    let rank = |preferred| {
        let measures = Measures::new(&graph, &RankParams::default(), preferred);
        measures.page_rank.values[graph.find(&format!("{HOST}/p0-0")).unwrap() as usize]
    };
    assert!(rank(Some("product")) > rank(None));
    assert_eq!(rank(Some("no such type")), rank(None));
}

#[test]
fn the_plan_tells_which_type_leads_to_which() {
    let graph = shop().finish();
    let measures = Measures::new(&graph, &RankParams::default(), None);
    let plan = TypeGraph::new(&graph, &measures);
    let names: Vec<&str> = plan.types.iter().map(|node| node.group.name()).collect();
    assert_eq!(
        names,
        ["product", "list", "home", "(no type)", "(not fetched)", "(broken)", "(other sites)"]
    );
    assert_eq!(plan.types[1].lists, [0], "the list is one of products");
    assert!(plan.types[0].lists.is_empty());
    let through = |from, to| {
        let links = plan.links.iter().filter(|link| link.from == from && link.to == to);
        links
            .map(|link| {
                (graph.block_kinds[link.block as usize].name.as_str(), link.links, link.pages)
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(through(1, 0), [("products", 15, 3)]);
    assert_eq!(through(0, 2), [("nav", 15, 15)]);
    assert_eq!(through(1, 5), [("foot", 3, 3)], "what redirects to nothing is broken");
    let whole: f64 = plan.links.iter().map(|link| link.rank).sum();
    assert!(whole > 0.5 && whole <= 1.0 + 1e-9);
}

#[test]
fn the_order_in_which_pages_come_changes_nothing() {
    let pages = |order: &[usize]| {
        let mut builder = GraphBuilder::new();
        for &n in order {
            builder.page(&format!("{HOST}/{n}"), Standing::Page, Some(["a", "b"][n % 2]), None);
        }
        for &n in order {
            let blocks = vec![block(Place::Text, ["x", "y"][n % 2])];
            let links = vec![link(&format!("/{}", n * 7 % 10), 0), link("/beside", 0)];
            builder.links(&format!("{HOST}/{n}"), &format!("{n}"), PageLinks { blocks, links });
        }
        builder.finish()
    };
    let (one, other) =
        (pages(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), pages(&[7, 2, 9, 0, 4, 1, 8, 3, 6, 5]));
    assert!(one == other);
}

#[test]
fn chains_of_redirects_may_be_rings() {
    assert_eq!(chains(&[Some(1), Some(2), None, Some(1)]), [vec![0, 1, 2], vec![3, 1, 2]]);
    assert_eq!(chains(&[Some(1), Some(0)]), [vec![0, 1, 0]]);
    assert_eq!(chains(&[Some(1), Some(2), Some(1)]), [vec![0, 1, 2, 1]]);
    let long: Vec<Option<u32>> = (1..100_000).map(Some).chain([None]).collect();
    assert!(chains(&long).iter().all(|chain| chain.len() <= 51));
}

#[test]
fn a_graph_without_pages_is_told_as_one() {
    let graph = GraphBuilder::new().finish();
    let measures = Measures::new(&graph, &RankParams::default(), None);
    let findings = Findings::new(&graph, &measures.links);
    assert_eq!(findings, Findings::default());
    let plan = TypeGraph::new(&graph, &measures);
    assert!(plan.types.is_empty());
    assert!(to_html(&graph, &measures, &plan, &findings, "nothing").contains("</html>"));
}

#[test]
fn a_farm_of_pages_that_all_lead_to_each_other_and_themselves_is_even() {
    let mut builder = GraphBuilder::new();
    for n in 0..40 {
        builder.page(&format!("{HOST}/{n}"), Standing::Page, None, None);
    }
    for n in 0..40 {
        let links = (0..40).chain([n, n]).map(|to| link(&format!("/{to}"), 0)).collect();
        let blocks = vec![block(Place::List, "all")];
        builder.links(&format!("{HOST}/{n}"), "", PageLinks { blocks, links });
    }
    let graph = builder.finish();
    let measures = Measures::new(&graph, &RankParams::default(), None);
    for page in graph.pages() {
        let page = measures.page(&graph, page);
        assert!((page.pagerank - 1.0 / 40.0).abs() < 1e-12);
        assert!((page.hub - 1.0 / 40.0).abs() < 1e-12);
        assert_eq!((page.r#in, page.out), (39, 39));
    }
}

#[test]
fn nothing_that_pages_say_becomes_markup_or_code() {
    let evil = "</script><script>alert(1)</script>\"'&\u{0}\u{2028}-->";
    let mut builder = GraphBuilder::new();
    let url = format!("{HOST}/{evil}");
    builder.page(&url, Standing::Page, Some(evil), None);
    builder.start(&url);
    let blocks = vec![block(Place::Text, evil)];
    let links = vec![FoundLink { text: evil.to_owned(), ..link(evil, 0) }, link("/x", 0)];
    builder.links(&url, evil, PageLinks { blocks, links });
    let graph = builder.finish();
    let measures = Measures::new(&graph, &RankParams::default(), None);
    let plan = TypeGraph::new(&graph, &measures);
    let html = to_html(&graph, &measures, &plan, &Findings::new(&graph, &measures.links), evil);
    assert_eq!(html.matches("<script").count(), 2, "the data and the script");
    let data = html.split_once("id=\"plan\">").unwrap().1.split_once("</script>").unwrap().0;
    assert!(data.ends_with('}') && !data.contains(['<', '>', '&', '\u{2028}']));
    assert_eq!(serde_json::from_str::<serde_json::Value>(data).unwrap()["title"], evil);
    assert!(html.contains("default-src 'none'") && !html.contains("unsafe-"));
    let mut graphml = Vec::new();
    write_graphml(&mut graphml, &graph, &measures).unwrap();
    let graphml = String::from_utf8(graphml).unwrap();
    assert!(!graphml.contains("<script") && !graphml.contains('\u{0}'));
    let dot = to_dot(&graph, &plan);
    assert!(dot.contains("\\\"'&") && !dot.contains('\u{0}'));
}
