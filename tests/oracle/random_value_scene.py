# SPDX-License-Identifier: Apache-2.0
"""Generates small random scenes of values: attributes of every type, array edits, path expressions, dictionaries and other
metadata, variable expressions, lists and connections, in sublayers, references, payloads, variants and instances.

`write_scene(seed, folder)` writes root.usda and the layers that it uses; equal seeds give equal files. The frequency of
each feature is random per scene.
"""

import random

from random_scene import indented, quoted, write_files

FEATURES = ["edit", "samples", "block", "dictionary", "asset", "expression", "list", "connection", "offset", "rate", "private",
            "variant", "instance", "payload", "sublayer", "api", "metadata", "spline", "odd", "animationBlock", "path", "deep"]
NUMBERS = {"int": "int", "uint": "uint", "int64": "int", "uint64": "uint", "uchar": "uint", "half": "real", "float": "real",
           "double": "real", "timecode": "real", "bool": "bool", "string": "text", "token": "text", "asset": "asset"}
SHAPES = {"int2": 2, "int3": 3, "int4": 4, "half2": 2, "half3": 3, "half4": 4, "float2": 2, "float3": 3, "float4": 4, "double2": 2,
          "double3": 3, "double4": 4, "quath": 4, "quatf": 4, "quatd": 4, "color3f": 3, "color4h": 4, "normal3f": 3, "point3d": 3,
          "vector3h": 3, "texCoord2f": 2, "texCoord3d": 3, "point3f": 3}
MATRICES = {"matrix2d": 2, "matrix3d": 3, "matrix4d": 4, "frame4d": 4}
KINDS = [*NUMBERS, *SHAPES, *MATRICES]
SPLINES = ["double", "float", "half", "timecode"]
NAMES = ["a", "b", "x:y", "\u00e9t\u00e9", "_1"]
PRIMS = ["A", "B", "\u00c4"]
APIS = ["CollectionAPI:c", "CollectionAPI:d:e", "CollectionAPI", "GeomModelAPI", "Unknown", "CoordSysAPI:x", "CollectionAPI:c:includes",
        "MaterialBindingAPI", "GeomModelAPI:z", "PhysicsDriveAPI:angular", "PhysicsLimitAPI:rotX", "ColorSpaceAPI"]
KEYS = ["k", "l", "m:n", "a b", "\u00e9"]


class Scene:
    def __init__(self, seed):
        draw = self.random = random.Random(seed)
        self.weight = {feature: draw.choice([0.0, 0.15, 0.4, 0.8]) for feature in FEATURES}
        # Each name has one type per scene, as a layer must not change it.
        self.types = {name: draw.choice(KINDS) + draw.choice(["", "", "[]"]) for name in NAMES}
        if draw.random() < self.weight["edit"]:
            self.types["a"] = draw.choice(["int[]", "double[]", "token[]", "float3[]", "string[]", "timecode[]", "quatf[]"])
        if draw.random() < self.weight["spline"]:
            self.types["b"] = draw.choice(SPLINES)
        if draw.random() < self.weight["path"]:
            self.types["x:y"] = "pathExpression"

    def chance(self, feature, factor=1.0):
        return self.random.random() < self.weight[feature] * factor

    # ---- values -------------------------------------------------------------------------------

    def expression(self):
        draw = self.random
        inner = draw.choice(["\"${A}\"", "\"./${A}.usda\"", "${A}", "if(eq(${N}, 1), \"x\", \"y\")", "if(${T}, \"${A}\", \"n\")", "\"${A}${B}\"",
                             "if(contains(${L}, \"x\"), \"in\", \"out\")", "at(${L}, 0)", "\"${LOST}\"", "if(and(${T}, defined(\"B\")), \"d\", \"u\")",
                             "\"a${B}b\"", "if(lt(${N}, 2), \"less\")", "if(or(not(${T}), neq(${N}, 3)), \"p.usda\", \"q.usda\")", "at(${L}, -1)",
                             "if(geq(len(${L}), 2), \"two\", \"one\")"])
        return "`" + inner + "`"

    def scalar(self, kind):
        draw = self.random
        if kind in MATRICES:
            size = MATRICES[kind]
            return "(" + ", ".join("(" + ", ".join(str(draw.randint(-3, 3)) for _ in range(size)) + ")" for _ in range(size)) + ")"
        if kind in SHAPES:
            one = "int" if kind.startswith("int") else "float"
            return "(" + ", ".join(self.scalar(one) for _ in range(SHAPES[kind])) + ")"
        way = NUMBERS[kind]
        if way == "int":
            return str(draw.randint(-9, 99))
        if way == "uint":
            return str(draw.randint(0, 200))
        if way == "bool":
            return draw.choice(["true", "false"])
        if way == "text":
            return draw.choice(['"p"', '"q"', '"\u00e9"', '"a b"', '""'])
        if way == "asset":
            path = draw.choice(["./sub.usda", "sub.usda", "../lost.png", "asset.usda", "./asset.usda", "", "a/../sub.usda", "tex.<UDIM>.png",
                                "/lost.png", "sub.usda[in.png]", "./t.#.usda", "http://host/x.usd"])
            return f"@{self.expression() if self.chance('expression', 0.5) else path}@"
        return str(draw.choice([0, 1, -1, 0.5, 2.25, -7.5, 100, 1e-3]))

    def array(self, kind, most=4):
        return "[" + ", ".join(self.scalar(kind) for _ in range(self.random.randint(0, most))) + "]"

    def path_expression(self):
        draw = self.random
        atoms = ["%_", "/World//", "//A", "A//", "B", "/World/A", "//{isa:Xform}", "%:c", "%/World:c", "../B", "/Lost", "//*.a", "/World/*.a"]
        text = draw.choice(atoms) if draw.random() < 0.9 else ""
        if not text:
            return '""'
        for _ in range(draw.choice([0, 1, 1, 2])):
            text += draw.choice([" + ", " - ", " & ", " "]) + draw.choice(["", "~"]) + draw.choice(atoms)
        return f'"{text}"'

    def edit(self, kind):
        draw = self.random
        index = lambda: f"[{draw.choice([0, 0, 1, 2, -1, -2, 5])}]"
        one = lambda: self.scalar(kind) if draw.random() < 0.7 else index()
        statements = [draw.choice([lambda: f"write {one()} to {index()}", lambda: f"insert {one()} at {index()}", lambda: f"prepend {one()}",
                                   lambda: f"append {one()}", lambda: f"erase {index()}", lambda: f"minsize {draw.randint(0, 5)}",
                                   lambda: f"minsize {draw.randint(0, 5)} fill {self.scalar(kind)}", lambda: f"resize {draw.randint(0, 5)}",
                                   lambda: f"resize {draw.randint(0, 5)} fill {self.scalar(kind)}", lambda: f"maxsize {draw.randint(0, 4)}"])()
                      for _ in range(draw.randint(1, 4))]
        return "edit [" + "; ".join(statements) + "]"

    def value(self, name):
        kind = self.types[name]
        if kind == "pathExpression":
            return self.path_expression()
        if not kind.endswith("[]"):
            return self.scalar(kind)
        # The reference does not apply edits of asset paths, see DIFFERENCES.md.
        return self.edit(kind[:-2]) if kind != "asset[]" and self.chance("edit", 0.6) else self.array(kind[:-2])

    def spline(self, kind):
        draw = self.random
        lines = [f"{side}: {draw.choice(['held', 'linear', 'none', 'sloped(0.5)', 'loop repeat', 'loop reset', 'loop oscillate'])}"
                 for side in ("pre", "post") if draw.random() < 0.5]
        times = sorted(draw.sample(range(-2, 12), draw.randint(1, 4)))
        if len(times) > 1 and draw.random() < 0.3:
            lines.append(f"loop: ({times[0]}, {times[-1]}, {draw.randint(0, 2)}, {draw.randint(0, 2)}, {draw.choice([0, 1, -2])})")
        for time in times:
            line = f"{time}: {self.scalar(kind)}" + (f" & {self.scalar(kind)}" if draw.random() < 0.2 else "")
            if draw.random() < 0.5:
                line += f"; pre ({draw.choice([0, 0.5, 2])}, {draw.choice([0, 1, -2])})"
            if draw.random() < 0.7:
                line += "; post " + draw.choice(["curve (0.5, 1)", "curve (1, -1)", "linear", "held", "none"])
            lines.append(line)
        return "{\n" + "".join(f"  {line},\n" for line in lines) + "}"

    # ---- metadata -----------------------------------------------------------------------------

    def entry(self, key, depth=0):
        draw = self.random
        name = key if key.isidentifier() and draw.random() < 0.7 else f'"{key}"'
        if draw.random() < 0.3 and depth < 3:
            return f"dictionary {name} = {self.dictionary(depth + 1)}"
        kind = draw.choice(["int", "double", "string", "token", "asset", "timecode", "float3", "bool", "half", "matrix2d", "quatf", "uchar"])
        if self.chance("asset"):
            kind = draw.choice(["asset", "timecode"])
        if draw.random() < 0.3:
            return f"{kind}[] {name} = {self.array(kind)}"
        return f"{kind} {name} = {self.scalar(kind)}"

    def dictionary(self, depth=0):
        keys = self.random.sample(KEYS, self.random.randint(0 if depth else 1, 3))
        return "{" + "; ".join(self.entry(key, depth) for key in keys) + (";" if keys else "") + "}"

    def list_edit(self):
        return self.random.choice(["", "prepend ", "append ", "delete ", "add ", "reorder "]) if self.chance("list") else self.random.choice(["", "prepend "])

    def common(self):
        draw = self.random
        lines = []
        if self.chance("dictionary"):
            lines.append(f"customData = {self.dictionary()}")
        if self.chance("dictionary", 0.3):
            lines.append(f"assetInfo = {self.dictionary()}")
        if self.chance("metadata", 0.4):
            lines.append(draw.choice(['doc = "d"', 'displayName = "n"', "hidden = true", "hidden = false", 'displayGroup = "g"', 'unknown = "u"',
                                      "unknown = 3", "unknown = [1, 2]", "prepend unknown = [1, 2]", 'unknown = ["s"]', "unknown = {int a = 1; }"]))
        if self.chance("private", 0.4):
            lines.append("permission = private")
        return lines

    def property_metadata(self):
        draw = self.random
        lines = self.common()
        if self.chance("metadata", 0.3):
            lines.append(draw.choice(['interpolation = "vertex"', 'colorSpace = "raw"', "elementSize = 3", 'allowedTokens = ["p", "q"]',
                                      "noLoadHint = true", "arraySizeConstraint = 2", "unauthoredValuesIndex = 1", 'connectability = "interfaceOnly"',
                                      'renderType = "r"', 'outputName = "o"', "limits = {dictionary soft = {int minimum = 1; }; }", "displayUnit = cm"]))
        return f" (\n{indented(lines)}\n)" if lines else ""

    # ---- prims --------------------------------------------------------------------------------

    def target(self):
        draw = self.random
        return "/" + draw.choice(["World", "World", "Asset", "Lost"]) + "".join(
            "/" + draw.choice(PRIMS) for _ in range(draw.choice([0, 1, 1, 2]))) + draw.choice(["", "", ".a", ".b", ".x:y", ".r"])

    def attribute(self, name):
        draw = self.random
        kind = self.types[name]
        head = draw.choice(["", "", "custom ", "uniform ", "custom uniform "]) if self.chance("odd") else ""
        lines = []
        if draw.random() < 0.7:
            value = "None" if self.chance("block", 0.3) else "AnimationBlock" if self.chance("animationBlock", 0.3) else self.value(name)
            lines.append(f"{head}{kind} {name} = {value}{self.property_metadata()}")
        else:
            lines.append(f"{head}{kind} {name}{self.property_metadata()}")
        if self.chance("samples", 0.6) and kind != "pathExpression":
            times = sorted(draw.sample(range(-3, 15), draw.randint(1, 3)))
            rows = ", ".join(f"{time}: {'None' if self.chance('block', 0.2) else self.value(name)}" for time in times)
            lines.append(f"{head}{kind} {name}.timeSamples = {{{rows}}}")
        if kind in SPLINES and self.chance("spline", 0.7):
            lines.append(f"{head}{kind} {name}.spline = {self.spline(kind)}")
        if self.chance("connection", 0.4):
            targets = sorted({f"<{self.target()}>" for _ in range(draw.randint(1, 2))})
            lines.append(f"{self.list_edit()}{head}{kind} {name}.connect = [{', '.join(targets)}]")
        return lines

    def body(self, depth, children=True):
        draw = self.random
        lines = []
        for name in draw.sample(NAMES, draw.randint(1, 3)):
            lines += self.attribute(name)
        if self.chance("list", 0.8):
            targets = sorted({f"<{self.target()}>" for _ in range(draw.randint(1, 3))})
            lines.append(f"{self.list_edit()}rel r = [{', '.join(targets)}]")
        if self.chance("list", 0.2):
            lines.append(f'reorder properties = ["b", "a", "r"]')
        for name in draw.sample(PRIMS, draw.randint(0, 2)) if children and depth < 3 else []:
            lines += self.prim(name, depth + 1, draw.choice(["def", "over", "def"]))
        return lines

    def prim(self, name, depth, specifier, arcs=()):
        draw = self.random
        metadata = self.common() + list(arcs)
        if self.chance("api", 0.6):
            metadata.append(f"{self.list_edit()}apiSchemas = [{quoted(draw.sample(APIS, draw.randint(1, 3)))}]")
        if self.chance("metadata", 0.3):
            metadata.append(draw.choice(['kind = "component"', 'kind = "other"', "instanceable = false", "active = true", 'inactiveIds = [1, 2]',
                                         'prepend inactiveIds = [3]', 'delete inactiveIds = [1]', 'append clipSets = ["c"]']))
        lines = []
        if self.chance("variant", 0.4) and depth < 3:
            choice = draw.choice(["x", "y", '`\\"${B}\\"`'])
            metadata += [f'variants = {{string v = "{choice}"; }}', 'prepend variantSets = ["v"]']
            lines = ['variantSet "v" = {']
            for variant in "xy":
                own = self.common()
                lines += [f'"{variant}"' + (f" (\n{indented(own)}\n)" if own else "") + " {", indented(self.body(3)), "}"]
            lines.append("}")
        kind = draw.choice(["Xform ", "", "Scope "]) if specifier == "def" else ""
        head = f" (\n{indented(metadata)}\n)" if metadata else ""
        return [f'{specifier} {kind}"{name}"{head}', "{", indented(self.body(depth) + lines), "}"]

    def offset(self):
        if not self.chance("offset"):
            return ""
        return f" (offset = {self.random.choice([-3, 2, 10, 0.5])}; scale = {self.random.choice([1, 2, 0.5, 3])})"

    def variables(self):
        draw = self.random
        entries = ['string A = "sub"', 'string A = "asset"', 'string B = "x"', 'string B = "y"', 'string B = "`\\"${A}\\"`"', "int N = 1", "int N = 3",
                   "bool T = true", "bool T = false", 'string[] L = ["x", "y"]', "string[] L = []", 'string[] L = ["z"]', "int64 N = 2",
                   "double D = 1.5"]
        chosen = {entry.split()[1]: entry for entry in draw.sample(entries, draw.randint(2, 7))}
        return "expressionVariables = {" + "; ".join(chosen.values()) + ";}"

    def layer(self, *prims, sublayers=()):
        head = []
        if self.chance("rate", 0.5):
            head.append(f"timeCodesPerSecond = {self.random.choice([12, 24, 48])}")
        if self.chance("expression"):
            head.append(self.variables())
        if self.chance("dictionary", 0.4):
            head.append(f"customLayerData = {self.dictionary()}")
        if sublayers:
            head.append("subLayers = [" + ", ".join(f"@{name}@{self.offset()}" for name in sublayers) + "]")
        head += [line for line in self.common() if line.startswith("doc")]
        return "\n".join(["#usda 1.2"] + (["(", indented(head), ")"] if head else []) + [line for prim in prims for line in prim]) + "\n"

    def files(self):
        arcs = []
        if self.chance("payload", 1.2):
            arcs.append(f"payload = @asset.usda@</Asset>{self.offset()}")
        if self.chance("instance", 1.2):
            asset = self.random.choice(["@asset.usda@", '@`"${A}.usda"`@' if self.chance("expression") else ""])
            arcs.append(f"references = {asset}</Asset>{self.offset()}")
            arcs += ["instanceable = true"] if self.random.random() < 0.5 else []
        sublayers = ["sub.usda"] if self.chance("sublayer", 1.2) else []
        world = self.prim("World", 0, "def", arcs)
        other = self.prim("Other", 1, "def", arcs) if arcs else []
        return {"root.usda": self.layer(world, other, self.prim("Asset", 2, "class"), sublayers=sublayers),
                "sub.usda": self.layer(self.prim("World", 1, "over"), self.prim("Asset", 2, "over")),
                "asset.usda": self.layer(self.prim("Asset", 1, "def"), sublayers=["asub.usda"] if self.chance("sublayer") else []),
                "asub.usda": self.layer(self.prim("Asset", 1, "over"))}


def write_scene(seed, folder):
    """Writes the scene of `seed` and returns its root layer."""
    return write_files(Scene(seed).files(), folder)
