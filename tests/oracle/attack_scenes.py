#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scenes that ask for much memory or time with few bytes: each attack that once succeeded, and its nearest relatives.
fuzz_scenes.py --attacks runs the verbs on them."""

import struct
import zlib

HEAD = "#usda 1.0\n"


def one(text):
    """A scene of one layer."""
    return {"root.usda": HEAD + text}


def ints(count, value=0):
    return "[" + ", ".join([str(value)] * count) + "]"


def points(count, place=lambda i: (i, 0, 0)):
    return "[" + ", ".join("({:.9g}, {:.9g}, {:.9g})".format(*place(i)) for i in range(count)) + "]"


# Instances.

def instancer(name, targets, count, body=""):
    targets = ", ".join(f"</{target}>" for target in targets)
    return (f'def PointInstancer "{name}" {{\nrel prototypes = [{targets}]\nint[] protoIndices = {ints(count)}\n'
            f"point3f[] positions = {points(count)}\n{body}}}\n")


SPHERE = 'def Sphere "S" {\n}\n'


def nested_instancers(depth, count):
    return one("".join(instancer(f"I{i}", [f"I{i + 1}" if i + 1 < depth else "S"], count) for i in range(depth)) + SPHERE)


def web_of_prototypes(levels, width):
    text = SPHERE
    for level in range(levels):
        below = [f"L{level + 1}_{i}" for i in range(width)] if level + 1 < levels else ["S"]
        text += "".join(instancer(f"L{level}_{i}", below, 1) for i in range(width))
    return one(text)


def nested_instances(depth, width, leaf="Sphere"):
    """Native instances within one another."""
    text = f'def "P0" {{\ndef {leaf} "S" {{\n}}\n}}\n'
    for i in range(1, depth + 1):
        children = "".join(f'def "I{k}" (instanceable = true; references = </P{i - 1}>) {{\n}}\n' for k in range(width))
        text += f'def "P{i}" {{\n{children}}}\n'
    return one(text)


def instances_below_instancer(depth, width, count):
    text = nested_instances(depth, width)["root.usda"]
    return {"root.usda": text + instancer("I", [f"P{depth}"], count)}


def many_instances(count):
    text = 'class "P" {\ndef Sphere "S" {\n}\n}\n'
    return one(text + "".join(f'def "I{i}" (instanceable = true; inherits = </P>) {{\n}}\n' for i in range(count)))


def many_prototypes(count):
    return one(SPHERE + "".join(f'def Sphere "S{i}" {{\n}}\n' for i in range(count)) +
               instancer("I", [f"S{i}" for i in range(count)], count))


def instancers_with_huge_ids(count):
    body = f"int64[] ids = {ints(count, 9223372036854775807)}\nint64[] invisibleIds = {ints(count, -9223372036854775808)}\n"
    return one(SPHERE + instancer("I", ["S"], count, body))


# Indices that ask for tables.

TRIANGLE = ("int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n"
            "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]\n")


def meshes(body, count=20):
    return one('def Material "M" {\n}\n' + "".join(f'def Mesh "M{i}" {{\n{TRIANGLE}{body}}}\n' for i in range(count)))


def subset(body):
    return ('def GeomSubset "G" (prepend apiSchemas = ["MaterialBindingAPI"]) {\nrel material:binding = </M>\n'
            f'uniform token elementType = "face"\nuniform token familyName = "materialBind"\n{body}}}\n')


def skinned(body, mesh=""):
    return one('def SkelRoot "R" {\n' + "".join(f"""
def Mesh "M{i}" (prepend apiSchemas = ["SkelBindingAPI"]) {{
{TRIANGLE}{mesh}rel skel:skeleton = </R/K>
{body}}}
""" for i in range(20)) + """
def Skeleton "K" (prepend apiSchemas = ["SkelBindingAPI"]) {
uniform token[] joints = ["J"]
uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
rel skel:animationSource = </R/A>
}
def SkelAnimation "A" {
uniform token[] joints = ["J"]
uniform token[] blendShapes = ["b"]
float[] blendShapeWeights = [1]
float3[] translations.timeSamples = {0: [(0, 0, 0)], 1: [(1, 0, 0)]}
quatf[] rotations = [(1, 0, 0, 0)]
half3[] scales = [(1, 1, 1)]
}
}
""")


# Edits of arrays.

def edits(kind, step, count=20):
    return one('def "A" {\n' + "".join(f"{kind}[] x{i} = edit [{step}]\n" for i in range(count)) + "}\n")


# Many parts of one thing.

def polygon(count, place):
    return one(f'def Mesh "M" {{\nint[] faceVertexCounts = [{count}]\n'
               f"int[] faceVertexIndices = [{', '.join(map(str, range(count)))}]\npoint3f[] points = {points(count, place)}\n}}\n")


def comb(i):
    return (i // 2, (i % 2) * 1000, 0)


def spiral(count):
    import math
    half = count // 2

    def place(i):
        turn, inner = (i, 0.0) if i < half else (count - 1 - i, 0.4)
        angle = turn * 0.05
        return ((angle + inner) * math.cos(angle), (angle + inner) * math.sin(angle), 0)
    return place


def scattered(i):
    value = (i * 2654435761) % (1 << 32)
    return (value & 0xFFFF, value >> 16, 0)


def many(form, count, head="", tail="}\n", name='def "A" {\n'):
    return one(head + name + "".join(form.format(i) for i in range(count)) + tail)


def prim_metadata(text, body=""):
    return one(f'def "A" (\n{text}\n) {{\n{body}}}\n')


def listed(form, count):
    return ", ".join(form.format(i) for i in range(count))


def chain_of_connections(count):
    return one('def "A" {\n' + "".join(f"float x{i}.connect = </A.x{i + 1}>\n" for i in range(count)) + "}\n")


def chain_of_shaders(count):
    text = ('def Material "M" {\ntoken outputs:surface.connect = </M/S0.outputs:o>\n' +
            "".join(f'def Shader "S{i}" {{\nuniform token info:id = "UsdPreviewSurface"\n'
                    f"color3f inputs:diffuseColor.connect = </M/S{i + 1}.outputs:o>\ntoken outputs:o\n}}\n"
                    for i in range(count)) + "}\n")
    return one(text + f'def Mesh "A" (prepend apiSchemas = ["MaterialBindingAPI"]) {{\n{TRIANGLE}rel material:binding = </M>\n}}\n')


def skeleton(count):
    joints = listed('"J{}"', count)
    matrix = "((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))"
    matrices = "[" + ", ".join([matrix] * count) + "]"
    return one(f'def SkelRoot "R" {{\ndef Skeleton "K" {{\nuniform token[] joints = [{joints}]\n'
               f"uniform matrix4d[] bindTransforms = {matrices}\nuniform matrix4d[] restTransforms = {matrices}\n}}\n}}\n")


def deep_joints(count):
    names = ["/".join("J" * (i + 1)) for i in range(count)]
    return one('def SkelRoot "R" {\ndef Skeleton "K" {\nuniform token[] joints = [' + ", ".join(f'"{n}"' for n in names) + "]\n}\n}\n")


# Prims that multiply.

def doubling(levels, arc, width=2):
    text = 'def "L0" {\n}\n'
    for i in range(1, levels):
        children = "".join(f'def "C{k}" ({arc.format(f"</L{i - 1}>")}) {{\n}}\n' for k in range(width))
        text += f'def "L{i}" {{\n{children}}}\n'
    return one(text)


def doubling_variants(levels):
    text = 'def "L0" {\n}\n'
    for i in range(1, levels):
        children = "".join(f'def "C{k}" (references = </L{i - 1}>) {{\n}}\n' for k in range(2))
        text += (f'def "L{i}" (\nvariantSets = "v"\nvariants = {{\nstring v = "a"\n}}\n) {{\nvariantSet "v" = {{\n'
                 f'"a" {{\n{children}}}\n}}\n}}\n')
    return one(text)


def many_arcs(count, arc, place):
    return one('def "T" {\n' + "".join(f'def "C{i}" {{\n}}\n' for i in range(count)) + "}\n" +
               f'def "A" ({arc} = [{listed(place, count)}]) {{\n}}\n')


def many_prims_with_arcs(count, arc):
    return one('def "T" {\n' + "".join(f'def "C{i}" {{\n}}\n' for i in range(count)) + "}\n" +
               "".join(f'def "A{i}" ({arc} = </T/C{i}>) {{\n}}\n' for i in range(count)))


def chain(count, arc):
    return one("".join(f'def "P{i}" ({arc} = </P{i + 1}>) {{\n}}\n' for i in range(count)) + f'def "P{count}" {{\n}}\n')


def relocates(count, form):
    pairs = ", ".join(form.format(i, i + 1) for i in range(count))
    children = "".join(f'def "C{i}" {{\n}}\n' for i in range(count))
    return one(f'(\nrelocates = {{ {pairs} }}\n)\ndef "T" {{\n{children}}}\n'
               'def "A" (references = </T>) {\n}\n'.replace("(references = </T>)", "(references = @target.usda@</T>)")) | {
                   "target.usda": HEAD + f'def "T" {{\n{children}}}\n'}


def nested_relocates(count):
    """Each prim moves below the one before."""
    pairs = ", ".join(f"</A/C{i}>: </A/D{i // 2}/E{i}>" for i in range(count))
    children = "".join(f'def "C{i}" {{\n}}\n' for i in range(count))
    return {"root.usda": HEAD + f'(\nrelocates = {{ {pairs} }}\n)\ndef "A" (references = @target.usda@</T>) {{\n}}\n',
            "target.usda": HEAD + f'def "T" {{\n{children}}}\n'}


# Layers.

def doubling_sublayers(depth):
    files = {f"l{i}.usda": HEAD + f"(\nsubLayers = [@l{i + 1}.usda@, @./l{i + 1}.usda@, @m{i}.usda@]\n)\n" for i in range(depth)}
    files["root.usda"] = HEAD + "(\nsubLayers = [@l0.usda@]\n)\n"
    files[f"l{depth}.usda"] = HEAD
    return files


def doubling_files(depth):
    """Each layer of a level has both layers of the next one."""
    files = {"root.usda": HEAD + "(\nsubLayers = [@a0.usda@, @b0.usda@]\n)\n"}
    for i in range(depth):
        for name in "ab":
            end = "" if i + 1 == depth else f"(\nsubLayers = [@a{i + 1}.usda@, @b{i + 1}.usda@]\n)\n"
            files[f"{name}{i}.usda"] = HEAD + end
    return files


def missing_references(count, arc="references"):
    return one("".join(f'def "A{i}" ({arc} = @m{i}.usda@) {{\n}}\n' for i in range(count)))


# Clips.

def clips(entries, body="", prims=1):
    text = "".join(f"""def "A{i}" (
clips = {{
dictionary default = {{
{entries}
}}
}}
) {{
double x
{body}}}
""" for i in range(prims))
    clip = HEAD + 'def "M" {\ndouble x.timeSamples = {\n' + "".join(f"{t}: {t},\n" for t in range(0)) + "}\n}\n"
    return {"root.usda": HEAD + text, "clip.usda": clip}


def clip_times(clipCount, timeCount, sampleCount=1, prims=1):
    entries = (f'string primPath = "/M"\nasset manifestAssetPath = @manifest.usda@\n'
               f"asset[] assetPaths = [{', '.join(['@clip.usda@'] * clipCount)}]\n"
               f"double2[] active = [{', '.join(f'({i}, {i % clipCount})' for i in range(clipCount))}]\n"
               f"double2[] times = [{', '.join(f'({i}, {i % 7})' for i in range(timeCount))}]\n")
    files = clips(entries, prims=prims)
    files["manifest.usda"] = HEAD + 'def "M" {\ndouble x\n}\n'
    files["clip.usda"] = HEAD + 'def "M" {\ndouble x.timeSamples = {\n' + "".join(f"{t * 7 / sampleCount}: {t},\n" for t in range(sampleCount)) + "}\n}\n"
    return files


def many_clip_sets(count):
    sets = "".join(f'dictionary s{i} = {{\nasset[] assetPaths = [@m{i}.usda@]\nstring primPath = "/M"\n'
                   "double2[] active = [(0, 0)]\ndouble2[] times = [(0, 0)]\n}\n" for i in range(count))
    return one(f'def "A" (\nclips = {{\n{sets}}}\n) {{\ndouble x\n}}\n')


def clip_files(count):
    entries = (f'string primPath = "/M"\nasset[] assetPaths = [{listed("@m{}.usda@", count)}]\n'
               f"double2[] active = [{', '.join(f'({i}, {i})' for i in range(count))}]\ndouble2[] times = [(0, 0), (9, 9)]\n")
    return clips(entries)


def clip_template(name, stride=1):
    return clips(f'string primPath = "/M"\nstring templateAssetPath = "{name}.#.usda"\ndouble templateStartTime = 0\n'
                 f"double templateEndTime = {stride * 1_000_000:.6g}\ndouble templateStride = {stride}\n")


# Pictures.

def png(width, height, bits=1, color=0, data=None):
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    if data is None:
        packer = zlib.compressobj(9)
        row = bytes(1 + (width * bits * channels + 7) // 8)
        parts = [packer.compress(row * 64) for _ in range(height // 64)] + [packer.compress(row * (height % 64)), packer.flush()]
        data = b"".join(parts)
    palette = chunk(b"PLTE", bytes(6)) if color == 3 else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, 0)) + palette +
            chunk(b"IDAT", data) + chunk(b"IEND", b""))


def textured(file, extra=""):
    return HEAD + f"""
def Material "M" {{
token outputs:surface.connect = </M/S.outputs:surface>
def Shader "S" {{
uniform token info:id = "UsdPreviewSurface"
color3f inputs:diffuseColor.connect = </M/T.outputs:rgb>
token outputs:surface
}}
def Shader "T" {{
uniform token info:id = "UsdUVTexture"
asset inputs:file = @{file}@
float2 inputs:st.connect = </M/R.outputs:result>
float3 outputs:rgb
}}
def Shader "R" {{
uniform token info:id = "UsdPrimvarReader_float2"
string inputs:varname = "st"
float2 outputs:result
}}
}}
def Mesh "A" (prepend apiSchemas = ["MaterialBindingAPI"]) {{
{TRIANGLE}rel material:binding = </M>
texCoord2f[] primvars:st = [(0, 0), (9.9, 0), (0, 9.9)] (interpolation = "vertex")
}}
{extra}"""


def picture(content, name="t.png"):
    return {"root.usda": textured(name), name: content}


def tiles(content, count=100, suffix="png"):
    files = {"root.usda": textured(f"t.<UDIM>.{suffix}")}
    for i in range(count):
        files[f"t.{1001 + i}.{suffix}"] = content
    return files


def many_textures(content, count):
    text = "".join(textured("t.png").removeprefix(HEAD).replace('"M"', f'"M{i}"').replace("</M", f"</M{i}")
                   .replace('"A"', f'"A{i}"').replace("@t.png@", f"@t{i}.png@") for i in range(count))
    return {"root.usda": HEAD + text} | {f"t{i}.png": content for i in range(count)}


def dome(content, name):
    return {"root.usda": HEAD + f'def DomeLight "D" {{\nasset inputs:texture:file = @{name}@\n}}\n' + SPHERE, name: content}


def hdr(width, height):
    # Runs of 127 equal bytes for each of four channels.
    line = bytes([2, 2, width >> 8, width & 255])
    runs = b""
    left = width
    while left:
        run = min(127, left)
        runs += bytes([128 + run, 128])
        left -= run
    line += runs * 4
    return f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n".encode() + line * height


def jpeg_of_no_scans(width, height):
    return (b"\xff\xd8\xff\xc2" + struct.pack(">HBHHB", 17, 8, height, width, 3) +
            bytes([1, 0x44, 0, 2, 0x11, 0, 3, 0x11, 0]) + b"\xff\xd9")


# Splines.

def spline(knots, extra=""):
    return one('def "A" {\ndouble x.spline = {\n' + extra + "".join(f"{i}: {i}; post linear,\n" for i in range(knots)) + "}\n}\n")


def long_names(count):
    name = "n" * count
    return one(f'def "{name}" {{\nstring x = "{name}"\ntoken y = "{name}"\nasset z = @{name}@\n}}\n')


def deep_prims(depth, leaf):
    return one('def "a" {\n' * depth + leaf + "}\n" * depth)


def package(entries):
    """A ZIP file without compression of (name, bytes)."""
    out = b""
    directory = b""
    for name, content in entries:
        name = name.encode()
        padding = -(len(out) + 30 + len(name) + 4) % 64
        extra = struct.pack("<HH", 0x1986, padding) + bytes(padding)
        fields = struct.pack("<HHHHIIIHH", 0, 0, 0, 0, zlib.crc32(content), len(content), len(content), len(name), len(extra))
        directory += (b"PK\1\2" + struct.pack("<HH", 10, 10) + fields + struct.pack("<HHHII", 0, 0, 0, 0, len(out)) + name + extra)
        out += b"PK\3\4" + struct.pack("<H", 10) + fields + name + extra + content
    return out + directory + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, len(entries) & 0xFFFF, len(entries) & 0xFFFF, len(directory), len(out), 0)


def packages_in_packages(depth, width):
    inner = package([("a.usda", (HEAD + 'def "A" {\n}\n').encode())])
    for _ in range(depth):
        inner = package([("a.usda", (HEAD + "(\nsubLayers = [" + listed("@b{}.usdz@", width) + "]\n)\n").encode())] +
                        [(f"b{k}.usdz", inner) for k in range(width)])
    return {"root.usdz": inner}


REFERENCES = "references = {}"
ATTACKS = {
    # Instances multiply.
    "nested_instancers": lambda: nested_instancers(8, 1000),
    "nested_instancers_few": lambda: nested_instancers(3, 1000),
    "nested_instancers_deep": lambda: nested_instancers(40, 10),
    "web_of_prototypes": lambda: web_of_prototypes(8, 20),
    "web_of_prototypes_wide": lambda: web_of_prototypes(3, 120),
    "nested_instances": lambda: nested_instances(20, 2),
    "nested_instances_wide": lambda: nested_instances(4, 40),
    "nested_instances_of_groups": lambda: nested_instances(20, 2, "Xform"),
    "nested_instances_of_meshes": lambda: nested_instances(10, 4, "Mesh"),
    "nested_instances_of_lights": lambda: nested_instances(16, 2, "SphereLight"),
    "nested_instances_of_cameras": lambda: nested_instances(16, 2, "Camera"),
    "nested_instances_of_skeletons": lambda: nested_instances(16, 2, "SkelRoot"),
    "instances_below_instancer": lambda: instances_below_instancer(10, 2, 1000),
    "many_instances": lambda: many_instances(50_000),
    "many_prototypes": lambda: many_prototypes(3000),
    "instancers_with_huge_ids": lambda: instancers_with_huge_ids(100_000),
    # Indices beyond their tables.
    "subset_index": lambda: meshes(subset("int[] indices = [0, 268435455]\n")),
    "subset_index_negative": lambda: meshes(subset("int[] indices = [0, -2147483648]\n")),
    "hole_index": lambda: meshes("int[] holeIndices = [268435455]\n"),
    "crease_indices": lambda: meshes("int[] creaseIndices = [0, 268435455]\nint[] creaseLengths = [2147483647]\nfloat[] creaseSharpnesses = [1]\n"),
    "corner_indices": lambda: meshes("int[] cornerIndices = [268435455]\nfloat[] cornerSharpnesses = [1]\n"),
    "face_counts": lambda: meshes("int[] faceVertexCounts = [2147483647, 3]\n".replace("int[] faceVertexCounts", "int[] primvars:x")),
    "face_count_huge": lambda: one('def Mesh "M" {\n' + TRIANGLE.replace("[3]", "[2147483647]") + "}\n"),
    "vertex_index": lambda: one('def Mesh "M" {\n' + TRIANGLE.replace("[0, 1, 2]", "[0, 1, 2147483647]") + "}\n"),
    "primvar_indices": lambda: meshes('texCoord2f[] primvars:st = [(0, 0)] (interpolation = "vertex")\nint[] primvars:st:indices = [0, 268435455, 2147483647]\n'),
    "joint_indices": lambda: skinned('int[] primvars:skel:jointIndices = [0, 268435455, 2147483647] (interpolation = "vertex"; elementSize = 1)\nfloat[] primvars:skel:jointWeights = [1, 1, 1] (interpolation = "vertex"; elementSize = 1)\n'),
    "element_size": lambda: skinned('int[] primvars:skel:jointIndices = [0, 0, 0] (interpolation = "vertex"; elementSize = 2147483647)\nfloat[] primvars:skel:jointWeights = [1, 1, 1] (interpolation = "vertex"; elementSize = 2147483647)\n'),
    "point_indices": lambda: skinned('token[] skel:blendShapes = ["b"]\nrel skel:blendShapeTargets = </R/B>\n') | {"root.usda": skinned('token[] skel:blendShapes = ["b"]\nrel skel:blendShapeTargets = </R/B>\n')["root.usda"].replace('def SkelAnimation', 'def BlendShape "B" {\nuniform vector3f[] offsets = [(1, 1, 1)]\nuniform int[] pointIndices = [2147483647]\n}\ndef SkelAnimation')},
    "curve_counts": lambda: one('def BasisCurves "C" {\nint[] curveVertexCounts = [2147483647, 2147483647]\npoint3f[] points = [(0, 0, 0), (1, 0, 0)]\n}\n'),
    "patch_counts": lambda: one('def NurbsPatch "C" {\nint uVertexCount = 2147483647\nint vVertexCount = 2147483647\nint uOrder = 2147483647\nint vOrder = 2147483647\npoint3f[] points = [(0, 0, 0), (1, 0, 0)]\n}\n'),
    "tetrahedra": lambda: one('def TetMesh "T" {\npoint3f[] points = [(0, 0, 0)]\nint4[] tetVertexIndices = [(0, 1, 2, 2147483647)]\nint3[] surfaceFaceVertexIndices = [(0, 268435455, 1)]\n}\n'),
    "prototype_index": lambda: one(SPHERE + 'def PointInstancer "I" {\nrel prototypes = </S>\nint[] protoIndices = [2147483647, 268435455]\npoint3f[] positions = [(0, 0, 0), (0, 0, 0)]\n}\n'),
    "light_samples": lambda: one('def SphereLight "L" {\nfloat inputs:radius = 1e38\nfloat inputs:exposure = 1e38\n}\n' + SPHERE),
    "refined": lambda: many("int[] holeIndices{} = [0]\n", 1, name='def Mesh "M" {\nuniform token subdivisionScheme = "catmullClark"\nint refinementLevel = 2147483647\n' + TRIANGLE),
    # Edits of arrays.
    "edit_matrix": lambda: edits("matrix4d", "resize 67108864"),
    "edit_allowed": lambda: edits("matrix4d", "resize 524288"),
    "edit_allowed_strings": lambda: edits("string", "resize 1048576", 10),
    "edit_allowed_bytes": lambda: edits("uchar", "resize 67108864"),
    "edit_minimum": lambda: edits("double", "minsize 8388608"),
    "edit_of_samples": lambda: one('def "A" {\ndouble[] x.timeSamples = {\n' + "".join(f"{i}: edit [resize 8388608],\n" for i in range(20)) + "}\n}\n"),
    # Many parts of one thing.
    "polygon_comb": lambda: polygon(200_000, comb),
    "polygon_spiral": lambda: polygon(200_000, spiral(200_000)),
    "polygon_scattered": lambda: polygon(200_000, scattered),
    "polygon_point": lambda: polygon(200_000, lambda i: (0, 0, 0)),
    "polygon_line": lambda: polygon(200_000, lambda i: (i, 0, 0)),
    "polygon_zigzag": lambda: polygon(200_000, lambda i: (i % 1000, i // 1000 * (i % 2), i % 3)),
    "curves_one_point": lambda: one('def BasisCurves "C" {\nuniform token type = "linear"\nint[] curveVertexCounts = ' + ints(200_000, 1) + "\npoint3f[] points = " + points(200_000) + "\n}\n"),
    "curve_long": lambda: one('def BasisCurves "C" {\nint[] curveVertexCounts = [200002]\npoint3f[] points = ' + points(200_002) + "\n}\n"),
    "nurbs_curve_long": lambda: one('def NurbsCurves "C" {\nint[] curveVertexCounts = [50000]\nint[] order = [32]\ndouble[] knots = [' + listed("{}", 50_032) + "]\npoint3f[] points = " + points(50_000) + "\n}\n"),
    "patch_long": lambda: one('def NurbsPatch "C" {\nint uVertexCount = 50000\nint vVertexCount = 2\nint uOrder = 4\nint vOrder = 2\ndouble[] uKnots = [' + listed("{}", 50_004) + "]\ndouble[] vKnots = [0, 0, 1, 1]\npoint3f[] points = " + points(100_000, scattered) + "\n}\n"),
    "properties": lambda: many("float p{0} = {0}\n", 100_000),
    "relationships": lambda: many("rel p{}\n", 100_000),
    "children": lambda: many('def "C{}" {{\n}}\n', 100_000),
    "root_prims": lambda: many('def "C{}" {{\n}}\n', 100_000, name="", tail=""),
    "targets": lambda: one(f'def "A" {{\nrel r = [{listed("</A.p{}>", 100_000)}]\n}}\n'),
    "connections": lambda: one(f'def "A" {{\nfloat x.connect = [{listed("</A.p{}>", 100_000)}]\n}}\n'),
    "samples": lambda: one('def "A" {\ndouble x.timeSamples = {\n' + "".join(f"{i}: {i},\n" for i in range(200_000)) + "}\n}\n"),
    "api_schemas": lambda: prim_metadata(f"apiSchemas = [{listed(chr(34) + 'S{}' + chr(34), 50_000)}]"),
    "api_instances": lambda: prim_metadata(f"apiSchemas = [{listed(chr(34) + 'CollectionAPI:c{}' + chr(34), 5_000)}]"),
    "collections": lambda: one('def "A" (apiSchemas = [' + listed('"CollectionAPI:c{}"', 2000) + "]) {\n" + "".join(f"rel collection:c{i}:includes = </A.collection:c{i + 1}>\n" for i in range(2000)) + "}\n"),
    "variant_sets": lambda: one('def "A" (variantSets = [' + listed('"v{}"', 5000) + "]) {\n" + "".join(f'variantSet "v{i}" = {{\n"a" {{\n}}\n}}\n' for i in range(5000)) + "}\n"),
    "variants": lambda: one('def "A" (variantSets = "v") {\nvariantSet "v" = {\n' + "".join(f'"a{i}" {{\n}}\n' for i in range(50_000)) + "}\n}\n"),
    "custom_data": lambda: prim_metadata("customData = {\n" + "".join(f"int k{i} = {i}\n" for i in range(100_000)) + "}"),
    "property_order": lambda: one(f'def "A" {{\nreorder properties = [{listed(chr(34) + "p{}" + chr(34), 50_000)}]\n' + "".join(f"float p{i}\n" for i in range(50_000)) + "}\n"),
    "prim_order": lambda: one(f"reorder rootPrims = [{listed(chr(34) + 'P{}' + chr(34), 50_000)}]\n" + "".join(f'def "P{i}" {{\n}}\n' for i in range(50_000))),
    "transform_ops": lambda: one('def Xform "A" {\n' + "".join(f"double3 xformOp:translate:t{i} = (1, 0, 0)\n" for i in range(50_000)) + f'uniform token[] xformOpOrder = [{listed(chr(34) + "xformOp:translate:t{}" + chr(34), 50_000)}]\n}}\n'),
    "transform_ops_repeated": lambda: one('def Xform "A" {\ndouble3 xformOp:translate = (1, 0, 0)\nuniform token[] xformOpOrder = [' + ", ".join(['"xformOp:translate"'] * 200_000) + "]\n}\n"),
    "joints": lambda: skeleton(20_000),
    "deep_joints": lambda: deep_joints(2000),
    "subsets": lambda: one('def Material "M" {\n}\ndef Mesh "M1" {\n' + TRIANGLE + "".join(subset("int[] indices = [0]\n").replace('"G"', f'"G{i}"') for i in range(5000)) + "}\n"),
    "blend_shapes": lambda: skinned(f'uniform token[] skel:blendShapes = [{listed(chr(34) + "b{}" + chr(34), 5000)}]\nrel skel:blendShapeTargets = [{listed("</R/B{}>", 5000)}]\n'),
    "chain_of_connections": lambda: chain_of_connections(50_000),
    "chain_of_shaders": lambda: chain_of_shaders(20_000),
    "splines": lambda: spline(100_000),
    "spline_loops": lambda: spline(3, "pre: loop repeat\npost: loop repeat\nloop: (0, 1e-3, 2147483647, 2147483647, 1)\n"),
    "expression_variables": lambda: one("(\nexpressionVariables = {\n" + "".join(f'string V{i} = "`${{V{i + 1}}}${{V{i + 1}}}`"\n' for i in range(2000)) + '}\n)\ndef "A" (references = @`${V0}`@) {\n}\n'),
    # Prims that multiply.
    "doubling_references": lambda: doubling(30, REFERENCES),
    "doubling_payloads": lambda: doubling(30, "payload = {}"),
    "doubling_inherits": lambda: doubling(30, "inherits = {}"),
    "doubling_specializes": lambda: doubling(30, "specializes = {}"),
    "doubling_variants": lambda: doubling_variants(30),
    "doubling_instances": lambda: doubling(30, "instanceable = true; references = {}"),
    "doubling_wide": lambda: doubling(6, REFERENCES, 30),
    "one_prim_with_references": lambda: many_arcs(2000, "references", "</T/C{}>"),
    "one_prim_with_payloads": lambda: many_arcs(2000, "payload", "</T/C{}>"),
    "one_prim_with_inherits": lambda: many_arcs(2000, "inherits", "</T/C{}>"),
    "one_prim_with_specializes": lambda: many_arcs(2000, "specializes", "</T/C{}>"),
    "prims_with_sub_root_references": lambda: many_prims_with_arcs(2000, "references"),
    "prims_with_sub_root_payloads": lambda: many_prims_with_arcs(2000, "payload"),
    "prims_with_sub_root_inherits": lambda: many_prims_with_arcs(2000, "inherits"),
    "prims_with_sub_root_specializes": lambda: many_prims_with_arcs(2000, "specializes"),
    "chain_of_references": lambda: chain(100_000, "references"),
    "chain_of_payloads": lambda: chain(100_000, "payload"),
    "chain_of_inherits": lambda: chain(500, "inherits"),
    "chain_of_specializes": lambda: chain(500, "specializes"),
    "relocates": lambda: relocates(20_000, "</A/C{0}>: </A/D{0}>"),
    "relocates_swapped": lambda: relocates(20_000, "</A/C{0}>: </A/C{1}>"),
    "relocates_removed": lambda: relocates(20_000, "</A/C{0}>: <>"),
    "relocates_shared": lambda: relocates(20_000, "</A/C{0}>: </A/D>"),
    "relocates_nested": lambda: nested_relocates(20_000),
    "relocates_of_others": lambda: relocates(20_000, "</B/C{0}>: </B/D{0}>"),
    # Layers.
    "missing_sublayers": lambda: one("(\nsubLayers = [\n" + "".join(f"@m{i}.usda@,\n" for i in range(300_000)) + "]\n)\n"),
    "doubling_sublayers": lambda: doubling_sublayers(100),
    "doubling_files": lambda: doubling_files(40),
    "missing_references": lambda: missing_references(20_000),
    "missing_payloads": lambda: missing_references(20_000, "payload"),
    "packages_in_packages": lambda: packages_in_packages(4, 6),
    "packages_deep": lambda: packages_in_packages(40, 1),
    # Clips.
    "clip_times": lambda: clip_times(1, 20_000, 20_000),
    "clip_times_of_clips": lambda: clip_times(20_000, 20_000, 10),
    "clip_times_of_prims": lambda: clip_times(10, 1000, 1000, 200),
    "clip_sets": lambda: many_clip_sets(2000),
    "clip_files": lambda: clip_files(20_000),
    "clip_times_jumps": lambda: clips('string primPath = "/M"\nasset[] assetPaths = [@clip.usda@]\ndouble2[] active = [(0, 0)]\ndouble2[] times = [' + ", ".join(["(0, 0)", "(0, 1)"] * 20_000) + "]\n"),
    "clip_template": lambda: clip_template("a"),
    "clip_template_long": lambda: clip_template("a" * 3000),
    "clip_template_too_long": lambda: clip_template("a" * 20_000),
    "clip_template_stride": lambda: clip_template("a", 0.001),
    # Pictures.
    "png_one_bit": lambda: picture(png(1 << 15, 1 << 13)),
    "png_palette": lambda: picture(png(1 << 14, 1 << 14, 1, 3)),
    "png_sixteen_bits": lambda: picture(png(1 << 12, 1 << 12, 16, 6)),
    "png_claims": lambda: picture(png(1 << 14, 1 << 14, 8, 6, zlib.compress(bytes(1 << 20)))),
    "png_stream": lambda: picture(png(4, 4, 8, 2, zlib.compress(bytes(1 << 28)))),
    "png_tiles": lambda: tiles(png(1 << 14, 1 << 12)),
    "png_textures": lambda: many_textures(png(1 << 14, 1 << 12), 50),
    "png_dome": lambda: dome(png(1 << 14, 1 << 13), "t.png"),
    "hdr_runs": lambda: picture(hdr(32000, 8000), "t.hdr"),
    "hdr_dome": lambda: dome(hdr(32000, 8000), "t.hdr"),
    "hdr_tiles": lambda: tiles(hdr(8000, 2000), 40, "hdr"),
    "jpeg_claims": lambda: picture(jpeg_of_no_scans(32000, 8000), "t.jpg"),
    # Texts.
    "long_names": lambda: long_names(5_000_000),
    "deep_prims": lambda: deep_prims(990, SPHERE),
    "deep_properties": lambda: deep_prims(990, "".join(f"float p{i} = 1\n" for i in range(10_000))),
}

# MiB that attacks may take although their files are small: limits of the numbers of prims and of drawn instances keep them
# within the budget of memory. See the limits in README.md.
MULTIPLIED = {"web_of_prototypes": 192, "instances_below_instancer": 640}


def write_files(files, folder):
    """Writes the files of an attack, and returns its root layer, which is the first."""
    for file, content in files.items():
        (folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder / next(iter(files))
