#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares pictures with those that the reference made of published scenes.

    compare_pictures.py [--program build/bin/usdscope] [--only TEXT] [--table FILE] [--sheet FILE]

Needs usd-core and numpy. The pictures are those of the reference's imaging tests (baselines.tsv of
the corpus), which have linear colours and a light of their own, and those that usdrecord made of
the assets of the USD working group, which are sRGB. Each scene is drawn with the camera, frame,
purposes, complexity and lights of its picture. Prints for each picture the overlap of the
silhouettes, and the mean and the 95th percentile of the colour differences where both are covered.
Tests that draw ids, wires, or unlit colours are compared by their silhouettes alone. The contact
sheet shows the reference on the left and ours on the right.
"""

import argparse
import csv
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np

from compare_skel_pictures import ROOT, covered, read_png

CORPORA = pathlib.Path(os.environ.get("USDSCOPE_CORPORA", ROOT.parent / "shared"))
COMPLEXITIES = {"1.0": "low", "1.1": "medium", "1.2": "high"}
# The ambient light of the reference's test driver on prims without a material, beyond usdview's.
TEST_AMBIENT = 0.2 * 0.2 - 0.2 * 0.01


def test_light(scene):
    """The light of the test driver shines from (0, -0.5, 0.5). The pictures are of version 24.08,
    in which it gives 1 to white prims without a material, but 1 / pi to a UsdPreviewSurface."""
    is_preview = b"UsdPreviewSurface" in scene.read_bytes()
    return f"""def DistantLight "ComparedLight" {{
    float inputs:intensity = {1.0 if is_preview else np.pi}
    float inputs:specular = {1 if is_preview else 0}
    bool inputs:normalize = true
    float xformOp:rotateX = 45
    uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:rotateX"]
}}
""", 0.0 if is_preview else TEST_AMBIENT


def camera_text(matrix, width, height, focal=50):
    rows = ", ".join("(" + ", ".join(repr(matrix[r][c]) for c in range(4)) + ")" for r in range(4))
    return f"""def Camera "ComparedCamera" {{
    float focalLength = {focal}
    float verticalAperture = {height}
    float horizontalAperture = {width}
    float2 clippingRange = (1, 10000000)
    matrix4d xformOp:transform = ({rows})
    uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:transform"]
}}
"""


def world_box(stage, purposes, prim=None):
    from pxr import Usd, UsdGeom
    cache = UsdGeom.BBoxCache(Usd.TimeCode.Default(), purposes, useExtentsHint=True)
    return cache.ComputeWorldBound(prim or stage.GetPseudoRoot())


def driver_camera(stage, words):
    """The camera of the reference's test driver: 60 degrees high, in front of the scene."""
    from pxr import Gf, UsdGeom
    is_z_up = UsdGeom.GetStageUpAxis(stage) == "Z"
    if "-frameAll" in words:
        world = world_box(stage, ["default", "proxy"]).ComputeAlignedRange()
        center = (world.GetMin() + world.GetMax()) / 2.0
        size = world.GetSize().GetLength()
        place = Gf.Vec3d(center[0], center[2], center[1] + size) if is_z_up else \
            Gf.Vec3d(center[0], center[1], center[2] + size)
    else:
        place = Gf.Vec3d(0, 1000, 2500)
    turn = Gf.Matrix4d(1.0)
    if is_z_up:
        turn.SetRotate(Gf.Rotation(Gf.Vec3d(1, 0, 0), 90))
    height = 2 * 50 * 3 ** -0.5
    return camera_text(Gf.Matrix4d().SetTranslate(place) * turn, height * 4 / 3, height)


def record_camera(stage):
    """The camera with which usdrecord frames a scene."""
    from pxr import Gf, UsdGeom
    is_z_up = UsdGeom.GetStageUpAxis(stage) == "Z"
    box = world_box(stage, ["default", "render", "proxy"], stage.GetDefaultPrim())
    center, size = box.ComputeCentroid(), box.ComputeAlignedRange().GetSize()
    corner = Gf.Vec2d(size[0], size[2] if is_z_up else size[1]) / 2
    distance = corner.GetLength() / (20.955 / 2 / 50) + (size[1] if is_z_up else size[2]) / 2
    matrix = Gf.Matrix4d(1.0)
    if is_z_up:
        matrix.SetRotate(Gf.Rotation(Gf.Vec3d(1, 0, 0), 90))
    matrix.SetTranslateOnly(center + (Gf.Vec3d(0, -distance, 0) if is_z_up else Gf.Vec3d(0, 0, distance)))
    return camera_text(matrix, 20.955, 15.2908)


def test_pairs():
    """Yields scene, picture, options, session text, whether colours are compared, and the ambient
    light that is added to ours."""
    from pxr import Usd
    with open(CORPORA / "assets/openusd/baselines.tsv", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            scene, picture = (CORPORA / "assets" / row[k] for k in ("stage", "baseline_image"))
            words = shlex.split(row["test_arguments"] or "")
            if not scene.exists() or not picture.exists():
                continue
            value = lambda name, fallback: words[words.index(name) + 1] if name in words else fallback
            frame = re.search(r"_(\d{3})\.png$", picture.name)
            options = ["--colorCorrectionMode", "disabled", "--disableCameraLight"]
            options += ["--frames", str(int(frame[1]))] if frame and "-times" in words else ["-d"]
            options += ["--complexity", COMPLEXITIES.get(value("-complexity", "1.0"), "veryhigh")]
            camera = value("-camera", None)
            text, ambient = "#usda 1.0\n", 0.0
            if "-lighting" in words and "-sceneLights" not in words:
                light, ambient = test_light(scene)
                text += light
            if not camera:
                text += driver_camera(Usd.Stage.Open(str(scene)), words)
            options += ["--camera", camera or "/ComparedCamera"]
            colours = "-lighting" in words and value("-shading", "smooth") == "smooth" and \
                not {"-idRender", "-clipPlane", "-disableSceneMaterials", "-renderSetting"} & set(words)
            yield scene, picture, options, text, colours, ambient


def asset_pairs():
    from pxr import Usd
    for picture in sorted((CORPORA / "assets/usd-wg-assets").rglob("*_usdrecord_*.png")):
        name = re.sub(r"_usdrecord_.*", "", picture.name)
        scenes = [picture.parent.parent / (name + ending) for ending in (".usda", ".usd", ".usdc", ".usdz")]
        scene = next((s for s in scenes if s.exists()), None)
        if scene:
            yield scene, picture, ["-d", "--camera", "/ComparedCamera"], \
                "#usda 1.0\n" + record_camera(Usd.Stage.Open(str(scene))), True, 0.0


def write_png(path, pixels):
    height, width = pixels.shape[:2]
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                     chunk(b"IDAT", zlib.compress(rows.tobytes())) + chunk(b"IEND", b""))


def shrunk(picture, width=240, height=180):
    rows = np.arange(height) * picture.shape[0] // height
    columns = np.arange(width) * picture.shape[1] // width
    return picture[rows][:, columns]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--only", default="", help="a part of the name of a picture")
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--sheet", type=pathlib.Path)
    args = parser.parse_args()
    lines, pairs, means = [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for scene, picture, options, text, colours, ambient in [*test_pairs(), *asset_pairs()]:
            if args.only not in str(picture):
                continue
            reference = read_png(picture)
            height, width = reference.shape[:2]
            background = reference[2, -3]
            (folder / "session.usda").write_text(text)
            out = folder / "out.png"
            out.unlink(missing_ok=True)
            words = [args.program, "record", str(scene), "--session", str(folder / "session.usda"),
                     "--size", f"{width}x{height}", "-o", str(out),
                     "--background", "#%02x%02x%02x" % tuple(background), *options]
            run = subprocess.run(words, capture_output=True, text=True, timeout=300)
            if not out.exists():
                lines.append(f"{picture.name}\t-\t-\t-\tnot drawn: {run.stderr.strip()[:120]}")
                print(lines[-1], flush=True)
                continue
            own = read_png(out)
            theirs, ours = covered(reference, background), covered(own, own[2, -3])
            own = np.where(ours[:, :, None], np.minimum(own + 255 * ambient, 255), own).astype(np.uint8)
            both = theirs & ours
            overlap = both.sum() / max(1, (theirs | ours).sum())
            differences = np.abs(own.astype(int) - reference.astype(int)).mean(axis=2)[both]
            if colours and len(differences):
                means.append(differences.mean())
                lines.append(f"{picture.name}\t{overlap:.3f}\t{differences.mean():.1f}\t"
                             f"{np.percentile(differences, 95):.1f}\t")
            else:
                lines.append(f"{picture.name}\t{overlap:.3f}\t-\t-\tsilhouette alone")
            pairs.append(np.concatenate([shrunk(reference), shrunk(own)], axis=1))
            print(lines[-1], flush=True)
    if means:
        print(f"{len(means)} pictures with colours: mean {np.mean(means):.2f}, median {np.median(means):.2f}, "
              f"{np.sum(np.array(means) <= 6)} at most 6")
    if args.table:
        args.table.write_text("picture\toverlap\tmean\t95 %\tnote\n" + "\n".join(lines) + "\n")
    if args.sheet and pairs:
        across = 4
        pairs += [np.zeros_like(pairs[0])] * (-len(pairs) % across)
        write_png(args.sheet, np.concatenate(
            [np.concatenate(pairs[i:i + across], axis=1) for i in range(0, len(pairs), across)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
