# SPDX-License-Identifier: Apache-2.0
"""Random skeleton scenes of random_skel_scene.py whose animations take their samples from value clips.

Clips of one animation have samples of other joints and shapes, so that arrays may have the wrong size.
`write_scene(seed, folder)` writes root.usda and the clips, and returns the root layer.
"""

import re

import random_scene
import random_skel_scene

SAMPLES = re.compile(r"^( *)(\S+ \S+)\.timeSamples = .*")


class Scene(random_skel_scene.Scene):
    def __init__(self, seed):
        super().__init__(seed)
        self.clips = {}

    def block(self, name, path):
        """Returns the lines of a random animation instead of writing them."""
        start = len(self.lines)
        super().animation(name, path)
        lines = self.lines[start:]
        del self.lines[start:]
        return lines

    def animation(self, name, path):
        lines = self.block(name, path)
        if self.chance(75):
            count = self.random.randint(1, 3)
            blocks = [lines] + [self.block(name, self.animations.pop()) for _ in range(count - 1)]
            files = []
            for block in blocks:
                files.append(f"clip{len(self.clips)}.usda")
                self.clips[files[-1]] = "#usda 1.0\n" + "\n".join(block) + "\n"
            lines = self.clipped(lines, files, name)
        self.lines += lines

    def clipped(self, lines, files, name):
        starts = sorted(self.random.sample([0, 1, 2, 3, 5, 8], len(files)))
        starts[0] = 0 if self.chance(70) else starts[0]
        active = ", ".join(f"({start}, {i})" for i, start in enumerate(starts))
        knots = self.random.choice(["(0, 0), (10, 10)", "(0, 10), (10, 0)", "(0, 0), (5, 10), (5, 0), (10, 5)", "(2, 3)",
                                    "(0, 1), (4, 1), (10, 7)"])
        clips = ["clips = {", "dictionary default = {", "asset[] assetPaths = [" + ", ".join(f"@{f}@" for f in files) + "]",
                 f"double2[] active = [{active}]", f"double2[] times = [{knots}]", f'string primPath = "/{name}"']
        if self.chance(30):
            clips.append("bool interpolateMissingClipValues = true")
        if self.chance(40):
            clips.append(f"asset manifestAssetPath = @{files[0]}@")
        # The head of an animation ends with a parenthesis if it has metadata, and else with the name.
        head = lines[0].removesuffix(" (")
        body = lines[1:] if head != lines[0] else [")"] + lines[1:]
        body = [SAMPLES.sub(r"\1\2", line) if not self.chance(8) else line for line in body]
        return [head + " ("] + clips + ["}", "}"] + body

    def files(self):
        return {"root.usda": self.text()} | self.clips


def write_scene(seed, folder):
    """Writes the scene of `seed` and returns its root layer."""
    return random_scene.write_files(Scene(seed).files(), folder)
