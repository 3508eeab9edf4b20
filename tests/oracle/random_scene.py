# SPDX-License-Identifier: Apache-2.0
"""Generates small random scenes with interacting arcs of every kind.

`write_scene(seed, folder)` writes root.usda and the layers that it uses; equal seeds give equal files. Names come from a
small pool, so that opinions collide. The frequency of each feature is random per scene, so that some scenes have few
features and many arcs.
"""

import pathlib
import random

NAMES = ["A", "B", "C", "D"]
FEATURES = ["reference", "payload", "inherit", "specialize", "variant", "relocate", "offset", "instance", "class",
            "over", "internal", "rate", "attribute", "target", "metadata", "order", "inactive", "expression", "deep",
            "listop"]
APIS = ["CollectionAPI:c", "GeomModelAPI", "SkelBindingAPI", "X"]
TYPES = ["", "", "Xform", "Scope", "Sphere"]


class Scene:
    def __init__(self, seed, clips=None):
        """`clips` gives the texts of value clips, see random_arc_clips.py."""
        self.random = random.Random(seed)
        self.clips = clips
        draw = self.random
        self.weight = {feature: draw.choice([0.0, 0.15, 0.4, 0.8]) for feature in FEATURES}
        # A scene without arcs would test nothing.
        for arc in draw.sample(FEATURES[:6], 2):
            self.weight[arc] = draw.choice([0.4, 0.8])
        self.layer_names = ["root"] + [f"l{i}" for i in range(draw.randint(1, 4))]
        # Layers mostly refer to later layers, so that cycles are rare.
        self.allows_cycles = draw.random() < 0.1
        self.arc_count = 0
        self.max_arcs = draw.randint(4, 16)
        self.uses_expressions = draw.random() < self.weight["expression"]

    def chance(self, feature, factor=1.0):
        return self.random.random() < self.weight[feature] * factor

    def path(self, most=3):
        depth = self.random.choice([1, 1, 1, 2, 2, 3][:most * 2])
        return "/" + "/".join(self.random.choice(NAMES) for _ in range(depth))

    def files(self):
        texts = {name + ".usda": Layer(self, i).text() for i, name in enumerate(self.layer_names)}
        return texts | (self.clips.files() if self.clips else {})


class Layer:
    def __init__(self, scene, index):
        self.scene = scene
        self.index = index
        self.random = scene.random
        self.chance = scene.chance

    def others(self):
        names = self.scene.layer_names
        return names[1:] if self.scene.allows_cycles else names[self.index + 1:]

    def asset(self, name):
        if self.scene.uses_expressions and self.random.random() < 0.3:
            return "@`\"./" + name[:-1] + "${DIGIT}.usda\"`@" if name != "root" else "@root.usda@"
        return f"@./{name}.usda@"

    # ---- pieces of text -------------------------------------------------------------------------

    def offset_words(self):
        if not self.chance("offset"):
            return ""
        offset = self.random.choice([0, 10, -5, 2.5])
        scale = self.random.choice([1, 2, 0.5, 1, 2, 0 if self.random.random() < 0.1 else 4])
        words = [f"offset = {offset}"] if offset else []
        words += [f"scale = {scale}"] if scale != 1 else []
        return f" ({'; '.join(words)})" if words else ""

    def edit(self):
        return self.random.choice(["", "prepend ", "append ", "add ", "delete "]) if self.chance("listop") else "prepend "

    def asset_arcs(self, field):
        arcs = []
        for _ in range(self.random.choice([1, 1, 2])):
            target = "" if self.random.random() < 0.15 else f"<{self.scene.path()}>"
            if self.others() and not self.chance("internal", 0.6):
                arcs.append(self.asset(self.random.choice(self.others())) + target + self.offset_words())
            else:
                arcs.append((target or f"<{self.scene.path()}>") + self.offset_words())
        return f"{self.edit()}{field} = [{', '.join(arcs)}]"

    def class_arcs(self, field):
        paths = [f"<{self.scene.path()}>" for _ in range(self.random.choice([1, 1, 2]))]
        return f"{self.edit()}{field} = [{', '.join(paths)}]"

    def metadata(self, depth, sets):
        lines = []
        scene = self.scene
        for feature, make in (("reference", lambda: self.asset_arcs("references")),
                              ("payload", lambda: self.asset_arcs("payload")),
                              ("inherit", lambda: self.class_arcs("inherits")),
                              ("specialize", lambda: self.class_arcs("specializes"))):
            if scene.arc_count < scene.max_arcs and self.chance(feature, 0.6):
                scene.arc_count += 1
                lines.append(make())
        if self.chance("metadata", 0.5):
            lines.append(f'customData = {{ int x = {self.random.randint(0, 9)}; string {self.random.choice("pq")} = "v" }}')
        if self.chance("metadata", 0.4):
            lines.append(f'kind = "{self.random.choice(["component", "group", "assembly", "none"])}"')
        if self.chance("listop", 0.3):
            edit = self.random.choice(["", "prepend ", "append ", "delete "])
            lines.append(f"{edit}apiSchemas = [{quoted(self.random.sample(APIS, 2))}]")
        if self.chance("instance", 0.4):
            lines.append("instanceable = " + self.random.choice(["true", "true", "false"]))
        if self.chance("inactive", 0.15):
            lines.append("active = " + self.random.choice(["true", "false"]))
        if scene.clips:
            lines += scene.clips.set_lines()
        if sets or self.chance("variant", 0.4):
            names = sets or [self.random.choice("vw")]
            if sets:
                lines.append(f"{self.random.choice(['prepend ', 'append ', 'add ', ''])}variantSets = [{quoted(names)}]")
            if self.random.random() < 0.8:
                picks = "; ".join(f'string {name} = "{self.selection()}"' for name in names)
                lines.append(f"variants = {{ {picks} }}")
        return lines

    def selection(self):
        if self.scene.uses_expressions and self.random.random() < 0.2:
            return '`\\"${CHOICE}\\"`'
        return self.random.choice(["x", "y", "x", "y", ""])

    def properties(self):
        lines = []
        if self.chance("attribute", 0.8):
            lines.append(f"int a = {self.random.randint(0, 99)}")
        if self.chance("attribute", 0.4):
            times = ", ".join(f"{t}: {self.random.randint(0, 99)}" for t in sorted(self.random.sample(range(20), 3)))
            lines.append(f"double t.timeSamples = {{ {times} }}")
        if self.chance("attribute", 0.2):
            lines.append(f"timecode tc = {self.random.randint(0, 20)}")
        if self.chance("attribute", 0.2):
            lines.append("uniform token b = \"" + self.random.choice("mn") + "\"")
        if self.chance("attribute", 0.1):
            lines.append("asset f = @./l0.usda@")
        if self.chance("target", 0.5):
            targets = {f"<{self.scene.path()}{self.random.choice(['', '.a'])}>" for _ in range(self.random.choice([1, 2]))}
            edit = self.edit() if self.random.random() < 0.5 else ""
            lines.append(f"{edit}rel r = [{', '.join(sorted(targets))}]")
        if self.chance("target", 0.3):
            lines.append(f"{self.edit() if self.random.random() < 0.5 else ''}int a.connect = [<{self.scene.path()}.a>]")
        if self.scene.clips:
            lines += self.scene.clips.attribute_lines()
        return lines

    def body(self, depth, in_variant=0):
        lines = list(dict.fromkeys(self.properties()))
        if self.chance("order", 0.2):
            lines.append(f"reorder nameChildren = [{quoted(self.random.sample(NAMES, 3))}]")
        if self.chance("order", 0.1):
            lines.append('reorder properties = ["t", "a"]')
        most = 2 if depth == 0 else 1 if depth < 2 or self.chance("deep") else 0
        names = self.random.sample(NAMES, self.random.randint(0, most + 1 if depth < 2 else most))
        for name in names:
            lines += self.prim(name, depth + 1, in_variant)
        return lines

    def variant_set(self, name, depth, in_variant):
        lines = [f'variantSet "{name}" = {{']
        for variant in self.random.sample(["x", "y"], self.random.randint(1, 2)):
            nested = []
            metadata = [line for line in self.metadata(depth, [])]
            if in_variant < 2 and self.chance("variant", 0.25):
                other = self.random.choice("vw")
                metadata = [line for line in metadata if not line.startswith("variants")]
                metadata.append(f'prepend variantSets = ["{other}"]')
                metadata.append(f'variants = {{ string {other} = "{self.random.choice("xy")}" }}')
                nested = self.variant_set(other, depth, in_variant + 1)
            head = f' (\n{indented(metadata)}\n)' if metadata else ""
            lines += [f'  "{variant}"{head} {{', indented(self.body(depth, in_variant + 1) + nested, 2), "  }"]
        return lines + ["}"]

    def prim(self, name, depth, in_variant=0):
        sets = []
        if depth < 4 and self.chance("variant", 0.5):
            sets = self.random.sample(["v", "w"], self.random.choice([1, 1, 2]))
        specifier = "over" if self.chance("over", 0.6) else "class" if self.chance("class", 0.4) else "def"
        type_name = "" if specifier == "over" and self.random.random() < 0.8 else self.random.choice(TYPES)
        metadata = self.metadata(depth, sets)
        head = f" (\n{indented(metadata)}\n)" if metadata else ""
        body = self.body(depth, in_variant)
        for one in sets:
            body += self.variant_set(one, depth, in_variant)
        return [f'{specifier} {type_name + " " if type_name else ""}"{name}"{head}', "{", indented(body), "}"]

    def relocates(self):
        pairs = []
        for _ in range(self.random.randint(1, 3)):
            source = self.scene.path()
            target = self.random.choice([f"<{self.scene.path()}>", f"<{source.rsplit('/', 1)[0]}/R>", "<>"])
            pairs.append(f"<{source}>: {target}")
        return f"relocates = {{ {', '.join(pairs)} }}"

    def text(self):
        head = []
        if self.random.random() < 0.8:
            head.append(f'defaultPrim = "{self.random.choice(NAMES)}"')
        if self.chance("rate", 0.4):
            head.append(f"timeCodesPerSecond = {self.random.choice([24, 48, 12])}")
        if self.chance("relocate", 0.9 if self.index == 0 else 0.5):
            head.append(self.relocates())
        if self.scene.uses_expressions and (self.index == 0 or self.random.random() < 0.4):
            head.append(f'expressionVariables = {{ string DIGIT = "{self.random.randint(0, 2)}"; '
                        f'string CHOICE = "{self.random.choice("xy")}" }}')
        if self.others() and self.random.random() < (0.6 if self.index == 0 else 0.2):
            subs = self.random.sample(self.others(), min(len(self.others()), self.random.choice([1, 1, 2])))
            head.append("subLayers = [" + ", ".join(self.asset(s) + self.offset_words() for s in subs) + "]")
        lines = ["#usda 1.0"] + (["(", indented(head), ")"] if head else [])
        for name in self.random.sample(NAMES, self.random.randint(2, 4)):
            lines += self.prim(name, 1)
        if self.chance("order", 0.2):
            lines.append('reorder rootPrims = ["C", "A"]')
        return "\n".join(lines) + "\n"


def quoted(words):
    return ", ".join(f'"{word}"' for word in words)


def indented(lines, levels=1):
    return "\n".join("  " * levels + line for piece in lines for line in piece.split("\n"))


def write_files(files, folder):
    """Writes texts by name and returns the root layer."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder / "root.usda"


def write_scene(seed, folder):
    """Writes the scene of `seed` and returns its root layer."""
    return write_files(Scene(seed).files(), folder)
