#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `usdscope bake` with UsdSkel.BakeSkinning.

    check_bake.py SCENE... [--interval A B]     # these scenes, and their stored baselines if any
    check_bake.py --random 300 [--first 0]      # scenes of random_skel_scene.py

Needs usd-core. Compares the sample times, and at every sample of the reference the points, normals,
extents, transforms and extent hints that the two baked stages resolve.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from random_skel_scene import scene_text

ROOT = pathlib.Path(__file__).resolve().parents[2]
ATTRIBUTES = ["points", "normals", "extent", "extentsHint", "xformOp:transform", "xformOpOrder"]


def flat(value):
    if value is None or isinstance(value, (str, int, float)):
        return [value]
    return [x for item in value for x in flat(item)]


def close(a, b):
    a, b = flat(a), flat(b)
    if len(a) != len(b):
        return False
    size = max((abs(x) for x in b if isinstance(x, float)), default=0.0)
    for x, y in zip(a, b):
        if isinstance(x, float) and isinstance(y, float):
            if not (x == y or abs(x - y) <= max(1e-5, 2e-5 * size) or (x != x and y != y)):
                return False
        elif x != y:
            return False
    return True


def compare(ours, reference):
    """Returns a line for each difference."""
    for prim in reference.TraverseAll():
        other = ours.GetPrimAtPath(prim.GetPath())
        if not other or other.GetTypeName() != prim.GetTypeName():
            yield f"{prim.GetPath()}: type {other.GetTypeName() if other else None} against {prim.GetTypeName()}"
            continue
        for name in ATTRIBUTES:
            attribute = prim.GetAttribute(name)
            if not attribute:
                continue
            mine = other.GetAttribute(name)
            times, my_times = attribute.GetTimeSamples(), mine.GetTimeSamples() if mine else []
            if times != my_times:
                yield f"{attribute.GetPath()}: samples {my_times} against {times}"
                continue
            for time in times or [None]:
                a, b = (x.Get(time) if time is not None else x.Get() for x in (mine, attribute))
                if name == "xformOpOrder" and a and b and a[0] == "!resetXformStack!":
                    a = a[1:] if a[1:] == b else a  # The reference drops the reset.
                if not close(a, b):
                    yield f"{attribute.GetPath()} at {time}: {str(a)[:90]} against {str(b)[:90]}"
                    break


def check(program, scene, interval, baseline=None):
    from pxr import Gf, Usd, UsdSkel
    reference = Usd.Stage.Open(str(baseline or scene))
    if not baseline:
        span = Gf.Interval(*interval) if interval else Gf.Interval.GetFullInterval()
        # Baking starts by clearing samples that it needs to read, so it must not target the root
        # layer.
        reference.SetEditTarget(reference.GetSessionLayer())
        if not UsdSkel.BakeSkinning(reference.Traverse(), span):
            return []  # The reference bakes nothing if any SkelRoot is an instance.
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "baked.usda"
        words = [program, "bake", str(scene), "-o", str(out)]
        words += ["--frames", f"{interval[0]}:{interval[1]}"] if interval else []
        run = subprocess.run(words, capture_output=True, text=True, timeout=120)
        if not out.exists():
            return [f"exit status {run.returncode}: {run.stderr[-300:]}"]
        return list(compare(Usd.Stage.Open(str(out)), reference))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenes", nargs="*", type=pathlib.Path)
    parser.add_argument("--interval", type=float, nargs=2)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--show", type=int, default=3)
    args = parser.parse_args()
    failures = 0

    def report(name, lines):
        nonlocal failures
        failures += bool(lines)
        print(f"{name}: {len(lines)} differ" if lines else f"{name}: agrees")
        for line in lines[:args.show]:
            print("    " + line)

    for scene in args.scenes:
        report(scene.name, check(args.program, scene, args.interval))
        word = "bakedInterval" if args.interval else "baked"
        baseline = scene.parent / f"baseline/{scene.stem}.{word}.usda"
        if baseline.exists():
            report(f"{scene.name} against {baseline.name}",
                   check(args.program, scene, args.interval, baseline))
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(args.first, args.first + args.random):
            scene = pathlib.Path(folder) / f"{seed}.usda"
            scene.write_text(scene_text(seed))
            lines = check(args.program, scene, args.interval)
            if lines:
                report(f"seed {seed}", lines)
    if args.random:
        print(f"{args.random} random scenes, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
