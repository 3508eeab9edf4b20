#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds `usdscope flatten` against the reference's UsdStage.Flatten.

usage: check_flatten.py PROGRAM [--layerStack] SCENE…

With --layerStack only the layer stack is flattened (UsdUtils.FlattenLayerStack).

Both results are written out by the reference and compared as text. Prints what differs, and a
count; exits with 1 if anything does. Needs usd-core (`import pxr`).
"""

import difflib
import os
import subprocess
import sys
import tempfile

os.environ["USD_ASSIGN_PROTOTYPES_DETERMINISTICALLY"] = "1"

from pxr import Sdf, Tf, Usd, UsdUtils  # noqa: E402


def flattened(scene, layer_stack):
    stage = Usd.Stage.Open(scene)
    if layer_stack:
        return UsdUtils.FlattenLayerStack(stage).ExportToString()
    return stage.Flatten(False).ExportToString()


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


def main():
    program, scenes = sys.argv[1], sys.argv[2:]
    layer_stack = "--layerStack" in scenes
    scenes = [scene for scene in scenes if scene != "--layerStack"]
    differing = 0
    compared = 0
    for scene in scenes:
        try:
            expected = flattened(os.path.abspath(scene), layer_stack)
        except Tf.ErrorException:
            continue
        compared += 1
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = ours(program, os.path.abspath(scene), folder, layer_stack)
            except (Tf.ErrorException, subprocess.TimeoutExpired) as error:
                found = f"unreadable: {error}"
        if expected == found:
            continue
        differing += 1
        print(f"--- {scene}")
        lines = list(difflib.unified_diff(expected.splitlines(), found.splitlines(),
                                          "reference", "usdscope", lineterm="", n=1))
        print("\n".join(lines[:40]))
    print(f"{compared} scenes compared, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
