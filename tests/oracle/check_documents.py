#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the reference with the values in its documents on time and clips (tests/assets/time/documents/values.tsv).

Prints the differences and their count; exits with 1 if there are any. Needs usd-core (`import pxr`).
"""

import json
import math
import pathlib
import sys

from pxr import Usd

from expected_values import LayerNames, to_json

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "assets/time/documents"


def time_code(text):
    if text == "default":
        return Usd.TimeCode.Default()
    if text == "earliest":
        return Usd.TimeCode.EarliestTime()
    if text.startswith("pre:"):
        return Usd.TimeCode.PreTime(float(text[4:]))
    return Usd.TimeCode(float(text))


def expected_value(text):
    if text == "none":
        return None
    try:
        return json.loads(text)
    except ValueError:
        return text


def is_near(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(is_near, a, b))
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)
    return a == b


def found_value(stage, what, where, time):
    names = LayerNames(stage)
    if what == "metadata":
        field, _, key = time.partition(":")
        return to_json(stage.GetPrimAtPath(where).GetMetadataByDictKey(field, key), names)
    attribute = stage.GetAttributeAtPath(where)
    if what == "samples":
        return list(attribute.GetTimeSamples())
    return to_json(attribute.Get(time_code(time)), names)


def main():
    stages = {}
    differing = count = 0
    for line in (FOLDER / "values.tsv").read_text().splitlines()[1:]:
        scene, what, where, time, text = line.split("\t")
        if scene not in stages:
            stages[scene] = Usd.Stage.Open(str(FOLDER / scene / "root.usda"))
        expected = [float(x) for x in text.split()] if what == "samples" else expected_value(text)
        found = found_value(stages[scene], what, where, time)
        count += 1
        if not is_near(found, expected):
            differing += 1
            print(f"{scene} {where} {what} {time}: the text says {expected}, the reference {found}")
    print(f"{count} values compared, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
