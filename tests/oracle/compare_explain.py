#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what `explain` says about random attributes and times with the reference.

    compare_explain.py SCENE SCENE --count 300            # so many attributes and times in all scenes together
    compare_explain.py --seeds 0:40 --scenes arc-clips    # of the random scenes of compare_random.py

Compares three facts: the source of the value with UsdAttribute.GetResolveInfo, the winning layer and path with the
strongest spec that has such a value, and the order of the opinions with UsdAttribute.GetPropertyStack. `explain` may
list more opinions, for example clips that do not play; each other spec has to be there, in the same order. Specs of
manifests may be missing, see engine/report/DIFFERENCES.md. Needs usd-core and the corpora, like compare_random.py.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from pxr import Usd

from compare_random import GENERATORS, ROOT
from expected_times import asked_times, source_of
from expected_values import LayerNames
from limited_child import TIMEOUT_SECONDS, exit_status

MOST_PER_ATTRIBUTE = 4


def has_value(source, spec, composed_layers):
    """Whether a spec of the property stack can be the source of a value."""
    if source == "clips":
        return spec.layer not in composed_layers
    if spec.layer not in composed_layers:
        return False
    if source == "timeSamples":
        return spec.layer.GetNumTimeSamplesForPath(spec.path) > 0
    return spec.HasInfo(source)


def manifests_of(stage, names):
    """Returns the names of the open layers that are manifests of clip sets."""
    paths = set()
    for prim in stage.Traverse(Usd.PrimAllPrimsPredicate):
        clips = Usd.ClipsAPI(prim)
        for name in clips.GetClips() if prim.HasAuthoredMetadata("clips") else []:
            manifest = clips.GetClipManifestAssetPath(name)
            paths.add(manifest.resolvedPath if manifest else "")
    return sorted(names.of(layer) for layer in stage.GetUsedLayers() if layer.realPath in paths)


def ask(root, count, draw, out):
    """Writes what the reference says about `count` random attributes and times of a scene."""
    stage = Usd.Stage.Open(str(root))
    names = LayerNames(stage)
    composed_layers = set(stage.GetUsedLayers(includeClipLayers=False))
    predicate = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)
    attributes = [attribute for prim in stage.Traverse(predicate) for attribute in prim.GetAuthoredAttributes()]
    pairs = []
    for attribute in draw.sample(attributes, min(len(attributes), count)):
        times = [Usd.TimeCode(time) for time in asked_times(attribute.GetTimeSamples(), draw)]
        times.append(Usd.TimeCode.Default())
        pairs += [(attribute, time) for time in draw.sample(times, min(len(times), MOST_PER_ATTRIBUTE))]
    facts = []
    for attribute, time in draw.sample(pairs, min(len(pairs), count)):
        source = source_of(attribute, time)
        stack = attribute.GetPropertyStack(time)
        winner = next((spec for spec in stack if has_value(source, spec, composed_layers)), None)
        facts.append({
            "path": str(attribute.GetPath()),
            "time": "default" if time.IsDefault() else repr(time.GetValue()),
            "source": source,
            "winner": [names.of(winner.layer), str(winner.path)] if winner else None,
            "stack": [[names.of(spec.layer), str(spec.path)] for spec in stack],
        })
    manifests = manifests_of(stage, names)  # After the values, for which they have been opened.
    for fact in facts:
        fact["manifests"] = manifests
    pathlib.Path(out).write_text(json.dumps(facts))


def first_missing(expected, ours, manifests):
    """Returns the first item of `expected` that `ours` does not have after the items before; None if there is none."""
    at = 0
    for item in expected:
        if item in ours[at:]:
            at = ours.index(item, at) + 1
        elif item[0] not in manifests:
            return item
    return None


def differences(root, fact, program):
    """Returns sentences about what `explain` says differently."""
    run = subprocess.run([program, "explain", str(root), fact["path"], f"--time={fact['time']}", "--json"],
                         capture_output=True, text=True, timeout=TIMEOUT_SECONDS)
    if run.returncode or not run.stdout:
        return [f"exit status {run.returncode}: {run.stderr[-300:].strip()}"]
    ours = json.loads(run.stdout)
    found = []
    if ours["source"] != fact["source"]:
        found.append(f"source: ours {ours['source']}, reference {fact['source']}")
    winner, manifests = [ours["layer"], ours["specPath"]], fact["manifests"]
    if fact["winner"] and winner != fact["winner"] and fact["winner"][0] not in manifests:
        found.append(f"winner: ours {winner}, reference {fact['winner']}")
    opinions = [[opinion["layer"], opinion["specPath"]] for opinion in ours["opinions"]]
    missing = first_missing(fact["stack"], opinions, manifests)
    if missing:
        found.append(f"order: {missing} is not there\n      ours      {opinions}\n      reference {fact['stack']}")
    return found


def check(root, count, draw, args, totals):
    """Compares random facts of a scene; returns how many. None if the reference refuses the scene."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        if exit_status(lambda: ask(root, count, draw, out.name)):
            return None
        facts = json.loads(pathlib.Path(out.name).read_text())
    for fact in facts:
        totals[fact["source"]] += 1
        for sentence in differences(root, fact, args.program):
            totals["differ"] += 1
            print(f"{root} {fact['path']} at {fact['time']}\n    {sentence}", flush=True)
    return len(facts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="scenes")
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--count", type=int, default=300, help="attributes and times in all scenes together")
    parser.add_argument("--seeds", help="FIRST:END, random scenes")
    parser.add_argument("--scenes", choices=GENERATORS, default="arc-clips", help="what to generate")
    args = parser.parse_args()
    scenes = [(None, pathlib.Path(file)) for file in args.files]
    if args.seeds:
        first, _, end = args.seeds.partition(":")
        scenes += [(seed, None) for seed in range(int(first), int(end or int(first) + 1))]
    each = max(1, args.count // max(1, len(scenes)))
    totals, left_out = collections.Counter(), 0
    for number, (seed, root) in enumerate(scenes):
        draw = random.Random(f"explain {number if seed is None else seed}")
        with tempfile.TemporaryDirectory() as folder:
            count = check(root or GENERATORS[args.scenes].write_scene(seed, folder), each, draw, args, totals)
        left_out += count is None
    print(f"{len(scenes)} scenes, {left_out} left out; " +
          ", ".join(f"{count} {what}" for what, count in totals.most_common()))
    return 1 if totals["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
