#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shrinks a scene that we compose differently from the reference, as long as it still differs.

    shrink_random.py 791 --out /tmp/s791                        # a seed of random_scene.py
    shrink_random.py /tmp/s791 --out /tmp/s791b --only ArcCycle # a folder of .usda files, root.usda among them

Removes layers, specs, fields and list items one at a time, until nothing more can be removed. Only differences are
considered whose trail matches --only and does not match --ignore. Has the requirements of compare_random.py.
"""

import argparse
import pathlib
import re
import sys
import tempfile

import random_scene
from compare_random import ROOT, differences

LISTS = ["explicitItems", "prependedItems", "appendedItems", "addedItems", "deletedItems", "orderedItems"]
# A spec must have the first four; the others are shrunk item by item.
KEPT_FIELDS = {"specifier", "typeName", "variability", "custom", "subLayers", "subLayerOffsets", "layerRelocates"}


class Shrinker:
    """Holds the layers as texts. A cut is tried on a copy, which is kept if the scene still differs."""

    def __init__(self, texts, program, only, ignore):
        self.texts, self.program, self.only, self.ignore = texts, program, only, ignore
        self.tried = 0

    def differs(self, texts):
        self.tried += 1
        with tempfile.TemporaryDirectory() as folder:
            write(texts, folder)
            found = differences(pathlib.Path(folder) / "root.usda", self.program)
        return any((not self.only or re.search(self.only, trail)) and
                   (not self.ignore or not re.search(self.ignore, trail)) for trail, _ in found or [])

    def keep_if_differs(self, texts):
        if not self.differs(texts):
            return False
        self.texts = texts
        return True

    def run(self):
        while self.cut_once():
            pass

    def cut_once(self):
        """Tries every cut once; returns whether any was kept."""
        has_cut = False
        for name in [name for name in self.texts if name != "root.usda"]:
            has_cut |= self.keep_if_differs({other: text for other, text in self.texts.items() if other != name})
        for name in list(self.texts):
            cuts = cuts_of(self.texts[name])
            while cuts:
                text = without(self.texts[name], cuts.pop(0))
                if text and text != self.texts[name] and self.keep_if_differs({**self.texts, name: text}):
                    has_cut = True
        return has_cut


def write(texts, folder):
    for name, text in texts.items():
        (pathlib.Path(folder) / name).write_text(text)


def layer_of(text):
    from pxr import Sdf
    layer = Sdf.Layer.CreateAnonymous(".usda")
    layer.ImportFromString(text)
    return layer


def lists_of(value):
    """Returns the lists of a list op with their items."""
    return [(field, list(getattr(value, field))) for field in LISTS if getattr(value, field, None)]


def cuts_of(text):
    """Returns the possible cuts of a layer, large ones first: (path, field or None, list or None, item)."""
    layer = layer_of(text)
    paths = []
    layer.Traverse("/", paths.append)
    paths = sorted({str(path) for path in paths} - {"/"}, key=lambda path: (path.count("/") + path.count("{"), path))
    found = [(path, None, None, None) for path in paths]
    found += [("/", "subLayers", None, i) for i in reversed(range(len(layer.subLayerPaths)))]
    found += [("/", "relocates", None, i) for i in reversed(range(len(layer.relocates)))]
    for path in ["/"] + paths:
        spec = layer.GetObjectAtPath(path)
        for field in spec.ListInfoKeys() if spec else []:
            if field in KEPT_FIELDS:
                continue
            found.append((path, field, None, None))
            for name, items in lists_of(spec.GetInfo(field)):
                if len(items) > 1:
                    found += [(path, field, name, i) for i in reversed(range(len(items)))]
    return found


def remove_spec(layer, path):
    from pxr import Sdf
    path = Sdf.Path(path)
    if not path.IsPrimVariantSelectionPath():
        edit = Sdf.BatchNamespaceEdit()
        edit.Add(path, Sdf.Path.emptyPath)
        return layer.Apply(edit)
    name, variant = path.GetVariantSelection()
    owner = layer.GetObjectAtPath(path.GetParentPath())
    if variant:
        owner.variantSets[name].RemoveVariant(owner.variantSets[name].variants[variant])
    else:
        del owner.variantSets[name]
    return True


def without(text, cut):
    """Returns the text of the layer after a cut; None if there is nothing left to cut."""
    path, field, name, item = cut
    layer = layer_of(text)
    spec = layer.GetObjectAtPath(path)
    if not spec:
        return None
    if field is None:
        remove_spec(layer, path)
    elif field == "subLayers" and item is not None:
        if item < len(layer.subLayerPaths):
            del layer.subLayerPaths[item]
    elif field == "relocates" and item is not None:
        layer.relocates = [pair for i, pair in enumerate(layer.relocates) if i != item]
        if not layer.relocates:
            layer.ClearRelocates()
    elif name is None:
        spec.ClearInfo(field)
    else:
        value = spec.GetInfo(field)
        items = list(getattr(value, name, []))
        setattr(value, name, items[:item] + items[item + 1:])
        spec.SetInfo(field, value)
    return layer.ExportToString()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scene", help="a seed, or a folder")
    parser.add_argument("--program", default=str(ROOT / "build/bin/usdscope"))
    parser.add_argument("--only", help="expression for trails of differences that count")
    parser.add_argument("--ignore", help="expression for trails of differences that do not")
    parser.add_argument("--out", required=True, help="folder for the small scene")
    args = parser.parse_args()
    folder = pathlib.Path(args.scene)
    if folder.is_dir():
        texts = {file.name: file.read_text() for file in sorted(folder.glob("*.usda"))}
    else:
        texts = random_scene.Scene(int(args.scene)).files()
    shrinker = Shrinker(texts, args.program, args.only, args.ignore)
    if not shrinker.differs(texts):
        print("nothing differs")
        return 1
    shrinker.run()
    out = pathlib.Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    write(shrinker.texts, out)
    for name, text in shrinker.texts.items():
        print(f"--- {name}\n{text}", end="")
    for trail, line in differences(out / "root.usda", args.program) or []:
        print(line)
    print(f"{shrinker.tried} scenes tried")
    return 0


if __name__ == "__main__":
    sys.exit(main())
