#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `usdscope dump` with all dumps of the reference, and prints a table by area.

    check_dumps.py                       # build/bin/usdscope, corpora in ../shared
    check_dumps.py --area usd_skel --show 5
    check_dumps.py --known tests/report/known_differences.txt      # rewrites that list

Needs the corpora ($USDSCOPE_CORPORA, or ../shared beside the checkout), and compares with their
compare.py.
"""

import argparse
import collections
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPORA = pathlib.Path(os.environ.get("USDSCOPE_CORPORA") or ROOT.parent / "shared").resolve()
EXPECTED = CORPORA / "oracle/expected"
TIMEOUT_SECONDS = 300


def arguments_of(row):
    """The options of the verb; the session layer is named relative to the corpora."""
    words = (row["options"] or "").split()
    return [str(CORPORA / word) if before == "--session" else word
            for before, word in zip([None, *words], words)]


def check(program, row, folder):
    """Returns the number of equal facts, the number of differing facts, and the first differences or the error."""
    sys.path.insert(0, str(EXPECTED.parent))
    import compare
    out = os.path.join(folder, row["dump"].replace("/", "+").removesuffix(".gz"))
    try:
        run = subprocess.run([program, "dump", str(CORPORA / row["scene"]), "-o", out, *arguments_of(row)],
                             capture_output=True, text=True, errors="replace", timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return 0, int(row["facts"]), [f"no dump within {TIMEOUT_SECONDS} s"]
    if run.returncode or not os.path.exists(out):
        return 0, int(row["facts"]), [f"exit status {run.returncode}: {run.stderr[-300:].strip()}"]
    comparison = compare.compare(out, str(EXPECTED / row["dump"]))
    os.remove(out)
    lines = [f"{trail}\n      ours      {compare.shorten(ours)}\n      reference {compare.shorten(ref)}"
             for _, trail, ours, ref in comparison.differences]
    return sum(comparison.agree.values()), sum(comparison.differ.values()), lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--area", action="append", help="only this area")
    parser.add_argument("--show", type=int, default=0, help="differences to show for each scene")
    parser.add_argument("--known", help="file for the scenes that differ, with how many facts")
    args = parser.parse_args()
    if args.known and args.area:
        parser.error("--known is about all areas")
    with open(EXPECTED / "INDEX.tsv", newline="") as index:
        rows = [row for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE)
                if not args.area or row["area"] in args.area]

    table = collections.defaultdict(lambda: [0, 0, 0, 0])
    known = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor() as pool:
        jobs = [pool.submit(check, args.program, row, folder) for row in rows]
        for row, job in zip(rows, jobs):
            agreed, differing, lines = job.result()
            for name in (row["area"], "all"):
                for i, count in enumerate((1, differing > 0, agreed, differing)):
                    table[name][i] += count
            if differing:
                known.append(f"{differing:6} {row['dump']}\n")
                print(f"{differing:7} differ  {row['dump']}")
                for line in lines[:args.show]:
                    print("    " + line)
    if args.known:
        pathlib.Path(args.known).write_text("".join(sorted(known, key=lambda line: line.split()[1])))
    print(f"{'area':<18}{'scenes':>8}{'differ':>8}{'facts agreed':>14}{'differ':>8}")
    for name in [*(n for n in table if n != "all"), "all"]:
        print(f"{name:<18}{table[name][0]:>8}{table[name][1]:>8}{table[name][2]:>14}{table[name][3]:>8}")
    return 1 if known else 0


if __name__ == "__main__":
    sys.exit(main())
