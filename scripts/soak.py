#!/usr/bin/env python3
"""Kills Sitewrap in the middle of random commands, again and again, and checks what is left.

Usage: scripts/soak.py BINARY [ROUNDS [SEED]]      200 rounds take about five minutes

Each round does one of crawl, import, induce, edit, extract and pages --warc on one store, most of them
cut off by SIGKILL after a random time. After each round must hold: the store opens and every row is
whole; no page that was stored is gone; versions of the wrappers do not fall; an output file is the old
or a whole new one; an archive can be read and holds no page twice; no half-written file is left once a
command has ended by itself.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SITE = ROOT / "data/demo/site"


class Soak:
    def __init__(self, binary, seed):
        self.binary, self.random = binary, random.Random(seed)
        self.folder = tempfile.TemporaryDirectory(prefix="sitewrap-soak-")
        self.path = pathlib.Path(self.folder.name)
        self.output = self.path / "out" / "records.jsonl"
        self.output.parent.mkdir()
        self.archive = self.path / "site.warc.gz"
        serve = [binary, "demo", "--serve"]
        self.server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = self.server.stdout.readline().strip()
        self.pages, self.version, self.kills, self.ended = set(), 0, 0, 0

    def command(self, *words):
        return [self.binary, *words, "--store", str(self.path / "store"), "--quiet"]

    def run(self, *words):
        return subprocess.run(self.command(*words), capture_output=True, text=True, check=False)

    def choices(self):
        crawl = ["crawl", self.url, "--allow-private", "--delay", "0", "--max-pages"]
        number = str(self.random.randrange(20, 200))
        return [
            [*crawl, number],
            [*crawl, number, "--refresh"],
            ["import", str(SITE), "--base-url", self.url],
            ["induce"],
            ["induce", "--fresh"],
            ["wrappers", "edit", "product", "--rename", f"title=title_{number}"],
            ["wrappers", "edit", "product", "--reset"],
            ["extract", "--output", str(self.output)],
            ["pages", "--warc", str(self.archive)],
        ]

    def round(self):
        words = self.random.choice(self.choices())
        child = subprocess.Popen(self.command(*words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            child.wait(timeout=self.random.random() ** 2 * 0.5)
            self.ended += 1
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            self.kills += 1
        self.check(words, was_killed=child.returncode == -9)

    def check(self, words, was_killed):
        def require(holds, what):
            if not holds:
                sys.exit(f"after {' '.join(words)} (killed: {was_killed}): {what}; see {self.keep()}")

        verified = self.run("status", "--verify")
        is_new = "there is no store" in verified.stderr
        require(verified.returncode == 0 or is_new, f"verify: {verified.stdout} {verified.stderr}")
        pages = {json.loads(line)["url"] for line in self.run("pages").stdout.splitlines()}
        require(self.pages <= pages, f"pages are gone: {sorted(self.pages - pages)[:5]}")
        rows = self.run("wrappers", "list", "--format", "jsonl").stdout.splitlines()
        version = max((json.loads(row)["version"] for row in rows), default=0)
        require(version >= self.version, f"version {version} after {self.version}")
        self.pages, self.version = pages, version
        if self.output.exists():
            lines = self.output.read_text(encoding="utf-8").splitlines(keepends=True)
            require(all(line.endswith("\n") and json.loads(line) for line in lines), "half a file")
        if self.archive.exists() and "--warc" in words and not was_killed:
            with tempfile.TemporaryDirectory() as other:
                read = [self.binary, "import", str(self.archive), "--store", other + "/s", "--quiet"]
                code = subprocess.run(read, check=False, stderr=subprocess.DEVNULL).returncode
                require(code in (0, 3), f"the archive is not whole: exit code {code}")
        if "extract" in words and not was_killed:
            left = [path.name for path in self.output.parent.iterdir() if path != self.output]
            require(not left, f"litter: {left}")

    def keep(self):
        kept = pathlib.Path(tempfile.mkdtemp(prefix="sitewrap-soak-failed-"))
        subprocess.run(["cp", "-r", str(self.path), str(kept)], check=False)
        return kept


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    soak, begun = Soak(binary, seed), time.monotonic()
    try:
        for _ in range(rounds):
            soak.round()
    finally:
        soak.server.terminate()
    seconds = time.monotonic() - begun
    print(f"{rounds} rounds, {soak.kills} kills, {len(soak.pages)} pages, wrappers version "
          f"{soak.version}: all is whole after {seconds:.0f} s")


if __name__ == "__main__":
    main()
