#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares layers that we read and wrote with the originals in the reference, field by field.

    compare_layers.py USDSCOPE CORPORA [--every N] [--start I] [--only TEXT] [--text] [--show N]

`USDSCOPE cat FILE --out …` writes every layer of assets/INDEX.tsv and conformance/ as text and as crate, and usd-core
26.11 reads both. The facts it lists (paths, fields with values, and the order of children, properties, variant sets and
variants) must be those of the original. With --text our text must also equal Sdf.Layer.ExportToString. Legacy layers
(`#sdf`) are compared as copies with the current cookie.

Exits with 1 if anything differs. Needs `pip install usd-core==26.11`.
"""
import argparse
import collections
import functools
import os
import re
import subprocess
import sys
import tempfile

from pxr import Sdf, Tf

COOKIE = re.compile(rb"^#(sdf|menva) [0-9.]+")
ENDINGS = (".usd", ".usda", ".usdc", ".usdz", ".sdf")


def files_of(corpora):
    with open(os.path.join(corpora, "assets/INDEX.tsv")) as index:
        names = ["assets/" + line.split("\t")[0] for line in list(index)[1:]]
    for folder, _, files in os.walk(os.path.join(corpora, "conformance")):
        names += [os.path.relpath(os.path.join(folder, f), corpora) for f in files if f.endswith(ENDINGS)]
    return sorted(names)


def open_quietly(path):
    try:
        return Sdf.Layer.OpenAsAnonymous(path)
    except Tf.ErrorException:
        return None


def order_of(spec):
    if isinstance(spec, Sdf.PrimSpec):
        sets = {name: list(spec.variantSets[name].variants.keys()) for name in spec.variantSets.keys()}
        return list(spec.nameChildren.keys()), list(spec.properties.keys()), list(sets.items())
    return None


def info_of(layer, spec, field):
    try:
        return spec.GetInfo(field)
    except TypeError:  # The Python bindings cannot convert lists of layer offsets.
        return [(o.offset, o.scale) for o in layer.subLayerOffsets] if field == "subLayerOffsets" else "?"
    except UnicodeDecodeError:
        return "(not UTF-8)"


@functools.lru_cache(maxsize=None)
def todays_name(name):
    known = [getattr(Sdf.ValueTypeNames, n) for n in dir(Sdf.ValueTypeNames) if n[0].isupper()]
    return next((str(t) for t in known if isinstance(t, Sdf.ValueTypeName) and t == name), name)


def listing(layer, is_text):
    facts = {}

    def visit(path):
        spec = layer.GetObjectAtPath(path)
        if spec is None:
            return
        key = str(path)
        facts[key, "(spec)"] = type(spec).__name__
        order = order_of(spec)
        if order is not None:
            children, properties, sets = order
            if is_text:  # Text sorts properties and variants by name, in the reference and in ours.
                properties, sets = sorted(properties), [(name, sorted(variants)) for name, variants in sets]
            facts[key, "(order)"] = (children, properties, sets)
        for field in spec.ListInfoKeys():
            facts[key, field] = info_of(layer, spec, field)
        if is_text and isinstance(spec, Sdf.AttributeSpec):
            facts[key, "typeName"] = todays_name(str(spec.typeName))  # Text replaces an old type name by the current one.

    layer.Traverse(Sdf.Path.absoluteRootPath, visit)
    return facts


def same(a, b):
    try:
        if bool(a == b):
            return True
    except Exception:
        pass
    return repr(a) == repr(b)


def means_nothing(field, value):
    """Returns whether a field has the value that text implies but crates store only if authored."""
    unsaid = {"comment": "", "typeName": "__AnyType__", "variantSelection": {}}
    return (field in unsaid and value == unsaid[field]) or (field == "custom" and value is False) or (field == "variability" and value == Sdf.VariabilityVarying)


class Comparison:
    def __init__(self, usdscope, show):
        self.usdscope = usdscope
        self.show = show
        self.agreed = self.differing = 0
        self.files = collections.Counter()

    def say(self, text):
        if self.show > 0:
            self.show -= 1
            print(text, flush=True)

    def compare(self, name, kind, is_text, reference, ours):
        bad = 0
        for key in reference.keys() | ours.keys():
            if key in reference and key in ours and same(reference[key], ours[key]):
                self.agreed += 1
                continue
            value = reference.get(key, ours.get(key))
            if is_text and (key in reference) != (key in ours) and means_nothing(key[1], value):
                continue
            self.differing += 1
            bad += 1
            if bad <= 3:
                a, b = (str(d[key])[:150] if key in d else "(nothing)" for d in (reference, ours))
                self.say("%s [%s] <%s> %s\n    reference %s\n    ours      %s" % (name, kind, key[0], key[1], a, b))
        return bad

    def run(self, corpora, name, folder, with_text):
        source = os.path.join(corpora, name)
        asked = source
        with open(source, "rb") as file:
            start = file.read(16)
        if COOKIE.match(start):
            asked = os.path.join(folder, "legacy.usda")
            with open(source, "rb") as file, open(asked, "wb") as out:
                out.write(COOKIE.sub(b"#usda 1.0", file.read()))
        original = open_quietly(asked)
        if original is None:
            self.files["refused by the reference"] += 1
            return
        bad = 0
        for kind in ("usda", "usdc"):
            out = os.path.join(folder, "ours." + kind)
            ran = subprocess.run([self.usdscope, "cat", source, "--out", out], capture_output=True, text=True,
                                 errors="replace")
            written = open_quietly(out) if os.path.exists(out) else None
            if written is None:
                self.say("%s [%s] cannot be read back: %s" % (name, kind, ran.stderr.strip()[:200]))
                self.differing += 1
                bad += 1
                continue
            is_text = kind == "usda"
            if is_text and with_text:
                with open(out, "rb") as file:
                    if file.read() != original.ExportToString().encode():
                        self.files["text differs"] += 1
                        self.say("%s [text] differs" % name)
            expected = listing(original, is_text)
            if not is_text and any(field == "spline" for _, field in expected):
                # The reference shortens tangents when it reads splines from crates, also its own.
                copy = os.path.join(folder, "theirs.usdc")
                original.Export(copy)
                theirs = listing(open_quietly(copy), is_text)
                expected.update((key, value) for key, value in theirs.items() if key[1] == "spline")
            bad += self.compare(name, kind, is_text, expected, listing(written, is_text))
            os.remove(out)
        self.files["differ" if bad else "agree"] += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("usdscope")
    parser.add_argument("corpora")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--text", action="store_true")
    parser.add_argument("--show", type=int, default=40)
    options = parser.parse_args()
    comparison = Comparison(options.usdscope, options.show)
    names = [n for n in files_of(options.corpora) if options.only in n][options.start::options.every]
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            comparison.run(options.corpora, name, folder, options.text)
    print("%d files: %s" % (len(names), dict(comparison.files)))
    print("%d facts agreed, %d differing" % (comparison.agreed, comparison.differing))
    sys.exit(comparison.differing > 0)


if __name__ == "__main__":
    main()
