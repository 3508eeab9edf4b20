#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `package --asset FILE --list-dependencies` with UsdUtils.ComputeAllDependencies of usd-core 26.11.

    compare_dependencies.py USDSCOPE CORPORA [--every N]

For every layer and package in CORPORA/assets and conformance that the reference opens, compares the layers, the other
files found, and the names of missing files. Asset paths with expressions that evaluate to nothing are left out. For clip
templates without a folder the reference finds nothing, while we find the clips.
"""
import argparse
import os
import subprocess
import sys

from pxr import Sdf, Tf, UsdUtils


def real(path):
    """Returns the path with links resolved; the part inside a package stays unchanged."""
    package, bracket, entry = path.partition("[")
    return os.path.realpath(package) + bracket + entry


def base(path):
    """Returns the file name of a path; for an entry of a package the name of the entry."""
    return os.path.basename(path.replace("[", "/").rstrip("]"))


def reference(path):
    try:
        layers, assets, missing = UsdUtils.ComputeAllDependencies(Sdf.AssetPath(path))
    except Tf.ErrorException:
        return None
    if not layers:
        return None
    return ({real(str(l.resolvedPath) or l.identifier) for l in layers}, {real(a) for a in assets},
            {base(m) for m in missing if "$" not in m})


def ours(usdscope, path):
    ran = subprocess.run([usdscope, "package", "--asset", path, "--list-dependencies"], capture_output=True, text=True,
                         errors="replace", cwd=os.path.dirname(path))
    layers, assets, missing = set(), set(), set()
    for line in ran.stdout.splitlines():
        kind, name = line[:9], line[10:]
        if kind == "not found":
            if "$" not in name:
                missing.add(base(name))
        else:
            (layers if kind.strip() == "layer" else assets).add(real(name))
    return layers, assets, missing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("usdscope")
    parser.add_argument("corpora")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    names = []
    for part in ("assets", "conformance"):
        for folder, _, files in os.walk(os.path.join(options.corpora, part)):
            names += [os.path.join(folder, f) for f in files if f.endswith((".usd", ".usda", ".usdc", ".usdz"))]
    agreed = differing = 0
    for path in sorted(names)[::options.every]:
        os.chdir(os.path.dirname(path))  # A bare path is also searched in the working folder.
        expected = reference(path)
        if expected is None:
            continue
        found = ours(options.usdscope, path)
        if found == expected:
            agreed += 1
            continue
        differing += 1
        print(path)
        for what, a, b in zip(("layers", "files", "not found"), expected, found):
            if a != b:
                print("    %s: only the reference %s, only ours %s" % (what, sorted(a - b)[:4], sorted(b - a)[:4]))
    print("%d layers agree, %d differ" % (agreed, differing))
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
