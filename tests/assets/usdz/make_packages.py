#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the packages of this folder. They are committed; run it after a change."""
import io
import os
import zipfile

here = os.path.dirname(os.path.abspath(__file__))


def layer(name):
    return f'#usda 1.0\n(\n    defaultPrim = "{name}"\n)\n\ndef Xform "{name}"\n{{\n}}\n'


def package(entries, method=zipfile.ZIP_STORED, stream=False):
    """The bytes of a zip file. Streamed ones tell the sizes behind the data."""
    memory = io.BytesIO()

    class Stream(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            return memory.write(data)

    with zipfile.ZipFile(Stream() if stream else memory, "w", method) as file:
        for name, data in entries.items():
            info = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
            info.compress_type = method
            file.writestr(info, data)
    return memory.getvalue()


inner = package({"sub/r.usda": layer("R"), "sub/s.usda": layer("S"), "t.usda": layer("T")})
packages = {
    # Layers beside each other, in folders, and in a package inside the package.
    "layers.usdz": package(
        {
            "dir/root.usda": layer("Root"),
            "dir/x.usda": layer("X"),
            "y.usda": layer("Y"),
            "dir/y.usda": layer("DirY"),
            "w.usda": layer("W"),
            "dir/deep/": "",
            "dir/b.usdz": inner,
            "dir/deep/d.usda": layer("D"),
            "dir/n[1].usda": layer("N"),
        }
    ),
    "compressed.usdz": package({"root.usda": layer("Root") * 8}, zipfile.ZIP_DEFLATED),
    "escaping.usdz": package({"../out.usda": layer("Out"), "in.usda": layer("In")}),
    "folder_first.usdz": package({"dir/": "", "dir/a.usda": layer("A")}),
    "nested_first.usdz": package({"inner.usdz": inner, "a.usda": layer("A")}),
    "picture_first.usdz": package({"picture.png": b"\x89PNG\r\n\x1a\n", "a.usda": layer("A")}),
    "streamed.usdz": package({"a.usda": layer("A"), "b.usda": layer("B")}, stream=True),
}
for name, data in packages.items():
    with open(os.path.join(here, name), "wb") as file:
        file.write(data)
for name in ("out", "y"):
    with open(os.path.join(here, name + ".usda"), "w") as file:
        file.write(layer(name.capitalize()))
