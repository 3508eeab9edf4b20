#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the reference's dumps of the museum's scenes, as expected.json beside each.

    make_expected.py                     # all of tests/assets/museum/*/root.usda
    make_expected.py SCENE -o OUT.json   # one scene anywhere

Needs usd-core. The format is "stage-dump 1", which `usdscope dump` writes, without the section
`definitions`.
"""

import argparse
import json
import pathlib

from pxr import Pcp, Usd, UsdGeom, UsdShade

from expected_skel import skel_section
from expected_values import LayerNames, number, to_json

MUSEUM = pathlib.Path(__file__).resolve().parents[1] / "assets/museum"
EVERYTHING = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)
PURPOSES = [UsdGeom.Tokens.default_, UsdGeom.Tokens.render, UsdGeom.Tokens.proxy]
# Fields that the dump shows elsewhere, or that have no effect.
LEFT_OUT = set("""specifier typeName active kind custom variability permission symmetryFunction
    symmetryArguments symmetricPeer prefix suffix relocates layerRelocates primOrder propertyOrder references payload
    inheritPaths specializes variantSetNames variantSelection subLayers subLayerOffsets primChildren
    properties variantSetChildren variantChildren targetPaths connectionPaths default timeSamples
    spline targetChildren connectionChildren mapperChildren""".split())
SOURCES = {Usd.ResolveInfoSourceNone: "none", Usd.ResolveInfoSourceFallback: "fallback",
           Usd.ResolveInfoSourceDefault: "default", Usd.ResolveInfoSourceTimeSamples: "timeSamples",
           Usd.ResolveInfoSourceValueClips: "clips", Usd.ResolveInfoSourceSpline: "spline"}


def key_of(time):
    return f"{time:.10g}"


class Dump:
    def __init__(self, path, stage=None):
        self.stage = stage or Usd.Stage.Open(str(path))
        self.names = LayerNames(self.stage)
        self.times = self.stage_times()
        self.bounds = {}

    def json(self, value):
        return to_json(value, self.names)

    def stage_times(self):
        if not self.stage.HasAuthoredTimeCodeRange():
            return [0.0, 10.0]
        start, end = self.stage.GetStartTimeCode(), self.stage.GetEndTimeCode()
        return list(dict.fromkeys([start, start + (end - start) / 3, (start + end) / 2, end]))

    def over_times(self, compute):
        return {key_of(t): compute(t) for t in self.times}

    def metadata(self, thing):
        return {key: self.json(value) for key, value in thing.GetAllAuthoredMetadata().items()
                if key not in LEFT_OUT}

    def stack(self, rows):
        return [[self.names.of(spec.layer), str(spec.path), number(offset.offset), number(offset.scale)]
                for spec, offset in rows]

    def box(self, prim, time):
        if time not in self.bounds:
            self.bounds[time] = UsdGeom.BBoxCache(time, PURPOSES)
        box = self.bounds[time].ComputeWorldBound(prim).ComputeAlignedRange()
        return None if box.IsEmpty() else [self.json(box.GetMin()), self.json(box.GetMax())]

    # ---- attributes ---------------------------------------------------------------------------

    def attribute_times(self, attribute):
        """Returns the evaluated times, the sample times, and the times whose left limit is evaluated too."""
        times = attribute.GetTimeSamples()
        n = len(times)
        if n == 0:
            spline = attribute.HasSpline() if hasattr(attribute, "HasSpline") else False
            return ([-1.0, 0.0, 0.5, 1.0, 7.25, 12.0, 24.0, 100.0] if spline else []), times, []
        chosen = list(times) if n <= 8 else [times[0], times[1], times[n // 2], times[-1]]
        for at in (0, n // 2):
            if at + 1 < n:
                chosen.append((times[at] + times[at + 1]) / 2)
        chosen += [times[0] - 1, times[-1] + 1]
        return sorted(set(chosen)), times, ([times[1], times[n // 2]] if n > 1 else [])

    def source(self, attribute, time):
        info = attribute.GetResolveInfo(time)
        name = SOURCES[info.GetSource()]
        return f"blocked {name}" if info.ValueIsBlocked() and name in ("none", "fallback") else name

    def attribute(self, attribute):
        stack = self.stack(attribute.GetPropertyStackWithLayerOffsets(Usd.TimeCode.Default()))
        result = {
            "name": attribute.GetName(), "type": str(attribute.GetTypeName()),
            "custom": attribute.IsCustom(),
            "variability": attribute.GetVariability().displayName.lower(),
            "varying": attribute.ValueMightBeTimeVarying(), "stack": stack}
        chosen, times, limits = self.attribute_times(attribute)
        asked = {"default": Usd.TimeCode.Default()}
        if chosen or self.source(attribute, Usd.TimeCode.Default()) != "default":
            asked["earliest"] = Usd.TimeCode.EarliestTime()
            # Times on both sides of a jump print alike; the last one stays.
            asked.update({key_of(t): Usd.TimeCode(t) for t in chosen})
        values = {key: self.json(attribute.Get(time)) for key, time in asked.items()}
        result["sources"] = {key: self.source(attribute, time) for key, time in asked.items()}
        for limit in dict.fromkeys(limits):
            rows = self.stack(attribute.GetPropertyStackWithLayerOffsets(limit))
            # The reference evaluates at the unmapped time here.
            if self.source(attribute, limit) == "clips" and rows and rows[0][2:] != [0.0, 1.0]:
                continue
            values["pre:" + key_of(limit)] = self.json(attribute.Get(Usd.TimeCode.PreTime(limit)))
        result["values"] = values
        if times:
            result["samples"] = {"n": len(times), "first": number(times[0]), "last": number(times[-1]),
                                 "sum": number(sum(times))}
        stacks = {key: self.stack(attribute.GetPropertyStackWithLayerOffsets(time))
                  for key, time in asked.items() if key != "default"}
        stacks = {key: rows for key, rows in stacks.items() if rows != stack}
        if stacks:
            result["stacks"] = stacks
        connections = [str(path) for path in attribute.GetConnections()]
        if connections:
            result["connections"] = connections
        metadata = self.metadata(attribute)
        if metadata:
            result["metadata"] = metadata
        return result

    def relationship(self, relationship):
        result = {"name": relationship.GetName(), "custom": relationship.IsCustom(),
                  "targets": [str(path) for path in relationship.GetTargets()],
                  "stack": self.stack(relationship.GetPropertyStackWithLayerOffsets(
                      Usd.TimeCode.Default()))}
        metadata = self.metadata(relationship)
        if metadata:
            result["metadata"] = metadata
        return result

    # ---- prims --------------------------------------------------------------------------------

    def geom(self, prim):
        imageable = UsdGeom.Imageable(prim)
        caches = {t: UsdGeom.XformCache(t) for t in self.times}
        result = {
            "purpose": imageable.ComputePurpose(),
            "visibility": self.over_times(lambda t: imageable.ComputeVisibility(t)),
            "localToWorld": self.over_times(
                lambda t: self.json(caches[t].GetLocalToWorldTransform(prim)))}
        primvars = [[p.GetPrimvarName(), p.GetInterpolation(), p.GetElementSize(),
                     str(p.GetAttr().GetPrim().GetPath())]
                    for p in UsdGeom.PrimvarsAPI(prim).FindPrimvarsWithInheritance() if p.HasValue()]
        if primvars:
            result["primvars"] = sorted(primvars)
        if prim.IsA(UsdGeom.Boundable):
            result["worldBound"] = self.box(prim, self.times[0])
        if prim.IsA(UsdGeom.PointInstancer):
            instancer = UsdGeom.PointInstancer(prim)
            result["pointInstances"] = self.over_times(
                lambda t: self.json(instancer.ComputeInstanceTransformsAtTime(t, t)))
        if prim.IsA(UsdGeom.Gprim) or prim.IsA(UsdGeom.Subset):
            binding = UsdShade.MaterialBindingAPI(prim)
            material = {}
            for name in ("allPurpose", "preview", "full"):
                purpose = UsdShade.Tokens.allPurpose if name == "allPurpose" else name
                bound = binding.ComputeBoundMaterial(purpose)[0]
                if bound:
                    material[name] = str(bound.GetPath())
            if material:
                result["material"] = material
        return result

    def prim(self, prim, prototypes):
        sets = prim.GetVariantSets()
        result = {
            "path": str(prim.GetPath()), "specifier": prim.GetSpecifier().displayName.lower(),
            "type": str(prim.GetTypeName()), "active": prim.IsActive(), "loaded": prim.IsLoaded(),
            "defined": prim.IsDefined(), "abstract": prim.IsAbstract(), "model": prim.IsModel(),
            "group": prim.IsGroup(), "instance": prim.IsInstance(),
            "instanceProxy": prim.IsInstanceProxy(), "kind": Usd.ModelAPI(prim).GetKind(),
            "apiSchemas": list(prim.GetAppliedSchemas()),
            "children": [child.GetName() for child in prim.GetFilteredChildren(EVERYTHING)],
            "properties": sorted(prim.GetPropertyNames()),
            "primStack": self.stack(prim.GetPrimStackWithLayerOffsets()),
            "attributes": [self.attribute(a) for a in sorted(prim.GetAttributes(), key=lambda a: a.GetName())
                           if a.IsAuthored() or a.HasAuthoredValue()],
            "relationships": [self.relationship(r) for r in
                              sorted(prim.GetRelationships(), key=lambda r: r.GetName()) if r.IsAuthored()]}
        used = prim.GetPrimTypeInfo().GetSchemaTypeName()
        if used != prim.GetTypeName():
            result["schemaType"] = str(used)
        if prim.IsInstance():
            path = prim.GetPrototype().GetPath()
            result["sharesPrototypeWith"] = prototypes.setdefault(path, str(prim.GetPath()))
        if sets.GetNames():
            result["variantSets"] = {
                name: {"selection": sets.GetVariantSelection(name),
                       "variants": sorted(sets.GetVariantSet(name).GetVariantNames())}
                for name in sets.GetNames()}
        metadata = self.metadata(prim)
        if metadata:
            result["metadata"] = metadata
        if prim.IsA(UsdGeom.Imageable) and prim.IsActive() and prim.IsDefined() and not prim.IsAbstract():
            result["geom"] = self.geom(prim)
        return result

    # ---- stage --------------------------------------------------------------------------------

    def errors(self):
        counts = {}
        for error in self.stage.GetCompositionErrors():
            kind = type(error).__name__.removeprefix("Error").rstrip("_")
            counts[kind] = counts.get(kind, 0) + 1
        return counts

    def stage_section(self, prim_count):
        stage = self.stage
        default = stage.GetDefaultPrim()
        return {
            "defaultPrim": str(default.GetPath()) if default else None,
            "startTimeCode": number(stage.GetStartTimeCode()),
            "endTimeCode": number(stage.GetEndTimeCode()),
            "timeCodesPerSecond": number(stage.GetTimeCodesPerSecond()),
            "framesPerSecond": number(stage.GetFramesPerSecond()),
            "hasAuthoredTimeCodeRange": stage.HasAuthoredTimeCodeRange(),
            "upAxis": UsdGeom.GetStageUpAxis(stage),
            "metersPerUnit": number(UsdGeom.GetStageMetersPerUnit(stage)),
            "metadata": self.metadata(stage.GetPseudoRoot()),
            "layerStack": [self.names.of(layer) for layer in stage.GetLayerStack(True)],
            "usedLayers": sorted(self.names.of(layer) for layer in stage.GetUsedLayers(False)),
            "compositionErrors": self.errors(), "primCount": prim_count}

    def all(self):
        prims = [p for p in Usd.PrimRange(self.stage.GetPseudoRoot(), EVERYTHING)
                 if not p.IsPseudoRoot()]
        prototypes = {}
        return {
            "format": "stage-dump 1", "reference": ".".join(str(v) for v in Usd.GetVersion()[1:]),
            "stage": self.stage_section(len(prims)),
            "bounds": self.over_times(lambda t: self.box(self.stage.GetPseudoRoot(), t)),
            "skel": skel_section(self), "prims": [self.prim(p, prototypes) for p in prims]}


def text_of(dump):
    """Writes each prim on one line and the rest by section, so that a diff shows single changes."""
    def compact(value):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)

    sections = []
    for key, value in dump.items():
        if isinstance(value, list) and value:
            value_text = "[\n" + ",\n".join("  " + compact(v) for v in value) + "\n ]"
        else:
            value_text = compact(value)
        sections.append(f" {json.dumps(key)}: {value_text}")
    return "{\n" + ",\n".join(sections) + "\n}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("scene", nargs="?", type=pathlib.Path)
    parser.add_argument("-o", dest="out", type=pathlib.Path)
    args = parser.parse_args()
    if args.scene:
        text = text_of(Dump(args.scene.resolve()).all())
        args.out.write_text(text) if args.out else print(text, end="")
        return
    for scene in sorted(MUSEUM.glob("*/root.usda")):
        (scene.parent / "expected.json").write_text(text_of(Dump(scene).all()))


if __name__ == "__main__":
    main()
