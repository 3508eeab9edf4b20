#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares stages with random population masks with those of the reference (UsdStage::OpenMasked).

    compare_masks.py 0:300                       # scenes of random_scene.py, four masks each
    compare_masks.py shot.usda --masks 20 --show 5

Has the requirements of compare_random.py. Masks name any prims of the scene, including instance proxies, and sometimes
a missing prim.
"""

import argparse
import json
import multiprocessing
import pathlib
import random
import subprocess
import sys
import tempfile

import compare_random
import random_scene
from limited_child import TIMEOUT_SECONDS, exit_status


def ask_reference(root, mask, out):
    """Writes the reference's dump of the scene with the mask; returns whether that succeeded."""
    def ask():
        import reference_dump
        from pxr import Usd
        population = Usd.StagePopulationMask()
        for path in mask:
            population.Add(path)
        reference_dump.Usd.Stage.Open = lambda layer, session, load: Usd.Stage.OpenMasked(
            layer, session, population, load)
        return reference_dump.main([str(root), "-o", str(out)])
    return exit_status(ask) == 0


def ask_ours(program, root, out, *options):
    out.unlink(missing_ok=True)
    try:
        run = subprocess.run([program, "dump", str(root), "-o", str(out), *options], capture_output=True,
                             text=True, timeout=TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0 and out.exists()


def random_mask(paths, choose):
    mask = choose.sample(paths, min(len(paths), choose.randint(1, 4)))
    if choose.random() < 0.2:
        mask.append(choose.choice(paths) + "/Nobody")
    return mask


def check(root, program, mask_count, choose, folder):
    """Returns pairs of a mask and its differences. Leaves out masks that the reference refuses."""
    import compare
    ours, expected = pathlib.Path(folder) / "ours.json", pathlib.Path(folder) / "expected.json"
    if not ask_ours(program, root, ours):
        return []
    paths = [prim["path"] for prim in json.loads(ours.read_text())["prims"]]
    results = []
    for _ in range(mask_count if paths else 0):
        mask = random_mask(paths, choose)
        if not ask_reference(root, mask, expected):
            continue
        if not ask_ours(program, root, ours, "--mask", ",".join(mask)):
            results.append((mask, ["no dump"]))
            continue
        found = compare.compare(str(ours), str(expected)).differences
        results.append((mask, [f"{trail}\n      ours      {compare.shorten(mine)}\n      reference {compare.shorten(ref)}"
                               for _, trail, mine, ref in found]))
    return results


def check_scene(job):
    scene, program, mask_count = job
    with tempfile.TemporaryDirectory() as folder:
        root = random_scene.write_scene(scene, folder) if isinstance(scene, int) else scene
        return scene, check(root, program, mask_count, random.Random(str(scene)), folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenes", nargs="+", help="seeds FIRST:END, or files")
    parser.add_argument("--masks", type=int, default=4, help="how many for each scene")
    parser.add_argument("--program", default=str(compare_random.ROOT / "build/bin/usdscope"))
    parser.add_argument("--show", type=int, default=0, help="differences to show for each mask")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    scenes = []
    for scene in args.scenes:
        first, _, end = scene.partition(":")
        scenes += range(int(first), int(end)) if end.isdigit() else [pathlib.Path(scene).absolute()]
    pool = multiprocessing.Pool(args.jobs, maxtasksperchild=50)
    masks, differing = 0, 0
    for scene, results in pool.imap(check_scene, [(scene, args.program, args.masks) for scene in scenes]):
        for mask, lines in results:
            masks += 1
            differing += bool(lines)
            if lines:
                print(f"{scene} --mask {','.join(mask)}: {len(lines)} differ", flush=True)
            for line in lines[:args.show]:
                print("    " + line, flush=True)
    print(f"{len(scenes)} scenes, {masks} masks, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
