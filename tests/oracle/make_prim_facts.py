#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the facts that usdview shows under the pointer, to tests/assets/facts/expected.json.

    make_prim_facts.py     # needs usd-core; its result never varies

For each prim of tests/assets/facts/root.usda, also in prototypes: its path and groups of facts, each with
a name and a value. `ids` are the instances that draw a prim in a prototype of a point instancer.
"""

import json
import pathlib

from pxr import Sdf, Usd, UsdGeom, UsdShade

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "assets/facts"
TIME = 2.5


def model_of(prim):
    while prim and not prim.IsPseudoRoot() and not prim.IsModel():
        prim = prim.GetParent()
    return prim if prim and not prim.IsPseudoRoot() else None


def relative(path, root):
    inside = root and path != root and path.HasPrefix(root)
    return str(path.MakeRelativePath(root)) if inside else str(path)


def text(value):
    if isinstance(value, Sdf.AssetPath):
        return f"@{value.path}@"
    return f'"{value}"' if isinstance(value, str) else str(value)


def identity(prim, model):
    facts = [["type", prim.GetTypeName() or "none"]]
    if model:
        kind = Usd.ModelAPI(model).GetKind()
        facts.append(["model", str(model.GetPath()) + (f" ({kind})" if kind else "")])
        facts.append(["in group", str(model.GetPath().GetParentPath())])
    return facts


def shape(prim):
    facts = []
    if image := UsdGeom.Imageable(prim):
        if image.GetVisibilityAttr().ValueMightBeTimeVarying():
            facts.append(["visibility", "varies over time"])
        purpose = image.ComputePurpose()
        if purpose != UsdGeom.Tokens.default_:
            own = image.GetPurposeAttr().Get() == purpose
            facts.append(["purpose", purpose + ("" if own else " (inherited)")])
    if gprim := UsdGeom.Gprim(prim):
        facts.append(["doubleSided", "true" if gprim.GetDoubleSidedAttr().Get() else "false"])
        facts.append(["orientation", gprim.GetOrientationAttr().Get()])
    if points := UsdGeom.PointBased(prim):
        facts.append(["points", str(len(points.GetPointsAttr().Get(TIME) or []))])
    if mesh := UsdGeom.Mesh(prim):
        facts.append(["subdivisionScheme", mesh.GetSubdivisionSchemeAttr().Get()])
    return facts


def counts(instancer):
    return [["instances", str(len(instancer.GetProtoIndicesAttr().Get(TIME)))],
            ["prototypes", str(len(instancer.GetPrototypesRel().GetForwardedTargets()))]]


def holder(prim):
    """The instancer with the prim in a prototype, the prototype, and the ids of its drawn instances."""
    for at in prim.GetStage().Traverse():
        if not (instancer := UsdGeom.PointInstancer(at)):
            continue
        mask = instancer.ComputeMaskAtTime(TIME)
        indices = instancer.GetProtoIndicesAttr().Get(TIME)
        for number, target in enumerate(instancer.GetPrototypesRel().GetForwardedTargets()):
            if prim.GetPath().HasPrefix(target):
                ids = [i for i, own in enumerate(indices) if own == number and (not mask or mask[i])]
                return instancer, target, ids
    return None, None, []


def instancing(prim):
    facts = []
    if prim.IsInstance():
        facts.append(["prototype", str(prim.GetPrototype().GetPath())])
    elif prim.IsInstanceProxy():
        facts.append(["in prototype", str(prim.GetPrimInPrototype().GetPath())])
    if instancer := UsdGeom.PointInstancer(prim):
        return facts + counts(instancer)
    instancer, target, _ = holder(prim)
    if instancer:
        root = instancer.GetPath()
        facts += [["instancer", str(root)]] + counts(instancer) + [["instance of", relative(target, root)]]
    return facts


def materials(prim, model):
    if not UsdGeom.Imageable(prim):
        return []
    bound = {}
    for name, purpose in [("all purposes", ""), ("preview", "preview"), ("full", "full")]:
        material, relationship = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial(purpose)
        if material:
            names = bound.setdefault((material.GetPath(), str(relationship.GetPath())), [])
            if names != ["all purposes"]:
                names.append(name)
    facts = []
    for (path, relationship), names in bound.items():
        facts.append([", ".join(names), relative(path, model.GetPath() if model else None)])
        facts.append(["bound by", relationship])
    return facts or [["all purposes", "none"]]


def entries(dictionary, prefix=""):
    facts = []
    for key in sorted(dictionary):
        value = dictionary[key]
        facts += entries(value, prefix + key + ":") if isinstance(value, dict) else [[prefix + key, text(value)]]
    return facts


def defining_file(model, identifier):
    specs = model.GetPrimStack()
    for spec in reversed(specs):
        own = spec.GetInfo("assetInfo").get("identifier") if spec.HasInfo("assetInfo") else None
        if own and identifier and own.path == identifier.path:
            return spec.layer.realPath
    return specs[-1].layer.realPath


def asset(model):
    info = model.GetAssetInfo()
    if not info:
        return []
    return entries(info) + [["file", pathlib.Path(defining_file(model, info.get("identifier"))).name]]


def variants(prim):
    sets = prim.GetVariantSets()
    return [[name, sets.GetVariantSelection(name) or "none"] for name in sets.GetNames()]


def supplier(attribute):
    for spec in attribute.GetPropertyStack(TIME):
        if times := spec.layer.ListTimeSamplesForPath(spec.path):
            held = TIME in times or not times[0] < TIME < times[-1]
            assert not held
            # No arc of the scene maps time.
            return f"Time Samples (interpolated) in {spec.layer.GetDisplayName()} at {TIME:g}"
        if spec.HasDefaultValue():
            return f"Default in {spec.layer.GetDisplayName()}"
    return "Fallback" if attribute.HasFallbackValue() else "No Value"


def suppliers(prim):
    facts = []
    if points := UsdGeom.PointBased(prim):
        facts.append(["points", supplier(points.GetPointsAttr())])
    at = prim
    while at and not at.IsPseudoRoot():
        ops = UsdGeom.Xformable(at).GetOrderedXformOps() if UsdGeom.Xformable(at) else []
        if ops:
            of = "" if at == prim else f" (of {at.GetPath()})"
            sources = {op.GetAttr().GetName(): supplier(op.GetAttr()) + of for op in ops}
            if len(set(sources.values())) == 1:
                sources = {"transform": next(iter(sources.values()))}
            return facts + [list(source) for source in sources.items()]
        at = at.GetParent()
    return facts


def main():
    stage = Usd.Stage.Open(str(FOLDER / "root.usda"))
    result = []
    for prim in Usd.PrimRange.Stage(stage, Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)):
        model = model_of(prim)
        described = model or prim
        groups = [["", identity(prim, model)], ["Properties", shape(prim)],
                  ["Instancing", instancing(prim)], ["Material", materials(prim, model)],
                  [f"Asset info of {described.GetName()}", asset(described)],
                  [f"Variants of {described.GetName()}", variants(described)],
                  ["Values supplied by", suppliers(prim)]]
        result.append({"path": str(prim.GetPath()), "groups": [group for group in groups if group[1]],
                       "ids": holder(prim)[2]})
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in result)
    (FOLDER / "expected.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
