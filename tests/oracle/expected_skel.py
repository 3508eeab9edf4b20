# SPDX-License-Identifier: Apache-2.0
"""The section `skel` of an expected dump."""

from pxr import Usd, UsdGeom, UsdSkel

LOADED = Usd.TraverseInstanceProxies(Usd.PrimIsActive & Usd.PrimIsDefined & Usd.PrimIsLoaded
                                     & ~Usd.PrimIsAbstract)


def skinned_points(transforms, skinning, prim, skel_query, time):
    """Returns points after blend shapes and joints, in skeleton space; None if they cannot be skinned."""
    points = UsdGeom.PointBased(prim).GetPointsAttr().Get(time)
    if points is None:
        return None
    animation = skel_query.GetAnimQuery()
    if skinning.HasBlendShapes() and animation:
        shapes = UsdSkel.BlendShapeQuery(UsdSkel.BindingAPI(prim))
        weights = animation.ComputeBlendShapeWeights(time)
        mapper = skinning.GetBlendShapeMapper()
        if weights is not None:
            if mapper:
                weights = mapper.Remap(weights)
            sub = shapes.ComputeSubShapeWeights(weights)
            shapes.ComputeDeformedPoints(*sub, shapes.ComputeBlendShapePointIndices(),
                                         shapes.ComputeSubShapePointOffsets(), points)
    if skinning.HasJointInfluences():
        if transforms is None or not skinning.ComputeSkinnedPoints(transforms, points, time):
            return None
    return points


def joint_transforms(query, time):
    """Returns None on failure, which the Python bindings do not distinguish from a skeleton without joints."""
    matrices = query.ComputeJointSkelTransforms(time)
    return matrices if len(matrices) == len(query.GetJointOrder()) else None


def skinning_transforms(query, time):
    """Returns None on failure, where the Python bindings return partial results."""
    if len(query.GetJointWorldBindTransforms()) != len(query.GetJointOrder()):
        return None
    matrices = query.ComputeSkinningTransforms(time)
    return matrices if len(matrices) == len(query.GetJointOrder()) else None


def skinned_transform(transforms, skinning, time):
    influences = skinning.ComputeJointInfluences(time)
    order = skinning.GetJointOrder()
    if transforms is None or not skinning.IsRigidlyDeformed() or not influences:
        return None
    # A failed call returns an uninitialised matrix.
    count = len(order) if order is not None else len(transforms)
    methods = ("classicLinear", "dualQuaternion")
    if any(not 0 <= i < count for i in influences[0]) or skinning.GetSkinningMethod() not in methods:
        return None
    return skinning.ComputeSkinnedTransform(transforms, time)


def target_section(dump, skinning, skel_query):
    prim = skinning.GetPrim()
    result = {"path": str(prim.GetPath()), "rigid": skinning.IsRigidlyDeformed(),
              "influences": skinning.HasJointInfluences(), "blendShapes": skinning.HasBlendShapes(),
              "perPoint": skinning.GetNumInfluencesPerComponent(),
              "method": skinning.GetSkinningMethod(),
              "geomBindTransform": dump.json(skinning.GetGeomBindTransform())}

    def transforms(time):
        return skinning_transforms(skel_query, time)

    if prim.IsA(UsdGeom.PointBased):
        result["points"] = dump.over_times(
            lambda t: dump.json(skinned_points(transforms(t), skinning, prim, skel_query, t)))
    elif skinning.HasJointInfluences():
        result["transform"] = dump.over_times(
            lambda t: dump.json(skinned_transform(transforms(t), skinning, t)))
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
            if not query:  # A joint comes before its parent, so the skeleton is invalid.
                continue
            # The animation query names the prim in the prototype.
            source = UsdSkel.BindingAPI(binding.GetSkeleton()).GetInheritedAnimationSource()
            result.append({
                "skelRoot": str(prim.GetPath()), "skeleton": str(binding.GetSkeleton().GetPath()),
                "animation": str(source.GetPath()) if query.GetAnimQuery() else None,
                "joints": dump.json(query.GetJointOrder()),
                "parents": dump.json(query.GetTopology().GetParentIndices()),
                "jointSkelTransforms": dump.over_times(
                    lambda t: dump.json(joint_transforms(query, t))),
                "skinningTransforms": dump.over_times(
                    lambda t: dump.json(skinning_transforms(query, t))),
                "targets": [target_section(dump, t, query) for t in binding.GetSkinningTargets()]})
    return result
