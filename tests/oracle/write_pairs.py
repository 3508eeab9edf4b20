#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes layers in both encodings, so that readers can be compared with each other.

usage: write_pairs.py FOLDER FILE...

FOLDER gets `<n>.usda` and `<n>.usdc` of each layer that usd-core reads; index.tsv maps the numbers to files. Then
`USDSCOPE_PAIRS=FOLDER format_tests --gtest_filter=UsdcEqualsText.*` compares the layers that we read from the two.
A file that is text or crate already is copied, and only the other encoding is written.

These differences in the scene collections are legitimate: metadata of plugins that usd-core lacks (a typed value in the
crate, a string in the text), a double that an old exporter stored as float, and the prim type `__AnyType__`, which text
does not show.
"""
import os
import shutil
import sys

from pxr import Sdf


def write_pair(number, source, folder):
    layer = Sdf.Layer.OpenAsAnonymous(source)
    stem = os.path.join(folder, "%05d" % number)
    with open(source, "rb") as f:
        start = f.read(8)
    for extension, cookies in ((".usda", (b"#usda", b"#sdf")), (".usdc", (b"PXR-USDC",))):
        if start.startswith(cookies):
            shutil.copyfile(source, stem + extension)
        else:
            layer.Export(stem + extension)


def main():
    folder, sources = sys.argv[1], sys.argv[2:]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "index.tsv"), "w") as index:
        for number, source in enumerate(sources):
            try:
                write_pair(number, source, folder)
                index.write("%05d\t%s\n" % (number, source))
            except Exception as error:
                print("left out: %s: %s" % (source, str(error).strip().splitlines()[-1].strip()))


main()
