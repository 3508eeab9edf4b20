#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the sample scene resources/samples: a street crossing at which two figures walk.

    make_sample.py            # plain Python; its result never varies
    make_sample.py --check    # opens the result with usd-core and prints its findings
"""

import math
import pathlib
import struct
import sys
import zlib

from sample_walker import walker_layer
from usda_text import array, block, layer, quad_mesh, samples, text_of, vec

OUT = pathlib.Path(__file__).resolve().parents[2] / "resources/samples"
FIRST, LAST = 1, 96
ROAD = 3.0  # Half the road's width; the road runs along x.
STRIDE = 1.7 / 24  # Metres that a walker covers per frame.


def smooth(x):
    x = min(max(x, 0.0), 1.0)
    return x * x * (3 - 2 * x)


def walked(frame):
    """Returns the distance walked after a number of frames. The walk eases in and out like the gait."""
    return sum(STRIDE * min(smooth((f - 1) / 8), smooth((96 - f) / 8)) for f in range(1, int(frame)))


# ---- texture ----------------------------------------------------------------------------------

def paving_png():
    """Returns 64 x 64 pixels of square slabs with joints, each in a slightly different grey."""
    size, slab = 64, 16
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        shift = slab // 2 if (y // slab) % 2 else 0
        for x in range(size):
            column = (x + shift) % size
            if column % slab == 0 or y % slab == 0:
                rows.extend((120, 114, 106))
                continue
            tone = ((column // slab) * 37 + (y // slab) * 53) % 5 * 5
            grain = (x * 7 + y * 13 + x * y) % 6
            rows.extend((186 + tone - grain, 178 + tone - grain, 165 + tone - grain))

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


# ---- layout -----------------------------------------------------------------------------------

def ground_quads():
    """Returns the pavements on both sides of the road; vertical faces are the kerbs."""
    quads = []
    for sign in (-1, 1):
        near, far = sign * ROAD, sign * 14
        z0, z1 = min(near, far), max(near, far)
        quads.append([(-20, 0.1, z1), (20, 0.1, z1), (20, 0.1, z0), (-20, 0.1, z0)])
        kerb = [(-20, 0, near), (20, 0, near), (20, 0.1, near), (-20, 0.1, near)]
        quads.append(kerb if sign < 0 else kerb[::-1])
    return quads


def flat(x0, z0, x1, z1, y):
    return [(x0, y, z1), (x1, y, z1), (x1, y, z0), (x0, y, z0)]


def ground():
    stripes = [flat(x - 0.3, -2.6, x + 0.3, 2.6, 0.01) for x in (-1.8, -0.6, 0.6, 1.8)]
    dashes = [flat(s * (4.5 + 3 * i), -0.07, s * (6 + 3 * i), 0.07, 0.01)
              for s in (-1, 1) for i in range(5)]
    lawn = [flat(-20, -14, 20, -10.5, 0.13)]
    pavement = ground_quads()
    st = [(p[0] / 4, p[2] / 4 + p[1]) for q in pavement for p in q]
    return block("def Xform", "Ground", "", [
        quad_mesh("Road", [flat(-20, -ROAD, 20, ROAD, 0)], color=(0.2, 0.2, 0.22)),
        quad_mesh("Pavement", pavement, color=(0.7, 0.68, 0.63), st=st),
        quad_mesh("Stripes", stripes + dashes, color=(0.95, 0.94, 0.9)),
        quad_mesh("Lawn", lawn, color=(0.35, 0.55, 0.25)),
    ])


def placed(kind, name, asset, position, extra_metadata="", turn=0.0, scale=None, instance=False):
    ops = [f"double3 xformOp:translate = {vec(position)}"]
    order = ["xformOp:translate"]
    if turn:
        ops.append(f"float xformOp:rotateY = {text_of(turn)}")
        order.append("xformOp:rotateY")
    if scale:
        ops.append(f"float3 xformOp:scale = {vec(scale)}")
        order.append("xformOp:scale")
    ops.append("uniform token[] xformOpOrder = [" + ", ".join(f'"{o}"' for o in order) + "]")
    metadata = (["instanceable = true"] if instance else []) + [f"prepend references = {asset}"]
    if extra_metadata:
        metadata.append(extra_metadata)
    return block(f"def {kind}", name, "\n".join(metadata), ops)


def layout_layer():
    houses = []
    for i, (x, wall, storeys, width) in enumerate([(-13.5, "rose", "two", 1), (-8.2, "ochre", "one", 1.1),
                                                    (-2.6, "mint", "two", 1), (3.1, "cream", "one", 1.15),
                                                    (8.6, "rose", "one", 1), (13.6, "ochre", "two", 1.05)]):
        choice = f'variants = {{\n    string storeys = "{storeys}"\n    string wall = "{wall}"\n}}'
        houses.append(placed("Xform", f"House{i + 1}", "@./props.usda@</House>", (x, 0.1, -8.2), choice,
                             scale=(width, 1, 1)))
    trees = [placed("Xform", f"Tree{i + 1}", "@./props.usda@</Tree>", (x, 0.1, z), turn=40 * i,
                    scale=(s, s, s), instance=True)
             for i, (x, z, s) in enumerate([(-11, -4.2, 1), (-5.6, -4.3, 0.85), (5.8, -4.3, 1.05),
                                            (11.2, -4.2, 0.9), (-8.5, 6.5, 1.1), (-14, 7.5, 0.95)])]
    lights = [placed("Xform", "LightNear", "@./props.usda@</TrafficLight>", (-2.7, 0.1, 3.4), turn=-90),
              placed("Xform", "LightFar", "@./props.usda@</TrafficLight>", (2.7, 0.1, -3.4), turn=90)]
    people = [
        block("def", "Ada", 'prepend references = @./walker.usda@\n'
              'variants = {\n    string hat = "straw"\n    string shirt = "red"\n}',
              ["double3 xformOp:translate = (-0.7, 0.02, -3.2)",
               'uniform token[] xformOpOrder = ["xformOp:translate"]']),
        block("def", "Ben", 'prepend references = @./walker.usda@ (offset = 12; scale = 0.85)\n'
              'variants = {\n    string hat = "cap"\n    string shirt = "blue"\n}',
              ["double3 xformOp:translate = (0.8, 0.02, 3.2)", "float xformOp:rotateY = 180",
               'uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateY"]']),
    ]
    car = block("def Xform", "Car", "prepend references = @./props.usda@</Car>",
                ["double3 xformOp:translate = (-15, 0, 1.45)",
                 'uniform token[] xformOpOrder = ["xformOp:translate"]'])
    camera = block("def Camera", "StreetCamera", "", [
        "float focalLength = 30", "float horizontalAperture = 36", "float verticalAperture = 20.25",
        "float2 clippingRange = (0.1, 200)",
        "double3 xformOp:translate = (7.4, 3.7, 12.4)",
        "float3 xformOp:rotateXYZ = (-6.5, 30, 0)",
        'uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateXYZ"]'])
    world = block("def Xform", "Crossing", 'kind = "assembly"', [
        ground(),
        block("def Xform", "Houses", 'kind = "group"', houses),
        block("def Xform", "Trees", 'kind = "group"', trees),
        block("def Xform", "Lights", 'kind = "group"', lights),
        block("def Xform", "People", 'kind = "group"', people),
        car,
        block("def Xform", "Birds", "prepend references = @./birds.usda@",
              ["double3 xformOp:translate = (0, 5.6, -4.2)",
               'uniform token[] xformOpOrder = ["xformOp:translate"]']),
        camera,
    ])
    return layer('defaultPrim = "Crossing"\nmetersPerUnit = 1\nupAxis = "Y"', [world])


# ---- materials --------------------------------------------------------------------------------

def plain_material(name, color, roughness):
    path = f"/Crossing/Looks/{name}"
    return block("def Material", name, "", [
        f"token outputs:surface.connect = <{path}/Surface.outputs:surface>",
        block("def Shader", "Surface", "", [
            'uniform token info:id = "UsdPreviewSurface"',
            f"color3f inputs:diffuseColor = {vec(color)}",
            f"float inputs:roughness = {text_of(roughness)}",
            "token outputs:surface"])])


def look_layer():
    path = "/Crossing/Looks/Paving"
    paving = block("def Material", "Paving", "", [
        f"token outputs:surface.connect = <{path}/Surface.outputs:surface>",
        block("def Shader", "Surface", "", [
            'uniform token info:id = "UsdPreviewSurface"',
            f"color3f inputs:diffuseColor.connect = <{path}/Slabs.outputs:rgb>",
            "float inputs:roughness = 0.85", "token outputs:surface"]),
        block("def Shader", "Slabs", "", [
            'uniform token info:id = "UsdUVTexture"', "asset inputs:file = @./textures/paving.png@",
            'token inputs:sourceColorSpace = "sRGB"', 'token inputs:wrapS = "repeat"',
            'token inputs:wrapT = "repeat"', f"float2 inputs:st.connect = <{path}/Coordinates.outputs:result>",
            "float3 outputs:rgb"]),
        block("def Shader", "Coordinates", "", [
            'uniform token info:id = "UsdPrimvarReader_float2"', 'string inputs:varname = "st"',
            "float2 outputs:result"])])

    def bound(name, material):
        return block("over", name, 'prepend apiSchemas = ["MaterialBindingAPI"]',
                     [f"rel material:binding = </Crossing/Looks/{material}>"])

    world = block("over", "Crossing", "", [
        block("def Scope", "Looks", "", [paving, plain_material("Asphalt", (0.16, 0.16, 0.18), 0.95),
                                         plain_material("Paint", (0.92, 0.91, 0.86), 0.6),
                                         plain_material("Grass", (0.3, 0.5, 0.2), 1)]),
        block("over", "Ground", "", [bound("Road", "Asphalt"), bound("Pavement", "Paving"),
                                     bound("Stripes", "Paint"), bound("Lawn", "Grass")])])
    return layer('metersPerUnit = 1\nupAxis = "Y"', [world])


# ---- animation --------------------------------------------------------------------------------

def anim_layer():
    """Returns the animation layer. Its times start at 0; the root layer shifts it by one frame."""
    def keys(value, step=4):
        times = sorted(set(range(0, LAST, step)) | {LAST - 1})
        return samples((t, value(t + 1)) for t in times)

    def ada(frame):
        return vec((-0.7, 0.02, walked(frame) - 3.2))

    def ben(frame):
        return vec((0.8, 0.02, 3.2 - walked(min(max((frame - 12) / 0.85, 1), 96))))

    def car_x(frame):
        return -15 + 10.6 * (1 - (1 - min(max((frame - 1) / 47, 0), 1)) ** 2)

    wheel = keys(lambda f: text_of(-math.degrees((car_x(f) + 15) / 0.33)))

    def lamp(name, lit):
        return block("over", name, "", ["token visibility.timeSamples = " + samples(
            (t, '"inherited"' if on else '"invisible"') for t, on in lit)])

    def light(name):
        return block("over", name, "", [lamp("Green", [(0, True), (6, False), (90, True)]),
                                        lamp("Amber", [(0, False), (6, True), (14, False)]),
                                        lamp("Red", [(0, False), (14, True), (90, False)])])

    world = block("over", "Crossing", "", [
        block("over", "Lights", "", [light("LightNear"), light("LightFar")]),
        block("over", "People", "", [
            block("over", "Ada", "", ["double3 xformOp:translate.timeSamples = " + keys(ada)]),
            block("over", "Ben", "", ["double3 xformOp:translate.timeSamples = " + keys(ben)])]),
        block("over", "Car", "", ["double3 xformOp:translate.timeSamples = "
                                  + keys(lambda f: vec((car_x(f), 0, 1.45)))] + [
            block("over", w, "", ["float xformOp:rotateZ.timeSamples = " + wheel])
            for w in ("WheelFL", "WheelFR", "WheelBL", "WheelBR")]),
    ])
    return layer("timeCodesPerSecond = 24", [world])


# ---- props ------------------------------------------------------------------------------------

def box(name, low, high, color):
    (x0, y0, z0), (x1, y1, z1) = low, high
    quads = [[(x0, y0, z1), (x1, y0, z1), (x1, y1, z1), (x0, y1, z1)],
             [(x1, y0, z0), (x0, y0, z0), (x0, y1, z0), (x1, y1, z0)],
             [(x1, y0, z1), (x1, y0, z0), (x1, y1, z0), (x1, y1, z1)],
             [(x0, y0, z0), (x0, y0, z1), (x0, y1, z1), (x0, y1, z0)],
             [(x0, y1, z1), (x1, y1, z1), (x1, y1, z0), (x0, y1, z0)],
             [(x0, y0, z0), (x1, y0, z0), (x1, y0, z1), (x0, y0, z1)]]
    return quad_mesh(name, quads, color=color)


def roof(height):
    w, d, top = 2.5, 1.9, height + 1.3
    a, b, c, e = (-w, height, d), (w, height, d), (w, height, -d), (-w, height, -d)
    ridge_l, ridge_r = (-w, top, 0), (w, top, 0)
    return quad_mesh("Roof", [[a, b, ridge_r, ridge_l], [c, e, ridge_l, ridge_r], [b, c, ridge_r],
                              [e, a, ridge_l], [e, c, b, a]], color=(0.55, 0.25, 0.2))


def windows(rows):
    quads = []
    for r in range(rows):
        y = 1.0 + 2.2 * r
        for x in (-1.5, 0.0, 1.5):
            if r == 0 and x == 0:
                continue
            quads.append([(x - 0.35, y, 1.72), (x + 0.35, y, 1.72), (x + 0.35, y + 1, 1.72),
                          (x - 0.35, y + 1, 1.72)])
    return quads


def house():
    def storeys(count):
        top = 2.4 * count
        return [
            # Has no displayColor and so inherits the house's.
            quad_mesh("Walls", [q for q in (
                [(-2.3, 0, 1.7), (2.3, 0, 1.7), (2.3, top, 1.7), (-2.3, top, 1.7)],
                [(2.3, 0, -1.7), (-2.3, 0, -1.7), (-2.3, top, -1.7), (2.3, top, -1.7)],
                [(2.3, 0, 1.7), (2.3, 0, -1.7), (2.3, top, -1.7), (2.3, top, 1.7)],
                [(-2.3, 0, -1.7), (-2.3, 0, 1.7), (-2.3, top, 1.7), (-2.3, top, -1.7)])]),
            quad_mesh("Windows", windows(count), color=(0.25, 0.35, 0.45)),
            roof(top)]

    colors = {"cream": (0.9, 0.86, 0.75), "mint": (0.62, 0.78, 0.68), "ochre": (0.85, 0.66, 0.36),
              "rose": (0.83, 0.58, 0.54)}
    walls = "".join(f'        "{n}" {{\n            color3f[] primvars:displayColor = [{vec(c)}]\n        }}\n'
                    for n, c in colors.items())
    heights = "".join(block_of_variant(n, storeys(c)) for n, c in (("one", 1), ("two", 2)))
    return block("def Xform", "House", 'kind = "component"\nprepend variantSets = ["wall", "storeys"]\n'
                 'variants = {\n    string storeys = "one"\n    string wall = "cream"\n}', [
                     box("Door", (-0.45, 0, 1.7), (0.45, 1.9, 1.76), (0.35, 0.22, 0.15)),
                     f'variantSet "wall" = {{\n{walls}    }}',
                     f'variantSet "storeys" = {{\n{heights}    }}'])


def block_of_variant(name, content):
    body = "\n".join(content)
    return f'        "{name}" {{\n{body}\n        }}\n'


def ball(name, radius, at, color):
    return block("def Sphere", name, "", [
        f"double radius = {text_of(radius)}", f"float3[] extent = [{vec([-radius] * 3)}, {vec([radius] * 3)}]",
        f"color3f[] primvars:displayColor = [{vec(color)}]",
        f"double3 xformOp:translate = {vec(at)}", 'uniform token[] xformOpOrder = ["xformOp:translate"]'])


def pole(name, kind, radius, height, y, color, axis="Y", at=None):
    half = [height / 2 if a == axis else radius for a in "XYZ"]
    ops = [f"double3 xformOp:translate = {vec(at or (0, y + height / 2, 0))}"]
    order = '"xformOp:translate"'
    if axis == "Z":
        ops.append("float xformOp:rotateZ = 0")
        order += ', "xformOp:rotateZ"'
    return block(f"def {kind}", name, "", [
        f'uniform token axis = "{axis}"', f"double height = {text_of(height)}",
        f"double radius = {text_of(radius)}",
        f"float3[] extent = [{vec([-h for h in half])}, {vec(half)}]",
        f"color3f[] primvars:displayColor = [{vec(color)}]", *ops,
        f"uniform token[] xformOpOrder = [{order}]"])


def car():
    body = (0.85, 0.72, 0.2)
    glass = (0.2, 0.28, 0.33)
    wheels = [pole(n, "Cylinder", 0.33, 0.2, 0, (0.08, 0.08, 0.09), "Z", (x, 0.33, z))
              for n, x, z in (("WheelFL", 1.15, -0.75), ("WheelFR", 1.15, 0.75),
                              ("WheelBL", -1.15, -0.75), ("WheelBR", -1.15, 0.75))]
    return block("def Xform", "Car", 'kind = "component"', [
        box("Body", (-1.9, 0.3, -0.8), (1.9, 0.85, 0.8), body),
        box("Cabin", (-1.3, 0.85, -0.7), (0.75, 1.4, 0.7), glass),
        box("Top", (-1.25, 1.4, -0.7), (0.7, 1.46, 0.7), body)] + wheels)


def props_layer():
    tree = block("def Xform", "Tree", 'kind = "component"', [
        pole("Trunk", "Cylinder", 0.14, 1.5, 0, (0.38, 0.27, 0.18)),
        ball("CrownLow", 0.95, (0, 2.1, 0), (0.28, 0.5, 0.22)),
        ball("CrownHigh", 0.65, (0.25, 2.95, 0.1), (0.36, 0.58, 0.26))])
    light = block("def Xform", "TrafficLight", 'kind = "component"', [
        pole("Post", "Cylinder", 0.06, 2.2, 0, (0.3, 0.31, 0.33)),
        box("Case", (-0.16, 2.2, -0.14), (0.16, 3.1, 0.14), (0.12, 0.13, 0.14)),
        ball("Red", 0.11, (0, 2.9, 0.13), (0.95, 0.1, 0.08)),
        ball("Amber", 0.11, (0, 2.65, 0.13), (1, 0.65, 0.05)),
        ball("Green", 0.11, (0, 2.4, 0.13), (0.1, 0.85, 0.3))])
    return layer('defaultPrim = "House"\nmetersPerUnit = 1\nupAxis = "Y"', [house(), tree, light, car()])


# ---- birds and their clips --------------------------------------------------------------------

BIRDS = (("Bird1", 5.5, 0.0, 0.0), ("Bird2", 6.2, 0.9, 0.25), ("Bird3", 4.9, 1.9, -0.2))


def bird_points(lift):
    """Returns the points of a bird: a body and two wings of two parts each. `lift` raises the tips."""
    half = lift * 0.5
    shape = [(0, 0, 0.35), (0.08, 0, 0), (0, 0, -0.3), (-0.08, 0, 0),
            (0.45, half, 0.05), (0.45, half, -0.15), (0.85, lift, -0.1),
            (-0.45, half, 0.05), (-0.45, half, -0.15), (-0.85, lift, -0.1)]
    return [tuple(1.6 * c for c in point) for point in shape]


BIRD_FACES = [(0, 1, 2, 3), (1, 4, 5, 2), (4, 6, 5), (3, 2, 8, 7), (7, 8, 9)]


def birds_layer():
    birds = [block("def Mesh", name, "", [
        "uniform bool doubleSided = 1", 'uniform token subdivisionScheme = "none"',
        "int[] faceVertexCounts = " + array(str(len(f)) for f in BIRD_FACES),
        "int[] faceVertexIndices = " + array(str(i) for f in BIRD_FACES for i in f),
        "point3f[] points = " + array(vec(p) for p in bird_points(0.1)),
        "float3[] extent = [(-1.36, -0.5, -0.48), (1.36, 0.8, 0.56)]",
        "color3f[] primvars:displayColor = [(0.93, 0.93, 0.95)]",
        f"double3 xformOp:translate = {vec((radius, 0, 0))}", "float xformOp:rotateY = 0",
        'uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateY"]'])
        for name, radius, _, _ in BIRDS]
    return layer('defaultPrim = "Birds"\nmetersPerUnit = 1\nupAxis = "Y"',
                 [block("def Xform", "Birds", 'kind = "component"', birds)])


def clip_layer(third, flaps):
    """Returns a clip of a third of the circle from time 0 to 32, flapping or gliding."""
    birds = []
    for name, radius, ahead, height in BIRDS:
        turn = {t: 2 * math.pi * (third + t / 32) / 3 + ahead for t in range(0, 33, 2)}
        lift = {t: 0.12 + (0.38 * math.sin(math.pi * t / 4 + ahead) * smooth(t / 4) * smooth((32 - t) / 4)
                           if flaps else 0.0) for t in turn}
        birds.append(block("over", name, "", [
            "point3f[] points.timeSamples = " + samples(
                (t, array(vec(p) for p in bird_points(lift[t]))) for t in (turn if flaps else (0, 32))),
            "double3 xformOp:translate.timeSamples = " + samples(
                (t, vec((radius * math.sin(a), height + 0.3 * math.sin(2 * a), radius * 0.6 * math.cos(a))))
                for t, a in turn.items()),
            "float xformOp:rotateY.timeSamples = " + samples(
                (t, text_of(90 + math.degrees(a))) for t, a in turn.items())]))
    return layer("startTimeCode = 0\nendTimeCode = 32", [block("over", "Birds", "", birds)])


def manifest_layer():
    return layer("", [block("over", "Birds", "", [
        block("over", name, "", ["point3f[] points", "double3 xformOp:translate", "float xformOp:rotateY"])
        for name, *_ in BIRDS])])


# ---- root -------------------------------------------------------------------------------------

def root_layer():
    metadata = "\n".join([
        'defaultPrim = "Crossing"', f"startTimeCode = {FIRST}", f"endTimeCode = {LAST}",
        "timeCodesPerSecond = 24", "framesPerSecond = 24", "metersPerUnit = 1", 'upAxis = "Y"',
        'doc = "A street crossing: two skinned walkers, a car, birds from value clips. CC0."',
        "subLayers = [", "    @./look.usda@,", "    @./anim.usda@ (offset = 1),", "    @./layout.usda@", "]"])
    clips = "\n".join([
        "clips = {", "    dictionary default = {",
        "        double2[] active = [(1, 0), (33, 1), (65, 2)]",
        "        asset[] assetPaths = [@./clips/flap_a.usda@, @./clips/glide.usda@, @./clips/flap_b.usda@]",
        "        asset manifestAssetPath = @./clips/manifest.usda@", '        string primPath = "/Birds"',
        "        double2[] times = [(1, 0), (33, 32), (33, 0), (65, 32), (65, 0), (97, 32)]", "    }", "}"])
    return layer(metadata, [block("over", "Crossing", "", [block("over", "Birds", clips, [])])])


def main():
    texts = {
        "crossing.usda": root_layer(), "layout.usda": layout_layer(), "look.usda": look_layer(),
        "anim.usda": anim_layer(), "props.usda": props_layer(), "walker.usda": walker_layer(),
        "birds.usda": birds_layer(), "clips/manifest.usda": manifest_layer(),
        "clips/flap_a.usda": clip_layer(0, True), "clips/glide.usda": clip_layer(1, False),
        "clips/flap_b.usda": clip_layer(2, True)}
    for name, text in texts.items():
        path = OUT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (OUT / "textures").mkdir(exist_ok=True)
    (OUT / "textures/paving.png").write_bytes(paving_png())


def check():
    from pxr import Usd, UsdGeom, UsdSkel
    stage = Usd.Stage.Open(str(OUT / "crossing.usda"))
    for time in (1, 48.5, 96):
        cache = UsdGeom.BBoxCache(time, ["default", "render"])
        print(time, cache.ComputeWorldBound(stage.GetPseudoRoot()).ComputeAlignedRange())
    for prim in stage.Traverse():
        if prim.IsA(UsdSkel.Root):
            skel_cache = UsdSkel.Cache()
            skel_cache.Populate(UsdSkel.Root(prim), Usd.PrimDefaultPredicate)
            for binding in skel_cache.ComputeSkelBindings(UsdSkel.Root(prim), Usd.PrimDefaultPredicate):
                query = skel_cache.GetSkelQuery(binding.GetSkeleton())
                print(prim.GetPath(), len(query.GetJointOrder()), "joints",
                      [str(t.GetPrim().GetPath()) for t in binding.GetSkinningTargets()])
    print(sum(1 for _ in stage.Traverse()), "prims,",
          sum(p.stat().st_size for p in OUT.rglob("*") if p.is_file()), "bytes")


if __name__ == "__main__":
    check() if "--check" in sys.argv else main()
