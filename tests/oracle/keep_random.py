#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps random scenes with the reference's dumps in tests/assets/museum/random.json.gz, for the test RandomScenes.

    keep_random.py 23,47,109      # these seeds, then further seeds up to 200 scenes

Name the seeds that have ever differed; see compare_random.py. Needs usd-core, and reference_dump.py of the corpora
($USDSCOPE_CORPORA, or ../shared beside the checkout).
"""

import argparse
import gzip
import itertools
import json
import pathlib
import sys
import tempfile

import random_scene
from compare_random import ROOT, ask_reference

OUT = ROOT / "tests/assets/museum/random.json.gz"


def scene_of(seed):
    """Returns the texts of the layers and the dump; None if the reference does not finish."""
    with tempfile.TemporaryDirectory() as folder:
        root = random_scene.write_scene(seed, folder)
        dump = pathlib.Path(folder) / "expected.json"
        if not ask_reference(root, dump):
            return None
        return {"seed": seed, "texts": random_scene.Scene(seed).files(), "expected": json.loads(dump.read_text())}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", help="with commas between them")
    parser.add_argument("--count", type=int, default=200)
    args = parser.parse_args()
    named = [int(seed) for seed in args.seeds.split(",") if seed]
    scenes = []
    for seed in itertools.chain(named, (s for s in itertools.count() if s not in named)):
        if len(scenes) >= max(args.count, len(named)):
            break
        scene = scene_of(seed)
        if scene:
            scenes.append(scene)
    scenes.sort(key=lambda scene: scene["seed"])
    text = json.dumps({"scenes": scenes}, sort_keys=True, separators=(",", ":"))
    with gzip.GzipFile(OUT, "wb", compresslevel=9, mtime=0) as out:
        out.write(text.encode())
    print(f"{OUT}: {len(scenes)} scenes, {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    sys.exit(main())
