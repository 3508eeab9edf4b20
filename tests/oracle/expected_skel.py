# SPDX-License-Identifier: Apache-2.0
"""The section `skel` of an expected dump."""

from pxr import Usd, UsdGeom, UsdSkel

LOADED = Usd.TraverseInstanceProxies(Usd.PrimIsActive & Usd.PrimIsDefined & Usd.PrimIsLoaded
                                     & ~Usd.PrimIsAbstract)


def skinned_points(query, skinning, prim, skel_query, time):
    """Points after blend shapes and joints, in skeleton space; None where they cannot be skinned."""
    points = UsdGeom.PointBased(prim).GetPointsAttr().Get(time)
    if points is None:
        return None
    animation = skel_query.GetAnimQuery()
    if skinning.HasBlendShapes() and animation:
        shapes = UsdSkel.BlendShapeQuery(UsdSkel.BindingAPI(prim))
        weights = animation.ComputeBlendShapeWeights(time)
        mapper = skinning.GetBlendShapeMapper()
        if weights is not None:
            if mapper and not mapper.IsIdentity():
                weights = mapper.Remap(weights)
            sub = shapes.ComputeSubShapeWeights(weights)
            shapes.ComputeDeformedPoints(*sub, shapes.ComputeBlendShapePointIndices(),
                                         shapes.ComputeSubShapePointOffsets(), points)
    if skinning.HasJointInfluences():
        if not skinning.ComputeSkinnedPoints(query, points, time):
            return None
    return points


def target_section(dump, skinning, skel_query):
    prim = skinning.GetPrim()
    result = {"path": str(prim.GetPath()), "rigid": skinning.IsRigidlyDeformed(),
              "influences": skinning.HasJointInfluences(), "blendShapes": skinning.HasBlendShapes(),
              "perPoint": skinning.GetNumInfluencesPerComponent(),
              "method": skinning.GetSkinningMethod(),
              "geomBindTransform": dump.json(skinning.GetGeomBindTransform())}

    def transforms(time):
        return skel_query.ComputeSkinningTransforms(time)

    if prim.IsA(UsdGeom.PointBased):
        result["points"] = dump.over_times(
            lambda t: dump.json(skinned_points(transforms(t), skinning, prim, skel_query, t)))
    else:
        result["transform"] = dump.over_times(
            lambda t: dump.json(skinning.ComputeSkinnedTransform(transforms(t), t)))
    return result


def skel_section(dump):
    cache = UsdSkel.Cache()
    result = []
    for prim in Usd.PrimRange(dump.stage.GetPseudoRoot(), LOADED):
        if not prim.IsA(UsdSkel.Root):
            continue
        root = UsdSkel.Root(prim)
        predicate = Usd.TraverseInstanceProxies(Usd.PrimDefaultPredicate)
        cache.Populate(root, predicate)
        for binding in cache.ComputeSkelBindings(root, predicate):
            query = cache.GetSkelQuery(binding.GetSkeleton())
            animation = query.GetAnimQuery()
            result.append({
                "skelRoot": str(prim.GetPath()), "skeleton": str(binding.GetSkeleton().GetPath()),
                "animation": str(animation.GetPrim().GetPath()) if animation else None,
                "joints": dump.json(query.GetJointOrder()),
                "parents": dump.json(query.GetTopology().GetParentIndices()),
                "jointSkelTransforms": dump.over_times(
                    lambda t: dump.json(query.ComputeJointSkelTransforms(t))),
                "skinningTransforms": dump.over_times(
                    lambda t: dump.json(query.ComputeSkinningTransforms(t))),
                "targets": [target_section(dump, t, query) for t in binding.GetSkinningTargets()]})
    return result
