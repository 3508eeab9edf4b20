# SPDX-License-Identifier: Apache-2.0
"""Generates small random scenes about time: layer offsets and rates, samples, blocks, splines and value clips.

`files(seed)` returns the texts of root.usda and of the layers that it uses, by name; equal seeds give equal texts. The
frequency of each feature is random per scene, so that some scenes have few features.
"""

import random

FEATURES = ["samples", "spline", "default", "block", "animationBlock", "offset", "rate", "clips", "sets", "template",
            "manifest", "missing", "jump", "loop", "hold", "interpolate", "ancestor", "nested", "sublayer", "reference",
            "instance", "variant", "lostFile", "unequal", "timecode", "asset", "odd", "clipSpline"]
TYPES = {"x": "double", "f": "float", "i": "int", "d": "double[]", "q": "quatf", "t": "timecode", "a": "asset",
         "s": "string", "v": "float3", "h": "half", "b": "bool", "ts": "timecode[]", "m": "matrix2d"}


def number(x):
    return f"{x:.6g}"


class Scene:
    def __init__(self, seed):
        draw = self.random = random.Random(seed)
        self.weight = {feature: draw.choice([0.0, 0.15, 0.4, 0.8]) for feature in FEATURES}
        if draw.random() < 0.6:
            self.weight["clips"] = draw.choice([0.5, 0.9])
        self.names = draw.sample(list(TYPES), draw.randint(1, 4))
        if draw.random() < 0.7 and "x" not in self.names:
            self.names[0] = "x"
        self.has_sublayer = self.chance("sublayer")
        self.has_asset = self.chance("reference", 1.2)
        self.clip_count = draw.randint(1, 4)

    def chance(self, feature, factor=1.0):
        return self.random.random() < self.weight[feature] * factor

    def time(self):
        draw = self.random
        return draw.choice([draw.randint(-4, 24), draw.randint(0, 40) / 2, draw.randint(0, 12)])

    # ---- values -------------------------------------------------------------------------------

    def scalar(self, kind):
        draw = self.random
        if kind == "int":
            return str(draw.randint(-9, 99))
        if kind == "bool":
            return draw.choice(["true", "false"])
        if kind == "string":
            return f'"{draw.choice("abcdef")}"'
        if kind == "asset":
            return f"@./{draw.choice(['c1.usda', 'root.usda', 'none.png'])}@"
        if kind == "timecode":
            return number(self.time())
        if kind == "quatf":
            return "(" + ", ".join(number(draw.randint(-4, 4) / 2 or 0.5) for _ in range(4)) + ")"
        if kind == "float3":
            return "(" + ", ".join(number(draw.randint(-40, 40) / 4) for _ in range(3)) + ")"
        if kind == "matrix2d":
            return "((" + "), (".join(", ".join(str(draw.randint(-4, 4)) for _ in "ab") for _ in "ab") + "))"
        return number(draw.randint(-200, 200) / 8)

    def value(self, name):
        kind = TYPES[name]
        if not kind.endswith("[]"):
            return self.scalar(kind)
        count = self.random.randint(0, 3) if self.chance("unequal") else 2
        return "[" + ", ".join(self.scalar(kind[:-2]) for _ in range(count)) + "]"

    def samples(self, name, most=6):
        times = sorted({self.time() for _ in range(self.random.randint(1, most))})
        rows = [f"{number(t)}: " + ("None" if self.chance("block", 0.4) else self.value(name)) for t in times]
        return "{" + ", ".join(rows) + "}"

    def spline(self, kind):
        draw = self.random
        lines = []
        is_hermite = draw.random() < 0.2
        if is_hermite:
            lines.append("hermite")
        extrapolations = ["held", "linear", "none", f"sloped({number(draw.randint(-8, 8) / 4)})", "loop repeat",
                          "loop reset", "loop oscillate"]
        for side in ("pre", "post"):
            if draw.random() < 0.6:
                lines.append(f"{side}: {draw.choice(extrapolations)}")
        times = sorted({self.time() for _ in range(draw.randint(1, 5))})
        if len(times) > 1 and draw.random() < 0.25:
            start, end = sorted(draw.sample(range(len(times)), 2))
            lines.append(f"loop: ({number(times[start])}, {number(times[end])}, {draw.randint(0, 3)}, "
                         f"{draw.randint(0, 3)}, {number(draw.randint(-4, 4) / 2)})")

        def tangent():
            slope = number(draw.randint(-12, 12) / 4)
            return f"({slope})" if is_hermite else f"({number(draw.randint(0, 24) / 4)}, {slope})"

        for time in times:
            value = self.scalar(kind)
            if draw.random() < 0.2:
                value += " & " + self.scalar(kind)
            line = f"{number(time)}: {value}"
            if draw.random() < 0.6:
                line += f"; pre {tangent()}"
            if draw.random() < 0.8:
                way = draw.choice(["curve", "curve", "linear", "held", "none"])
                line += f"; post {way}" + (f" {tangent()}" if way == "curve" else "")
            lines.append(line)
        return "{\n" + "".join(f"    {line},\n" for line in lines) + "}"

    def attribute(self, name, weight=1.0):
        """Returns the opinions of one layer on an attribute as lines; sometimes none."""
        kind = TYPES[name]
        lines = []
        if self.chance("default", weight):
            value = "None" if self.chance("block", 0.5) else self.value(name)
            if self.chance("animationBlock", 0.3):
                value = "AnimationBlock"
            lines.append(f"{kind} {name} = {value}")
        if self.chance("samples", weight):
            lines.append(f"{kind} {name}.timeSamples = {self.samples(name)}")
        if kind in ("double", "float", "half", "timecode") and self.chance("spline", 0.5 * weight):
            lines.append(f"{kind} {name}.spline = {self.spline(kind)}")
        if not lines and self.random.random() < 0.3:
            lines.append(f"{kind} {name}")
        return lines

    # ---- clips --------------------------------------------------------------------------------

    def clip_set(self, name, has_all):
        draw = self.random
        entries = []
        is_template = self.chance("template", 0.6)
        if has_all or draw.random() < 0.7:
            if is_template:
                width = draw.choice(["#", "##", "#.##"])
                entries.append(f'string templateAssetPath = "./t.{width}.usda"')
                entries.append(f"double templateStartTime = {draw.randint(0, 3)}")
                entries.append(f"double templateEndTime = {draw.randint(2, 8)}")
                entries.append(f"double templateStride = {draw.choice([1, 1, 2, 0.5])}")
                if draw.random() < 0.3:
                    entries.append(f"double templateActiveOffset = {draw.choice([-0.5, 0.5, 1, -1])}")
            else:
                paths = [f"@./c{draw.randint(1, self.clip_count)}.usda@" for _ in range(draw.randint(1, 4))]
                if self.chance("lostFile", 0.3):
                    paths[draw.randrange(len(paths))] = "@./lost.usda@"
                entries.append("asset[] assetPaths = [" + ", ".join(paths) + "]")
                starts = sorted({self.time() for _ in range(draw.randint(1, 4))})
                if draw.random() < 0.5:
                    starts[0] = 0
                    starts = sorted(set(starts))
                rows = [(start, draw.randrange(len(paths))) for start in starts]
                if self.chance("odd", 0.1):
                    rows.append((rows[0][0], len(paths)))
                draw.random() < 0.2 and draw.shuffle(rows)
                entries.append("double2[] active = [" + ", ".join(f"({number(a)}, {b})" for a, b in rows) + "]")
        if (has_all or draw.random() < 0.5) and not is_template and draw.random() < 0.8:
            entries.append("double2[] times = [" + ", ".join(f"({number(a)}, {number(b)})" for a, b in self.times())
                           + "]")
        if has_all or draw.random() < 0.7:
            entries.append(f'string primPath = "{self.prim_path()}"')
        if self.chance("manifest"):
            entries.append(f"asset manifestAssetPath = @./m{draw.randint(1, 2)}.usda@")
        if self.chance("interpolate"):
            entries.append("bool interpolateMissingClipValues = " + draw.choice(["true", "true", "false"]))
        return f"dictionary {name} = {{\n" + "".join(f"    {entry}\n" for entry in entries) + "}"

    def prim_path(self):
        return self.random.choice(["/C", "/C", "/C", "/C/K"])

    def times(self):
        draw = self.random
        knots = []
        stage = float(draw.randint(-2, 4))
        inside = float(draw.randint(0, 4))
        for _ in range(draw.randint(1, 5)):
            knots.append((stage, inside))
            if self.chance("jump", 0.6):
                inside = float(draw.randint(0, 10))
                knots.append((stage, inside))
            step = draw.choice([1, 2, 4, 5, 2.5])
            stage += step
            inside += draw.choice([step, step, 0 if self.chance("hold") else step,
                                   -step if self.chance("loop") else 2 * step])
        self.chance("odd", 0.3) and draw.shuffle(knots)
        return knots

    def clips(self, weight=1.0):
        """Returns the metadata of a prim as lines."""
        if not self.chance("clips", weight):
            return []
        draw = self.random
        names = ["default"] + (draw.sample(["b", "a"], draw.randint(1, 2)) if self.chance("sets") else [])
        lines = ["clips = {"] + [self.clip_set(name, draw.random() < 0.85) for name in names] + ["}"]
        if len(names) > 1 and draw.random() < 0.6:
            draw.shuffle(names)
            edit = draw.choice(["", "", "prepend ", "append ", "delete "])
            chosen = ", ".join(f'"{name}"' for name in names[:draw.randint(1, len(names))])
            lines.append(f"{edit}clipSets = [{chosen}]")
        return lines

    # ---- layers -------------------------------------------------------------------------------

    def head(self, *lines):
        lines = list(lines)
        draw = self.random
        if self.chance("rate", 0.6):
            lines.append(f"timeCodesPerSecond = {draw.choice([12, 24, 30, 48])}")
        if self.chance("rate", 0.4):
            lines.append(f"framesPerSecond = {draw.choice([12, 24, 30, 48])}")
        return "#usda 1.0\n(\n" + "".join(f"    {line}\n" for line in lines) + ")\n"

    def offset(self):
        if not self.chance("offset"):
            return ""
        draw = self.random
        parts = []
        if draw.random() < 0.8:
            parts.append(f"offset = {number(draw.choice([-10, 4, 0.5, 10, 3]))}")
        if draw.random() < 0.6:
            parts.append(f"scale = {number(draw.choice([2, 0.5, 3, 1.5]))}")
        return " (" + "; ".join(parts) + ")" if parts else ""

    def prim(self, head, metadata, body):
        text = head
        if metadata:
            text += " (\n" + "\n".join(metadata) + "\n)"
        return text + "\n{\n" + "\n".join(body) + "\n}\n"

    def opinions(self, weight=1.0):
        return [line for name in self.names for line in self.attribute(name, weight)]

    def root(self):
        draw = self.random
        sublayers = []
        if self.has_sublayer:
            sublayers = ["subLayers = [" + ", ".join(f"@./{name}.usda@{self.offset()}"
                                                     for name in ["s1", "s2"][:draw.randint(1, 2)]) + "]"]
        kid = self.prim('def "K"', self.clips(0.3 if self.chance("nested") else 0), self.opinions(0.4))
        arcs = []
        if self.has_asset:
            arcs.append(f"references = @./asset.usda@</A>{self.offset()}")
        if self.chance("instance", 0.4):
            arcs.append("instanceable = true")
        model = self.prim('def "Model"', arcs + self.clips(0.7), self.opinions(0.4) + [kid])
        world = self.prim('def "World"', self.clips(0.7 if self.chance("ancestor") else 0), self.opinions(0.3) + [model])
        return self.head(*sublayers) + world

    def sublayer(self):
        model = self.prim('over "Model"', self.clips(0.6), self.opinions(0.7) + [self.prim('over "K"', [],
                                                                                          self.opinions(0.5))])
        return self.head() + self.prim('over "World"', self.clips(0.3), self.opinions(0.4) + [model])

    def asset(self):
        sub = [f"subLayers = [@./assetsub.usda@{self.offset()}]"] if self.chance("sublayer") else []
        return self.head(*sub) + self.prim('def "A"', self.clips(0.7), self.opinions(0.7)
                                           + [self.prim('def "K"', self.clips(0.2), self.opinions(0.7))])

    def asset_sublayer(self):
        return self.head() + self.prim('over "A"', self.clips(0.6), self.opinions(0.7))

    def clip_lines(self):
        lines = []
        for name in self.names:
            if self.chance("missing", 0.6):
                continue
            kind = TYPES[name]
            if kind in ("double", "float", "half", "timecode") and self.chance("clipSpline", 0.5):
                lines.append(f"{kind} {name}.spline = {self.spline(kind)}")
            else:
                lines.append(f"{kind} {name}.timeSamples = {self.samples(name)}")
        return lines

    def manifest_lines(self):
        lines = []
        for name in self.names:
            draw = self.random
            if draw.random() < 0.15:
                continue
            head = "uniform " if draw.random() < 0.05 else ""
            line = f"{head}{TYPES[name]} {name}"
            if self.chance("default", 0.5):
                line += " = " + ("None" if self.chance("block", 0.5) else self.value(name))
            lines.append(line)
            if self.chance("block", 0.4):
                lines.append(f"{head}{TYPES[name]} {name}.timeSamples = {{{number(self.time())}: None}}")
        return lines

    def clip(self):
        return self.head() + self.prim('def "C"', [], self.clip_lines() + [self.prim('over "K"', [], self.clip_lines())])

    def manifest(self):
        return self.head() + self.prim('over "C"', [], self.manifest_lines()
                                       + [self.prim('over "K"', [], self.manifest_lines())])

    def files(self):
        out = {"root": self.root(), "m1": self.manifest(), "m2": self.manifest()}
        for i in range(1, self.clip_count + 1):
            out[f"c{i}"] = self.clip()
        if self.weight["template"]:
            for name in ["0", "1", "2", "3", "5", "00", "01", "02", "03", "04", "1.00", "1.50", "2.00", "3.00", "2.50"]:
                if self.random.random() < 0.85:
                    out[f"t.{name}"] = self.clip()
        if self.has_sublayer:
            out |= {"s1": self.sublayer(), "s2": self.sublayer()}
        if self.has_asset:
            out |= {"asset": self.asset(), "assetsub": self.asset_sublayer()}
        return {f"{name}.usda": text for name, text in out.items()}


def files(seed):
    return Scene(seed).files()
