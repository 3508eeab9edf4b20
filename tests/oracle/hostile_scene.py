#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random scenes with hostile sizes: stages from a grammar of prims, arcs, instancers, clips, skeletons, materials and
textures, whose numbers are far from those of real scenes. Every text is a layer that the reader accepts; the content is
what no program writes. fuzz_scenes.py runs the verbs on them."""

import random

INTEGERS = [0, 0, 1, 1, 2, 3, 4, 7, 100, 1000, -1, -2, 65535, 1 << 24, (1 << 31) - 1, -(1 << 31)]
NUMBERS = ["0", "1", "2", "0.5", "-1", "1e-45", "1e38", "-1e38", "inf", "-inf", "nan", "24", "1000", "1e-6"]
COUNTS = [0, 1, 2, 3, 3, 4, 6, 9, 16, 300]
TIMES = ["0", "1", "2", "2.5", "10", "-5", "1e9", "-1e300", "1e300"]
LAYERS = ["root.usda", "a.usda", "b.usda", "c.usda", "missing.usda"]
NAMES = ["A", "B", "C", "D", "E", "F"]

# Attributes of types: name, type, elements that mostly fit together. A type in brackets is an array.
MESH = [("faceVertexCounts", "int[]"), ("faceVertexIndices", "int[]"), ("points", "point3f[]"), ("normals", "normal3f[]"),
        ("holeIndices", "int[]"), ("creaseIndices", "int[]"), ("creaseLengths", "int[]"),
        ("creaseSharpnesses", "float[]"), ("cornerIndices", "int[]"), ("cornerSharpnesses", "float[]"),
        ("extent", "float3[]"), ("subdivisionScheme", "token:none catmullClark loop bilinear x"),
        ("orientation", "token:leftHanded rightHanded x"), ("primvars:displayColor", "color3f[]"),
        ("primvars:st", "texCoord2f[]"), ("primvars:st:indices", "int[]"), ("primvars:skel:jointIndices", "int[]"),
        ("primvars:skel:jointWeights", "float[]"), ("skel:blendShapes", "token[]"), ("doubleSided", "bool")]
TYPES = {
    "": [("x", "int"), ("y", "double[]"), ("s", "string"), ("m", "matrix4d")],
    "Xform": [("xformOp:translate", "double3"), ("xformOp:rotateXYZ", "float3"), ("xformOp:scale", "float3"),
              ("xformOp:transform", "matrix4d"),
              ("xformOpOrder", "token[]:xformOp:translate !invert!xformOp:translate xformOp:scale xformOp:transform "
                               "!resetXformStack! xformOp:none"),
              ("visibility", "token:inherited invisible x"), ("purpose", "token:default render proxy guide x")],
    "Mesh": MESH,
    "Sphere": [("radius", "double"), ("extent", "float3[]"), ("primvars:displayColor", "color3f[]")],
    "Cube": [("size", "double")],
    "Capsule": [("radius", "double"), ("height", "double"), ("axis", "token:X Y Z W")],
    "Plane": [("width", "double"), ("length", "double"), ("axis", "token:X Y Z W")],
    "BasisCurves": [("curveVertexCounts", "int[]"), ("points", "point3f[]"), ("widths", "float[]"),
                    ("type", "token:linear cubic x"), ("basis", "token:bezier bspline catmullRom x"),
                    ("wrap", "token:nonperiodic periodic pinned x")],
    "NurbsCurves": [("curveVertexCounts", "int[]"), ("points", "point3f[]"), ("order", "int[]"), ("knots", "double[]"),
                    ("ranges", "double2[]")],
    "NurbsPatch": [("uVertexCount", "int"), ("vVertexCount", "int"), ("uOrder", "int"), ("vOrder", "int"),
                   ("uKnots", "double[]"), ("vKnots", "double[]"), ("points", "point3f[]")],
    "TetMesh": [("points", "point3f[]"), ("tetVertexIndices", "int4[]"), ("surfaceFaceVertexIndices", "int3[]")],
    "Points": [("points", "point3f[]"), ("widths", "float[]"), ("ids", "int64[]"), ("velocities", "vector3f[]")],
    "PointInstancer": [("protoIndices", "int[]"), ("positions", "point3f[]"), ("orientations", "quath[]"),
                       ("scales", "float3[]"), ("ids", "int64[]"), ("invisibleIds", "int64[]"),
                       ("velocities", "vector3f[]"), ("angularVelocities", "vector3f[]")],
    "GeomSubset": [("elementType", "token:face point edge tetrahedron x"), ("indices", "int[]"),
                   ("familyName", "token:materialBind x")],
    "SkelRoot": [("extent", "float3[]")],
    "Skeleton": [("joints", "token[]:J J/K J/K/L M J/J"), ("bindTransforms", "matrix4d[]"),
                 ("restTransforms", "matrix4d[]")],
    "SkelAnimation": [("joints", "token[]:J J/K J/K/L M"), ("translations", "float3[]"), ("rotations", "quatf[]"),
                      ("scales", "half3[]"), ("blendShapes", "token[]:s t u"), ("blendShapeWeights", "float[]")],
    "BlendShape": [("offsets", "vector3f[]"), ("pointIndices", "int[]"), ("normalOffsets", "vector3f[]"),
                   ("inbetweens:i", "point3f[]")],
    "Material": [("inputs:a", "color3f"), ("outputs:surface", "token")],
    "NodeGraph": [("inputs:a", "color3f"), ("outputs:surface", "token"), ("outputs:a", "color3f")],
    "Shader": [("info:id", "token:UsdPreviewSurface UsdUVTexture UsdPrimvarReader_float2 UsdTransform2d x"),
               ("inputs:diffuseColor", "color3f"), ("inputs:file", "asset"), ("inputs:st", "float2"),
               ("inputs:varname", "string"), ("inputs:opacity", "float"), ("inputs:wrapS", "token:repeat x"),
               ("outputs:surface", "token"), ("outputs:rgb", "float3")],
    "Camera": [("focalLength", "float"), ("horizontalAperture", "float"), ("clippingRange", "float2"),
               ("projection", "token:perspective orthographic x"), ("fStop", "float")],
    "SphereLight": [("inputs:intensity", "float"), ("inputs:radius", "float"), ("inputs:exposure", "float")],
    "DomeLight": [("inputs:texture:file", "asset"), ("inputs:intensity", "float")],
}
RELATIONSHIPS = ["prototypes", "skel:skeleton", "skel:animationSource", "skel:blendShapeTargets", "material:binding",
                 "proxyPrim", "collection:c:includes", "collection:c:excludes", "inactiveIds", "r"]
SCHEMAS = ["SkelBindingAPI", "MaterialBindingAPI", "CollectionAPI:c", "NoSuchAPI", "GeomModelAPI", "MotionAPI"]
SIZES = {"2": 2, "3": 3, "4": 4}


def scalar(rng, kind):
    if kind.startswith("matrix4d"):
        usual = ["1", "0", "0", "0", "0", "1", "0", "0", "0", "0", "1", "0", "0", "0", "0", "1"]
        if rng.random() < 0.3:
            usual[rng.randrange(16)] = rng.choice(NUMBERS)
        return "(" + ", ".join("(" + ", ".join(usual[i:i + 4]) + ")" for i in range(0, 16, 4)) + ")"
    if kind.startswith("quat"):
        return "(" + ", ".join(rng.choice(NUMBERS) for _ in range(4)) + ")"
    for role in ("point3f", "normal3f", "vector3f", "color3f", "float3", "double3", "half3"):
        if kind == role:
            return "(" + ", ".join(rng.choice(NUMBERS) for _ in range(3)) + ")"
    if kind in ("float2", "double2", "texCoord2f"):
        return f"({rng.choice(NUMBERS)}, {rng.choice(NUMBERS)})"
    if kind in ("int", "int64"):
        return str(rng.choice(INTEGERS))
    if kind in ("int3", "int4"):
        return "(" + ", ".join(str(rng.choice(INTEGERS)) for _ in range(int(kind[3]))) + ")"
    if kind == "bool":
        return rng.choice(["true", "false"])
    if kind == "asset":
        return rng.choice(["@a.usda@", "@missing.png@", "@t.png@", "@t.<UDIM>.png@", "@@", "@`\"${V}\"`@", "@/@"])
    if kind == "string":
        return rng.choice(['"s"', '""', '"st"', '"' + "x" * 3000 + '"'])
    if kind == "token":
        return rng.choice(['"a"', '""', '"J"'])
    return rng.choice(NUMBERS)


def value(rng, kind):
    kind, _, words = kind.partition(":")
    words = words.split()
    one = (lambda: f'"{rng.choice(words)}"') if words else (lambda: scalar(rng, kind.removesuffix("[]")))
    if not kind.endswith("[]"):
        return one()
    count = rng.choice(COUNTS)
    if rng.random() < 0.3 and not words:
        return "[" + ", ".join([one()] * count) + "]"
    return "[" + ", ".join(one() for _ in range(count)) + "]"


def path(rng):
    return "/" + "/".join(rng.choice(NAMES) for _ in range(rng.choice([1, 1, 2, 2, 3])))


def target(rng):
    place = path(rng)
    if rng.random() < 0.3:
        place += "." + rng.choice(["outputs:surface", "outputs:rgb", "collection:c", "inputs:a", "r", "x"])
    return f"<{place}>"


def attribute(rng, name, kind):
    declared = kind.partition(":")[0]
    head = f"{declared} {name}"
    kinds = rng.random()
    if kinds < 0.15:
        times = sorted(set(rng.choices(TIMES, k=rng.choice([1, 2, 3]))), key=float)
        samples = ", ".join(f"{time}: {'None' if rng.random() < 0.1 else value(rng, kind)}" for time in times)
        return f"{head}.timeSamples = {{ {samples} }}\n"
    if kinds < 0.22:
        return f"{head}.connect = {target(rng)}\n"
    if kinds < 0.26:
        return f"{head} = None\n"
    metadata = ""
    if name.startswith("primvars:") or rng.random() < 0.05:
        interpolation = rng.choice(["constant", "uniform", "varying", "vertex", "faceVarying", "x"])
        metadata = f" (\nelementSize = {rng.choice(INTEGERS)}\ninterpolation = \"{interpolation}\"\n)"
    return f"{head} = {value(rng, kind)}{metadata}\n"


def arc(rng):
    offset = ""
    if rng.random() < 0.2:
        offset = f" (offset = {rng.choice(['0', '1', '-1e300'])}; scale = {rng.choice(['1', '2', '0', '-1', '1e300'])})"
    kind = rng.choice(["references", "references", "payload", "inherits", "specializes"])
    places = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        place = f"<{path(rng)}>"
        if kind in ("references", "payload"):
            place = rng.choice(["", f"@{rng.choice(LAYERS)}@"]) + place + offset
        places.append(place)
    return f"prepend {kind} = [{', '.join(dict.fromkeys(places))}]\n"


def clips(rng):
    active = ", ".join(f"({rng.choice(TIMES)}, {rng.choice(INTEGERS)})" for _ in range(rng.choice(COUNTS)))
    times = ", ".join(f"({rng.choice(TIMES)}, {rng.choice(TIMES)})" for _ in range(rng.choice(COUNTS)))
    template = (f'string templateAssetPath = "{rng.choice(["a.#.usda", "#.##.usda", "a.usda", "###########.usda"])}"\n'
                f"double templateStartTime = {rng.choice(TIMES)}\ndouble templateEndTime = {rng.choice(TIMES)}\n"
                f"double templateStride = {rng.choice(NUMBERS)}\n")
    files = ", ".join(f"@{rng.choice(LAYERS)}@" for _ in range(rng.choice(COUNTS)))
    listed = f"asset[] assetPaths = [{files}]\ndouble2[] active = [{active}]\ndouble2[] times = [{times}]\n"
    return (f'clips = {{\ndictionary default = {{\nstring primPath = "{path(rng)}"\n'
            f"{rng.choice([template, listed])}}}\n}}\n")


def prim(rng, name, depth):
    kind = rng.choice(list(TYPES))
    metadata = ""
    for _ in range(rng.choice([0, 0, 1, 1, 2])):
        metadata += arc(rng)
    lines = metadata.splitlines()
    # A field may stand only once.
    metadata = "".join(f"{line}\n" for line in {line.split()[1]: line for line in lines}.values())
    if rng.random() < 0.2:
        metadata += "instanceable = true\n"
    if rng.random() < 0.3:
        schemas = ", ".join(f'"{schema}"' for schema in rng.sample(SCHEMAS, 2))
        metadata += f"prepend apiSchemas = [{schemas}]\n"
    if rng.random() < 0.15:
        metadata += clips(rng)
    hasVariants = rng.random() < 0.2
    if hasVariants:
        metadata += 'prepend variantSets = "v"\nvariants = {\nstring v = "a"\n}\n'
    body = ""
    properties = TYPES[kind]
    for given, type_ in rng.sample(properties, rng.randint(len(properties) // 2, len(properties))):
        body += attribute(rng, given, type_)
    for relationship in rng.sample(RELATIONSHIPS, rng.choice([0, 1, 2, 3])):
        targets = dict.fromkeys(target(rng) for _ in range(rng.choice([0, 1, 1, 2, 5])))
        body += f"rel {relationship} = [{', '.join(targets)}]\n"
    children = ""
    if depth < 3:
        for child in rng.sample(NAMES, rng.choice([0, 1, 2, 3])):
            children += prim(rng, child, depth + 1)
    if hasVariants:
        children = f'variantSet "v" = {{\n"a" {{\n{children}}}\n"b" {{\n}}\n}}\n'
    specifier = rng.choice(["def", "def", "def", "def", "over", "class"])
    typed = f"{specifier} {kind}".strip()
    return f'{typed} "{name}" (\n{metadata})\n{{\n{body}{children}}}\n'


def layer(rng, isRoot):
    metadata = f'defaultPrim = "{rng.choice(NAMES)}"\n'
    for field in ("startTimeCode", "endTimeCode"):
        if rng.random() < 0.5:
            metadata += f"{field} = {rng.choice(TIMES)}\n"
    if rng.random() < 0.3:
        metadata += f"framesPerSecond = {rng.choice(['24', '1', '1e-45', '1e300'])}\n"
    for field in ("timeCodesPerSecond", "metersPerUnit"):
        if rng.random() < 0.3:
            metadata += f"{field} = {rng.choice(NUMBERS)}\n"
    if rng.random() < (0.6 if isRoot else 0.2):
        metadata += f"subLayers = [{', '.join(f'@{name}@' for name in rng.sample(LAYERS, rng.choice([1, 2, 3])))}]\n"
    if rng.random() < 0.1:
        metadata += f"relocates = {{ <{path(rng)}>: <{path(rng)}> }}\n"
    if rng.random() < 0.1:
        metadata += 'expressionVariables = {\nstring V = "`${V}${W}`"\nstring W = "a"\n}\n'
    prims = "".join(prim(rng, name, 1) for name in rng.sample(NAMES, rng.choice([2, 3, 4])))
    return f"#usda 1.0\n(\n{metadata})\n{prims}"


def write_scene(seed, folder):
    """Writes the layers of a scene into a folder, and returns the root layer."""
    rng = random.Random(seed)
    for name in LAYERS[:4]:
        (folder / name).write_text(layer(rng, name == "root.usda"))
    return folder / "root.usda"
