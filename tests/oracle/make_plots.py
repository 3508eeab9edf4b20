#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the values of animated attributes over time, to tests/assets/plots/expected.json.

    make_plots.py     # needs usd-core; its result never varies

For each attribute of
numbers: its sample times, and its value at many times, on and between samples, as [time, components];
null for no value. `plotAttribute` must go through all of them.
"""

import json
import math
import pathlib

from pxr import Usd

ROOT = pathlib.Path(__file__).resolve().parents[1]
SCENES = ["museum/Blocks", "museum/ClipSets", "museum/ClipTimesOverArcs", "museum/ClipsExplicit",
          "museum/ClipsLooped", "museum/ClipsMissingValues", "museum/ClipsTemplate",
          "museum/InterpolationTypes", "museum/SublayerOffsets", "museum/XformOps",
          "time/documents/ClipSets", "time/documents/Looping", "time/documents/Samples",
          "time/documents/AnimatedVisibility", "time/documents/Interpolated", "plots/Splines"]
FROM, TO, STEP = -5.0, 30.0, 0.4375


def components(value):
    if value is None:
        return None
    if isinstance(value, bool) or isinstance(value, str):
        return "text"
    if isinstance(value, (int, float)):
        return [float(value)]
    kind = type(value).__name__
    if kind.startswith("Vec") and not kind.endswith("Array"):
        return [float(part) for part in value]
    if kind.startswith("Matrix"):
        return [float(part) for row in value for part in row]
    return "text"


def facts(attribute, scene):
    samples = list(attribute.GetTimeSamples())
    if not samples and not attribute.HasSpline():
        return None
    count = round((TO - FROM) / STEP)
    times = sorted({FROM + i * STEP for i in range(count + 1)} | set(samples))
    values = [[time, components(attribute.Get(time))] for time in times if math.isfinite(time)]
    if any(value == "text" for _, value in values):
        return None
    values = [[t, v if v is None or all(map(math.isfinite, v)) else None] for t, v in values]
    return {"scene": scene, "attribute": str(attribute.GetPath()), "samples": sorted(samples),
            "spline": attribute.HasSpline(), "values": values}


def main():
    rows = []
    for scene in SCENES:
        stage = Usd.Stage.Open(str(ROOT / "assets" / scene / "root.usda"))
        for prim in stage.Traverse():
            found = [facts(attribute, scene) for attribute in prim.GetAttributes()]
            rows += [row for row in found if row]
    text = "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"
    (ROOT / "assets/plots/expected.json").write_text(text)
    print(len(rows), "attributes")


main()
