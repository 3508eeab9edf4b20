# SPDX-License-Identifier: Apache-2.0
"""Adds value clips to the scenes of random_scene.py: clip sets on prims of every kind, and attributes that they may give.

`write_scene(seed, folder)` writes the scene of the seed with clips. Clips draw from numbers of their own, so that
everything else is as in the scene of random_scene.py with that seed.
"""

import random_scene
import random_time_scene

# The names of random_scene.py's attributes, which have other types there, are missing.
ATTRIBUTES = ["x", "i", "f", "d", "v", "ts", "s"]
TEMPLATE_NUMBERS = ["0", "1", "2", "3", "5", "00", "01", "02", "03", "1.00", "1.50", "2.00", "2.50", "3.00"]


class Clips(random_time_scene.Scene):
    """The texts of clip sets, of attributes, and of the layers that clip sets name."""

    def __init__(self, seed):
        super().__init__(seed)
        draw = self.random
        self.names = ["x"] + draw.sample(ATTRIBUTES[1:], draw.randint(0, 2))
        self.weight["clips"] = draw.choice([0.05, 0.15, 0.4])

    def prim_path(self):
        return self.random.choice(["/C", "/C", "/C/A", "/C/B", "/D", "/C/A/B"])

    def set_lines(self):
        lines = self.clips()
        if self.chance("clips", 0.3) and len(lines) < 4:
            edit = self.random.choice(["", "prepend ", "append ", "add ", "delete "])
            names = self.random.sample(["default", "a", "b"], self.random.randint(1, 2))
            lines = [line for line in lines if "clipSets" not in line] + [f"{edit}clipSets = [{random_scene.quoted(names)}]"]
        return ["\n".join(lines)] if lines else []

    def attribute_lines(self):
        return self.opinions(0.4) if self.random.random() < 0.5 else []

    def tree(self, make, name, depth=0):
        """A prim with the lines of `make()`, and descendants with the names of random scenes."""
        children = []
        for child in random_scene.NAMES if depth < 3 else []:
            if self.random.random() < (0.7, 0.5, 0.25)[depth]:
                children.append(self.tree(make, child, depth + 1))
        return self.prim(f'over "{name}"', [], make() + children)

    def layer(self, make):
        return self.head() + "".join(self.tree(make, name) for name in "CD")

    def files(self):
        out = {f"m{i}": self.layer(self.manifest_lines) for i in (1, 2)}
        out |= {f"c{i + 1}": self.layer(self.clip_lines) for i in range(self.clip_count)}
        for number in TEMPLATE_NUMBERS if self.weight["template"] else []:
            if self.random.random() < 0.85:
                out[f"t.{number}"] = self.layer(self.clip_lines)
        return {f"{name}.usda": text for name, text in out.items()}


def write_scene(seed, folder):
    """Writes the scene of `seed` and returns its root layer."""
    return random_scene.write_files(random_scene.Scene(seed, Clips(seed)).files(), folder)
