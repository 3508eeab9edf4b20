#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures stitching many clips with our verb and with UsdUtils.StitchClips, and compares the results.

    time_stitch.py [--clips 200] [--attributes 100] [--repeat 5]

Each clip is a crate of one frame. Measures processor time of whole processes minus their start-up: a run of `--version`
for ours, a run that only imports pxr for the reference. Needs usd-core.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile

from pxr import Sdf

ROOT = pathlib.Path(__file__).resolve().parents[2]
STITCH = """
import sys
from pxr import Sdf, Usd, UsdUtils
out, clips = sys.argv[1], sys.argv[2:]
layer = Sdf.Layer.CreateNew(out)
if not UsdUtils.StitchClips(layer, clips, Sdf.Path("/Root"), 1, len(clips)):
    sys.exit(1)
layer.Save()
"""
IMPORT = "from pxr import Sdf, Usd, UsdUtils"


def write_clips(folder, count, attributes):
    names = []
    for frame in range(1, count + 1):
        layer = Sdf.Layer.CreateNew(str(folder / f"clip.{frame:04d}.usdc"))
        layer.startTimeCode = layer.endTimeCode = frame
        root = Sdf.PrimSpec(layer, "Root", Sdf.SpecifierDef, "Xform")
        for i in range(attributes):
            prim = Sdf.PrimSpec(root, f"P{i}", Sdf.SpecifierDef, "Mesh")
            for name, kind, value in (("x", Sdf.ValueTypeNames.Double, frame * 0.5 + i),
                                      ("points", Sdf.ValueTypeNames.Point3fArray, [(frame, i, k) for k in range(50)])):
                spec = Sdf.AttributeSpec(prim, name, kind)
                layer.SetTimeSample(spec.path, frame, kind.type.pythonClass(value)
                                    if kind.isArray else value)
        layer.Save()
        names.append(layer.realPath)
    return names


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def fastest(command, repeat):
    return min(processor_seconds(command) for _ in range(repeat))


def texts(folder, stem):
    """Returns the written layers, without the name of the result in them."""
    out = {}
    for kind in ("", ".topology", ".manifest"):
        layer = Sdf.Layer.FindOrOpen(str(folder / f"{stem}{kind}.usda"))
        out[kind] = layer.ExportToString().replace(stem, "NAME")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clips", type=int, default=200)
    parser.add_argument("--attributes", type=int, default=100, help="prims in each clip, with two attributes each")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        clips = write_clips(folder, args.clips, args.attributes)
        frames = ["--startTimeCode", "1", "--endTimeCode", str(args.clips)]
        ours = [args.program, "stitchclips", *clips, "--clipPath", "/Root", *frames, "--noComment",
                "--out", str(folder / "ours.usda")]
        theirs = [sys.executable, "-c", STITCH, str(folder / "theirs.usda"), *clips]
        our_seconds = fastest(ours, args.repeat) - fastest([args.program, "--version"], args.repeat)
        their_times = []
        for _ in range(args.repeat):
            for kind in ("", ".topology", ".manifest"):
                (folder / f"theirs{kind}.usda").unlink(missing_ok=True)
            their_times.append(processor_seconds(theirs))
        their_seconds = min(their_times) - fastest([sys.executable, "-c", IMPORT], args.repeat)
        ours_text, theirs_text = texts(folder, "ours"), texts(folder, "theirs")
        differing = [kind or "root" for kind in theirs_text if ours_text[kind] != theirs_text[kind]]
    print(f"{args.clips} clips: ours {our_seconds * 1000:.1f} ms, the reference {their_seconds * 1000:.1f} ms of processor "
          f"time, {their_seconds / our_seconds:.1f} times; layers that differ: {', '.join(differing) or 'none'}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
