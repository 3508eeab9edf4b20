#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares which random texts of random_layer_text.py are read, and as what, with the reference.

    compare_texts.py 0:2000                # seeds; build/bin/usdscope
    compare_texts.py 17 --text             # one seed with its text

We refuse a text if `cat` writes no layer from it. All fields of a text that both read are compared, as in
compare_layers.py. Needs usd-core 26.11.
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

from pxr import Sdf, Tf

import random_layer_text
from compare_layers import listing, means_nothing, open_quietly, same
from limited_child import TIMEOUT_SECONDS

ROOT = pathlib.Path(__file__).resolve().parents[2]


def read_reference(path):
    """Returns a layer, or the reason why it is refused."""
    try:
        return Sdf.Layer.OpenAsAnonymous(str(path)) or "not a layer"
    except Tf.ErrorException as error:
        lines = [line for line in str(error).splitlines() if " : '" in line]
        return lines[0].split(" : '", 1)[-1] if lines else "refused"


def differences(reference, ours):
    for key in sorted(reference.keys() | ours.keys()):
        if key in reference and key in ours and same(reference[key], ours[key]):
            continue
        if (key in reference) != (key in ours) and means_nothing(key[1], reference.get(key, ours.get(key))):
            continue
        a, b = (str(facts[key])[:150] if key in facts else "(nothing)" for facts in (reference, ours))
        yield f"<{key[0]}> {key[1]}\n      ours      {b}\n      reference {a}"


def check(seed, program, folder):
    """Returns what happened, and lines about it."""
    source, out = folder / "text.usda", folder / "ours.usdc"
    source.write_text(random_layer_text.text(seed), newline="")
    out.unlink(missing_ok=True)
    reference = read_reference(source)
    try:
        ran = subprocess.run([program, "cat", source, "--out", out], capture_output=True, text=True, errors="replace",
                             timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return "hangs", []
    if ran.returncode < 0:
        return "crashes", [f"signal {-ran.returncode}"]
    if isinstance(reference, str):
        return ("both refuse", []) if not out.exists() else ("only we read it", [reference])
    if not out.exists():
        return "only the reference reads it", [ran.stderr.strip()[:300]]
    ours = open_quietly(str(out))
    if ours is None:
        return "our layer cannot be read", []
    expected = listing(reference, True)
    if any(field == "spline" for _, field in expected):
        # The reference shortens tangents when it reads splines from crates, also its own.
        copy = folder / "theirs.usdc"
        reference.Export(str(copy))
        expected |= {key: value for key, value in listing(open_quietly(str(copy)), True).items() if key[1] == "spline"}
    found = list(differences(expected, listing(ours, True)))
    return ("differs", found) if found else ("equal", [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", help="FIRST:END, or one")
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--text", action="store_true", help="print the texts that differ")
    args = parser.parse_args()
    first, _, end = args.seeds.partition(":")
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(int(first), int(end or int(first) + 1)):
            what, lines = check(seed, args.program, pathlib.Path(folder))
            counts[what] += 1
            if what not in ("equal", "both refuse"):
                print(f"{seed}: {what}", *lines[:3], sep="\n    ", flush=True)
                if args.text:
                    print(random_layer_text.text(seed), flush=True)
    print(", ".join(f"{count} {what}" for what, count in counts.most_common()))
    return 1 if counts.keys() - {"equal", "both refuse"} else 0


if __name__ == "__main__":
    sys.exit(main())
