# SPDX-License-Identifier: Apache-2.0
"""Generates small random scenes of geometry: transforms, bounds, visibility, purposes, primvars, materials, collections
and point instancers, in sublayers, references, classes and instances.

`write_scene(seed, folder)` writes root.usda and the layers that it uses; equal seeds give equal files. Names come from a
small pool, so that opinions collide. The frequency of each feature is random per scene.
"""

import random

from random_scene import indented, quoted, write_files

NAMES = ["A", "B", "C", "D"]
FEATURES = ["transform", "reset", "inverse", "visibility", "purpose", "primvar", "material", "collection", "expression",
            "extent", "hint", "samples", "instance", "inherit", "instancer", "curves", "api", "block", "odd", "offset", "subset",
            "nested", "draw"]
OPS = {"translate": ["double3", "float3", "half3"], "scale": ["float3", "double3", "half3"],
       "rotateX": ["float", "double", "half"], "rotateY": ["double", "float"], "rotateZ": ["half", "double"],
       "rotateXYZ": ["float3", "double3"], "rotateZYX": ["float3", "half3"], "rotateYXZ": ["double3"], "rotateXZY": ["float3"],
       "rotateYZX": ["float3"], "rotateZXY": ["double3"], "orient": ["quatf", "quatd", "quath"], "transform": ["matrix4d"],
       "translateX": ["double", "float"], "translateY": ["float"], "translateZ": ["half"], "scaleX": ["double"],
       "scaleY": ["float"], "scaleZ": ["float"]}
SHAPES = {"Sphere": ["radius"], "Cube": ["size"], "Cone": ["radius", "height"], "Cylinder": ["radius", "height"],
          "Capsule": ["radius", "height"], "Plane": ["width", "length"], "Cylinder_1": ["radiusTop", "radiusBottom", "height"],
          "Capsule_1": ["radiusTop", "radiusBottom", "height"]}
POINTS = ["Mesh", "Points", "BasisCurves", "NurbsCurves", "HermiteCurves", "NurbsPatch", "TetMesh", "PointInstancer"]
PRIMVARS = ["displayColor", "displayOpacity", "st", "x", "x:y"]
PRIMVAR_TYPES = {"displayColor": "color3f[]", "displayOpacity": "float[]", "st": "texCoord2f[]", "x": "int", "x:y": "string[]"}
PURPOSES = ["default", "render", "proxy", "guide", "proxy", "render", "other"]


class Scene:
    def __init__(self, seed):
        draw = self.random = random.Random(seed)
        self.weight = {feature: draw.choice([0.0, 0.15, 0.4, 0.8]) for feature in FEATURES}
        self.primvar_types = dict(PRIMVAR_TYPES)
        if self.chance("odd"):
            self.primvar_types = {name: draw.choice(list(PRIMVAR_TYPES.values())) for name in PRIMVARS}
        self.kinds = draw.sample([*SHAPES, *POINTS, "Xform", "Xform", "Scope", "", "Material", "Camera", "Model"], 6)

    def chance(self, feature, factor=1.0):
        return self.random.random() < self.weight[feature] * factor

    def path(self, root=None):
        draw = self.random
        below = "/".join(draw.choice(NAMES) for _ in range(draw.choice([0, 1, 1, 2])))
        return "/" + (root or draw.choice(["World", "World", "World/" + draw.choice(NAMES), "Class", "Asset"])) + ("/" + below if below else "")

    # ---- values -------------------------------------------------------------------------------

    def number(self):
        return self.random.choice([0, 1, 1, 2, -1, 0.5, 3, -2.5, 10, 0.25])

    def scalar(self, kind):
        draw = self.random
        if kind in ("float", "double", "half"):
            return f"{self.number()}"
        if kind == "int":
            return str(draw.randint(-1, 5))
        if kind in ("token", "string"):
            return f'"{draw.choice("abc")}"'
        if kind.startswith("quat"):
            return draw.choice(["(1, 0, 0, 0)", "(0.5, 0.5, 0.5, 0.5)", "(0, 1, 0, 0)", "(0.6, 0, 0.8, 0)", "(2, 0, 0, 0)", "(0, 0, 0, 0)"])
        if kind == "matrix4d":
            rows = [[draw.choice([0, 0, 1, -1, 2]) if column < 3 else 0 for column in range(4)] for _ in range(3)]
            if draw.random() < 0.7:
                rows = [[self.number() if row == column else 0 for column in range(4)] for row in range(3)]
            rows.append([self.number() for _ in range(3)] + [1])
            return "(" + ", ".join("(" + ", ".join(map(str, row)) + ")" for row in rows) + ")"
        size = 2 if "2" in kind else 3
        return "(" + ", ".join(f"{self.number()}" for _ in range(size)) + ")"

    def value(self, kind, count=None):
        if not kind.endswith("[]"):
            return self.scalar(kind)
        count = self.random.choice([0, 1, 2, 3, 4, 4]) if count is None else count
        return "[" + ", ".join(self.scalar(kind[:-2]) for _ in range(count)) + "]"

    def attribute(self, kind, name, make=None, head="", metadata=""):
        """The opinions on an attribute as lines: a default, samples, or both."""
        make = make or (lambda: self.value(kind))
        lines = []
        if self.chance("samples", 0.6) and "uniform" not in head:
            rows = ", ".join(f"{time}: {'None' if self.chance('block', 0.2) else make()}"
                             for time in sorted(self.random.sample(range(-2, 12), self.random.randint(1, 3))))
            lines.append(f"{kind} {name}.timeSamples = {{{rows}}}")
        if not lines or self.random.random() < 0.3:
            value = "None" if self.chance("block", 0.2) else make()
            lines.append(f"{head}{kind} {name} = {value}{metadata}")
        elif metadata:
            lines.append(f"{head}{kind} {name}{metadata}")
        return lines

    def tokens(self, name, options, head="uniform "):
        return self.attribute("token", name, lambda: f'"{self.random.choice(options)}"', head)

    # ---- pieces of prims ----------------------------------------------------------------------

    def transform(self):
        draw = self.random
        lines, order = [], []
        for _ in range(draw.randint(1, 4)):
            name = draw.choice(list(OPS) if draw.random() < 0.5 else ["translate", "rotateXYZ", "scale", "transform", "orient"])
            full = f"xformOp:{name}" + draw.choice(["", "", ":pivot", ":a", ":a:b"])
            if full in order:
                continue
            kind = draw.choice(OPS[name]) if not self.chance("odd", 0.08) else draw.choice(["float", "double3", "int"])
            lines += self.attribute(kind, full)
            order.append(full)
            if self.chance("inverse", 0.5):
                order.append("!invert!" + draw.choice(order).removeprefix("!invert!"))
        if self.chance("odd", 0.2):
            order.append(draw.choice(["xformOp:lost", "xformOp:translate:lost", "other", "!invert!xformOp:scale:lost", order[0]]))
        if self.chance("reset", 0.4):
            order.insert(0 if draw.random() < 0.8 else len(order), "!resetXformStack!")
        if draw.random() < 0.9:
            lines.append(f"uniform token[] xformOpOrder = [{quoted(order)}]")
        return lines

    def primvar(self):
        draw = self.random
        name = draw.choice(PRIMVARS)
        kind = self.primvar_types[name]
        words = []
        if draw.random() < 0.8:
            words.append(f'interpolation = "{draw.choice(["constant", "constant", "uniform", "vertex", "varying", "faceVarying", "odd"])}"')
        if draw.random() < 0.2:
            words.append(f"elementSize = {draw.choice([1, 2, 3])}")
        lines = self.attribute(kind, f"primvars:{name}", metadata=f" ({'; '.join(words)})" if words else "")
        if draw.random() < 0.3:
            lines += self.attribute("int[]", f"primvars:{name}:indices")
        return lines

    def bindings(self):
        draw = self.random
        lines = []
        purpose = draw.choice(["", "", ":preview", ":full", ":other"])
        target = draw.choice([self.path(), "/World/Looks/" + draw.choice("MN"), "/World/Looks/M", "/World/Looks/N"])
        strength = draw.choice(["", "", ' (bindMaterialAs = "strongerThanDescendants")', ' (bindMaterialAs = "weakerThanDescendants")',
                                ' (bindMaterialAs = "fallbackStrength")'])
        if self.chance("collection", 0.5):
            name = draw.choice("pq") + draw.choice(["", ":r"])
            owner = draw.choice(["/World", self.path(), "/World/" + draw.choice(NAMES)])
            targets = [f"<{owner}.collection:{draw.choice('cd')}>", f"<{target}>"]
            if self.chance("odd", 0.2):
                draw.shuffle(targets)
            lines.append(f"rel material:binding:collection{purpose}:{name} = [{', '.join(targets)}]{strength}")
        else:
            value = f"<{target}>" if not self.chance("block", 0.1) else draw.choice(["None", "[]", f"[<{target}>, </World/Looks/Lost>]"])
            lines.append(f"rel material:binding{purpose} = {value}{strength}")
        return lines

    def collection(self, name):
        draw = self.random
        lines = []
        base = f"collection:{name}"
        if draw.random() < 0.6:
            rules = ["expandPrims", "expandPrims", "explicitOnly", "expandPrimsAndProperties"] + (["odd"] if self.chance("odd", 0.3) else [])
            lines.append(f'uniform token {base}:expansionRule = "{draw.choice(rules)}"')
        if self.chance("expression", 0.7):
            atoms = ["//", "/World", "/World//", "//A", "/World/*", "//B//", f"{self.path()}", f"{self.path()}//", "A//", "B", "..//C",
                     "//{isa:Gprim}", "//{kind:component}", "//{active:true}", f"%{self.path()}:d", "%:d", "%_", "//[AB]", "//?", "//{isa:Xform}/C",
                     "//{abstract:false}", "//*{purpose:render}", "//A{defined:true}", "//{hasAPI:GeomModelAPI}", "//*.radius", "/World.a"]
            text = draw.choice(atoms)
            for _ in range(draw.choice([0, 0, 1, 2])):
                text += draw.choice([" ", " + ", " - ", " & "]) + draw.choice(["", "", "~"]) + draw.choice(atoms)
            lines.append(f'uniform pathExpression {base}:membershipExpression = "{text}"')
        if draw.random() < 0.7:
            edit = draw.choice(["", "", "prepend ", "append "])
            targets = {self.path() + draw.choice(["", "", "", ".collection:d", ".radius"]) for _ in range(draw.randint(1, 3))}
            lines.append(f"{edit}rel {base}:includes = [{', '.join(f'<{t}>' for t in sorted(targets))}]")
        if draw.random() < 0.4:
            lines.append(f"rel {base}:excludes = [<{self.path()}>]")
        if draw.random() < 0.15:
            lines.append(f"uniform bool {base}:includeRoot = {draw.choice(['true', 'false'])}")
        return lines

    def shape(self, kind):
        draw = self.random
        lines = []
        for name in SHAPES[kind]:
            if draw.random() < 0.6:
                lines += self.attribute("float" if kind != "Plane" and self.chance("odd", 0.1) else "double", name,
                                        lambda: draw.choice(["1", "2", "0.5", "0", "-1", "3"]))
        if draw.random() < 0.4 and kind not in ("Sphere", "Cube"):
            lines.append(f'uniform token axis = "{draw.choice("XYZ" + ("W" if self.chance("odd") else ""))}"')
        return lines

    def vectors(self, kind, count=None):
        count = self.random.choice([0, 1, 2, 3, 4]) if count is None else count
        return self.value(kind + "[]", count)

    def points(self, kind):
        draw = self.random
        count = draw.choice([1, 2, 3, 4, 4, 8])
        unlike = self.chance("odd", 0.4)
        size = lambda: draw.choice([0, 1, count, count + 1]) if unlike else count
        lines = []
        if kind == "PointInstancer":
            # A target outside of the reference leaves the reference without instances, see DIFFERENCES.md.
            prototypes = [f"<{self.path(self.top)}>" for _ in range(draw.randint(1, 2))]
            if draw.random() < 0.8:
                lines.append(f"rel prototypes = [{', '.join(prototypes)}]")
            lines += self.attribute("int[]", "protoIndices", lambda: "[" + ", ".join(
                str(draw.choice([0, 0, 1] + ([-1, 5] if self.chance("odd", 0.2) else []))) for _ in range(size())) + "]")
            lines += self.attribute("point3f[]", "positions", lambda: self.vectors("point3f", size()))
            for name, of in (("orientations", "quath"), ("orientationsf", "quatf"), ("scales", "float3"), ("velocities", "vector3f"),
                             ("angularVelocities", "vector3f"), ("accelerations", "vector3f"), ("ids", "int64")):
                if draw.random() < 0.3:
                    make = (lambda: "[" + ", ".join(str(draw.choice([i, i, 7])) for i in range(size())) + "]") if name == "ids" else \
                        (lambda: self.vectors(of, size()))
                    lines += self.attribute(of + "[]", name, make)
            if draw.random() < 0.3:
                lines += self.attribute("int64[]", "invisibleIds", lambda: draw.choice(["[0]", "[1, 2]", "[7]", "[]"]))
            return lines
        lines += self.attribute("point3f[]", "points", lambda: self.vectors("point3f", size()))
        if draw.random() < 0.5 and kind != "Mesh":
            of = draw.choice([0, 1, count])
            metadata = draw.choice(["", ' (interpolation = "constant")', ' (interpolation = "vertex")'])
            lines += self.attribute("float[]", draw.choice(["widths", "widths", "primvars:widths"]), lambda: self.vectors("float", of), metadata=metadata)
        if "Curves" in kind:
            lines += self.attribute("int[]", "curveVertexCounts", lambda: f"[{size()}]")
        if kind in ("Mesh", "NurbsPatch") and draw.random() < 0.5:
            lines += ["int[] faceVertexCounts = [4]", "int[] faceVertexIndices = [0, 1, 2, 3]"] if kind == "Mesh" else \
                     [f"int uVertexCount = {size()}", "int vVertexCount = 1"]
        if draw.random() < 0.2:
            lines += self.attribute("vector3f[]", "velocities", lambda: self.vectors("vector3f", size()))
        return lines

    def extent(self, name, count):
        lows = lambda: "(" + ", ".join(str(self.random.choice([-1, -2, 0])) for _ in range(3)) + ")"
        highs = lambda: "(" + ", ".join(str(self.random.choice([1, 3, 0])) for _ in range(3)) + ")"
        size = lambda: self.random.choice([0, 1, 3]) if self.chance("odd", 0.3) else count
        return self.attribute("float3[]", name, lambda: "[" + ", ".join(([lows(), highs()] * 4)[:size()]) + "]")

    # ---- prims --------------------------------------------------------------------------------

    def metadata(self, kind):
        draw = self.random
        lines = []
        if self.chance("inherit", 0.3):
            lines.append(f"{draw.choice(['inherits', 'inherits', 'specializes'])} = </Class{draw.choice(['', '/A', '/B'])}>")
        if self.chance("instance", 0.4):
            lines.append(f"{draw.choice(['', 'prepend '])}references = {draw.choice(['@asset.usda@', ''])}</Asset>" + self.offset())
            if draw.random() < 0.6:
                lines.append("instanceable = true")
        apis = [api for api in ("MaterialBindingAPI", "GeomModelAPI", "CollectionAPI:c", "CollectionAPI:d", "MotionAPI", "VisibilityAPI",
                                "XformCommonAPI") if draw.random() < (0.6 if api.startswith(("Mat", "Coll")) else 0.15)]
        if apis and self.chance("api", 1.2):
            lines.append(f"prepend apiSchemas = [{quoted(apis)}]")
        if draw.random() < 0.2:
            lines.append(f'kind = "{draw.choice(["component", "group", "assembly", "subcomponent"])}"')
        if draw.random() < 0.05:
            lines.append("active = false")
        if kind == "PointInstancer" and draw.random() < 0.3:
            lines.append(draw.choice(["", "prepend ", "append ", "delete "]) + "inactiveIds = [0, 2]")
        return lines

    def offset(self):
        if not self.chance("offset", 0.6):
            return ""
        return f" (offset = {self.random.choice([-3, 2, 10])}; scale = {self.random.choice([1, 2, 0.5])})"

    def body(self, kind):
        draw = self.random
        lines = []
        if self.chance("transform", 0.7):
            lines += self.transform()
        if kind in SHAPES:
            lines += self.shape(kind)
        if kind in POINTS:
            lines += self.points(kind)
        if self.chance("visibility", 0.4):
            lines += self.tokens("visibility", ["invisible", "inherited", "invisible", "inherited", "odd"], "")
        if self.chance("visibility", 0.1):
            lines += self.tokens(draw.choice(["guide", "proxy", "render"]) + "Visibility", ["invisible", "visible", "inherited"])
        if self.chance("purpose", 0.5):
            lines += self.tokens("purpose", PURPOSES)
        for _ in range(draw.randint(1, 3) if self.chance("primvar", 0.7) else 0):
            lines += self.primvar()
        for _ in range(draw.randint(1, 2) if self.chance("material", 0.7) else 0):
            lines += self.bindings()
        for name in "cd":
            if self.chance("collection", 0.5):
                lines += self.collection(name)
        if self.chance("extent", 0.5):
            lines += self.extent("extent", 2)
        if self.chance("hint", 0.4):
            lines += self.extent("extentsHint", draw.choice([2, 2, 4, 6, 8]))
        if self.chance("draw", 0.2):
            lines += self.tokens("model:drawMode", ["bounds", "origin", "cards", "default", "inherited"])
        # The reference refuses some layers that state a property twice.
        return list({line.split(" = ")[0].split(" (")[0]: line for line in lines}.values())

    def prim(self, name, depth, specifier="def", kind=None):
        draw = self.random
        if name not in NAMES + ["S"]:
            self.top = name
        kind = draw.choice(self.kinds) if kind is None else kind
        if specifier == "over" and draw.random() < 0.8:
            kind = ""
        metadata = self.metadata(kind)
        if kind == "Model":
            kind = "Xform"
            metadata = [line for line in metadata if not line.startswith("kind")] + ['kind = "component"']
        lines = self.body(kind)
        for child in draw.sample(NAMES, draw.choice([0, 1, 2, 2]) if depth < 3 else 0):
            lines += self.prim(child, depth + 1, "over" if specifier == "over" or draw.random() < 0.15 else "def")
        if self.chance("subset", 0.2) and depth < 3:
            lines += self.prim("S", 4, specifier, "GeomSubset")
        head = f" (\n{indented(metadata)}\n)" if metadata else ""
        return [f'{specifier} {kind + " " if kind else ""}"{name}"{head}', "{", indented(lines), "}"]

    def layer(self, head, *prims):
        return "\n".join(["#usda 1.0"] + (["(", indented(head), ")"] if head else []) + [line for prim in prims for line in prim]) + "\n"

    def files(self):
        draw = self.random
        looks = ['def "Looks"', "{", '  def Material "M" {}', '  def Material "N" {}', "}"]
        world = self.prim("World", 0, kind=draw.choice(["Xform", "Xform", "Scope", ""]))
        world[-2] += "\n" + indented(looks)
        head = ["startTimeCode = 0", f"endTimeCode = {draw.choice([10, 6, 9])}"] if draw.random() < 0.7 else []
        if draw.random() < 0.2:
            head.append(f"timeCodesPerSecond = {draw.choice([24, 12, 48])}")
        has_sublayer = draw.random() < 0.4
        if has_sublayer:
            head.append(f"subLayers = [@sub.usda@{self.offset()}]")
        files = {"root.usda": self.layer(head, world, self.prim("Class", 1, "class"), self.prim("Asset", 1))}
        files["asset.usda"] = self.layer([], self.prim("Asset", 0, kind=draw.choice(["Xform", "Model", "", "Scope"])),
                                         self.prim("Class", 2, "class"))
        if has_sublayer:
            files["sub.usda"] = self.layer([], self.prim("World", 0, "over"), self.prim("Asset", 1))
        return files


def write_scene(seed, folder):
    """Writes the scene of `seed` and returns its root layer."""
    return write_files(Scene(seed).files(), folder)
