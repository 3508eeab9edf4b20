#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what searches and columns of the prim tree must show for tests/assets/search/shot.usda, as
expected.json beside it. Each answer comes from usd-core's own predicates on the prims that the tree shows.
Needs usd-core.
"""

import json
import pathlib
import re

from pxr import Kind, Sdf, Usd, UsdGeom, UsdSkel

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "assets/search"
SHOWN = {
    "default": Usd.PrimIsDefined & ~Usd.PrimIsAbstract,
    "all": Usd.PrimAllPrimsPredicate,
    "without inactive": Usd.PrimIsActive & Usd.PrimIsDefined & ~Usd.PrimIsAbstract,
}
CHILDREN = Usd.TraverseInstanceProxies(Usd.PrimAllPrimsPredicate)
stage = Usd.Stage.Open(str(FOLDER / "shot.usda"))


def prims_of(predicate):
    return list(Usd.PrimRange.Stage(stage, Usd.TraverseInstanceProxies(predicate)))


def is_animated(prim):
    return any(attribute.ValueMightBeTimeVarying() for attribute in prim.GetAttributes())


def has_purpose(prim, purpose):
    imageable = UsdGeom.Imageable(prim)
    return bool(imageable) and imageable.ComputePurpose() == purpose


def is_kind(prim, kind):
    own = Usd.ModelAPI(prim).GetKind()
    return own == kind or bool(own) and Kind.Registry.IsA(own, kind)


def layers_of(prim):
    return {pathlib.Path(spec.layer.identifier).name for spec in prim.GetPrimStack()}


def clip_files(prim):
    """The clip files of the sets authored on a prim, with whether each exists."""
    clips = prim.GetMetadata("clips") or {}
    files = []
    for clip_set in clips.values():
        files += [bool(path.resolvedPath) or (FOLDER / path.path).exists() for path in clip_set["assetPaths"]]
    return files


def selections(prim):
    sets = prim.GetVariantSets()
    return {name: sets.GetVariantSelection(name) for name in sets.GetNames()}


QUERIES = {
    "type:Mesh": lambda p: p.IsA(UsdGeom.Mesh),
    "type:Gprim": lambda p: p.IsA(UsdGeom.Gprim),
    "type:Imageable": lambda p: p.IsA(UsdGeom.Imageable),
    "type:BoundableLightBase": lambda p: p.IsA(Usd.SchemaRegistry.GetTypeFromName("BoundableLightBase")),
    "type:cyl": lambda p: p.GetTypeName().startswith("Cyl"),
    "type:CustomThing": lambda p: p.GetTypeName() == "CustomThing",
    "api:SkelBindingAPI": lambda p: "SkelBindingAPI" in p.GetAppliedSchemas(),
    "api:CollectionAPI": lambda p: p.HasAPI(Usd.CollectionAPI),
    "api:LightAPI": lambda p: "LightAPI" in p.GetPrimDefinition().GetAppliedAPISchemas(),
    "kind:component": lambda p: is_kind(p, "component"),
    "kind:model": lambda p: is_kind(p, "model"),
    "kind:group": lambda p: is_kind(p, "group"),
    "purpose:render": lambda p: has_purpose(p, "render"),
    "purpose:proxy": lambda p: has_purpose(p, "proxy"),
    "purpose:default": lambda p: has_purpose(p, "default"),
    "variant:look": lambda p: "look" in selections(p),
    "variant:look=red": lambda p: selections(p).get("look") == "red",
    "variant:blue": lambda p: "blue" in selections(p).values(),
    "animated:yes": is_animated,
    "animated:no": lambda p: not is_animated(p),
    "layer:anim*": lambda p: any(name.startswith("anim") for name in layers_of(p)),
    "layer:tree": lambda p: any("tree" in name for name in layers_of(p)),
    "clip:yes": lambda p: bool(clip_files(p)),
    "clip:missing": lambda p: not all(clip_files(p)),
    "tree type:Xform": lambda p: "tree" in p.GetName().lower() and p.IsA(UsdGeom.Xform),
    "/hero/ purpose:guide": lambda p: "/hero/" in str(p.GetPath()).lower() and has_purpose(p, "guide"),
    "regex:^b.*[0-9]$": lambda p: re.search("^b.*[0-9]$", p.GetName(), re.I),
    r"regex:^(\w+light|tree_?\d*)$": lambda p: re.search(r"^(\w+light|tree_?\d*)$", p.GetName(), re.I),
    "regex:/hero/[^/]+$": lambda p: re.search("/hero/[^/]+$", str(p.GetPath()), re.I),
    "joints:>=1": lambda p: p.IsA(UsdSkel.Skeleton) and len(UsdSkel.Skeleton(p).GetJointsAttr().Get() or []) >= 1,
    "joints:>100": lambda p: p.IsA(UsdSkel.Skeleton) and len(UsdSkel.Skeleton(p).GetJointsAttr().Get() or []) > 100,
    "points:3": lambda p: count_points(p) == 3,
    "points:>3": lambda p: count_points(p) > 3,
    "children:>2": lambda p: len(p.GetFilteredChildren(CHILDREN)) > 2,
    "layers:>1": lambda p: len({spec.layer for spec in p.GetPrimStack()}) > 1,
    "LIGHT": lambda p: "light" in p.GetName().lower(),
}


def count_points(prim):
    points = prim.GetAttribute("points")
    value = points and (points.Get() or points.Get(Usd.TimeCode.EarliestTime()))
    return len(value) if value else -1


def paths(prims):
    return [str(prim.GetPath()) for prim in prims]


def column_facts(prim):
    times = Usd.Attribute.GetUnionedTimeSamples(
        [attribute for attribute in prim.GetAttributes() if attribute.ValueMightBeTimeVarying()]
    )
    imageable = UsdGeom.Imageable(prim)
    return {
        "kind": Usd.ModelAPI(prim).GetKind(),
        "purpose": str(imageable.ComputePurpose()) if imageable else "",
        "variants": ", ".join(f"{k}={v or 'no variant'}" for k, v in selections(prim).items()),
        "samples": str(len(times)) if times else "",
        "timeRange": f"{times[0]:g} – {times[-1]:g}" if times else "",
        "layers": str(len({spec.layer for spec in prim.GetPrimStack()}) or ""),
        "vis": {
            str(time): ("V" if imageable.ComputeVisibility(time) != "invisible" else "I")
            for time in (1, 12)
        }
        if imageable and prim.IsActive()
        else {},
    }


def instances():
    answers = {}
    for prototype in stage.GetPrototypes():
        index = {prim.GetPrototype().GetPath() for prim in prims_of(SHOWN["all"]) if prim.IsInstance()}
        assert prototype.GetPath() in index
        found = [prim for prim in prims_of(SHOWN["all"]) if prim.IsInstance() and prim.GetPrototype() == prototype]
        answers[str(found[0].GetPath())] = paths(found)
    return answers


def members(name):
    collection = Usd.CollectionAPI(stage.GetPrimAtPath("/World"), name)
    included = Usd.CollectionAPI.ComputeIncludedPaths(collection.ComputeMembershipQuery(), stage)
    return [str(path) for path in included if path.IsPrimPath()]


def main():
    expected = {
        "shown": {name: paths(prims_of(predicate)) for name, predicate in SHOWN.items()},
        "found": {text: paths(p for p in prims_of(SHOWN["default"]) if test(p)) for text, test in QUERIES.items()},
        "columns": {str(p.GetPath()): column_facts(p) for p in prims_of(SHOWN["default"])},
        "instances": instances(),
        "members": {name: members(name) for name in ("keys", "byName")},
        "proxies": {
            str(p.GetPath()): str(UsdGeom.Imageable(p).ComputeProxyPrim()[0].GetPath())
            for p in prims_of(SHOWN["default"])
            if UsdGeom.Imageable(p) and UsdGeom.Imageable(p).ComputeProxyPrim()
        },
    }
    text = json.dumps(expected, indent=1, ensure_ascii=False)
    (FOLDER / "expected.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
