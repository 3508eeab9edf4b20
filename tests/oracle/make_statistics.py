#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes how many prims, attributes and points the museum's scenes and those of assets/statistics have.

The result is assets/statistics/expected.json.

For each scene: `total` and, for each group, the rows by name, as [prims, parts of instances, animated prims,
attributes, animated attributes, meshes, points, faces, point instances]; `prototypes` and `prototypePrims` are
those of UsdUtilsComputeUsdStageStats. `below` has the same for the subtree of two prims. Needs usd-core.
"""

import json
import pathlib

from pxr import Usd, UsdGeom, UsdUtils

from expected_values import LayerNames

MUSEUM = pathlib.Path(__file__).resolve().parents[1] / "assets/museum"
OWN = pathlib.Path(__file__).resolve().parents[1] / "assets/statistics"
EVERYTHING = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)


def counted_attributes(prim):
    return [a for a in prim.GetAttributes() if a.IsAuthored() or a.HasAuthoredValue()]


def size_of(attribute):
    return len(attribute.Get(Usd.TimeCode.EarliestTime()) or []) if attribute else 0


def sums_of(prim):
    attributes = counted_attributes(prim)
    animated = sum(a.ValueMightBeTimeVarying() for a in attributes)
    is_mesh = prim.IsA(UsdGeom.Mesh)
    is_points = prim.IsA(UsdGeom.PointBased)
    is_instancer = prim.IsA(UsdGeom.PointInstancer)
    proxy = prim.IsInstanceProxy()
    return [int(not proxy), int(proxy), int(animated > 0), len(attributes), animated, int(is_mesh),
            size_of(UsdGeom.PointBased(prim).GetPointsAttr()) if is_points else 0,
            size_of(UsdGeom.Mesh(prim).GetFaceVertexCountsAttr()) if is_mesh else 0,
            size_of(UsdGeom.PointInstancer(prim).GetProtoIndicesAttr()) if is_instancer else 0]


def states_of(prim, sums):
    states = {"active": prim.IsActive(), "inactive": not prim.IsActive(),
              "unloaded": prim.IsActive() and not prim.IsLoaded(), "undefined": not prim.IsDefined(),
              "abstract": prim.IsAbstract(), "instance": prim.IsInstance(), "model": prim.IsModel(),
              "animated": sums[2] > 0, "static": sums[2] == 0}
    return [name for name, applies in states.items() if applies]


def facts_of(stage, root):
    names = LayerNames(stage)
    facts = {"total": [0] * 9, "type": {}, "kind": {}, "purpose": {}, "state": {}, "layer": {}}

    def add(group, name, sums):
        row = facts[group].setdefault(name, [0] * 9)
        row[:] = [a + b for a, b in zip(row, sums)]

    for prim in Usd.PrimRange(root, EVERYTHING):
        if prim.IsPseudoRoot():
            continue
        sums = sums_of(prim)
        facts["total"] = [a + b for a, b in zip(facts["total"], sums)]
        add("type", prim.GetTypeName(), sums)
        add("kind", Usd.ModelAPI(prim).GetKind(), sums)
        if prim.IsA(UsdGeom.Imageable):
            add("purpose", UsdGeom.Imageable(prim).ComputePurpose(), sums)
        for state in states_of(prim, sums):
            add("state", state, sums)
        # The stack of a part of an instance is that of the prim in the prototype.
        source = prim.GetPrimInPrototype() if prim.IsInstanceProxy() else prim
        for layer in {names.of(spec.layer) for spec in source.GetPrimStack()}:
            add("layer", layer, sums)
    return facts


def scene_facts(path):
    stage = Usd.Stage.Open(str(path))
    facts = facts_of(stage, stage.GetPseudoRoot())
    stats = UsdUtils.ComputeUsdStageStats(stage)
    facts["prototypes"] = stats.get("prototypeCount", 0)
    facts["prototypePrims"] = stats.get("prototypes", {}).get("primCounts", {}).get("totalPrimCount", 0)
    assert facts["total"][0] == stats["primary"]["primCounts"]["totalPrimCount"], path
    below = [prim for prim in stage.GetPseudoRoot().GetAllChildren() if prim.GetAllChildren()][:1]
    below += [prim for prim in Usd.PrimRange(stage.GetPseudoRoot(), EVERYTHING) if prim.IsInstanceProxy()][:1]
    facts["below"] = {str(prim.GetPath()): facts_of(stage, prim) for prim in below}
    return facts


def main():
    files = sorted(MUSEUM.glob("*/root.usda")) + [OWN / "street.usda"]
    facts = {str(path.relative_to(MUSEUM.parent)): scene_facts(path) for path in files}
    lines = (f" {json.dumps(scene)}: {json.dumps(each)}" for scene, each in facts.items())
    OWN.joinpath("expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
