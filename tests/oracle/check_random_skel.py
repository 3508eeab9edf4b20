#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares skeleton bindings, poses and skinned points of random scenes with the reference's.

    check_random_skel.py 1000                  # seeds 0 … 999, with build/bin/usdscope
    check_random_skel.py 1000 --first 5000
    check_random_skel.py --keep 17 23          # writes these seeds to tests/assets/skel/random

Needs usd-core. Prints each seed that differs, with its first differences. A kept scene is a pair
SEED.usda and SEED.json.gz, which tests replay without usd-core. `skel` is that section of the
reference's dump. `baked` is the result of UsdSkel.BakeSkinning as prim → attribute → time → numbers,
or null if it refuses the scene.
"""

import argparse
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

from random_skel_scene import scene_text

ROOT = pathlib.Path(__file__).resolve().parents[2]
KEPT = ROOT / "tests/assets/skel/random"


def reference(path):
    from pxr import Tf  # noqa: F401  (a scene may be opened without the reference)
    from expected_skel import skel_section
    from make_expected import Dump
    return skel_section(Dump(path))


def reference_bake(path):
    from pxr import Gf, Usd, UsdSkel
    from check_bake import flat
    stage = Usd.Stage.Open(str(path))
    stage.SetEditTarget(stage.GetSessionLayer())
    if not UsdSkel.BakeSkinning(stage.Traverse(), Gf.Interval.GetFullInterval()):
        return None
    result = {}
    for prim in stage.TraverseAll():
        for name in ("points", "normals", "xformOp:transform"):
            attribute = prim.GetAttribute(name)
            spec = stage.GetSessionLayer().GetAttributeAtPath(prim.GetPath().AppendProperty(name))
            if not attribute or not spec:
                continue
            layer = stage.GetSessionLayer()
            times = layer.ListTimeSamplesForPath(spec.path)
            values = {f"{t:.10g}": layer.QueryTimeSample(spec.path, t) for t in times}
            if spec.default is not None:
                values["default"] = spec.default
            result.setdefault(str(prim.GetPath()), {})[name] = {
                t: [round(float(x), 7) for x in flat(v)] for t, v in values.items()}
    return result


def ours(program, path):
    run = subprocess.run([program, "dump", str(path)], capture_output=True, text=True, timeout=60)
    if run.returncode not in (0, 1) or not run.stdout:
        return {"exit": run.returncode, "stderr": run.stderr[-500:]}
    return json.loads(run.stdout)["skel"]


def magnitude(values):
    return max((abs(v) for v in values if isinstance(v, float)), default=0.0)


def differences(a, b, trail="", size=0.0):
    """Returns a line for each difference. Numbers may differ by single precision relative to their row."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(set(a) | set(b)):
            if key not in a or key not in b:
                yield f"{trail}/{key}: only in {'ours' if key in a else 'reference'}"
            else:
                yield from differences(a[key], b[key], f"{trail}/{key}")
    elif isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            yield f"{trail}: {len(a)} against {len(b)}"
            return
        m = magnitude(b)
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{trail}[{i}]", m)
    elif isinstance(b, float) and isinstance(a, (int, float)) and not isinstance(a, bool):
        if not abs(a - b) <= max(1e-6, 2e-5 * max(size, abs(b))):
            yield f"{trail}: {a} against {b}"
    elif a != b:
        yield f"{trail}: {str(a)[:80]} against {str(b)[:80]}"


def by_name(section):
    if not isinstance(section, list):
        return section
    return {f"{b['skelRoot']} {b['skeleton']}": b for b in section}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--keep", type=int, nargs="*", default=[])
    args = parser.parse_args()

    for seed in args.keep:
        KEPT.mkdir(parents=True, exist_ok=True)
        path = KEPT / f"{seed}.usda"
        path.write_text(scene_text(seed))
        facts = {"skel": reference(path), "baked": reference_bake(path)}
        packed = gzip.compress(json.dumps(facts).encode(), 9, mtime=0)
        path.with_suffix(".json.gz").write_bytes(packed)

    differing = facts = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "scene.usda"
        for seed in range(args.first, args.first + args.count):
            path = pathlib.Path(folder) / f"{seed}.usda"
            path.write_text(scene_text(seed))
            expected = by_name(reference(path))
            found = list(differences(by_name(ours(args.program, path)), expected))
            path.unlink()
            facts += len(json.dumps(expected).split(","))
            if found:
                differing += 1
                print(f"seed {seed}: {len(found)} differ")
                for line in found[:args.show]:
                    print("    " + line)
    print(f"{args.count} scenes, {differing} differ, about {facts} facts")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
