#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes random edits of the scenes in tests/assets/edits through every kind of edit target, and writes what the
reference makes of them.

    edits.py                    # writes tests/assets/edits/*/edits.json and the dumps beside them
    edits.py --texts FOLDER     # also writes the edited layer after each edit, to look for a difference
    edits.py --seed 7           # makes other edits

Needs usd-core. A document edits.json has sequences, each of which starts with the scene as it is in the files. An
edit has a target, an operation with its arguments, and the result: `sha1` of the text of the edited layer, or
`isRefused`. The dump NAME-N.json.gz shows the stage after sequence N.
"""

import argparse
import gzip
import hashlib
import json
import pathlib
import random

from pxr import Pcp, Sdf, Tf, Usd, UsdGeom

from make_expected import Dump, text_of

SCENES = pathlib.Path(__file__).resolve().parents[1] / "assets/edits"
# Sequences and edits in each.
PLAN = {"stack": (9, 30), "arcs": (8, 30), "instances": (4, 15)}
ARCS = {Pcp.ArcTypeRoot: "root", Pcp.ArcTypeInherit: "inherit", Pcp.ArcTypeVariant: "variant",
        Pcp.ArcTypeRelocate: "relocate", Pcp.ArcTypeReference: "reference", Pcp.ArcTypePayload: "payload",
        Pcp.ArcTypeSpecialize: "specialize"}
POSITIONS = {"prependBack": Usd.ListPositionBackOfPrependList, "prependFront": Usd.ListPositionFrontOfPrependList,
             "appendBack": Usd.ListPositionBackOfAppendList, "appendFront": Usd.ListPositionFrontOfAppendList}
# Values by type, in the spelling of text layers.
VALUES = {
    "double": ["0", "2.5", "-1e-7", "inf"], "float": ["0.1", "3"], "int": ["0", "-7"], "bool": ["true", "0"],
    "int64": ["9007199254740993"], "uchar": ["255"], "half2": ["(0.5, 2)"], "quatf": ["(0, 1, 0, 0)"],
    "double3": ["(1, 2, 3)", "(0.25, 0, -4)"], "float3": ["(0, 0, 1)"], "color3f": ["(1, 0, 0)"],
    "color3f[]": ["[]", "[(1, 0, 0)]", "[(0, 0, 1), (0.1, 0.2, 0.3)]"], "float3[]": ["[(1, 2, 3)]", "[]"],
    "matrix4d": ["((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1))"],
    "token": ['"inherited"', '"invisible"', '"moving"'], "token[]": ['["xformOp:translate"]', "[]"],
    "string": ['"a b"', '"line\\nbreak"', '"ünï"'], "string[]": ['["x", "y\\"z"]'],
    "asset": ["@./other.png@", "@@"], "asset[]": ["[@a.usd@, @./b.usd@]"],
    "timecode": ["20", "-4.5"], "timecode[]": ["[1, 20, 36]", "[]"],
    "pathExpression": ['"/World/Ball//"', '"/Set/ChairA/Seat /Wood/TreeA/Trunk"', '"~/Set/Rig/Bone //Box"'],
}
FIELDS = {"kind": ['"component"', '"group"'], "documentation": ['"text"'], "hidden": ["true"],
          "displayName": ['"Name"'], "customData": ["{ timecode t = 20; dictionary d = { int a = 1 } }"]}
ATTRIBUTE_FIELDS = {"documentation": ['"text"'], "displayGroup": ['"Group"'], "hidden": ["true"],
                    "colorSpace": ['"lin_srgb"'],
                    "customData": ["{ timecode t = 20 }"]}
STAGE_FIELDS = {"startTimeCode": ["4"], "endTimeCode": ["31.5"], "documentation": ['"stage"'],
                "customLayerData": ["{ timecode t = 20; int a = 1 }"]}
CLIPS = {"active": ("double2[]", "[(0, 0), (10, 0)]"), "times": ("double2[]", "[(0, 0), (10, 5)]"),
         "primPath": ("string", '"/Box"'), "interpolateMissingClipValues": ("bool", "true"),
         "assetPaths": ("asset[]", "[@./clip.usda@]")}
ENTRIES = [("string", '"word"'), ("int", "5"), ("timecode", "20"), ("double3", "(1, 2, 3)"), ("asset", "@x.usd@")]
TIMES = [None, None, None, 1, 4, 10, 12.5, 18, 20, 34, 48, 96]


def value_of(type_name, text):
    """Returns a value from its text."""
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.ImportFromString(f'#usda 1.0\ndef "A" {{\n custom {type_name} x = {text}\n}}\n')
    return layer.GetAttributeAtPath("/A.x").default


def field_value(path, field, text):
    """Returns a value of metadata of a prim or attribute from its text."""
    layer = Sdf.Layer.CreateAnonymous(".usda")
    metadata = f"(\n {'doc' if field == 'documentation' else field} = {text}\n)"
    if "." in path:
        layer.ImportFromString(f'#usda 1.0\ndef "A" {{\n custom color3f x {metadata}\n}}\n')
        return layer.GetAttributeAtPath("/A.x").GetInfo(field)
    layer.ImportFromString(f'#usda 1.0\ndef "A" {metadata} {{\n}}\n')
    return layer.GetPrimAtPath("/A").GetInfo(field)


def time_code(time):
    return Usd.TimeCode.Default() if time is None else Usd.TimeCode(time)


def nodes_of(prim):
    pending = [prim.GetPrimIndex().rootNode]
    while pending:
        node = pending.pop()
        yield node
        pending += node.children[::-1]


def node_key(node):
    return [ARCS[node.arcType], node.path.pathString,
            pathlib.Path(node.layerStack.identifier.rootLayer.identifier).name]


class Scene:
    """A stage that is edited, and the random choice of its edits."""

    def __init__(self, folder, seed):
        self.random = random.Random(seed)
        for layer in Sdf.Layer.GetLoadedLayers():
            if not layer.anonymous:
                layer.Reload(True)
        self.stage = Usd.Stage.Open(str(folder / "root.usda"))

    def any(self, items):
        return self.random.choice(list(items))

    def prims(self):
        return list(Usd.PrimRange(self.stage.GetPseudoRoot(), Usd.PrimAllPrimsPredicate))[1:]

    def name_of(self, layer):
        return "<session>" if layer == self.stage.GetSessionLayer() else pathlib.Path(layer.identifier).name

    # ---- targets ------------------------------------------------------------------------------

    def local_layer(self):
        return self.any(self.stage.GetLayerStack(True))

    def random_target(self):
        kind = self.any(["session", "local", "local", "variant", "variant", "node", "node", "node"])
        if kind == "variant":
            target = self.random_variant()
            if target:
                return target
        if kind == "node":
            prim = self.any(self.prims())
            # The reference keeps culled nodes in prims that it did not compose again.
            nodes = [node for node in nodes_of(prim) if node.hasSpecs and not node.isInert]
            keys = [node_key(node) for node in nodes]
            node = self.any(nodes)
            if keys.count(node_key(node)) == 1 and self.is_live(prim, node_key(node)):
                layer = self.any(node.layerStack.layers)
                return {"kind": "node", "prim": str(prim.GetPath()), "node": node_key(node),
                        "layer": self.name_of(layer)}
        layer = self.stage.GetSessionLayer() if kind == "session" else self.local_layer()
        return {"kind": "local", "layer": self.name_of(layer)}

    def is_live(self, prim, key):
        """Whether the node gives opinions in a new stage too. The reference also keeps the state of nodes."""
        stage = Usd.Stage.Open(self.stage.GetRootLayer(), self.stage.GetSessionLayer())
        return any(node_key(node) == key and not node.isInert
                   for node in nodes_of(stage.GetPrimAtPath(prim.GetPath())))

    def random_variant(self):
        """The reference drops the offset of a layer here, so only layers without one are used."""
        prims = [p for p in self.prims() if p.GetVariantSets().GetNames()]
        if not prims:
            return None
        prim = self.any(prims)
        layers = [layer for layer in self.stage.GetLayerStack(True)
                  if self.stage.GetEditTargetForLocalLayer(layer).GetMapFunction().timeOffset.IsIdentity()]
        names = prim.GetVariantSets().GetNames()
        sets = self.random.sample(names, self.random.randint(1, len(names)))
        if any(not prim.GetVariantSet(name).GetVariantSelection() for name in sets):
            return None
        return {"kind": "variant", "prim": str(prim.GetPath()), "sets": sets, "layer": self.name_of(self.any(layers))}

    def layer_of(self, name):
        if name == "<session>":
            return self.stage.GetSessionLayer()
        return next(layer for layer in self.stage.GetUsedLayers() if self.name_of(layer) == name)

    def edit_target(self, target):
        layer = self.layer_of(target["layer"])
        if target["kind"] == "node":
            prim = self.stage.GetPrimAtPath(target["prim"])
            node = next(n for n in nodes_of(prim) if node_key(n) == target["node"])
            return Usd.EditTarget(layer, node)
        edit_target = self.stage.GetEditTargetForLocalLayer(layer)
        for name in target.get("sets", []):
            self.stage.SetEditTarget(edit_target)
            edit_target = self.stage.GetPrimAtPath(target["prim"]).GetVariantSet(name).GetVariantEditTarget(layer)
        return edit_target

    # ---- edits --------------------------------------------------------------------------------

    def random_path(self, target):
        """A prim; most times one that the target can hold."""
        prims = self.prims()
        if target["kind"] != "local" and self.random.random() < 0.8:
            prims = [p for p in prims if str(p.GetPath()).startswith(target["prim"])]
        return self.any(prims)

    def random_edit(self, target):
        prim = self.random_path(target)
        path = str(prim.GetPath())
        roll = self.random.random()
        attributes = [a for a in prim.GetAttributes() if a.IsAuthored() or self.random.random() < 0.1]
        relationships = prim.GetRelationships()
        if roll < 0.45 and attributes:
            return self.attribute_edit(self.any(attributes))
        if roll < 0.6 and (relationships or attributes):
            return self.target_edit(self.any(relationships + attributes[:1]))
        if roll < 0.64:
            return {"op": "active", "path": path, "value": self.any([True, True, False, None])}
        if roll < 0.68:
            return {"op": "instanceable", "path": path, "value": self.any([True, False, None])}
        if roll < 0.72:
            field = self.any(FIELDS)
            return {"op": "field", "path": path, "field": field, "text": self.any(FIELDS[field] + [None])}
        if roll < 0.76:
            keys = self.any([["a"], ["author", "first"], ["author", "age"], ["x", "y", "z"], ["since"]])
            entry = self.any(ENTRIES + [None, None])
            return {"op": "entry", "path": path, "field": self.any(["customData", "assetInfo"]), "keys": keys,
                    "type": entry and entry[0], "text": entry and entry[1]}
        if roll < 0.79:
            key = self.any(CLIPS)
            return {"op": "clip", "path": path, "set": self.any(["default", "other"]), "key": key,
                    "text": self.any([CLIPS[key][1], None])}
        if roll < 0.82:
            return {"op": "drawMode", "path": path, "value": self.any(["cards", "bounds", "origin"])}
        if roll < 0.88:
            edit = {"op": self.any(["visible", "visible", "invisible"]), "path": path, "time": self.any([None, 4, 18])}
            if not self.declares_only(prim, edit):
                return edit
        if roll < 0.9:
            field = self.any(STAGE_FIELDS)
            return {"op": "field", "path": "/", "field": field, "text": self.any(STAGE_FIELDS[field] + [None])}
        sets = prim.GetVariantSets().GetNames() or ["look"]
        name = self.any(sets)
        variants = prim.GetVariantSet(name).GetVariantNames() or ["none"]
        return {"op": "variant", "path": path, "set": name, "value": self.any(variants * 2 + ["", None])}

    def declares_only(self, prim, edit):
        """Whether the reference would declare `visibility` on a prim that is invisible already. Ours writes nothing."""
        def is_invisible(other):
            return UsdGeom.Imageable(other) and (
                UsdGeom.Imageable(other).GetVisibilityAttr().Get(time_code(edit["time"])) == "invisible")
        if edit["op"] == "invisible":
            return is_invisible(prim)
        line = [p for p in self.prims() if prim.GetPath().HasPrefix(p.GetPath())]
        return any(is_invisible(child) for p in line for child in p.GetAllChildren() if child not in line)

    def attribute_edit(self, attribute):
        path = str(attribute.GetPath())
        type_name = str(attribute.GetTypeName())
        # Path expressions are composed from defaults only.
        time = None if type_name == "pathExpression" else self.any(TIMES)
        roll = self.random.random()
        if roll < 0.1:
            return {"op": "clear", "path": path, "time": self.any([time] + attribute.GetTimeSamples()[:2])}
        if roll < 0.14:
            return {"op": "clearAll", "path": path}
        if roll < 0.2:
            return {"op": "block", "path": path}
        if roll < 0.3:
            fields = [f for f in ATTRIBUTE_FIELDS if f != "colorSpace" or "color" in type_name]
            field = self.any(fields)
            return {"op": "field", "path": path, "field": field, "text": self.any(ATTRIBUTE_FIELDS[field] + [None])}
        text = "None" if roll < 0.35 else self.any(VALUES.get(type_name, ["None"]))
        return {"op": "set", "path": path, "time": time, "text": text}

    def target_edit(self, thing):
        action = self.any(["add", "add", "remove", "set", "clear"])
        prims = [str(p.GetPath()) for p in self.prims()]
        targets = self.random.sample(prims, min(2, len(prims))) + ["/Nowhere.x"]
        present = thing.GetTargets() if isinstance(thing, Usd.Relationship) else thing.GetConnections()
        targets += [str(path) for path in present]
        edit = {"op": action + "Targets", "path": str(thing.GetPath())}
        if action == "set":
            edit["targets"] = self.random.sample(targets, self.random.randint(0, 3))
        elif action != "clear":
            edit["targets"] = [self.any(targets)]
        if action == "add":
            edit["position"] = self.any(POSITIONS)
        return edit

    def apply(self, edit):
        """Returns whether the reference made the edit."""
        stage = self.stage
        op, path = edit["op"], edit["path"]
        prim = stage.GetPrimAtPath(Sdf.Path(path).GetPrimPath())
        attribute = stage.GetAttributeAtPath(path) if "." in path else None
        if op == "set":
            value = (Sdf.ValueBlock() if edit["text"] == "None"
                     else value_of(attribute.GetTypeName(), edit["text"]))
            return attribute.Set(value, time_code(edit["time"]))
        if op == "clear":
            return attribute.ClearAtTime(time_code(edit["time"]))
        if op == "clearAll":
            return attribute.Clear()
        if op == "block":
            attribute.Block()
            return True
        if op == "active":
            return prim.ClearActive() if edit["value"] is None else prim.SetActive(edit["value"])
        if op == "instanceable":
            return prim.ClearInstanceable() if edit["value"] is None else prim.SetInstanceable(edit["value"])
        if op == "field":
            thing = stage.GetObjectAtPath(path) if path != "/" else stage
            if edit["text"] is None:
                return thing.ClearMetadata(edit["field"])
            if path == "/":
                value = edit["text"]
                value = {"startTimeCode": 4.0, "endTimeCode": 31.5, "documentation": "stage",
                         "customLayerData": {"t": Sdf.TimeCode(20), "a": 1}}[edit["field"]]
            else:
                value = field_value(path, edit["field"], edit["text"])
            return thing.SetMetadata(edit["field"], value)
        if op == "entry":
            keys = ":".join(edit["keys"])
            if edit["text"] is None:
                return prim.ClearMetadataByDictKey(edit["field"], keys)
            return prim.SetMetadataByDictKey(edit["field"], keys, value_of(edit["type"], edit["text"]))
        if op == "clip":
            keys = edit["set"] + ":" + edit["key"]
            if edit["text"] is None:
                return prim.ClearMetadataByDictKey("clips", keys)
            return prim.SetMetadataByDictKey("clips", keys, value_of(CLIPS[edit["key"]][0], edit["text"]))
        if op == "drawMode":
            return UsdGeom.ModelAPI(prim).CreateModelDrawModeAttr().Set(edit["value"])
        if op in ("visible", "invisible") and not prim.IsA(UsdGeom.Imageable):
            return False
        if op == "visible":
            return UsdGeom.Imageable(prim).MakeVisible(time_code(edit["time"])) is None
        if op == "invisible":
            return UsdGeom.Imageable(prim).MakeInvisible(time_code(edit["time"])) is None
        if op == "variant":
            variant_set = prim.GetVariantSet(edit["set"])
            if edit["value"] is None:
                return variant_set.ClearVariantSelection()
            return variant_set.SetVariantSelection(edit["value"]) if edit["value"] else (
                variant_set.BlockVariantSelection())
        thing = stage.GetObjectAtPath(path)
        is_relationship = isinstance(thing, Usd.Relationship)
        what = "Target" if is_relationship else "Connection"
        if op == "setTargets":
            return getattr(thing, f"Set{what}s")(edit["targets"])
        if op == "clearTargets":
            return thing.ClearTargets(False) if is_relationship else thing.ClearConnections()
        if op == "addTargets":
            return getattr(thing, f"Add{what}")(edit["targets"][0], POSITIONS[edit["position"]])
        assert op == "removeTargets", op
        return getattr(thing, f"Remove{what}")(edit["targets"][0])

    def differs(self, edit):
        """Whether ours differs on purpose for an edit in a variant; see engine/author/DIFFERENCES.md."""
        spec_path = self.stage.GetEditTarget().MapToSpecPath
        prim = Sdf.Path(self.target.get("prim", "/"))
        if not spec_path(prim).ContainsPrimVariantSelection():
            return False
        if not Sdf.Path(edit["path"]).HasPrefix(prim):
            return True
        words = [word.rstrip("/") for word in str(edit.get("text")).strip('"').split()]
        return any(word.startswith("/") and spec_path(word).ContainsPrimVariantSelection() for word in words)

    def step(self):
        target = self.target = self.random_target()
        self.stage.SetEditTarget(self.edit_target(target))
        edit = self.random_edit(target)
        while self.differs(edit):
            edit = self.random_edit(target)
        layer = self.layer_of(target["layer"])
        before = layer.ExportToString()
        # The reference accepts clearing something that the target cannot hold. Ours refuses it.
        can_hold = edit["op"] == "visible" or not self.stage.GetEditTarget().MapToSpecPath(edit["path"]).isEmpty
        try:
            is_done = self.apply(edit) and can_hold
        except Tf.ErrorException:
            is_done = False
        # The reference leaves what it created before it failed.
        if not is_done and layer.ExportToString() != before:
            layer.ImportFromString(before)
        text = layer.ExportToString()
        result = {"target": target} | edit
        if is_done:
            result["sha1"] = hashlib.sha1(text.encode()).hexdigest()
        else:
            result["isRefused"] = True
        return result, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=pathlib.Path)
    parser.add_argument("--seed", default="")
    args = parser.parse_args()
    for name, (sequence_count, edit_count) in PLAN.items():
        folder = SCENES / name
        sequences = []
        for sequence in range(sequence_count):
            scene = Scene(folder, f"{args.seed}{name}{sequence}")
            edits = []
            for number in range(edit_count):
                edit, text = scene.step()
                edits.append(edit)
                if args.texts:
                    args.texts.mkdir(exist_ok=True)
                    (args.texts / f"{name}-{sequence}-{number}.usda").write_text(text)
            sequences.append(edits)
            # The edited stage keeps the order of children that it composed before.
            fresh = Usd.Stage.Open(scene.stage.GetRootLayer(), scene.stage.GetSessionLayer())
            dump = text_of(Dump(folder / "root.usda", fresh).all())
            (folder / f"after-{sequence}.json.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))
        lines = ",\n".join("  [\n" + ",\n".join("   " + json.dumps(e, ensure_ascii=False) for e in edits) + "\n  ]"
                           for edits in sequences)
        (folder / "edits.json").write_text('{\n "sequences": [\n' + lines + "\n ]\n}\n")
        done = sum("sha1" in e for edits in sequences for e in edits)
        print(f"{name}: {sequence_count * edit_count} edits, {sequence_count * edit_count - done} refused")


if __name__ == "__main__":
    main()
