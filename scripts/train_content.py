#!/usr/bin/env python3
"""Trains the model of `sitewrap content --method best`: crates/content/data/{tokens,first,second}.txt.

    scripts/train_content.py TRUTH.jsonl... [--out DIR]

Each line of a TRUTH is {"id", "url", "file", "main_text"}, the file relative to it. Pages are taken
whose id has an even SHA-256 (first byte), so that the others can measure. Needs Python 3.11 with
numpy, lightgbm and rapidfuzz, and the example `features` of sitewrap-content, built in release mode:

    cargo build --release -p sitewrap-content --example features

The steps are told in crates/content/DESIGN.md.
"""
import argparse
import collections
import hashlib
import json
import math
import pathlib
import re
import subprocess
import tempfile
import urllib.parse

import lightgbm
import numpy
from rapidfuzz.distance import Indel

ROOT = pathlib.Path(__file__).parent.parent
WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\W_]+")
FOLDS = 5
GROUPS = ((0, 1, 2), (3, 4))
TREES = 70
PARAMETERS = {
    "objective": "binary", "num_leaves": 16, "learning_rate": 0.15, "min_data_in_leaf": 40,
    "min_sum_hessian_in_leaf": 5, "lambda_l2": 5, "feature_fraction": 0.5, "max_bin": 63,
    "num_threads": 1, "seed": 1, "deterministic": True, "force_row_wise": True, "verbose": -1,
}
# Rows of a page that are learned from, about; others stand for those that are not.
ROWS = 120
# How often the words of its content the words of a page may count.
MOST_BOILERPLATE = 4.0


def words(text):
    return WORD.findall(text.lower())


class Page:
    def __init__(self, truth, row, features):
        self.path = truth.parent / row["file"]
        self.url = row["url"]
        host = urllib.parse.urlparse(self.url).netloc or row["id"]
        # Pages of one host are in one fold: a model has to do with sites that it does not know.
        self.fold = int(hashlib.sha256(host.encode()).hexdigest(), 16) % FOLDS
        self.host = host
        self.gold = words(row["main_text"])
        self.texts, self.columns = features["texts"], numpy.array(features["columns"], float)
        self.around, self.names = features["around"], features["names"]
        self.label()

    def label(self):
        """The share of each block's words that the alignment with the true text covers."""
        have = [words(text) for text in self.texts]
        self.count = numpy.array([len(own) for own in have])
        owner = [at for at, own in enumerate(have) for _ in own]
        hits = numpy.zeros(len(have))
        flat = [word for own in have for word in own]
        for step in Indel.opcodes(flat, self.gold):
            if step.tag == "equal":
                for at in range(step.src_start, step.src_end):
                    hits[owner[at]] += 1
        shares = hits / numpy.maximum(self.count, 1)
        # Where the true text has another order: runs of five words that it has.
        runs = {tuple(self.gold[at:at + 5]) for at in range(len(self.gold) - 4)}
        for at, own in enumerate(have):
            if len(own) >= 8 and shares[at] < 0.9:
                found = sum(tuple(own[i:i + 5]) in runs for i in range(len(own) - 4))
                shares[at] = max(shares[at], found / (len(own) - 4))
        self.shares = numpy.where(shares < 0.34, 0, numpy.where(shares > 0.9, 1, shares))

    def sample(self, random):
        """Which blocks are learned from, and how much each counts: a page counts by its true
        text, its boilerplate by how much of it would spoil the F1."""
        weights = self.count / max(len(self.gold), 30)
        if weights.sum() > MOST_BOILERPLATE:
            weights *= MOST_BOILERPLATE / weights.sum()
        weights += 1e-4
        chance = numpy.minimum(1, weights * ROWS / weights.sum() + 0.05)
        self.picked = random.random(len(weights)) < chance
        self.weights = weights / chance


def run(what, pages, *files):
    """What the example `features` writes of pages."""
    program = ROOT / "target/release/examples/features"
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as listed:
        for page in pages:
            print(page.path, page.url, sep="\t", file=listed)
        listed.flush()
        return subprocess.run([program, what, listed.name, *files], stdout=subprocess.PIPE, check=True).stdout


def numbers(what, pages, *files):
    values = numpy.frombuffer(run(what, pages, *files), dtype="<f4")
    rows = values.reshape(sum(len(page.texts) for page in pages), -1)
    return numpy.split(rows, numpy.cumsum([len(page.texts) for page in pages])[:-1])


def token_table(pages, least_hosts=8, shrink=4.0):
    """Log odds of content below elements with each name; a host counts once."""
    shares = collections.defaultdict(lambda: collections.defaultdict(list))
    content = []
    for page in pages:
        total = page.columns.sum()
        if not total:
            continue
        own = page.columns * page.shares
        content.append(own.sum() / total)
        names = {node: set(tokens) for node, tokens in page.names.items()}
        below = collections.defaultdict(lambda: [0.0, 0.0])
        for at, around in enumerate(page.around):
            for token in set().union(*(names[str(node)] for node in around)):
                below[token][0] += own[at]
                below[token][1] += page.columns[at]
        for token, (found, columns) in below.items():
            # What is around the whole page tells nothing.
            if 0 < columns < 0.98 * total:
                shares[token][page.host].append(found / columns)
    prior = sum(content) / len(content)
    odds = lambda share: math.log(share / (1 - share))
    table = {}
    for token, hosts in shares.items():
        if len(hosts) >= least_hosts:
            mean = sum(sum(own) / len(own) for own in hosts.values()) + shrink * prior
            share = min(max(mean / (len(hosts) + shrink), 0.01), 0.99)
            weight = odds(share) - odds(prior)
            if abs(weight) >= 0.4:
                table[token] = weight
    return "".join(f"{token} {weight:.2f}\n" for token, weight in sorted(table.items()))


def fit(pages, rows):
    """Boosted trees; a block that is content in part is two rows."""
    values = numpy.concatenate([own[page.picked] for page, own in zip(pages, rows)])
    shares = numpy.concatenate([page.shares[page.picked] for page in pages])
    weights = numpy.concatenate([page.weights[page.picked] for page in pages])
    is_some, is_rest = shares > 0, shares < 1
    labels = numpy.concatenate([numpy.ones(is_some.sum()), numpy.zeros(is_rest.sum())])
    weights = numpy.concatenate([(weights * shares)[is_some], (weights * (1 - shares))[is_rest]])
    values = numpy.concatenate([values[is_some], values[is_rest]])
    data = lightgbm.Dataset(values, labels, weight=weights / weights.mean(), params={"max_bin": 63})
    return lightgbm.train(PARAMETERS, data, TREES)


def written(model):
    """The trees as `Forest::parse` reads them."""
    def walk(node):
        if "leaf_value" in node:
            return [f"={node['leaf_value']:.4g}"]
        split = f"{node['split_feature']}:{node['threshold']:.6g}"
        return [split, *walk(node["left_child"]), *walk(node["right_child"])]
    trees = model.dump_model()["tree_info"]
    return "".join(" ".join(walk(tree["tree_structure"])) + "\n" for tree in trees)


def load(paths):
    rows = [(path, json.loads(line)) for path in paths for line in open(path, encoding="utf-8")]
    is_even = lambda row: hashlib.sha256(str(row["id"]).encode()).digest()[0] % 2 == 0
    rows = [(path, row) for path, row in rows if row.get("main_text") and is_even(row)]
    bare = [type("Bare", (), {"path": path.parent / row["file"], "url": row["url"]}) for path, row in rows]
    lines = run("texts", bare).decode().splitlines()
    return [Page(path, row, json.loads(line)) for (path, row), line in zip(rows, lines)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("truth", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "crates/content/data")
    args = parser.parse_args()
    pages = load(args.truth)
    random = numpy.random.default_rng(1)
    for page in pages:
        page.sample(random)
    first, second = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        # What a page is looked at with was learned without its host, here and below.
        tables = [pathlib.Path(folder) / f"tokens-{fold}.txt" for fold in range(FOLDS)]
        for fold, table in enumerate(tables):
            table.write_text(token_table([page for page in pages if page.fold != fold]))
            own = [page for page in pages if page.fold == fold]
            first.update(zip(own, numbers("first", own, table)))
        trees = pathlib.Path(folder) / "first.txt"
        for group in GROUPS:
            others = [page for page in pages if page.fold not in group]
            trees.write_text(written(fit(others, [first[page] for page in others])))
            for fold in group:
                own = [page for page in pages if page.fold == fold]
                second.update(zip(own, numbers("second", own, tables[fold], trees)))
    (args.out / "tokens.txt").write_text(token_table(pages))
    (args.out / "first.txt").write_text(written(fit(pages, [first[page] for page in pages])))
    (args.out / "second.txt").write_text(written(fit(pages, [second[page] for page in pages])))


if __name__ == "__main__":
    main()
