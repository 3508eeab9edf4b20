#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the contents that usdview shows for the prims of twenty scenes, to tests/assets/inspection/*.json.

    make_inspection.py          # needs usd-core; its result never varies
    make_inspection.py SCENE    # prints the contents for one scene anywhere

The scenes are those of tests/assets/museum. For each prim: `metadata` (name, value, layer, keys of a
dictionary), `composition` (depth, layer, arc, path at introduction, has spec, introducing path, offset,
scale), `arcs` (arc, site, introducing prim) of PrimCompositionQuery, `stack` (layer, path, offset,
scale), and the `properties` in composed order (name, type, source, exact or interpolated, metadata,
stack). Values that text shows differently, such as list edits, are null. `slices` are slices of Python.
"""

import json
import pathlib
import random
import sys

from pxr import Sdf, Usd

from expected_values import number

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUT = ROOT / "assets/inspection"
SCENES = """ArcsToNothing ArrayEditsOfTimeCodes Blocks BrokenSublayers CirclesOfArcs ClipSets ClipTimesOverArcs
    ClipsExplicit ClipsTemplate Inherits Instancing LegacyListEdits Payload ReferenceStrength Relocates
    Specializes SpecifiersAndOrder SublayerOffsets TargetsAndConnections VariantSetsWithoutVariants
    Variants XformOps""".split()
TIME = 2.5
COMPOSITION_KEYS = ["references", "inheritPaths", "specializes", "payload", "subLayers", "clips",
                    "layerRelocates"]
SOURCES = {Usd.ResolveInfoSourceNone: "none", Usd.ResolveInfoSourceFallback: "fallback",
           Usd.ResolveInfoSourceDefault: "default", Usd.ResolveInfoSourceTimeSamples: "timeSamples",
           Usd.ResolveInfoSourceValueClips: "clips", Usd.ResolveInfoSourceSpline: "spline"}


class Inspection:
    def __init__(self, path):
        self.stage = Usd.Stage.Open(str(path))
        self.session = self.stage.GetSessionLayer()

    def label(self, layer):
        return "~session~" if layer == self.session else layer.GetDisplayName()

    def specs(self, thing):
        if isinstance(thing, Usd.Property):
            return thing.GetPropertyStack()
        if thing.IsPseudoRoot():
            return [layer.pseudoRoot for layer in (self.session, self.stage.GetRootLayer())]
        return thing.GetPrimStack()

    def metadata(self, thing):
        fields = thing.GetAllMetadata()
        fields.get("customData", {}).pop("userDocBrief", None)  # The documentation of the schema.
        for key in COMPOSITION_KEYS:
            if (value := thing.GetMetadata(key)) is not None:
                fields[key] = value
        names = sorted(fields)
        for key in ["kind", "assetInfo", "active"]:
            if key in names:
                names.remove(key)
                names.insert(0, key)
        return [row for name in names for row in self.rows(thing, name, fields[name])]

    def rows(self, thing, name, value):
        if name == "clips":
            return [[f"clips:{key}", None, None, sorted(value[key])] for key in value]
        return [self.field(thing, name, value)]

    def field(self, thing, name, value):
        specs = [spec for spec in self.specs(thing) if spec.HasInfo(name)]
        if name == "specifier":
            specs = [spec for spec in specs if spec.specifier == value]
        layer = self.label(specs[0].layer) if specs else None
        text = value if isinstance(value, (bool, str, int, float)) else None
        return [name, text, layer, sorted(value) if isinstance(value, dict) else None]

    def composition(self, prim):
        rows = []

        def add_layers(node, tree, depth, is_sublayer):
            offset = node.mapToRoot.timeOffset * tree.offset
            rows.append([depth, self.label(tree.layer),
                         "sublayer" if is_sublayer else node.arcType.displayName,
                         str(node.GetPathAtIntroduction()), bool(tree.layer.GetObjectAtPath(node.path)),
                         str(node.GetIntroPath()), number(offset.offset), number(offset.scale)])
            for child in tree.childTrees:
                add_layers(node, child, depth + 1, True)

        def add_nodes(node, depth):
            for tree in (node.layerStack.sessionLayerTree, node.layerStack.layerTree):
                if tree:
                    add_layers(node, tree, depth, False)
            for child in node.children:
                add_nodes(child, depth + 1)

        add_nodes(prim.GetPrimIndex().rootNode, 0)
        return rows

    def arcs(self, prim):
        query = Usd.PrimCompositionQuery(prim)
        return [[arc.GetArcType().displayName, str(arc.GetTargetPrimPath()),
                 self.label(arc.GetTargetLayer()), arc.HasSpecs()]
                for arc in query.GetCompositionArcs()]

    def offset_of(self, specs_with_offsets):
        return [[self.label(spec.layer), str(spec.path), number(offset.offset), number(offset.scale)]
                for spec, offset in specs_with_offsets]

    def property(self, prop):
        facts = {"name": prop.GetName(), "metadata": self.metadata(prop)}
        if isinstance(prop, Usd.Attribute):
            source = prop.GetResolveInfo(TIME).GetSource()
            facts["source"] = SOURCES[source]
            times = prop.GetTimeSamples() if source == Usd.ResolveInfoSourceTimeSamples else []
            facts["exact"] = TIME in times
            facts["type"] = str(prop.GetTypeName())
            facts["before"] = bool(times) and TIME < times[0]
            facts["after"] = bool(times) and TIME > times[-1]
        else:
            facts["targets"] = [str(path) for path in prop.GetTargets()]
        facts["stack"] = self.offset_of(prop.GetPropertyStackWithLayerOffsets(TIME))
        return facts

    def prim(self, prim):
        facts = {"path": str(prim.GetPath()), "metadata": self.metadata(prim)}
        if prim.IsPseudoRoot():
            return facts
        return facts | {
            "composition": self.composition(prim), "arcs": self.arcs(prim),
            "stack": self.offset_of(prim.GetPrimStackWithLayerOffsets()),
            "properties": [self.property(prop) for prop in prim.GetProperties()]}

    def contents(self):
        prims = [self.stage.GetPseudoRoot(), *self.stage.TraverseAll()]
        return [self.prim(prim) for prim in prims]


def slices():
    rng = random.Random(19)
    cases = []
    for _ in range(400):
        size = rng.choice([0, 1, 2, 7, 2240])
        parts = [rng.choice([None, 0, 1, -1, 2, 5, -3, size, size + 3, -size - 2]) for _ in range(2)]
        step = rng.choice([None, 1, 2, 3, -1, -2, 100])
        text = ":".join("" if part is None else str(part) for part in [*parts, step])
        rows = range(size)[slice(*parts, step)]
        cases.append([text, size, len(rows), rows[0] if rows else None, rows[-1] if rows else None])
    return cases


def lines(items):
    return "[\n" + ",\n".join(json.dumps(item) for item in items) + "\n]\n"


def main():
    if len(sys.argv) > 1:
        print(lines(Inspection(sys.argv[1]).contents()))
        return
    OUT.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        contents = Inspection(ROOT / "assets/museum" / scene / "root.usda").contents()
        (OUT / f"{scene}.json").write_text(lines(contents))
    (OUT / "slices.json").write_text(lines(slices()))


main()
