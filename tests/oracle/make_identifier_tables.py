#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes engine/layer/detail/XidTables.inl: the code points that the reference accepts in identifiers.

    make_identifier_tables.py        # needs usd-core; runs from any folder
"""

import pathlib

from pxr import Sdf, Usd

OUT = pathlib.Path(__file__).resolve().parents[2] / "engine/layer/detail/XidTables.inl"


def ranges(prefix):
    """Returns closed ranges of code points c from U+0080 on for which prefix + c is an identifier."""
    result = []
    for c in range(0x80, 0x110000):
        if 0xD800 <= c <= 0xDFFF or not Sdf.Path.IsValidIdentifier(prefix + chr(c)):
            continue
        if result and result[-1][1] == c - 1:
            result[-1][1] = c
        else:
            result.append([c, c])
    return result


def table(name, rows):
    lines = wrap([f"{{0x{a:X}, 0x{b:X}}}," for a, b in rows])
    return f"constexpr Range {name}[] = {{\n" + "\n".join(lines) + "\n};\n"


def wrap(cells):
    lines, line = [], "   "
    for cell in cells:
        if len(line) + 1 + len(cell) > 96:
            lines.append(line)
            line = "   "
        line += " " + cell
    return lines + [line]


def main():
    version = ".".join(str(v) for v in Usd.GetVersion()[1:])
    text = (
        "// SPDX-License-Identifier: Apache-2.0\n"
        "// Code points from U+0080 on that may start and continue an identifier (Unicode's XID_Start\n"
        f"// and XID_Continue), as OpenUSD {version} has them: ascending closed ranges. Written by\n"
        "// tests/oracle/make_identifier_tables.py. clang-format off\n")
    text += table("kXidStart", ranges("")) + "\n" + table("kXidContinue", ranges("a"))
    OUT.write_text(text)


if __name__ == "__main__":
    main()
