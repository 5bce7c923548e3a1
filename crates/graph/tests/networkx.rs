//! Ranks and structure are those that networkx gives for the same graphs. `golden/make.py` wrote
//! them.

use serde::Deserialize;
use sitewrap_graph::{Adjacency, NodeId, RankParams, components, depths, hits, page_rank};

#[derive(Deserialize)]
struct Case {
    name: String,
    nodes: usize,
    links: Vec<(NodeId, NodeId)>,
    pagerank: Vec<f64>,
    preference: Vec<f64>,
    personal: Vec<f64>,
    hubs: Vec<f64>,
    authorities: Vec<f64>,
    components: Vec<Vec<NodeId>>,
    depths: Vec<Option<u32>>,
}

/// As close as the values are to be.
const CLOSE: f64 = 1e-9;

fn params(damping: f64) -> RankParams {
    RankParams { damping, tolerance: 1e-13, max_iterations: 100_000 }
}

fn close(what: &str, ours: &[f64], theirs: &[f64]) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    for (node, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        assert!((ours - theirs).abs() < CLOSE, "{what} of node {node}: {ours}, not {theirs}");
    }
}

#[test]
fn ranks_and_structure_are_those_of_networkx() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("golden/networkx.json")).unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        let links = Adjacency::new(case.nodes, case.links.iter().copied());
        let name = &case.name;
        let rank = page_rank(&links, &params(0.85), None);
        assert!(rank.convergence.converged, "{name}: {:?}", rank.convergence);
        close(&format!("{name}, PageRank"), &rank.values, &case.pagerank);
        let personal = page_rank(&links, &params(0.7), Some(&case.preference));
        close(&format!("{name}, personal PageRank"), &personal.values, &case.personal);
        let found = hits(&links, &params(0.85));
        assert!(found.convergence.converged, "{name}: {:?}", found.convergence);
        close(&format!("{name}, hubs"), &found.hubs, &case.hubs);
        close(&format!("{name}, authorities"), &found.authorities, &case.authorities);
        let mut parts = components(&links);
        assert!(parts.is_sorted_by_key(|part| std::cmp::Reverse(part.len())), "{name}");
        parts.sort();
        assert_eq!(parts, case.components, "{name}");
        assert_eq!(depths(&links, &[0]), case.depths, "{name}");
    }
}
