#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the files that the reference resolves asset paths to, from layers in and beside packages.

Writes tests/assets/usdz/resolved.tsv: anchor, authored path and identifier (or nothing), relative to
that folder. Needs usd-core 26.11 (pip install usd-core).
"""
import os

from pxr import Ar, Sdf

here = os.path.dirname(os.path.abspath(__file__))
folder = os.path.join(os.path.dirname(here), "assets", "usdz") + "/"
anchors = """layers.usdz layers.usdz[y.usda] layers.usdz[dir/b.usdz] layers.usdz[dir/b.usdz[t.usda]]
out.usda nested_first.usdz""".split()
authored = """./x.usda x.usda y.usda w.usda ./w.usda ../w.usda ../../out.usda out.usda ./out.usda
b.usdz b.usdz[t.usda] ./b.usdz[t.usda] deep/d.usda dir/deep/d.usda deep/../x.usda ./deep//../x.usda
nope.usda s.usda ./s.usda t.usda n[1].usda ./n[1].usda layers.usdz layers.usdz[y.usda]
../usdz/out.usda ../usdz/layers.usdz[dir/x.usda] layers.usdz[./y.usda] ./dir""".split()

os.chdir("/")  # Nothing may be found in the working folder.
with open(folder + "resolved.tsv", "w") as table:
    for anchor in anchors:
        layer = Sdf.Layer.FindOrOpen(folder + anchor)
        for path in authored:
            identifier = Sdf.ComputeAssetPathRelativeToLayer(layer, path)
            resolved = Ar.GetResolver().Resolve(identifier).GetPathString()
            table.write(f"{anchor}\t{path}\t{(resolved + '/').replace(folder, '').rstrip('/')}\n")
