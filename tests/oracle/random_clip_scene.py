# SPDX-License-Identifier: Apache-2.0
"""Generates small random scenes whose value clips lie behind arcs: in variants, classes and references, over prims that
have specs elsewhere.

Equal seeds give equal texts.
"""

import random

from random_scene import write_files

NAMES = ["K", "L"]
DEPTH = 3
CLIPS = """clips = {{
    dictionary default = {{
        asset[] assetPaths = [@clip.usda@]
        asset manifestAssetPath = @clip.usda@
        string primPath = "/P{below}"
        double2[] active = [(0, 0)]
        double2[] times = [(0, 0), (4, {end})]
    }}
}}
"""


class Scene:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, part):
        return self.random.random() < part

    def prim(self, head, metadata, body):
        return f"{head} (\n{metadata}) {{\n{body}}}\n"

    def clips(self, part):
        if not self.chance(part):
            return ""
        return CLIPS.format(below=self.random.choice(["", "", "/K"]), end=self.random.choice([2, 4]))

    def tree(self, number=None, depth=0):
        """The body of a prim with descendants: `x` has samples that follow from a number, or only a declaration."""
        values = "" if number is None else f".timeSamples = {{0: {number}, 4: {number + 4}}}"
        text = f"double x{values}\n"
        for at, name in enumerate(NAMES if depth < DEPTH else []):
            if self.chance(0.8):
                below = None if number is None else 3 * number + 10 * (at + 1)
                text += self.prim(f'def "{name}"', "", self.tree(below, depth + 1))
        return text

    def specs(self, depth=0):
        """The body of a prim with opinions here and there."""
        opinions = ["double x\n", "double x = 7\n", "double x.timeSamples = {1: 5}\n"]
        text = self.random.choice(opinions) if self.chance(0.3) else ""
        for name in NAMES if depth < DEPTH else []:
            if self.chance(0.4):
                metadata = self.clips(0.25)
                if depth < 2 and self.chance(0.2):
                    metadata += "references = @topology.usda@</P>\n"
                text += self.prim(f'over "{name}"', metadata, self.specs(depth + 1))
        return text

    def model(self, name):
        layers = [layer for layer in ["a", "b", "topology"] if self.chance(0.75)]
        self.random.shuffle(layers)
        metadata = ""
        if layers:
            metadata = "references = [" + ", ".join(f"@{layer}.usda@</P>" for layer in layers) + "]\n"
        if self.chance(0.4):
            metadata += self.random.choice(["inherits", "specializes"]) + " = </C>\n"
        if self.chance(0.15):
            metadata += "instanceable = true\n"
        body = ""
        if self.chance(0.5):
            metadata += 'variants = {\nstring v = "a"\n}\nprepend variantSets = "v"\n'
            body = 'variantSet "v" = {\n' + self.prim('"a"', self.clips(0.6), self.specs()) + "}\n"
        return self.prim(f'def "{name}"', metadata, body + self.specs())

    def files(self):
        layers = {"clip.usda": self.prim('def "P"', "", self.tree(10)),
                  "topology.usda": self.prim('def "P"', "", self.tree())}
        for name in "ab":
            layers[f"{name}.usda"] = self.prim('over "P"', self.clips(0.6), self.specs())
        layers["root.usda"] = (self.prim('class "C"', self.clips(0.5), self.specs()) +
                               "".join(self.model(f"R{i}") for i in range(4)))
        return {name: "#usda 1.0\n" + text for name, text in layers.items()}


def write_scene(seed, folder):
    """Writes the scene of `seed` and returns its root layer."""
    return write_files(Scene(seed).files(), folder)
