#!/usr/bin/env python3
"""Writes networkx.json: ranks of small graphs as networkx computes them (tested with 3.6.1)."""
import json
import random
from pathlib import Path

import networkx as nx


def graph(seed, nodes, links, loops=False):
    rng = random.Random(seed)
    pairs = set()
    while len(pairs) < links:
        pair = (rng.randrange(nodes), rng.randrange(nodes))
        if pair[0] != pair[1]:
            pairs.add(pair)
    return nodes, sorted(pairs)


GRAPHS = {
    "a ring with a chord": (5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)]),
    "a star whose leaves lead nowhere": (6, [(0, n) for n in range(1, 6)] + [(1, 2)]),
    "a chain": (7, [(n, n + 1) for n in range(6)] + [(6, 3)]),
    "sparse": graph(1, 30, 60),
    "dense": graph(2, 25, 300),
    "large": graph(3, 200, 1200),
}

cases = []
for name, (nodes, pairs) in GRAPHS.items():
    g = nx.DiGraph()
    g.add_nodes_from(range(nodes))
    g.add_edges_from(pairs)
    settings = dict(max_iter=10000, tol=1e-16)
    preference = {n: float(n % 3) for n in range(nodes)}
    uniform = nx.pagerank(g, alpha=0.85, **settings)
    personal = nx.pagerank(g, alpha=0.7, personalization=preference, **settings)
    hubs, authorities = nx.hits(g)
    components = sorted(sorted(c) for c in nx.strongly_connected_components(g))
    depths = nx.single_source_shortest_path_length(g, 0)
    in_order = lambda values: [values[n] for n in range(nodes)]
    cases.append({
        "name": name,
        "nodes": nodes,
        "links": pairs,
        "pagerank": in_order(uniform),
        "preference": in_order(preference),
        "personal": in_order(personal),
        "hubs": in_order(hubs),
        "authorities": in_order(authorities),
        "components": components,
        "depths": [depths.get(n) for n in range(nodes)],
    })
out = Path(__file__).with_name("networkx.json")
out.write_text("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")
