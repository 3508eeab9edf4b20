#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the reference's results for the attributes of random scenes about time (random_time_scene.py).

    expected_times.py 0:3000 -o FOLDER           # a file SEED.json for each seed
    expected_times.py --keep 3,17,40 -o FILE     # one file that holds them all, tests/assets/time/random.json.gz

Each entry holds the texts of the layers. For every authored attribute it has: whether it varies, its samples, its value
at the default and the earliest time, and at many times its value, left limit, source and stack. The test `RandomTimes`
compares the engine with them; with $USDSCOPE_TIME_SCENES it reads FOLDER instead of the stored scenes. Needs usd-core.
"""

import argparse
import gzip
import json
import math
import os
import pathlib
import random
import sys
import tempfile

from pxr import Sdf, Tf, Usd

import random_time_scene
from expected_values import LayerNames, number, to_json
from limited_child import exit_status
from make_expected import SOURCES

MANY = 24


def source_of(attribute, time):
    info = attribute.GetResolveInfo(time)
    name = SOURCES[info.GetSource()]
    return f"blocked {name}" if info.ValueIsBlocked() and name in ("none", "fallback") else name


def asked_times(samples, draw):
    """Returns times on samples, between them, outside, close to them, and at random."""
    times = set()
    chosen = samples if len(samples) <= 6 else draw.sample(samples, 6)
    times.update(chosen)
    for a, b in zip(samples, samples[1:]):
        times.add(a + (b - a) * draw.choice([0.5, 0.25, 0.3]))
    for sample in chosen[:2]:
        times.add(math.nextafter(sample, -math.inf))
        times.add(sample + 1e-7)
    if samples:
        times.update([samples[0] - 1, samples[-1] + 1, samples[-1] + 100])
    times.update(draw.choice([draw.uniform(-6, 40), float(draw.randint(-5, 40))]) for _ in range(8))
    times = sorted(t for t in times if math.isfinite(t))
    return times if len(times) <= MANY else sorted(draw.sample(times, MANY))


def attribute_facts(attribute, names, draw):
    def stack(time):
        return [[names.of(spec.layer), str(spec.path), number(offset.offset), number(offset.scale)]
                for spec, offset in attribute.GetPropertyStackWithLayerOffsets(time)]

    def value_of(asked, time):
        try:
            return to_json(asked.Get(time), names)
        except Tf.ErrorException as error:
            return {"error": type(error).__name__}

    samples = list(attribute.GetTimeSamples())
    query = Usd.AttributeQuery(attribute)
    rows = []
    for time in asked_times(samples, draw):
        value = value_of(attribute, time)
        same = value_of(query, time)
        rows.append({"time": time, "value": value, "before": value_of(attribute, Usd.TimeCode.PreTime(time)),
                     "source": source_of(attribute, time), "stack": stack(time)})
        if same != value:
            rows[-1]["query"] = same
    return {"path": str(attribute.GetPath()), "varying": attribute.ValueMightBeTimeVarying(),
            "samples": samples,  "default": value_of(attribute, Usd.TimeCode.Default()),
            "earliest": value_of(attribute, Usd.TimeCode.EarliestTime()), "rows": rows}


def facts(seed):
    texts = random_time_scene.files(seed)
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in texts.items():
            pathlib.Path(folder, name).write_text(text)
        stage = Usd.Stage.Open(os.path.join(folder, "root.usda"))
        names = LayerNames(stage)
        attributes = [attribute_facts(attribute, names, draw)
                      for prim in stage.Traverse(Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate))
                      for attribute in prim.GetAuthoredAttributes()]
    return {"seed": seed, "texts": texts, "attributes": attributes}


def write_answer(seed, out):
    """Writes the results of a seed and returns the exit status."""
    try:
        out.write_text(json.dumps(facts(seed)))
    except Tf.ErrorException:
        return 3
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", nargs="?", help="FIRST:END")
    parser.add_argument("--keep", help="seeds, with commas between")
    parser.add_argument("-o", "--out", required=True)
    args = parser.parse_args()
    out = pathlib.Path(args.out)
    if args.keep:
        seeds = [int(seed) for seed in args.keep.split(",")]
        text = json.dumps({"scenes": [facts(seed) for seed in seeds]}, separators=(",", ":"))
        # A fixed time stamp makes equal scenes give equal files.
        out.write_bytes(gzip.compress(text.encode(), mtime=0))
        return 0
    first, _, end = args.seeds.partition(":")
    out.mkdir(parents=True, exist_ok=True)
    left_out = [seed for seed in range(int(first), int(end))
                if exit_status(lambda seed=seed: write_answer(seed, out / f"{seed}.json")) != 0]
    print(f"without an answer: {left_out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
