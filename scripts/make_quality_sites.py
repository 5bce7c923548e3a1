#!/usr/bin/env python3
"""Write the sites of data/quality: what `cargo xtask quality` measures besides the demo site.

    python3 scripts/make_quality_sites.py           write data/quality/SITE
    python3 scripts/make_quality_sites.py --check   fail if they differ from what would be written

Eleven invented sites of different make, a module of scripts/quality_sites each: pages.jsonl
({url, file, type, type_coarse} a line), records.jsonl ({url, fields}) and pages/. All text is
made here, of a few words; no page or markup of a real site is in them. The same script gives the
same bytes.

Needs Python 3.11 or later and nothing else.
"""

import argparse
import filecmp
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from quality_sites import (  # noqa: E402
    blog, catalogue, docs, events, forum, genealogy, jobs, magazine, recipes, shop, wiki,
)

SITES = [blog, catalogue, docs, events, forum, genealogy, jobs, magazine, recipes, shop, wiki]
ROOT = Path(__file__).resolve().parent.parent / "data" / "quality"


def differences(one, other):
    """The files that two folders do not share byte for byte."""
    names = lambda folder: {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    both = names(one) | names(other)
    same = lambda name: (one / name).is_file() and (other / name).is_file() and filecmp.cmp(one / name, other / name, shallow=False)
    return sorted(name for name in both if not same(name))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    args = parser.parse_args()
    failed = False
    for module in SITES:
        site = module.make()
        folder = ROOT / site.name
        if args.check:
            with tempfile.TemporaryDirectory() as scratch:
                site.write(Path(scratch) / site.name)
                other = differences(folder, Path(scratch) / site.name)
            if other:
                print(f"{folder}: {len(other)} files differ, {other[0]} first", file=sys.stderr)
                failed = True
            continue
        site.write(folder)
        print(f"{site.name:12} {len(site.pages):4} pages  {site.note}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
