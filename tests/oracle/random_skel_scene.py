# SPDX-License-Identifier: Apache-2.0
"""Generates random skeleton scenes as text. Equal seeds give equal scenes.

Bindings occur at any level, with and without the applied schema, with typed and typeless prims between.
Arrays have wrong sizes, unknown names and values out of range. Rigs are instanced.
"""

import random

GROUPS = ["Xform", "Xform", "Scope", "", "SkelRoot"]


def number(x):
    return f"{x:.4g}"


def tuples(rows):
    return "[" + ", ".join("(" + ", ".join(map(number, row)) + ")" for row in rows) + "]"


def numbers(values):
    return "[" + ", ".join(number(v) if isinstance(v, float) else str(v) for v in values) + "]"


def tokens(names):
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def matrix(rows):
    return "(" + ", ".join("(" + ", ".join(map(number, row)) + ")" for row in rows) + ")"


class Scene:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 0
        self.skeletons = []
        self.animations = []
        self.joints = self.joint_tree()
        self.shapes = [f"shape{i}" for i in range(self.random.randint(1, 4))]

    # ---- text -----------------------------------------------------------------------------------

    def write(self, text):
        self.lines.append("    " * self.depth + text)

    def open(self, specifier, type_name, name, metadata=()):
        head = f'{specifier} {type_name + " " if type_name else ""}"{name}"'
        self.write(head + (" (" if metadata else ""))
        if metadata:
            for line in metadata:
                self.write("    " + line)
            self.write(")")
        self.write("{")
        self.depth += 1

    def close(self):
        self.depth -= 1
        self.write("}")

    # ---- chance ---------------------------------------------------------------------------------

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def uniform(self, size=1.0):
        return float(f"{self.random.uniform(-size, size):.4g}")

    def vectors(self, count, size=1.0):
        return [[self.uniform(size) for _ in range(3)] for _ in range(count)]

    def quaternion(self):
        q = [self.random.gauss(0, 1) for _ in range(4)]
        length = sum(x * x for x in q) ** 0.5 or 1.0
        return [x / length for x in q] if not self.chance(3) else q

    def affine(self, wild=False):
        w, x, y, z = self.quaternion()
        n = (w * w + x * x + y * y + z * z) or 1.0
        w, x, y, z = (v / n ** 0.5 for v in (w, x, y, z))
        rows = [[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
                [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
                [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)]]
        scales = [self.random.uniform(0.5, 2) for _ in range(3)] if wild or self.chance(25) else [1, 1, 1]
        if wild and self.chance(20):
            scales[0] = -scales[0]
        rows = [[scale * v for v in row] + [0] for scale, row in zip(scales, rows)]
        if wild and self.chance(30):
            rows[0][1] += 0.3
        return rows + [[self.uniform(3) for _ in range(3)] + [1]]

    def size_near(self, count, percent=6):
        """Returns `count`, and sometimes another number."""
        return max(0, count + self.random.choice([-2, -1, 1, 2])) if self.chance(percent) else count

    # ---- rigs -----------------------------------------------------------------------------------

    def joint_tree(self):
        names = []
        for i in range(self.random.randint(1, 7)):
            parent = self.random.choice([""] + names) if not self.chance(15) else ""
            gap = f"gap{i}/" if self.chance(20) else ""
            names.append((parent + "/" if parent else "") + f"{gap}j{i}")
        return names

    def joint_order(self, percent_other=10):
        names = [n for n in self.joints if not self.chance(25)]
        self.random.shuffle(names)
        if self.chance(percent_other):
            names.insert(self.random.randint(0, len(names)), "nobody")
        if names and self.chance(4):
            names.append(names[0])
        return names

    def skeleton(self, name, path):
        joints = list(self.joints)
        if self.chance(5):
            self.random.shuffle(joints)
        metadata = ['prepend apiSchemas = ["SkelBindingAPI"]'] if self.chance(70) else []
        if self.chance(3):
            metadata.append("active = false")
        self.open("def", "Skeleton" if not self.chance(3) else "Xform", name, metadata)
        self.write(f"uniform token[] joints = {tokens(joints)}")
        for transforms, missing in (("bindTransforms", 4), ("restTransforms", 15)):
            if not self.chance(missing):
                rows = [matrix(self.affine(wild=self.chance(30))) for _ in range(self.size_near(len(joints), 4))]
                self.write(f"uniform matrix4d[] {transforms} = [{', '.join(rows)}]")
        if self.chance(30):
            self.animation_source()
        self.transform()
        self.close()
        self.skeletons.append(path)

    def samples(self, declaration, value):
        kind = self.random.random()
        if kind < 0.03:
            return
        if kind < 0.06:
            self.write(f"{declaration} = None")
        elif kind < 0.25:
            self.write(f"{declaration} = {value()}")
        else:
            times = sorted(self.random.sample([0, 1, 2.5, 4, 7, 10], self.random.randint(1, 4)))
            rows = ", ".join(f"{t}: {'None' if self.chance(3) else value()}" for t in times)
            self.write(f"{declaration}.timeSamples = {{{rows}}}")

    def animation(self, name, path):
        metadata = ["active = false"] if self.chance(4) else []
        self.open("def", "SkelAnimation" if not self.chance(4) else "Xform", name, metadata)
        joints = self.joints if self.chance(40) else self.joint_order()
        if not self.chance(4):
            self.write(f"uniform token[] joints = {tokens(joints)}")
        count = self.size_near(len(joints), 4)
        self.samples("float3[] translations", lambda: tuples(self.vectors(self.size_near(count, 1), 2)))
        self.samples("quatf[] rotations", lambda: tuples(self.quaternion() for _ in range(count)))
        self.samples("half3[] scales", lambda: tuples(
            [[1, 1, 1] if self.chance(70) else [self.random.uniform(0.5, 2) for _ in range(3)]
             for _ in range(count)]))
        if self.chance(70):
            shapes = [s for s in self.shapes if not self.chance(20)] + (["other"] if self.chance(20) else [])
            self.random.shuffle(shapes)
            self.write(f"uniform token[] blendShapes = {tokens(shapes)}")
            self.samples("float[] blendShapeWeights",
                         lambda: numbers([self.uniform(1.6) for _ in range(self.size_near(len(shapes), 3))]))
        self.close()
        self.animations.append(path)

    def relation(self, name, targets, other):
        chosen = [self.random.choice(targets)] if targets else []
        if self.chance(4):
            chosen.append(other)
        if self.chance(4):
            chosen = [other]
        if self.chance(3):
            chosen = ["/World/Nowhere"]
        if self.chance(3):
            chosen = []
        paths = ", ".join(f"<{path}>" for path in chosen)
        self.write(f"rel {name} = [{paths}]")

    def animation_source(self):
        self.relation("skel:animationSource", self.animations, "/World")

    # ---- bindings -------------------------------------------------------------------------------

    def influences(self, point_count, joint_count):
        size = self.random.randint(1, 5)
        rigid = self.chance(20)
        interpolation = "constant" if rigid else "vertex"
        count = self.size_near(size if rigid else size * point_count, 3)
        top = joint_count - 1 if not self.chance(4) else joint_count
        indices = [self.random.randint(0, max(top, 0)) for _ in range(count)]
        if count and self.chance(2):
            indices[-1] = -1
        weights = [self.random.random() if not self.chance(15) else self.random.choice([0.0, -0.25])
                   for _ in range(self.size_near(count, 2))]
        if self.chance(70):
            for i in range(0, len(weights), size):
                total = sum(abs(w) for w in weights[i:i + size]) or 1.0
                weights[i:i + size] = [w / total for w in weights[i:i + size]]
        sizes = [size, size if not self.chance(2) else size + 1]
        kinds = [interpolation, interpolation if not self.chance(2) else "uniform"]
        if self.chance(2):
            kinds = ["varying"] * 2
        if not self.chance(3):
            self.write(f'int[] primvars:skel:jointIndices = {numbers(indices)} '
                       f'(elementSize = {sizes[0]}; interpolation = "{kinds[0]}")')
        if not self.chance(3):
            self.write(f'float[] primvars:skel:jointWeights = {numbers(weights)} '
                       f'(elementSize = {sizes[1]}; interpolation = "{kinds[1]}")')

    def geom_bind(self):
        self.write(f"matrix4d primvars:skel:geomBindTransform = {matrix(self.affine(wild=self.chance(30)))}")

    def method(self):
        name = self.random.choice(["classicLinear", "dualQuaternion", "dualQuaternion"])
        self.write(f'uniform token primvars:skel:skinningMethod = "{name if not self.chance(4) else "magic"}"')

    def blend_shapes(self, point_count, path):
        names = [s for s in self.shapes if not self.chance(20)]
        self.random.shuffle(names)
        if self.chance(15):
            names.append("unanimated")
        self.write(f"uniform token[] skel:blendShapes = {tokens(names)}")
        targets = [f"<{path}/S{i}>" for i in range(len(names) - (1 if self.chance(3) else 0))]
        self.write(f"rel skel:blendShapeTargets = [{', '.join(targets)}]")
        for i in range(len(names)):
            self.blend_shape(f"S{i}", point_count)

    def blend_shape(self, name, point_count):
        # Inactive and missing shapes are left out: the reference would use another shape's offsets.
        self.open("def", "BlendShape", name)
        count = point_count
        if self.chance(50):
            count = self.random.randint(0, point_count)
            indices = self.random.sample(range(point_count), count)
            if indices and self.chance(4):
                indices[-1] = point_count + 3
            self.write(f"uniform int[] pointIndices = {numbers(indices)}")
        if not self.chance(4):
            self.write(f"uniform vector3f[] offsets = {tuples(self.vectors(self.size_near(count, 3)))}")
        if self.chance(40):
            self.write(f"uniform vector3f[] normalOffsets = {tuples(self.vectors(self.size_near(count, 3)))}")
        if self.chance(40):
            weights = [self.uniform(2) for _ in range(self.random.randint(1, 3))]
            if self.chance(10):
                weights.append(self.random.choice([0, 1, 1.0000001]))
            if self.chance(15):
                weights.append(weights[0])
            for i, weight in enumerate(weights):
                kind = self.random.choice(["point3f[]", "vector3f[]"])
                metadata = f" (weight = {number(weight)})" if not self.chance(5) else ""
                self.write(f"uniform {kind} inbetweens:i{i} = {tuples(self.vectors(count))}{metadata}")
                if self.chance(30):
                    self.write(f"uniform vector3f[] inbetweens:i{i}:normalOffsets = {tuples(self.vectors(count))}")
        self.close()

    def transform(self):
        if not self.chance(50):
            return
        names = ["xformOp:translate"]
        if self.chance(40):
            rows = ", ".join(f"{t}: ({', '.join(map(number, self.vectors(1, 2)[0]))})" for t in (0, 5, 10))
            self.write(f"double3 xformOp:translate.timeSamples = {{{rows}}}")
        else:
            self.write(f"double3 xformOp:translate = ({', '.join(map(number, self.vectors(1, 2)[0]))})")
        if self.chance(30):
            names.append("xformOp:rotateXYZ")
            self.write(f"float3 xformOp:rotateXYZ = ({', '.join(map(number, self.vectors(1, 90)[0]))})")
        if self.chance(10):
            names.insert(0, "!resetXformStack!")
        self.write(f"uniform token[] xformOpOrder = {tokens(names)}")

    # ---- prims ----------------------------------------------------------------------------------

    def geometry(self, name, path):
        kind = self.random.choice(["Mesh"] * 6 + ["Points", "BasisCurves", "Sphere", "Xform"])
        api = ['prepend apiSchemas = ["SkelBindingAPI"]'] if not self.chance(10) else []
        self.open("def", kind, name, api)
        count = self.random.choice([3, 4, 4, 5])
        faces = list(range(count))
        if kind == "Mesh":
            self.write(f"int[] faceVertexCounts = [{count}]")
            self.random.shuffle(faces)
            self.write(f"int[] faceVertexIndices = {numbers(faces)}")
        if kind in ("Mesh", "Points", "BasisCurves"):
            if self.chance(12):
                rows = ", ".join(f"{t}: {tuples(self.vectors(count))}" for t in (0, 5, 10))
                self.write(f"point3f[] points.timeSamples = {{{rows}}}")
            elif not self.chance(3):
                self.write(f"point3f[] points = {tuples(self.vectors(count))}")
            if kind != "Points" and self.chance(40):
                where = self.random.choice(["vertex", "varying", "faceVarying", "uniform"])
                self.write(f"normal3f[] normals = {tuples(self.vectors(count))} "
                           f'(interpolation = "{where}")')
        if kind == "BasisCurves":
            self.write(f"int[] curveVertexCounts = [{count}]")
            self.write('uniform token type = "linear"')
        if self.chance(90):
            self.influences(count, len(self.joints))
        self.site(own=True)
        if self.chance(50):
            self.blend_shapes(count, path)
        self.transform()
        if self.chance(10):
            self.geometry_child(path)
        self.close()

    def geometry_child(self, path):
        self.open("def", "Mesh", "below", ['prepend apiSchemas = ["SkelBindingAPI"]'])
        self.write("point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]")
        self.close()

    def site(self, own=False):
        """Returns binding properties for any prim."""
        if self.chance(60 if own else 45):
            self.relation("skel:skeleton", self.skeletons, "/World")
        if self.chance(35):
            self.animation_source()
        if self.chance(20):
            self.write(f"uniform token[] skel:joints = {tokens(self.joint_order())}")
        if self.chance(40 if own else 15):
            self.geom_bind()
        if self.chance(25):
            self.method()

    def group(self, name, path, level):
        kind = self.random.choice(GROUPS)
        api = ['prepend apiSchemas = ["SkelBindingAPI"]'] if self.chance(75) else []
        self.open("def", kind, name, api)
        self.site()
        if self.chance(12):
            self.influences(4, len(self.joints))
        self.transform()
        for i in range(self.random.randint(1, 3)):
            if level < 2 and self.chance(35):
                self.group(f"G{i}", f"{path}/G{i}", level + 1)
            else:
                self.geometry(f"M{i}", f"{path}/M{i}")
        self.close()

    def character(self):
        """Returns a rig to be instanced; its paths are those of the class."""
        kept = (self.skeletons, self.animations, self.joints)
        self.skeletons, self.animations = [], []
        path = "/_class_Character"
        self.open("class", "SkelRoot", "_class_Character", ['prepend apiSchemas = ["SkelBindingAPI"]'])
        self.animation("Anim", f"{path}/Anim")
        self.skeleton("Skel", f"{path}/Skel")
        self.site()
        self.geometry("M0", f"{path}/M0")
        self.geometry("M1", f"{path}/M1")
        self.close()
        self.skeletons, self.animations, self.joints = kept

    def instances(self):
        for i in range(self.random.randint(1, 3)):
            metadata = ["prepend references = </_class_Character>", 'prepend apiSchemas = ["SkelBindingAPI"]']
            if self.chance(75):
                metadata.append("instanceable = true")
            self.open("def", "", f"I{i}", metadata)
            if self.chance(75):
                self.animation_source()
            self.transform()
            self.close()

    def text(self):
        self.lines = ["#usda 1.0", "(", "    startTimeCode = 0", "    endTimeCode = 10", ")", ""]
        has_character = self.chance(50)
        if has_character:
            self.character()
        self.open("def", self.random.choice(["Xform", "Xform", "SkelRoot"]), "World",
                  ['prepend apiSchemas = ["SkelBindingAPI"]'] if self.chance(40) else [])
        if self.chance(25):
            self.write(f"rel skel:animationSource = </World/Anim0>")
        for i in range(self.random.randint(1, 3)):
            self.animation(f"Anim{i}", f"/World/Anim{i}")
        if self.chance(20):
            offset = f"(offset = {self.random.randint(-2, 5)}; scale = {self.random.choice([0.5, 1, 2])})"
            self.open("def", "SkelAnimation", "Shifted", [f"references = </World/Anim0> {offset}"])
            self.close()
            self.animations.append("/World/Shifted")
        for i in range(self.random.randint(1, 2)):
            self.skeleton(f"Skel{i}", f"/World/Skel{i}")
        for i in range(self.random.randint(1, 3)):
            self.group(f"R{i}", f"/World/R{i}", 0)
        if has_character:
            self.instances()
        self.close()
        return "\n".join(self.lines) + "\n"


def scene_text(seed):
    return Scene(seed).text()
