#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares pictures with those that the reference made of published scenes.

    compare_pictures.py [--program build/bin/usdscope] [--only TEXT] [--table FILE] [--sheet FILE]
                        [--keep FOLDER]

Needs usd-core and numpy. The pictures are those of the reference's imaging tests (baselines.tsv of
the corpus and the imaging area of the conformance collection), which have linear colours and a
light of their own, and those that usdrecord made of the assets of the USD working group, which are
sRGB. Each scene is drawn with the camera, frame, purposes, complexity and lights of its picture.
Unlit colours are those in a white dome. Prints for each picture the overlap of the silhouettes, and
the mean and the 95th percentile of the colour differences where both are covered. Tests that draw
ids, wires or highlights are compared by their silhouettes alone. Pictures beyond the limits get the
reason that is known, or the word "unexplained". The contact sheet and the pictures that are kept
show the reference on the left and ours on the right.
"""

import argparse
import collections
import csv
import itertools
import json
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
COMPLEXITIES = {"1": "low", "1.0": "low", "1.1": "medium", "1.2": "high"}
# The ambient light of the reference's test driver on prims without a material, beyond usdview's.
TEST_AMBIENT = 0.2 * 0.2 - 0.2 * 0.01


def complexity_of(word):
    return COMPLEXITIES.get(word, "veryhigh")


def test_light(scene, stage, words, version="24.08"):
    """The light of the test driver shines from (0, -0.5, 0.5), or from a direction that it takes
    from the place of its camera. It gives 1 to white surfaces, but in version 24.08 it gives 1 / pi
    to a UsdPreviewSurface."""
    from pxr import Gf
    towards = Gf.Vec3d(0, -0.5, 0.5)
    if "-camlight" in words:
        x, y, z = driver_move(stage, words)
        towards = Gf.Vec3d(x, z, y)
    turn = Gf.Matrix4d(Gf.Rotation(Gf.Vec3d(0, 0, 1), towards), Gf.Vec3d(0))
    rows = ", ".join(str(tuple(turn.GetRow(i))) for i in range(4))
    is_preview = b"UsdPreviewSurface" in scene.read_bytes()
    return f"""def DistantLight "ComparedLight" {{
    float inputs:intensity = {1.0 if is_preview and version == "24.08" else np.pi}
    float inputs:specular = {1 if is_preview else 0}
    bool inputs:normalize = true
    matrix4d xformOp:transform = ({rows})
    uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:transform"]
}}
""", 0.0 if is_preview else TEST_AMBIENT


def camera_text(matrix, width, height, focal=50, planes=()):
    rows = ", ".join("(" + ", ".join(repr(matrix[r][c]) for c in range(4)) + ")" for r in range(4))
    return f"""def Camera "ComparedCamera" {{
    float focalLength = {focal}
    float verticalAperture = {height}
    float horizontalAperture = {width}
    float2 clippingRange = (1, 10000000)
    float4[] clippingPlanes = [{", ".join(str(plane) for plane in planes)}]
    matrix4d xformOp:transform = ({rows})
    uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:transform"]
}}
"""


def world_box(stage, purposes, prim=None):
    from pxr import Usd, UsdGeom
    cache = UsdGeom.BBoxCache(Usd.TimeCode.Default(), purposes, useExtentsHint=True)
    return cache.ComputeWorldBound(prim or stage.GetPseudoRoot())


def driver_move(stage, words):
    """The translation of the reference's test driver from the scene, with y up, to its camera."""
    from pxr import UsdGeom
    given = flag_words(words, "-translate", 3)
    if given:
        return [float(word) for word in given]
    if "-frameAll" not in words:
        return [0.0, -1000.0, -2500.0]
    purposes = ["default", "proxy"] + (["render"] if "-renderPurpose" in words else [])
    world = world_box(stage, purposes).ComputeAlignedRange()
    x, y, z = (world.GetMin() + world.GetMax()) / 2.0
    if UsdGeom.GetStageUpAxis(stage) == "Z":
        y, z = z, y
    return [-x, -y, -z - world.GetSize().GetLength()]


def driver_camera(stage, words):
    """The camera of the reference's test driver: 60 degrees high, in front of the scene."""
    from pxr import Gf, UsdGeom
    x, y, z = driver_move(stage, words)
    matrix = Gf.Matrix4d(1.0)
    if UsdGeom.GetStageUpAxis(stage) == "Z":
        matrix.SetRotate(Gf.Rotation(Gf.Vec3d(1, 0, 0), 90))
        matrix.SetTranslateOnly(Gf.Vec3d(-x, z, -y))
    else:
        matrix.SetTranslateOnly(Gf.Vec3d(-x, -y, -z))
    height = 2 * 50 * 3 ** -0.5
    plane = flag_words(words, "-clipPlane", 4)
    planes = [tuple(float(word) for word in plane)] if plane else []
    return camera_text(matrix, height * 4 / 3, height, planes=planes)


def record_camera(stage):
    """The camera with which usdrecord frames a scene."""
    from pxr import Gf, UsdGeom
    is_z_up = UsdGeom.GetStageUpAxis(stage) == "Z"
    box = world_box(stage, ["default", "proxy"], stage.GetDefaultPrim())
    center, size = box.ComputeCentroid(), box.ComputeAlignedRange().GetSize()
    corner = Gf.Vec2d(size[0], size[2] if is_z_up else size[1]) / 2
    distance = corner.GetLength() / (20.955 / 2 / 50) + (size[1] if is_z_up else size[2]) / 2
    matrix = Gf.Matrix4d(1.0)
    if is_z_up:
        matrix.SetRotate(Gf.Rotation(Gf.Vec3d(1, 0, 0), 90))
    matrix.SetTranslateOnly(center + (Gf.Vec3d(0, -distance, 0) if is_z_up else Gf.Vec3d(0, 0, distance)))
    return camera_text(matrix, 20.955, 15.2908)


def test_pairs(only):
    """Yields scene, picture, options, session text, whether colours are compared, and the ambient
    light that is added to ours."""
    from pxr import Usd
    for row in listed_tests():
        scene, picture = (CORPORA / "assets" / row[k] for k in ("stage", "baseline_image"))
        words = shlex.split(row["test_arguments"] or "")
        if not scene.exists() or not picture.exists() or only not in str(picture):
            continue
        value = lambda name, fallback: words[words.index(name) + 1] if name in words else fallback
        frame = re.search(r"_(\d{3})\.png$", picture.name)
        options = ["--colorCorrectionMode", "disabled"]
        options += ["--disableCameraLight"]
        options += ["--frames", str(int(frame[1]))] if frame and "-times" in words else ["-d"]
        level = re.search(r"_([\d.]+)\.png$", picture.name) if "-complexities" in words else None
        options += ["--complexity", complexity_of(level[1] if level else value("-complexity", "1.0"))]
        camera = value("-camera", None)
        text, ambient = "#usda 1.0\n", 0.0
        if "-lighting" in words and "-sceneLights" not in words:
            light, ambient = test_light(scene, Usd.Stage.Open(str(scene)), words)
            text += light
        if not camera:
            text += driver_camera(Usd.Stage.Open(str(scene)), words)
        options += ["--camera", camera or "/ComparedCamera"]
        if "-sceneLights" in words:
            options += ["--enableDomeLightVisibility"]
        colours = "-lighting" in words and value("-shading", "smooth") == "smooth" and \
            not {"-idRender", "-clipPlane", "-disableSceneMaterials", "-renderSetting"} & set(words)
        yield scene, picture, options, text, colours, ambient


WHITE_DOME = """def DomeLight "ComparedDome" {
    float inputs:specular = 0
}
"""


def flag_words(flags, name, count=1):
    """The words after a flag; None if it is absent."""
    at = flags.index(name) + 1 if name in flags else None
    return None if at is None else flags[at:at + count]


# Pictures of the corpus that its table does not list: scene, picture, words of the test.
UNLISTED = [("testUsdImagingGLUsdLux/usdLux.usda", "usdLux", "-frameAll -lighting -sceneLights")]
UNLISTED += [("testUsdImagingGLMipmap/testUsdImagingGLMipmap.usda", f"testUsdImagingGLMipmap_{frame:03}",
              "-lighting -sceneLights -times 3 6 10 14 17 -camera /main_cam")
             for frame in (3, 6, 10, 14, 17)]
UNLISTED += [(f"testUsdImagingGLMaterialXvsNative/{scene}.usda", picture,
              "-lighting -sceneLights -camlight -complexity 1.3 -camera /Camera")
             for name, picture in [("Clearcoat", "clearcoat"), ("Default", "default"),
                                   ("Emissive", "emissive"), ("Metallic", "metallic"),
                                   ("NormalMap", "normalMapped"), ("Opacity", "opacity"),
                                   ("Workflow", "workflow")]
             for scene in ("native" + name, "materialX" + name[0].lower() + name[1:])]


def listed_tests():
    with open(CORPORA / "assets/openusd/baselines.tsv", newline="") as table:
        yield from csv.DictReader(table, delimiter="\t")
    folder = "openusd/pxr/usdImaging/usdImagingGL/testenv/"
    for scene, picture, words in UNLISTED:
        yield {"stage": folder + scene, "test_arguments": words,
               "baseline_image": f"{folder}{scene.split('/')[0]}/baseline/{picture}.png"}


def unlike(scene):
    """Says why the colours of a scene cannot be compared; empty if they can."""
    from pxr import Usd, UsdLux, UsdShade
    stage = Usd.Stage.Open(str(scene))
    for prim in stage.TraverseAll():
        if prim.IsA(UsdLux.DomeLight):
            file = UsdLux.DomeLight(prim).GetTextureFileAttr().Get()
            if not file or not file.resolvedPath:
                return "a dome without a texture, which the reference does not apply to materials"
        shader = UsdShade.Shader(prim)
        if shader and shader.GetImplementationSource() == "sourceAsset":
            return "shaders of its own, which are not in the corpus"
    return ""


# The causes of differences, by the names of pictures.
CAUSES = [
    ("testHWFaceCulling_00[13]", "the test hides backs, which usdrecord and usdview do only on request"),
    ("DomeLight_grid_specwf", "Storm keeps the light of rough reflections in few texels"),
    ("subdivTagsRefined", "complexity 1.4 of the test is not one of usdview's"),
    ("(camera_(no)?[sS]cene|sceneLights)_GL", "usdview draws the axes of the world over the picture"),
    ("twoBends", "the picture also shows the guide of a camera"),
    ("testUsdImagingGLMipmap", "a texture of a format that only the reference's plug-in reads (.tex)"),
    ("usdLux.png", "the lights of this test are not known: its words are not in the corpus"),
    ("normalMapped", "the picture is of the native material, whose colour is another"),
    ("testUsdImagingGLTetMesh", "Storm draws the dome of this picture and its meshes flat"),
    ("out[34]", "the test changes to wires before it draws this picture"),
    ("pi_sibling_pi_over", "the collection also pairs this picture with a scene of another test"),
]


def has_type(stage, *types):
    return any(prim.IsA(t) for prim in stage.TraverseAll() for t in types)


def cause(scene, picture, options):
    """Returns why a picture beyond the limits differs, or a word that says that nobody knows."""
    from pxr import Usd, UsdGeom, UsdVol
    for pattern, text in CAUSES:
        if re.search(pattern, picture.name):
            return text
    stage = Usd.Stage.Open(str(scene))
    if has_type(stage, UsdVol.Volume):
        return "volumes, which need OpenVDB here and programs of the corpus there"
    if has_type(stage, UsdGeom.Curves):
        level = options[options.index("--complexity") + 1] if "--complexity" in options else "low"
        if level == "low":
            return "curves at low complexity, which Storm draws as lines between their points"
        return "edges of curves, which Storm does not smooth or cover by shares of pixels"
    if has_type(stage, UsdGeom.Points):
        return "edges of points, which Storm draws as squares at low complexity"
    return "unexplained"


def conformance_pairs(only):
    """The pairs of the imaging area whose pictures are of the scene as it is in the file."""
    from pxr import Usd
    imaging = CORPORA / "conformance"
    for check in json.loads((imaging / "index.json").read_text()):
        flags = check.get("flags", [])
        if any(word.startswith("times=") for word in flags):
            # The words of the skinning tests are not listed; the test driver frames these scenes.
            flags = ["-frameAll", "-lighting", "-times"]
        drawn = set(flags)
        is_odd = {"-dataWindow", "-clipPlane", "--purpose", "--unload"} & drawn or not flags or \
            not check["name"].startswith("testUsdImagingGL") or \
            "Embree" in check["name"] or "Skeleton" in check["name"]
        if check["area"] != "imaging" or check["check"] != "image" or is_odd or \
                not any(only in str(imaging / name) for name in check["baseline"]):
            continue
        scene = imaging / check["root"]
        options = ["--colorCorrectionMode", "disabled"]
        text, ambient = "#usda 1.0\n", 0.0
        options += ["--disableCameraLight"]
        stage = Usd.Stage.Open(str(scene))
        if "-lighting" not in drawn:
            text += WHITE_DOME
        elif "-sceneLights" not in drawn:
            light, ambient = test_light(scene, stage, flags, "24.11")
            text += light
        camera = flag_words(flags, "-camera")
        if not camera:
            text += driver_camera(stage, flags)
        if "-renderPurpose" in drawn:
            options += ["--purposes", "default,proxy,render"]
        options += ["--camera", camera[0] if camera else "/ComparedCamera"]
        colours = (flag_words(flags, "-shading") or ["smooth"])[0] == "smooth"
        complexity = (flag_words(flags, "-complexity") or ["1.0"])[0]
        for name in dict.fromkeys(check["baseline"]):
            if only not in str(imaging / name) or "_Embree" in name:
                continue
            frame = re.search(r"_(\d{3}|\d\.\d)\.png$", name) if "-times" in drawn else None
            level = re.search(r"_([\d.]+)\.png$", name) if "-complexities" in drawn else None
            level = complexity_of(level[1] if level else complexity)
            when = ["--frames", str(float(frame[1]))] if frame else ["-d"]
            yield scene, imaging / name, options + when + ["--complexity", level], text, colours, ambient


def view_camera(stage):
    """The camera of usdview when it opens a scene."""
    from pxr import Gf, UsdGeom
    box = world_box(stage, ["default", "proxy"])
    size = max(1e-6, *box.ComputeAlignedRange().GetSize())
    distance = size * 1.1 / 2 / np.arctan(np.radians(30))
    if distance < 1 + size / 2:
        distance = 1 + size * 1.1 / 2
    matrix = Gf.Matrix4d(1.0)
    is_z_up = UsdGeom.GetStageUpAxis(stage) == "Z"
    if is_z_up:
        matrix.SetRotate(Gf.Rotation(Gf.Vec3d(1, 0, 0), 90))
    back = Gf.Vec3d(0, -distance, 0) if is_z_up else Gf.Vec3d(0, 0, distance)
    matrix.SetTranslateOnly(box.ComputeCentroid() + back)
    height = 2 * 50 * 3 ** -0.5
    return camera_text(matrix, height * 597 / 540, height)


# Pictures of usdview that need no steps but options: scene, picture, options.
VIEWS = [
    ("testUsdviewUpAxis/testYUp.usda", "yUp", []),
    ("testUsdviewUpAxis/testZUp.usda", "zUp", []),
    ("testUsdviewPrimvarEdits/primvars.usda", "start", []),
    ("testUsdviewMaterialEdits/test.usda", "1", []),
    ("testUsdviewSceneLights/test.usda", "camera_noScene_GL", ["--disableSceneLights"]),
    ("testUsdviewSceneLights/test.usda", "camera_scene_GL", []),
    ("testUsdviewSceneLights/test.usda", "sceneLights_GL", ["--disableCameraLight"]),
    ("testUsdviewRenderMode/test.usda", "render_mode_smooth", []),
    ("testUsdviewSelectionHighlighting/test.usda", "sel_highlight_none", []),
    ("testUsdviewExpressionVariableEdits/test.usda", "start", []),
    ("testUsdviewFreeCamera/Block.usda", "start", []),
    ("testUsdviewAdditive/test.usda", "additive", []),
    ("testUsdviewClippingPlanes/test.usda", "no_override", []),
]


def view_pairs(only):
    from pxr import Usd
    viewer = CORPORA / "conformance/openusd/viewer"
    for file, name, options in VIEWS:
        scene = viewer / file
        if only not in str(scene.parent / f"baseline/{name}.png"):
            continue
        yield scene, scene.parent / f"baseline/{name}.png", \
            ["-d", "--camera", "/ComparedCamera", *options], \
            "#usda 1.0\n" + view_camera(Usd.Stage.Open(str(scene))), True, 0.0


def asset_pairs(only):
    from pxr import Usd
    for picture in sorted((CORPORA / "assets/usd-wg-assets").rglob("*_usdrecord_*.png")):
        name = re.sub(r"_usdrecord_.*", "", picture.name)
        scenes = [picture.parent.parent / (name + ending) for ending in (".usda", ".usd", ".usdc", ".usdz")]
        scene = next((s for s in scenes if s.exists()), None)
        if scene and only in str(picture):
            yield scene, picture, ["-d", "--camera", "/ComparedCamera"], \
                "#usda 1.0\n" + record_camera(Usd.Stage.Open(str(scene))), True, 0.0


def record_pairs(only):
    """The pictures that usdrecord made of a cube under the light of its camera."""
    folder = CORPORA / "conformance/openusd/imaging/usdrecord.RecordTest"
    for picture in sorted((folder / "baseline").glob("AnimCube.*.png")):
        if only in str(picture):
            yield folder / "AnimCube.usda", picture, \
                ["--camera", "main_cam", "--frames", picture.name.split(".")[1]], "#usda 1.0\n", True, 0.0


def write_png(path, pixels):
    height, width = pixels.shape[:2]
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                     chunk(b"IDAT", zlib.compress(rows.tobytes())) + chunk(b"IEND", b""))


def encoded(colour, options):
    """Returns the colour for --background. Linear pictures have a linear background."""
    values = np.array(colour) / 255
    if "disabled" in options:
        values = np.where(values <= 0.0031308, values * 12.92, 1.055 * values ** (1 / 2.4) - 0.055)
    return "#%02x%02x%02x" % tuple(np.round(values * 255).astype(int))


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
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the pictures")
    args = parser.parse_args()
    lines, pairs, means, overlaps, causes = [], [], [], [], collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sources = (test_pairs, conformance_pairs, view_pairs, record_pairs, asset_pairs)
        for scene, picture, options, text, colours, ambient in itertools.chain.from_iterable(
                source(args.only) for source in sources):
            reference = read_png(picture)
            height, width = reference.shape[:2]
            background = reference[2, -3]
            (folder / "session.usda").write_text(text)
            out = folder / "out.png"
            out.unlink(missing_ok=True)
            words = [args.program, "record", str(scene), "--session", str(folder / "session.usda"),
                     "--size", f"{width}x{height}", "-o", str(out),
                     "--background", encoded(background, options), *options]
            run = subprocess.run(words, capture_output=True, text=True, timeout=300)
            if not out.exists():
                lines.append(f"{picture.name}\t-\t-\t-\tnot drawn: {run.stderr.strip()[:120]}")
                print(lines[-1], flush=True)
                continue
            own = read_png(out)
            theirs, ours = covered(reference, background), covered(own, own[2, -3])
            # Surfaces that look like the background are covered if the other picture says so.
            alike = ~covered(own, reference)
            theirs, ours = theirs | (ours & alike), ours | (theirs & alike)
            own = np.where(ours[:, :, None], np.minimum(own + 255 * ambient, 255), own).astype(np.uint8)
            both = theirs & ours
            either = (theirs | ours).sum()
            overlap = both.sum() / either if either else 1.0
            overlaps.append(overlap)
            differences = np.abs(own.astype(int) - reference.astype(int)).mean(axis=2)[both]
            why = unlike(scene) if colours else "silhouette alone"
            is_coloured = not why and len(differences) > 0
            if overlap < 0.99 or (is_coloured and differences.mean() > 6):
                note = cause(scene, picture, options)
                causes[note] += 1
                why = f"{why}: {note}" if why else note
            if is_coloured:
                means.append(differences.mean())
                lines.append(f"{picture.name}\t{overlap:.3f}\t{differences.mean():.1f}\t"
                             f"{np.percentile(differences, 95):.1f}\t{why}")
            else:
                lines.append(f"{picture.name}\t{overlap:.3f}\t-\t-\t{why}")
            pairs.append(np.concatenate([shrunk(reference), shrunk(own)], axis=1))
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                name = f"{picture.parent.parent.name}_{scene.stem}_{picture.name}"
                write_png(args.keep / name, np.concatenate([reference, own], axis=1))
            print(lines[-1], flush=True)
    overlaps = np.array(overlaps)
    print(f"{len(overlaps)} silhouettes: {np.sum(overlaps >= 0.99)} overlap by at least 0.99")
    if means:
        print(f"{len(means)} pictures with colours: "
              f"mean {np.mean(means):.2f}, median {np.median(means):.2f}, "
              f"{np.sum(np.array(means) <= 6)} at most 6")
    for note, count in causes.most_common():
        print(f"{count} beyond the limits: {note}")
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
