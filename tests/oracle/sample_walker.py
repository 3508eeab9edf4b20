# SPDX-License-Identifier: Apache-2.0
"""The walking figure of the sample scene: a skeleton, a body made of tubes, and a gait.

The figure faces +z with y up and stands on y = 0. Lengths are in metres.
"""

import math

from usda_text import array, block, extent_of, layer, samples, text_of, vec

# Positions of the joints in the bind pose. Parents come before their children.
JOINTS = {
    "Hips": (0, 0.95, 0),
    "Hips/Spine": (0, 1.12, 0),
    "Hips/Spine/Head": (0, 1.5, 0),
    "Hips/Spine/ArmL": (0.2, 1.4, 0),
    "Hips/Spine/ArmL/ForearmL": (0.25, 1.12, 0),
    "Hips/Spine/ArmR": (-0.2, 1.4, 0),
    "Hips/Spine/ArmR/ForearmR": (-0.25, 1.12, 0),
    "Hips/LegL": (0.1, 0.92, 0),
    "Hips/LegL/ShinL": (0.1, 0.5, 0),
    "Hips/LegR": (-0.1, 0.92, 0),
    "Hips/LegR/ShinR": (-0.1, 0.5, 0),
}
NAMES = list(JOINTS)
HIPS, SPINE, HEAD, ARM_L, FOREARM_L, ARM_R, FOREARM_R, LEG_L, SHIN_L, LEG_R, SHIN_R = range(11)


class Body:
    """Collects points with two influences each, and faces with their subsets."""

    def __init__(self):
        self.points, self.influences, self.faces = [], [], []
        self.subsets, self.rings = {}, {}

    def tube(self, name, rings, sides, subset):
        """Adds a closed tube of rings from bottom to top: (centre, radius in x, radius in z, influences)."""
        first = len(self.points)
        for (x, y, z), rx, rz, influences in rings:
            for s in range(sides):
                a = 2 * math.pi * s / sides
                self.points.append((x + rx * math.sin(a), y, z + rz * math.cos(a)))
                self.influences.append(influences)
        for r in range(len(rings) - 1):
            low, high = first + r * sides, first + (r + 1) * sides
            for s in range(sides):
                t = (s + 1) % sides
                self.face((low + s, low + t, high + t, high + s), subset)
        self.face(tuple(range(first + sides - 1, first - 1, -1)), subset)
        top = first + (len(rings) - 1) * sides
        self.face(tuple(range(top, top + sides)), subset)
        self.rings[name] = (first, sides, len(rings))

    def face(self, corners, subset):
        self.subsets.setdefault(subset, []).append(len(self.faces))
        self.faces.append(corners)


def between(y, joint_y, upper, lower, reach=0.07):
    """Returns the influences at height y near a joint: of the upper part, the lower part, or both."""
    share = min(max((y - joint_y) / (2 * reach) + 0.5, 0), 1)
    return ((upper, share), (lower, 1 - share))


def ellipsoid_rings(center, radii, count, influences):
    rings = []
    for i in range(count):
        a = math.pi * (i + 0.5) / count
        rings.append(((center[0], center[1] - radii[1] * math.cos(a), center[2]),
                      radii[0] * math.sin(a), radii[2] * math.sin(a), influences))
    return rings


def body():
    result = Body()
    for side, leg, shin in ((1, LEG_L, SHIN_L), (-1, LEG_R, SHIN_R)):
        profile = ((0.06, 0.05), (0.2, 0.058), (0.36, 0.064), (0.44, 0.066), (0.5, 0.07), (0.56, 0.076),
                   (0.66, 0.085), (0.8, 0.098), (0.9, 0.1))
        result.tube("leg", [((0.1 * side, y, 0), r, r * 1.1, between(y, 0.5, leg, shin)) for y, r in profile],
                    10, "Trousers")
        result.tube("shoe", ellipsoid_rings((0.1 * side, 0.05, 0.05), (0.062, 0.055, 0.14), 5,
                                            ((shin, 1), (leg, 0))), 8, "Shoes")
    torso = ((0.84, 0.15, 0.11, HIPS), (0.92, 0.17, 0.125, HIPS), (1.0, 0.165, 0.125, None),
             (1.08, 0.155, 0.12, None), (1.18, 0.165, 0.125, SPINE), (1.28, 0.185, 0.13, SPINE),
             (1.36, 0.19, 0.12, SPINE), (1.42, 0.15, 0.095, SPINE), (1.46, 0.07, 0.065, SPINE))
    result.tube("torso", [((0, y, 0), rx, rz, between(y, 1.04, SPINE, HIPS) if joint is None
                           else ((joint, 1), (HIPS if joint == SPINE else SPINE, 0)))
                          for y, rx, rz, joint in torso], 14, "Shirt")
    for side, arm, forearm in ((1, ARM_L, FOREARM_L), (-1, ARM_R, FOREARM_R)):
        def center(y):
            return (side * (0.2 + (1.4 - y) * 0.05 / 0.28), y, 0)
        sleeve = ((0.9, 0.04), (1.02, 0.044), (1.08, 0.046), (1.12, 0.047), (1.16, 0.049), (1.26, 0.053),
                  (1.36, 0.06), (1.42, 0.05))
        result.tube("arm", [(center(y), r, r, between(y, 1.12, arm, forearm, 0.05)) for y, r in sleeve],
                    8, "Shirt")
        hand = center(0.83)
        result.tube("hand", ellipsoid_rings(hand, (0.042, 0.075, 0.05), 4, ((forearm, 1), (arm, 0))), 8,
                    "Skin")
    result.tube("neck", [((0, y, 0), 0.05, 0.05, between(y, 1.49, HEAD, SPINE, 0.04))
                         for y in (1.44, 1.49, 1.55)], 8, "Skin")
    result.tube("head", ellipsoid_rings((0, 1.64, 0.01), (0.105, 0.14, 0.12), 9, ((HEAD, 1), (SPINE, 0))),
                14, "Skin")
    result.tube("nose", ellipsoid_rings((0, 1.63, 0.13), (0.018, 0.03, 0.03), 3, ((HEAD, 1), (SPINE, 0))),
                6, "Skin")
    return result


# ---- gait -------------------------------------------------------------------------------------

def quaternion(axis, degrees):
    half = math.radians(degrees) / 2
    return (math.cos(half),) + tuple(math.sin(half) * (a == axis) for a in "xyz")


def product(p, q):
    a, b, c, d = p
    e, f, g, h = q
    return (a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e)


def smooth(x):
    x = min(max(x, 0), 1)
    return x * x * (3 - 2 * x)


def pose(frame):
    """Returns the rotations of all joints and the height of the hips. A stride of both legs takes 24
    frames. The gait starts and ends in standing."""
    amount = min(smooth((frame - 1) / 8), smooth((96 - frame) / 8))
    phase = 2 * math.pi * (frame - 1) / 24
    swing = math.sin(phase) * amount
    rotation = {name: (1, 0, 0, 0) for name in NAMES}

    def knee(p):
        return 48 * amount * max(0, math.cos(p)) ** 1.5 + 4

    rotation[NAMES[HIPS]] = quaternion("y", 6 * swing)
    rotation[NAMES[SPINE]] = product(quaternion("y", -11 * swing), quaternion("x", 3 * amount))
    rotation[NAMES[HEAD]] = product(quaternion("y", 5 * swing), quaternion("x", -3 * amount))
    # A rotation about +x moves hanging limbs backwards.
    rotation[NAMES[LEG_L]] = quaternion("x", -27 * swing)
    rotation[NAMES[LEG_R]] = quaternion("x", 27 * swing)
    rotation[NAMES[SHIN_L]] = quaternion("x", knee(phase))
    rotation[NAMES[SHIN_R]] = quaternion("x", knee(phase + math.pi))
    rotation[NAMES[ARM_L]] = product(quaternion("z", 2), quaternion("x", 24 * swing))
    rotation[NAMES[ARM_R]] = product(quaternion("z", -2), quaternion("x", -24 * swing))
    rotation[NAMES[FOREARM_L]] = quaternion("x", -14 - 12 * amount + 8 * swing)
    rotation[NAMES[FOREARM_R]] = quaternion("x", -14 - 12 * amount - 8 * swing)
    return rotation, 0.95 - 0.018 * amount * (1 - math.cos(2 * phase))


def local_position(name):
    parent = name.rpartition("/")[0]
    above = JOINTS.get(parent, (0, 0, 0))
    return tuple(a - b for a, b in zip(JOINTS[name], above))


def matrix_at(position):
    rows = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (*position, 1)]
    return "( " + ", ".join(vec(r) for r in rows) + " )"


def animation():
    times = list(range(1, 97, 3)) + [96]
    poses = {t: pose(t) for t in times}

    def translations(height):
        return array(vec((0, height, 0) if n == "Hips" else local_position(n)) for n in NAMES)

    breath = {t: 0.5 - 0.5 * math.cos(2 * math.pi * (t - 1) / 47.5) for t in range(1, 97, 6)}
    return block("def SkelAnimation", "Walk", "", [
        "uniform token[] joints = " + array(f'"{n}"' for n in NAMES),
        'uniform token[] blendShapes = ["inhale"]',
        "float[] blendShapeWeights.timeSamples = " + samples(
            (t, f"[{text_of(w)}]") for t, w in breath.items()),
        "quatf[] rotations.timeSamples = " + samples(
            (t, array(vec(p[0][n]) for n in NAMES)) for t, p in poses.items()),
        "half3[] scales = " + array("(1, 1, 1)" for _ in NAMES),
        "float3[] translations.timeSamples = " + samples(
            (t, translations(p[1])) for t, p in poses.items())])


# ---- the asset --------------------------------------------------------------------------------

COLORS = {"Skin": (0.86, 0.65, 0.52), "Shirt": (0.6, 0.6, 0.6), "Trousers": (0.2, 0.25, 0.38),
          "Shoes": (0.18, 0.12, 0.1)}
SHIRTS = {"blue": (0.2, 0.42, 0.75), "green": (0.3, 0.58, 0.32), "red": (0.78, 0.22, 0.18)}


def material(name, color):
    """Writes no colour if a variant provides it: a local opinion would be stronger."""
    path = f"/Walker/Looks/{name}"
    value = "" if name == "Shirt" else f" = {vec(color)}"
    return block("def Material", name, "", [
        f"token outputs:surface.connect = <{path}/Surface.outputs:surface>",
        block("def Shader", "Surface", "", [
            'uniform token info:id = "UsdPreviewSurface"',
            f"color3f inputs:diffuseColor{value}", "float inputs:roughness = 0.7",
            "token outputs:surface"])])


def inhale(shape):
    """Returns sparse offsets that widen the chest."""
    first, sides, rings = shape.rings["torso"]
    indices, offsets = [], []
    for ring, amount in ((4, 0.5), (5, 1.0), (6, 0.8)):
        for s in range(sides):
            x, _, z = shape.points[first + ring * sides + s]
            indices.append(first + ring * sides + s)
            offsets.append((x * 0.06 * amount, 0.006 * amount, (z * 0.12 + 0.02 * (z > 0)) * amount))
    return block("def BlendShape", "Inhale", "", [
        "uniform vector3f[] offsets = " + array(vec(o) for o in offsets),
        "uniform int[] pointIndices = " + array(str(i) for i in indices)])


def body_mesh(shape):
    indices = [str(joint) for pair in shape.influences for joint, _ in pair]
    weights = [text_of(weight) for pair in shape.influences for _, weight in pair]
    subsets = [block("def GeomSubset", name, 'prepend apiSchemas = ["MaterialBindingAPI"]', [
        'uniform token elementType = "face"', 'uniform token familyName = "materialBind"',
        "int[] indices = " + array(str(i) for i in faces),
        f"rel material:binding = </Walker/Looks/{name}>"]) for name, faces in shape.subsets.items()]
    color_of = {f: COLORS[name] for name, faces in shape.subsets.items() for f in faces}
    colors = list(dict.fromkeys(color_of.values()))
    two = '(\n    elementSize = 2\n    interpolation = "vertex"\n)'
    return block("def Mesh", "Body", 'prepend apiSchemas = ["SkelBindingAPI"]', [
        'uniform token subdivisionScheme = "catmullClark"',
        "int[] faceVertexCounts = " + array(str(len(f)) for f in shape.faces),
        "int[] faceVertexIndices = " + array(str(i) for f in shape.faces for i in f),
        "point3f[] points = " + array(vec(p) for p in shape.points),
        "float3[] extent = " + extent_of(shape.points),
        "color3f[] primvars:displayColor = " + array(vec(c) for c in colors)
        + ' (\n    interpolation = "uniform"\n)',
        "int[] primvars:displayColor:indices = " + array(
            str(colors.index(color_of[f])) for f in range(len(shape.faces))),
        f"int[] primvars:skel:jointIndices = {array(indices)} {two}",
        f"float[] primvars:skel:jointWeights = {array(weights)} {two}",
        'uniform token[] skel:blendShapes = ["inhale"]',
        "rel skel:blendShapeTargets = </Walker/Body/Inhale>",
        inhale(shape)] + subsets)


STRAW = ((1.71, 0.2), (1.715, 0.21), (1.725, 0.2), (1.735, 0.115), (1.79, 0.105), (1.82, 0.07))
CAP = ((1.66, 0.115), (1.67, 0.122), (1.72, 0.122), (1.77, 0.1), (1.8, 0.06))


def hat(profile, color):
    """Returns a rigid prim with one constant influence."""
    shape = Body()
    shape.tube("hat", [((0, y, 0.005), r, r * 1.06, None) for y, r in profile], 14, "Hat")
    return block("def Mesh", "Hat", 'prepend apiSchemas = ["SkelBindingAPI"]', [
        'uniform token subdivisionScheme = "none"',
        "int[] faceVertexCounts = " + array(str(len(f)) for f in shape.faces),
        "int[] faceVertexIndices = " + array(str(i) for f in shape.faces for i in f),
        "point3f[] points = " + array(vec(p) for p in shape.points),
        "float3[] extent = " + extent_of(shape.points),
        f"color3f[] primvars:displayColor = [{vec(color)}]",
        f'int[] primvars:skel:jointIndices = [{HEAD}] (\n    interpolation = "constant"\n)',
        'float[] primvars:skel:jointWeights = [1] (\n    interpolation = "constant"\n)'])


def walker_layer():
    shape = body()
    skeleton = block("def Skeleton", "Skeleton", 'prepend apiSchemas = ["SkelBindingAPI"]', [
        "uniform token[] joints = " + array(f'"{n}"' for n in NAMES),
        "uniform matrix4d[] bindTransforms = " + array(matrix_at(JOINTS[n]) for n in NAMES),
        "uniform matrix4d[] restTransforms = " + array(matrix_at(local_position(n)) for n in NAMES),
        "rel skel:animationSource = </Walker/Walk>"])

    def variant_set(name, variants):
        lines = "\n".join(f'    "{n}" {{\n{text}\n    }}' for n, text in variants)
        return f'variantSet "{name}" = {{\n{lines}\n}}'

    shirts = [(n, 'over "Looks"\n{\n    over "Shirt"\n    {\n        over "Surface"\n        {\n'
               f"            color3f inputs:diffuseColor = {vec(c)}\n        }}\n    }}\n}}")
              for n, c in SHIRTS.items()]
    hats = [("cap", hat(CAP, (0.25, 0.3, 0.42))), ("none", ""), ("straw", hat(STRAW, (0.87, 0.76, 0.48)))]
    metadata = "\n".join([
        'kind = "component"', 'prepend apiSchemas = ["SkelBindingAPI"]',
        'prepend variantSets = ["shirt", "hat"]',
        'variants = {\n    string hat = "none"\n    string shirt = "red"\n}'])
    walker = block("def SkelRoot", "Walker", metadata, [
        "float3[] extent = [(-0.5, -0.1, -0.7), (0.5, 1.9, 0.7)]",
        "rel skel:skeleton = </Walker/Skeleton>",
        skeleton, animation(), body_mesh(shape),
        block("def Scope", "Looks", "", [material(n, c) for n, c in COLORS.items()]),
        variant_set("shirt", shirts), variant_set("hat", hats)])
    return layer('defaultPrim = "Walker"\nstartTimeCode = 1\nendTimeCode = 96\n'
                 'timeCodesPerSecond = 24\nmetersPerUnit = 1\nupAxis = "Y"', [walker])
