#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares our composition of random scenes with that of the reference.

    compare_random.py 0:2000                     # seeds; build/bin/usdscope
    compare_random.py 17 --show 20 --folder /tmp/scene   # one seed; keeps its files
    compare_random.py 0:500 --scenes clips       # scenes of random_clip_scene.py
    compare_random.py 0:500 --scenes arc-clips   # scenes of random_scene.py with value clips everywhere
    compare_random.py 0:500 --scenes skel-clips  # skeletons whose animations are value clips
    compare_random.py 0:500 --scenes geom        # transforms, bounds, materials: random_geom_scene.py
    compare_random.py 0:500 --scenes values      # values, metadata, expressions: random_value_scene.py

Needs usd-core, numpy, and reference_dump.py and compare.py of the corpora ($USDSCOPE_CORPORA, or ../shared beside the
checkout). Scenes that the reference refuses or does not finish are left out. The reference runs on one thread: with
several, chance decides from which of equal instances a prototype is made, and so which targets of a class are invalid
(seed 396).
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy

import random_arc_clips
import random_clip_scene
import random_geom_scene
import random_scene
import random_skel_clips
import random_value_scene
from limited_child import TIMEOUT_SECONDS, exit_status

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPORA = pathlib.Path(os.environ.get("USDSCOPE_CORPORA") or ROOT.parent / "shared").resolve()
sys.path.insert(0, str(CORPORA / "oracle"))
os.environ["PXR_WORK_THREAD_LIMIT"] = "1"
GENERATORS = {"arcs": random_scene, "clips": random_clip_scene, "arc-clips": random_arc_clips,
              "skel-clips": random_skel_clips, "geom": random_geom_scene, "values": random_value_scene}


def ask_reference(root, out):
    """Writes the reference's dump; returns whether that succeeded."""
    import reference_dump
    return exit_status(lambda: reference_dump.main([str(root), "-o", str(out)])) == 0


def has_flat_prims(dump):
    """Whether a transform flattens its prim, so that the reference's boxes are too large."""
    matrices = [matrix for prim in dump["prims"] for matrix in prim.get("geom", {}).get("localToWorld", {}).values()]
    numbers = [[[float(x) for x in row[:3]] for row in matrix[:3]] for matrix in matrices if isinstance(matrix, list)]
    return any(not abs(numpy.linalg.det(rows)) > 1e-9 for rows in numbers)


def is_known(trail, ours, theirs, expected, has_edits=False):
    """Whether the files DIFFERENCES.md explain a difference. `expected` is the reference's dump; `has_edits` says that
    the scene has array edits."""
    if trail.startswith("skel/"):
        # If a call fails, Python bindings return what it left behind. check_random_skel.py knows these cases.
        return ours is None or trail.endswith("/animation") and str(theirs).startswith("/__Prototype_")
    if (trail.startswith("bounds/") or "/geom/worldBound" in trail) and has_flat_prims(expected):
        return True
    if has_edits and "/values/" in trail and ("/values/pre:" in trail or "nan" in str(theirs)):
        return True
    path = trail[len("prims/["):].partition("]")[0]
    prim = next((p for p in expected["prims"] if trail.startswith("prims/") and p["path"] == path), {})
    if not trail.endswith("/geom/worldBound") or theirs is not None or prim.get("type") != "SkelRoot":
        return False
    # The reference reports an unusable skeleton as an exception.
    usable = {binding["skeleton"] for binding in expected["skel"]}
    return any(p["type"] == "Skeleton" and p["path"] not in usable for p in expected["prims"])


def differences(root, program):
    """Returns the differences as pairs of a trail and a text; None for a scene that is left out. Writes the dumps
    beside the root layer."""
    import compare
    expected, ours = root.parent / "expected.json", root.parent / "ours.json"
    ours.unlink(missing_ok=True)
    if not ask_reference(root, expected):
        return None
    try:
        run = subprocess.run([program, "dump", str(root), "-o", str(ours)], capture_output=True, text=True,
                             timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return [("time", f"no dump within {TIMEOUT_SECONDS} s")]
    if run.returncode or not ours.exists():
        return [("exit", f"exit status {run.returncode}: {run.stderr[-300:].strip()}")]
    found = compare.compare(str(ours), str(expected)).differences
    dump = json.loads(expected.read_text()) if found else None
    has_edits = any("edit [" in layer.read_text() for layer in root.parent.glob("*.usda")) if found else False
    return [(trail, f"{trail}\n      ours      {compare.shorten(mine)}\n      reference {compare.shorten(theirs)}")
            for _, trail, mine, theirs in found if not is_known(trail, mine, theirs, dump, has_edits)]


def check(seed, program, generator, folder, ignored=None):
    """Returns a line for each difference, except where the trail matches `ignored`; None for a scene that is left out."""
    found = differences(generator.write_scene(seed, folder), program)
    return None if found is None else [line for trail, line in found if not (ignored and re.search(ignored, trail))]


def check_seed(job):
    seed, program, scenes, ignored = job
    with tempfile.TemporaryDirectory() as folder:
        return seed, check(seed, program, GENERATORS[scenes], folder, ignored)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", help="FIRST:END, or one")
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--show", type=int, default=0, help="differences to show for each scene")
    parser.add_argument("--folder", help="leave the files of the one seed here")
    parser.add_argument("--scenes", choices=GENERATORS, default="arcs", help="what to generate")
    parser.add_argument("--ignore", help="leave out differences whose trail matches this regular expression")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    first, _, end = args.seeds.partition(":")
    seeds = range(int(first), int(end or int(first) + 1))
    if args.folder:
        results = [(seeds[0], check(seeds[0], args.program, GENERATORS[args.scenes], args.folder, args.ignore))]
    else:
        pool = multiprocessing.Pool(args.jobs, maxtasksperchild=50)
        results = pool.imap(check_seed, [(seed, args.program, args.scenes, args.ignore) for seed in seeds], chunksize=4)
    differing, left_out, count = [], 0, 0
    for seed, result in results:
        count += 1
        if result is None:
            left_out += 1
        elif result:
            differing.append(seed)
            print(f"{seed}: {len(result)} differ", flush=True)
            for line in result[:args.show]:
                print("    " + line, flush=True)
    print(f"{count} scenes, {left_out} left out, {len(differing)} differ: {' '.join(map(str, differing))}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
