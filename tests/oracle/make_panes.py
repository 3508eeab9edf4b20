#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what the panes Properties, Layer Stack, Meta Data and Composition must show for scenes, to tests/assets/panes.

    make_panes.py               # needs usd-core; its result never varies
    make_panes.py SCENE.usda    # prints the contents for one scene anywhere

A file has the scene, relative to tests/assets, and its prims. All texts are in the spelling of the panes. A cell that
is null is not compared. For each prim:

`properties`: for each time the rows [mark, name, value, source, bold, italic].
`computed`: for each time the values of usdview's computed rows.
`stack`: the rows [winner, layer, offset, path, value, span]. The value of a prim is a list of its fields in any order.
`metadata`: the rows [depth, name, value, layer].
`composition`: the rows [depth, layer, arc, path, has spec, dim, introduced, variant, offset, map of paths in any
order].
`culled`: the sites [arc, layer, path] of the index without culling. `problems`: how many arcs are not followed.
`subjects`: for chosen properties a name with `stack` and `metadata`. The stack is that of the first time.
"""

import json
import pathlib
import sys

from pxr import Gf, Sdf, Tf, Usd, UsdGeom, UsdShade

from expected_values import LIST_OPS, MATRICES, QUATERNIONS, TIMES, VECTORS

ROOT = pathlib.Path(__file__).resolve().parents[1]
OUT = ROOT / "assets/panes"
SCENES = """museum/ArcsToNothing museum/Blocks museum/BrokenSublayers museum/CirclesOfArcs museum/ClipSets
    museum/ClipTimesOverArcs museum/ClipsExplicit museum/ClipsMissingValues museum/ConflictingRelocates museum/Inherits
    museum/InstancesInsideAndOutside museum/Instancing museum/LegacyListEdits museum/Payload museum/ReferenceStrength
    museum/Relocates museum/SkelBinding museum/Specializes museum/SpecifiersAndOrder museum/SublayerOffsets
    museum/TargetsAndConnections museum/Variants museum/XformOps time/documents/Missing plots/Splines edits/arcs
    edits/stack""".split()
TIMES_SHOWN = [1.0, 2.5, 40.0]
MOST_PRIMS, MOST_SUBJECTS, MOST_ELEMENTS = 8, 5, 4
ARC_FIELDS = ["references", "inheritPaths", "specializes", "payload", "subLayers", "layerRelocates"]
# Fields that the pane shows in rows of their own, or not at all.
ELSEWHERE = ["variantSelection", "variantSetNames", "clips", "clipSets", "default", "timeSamples", "spline",
             "connectionPaths", "targetPaths", "subLayerOffsets"]
EDITS = ["explicit", "deleted", "added", "prepended", "appended", "ordered"]
QUOTED = ["documentation", "comment"]


def number(x):
    return "0" if x == 0 else f"{float(x):.6g}"


def items_text(items, most=MOST_ELEMENTS, quote=""):
    items = list(items)
    shown = [text(item, quote) for item in items[:most]]
    if len(items) > most:
        shown.append(f"… {len(items)} in all")
    return "[" + ", ".join(shown) + "]"


def tuple_text(items):
    return "(" + ", ".join(text(item) for item in items) + ")"


def offset_text(offset):
    return "" if offset == Sdf.LayerOffset() else f"({number(offset.offset)}, {number(offset.scale)})"


def arc_text(arc):
    out = f"@{arc.assetPath}@" if arc.assetPath else ""
    if arc.primPath or not arc.assetPath:
        out += f"<{arc.primPath}>"
    offset = offset_text(arc.layerOffset)
    return out + (" " + offset if offset else "")


def edited(op):
    """The items of a list edit that is applied to nothing."""
    if op.isExplicit:
        return op.explicitItems
    if hasattr(op, "ApplyOperations"):
        return op.ApplyOperations([])
    return list(op.prependedItems) + list(op.appendedItems)


def text(value, quote=""):
    """Returns a value in the spelling of the panes."""
    if value is None:
        return "no value"
    if isinstance(value, Sdf.ValueBlock):
        return "blocked"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quote + value + quote
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return number(value)
    if isinstance(value, TIMES):
        return number(value.GetValue())
    if isinstance(value, Sdf.Path):
        return f"<{value}>"
    if isinstance(value, Sdf.AssetPath):
        return f"@{value.path}@"
    if isinstance(value, Sdf.PathExpression):
        return value.GetText()
    if isinstance(value, QUATERNIONS):
        return tuple_text([value.GetReal(), *value.GetImaginary()])
    if isinstance(value, VECTORS):
        return tuple_text(value)
    if isinstance(value, MATRICES):
        return "(" + ", ".join(tuple_text(row) for row in value) + ")"
    if isinstance(value, dict):
        return f"dictionary of {len(value)}"
    if isinstance(value, (Sdf.Reference, Sdf.Payload)):
        return arc_text(value)
    if isinstance(value, LIST_OPS) or hasattr(value, "explicitItems"):
        return items_text(edited(value), quote='"' if isinstance(value, Sdf.StringListOp) else quote)
    if isinstance(value, Sdf.UnregisteredValue):
        return None
    if isinstance(value, Tf.Enum):
        return value.displayName.lower()
    if hasattr(value, "__iter__"):
        return items_text(value, quote=quote)
    return None


def quote_of(prop):
    return '"' if "string" in str(prop.GetTypeName()) else ""


def count(items, noun):
    return f"{len(items)} {noun}" + ("" if len(items) == 1 else "s")


def origin(prim, prims):
    return "".join(f" (from <{each.GetPath()}>)" for each in prims if each != prim)


def span_text(times):
    first, last = min(times), max(times)
    return number(first) if first == last else f"{number(first)} to {number(last)}"


class Panes:
    def __init__(self, path):
        self.stage = Usd.Stage.Open(str(path))
        self.session = self.stage.GetSessionLayer()

    def label(self, layer):
        return "~session~" if layer == self.session else layer.GetDisplayName()

    # ---- Properties ---------------------------------------------------------------------------

    def property_row(self, prop, time):
        if isinstance(prop, Usd.Relationship):
            targets = ", ".join(f"<{path}>" for path in prop.GetTargets())
            return ["R", prop.GetName(), targets or "no targets", "", None, None]
        value = prop.Get(time)
        shown = text(value, quote_of(prop))
        if prop.IsAuthored() and (connections := prop.GetConnections()):
            shown += f"  ⟵ <{connections[0]}>"
        source, is_bold, is_italic = self.source(prop, value, time)
        return ["A", prop.GetName(), shown, source, is_bold, is_italic]

    def source(self, attribute, value, time):
        """Returns the word for the source, whether the value is bold, and whether it is interpolated."""
        info = attribute.GetResolveInfo(time)
        kind = info.GetSource()
        words = {Usd.ResolveInfoSourceNone: "", Usd.ResolveInfoSourceFallback: "Fallback",
                 Usd.ResolveInfoSourceDefault: "Default", Usd.ResolveInfoSourceTimeSamples: "Samples",
                 Usd.ResolveInfoSourceValueClips: "Clips", Usd.ResolveInfoSourceSpline: "Spline"}
        word = words[kind]
        if kind == Usd.ResolveInfoSourceValueClips:
            return [None, None, None]  # The reference does not report how clips are used.
        is_blocked = info.ValueIsBlocked()
        if kind != Usd.ResolveInfoSourceTimeSamples:
            # As in usdview, a default is bold.
            is_bold = kind == Usd.ResolveInfoSourceDefault and not is_blocked
            return ["⊘ " + (word or "Blocked") if is_blocked else word, is_bold, False]
        times = attribute.GetTimeSamples()
        is_exact = time in times
        is_inside = times[0] < time < times[-1] and not is_exact
        if value is None:
            return ["⊘ Samples", None, False]
        self.stage.SetInterpolationType(Usd.InterpolationTypeHeld)
        held = attribute.Get(time)
        self.stage.SetInterpolationType(Usd.InterpolationTypeLinear)
        # Two equal samples are interpolated, but nobody can see it.
        is_italic = True if held != value else None if is_inside else False
        mark = "⇤ " if time < times[0] else "⇥ " if time > times[-1] else ""
        return [mark + word, is_exact, is_italic]

    def properties(self, prim):
        return {number(time): [self.property_row(prop, time) for prop in prim.GetProperties()]
                for time in TIMES_SHOWN}

    def computed(self, prim, time):
        purposes = [UsdGeom.Tokens.default_, UsdGeom.Tokens.proxy, UsdGeom.Tokens.render]
        box = UsdGeom.BBoxCache(time, purposes).ComputeWorldBound(prim).ComputeAlignedRange()
        matrix = UsdGeom.XformCache(time).GetLocalToWorldTransform(prim)
        rows = ["empty" if box.IsEmpty() else f"{text(box.GetMin())} to {text(box.GetMax())}", text(matrix)]
        for purpose in (UsdShade.Tokens.preview, UsdShade.Tokens.full):
            material = UsdShade.MaterialBindingAPI(prim).ComputeBoundMaterial(purpose)[0]
            rows.append(f"<{material.GetPath()}>" if material else "unbound")
        if prim.IsA(UsdGeom.Imageable):
            rows += self.inherited(prim, time)
        varying = [each for each in prim.GetAttributes() if each.ValueMightBeTimeVarying()]
        if times := Usd.Attribute.GetUnionedTimeSamples(varying):
            rows.append(f"{number(times[0])} to {number(times[-1])}")
            rows.append(f"{count(times, 'sample time')} of {count(varying, 'attribute')}")
        return rows

    def inherited(self, prim, time):
        """Returns the visibility and the purpose, with the ancestor that gives them."""
        ancestors = [each for each in map(self.stage.GetPrimAtPath, prim.GetPath().GetPrefixes())
                     if each.IsA(UsdGeom.Imageable)]
        hiding = [each for each in ancestors
                  if UsdGeom.Imageable(each).GetVisibilityAttr().Get(time) == UsdGeom.Tokens.invisible]
        giving = [each for each in ancestors if UsdGeom.Imageable(each).GetPurposeAttr().HasAuthoredValue()]
        imageable = UsdGeom.Imageable(prim)
        visibility = "invisible" if imageable.ComputeVisibility(time) == UsdGeom.Tokens.invisible else "visible"
        return [visibility + origin(prim, hiding[:1]), imageable.ComputePurpose() + origin(prim, giving[-1:])]

    # ---- Layer Stack --------------------------------------------------------------------------

    def spec_value(self, spec, offset):
        """Returns the text and the span of an opinion."""
        if isinstance(spec, Sdf.PrimSpec):
            head = [text(spec.specifier)] if spec.HasInfo("specifier") else []
            if spec.typeName:
                head.append(spec.typeName)
            fields = [" ".join(head)] if head else []
            for name in spec.ListInfoKeys():
                if name in ("specifier", "typeName"):
                    continue
                value = spec.GetInfo(name)
                if name == "variantSelection":
                    shown = "[" + ", ".join(f"{key} = {value[key]}" for key in sorted(value)) + "]"
                elif name in QUOTED:
                    shown = text(value, '"')
                else:
                    shown = text(value)
                fields.append(f"{name} = {shown}")
            return fields, ""
        if isinstance(spec, Sdf.RelationshipSpec):
            return text(spec.GetInfo("targetPaths")) if spec.HasInfo("targetPaths") else "", ""
        parts, span = [], ""
        if samples := spec.layer.ListTimeSamplesForPath(spec.path):
            parts = ["1 time sample" if len(samples) == 1 else f"{len(samples)} time samples"]
            span = span_text([offset * time for time in samples])
        if spec.HasInfo("spline"):
            parts = ["spline"]
        if spec.HasInfo("default"):
            quote = '"' if "string" in str(spec.typeName) else ""
            parts.append(("default " if parts else "") + text(spec.GetInfo("default"), quote))
        return ", ".join(parts), span

    def winner(self, attribute, stack, time):
        """Returns the place of the opinion that gives the value, from the node that the reference names."""
        info = attribute.GetResolveInfo(time)
        kind = info.GetSource()
        field = {Usd.ResolveInfoSourceDefault: "default", Usd.ResolveInfoSourceTimeSamples: "timeSamples",
                 Usd.ResolveInfoSourceSpline: "spline"}.get(kind)
        if field and not info.ValueIsBlocked():
            node = info.GetNode()
            path = node.path.AppendProperty(attribute.GetName())
            layers = node.layerStack.layers
            for place, (spec, _) in enumerate(stack):
                if spec.path == path and spec.layer in layers and spec.HasInfo(field):
                    return place
        return None

    def stack(self, thing, time=TIMES_SHOWN[0]):
        if isinstance(thing, Usd.Prim):
            stack = thing.GetPrimStackWithLayerOffsets()
        else:
            stack = thing.GetPropertyStackWithLayerOffsets(time)
        is_attribute = isinstance(thing, Usd.Attribute)
        winner = self.winner(thing, stack, time) if is_attribute else None
        without_clips = thing.GetPropertyStack() if is_attribute else None
        rows = []
        for place, (spec, offset) in enumerate(stack):
            value, span = self.spec_value(spec, offset)
            is_clip = is_attribute and spec not in without_clips
            rows.append([None if winner is None else place == winner, self.label(spec.layer), offset_text(offset),
                         str(spec.path), value, None if is_clip else span])
        return rows

    def root_stack(self):
        """The tree of the root layers, each with its depth as spaces."""
        rows = []

        def add(tree, depth):
            rows.append([None, " " * 4 * depth + self.label(tree.layer), offset_text(tree.offset)])
            for child in tree.childTrees:
                add(child, depth + 1)

        stack = self.stage.GetPseudoRoot().GetPrimIndex().rootNode.layerStack
        for tree in (stack.sessionLayerTree, stack.layerTree):
            add(tree, 0)
        return rows

    # ---- Meta Data ----------------------------------------------------------------------------

    def specs(self, thing):
        if isinstance(thing, Usd.Property):
            return thing.GetPropertyStack()
        if thing.IsPseudoRoot():
            return [layer.pseudoRoot for layer in (self.session, self.stage.GetRootLayer())]
        return thing.GetPrimStack()

    def layer_text(self, specs):
        if not specs:
            return "schema"
        return self.label(specs[0].layer) + (f" + {len(specs) - 1}" if len(specs) > 1 else "")

    def metadata(self, thing):
        fields = {name: value for name, value in thing.GetAllMetadata().items() if name not in ELSEWHERE}
        if "customData" in fields:  # The documentation of the schema.
            fields["customData"] = {k: v for k, v in fields["customData"].items() if k != "userDocBrief"}
            if not fields["customData"]:
                del fields["customData"]
        specs = self.specs(thing)
        for name in ARC_FIELDS:
            if (value := thing.GetMetadata(name)) is not None:
                fields[name] = value
        clips = thing.GetMetadata("clips") if isinstance(thing, Usd.Prim) else None
        names = sorted([*fields, "clips"] if clips else fields)
        for name in ["kind", "assetInfo", "active"]:
            if name in names:
                names.remove(name)
                names.insert(0, name)
        rows = []
        for name in names:
            if name == "clips":
                self.add_clips(rows, clips, specs)
                continue
            having = [spec for spec in specs if spec.HasInfo(name)]
            if name == "specifier":
                having.sort(key=lambda spec: spec.specifier != fields[name])
            value = fields[name]
            if name == "layerRelocates":
                shown = "[" + ", ".join(f"<{a}> to <{b}>" for a, b in value) + "]" if len(value) <= 4 else None
            else:
                shown = text(value, '"' if name == "subLayers" else "")
            if name == "apiSchemas" and having:
                authored = {item for spec in having for edit in EDITS
                            for item in getattr(spec.GetInfo(name), edit + "Items")}
                # The field of the reference has schemas of the type, too.
                shown = shown if authored.issuperset(edited(value)) else None
            rows.append([0, name, shown, self.layer_text(having)])
            if isinstance(value, dict):
                self.add_entries(rows, value, having, name, [], 1)
            elif hasattr(value, "explicitItems"):
                self.add_edits(rows, having, name)
        return rows

    def add_clips(self, rows, clips, specs):
        for key in clips:
            layer = self.layer_text(self.having(specs, "clips", [key]))
            rows.append([0, f"clips:{key}", text(clips[key]), layer])
            self.add_entries(rows, clips[key], specs, "clips", [key], 1)

    @staticmethod
    def having(specs, field, keys):
        """Returns the specs that have an entry of a dictionary."""
        def has(spec):
            value = spec.GetInfo(field) if spec.HasInfo(field) else None
            for key in keys:
                value = value.get(key) if isinstance(value, dict) else None
            return value is not None
        return [spec for spec in specs if has(spec)]

    def add_entries(self, rows, value, specs, field, keys, depth):
        for key in value:
            path = [*keys, key]
            rows.append([depth, key, text(value[key]), self.layer_text(self.having(specs, field, path))])
            if isinstance(value[key], dict):
                self.add_entries(rows, value[key], specs, field, path, depth + 1)

    def add_edits(self, rows, specs, name):
        for spec in specs:
            op = spec.GetInfo(name)
            for edit in EDITS:
                items = getattr(op, edit + "Items")
                if items or (edit == "explicit" and op.isExplicit):
                    quote = '"' if isinstance(op, Sdf.StringListOp) else ""
                    word = "reordered" if edit == "ordered" else edit
                    rows.append([1, word, items_text(items, quote=quote), self.label(spec.layer)])

    # ---- Composition --------------------------------------------------------------------------

    def composition(self, prim):
        rows = []

        def add_layers(node, tree, depth, is_sublayer):
            offset = node.mapToRoot.timeOffset * tree.offset
            has_spec = bool(tree.layer.GetObjectAtPath(node.path))
            arc = "sublayer" if is_sublayer else node.arcType.displayName
            introduced = str(node.GetIntroPath())
            variant = ""
            if arc == "variant":
                at = node.path
                while not at.IsPrimVariantSelectionPath():
                    at = at.GetParentPath()
                variant = " = ".join(at.GetVariantSelection())
            rows.append([depth, self.label(tree.layer), arc, str(node.GetPathAtIntroduction()),
                         "yes" if has_spec else "no", not (has_spec and node.CanContributeSpecs()),
                         "" if introduced == "/" else f"introduced at <{introduced}>", variant,
                         offset_text(offset), [] if is_sublayer else self.map_texts(node)])
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

    @staticmethod
    def map_texts(node):
        pairs = dict(node.mapToRoot.Evaluate().sourceToTargetMap)
        root = Sdf.Path.absoluteRootPath
        has_identity = pairs.get(root) == root
        lines = [f"{a} → {b if b else 'nowhere'}" for a, b in pairs.items() if not (has_identity and a == root)]
        if has_identity:
            lines.append("other paths → themselves" if lines else "every path → itself")
        return sorted(lines)

    def culled(self, prim):
        index = prim.ComputeExpandedPrimIndex()  # Its nodes die with it.
        sites, pending = [], [index.rootNode]
        while pending:
            node = pending.pop()
            pending += node.children
            sites.append([node.arcType.displayName, self.label(node.layerStack.identifier.rootLayer), str(node.path)])
        return sorted(site for i, site in enumerate(sites) if site not in sites[:i])

    # ---- all ----------------------------------------------------------------------------------

    def subject(self, prop):
        return {"name": prop.GetName(), "stack": self.stack(prop), "metadata": self.metadata(prop)}

    def prim(self, prim):
        facts = {"path": str(prim.GetPath()), "metadata": self.metadata(prim)}
        if prim.IsPseudoRoot():
            return facts | {"stack": self.root_stack()}
        properties = sorted(prim.GetProperties(), key=lambda prop: not prop.IsAuthored())
        return facts | {
            "stack": self.stack(prim), "composition": self.composition(prim), "culled": self.culled(prim),
            "problems": len(prim.GetPrimIndex().localErrors),
            "properties": self.properties(prim),
            "computed": {number(time): self.computed(prim, time) for time in TIMES_SHOWN},
            "subjects": [self.subject(prop) for prop in properties[:MOST_SUBJECTS]]}

    def contents(self):
        prims = list(self.stage.TraverseAll())[:MOST_PRIMS]
        return [self.prim(prim) for prim in [self.stage.GetPseudoRoot(), *prims]]


def lines(scene, items):
    body = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    return f'{{"scene": {json.dumps(scene)}, "prims": [\n{body}\n]}}\n'


def main():
    if len(sys.argv) > 1:
        print(lines(sys.argv[1], Panes(sys.argv[1]).contents()))
        return
    OUT.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        contents = Panes(ROOT / "assets" / scene / "root.usda").contents()
        name = scene.split("/")[-1]
        (OUT / f"{name}.json").write_text(lines(f"{scene}/root.usda", contents))


main()
