# SPDX-License-Identifier: Apache-2.0
"""Writes values of the reference as JSON, and names layers and files."""

import hashlib
import math
import os
import struct

from pxr import Gf, Sdf, Usd

VECTORS = tuple(getattr(Gf, f"Vec{n}{t}") for n in "234" for t in "hfdi")
QUATERNIONS = (Gf.Quath, Gf.Quatf, Gf.Quatd)
MATRICES = (Gf.Matrix2d, Gf.Matrix3d, Gf.Matrix4d)
TIMES = tuple(t for t in (getattr(Sdf, "TimeCode", None), getattr(Gf, "TimeCode", None),
                          getattr(Gf, "Duration", None)) if t)
LIST_OPS = (Sdf.TokenListOp, Sdf.StringListOp, Sdf.PathListOp, Sdf.IntListOp, Sdf.Int64ListOp,
            Sdf.UIntListOp, Sdf.UInt64ListOp)
FEW = 16  # Longer arrays become digests.


class LayerNames:
    """Names layers and files relative to the folder of the root layer."""

    def __init__(self, stage):
        self.session = stage.GetSessionLayer()
        self.root = stage.GetRootLayer()
        self.folder = os.path.dirname(os.path.realpath(self.root.realPath))

    def of(self, layer):
        if layer.anonymous:
            return "<session>" if layer == self.session else "<anonymous>"
        return self.of_file(layer.identifier if "[" in layer.identifier else layer.realPath)

    def of_file(self, path):
        package, bracket, inner = path.partition("[")
        name = os.path.relpath(os.path.realpath(package), self.folder).replace(os.sep, "/")
        return name + bracket + inner


def number(x):
    """Returns a float that prints with a point, and in few digits if it is exactly a float32."""
    x = float(x)
    if math.isnan(x):
        return "nan"
    if math.isinf(x):
        return "inf" if x > 0 else "-inf"
    if abs(x) < 3.4e38 and struct.unpack("f", struct.pack("f", x))[0] == x:
        for digits in range(6, 10):
            short = float(f"{x:.{digits}g}")
            if struct.unpack("f", struct.pack("f", short))[0] == x:
                return short
    return x


def components(item):
    """Returns the numbers of one array element as a flat list."""
    if isinstance(item, QUATERNIONS):
        return [item.GetReal(), *item.GetImaginary()]
    if isinstance(item, MATRICES):
        return [x for row in item for x in row]
    if isinstance(item, TIMES):
        return [float(item.GetValue())]
    return list(item) if isinstance(item, VECTORS) else [item]


def is_floating(item):
    return not isinstance(item, (bool, str, Sdf.AssetPath)) and isinstance(components(item)[0], float)


def element_text(item):
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, VECTORS):
        return " ".join(str(x) for x in item)
    return item.path if isinstance(item, Sdf.AssetPath) else str(item)


def sequence(items, names):
    items = list(items)
    if len(items) <= FEW:
        return [to_json(item, names) for item in items]
    ends = {"n": len(items), "head": [to_json(i, names) for i in items[:4]],
            "tail": [to_json(i, names) for i in items[-4:]]}
    if not is_floating(items[0]):
        text = "\n".join(element_text(item) for item in items)
        return ends | {"sha1": hashlib.sha1(text.encode()).hexdigest()}
    columns = list(zip(*(components(item) for item in items)))
    last = len(items) - 1
    sums = {"sum": [sum(c) for c in columns], "sumabs": [sum(abs(x) for x in c) for c in columns],
            "ramp": [sum(x * i / last for i, x in enumerate(c)) for c in columns]}
    return ends | {key: number(v[0]) if len(v) == 1 else [number(x) for x in v] for key, v in sums.items()}


def to_json(value, names):
    if value is None or isinstance(value, Sdf.ValueBlock):
        return None
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return number(value)
    if isinstance(value, TIMES):
        return number(value.GetValue())
    if isinstance(value, Sdf.Path):
        return f"<{value}>"
    if isinstance(value, Sdf.AssetPath):
        resolved = value.resolvedPath
        return {"asset": value.path, "resolved": names.of_file(resolved) if resolved else None}
    if isinstance(value, QUATERNIONS):
        return [number(x) for x in components(value)]
    if isinstance(value, VECTORS):
        return [number(x) if isinstance(x, float) else x for x in value]
    if isinstance(value, MATRICES):
        return [[number(x) for x in row] for row in value]
    if isinstance(value, LIST_OPS):
        return sequence(value.ApplyOperations([]), names)
    if isinstance(value, dict):
        return {key: to_json(v, names) for key, v in value.items()}
    if isinstance(value, Sdf.UnregisteredValue):
        return to_json(value.value, names)
    if hasattr(value, "displayName"):
        return value.displayName
    if hasattr(value, "__len__") and hasattr(value, "__iter__"):
        return sequence(value, names)
    if isinstance(value, Sdf.PathExpression):
        return value.GetText()
    return {"unknown": type(value).__name__}
