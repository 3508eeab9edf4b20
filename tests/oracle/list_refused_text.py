#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the text layers of the corpora that usd-core refuses: tests/assets/usda/refused.txt.

    list_refused_text.py CORPORA

Reads CORPORA/assets and CORPORA/conformance. Files with the legacy cookie `#sdf 1.4.N`, which usd-core no longer knows,
are tested with the cookie `#usda 1.0`. Needs `pip install usd-core==26.11`.
"""
import os
import pathlib
import re
import sys
import tempfile

from pxr import Sdf, Tf

ROOT = pathlib.Path(__file__).resolve().parents[2]
COOKIE = re.compile(rb"^#(sdf|menva) [0-9.]+")


def is_text(path):
    if path.suffix == ".usd":
        return not path.read_bytes()[:8].startswith((b"PXR-USDC", b"PK"))
    return path.suffix in (".usda", ".sdf")


def is_refused(path, folder):
    if path.suffix == ".sdf":
        copy = pathlib.Path(folder) / "copy.usda"
        copy.write_bytes(COOKIE.sub(b"#usda 1.0", path.read_bytes()))
        path = copy
    try:
        return Sdf.Layer.OpenAsAnonymous(str(path)) is None
    except Tf.ErrorException:
        return True


def main(corpora):
    refused = []
    with tempfile.TemporaryDirectory() as folder:
        for part in ("assets", "conformance"):
            for top, _, names in os.walk(corpora / part):
                for path in (pathlib.Path(top) / name for name in names):
                    if is_text(path) and is_refused(path, folder):
                        refused.append(path.relative_to(corpora).as_posix())
    out = ROOT / "tests" / "assets" / "usda" / "refused.txt"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text("".join(f"{path}\n" for path in sorted(refused)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
