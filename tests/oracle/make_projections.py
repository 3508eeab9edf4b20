#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes where the most important scenes appear in a camera's picture according to the reference, to
tests/assets/app/projections.json.

    make_projections.py [-o OUT.json]

Needs usd-core and the scene collections ($USDSCOPE_CORPORA, or ../shared beside the checkout).

A view looks from `eye` at `target`, with the stage's up axis up and 60 degrees from bottom to top.
Boxes are [left, bottom, right, top] in half heights of the picture, from its centre. The view of a
scene shows all its frames; `played` is the box of all drawn points in it. Each frame also has a
closer view: `all` is the box of all drawn points, `parts` are those of single prims (characters with
their descendants), `joints` are the joints that move points of a character. The reference blends and
skins the points. `bounds` are the corners of the UsdGeomBBoxCache bounds of the parts. `stacks` are
the property stacks of attributes with value clips.
"""

import argparse
import json
import math
import os
import pathlib

from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel

from expected_skel import skinned_points

ROOT = pathlib.Path(__file__).resolve().parents[2]
TAN_HALF_FOV = math.tan(math.radians(30.0))
PURPOSES = [UsdGeom.Tokens.default_, UsdGeom.Tokens.proxy]
WITH_PROXIES = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
# name, file, first of the 24 frames (None: only the first frame), parts
SCENES = [
    ("CesiumMan", "assets/usd-wg-assets/test_assets/USDZ/CesiumMan/CesiumMan.usdz", 10, []),
    ("HIK", "assets/maya-usd/test/testSamples/UsdSkel/HIK_Export.usda", 20, []),
    ("crowd", "assets/arnold-usd/test_1352/data/test.usd", 1612, []),
    ("cube", "assets/usd-wg-assets/test_assets/USDZ/AnimatedCube/AnimatedCube.usdz", 6, []),
    ("chess", "assets/usd-wg-assets/full_assets/OpenChessSet/chess_set.usda", None,
     ["/ChessSet/Chessboard", "/ChessSet/Black/King", "/ChessSet/White/Queen",
      "/ChessSet/Black/Pawns"]),
    ("teapot", "assets/usd-wg-assets/full_assets/Teapot/Teapot.usd", None, ["/Teapot/Geometry"]),
    ("top", "conformance/openusd/tutorials/tutorial.animatedTop/top.geom.usd", None,
     ["/Top/mesh_0"]),
]
CLIPS = ("clips", "assets/usd-cookbook/features/value_clips/usda/explicit/root.usda", "/Prim",
         [0.0, 0.25, 0.5, 1.0, 2.0, 2.25, 3.0, 7.0, 12.0])
FRAMES = 24


def corpora():
    return pathlib.Path(os.environ.get("USDSCOPE_CORPORA") or ROOT.parent / "shared")


class Skins:
    """Skins the meshes of a stage."""

    def __init__(self, stage):
        self.skeleton_of = {}  # by path of the mesh
        self.cache = UsdSkel.Cache()
        for prim in Usd.PrimRange(stage.GetPseudoRoot(), WITH_PROXIES):
            if not prim.IsA(UsdSkel.Root):
                continue
            self.cache.Populate(UsdSkel.Root(prim), WITH_PROXIES)
            for binding in self.cache.ComputeSkelBindings(UsdSkel.Root(prim), WITH_PROXIES):
                # The query's prim may be the prim in the prototype of an instance.
                skeleton = binding.GetSkeleton()
                query = self.cache.GetSkelQuery(skeleton)
                for target in binding.GetSkinningTargets():
                    self.skeleton_of[target.GetPrim().GetPath()] = (
                        prim, skeleton.GetPrim(), query, target)

    def characters(self):
        return sorted({root.GetPath() for root, _, _, _ in self.skeleton_of.values()})

    def world_points(self, prim, time, xforms):
        """Returns skinned points; None if the prim is not bound to a skeleton."""
        if prim.GetPath() not in self.skeleton_of:
            return None
        _, skeleton, query, target = self.skeleton_of[prim.GetPath()]
        points = skinned_points(query.ComputeSkinningTransforms(time), target, prim, query, time)
        matrix = xforms.GetLocalToWorldTransform(skeleton)
        return [matrix.Transform(Gf.Vec3d(p)) for p in points]

    def joints(self, character, time, xforms):
        """Returns the world positions of the joints that move points."""
        found = []
        for root, skeleton, query, target in self.skeleton_of.values():
            if root.GetPath() != character:
                continue
            indices, weights = target.ComputeJointInfluences(time)
            order = list(target.GetJointOrder() or query.GetJointOrder())
            used = {order[i] for i, w in zip(indices, weights) if w > 0.0}
            transforms = query.ComputeJointSkelTransforms(time)
            matrix = xforms.GetLocalToWorldTransform(skeleton)
            found += [matrix.Transform(t.ExtractTranslation())
                      for name, t in zip(query.GetJointOrder(), transforms) if name in used]
        return found


def is_drawn(prim):
    imageable = UsdGeom.Imageable(prim)
    return imageable.ComputePurpose() in PURPOSES


def points_of(prim, time, xforms, skins):
    """Returns the world points of a mesh or instancer; nothing for other prims."""
    if prim.IsA(UsdGeom.PointInstancer):
        instancer = UsdGeom.PointInstancer(prim)
        indices = instancer.GetProtoIndicesAttr().Get(time)
        matrices = instancer.ComputeInstanceTransformsAtTime(time, time)
        world = xforms.GetLocalToWorldTransform(prim)
        found = []
        for number, root in enumerate(instancer.GetPrototypesRel().GetForwardedTargets()):
            prototype = prim.GetStage().GetPrimAtPath(root)
            # The prototype's own transform applies, but not those of its ancestors.
            above = xforms.GetLocalToWorldTransform(prototype.GetParent()).GetInverse()
            points = [above.Transform(p) for p in all_points(prototype, time, xforms, skins)]
            for index, matrix in zip(indices, matrices):
                if index == number:
                    found += [(matrix * world).Transform(p) for p in points]
        return found
    if not prim.IsA(UsdGeom.PointBased):
        return []
    if UsdGeom.Imageable(prim).ComputeVisibility(time) == UsdGeom.Tokens.invisible:
        return []
    skinned = skins.world_points(prim, time, xforms)
    if skinned is not None:
        return skinned
    matrix = xforms.GetLocalToWorldTransform(prim)
    return [matrix.Transform(Gf.Vec3d(p)) for p in
            UsdGeom.PointBased(prim).GetPointsAttr().Get(time) or []]


def all_points(root, time, xforms, skins):
    found = []
    walk = iter(Usd.PrimRange(root, WITH_PROXIES))
    for prim in walk:
        if prim.IsA(UsdGeom.Imageable) and is_drawn(prim):
            found += points_of(prim, time, xforms, skins)
        if prim.IsA(UsdGeom.PointInstancer):
            walk.PruneChildren()  # Prototypes are drawn at their instances.
    return found


class View:
    def __init__(self, points, up):
        box = Gf.Range3d()
        for p in points:
            box.UnionWith(p)
        self.up = up
        self.target = box.GetMidpoint()
        # The view is from the front, a little to the left and above.
        self.back = (Gf.Vec3d(-0.4, 0.3, 0.87) if up == "Y" else Gf.Vec3d(-0.4, -0.87, 0.3))
        self.back.Normalize()
        self.eye = self.target + self.back
        fit = 0.0
        for p in points:
            x, y, depth = self.axes(p)
            fit = max(fit, (1.0 - depth) + 1.1 * max(abs(x), abs(y)) / TAN_HALF_FOV)
        digits = 3 - int(math.floor(math.log10(fit)))
        self.target = Gf.Vec3d(*(round(x, digits) for x in self.target))
        self.eye = Gf.Vec3d(*(round(x, digits) for x in self.target + self.back * fit))

    def places(self):
        return {"eye": list(self.eye), "target": list(self.target)}

    def axes(self, p):
        """Returns the coordinates of a point relative to the eye: right, up and forwards."""
        forward = (self.target - self.eye).GetNormalized()
        up = Gf.Vec3d(0, 1, 0) if self.up == "Y" else Gf.Vec3d(0, 0, 1)
        right = Gf.Cross(forward, up).GetNormalized()
        offset = p - self.eye
        return offset * right, offset * Gf.Cross(right, forward), offset * forward

    def box(self, points):
        flat = []
        for p in points:
            x, y, depth = self.axes(p)
            flat.append((x / (depth * TAN_HALF_FOV), y / (depth * TAN_HALF_FOV)))
        xs, ys = zip(*flat)
        return [round(x, 6) for x in (min(xs), min(ys), max(xs), max(ys))]


def corners(stage, path, time):
    cache = UsdGeom.BBoxCache(time, PURPOSES)
    box = cache.ComputeWorldBound(stage.GetPrimAtPath(path)).ComputeAlignedRange()
    return [box.GetCorner(i) for i in range(8)]


def project(name, file, first, parts):
    stage = Usd.Stage.Open(str(corpora() / file))
    skins = Skins(stage)
    parts = [Sdf.Path(p) for p in parts] + skins.characters()
    times = [stage.GetStartTimeCode()] if first is None else [first + float(i) for i in
                                                              range(FRAMES)]
    points = {}
    joints = {}
    for t in times:
        xforms = UsdGeom.XformCache(t)
        points[t] = {p: all_points(stage.GetPrimAtPath(p), t, xforms, skins)
                     for p in [Sdf.Path("/"), *parts]}
        joints[t] = {p: skins.joints(p, t, xforms) for p in skins.characters()}
    up = str(UsdGeom.GetStageUpAxis(stage))
    whole = View([p for t in times for p in points[t][Sdf.Path("/")]], up)
    frames = []
    for t in times:
        everything = points[t][Sdf.Path("/")]
        view = View(everything, up)
        frame = {"time": t, "played": whole.box(everything), **view.places(),
                 "all": view.box(everything)}
        if parts:
            frame["parts"] = {str(p): view.box(points[t][p]) for p in parts}
        if joints[t]:
            frame["joints"] = {str(p): view.box(j) for p, j in joints[t].items()}
        if first is None:
            frame["bounds"] = {str(p): view.box(corners(stage, p, t)) for p in parts}
        frames.append(frame)
    return {"name": name, "file": file, **whole.places(), "frames": frames}


def clip_time(clips, name, stage_time):
    """Maps a time between its two bracketing knots; at a jump the later knot applies."""
    knots = [tuple(k) for k in clips[name]["times"]]
    if stage_time >= knots[-1][0]:
        return knots[-1][1]
    after = next(i for i, k in enumerate(knots) if k[0] > stage_time)
    if after == 0:
        return knots[0][1]
    (s0, c0), (s1, c1) = knots[after - 1], knots[after]
    return c0 + (c1 - c0) * (stage_time - s0) / (s1 - s0)


def clip_stacks(name, file, path, times):
    """Returns the opinions about the first property with clips, strongest first, and the active clip.
    If the stack has the clip, the clip time is verified: the reference's values on the stage and in
    the clip's layer must agree. Otherwise the active clip lacks the property.
    """
    stage = Usd.Stage.Open(str(corpora() / file))
    prim = stage.GetPrimAtPath(path)
    clips = prim.GetMetadata("clips")
    ((clip_set, entry),) = clips.items()
    attribute = next(a for a in prim.GetAttributes()
                     if a.GetResolveInfo(times[0]).GetSource() == Usd.ResolveInfoSourceValueClips)
    frames = []
    for t in times:
        stack = attribute.GetPropertyStack(t)
        number = int(max((a for a in entry["active"] if a[0] <= t), key=lambda a: a[0])[1])
        file_name = pathlib.Path(entry["assetPaths"][number].path).name
        inside = clip_time(clips, clip_set, t)
        clip = next((s for s in stack if s.layer.GetDisplayName() == file_name), None)
        if clip:
            alone = Usd.Stage.Open(clip.layer)
            value = alone.GetAttributeAtPath(clip.path).Get(inside)
            assert value == attribute.Get(t), (t, inside)
        else:
            clip_prim = stage.ResolveIdentifierToEditTarget(entry["assetPaths"][number].path)
            layer = Sdf.Layer.FindOrOpen(clip_prim)
            assert not layer.GetAttributeAtPath(f"{entry['primPath']}.{attribute.GetName()}"), t
        frames.append({"time": t, "clip": file_name, "clipTime": inside,
                       "stack": [[s.layer.GetDisplayName(), str(s.path)] for s in stack]})
    return {"name": name, "file": file, "attribute": str(attribute.GetPath()), "frames": frames}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("-o", default=ROOT / "tests/assets/app/projections.json",
                        type=pathlib.Path)
    options = parser.parse_args()
    stacks = clip_stacks(*CLIPS)
    scenes = [project(*scene) for scene in SCENES]
    scenes_text = ",\n".join(json.dumps(s).replace('{"time"', '\n  {"time"') for s in scenes)
    clips_text = json.dumps(stacks).replace('{"time"', '\n  {"time"')
    options.o.write_text(f'{{"scenes": [\n{scenes_text}],\n"stacks": [\n{clips_text}]}}\n')


if __name__ == "__main__":
    main()
