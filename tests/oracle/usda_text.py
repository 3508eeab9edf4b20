# SPDX-License-Identifier: Apache-2.0
"""Builds pieces of .usda text for the scripts that write scenes."""


def text_of(x):
    text = f"{x:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def vec(components):
    return "(" + ", ".join(text_of(x) for x in components) + ")"


def array(items):
    return "[" + ", ".join(items) + "]"


def numbers(items):
    return array(text_of(x) for x in items)


def samples(pairs):
    return "{ " + " ".join(f"{text_of(t)}: {v}," for t, v in pairs) + " }"


def indented(text):
    return "\n".join("    " + line if line else line for line in text.split("\n"))


def block(kind, name, metadata, statements):
    """Returns a prim. `kind` is `def Xform`, `over` and so on; statements are lines or blocks."""
    head = f'{kind} "{name}"'
    if metadata:
        head += " (\n" + indented(metadata) + "\n)"
    return head + "\n{\n" + indented("\n".join(statements)) + ("\n" if statements else "") + "}"


def layer(metadata, prims):
    head = "#usda 1.0\n"
    if metadata:
        head += "(\n" + indented(metadata) + "\n)\n"
    return head + "\n" + "\n\n".join(prims) + "\n"


def extent_of(points):
    return array(vec(f(p[i] for p in points) for i in range(3)) for f in (min, max))


def quad_mesh(name, faces, color=None, st=None):
    """Returns a mesh of flat faces, each given by its corners, counter-clockwise seen from outside."""
    points = [p for face in faces for p in face]
    statements = [
        'uniform token subdivisionScheme = "none"',
        "int[] faceVertexCounts = " + array(str(len(f)) for f in faces),
        "int[] faceVertexIndices = " + array(str(i) for i in range(len(points))),
        "point3f[] points = " + array(vec(p) for p in points),
        "float3[] extent = " + extent_of(points)]
    if color:
        statements.append(f"color3f[] primvars:displayColor = [{vec(color)}]")
    if st:
        statements.append("texCoord2f[] primvars:st = " + array(vec(c) for c in st)
                          + ' (\n    interpolation = "vertex"\n)')
    return block("def Mesh", name, "", statements)
