#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares pictures of skinned scenes with those of the reference's imaging tests.

    compare_skel_pictures.py [--program build/bin/usdscope] [--keep FOLDER]

Needs usd-core and numpy. Draws each scene of the conformance collection with the camera of the
reference's test driver (60 degrees high, in front of the world bounds) and compares coverage: the
share of pixels that only one picture covers, among the pixels that either covers. Edges are left
out: a pixel is compared only if its neighbours have equal coverage. Lights and colours differ
between the renderers and are not compared. Wires are compared only beside pixels that we cover. The
scene of two bends also shows the reference's camera, 3 % of the covered pixels. Prints a line for
each picture; exits with 1 if more than that differs, or more than 0.1 % elsewhere.
"""

import argparse
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
IMAGING = pathlib.Path(os.environ.get("USDSCOPE_CORPORA", ROOT.parent / "shared")) / \
    "conformance/openusd/imaging"
BACKGROUND = (255, 0, 255)
CASES = [  # scene, purposes, name of the pictures, frames
    ("testUsdImagingGLUsdSkel/arm.usda", "default,proxy,render", "usdSkel_arm_extComp_CPU_{:03}.png", [1, 3, 7]),
    ("testUsdImagingGLUsdSkel/arm.usda", "default,proxy,render", "usdSkel_arm_extComp_GPU_{:03}.png", [1, 3, 7]),
    ("testUsdImagingGLUsdSkel/arm_baked.usda", "default,proxy,render", "usdSkel_arm_baked_{:03}.png", [1, 3, 7]),
    ("testUsdImagingGLUsdSkel/twoBends.usda", "default,proxy,render", "usdSkel_twoBends_extComp_CPU.png", [None]),
    ("testUsdImagingGLUsdSkel/twoBends.usda", "default,proxy,render", "usdSkel_twoBends_extComp_GPU.png", [None]),
    ("testUsdImagingGLSkelBlendShapes/blendshapes.usda", "default,proxy,render", "blendshapes_{:03}.png", [1, 2, 3]),
    ("testUsdImagingGLSkelSkinning/test_lbs.usda", "default,proxy,render", "LBSkinning_Storm_{:03}.png", [31, 91]),
    ("testUsdImagingGLSkelSkinning/test_dqs.usda", "default,proxy,render", "DQSkinning_Storm_{:03}.png", [31, 91]),
    ("testUsdImagingGLSkeleton/skeleton.usda", "default,proxy,render,guide", "skeleton_{:03}.png", [1, 2, 3]),
]


def read_png(path):
    """Reads a non-interlaced 8-bit RGB or RGBA PNG as an array of rows × columns × 3."""
    data = path.read_bytes()
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), path
            channels = 3 if colour == 2 else 4
        packed += body if kind == b"IDAT" else b""
        at += size + 12
    raw = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels)
    rows = np.zeros((height + 1, width * channels), np.uint8)
    for y in range(height):
        line, above = raw[y, 1:].copy(), rows[y]
        if raw[y, 0] == 1:
            line = np.cumsum(line.reshape(-1, channels), axis=0, dtype=np.uint64).astype(np.uint8).ravel()
        elif raw[y, 0] == 2:
            line = line + above
        elif raw[y, 0] in (3, 4):
            for x in range(len(line)):
                a = int(line[x - channels]) if x >= channels else 0
                b = int(above[x])
                c = int(above[x - channels]) if x >= channels else 0
                if raw[y, 0] == 3:
                    line[x] = (int(line[x]) + (a + b) // 2) & 255
                else:
                    p = a + b - c
                    near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                    line[x] = (int(line[x]) + near) & 255
        rows[y + 1] = line
    return rows[1:].reshape(height, width, channels)[:, :, :3]


def camera_text(scene, purposes):
    from pxr import Gf, Usd, UsdGeom
    stage = Usd.Stage.Open(str(scene))
    cache = UsdGeom.BBoxCache(Usd.TimeCode.Default(), purposes.split(","), useExtentsHint=True)
    world = cache.ComputeWorldBound(stage.GetPseudoRoot()).ComputeAlignedRange()
    center = (world.GetMin() + world.GetMax()) / 2.0
    size = world.GetSize().GetLength()
    if UsdGeom.GetStageUpAxis(stage) == "Z":
        place = Gf.Vec3d(center[0], center[2], center[1] + size)
        turn = Gf.Matrix4d().SetRotate(Gf.Rotation(Gf.Vec3d(1, 0, 0), 90))
    else:
        place = Gf.Vec3d(center[0], center[1], center[2] + size)
        turn = Gf.Matrix4d(1.0)
    matrix = Gf.Matrix4d().SetTranslate(place) * turn
    rows = ", ".join("(" + ", ".join(repr(matrix[r, c]) for c in range(4)) + ")" for r in range(4))
    height = 2 * 50 * 3 ** -0.5
    return f"""#usda 1.0
def Camera "ComparedCamera" {{
    float focalLength = 50
    float verticalAperture = {height}
    float horizontalAperture = {height * 4 / 3}
    float2 clippingRange = (1, 100000)
    matrix4d xformOp:transform = ({rows})
    uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:transform"]
}}
"""


def covered(picture, background):
    return (np.abs(picture.astype(int) - np.array(background)).max(axis=2) > 12)


def inside(mask):
    """Returns the pixels whose eight neighbours have equal coverage."""
    same = np.ones_like(mask)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            same &= np.roll(np.roll(mask, dy, 0), dx, 1) == mask
    return same


def grown(mask):
    """Returns the pixels that are covered themselves or have a covered neighbour."""
    result = np.zeros_like(mask)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            result |= np.roll(np.roll(mask, dy, 0), dx, 1)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--keep", type=pathlib.Path)
    args = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = args.keep or pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        for scene, purposes, baseline, frames in CASES:
            path = IMAGING / scene
            (folder / "camera.usda").write_text(camera_text(path, purposes))
            for frame in frames:
                name = baseline.format(frame)
                out = folder / name
                words = [args.program, "record", str(path), "--session", str(folder / "camera.usda"),
                         "--camera", "/ComparedCamera", "--size", "640x480", "-o", str(out),
                         "--frames", str(frame or 0), "--background", "#%02x%02x%02x" % BACKGROUND,
                         "--purposes", purposes]
                words += ["--bones", "on"] if "guide" in purposes else []
                run = subprocess.run(words, capture_output=True, text=True, timeout=120)
                reference = read_png(path.parent / "baseline" / name)
                if not out.exists():
                    print(f"{name}: nothing drawn: {run.stderr[-200:]}")
                    failures += 1
                    continue
                theirs = covered(reference, reference[0, -1])
                ours = covered(read_png(out), BACKGROUND)
                differs = (theirs != ours) & inside(theirs) & inside(ours)
                if "guide" in purposes:
                    differs = theirs & ~grown(ours)
                share = differs.sum() / max(1, (theirs | ours).sum())
                failures += share > (0.032 if "twoBends" in name else 0.001)
                print(f"{name}: {100 * theirs.mean():.1f} % covered, {100 * share:.2f} % of it differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
