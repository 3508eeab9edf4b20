#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `usdscope flatten` with the reference's UsdStage.Flatten.

usage: check_flatten.py PROGRAM [--layerStack] [--show N] SCENE…
       check_flatten.py PROGRAM [--layerStack] [--show N] --times FIRST:END

With --layerStack only the layer stack is flattened (UsdUtils.FlattenLayerStack). With --times the scenes are those of
random_time_scene.py, by seed.

The reference writes both results as text, which is compared. Prints the differences and their
count; exits with 1 if there are any. Needs usd-core (`import pxr`).
"""

import argparse
import difflib
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile

os.environ["USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY"] = "1"

from pxr import Sdf, Tf, Usd, UsdUtils  # noqa: E402

import random_time_scene  # noqa: E402
from limited_child import exit_status  # noqa: E402


def write_flattened(scene, layer_stack, out):
    """Returns the exit status; 3 if the reference refuses the scene."""
    try:
        stage = Usd.Stage.Open(scene)
        text = UsdUtils.FlattenLayerStack(stage).ExportToString() if layer_stack else \
            stage.Flatten(False).ExportToString()
    except Tf.ErrorException:
        return 3
    pathlib.Path(out).write_text(text)
    return 0


def ours(program, scene, folder, layer_stack):
    out = os.path.join(folder, "flat.usda")
    done = subprocess.run(
        [program, "flatten", scene, "--skipSourceFileComment", "--out", out,
         *(["--layerStack"] if layer_stack else [])],
        capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        return "no result: " + done.stderr
    layer = Sdf.Layer.OpenAsAnonymous(out)
    return layer.ExportToString()


def without_names(text):
    """Removes the names of anonymous layers, which differ in each run."""
    return re.sub(r"anon:0x[0-9a-f]+", "anon", text)


def rounded_knots(text):
    """Rounds the computed knots of cut splines, whose last digits depend on the order of operations."""
    def knot(line):
        if not re.match(r"\s*[-+.e\d]+: .*; (pre|post) ", line):
            return line
        line = re.sub(r"-?\d+\.\d+(e[-+]\d+)?", lambda number: f"{float(number[0]):.10g}", line)
        return re.sub(r": (\S+) & \1;", r": \1;", line)
    return "\n".join(knot(line) for line in text.split("\n"))


def differences(program, scene, layer_stack):
    """Returns the differing lines; None if the reference has no result."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "expected.usda")
        if exit_status(lambda: write_flattened(os.path.abspath(scene), layer_stack, out)) != 0:
            return None
        expected = pathlib.Path(out).read_text()
        try:
            found = ours(program, os.path.abspath(scene), folder, layer_stack)
        except (Tf.ErrorException, subprocess.TimeoutExpired) as error:
            found = f"unreadable: {error}"
    expected, found = (rounded_knots(without_names(text)) for text in (expected, found))
    return list(difflib.unified_diff(expected.splitlines(), found.splitlines(), "reference", "usdscope", lineterm="",
                                     n=1))


def check(job):
    name, program, layer_stack = job
    if not isinstance(name, int):
        return name, differences(program, name, layer_stack)
    with tempfile.TemporaryDirectory() as folder:
        for file, text in random_time_scene.files(name).items():
            pathlib.Path(folder, file).write_text(text)
        return name, differences(program, os.path.join(folder, "root.usda"), layer_stack)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--times", help="seeds, FIRST:END")
    parser.add_argument("--layerStack", action="store_true")
    parser.add_argument("--show", type=int, default=40, help="lines to show for each scene")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    jobs = list(args.scenes)
    if args.times:
        first, _, end = args.times.partition(":")
        jobs += range(int(first), int(end or int(first) + 1))
    compared, differing = 0, []
    with multiprocessing.Pool(args.jobs, maxtasksperchild=50) as pool:
        for name, lines in pool.imap(check, [(job, os.path.abspath(args.program), args.layerStack) for job in jobs]):
            if lines is None:
                continue
            compared += 1
            if lines:
                differing.append(name)
                print(f"--- {name}")
                print("\n".join(lines[:args.show]))
    print(f"{compared} scenes compared, {len(differing)} differ: {' '.join(map(str, differing))}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
