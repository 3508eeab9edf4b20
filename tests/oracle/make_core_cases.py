#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/assets/core/*.json: the reference's results for lists, numbers, paths and names.

    make_core_cases.py        # needs usd-core; runs from any folder; its result never varies
"""

import json
import math
import pathlib
import random

from pxr import Gf, Sdf, Tf, Usd

OUT = pathlib.Path(__file__).resolve().parents[2] / "tests/assets/core"
LISTS = ("explicitItems", "addedItems", "prependedItems", "appendedItems", "deletedItems",
         "orderedItems")


def write(name, cases):
    OUT.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(c, ensure_ascii=False) for c in cases)
    (OUT / name).write_text(f"[\n{lines}\n]\n")


def random_items(rng, most):
    return [rng.choice("abcdefg") for _ in range(rng.randint(0, most))]


def random_list_op(rng, legacy):
    op = Sdf.TokenListOp()
    if rng.random() < 0.15:
        op.explicitItems = random_items(rng, 4)
        return op
    for name in LISTS[1:]:
        if (legacy or name not in ("addedItems", "orderedItems")) and rng.random() < 0.5:
            setattr(op, name, random_items(rng, 4))
    return op


def list_op_as_json(op):
    result = {name: list(getattr(op, name)) for name in LISTS if getattr(op, name)}
    if op.isExplicit:
        result["explicitItems"] = list(op.explicitItems)
    return result


def list_op_cases(rng):
    cases = []
    for i in range(200):
        strong, weak = random_list_op(rng, i % 2), random_list_op(rng, i % 2)
        items = list(dict.fromkeys(random_items(rng, 6)))
        below = list(weak.ApplyOperations(items))
        composed = strong.ApplyOperations(weak)
        cases.append({
            "strong": list_op_as_json(strong), "weak": list_op_as_json(weak), "items": items,
            "weakApplied": below, "bothApplied": list(strong.ApplyOperations(below)),
            "composed": None if composed is None else list_op_as_json(composed)})
    return cases


class Interpolator:
    """Returns the values of an attribute on a stage between two samples."""

    def __init__(self):
        self.stage = Usd.Stage.CreateInMemory()
        self.prim = self.stage.DefinePrim("/A")
        self.count = 0

    def __call__(self, type_name, a, b, t):
        self.count += 1
        attribute = self.prim.CreateAttribute(f"x{self.count}", Sdf.ValueTypeNames.Find(type_name))
        attribute.Set(a, 0.0)
        attribute.Set(b, 1.0)
        return attribute.Get(t)


QUATERNIONS = {"quath": (Gf.Quath, Gf.Vec3h), "quatf": (Gf.Quatf, Gf.Vec3f),
               "quatd": (Gf.Quatd, Gf.Vec3d)}
VECTORS = {"half3": Gf.Vec3h, "float3": Gf.Vec3f, "double3": Gf.Vec3d}


def quaternion(kind, v):
    quat, vec = QUATERNIONS[kind]
    return quat(float(v[0]), vec(*[float(x) for x in v[1:]]))


def numbers(value):
    if hasattr(value, "GetReal"):
        return [value.GetReal(), *value.GetImaginary()]
    return list(value) if hasattr(value, "__len__") else [value]


def interpolation_cases(rng):
    between = Interpolator()
    cases = []

    def add(kind, a, b, t):
        cases.append({"type": kind, "t": t, "a": numbers(a), "b": numbers(b),
                      "result": numbers(between(kind, a, b, t))})

    for _ in range(25):
        t = rng.random()
        for kind in ("float", "double"):
            # The value as the attribute stores it; a Python float would have more digits.
            a, b = (between(kind, x, x, 0) for x in (rng.uniform(-9, 9), rng.uniform(-9, 9)))
            add(kind, a, b, t)
        a, b = (between("half", x, x, 0) for x in (rng.uniform(-9, 9), rng.uniform(-9, 9)))
        add("half", a, b, t)
        for kind, vec in VECTORS.items():
            add(kind, vec(*[rng.uniform(-9, 9) for _ in range(3)]),
                vec(*[rng.uniform(-9, 9) for _ in range(3)]), t)
        for kind in QUATERNIONS:
            v = [rng.gauss(0, 1) for _ in range(4)]
            length = math.hypot(*v)
            a = [x / length for x in v]
            spread = rng.choice((1.0, 1.0, 0.002))
            w = [x + rng.gauss(0, spread) for x in a]
            b = [x / math.hypot(*w) for x in w]
            add(kind, quaternion(kind, a), quaternion(kind, b), t)
    # Quaternions without unit length are not normalised; opposite ones take the short way.
    for kind in QUATERNIONS:
        add(kind, quaternion(kind, [2, 0, 0, 0]), quaternion(kind, [0, 2, 0, 0]), 0.25)
        add(kind, quaternion(kind, [1, 0, 0, 0]), quaternion(kind, [-1, 0, 0, 0]), 0.5)
        add(kind, quaternion(kind, [0.5, 0, 0, 0]), quaternion(kind, [0, 0.5, 0, 0]), 0.25)
    return cases


PATH_TEXTS = """
/|/A|/A/|A|/A.x|/.x|.x|/A..x|...x|../.x|..|../..|../A|.|./A|/A{s=v}|/A{s=}|/A{s=v}B|/A{s=v}/B
/A{s=v}{t=w}B.x|/A{ s = v }|/{s=v}|{s=v}|/A.r[/T]|/A.r[T]|/A.r[../T]|/A.r[/T.x]|/A.x:y|/A.x:|/A.:x
/A.x::y|/A{s=-v}|/A{s=.v}|/A{s=.}|/A{s=v.w}|/A{1s=v}|/A{s-t=v}|/A{-s=v}|/A{s:t=v}|//A|/A//B
/A B|/1A|/A/../B|/..|/ä/ö|/A{s=1}|/A{s=..v}|/A.x.y|/A[/T]|/A.r[/T][/U]|/A.r[/T.r[/U]]|/A.r[/T{a=b}]
/A.x:1|/A.1|/A{s=v}.x|../../../../A|/A/.x|/A{s=ä}|/A{s=v w}|::|/A{=v}|/A{s=v}{s=w}| /A|/A |/A.r[]|/A.r[
/A.r]|/A{|/A}|/A{s|/A{s=|/A{s=v|/A.|/A/B.|{|}|[|]|..A|../../|../|A/..|A/B|A.x|A{s=v}|A{s=v}B|.x:y
/A.r[/T]x|/\u200b|/A\u00b7|/\u00b7A|/A\u00e9|/_|/__A1|/A-B|/A.x-y|/A|B|.A/B|../.|../..x|../x.y
""".strip("\n").replace("\n", "|").split("|")


def path_cases():
    anchor = Sdf.Path("/R/S")
    cases = []
    for text in PATH_TEXTS + ["", "/A{s=v|w}"]:
        valid = bool(text) and Sdf.Path.IsValidPathString(text)
        if isinstance(valid, tuple):
            valid = valid[0]
        path = Sdf.Path(text) if valid else Sdf.Path()
        absolute = path.MakeAbsolutePath(anchor) if valid else path
        cases.append({"text": text, "absolute": str(absolute),
                      "isAbsolute": bool(valid) and path.IsAbsolutePath()})
    return cases


ORDERED = ["/", "/A", "/A.x", "/A.y", "/A.x[/T]", "/A.x[/S]", "/A/B", "/A/B.x", "/A{s=v}", "/A{s=v}B",
           "/A{s=v}.x", "/A{s=w}", "/A{t=a}", "/A{s=}", "/B", "/A/C", "/a", "/AB", "/A{s=v}{t=w}",
           "/A.x:y", "/A/B{s=v}", "/A/B/C", "/A.x[/A.y]", "/A.x[/A/B]", "/A{s=v}B.x", "/A/B.a",
           "/ä", "/B/A", "/A{s=v}{t=w}.x", "/A{s=v}B{u=x}"]


def name_cases():
    layer = Sdf.Layer.CreateAnonymous()
    variant_set = Sdf.VariantSetSpec(Sdf.PrimSpec(layer, "A", Sdf.SpecifierDef), "s")
    cases = []
    for text in ["", "a", "1", "-", ".", ".-", "..", "a.b", "a|b", "a b", "a:b", "ä", "·", "_", "a-b",
                 "\u200b", "a\u200d", "\u4e00", "a.", "1a"]:
        try:
            variant = bool(Sdf.VariantSpec(variant_set, text))
        except Exception:
            variant = False
        cases.append({"text": text, "identifier": Sdf.Path.IsValidIdentifier(text),
                      "namespaced": Sdf.Path.IsValidNamespacedIdentifier(text), "variant": variant})
    for text in ["a:b", "a:b:c", ":a", "a:", "a::b", "a:1", "ä:ö"]:
        cases.append({"text": text, "identifier": Sdf.Path.IsValidIdentifier(text),
                      "namespaced": Sdf.Path.IsValidNamespacedIdentifier(text), "variant": False})
    return cases


def type_cases():
    names = {str(getattr(Sdf.ValueTypeNames, n)) for n in dir(Sdf.ValueTypeNames)
             if isinstance(getattr(Sdf.ValueTypeNames, n), Sdf.ValueTypeName)}
    for name in list(names):
        names.update(str(a) for a in Sdf.ValueTypeNames.Find(name).aliasesAsStrings)
    names.update(["Transform", "PointIndex", "EdgeIndex", "FaceIndex", "Schema", "Vec3", "float5",
                  "float3 []", "float3[][]", "", "dictionary", "path"])
    cases = []
    for name in sorted(names):
        found = Sdf.ValueTypeNames.Find(name)
        known = bool(found) and found.type != Tf.Type.Unknown
        cases.append({"name": name, "type": str(found.aliasesAsStrings[0]) if known else "",
                      "role": str(found.role) if known else "",
                      "isArray": bool(known and found.isArray)})
    return cases


def main():
    write("listOps.json", list_op_cases(random.Random(5)))
    write("interpolation.json", interpolation_cases(random.Random(7)))
    write("paths.json", path_cases())
    write("pathOrder.json", [str(p) for p in sorted(Sdf.Path(t) for t in ORDERED)])
    write("names.json", name_cases())
    write("types.json", type_cases())


if __name__ == "__main__":
    main()
