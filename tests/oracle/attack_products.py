# SPDX-License-Identifier: Apache-2.0
"""Attacks whose parts are each of a usual size, but multiply one another: see attack_scenes.py."""

from attack_scenes import HEAD, SPHERE, TRIANGLE, instancer, ints, listed, one, points


def inherited_primvars(count):
    """Each of many prims has all primvars of the prim that holds them."""
    primvars = "".join(f'float primvars:p{i} = {i} (interpolation = "constant")\n' for i in range(count))
    return one(f'def "A" {{\n{primvars}' + "".join(f'def Mesh "M{i}" {{\n{TRIANGLE}}}\n' for i in range(count)) + "}\n")


def inherited_collections(count):
    """Each of many prims is a member of many collections that bind a material."""
    schemas = listed('"CollectionAPI:c{}"', count)
    rels = "".join(f"rel collection:c{i}:includes = </A/M{i}>\nrel material:binding:collection:c{i} = [</A.collection:c{i}>, </Look>]\n"
                   for i in range(count))
    return one(f'def Material "Look" {{\n}}\ndef "A" (prepend apiSchemas = ["MaterialBindingAPI", {schemas}]) {{\n{rels}' +
               "".join(f'def Mesh "M{i}" {{\n{TRIANGLE}}}\n' for i in range(count)) + "}\n")


def doubling_relationships(depth):
    return one('def "A" {\n' + "".join(f"rel r{i} = [</A.r{i + 1}>, </A.s{i + 1}>]\nrel s{i} = [</A.r{i + 1}>, </A.s{i + 1}>]\n"
                                       for i in range(depth)) + "}\n")


def doubling_connections(depth):
    """Shaders of which each takes two inputs from the next one."""
    text = 'def Material "M" {\ntoken outputs:mtlx:surface.connect = </M/S.outputs:out>\ndef Shader "S" {\n'
    text += ('uniform token info:id = "ND_standard_surface_surfaceshader"\ncolor3f inputs:base_color.connect = </M/N0.outputs:out>\n'
             "token outputs:out\n}\n")
    for i in range(depth):
        text += (f'def Shader "N{i}" {{\nuniform token info:id = "ND_add_color3"\ncolor3f inputs:in1.connect = </M/N{i + 1}.outputs:out>\n'
                 f"color3f inputs:in2.connect = </M/N{i + 1}.outputs:out>\ncolor3f outputs:out\n}}\n")
    return one(text + "}\n" + f'def Mesh "A" (prepend apiSchemas = ["MaterialBindingAPI"]) {{\n{TRIANGLE}rel material:binding = </M>\n}}\n')


def doubling_expressions(depth):
    """Collections whose expressions each name the next one twice."""
    text = 'def "A" (prepend apiSchemas = [' + listed('"CollectionAPI:c{}"', depth) + ', "MaterialBindingAPI"]) {\n'
    for i in range(depth):
        text += f'uniform pathExpression collection:c{i}:membershipExpression = "%/A:c{i + 1} %/A:c{i + 1}"\n'
    return one('def Material "Look" {\n}\n' + text + "rel material:binding:collection:c0 = [</A.collection:c0>, </Look>]\n"
               f'def Mesh "M" {{\n{TRIANGLE}}}\n}}\n')


def long_patterns(count):
    """Expressions with many stars, asked for prims with long names."""
    stars = "/A/" + "*a" * 200 + "b"
    prims = "".join(f'def Mesh "{"a" * 400}{i}" {{\n{TRIANGLE}}}\n' for i in range(count))
    return one('def Material "Look" {\n}\ndef "A" (prepend apiSchemas = ["MaterialBindingAPI", "CollectionAPI:c"]) {\n'
               f'uniform pathExpression collection:c:membershipExpression = "{stars}"\n'
               f"rel material:binding:collection:c = [</A.collection:c>, </Look>]\n{prims}}}\n")


def baked_meshes(meshes, samples):
    """Many meshes follow one animation, so that baking multiplies its samples."""
    mesh = "".join(f"""
def Mesh "M{i}" (prepend apiSchemas = ["SkelBindingAPI"]) {{
{TRIANGLE}int[] primvars:skel:jointIndices = [0, 0, 0] (interpolation = "vertex"; elementSize = 1)
float[] primvars:skel:jointWeights = [1, 1, 1] (interpolation = "vertex"; elementSize = 1)
rel skel:skeleton = </R/K>
}}
""" for i in range(meshes))
    times = ", ".join(f"{i}: [({i}, 0, 0)]" for i in range(samples))
    unit = "((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))"
    return one(f"""def SkelRoot "R" {{
{mesh}
def Skeleton "K" (prepend apiSchemas = ["SkelBindingAPI"]) {{
uniform token[] joints = ["J"]
uniform matrix4d[] bindTransforms = [{unit}]
uniform matrix4d[] restTransforms = [{unit}]
rel skel:animationSource = </R/A>
}}
def SkelAnimation "A" {{
uniform token[] joints = ["J"]
float3[] translations.timeSamples = {{ {times} }}
quatf[] rotations = [(1, 0, 0, 0)]
half3[] scales = [(1, 1, 1)]
}}
}}
""")


def baked_frames(end):
    """Two samples, and a range of many frames between them."""
    files = baked_meshes(20, 2)
    head = f"(\nstartTimeCode = 0\nendTimeCode = {end}\n)\n"
    return {"root.usda": files["root.usda"].replace(HEAD, HEAD + head).replace("1: [(1", f"{end}: [(1")}


def shared_skeleton(joints, meshes):
    """Each mesh has a palette of all joints."""
    unit = "((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))"
    matrices = "[" + ", ".join([unit] * joints) + "]"
    mesh = "".join(f"""def Mesh "M{i}" (prepend apiSchemas = ["SkelBindingAPI"]) {{
{TRIANGLE}int[] primvars:skel:jointIndices = [0, {joints - 1}, 0] (interpolation = "vertex"; elementSize = 1)
float[] primvars:skel:jointWeights = [1, 1, 1] (interpolation = "vertex"; elementSize = 1)
matrix4d primvars:skel:geomBindTransform = {unit}
rel skel:skeleton = </R/K>
}}
""" for i in range(meshes))
    return one(f'def SkelRoot "R" {{\n{mesh}def Skeleton "K" {{\nuniform token[] joints = [{listed(chr(34) + "J{}" + chr(34), joints)}]\n'
               f"uniform matrix4d[] bindTransforms = {matrices}\nuniform matrix4d[] restTransforms = {matrices}\n}}\n}}\n")


def inbetweens(count, weight):
    shapes = "".join(f"uniform vector3f[] inbetweens:i{i} = [(1, 1, 1), (1, 1, 1), (1, 1, 1)] (weight = {weight(i)})\n"
                     for i in range(count))
    return one("""def SkelRoot "R" {
def Mesh "M" (prepend apiSchemas = ["SkelBindingAPI"]) {
""" + TRIANGLE + """rel skel:skeleton = </R/K>
uniform token[] skel:blendShapes = ["b"]
rel skel:blendShapeTargets = </R/M/B>
def BlendShape "B" {
uniform vector3f[] offsets = [(1, 1, 1), (1, 1, 1), (1, 1, 1)]
""" + shapes + """}
}
def Skeleton "K" (prepend apiSchemas = ["SkelBindingAPI"]) {
uniform token[] joints = ["J"]
uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))]
rel skel:animationSource = </R/A>
}
def SkelAnimation "A" {
uniform token[] joints = ["J"]
uniform token[] blendShapes = ["b"]
float[] blendShapeWeights.timeSamples = {0: [0], 1: [1], 2: [nan], 3: [inf]}
float3[] translations = [(0, 0, 0)]
quatf[] rotations = [(1, 0, 0, 0)]
half3[] scales = [(1, 1, 1)]
}
}
""")


def ranged(begin, end, rest="", body=""):
    head = f"(\nstartTimeCode = {begin}\nendTimeCode = {end}\n{rest})\n"
    return one(head + 'def Sphere "A" {\ndouble radius.timeSamples = {\n0: 1,\n5: 2\n}\n' + body + "}\n")


def fan(count, scheme="catmullClark"):
    """Triangles around one point."""
    corners = ", ".join(f"0, {i + 1}, {i + 2}" for i in range(count))
    return one(f'def Mesh "M" {{\nuniform token subdivisionScheme = "{scheme}"\nint[] faceVertexCounts = {ints(count, 3)}\n'
               f"int[] faceVertexIndices = [{corners}]\npoint3f[] points = {points(count + 2, lambda i: (i % 7, i % 11, i % 13))}\n}}\n")


def book(count, scheme="catmullClark"):
    """Triangles at one edge."""
    corners = ", ".join(f"0, 1, {i + 2}" for i in range(count))
    return one(f'def Mesh "M" {{\nuniform token subdivisionScheme = "{scheme}"\nint[] faceVertexCounts = {ints(count, 3)}\n'
               f"int[] faceVertexIndices = [{corners}]\npoint3f[] points = {points(count + 2, lambda i: (i % 7, i % 11, i % 13))}\n}}\n")


def clip_templates(prims, stride=1, end=1_000_000):
    """Each prim names a million files of its own."""
    return one("".join(f"""def "A{i}" (
clips = {{
dictionary default = {{
string primPath = "/M"
string templateAssetPath = "./t{i}.#.usda"
double templateStartTime = 0
double templateEndTime = {end}
double templateStride = {stride}
}}
}}
) {{
double x
}}
""" for i in range(prims)))


def shared_clips(prims, names):
    """Each prim has the sample times of many clips."""
    active = ", ".join(f"({i}, {i})" for i in range(names))
    return {"root.usda": HEAD + "".join(f"""def "A{i}" (
clips = {{
dictionary default = {{
string primPath = "/M"
asset[] assetPaths = [{", ".join(["@clip.usda@"] * names)}]
double2[] active = [{active}]
}}
}}
) {{
double x
}}
""" for i in range(prims)),
            "clip.usda": HEAD + 'def "M" {\ndouble x.timeSamples = {\n' + "".join(f"{t}: {t},\n" for t in range(5000)) + "}\n}\n"}


def odd_clip_times(values):
    entries = ", ".join(f"({a}, {b})" for a, b in values)
    return {"root.usda": HEAD + f"""def "A" (
clips = {{
dictionary default = {{
string primPath = "/M"
asset[] assetPaths = [@clip.usda@, @clip.usda@]
asset manifestAssetPath = @clip.usda@
double2[] active = [{entries}]
double2[] times = [{entries}]
}}
}}
) {{
double x
}}
""", "clip.usda": HEAD + 'def "M" {\ndouble x.timeSamples = {\n0: 1,\n1e300: 2,\n-1e300: 3\n}\n}\n'}


def missing_tiles(count):
    shaders = "".join(f'def Shader "T{i}" {{\nuniform token info:id = "UsdUVTexture"\nasset inputs:file = @t{i}.<UDIM>.png@\n'
                      "float3 outputs:rgb\n}\n" for i in range(count))
    materials = "".join(f'def Material "M{i}" {{\ntoken outputs:surface.connect = </M{i}/S.outputs:surface>\ndef Shader "S" {{\n'
                        f'uniform token info:id = "UsdPreviewSurface"\ncolor3f inputs:diffuseColor.connect = </T{i}.outputs:rgb>\n'
                        f'token outputs:surface\n}}\n}}\ndef Mesh "A{i}" (prepend apiSchemas = ["MaterialBindingAPI"]) {{\n{TRIANGLE}'
                        f"rel material:binding = </M{i}>\n}}\n" for i in range(count))
    return one(shaders + materials)


def lights(count, kind="SphereLight", body=""):
    return one("".join(f'def {kind} "L{i}" {{\n{body}}}\n' for i in range(count)) + SPHERE)


def lights_in_instances(levels):
    text = 'def "P0" {\ndef SphereLight "L" {\n}\ndef Sphere "S" {\n}\n}\n'
    for i in range(1, levels):
        instances = "".join(f'def "I{k}" (instanceable = true; references = </P{i - 1}>) {{\n}}\n' for k in range(10))
        text += f'def "P{i}" {{\n{instances}}}\n'
    return one(text)


def curves(kind, body, count=1):
    return one("".join(f'def {kind} "C{i}" {{\n{body}}}\n' for i in range(count)))


def trim_curves(body):
    return one('def NurbsPatch "C" {\nint uVertexCount = 2\nint vVertexCount = 2\nint uOrder = 2\nint vOrder = 2\n'
               "double[] uKnots = [0, 0, 1, 1]\ndouble[] vKnots = [0, 0, 1, 1]\n"
               f"point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]\n{body}}}\n")


def many_trim_curves(count):
    knots = ", ".join(["0, 0, 1, 2, 3, 4, 4"] * count)
    ranges = ", ".join(["(0, 4)"] * count)
    corners = (i / (count + 1) for i in range(count))
    curve_points = ", ".join(f"({x}, 0, 1), (1, {x}, 1), (0, 1, 1), (0.5, 0.1, 1), ({x}, 0, 1)" for x in corners)
    return trim_curves(f"int[] trimCurve:counts = {ints(count, 1)}\nint[] trimCurve:orders = {ints(count, 2)}\n"
                       f"int[] trimCurve:vertexCounts = {ints(count, 5)}\ndouble[] trimCurve:knots = [{knots}]\n"
                       f"double2[] trimCurve:ranges = [{ranges}]\ndouble3[] trimCurve:points = [{curve_points}]\n")


def instancer_colors(count):
    body = f'color3f[] primvars:displayColor = {points(count)} (interpolation = "vertex")\nint64[] ids = {ints(count, 7)}\n'
    return one(SPHERE + instancer("I", ["S"], count, body))


def variant_doubling(levels):
    """Variants within variants."""
    def nest(level):
        if level == 0:
            return ""
        return f'variantSet "v{level}" = {{\n"a" {{\n{nest(level - 1)}}}\n}}\n'
    return one(f'def "A" (variantSets = [{listed(chr(34) + "v{}" + chr(34), levels + 1)}]) {{\n{nest(levels)}}}\n')


def sublayer_offsets(depth):
    files = {f"l{i}.usda": HEAD + f"(\nsubLayers = [@l{i + 1}.usda@ (offset = 1e300; scale = 1e300)]\n)\n" for i in range(depth)}
    files[f"l{depth}.usda"] = HEAD + 'def Sphere "A" {\ndouble radius.timeSamples = {\n0: 1,\n1e300: 2\n}\n}\n'
    return {"root.usda": HEAD + "(\nsubLayers = [@l0.usda@ (scale = 1e-300)]\n)\n"} | files


def value_bomb(count):
    """One long array that many properties have, by references to the prim that has it."""
    return {"root.usda": HEAD + "".join(f'def "A{i}" (references = @a.usda@</T>) {{\n}}\n' for i in range(count)),
            "a.usda": HEAD + f'def Mesh "T" {{\nint[] faceVertexCounts = {ints(20_000, 3)}\nint[] faceVertexIndices = {ints(60_000)}\n'
                             f"point3f[] points = {points(1000)}\n}}\n"}


def strings(count, size):
    text = "x" * size
    return one('def "A" {\n' + f'string s = "{text}"\n' + "".join(f'def "B{i}" (references = </T>) {{\n}}\n' for i in range(count)) +
               f'}}\ndef "T" {{\nstring s = "{text}"\ntoken t = "{text}"\nstring[] u = ["{text}"]\n}}\n')


def custom_data_of_layers(depth):
    """A dictionary that each layer of a stack merges with the weaker ones."""
    keys = "".join(f"string k{i} = \"v\"\n" for i in range(2000))
    files = {f"l{i}.usda": HEAD + (f"(\nsubLayers = [@l{i + 1}.usda@]\n)\n" if i + 1 < depth else "") +
             f'over "A" (\ncustomData = {{\n{keys}string own{i} = "v"\n}}\n) {{\n}}\n' for i in range(depth)}
    return {"root.usda": files.pop("l0.usda")} | files


def list_ops_of_layers(depth):
    items = listed("</A.p{}>", 2000)
    files = {f"l{i}.usda": HEAD + (f"(\nsubLayers = [@l{i + 1}.usda@]\n)\n" if i + 1 < depth else "") +
             f'over "A" {{\nprepend rel r = [{items}, </A.own{i}>]\nreorder rel r = [{items}]\ndelete rel r = [{items}]\n}}\n'
             for i in range(depth)}
    return {"root.usda": files.pop("l0.usda")} | files


def material_values(count):
    """Each mesh has another value of a primvar that their material reads."""
    text = """def Material "M" {
token outputs:surface.connect = </M/S.outputs:surface>
def Shader "S" {
uniform token info:id = "UsdPreviewSurface"
float inputs:roughness.connect = </M/R.outputs:result>
token outputs:surface
}
def Shader "R" {
uniform token info:id = "UsdPrimvarReader_float"
string inputs:varname = "rough"
float outputs:result
}
}
"""
    return one(text + "".join(f'def Mesh "A{i}" (prepend apiSchemas = ["MaterialBindingAPI"]) {{\n{TRIANGLE}rel material:binding = </M>\n'
                              f"float primvars:rough = {i / count}\n}}\n" for i in range(count)))


def folded_for_each_mesh(nodes, meshes):
    """Many meshes have a material of many nodes."""
    text = ('def Material "M" {\ntoken outputs:mtlx:surface.connect = </M/S.outputs:out>\ndef Shader "S" {\n'
            'uniform token info:id = "ND_standard_surface_surfaceshader"\ncolor3f inputs:base_color.connect = </M/N0.outputs:out>\n'
            "token outputs:out\n}\n")
    # A tree, whose nodes are not behind each other.
    for i in range(nodes):
        inputs = "".join(f"color3f inputs:in{k}.connect = </M/N{2 * i + k}.outputs:out>\n" for k in (1, 2) if 2 * i + k < nodes)
        text += f'def Shader "N{i}" {{\nuniform token info:id = "ND_add_color3"\n{inputs}color3f outputs:out\n}}\n'
    return one(text + "}\n" + "".join(f'def Mesh "A{i}" (prepend apiSchemas = ["MaterialBindingAPI"]) {{\n{TRIANGLE}'
                                       "rel material:binding = </M>\n}\n" for i in range(meshes)))


def nested_skel_roots(depth, meshes):
    return one("".join(f'def SkelRoot "R{i}" (prepend apiSchemas = ["SkelBindingAPI"]) {{\nrel skel:skeleton = </K>\n'
                       for i in range(depth)) +
               "".join(f'def Mesh "M{i}" {{\n{TRIANGLE}}}\n' for i in range(meshes)) + "}\n" * depth +
               'def Skeleton "K" {\nuniform token[] joints = ["J"]\n}\n')


def large_elements(count):
    """Indices name elements of many values each."""
    return one(f'def Mesh "M" {{\n{TRIANGLE}color3f[] primvars:displayColor = [{", ".join(["(1, 1, 1)"] * count)}] (\n'
               f'elementSize = {count}\ninterpolation = "vertex"\n)\nint[] primvars:displayColor:indices = {ints(count)}\n}}\n')


ATTACKS = {
    "material_values": lambda: material_values(20_000),
    "folded_for_each_mesh": lambda: folded_for_each_mesh(5000, 5000),
    "nested_skel_roots": lambda: nested_skel_roots(900, 10_000),
    "large_elements": lambda: large_elements(30_000),
    "inherited_primvars": lambda: inherited_primvars(4000),
    "inherited_collections": lambda: inherited_collections(2000),
    "doubling_relationships": lambda: doubling_relationships(60),
    "doubling_connections": lambda: doubling_connections(200),
    "doubling_expressions": lambda: doubling_expressions(40),
    "long_patterns": lambda: long_patterns(2000),
    "baked_meshes": lambda: baked_meshes(500, 5000),
    "baked_frames": lambda: baked_frames(9_000_000),
    "shared_skeleton": lambda: shared_skeleton(5000, 2000),
    "inbetweens": lambda: inbetweens(20_000, lambda i: f"{i / 20_001 + 1e-5:.6f}"),
    "inbetweens_not_numbers": lambda: inbetweens(2000, lambda i: ["nan", "inf", "-inf", "0.5", "1e-30"][i % 5]),
    "range_long": lambda: ranged(0, 1e12),
    "range_infinite": lambda: ranged("-inf", "inf"),
    "range_not_numbers": lambda: ranged("nan", "nan", "timeCodesPerSecond = nan\nframesPerSecond = nan\n"),
    "range_of_small_steps": lambda: ranged(0, 1e7, "timeCodesPerSecond = 1e-300\nframesPerSecond = 1e300\n"),
    "range_backward": lambda: ranged(1e300, -1e300),
    "fan": lambda: fan(100_000),
    "fan_of_triangles": lambda: fan(100_000, "loop"),
    "book": lambda: book(60_000),
    "book_of_triangles": lambda: book(60_000, "loop"),
    "clip_templates": lambda: clip_templates(100),
    "clip_templates_of_fractions": lambda: clip_templates(20, 1e-3, 1000),
    "shared_clips": lambda: shared_clips(200, 200),
    "odd_clip_times": lambda: odd_clip_times(
        [("nan", "nan"), ("inf", 0), (0, "1e300"), ("-inf", "-1"), ("1e300", "inf"), (0, 0), (0, 1)] * 50),
    "missing_tiles": lambda: missing_tiles(2000),
    "lights": lambda: lights(50_000),
    "lights_in_instances": lambda: lights_in_instances(5),
    "dome_lights": lambda: lights(3000, "DomeLight", "asset inputs:texture:file = @t.hdr@\n"),
    "hermite_curves": lambda: curves("HermiteCurves", "int[] curveVertexCounts = [2147483647, -5, 2]\n"
                                     "point3f[] points = [(0, 0, 0), (1, 0, 0)]\nvector3f[] tangents = [(1e38, 0, 0)]\n"),
    "curves_of_all_wraps": lambda: curves("BasisCurves", 'uniform token type = "cubic"\nuniform token basis = "bspline"\n'
                                          f'uniform token wrap = "pinned"\nint[] curveVertexCounts = {ints(60_000, 2)}\n'
                                          f"point3f[] points = {points(120_000)}\nfloat[] widths = [1e38]\n"),
    "trim_counts": lambda: trim_curves("int[] trimCurve:counts = [2147483647]\nint[] trimCurve:orders = [2147483647]\n"
                                       "int[] trimCurve:vertexCounts = [2147483647]\ndouble[] trimCurve:knots = [0, nan]\n"
                                       "double2[] trimCurve:ranges = [(nan, inf)]\ndouble3[] trimCurve:points = [(nan, 0, 1)]\n"),
    "trim_many": lambda: many_trim_curves(3000),
    "instancer_colors": lambda: instancer_colors(100_000),
    "variants_within_variants": lambda: variant_doubling(150),
    "sublayer_offsets": lambda: sublayer_offsets(30),
    "references_to_arrays": lambda: value_bomb(1000),
    "strings": lambda: strings(1000, 200_000),
    "dictionaries_of_layers": lambda: custom_data_of_layers(200),
    "lists_of_layers": lambda: list_ops_of_layers(200),
}
