#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes beside every tests/assets/usda/export/NAME.usda what usd-core exports of it: NAME.txt.

Needs `pip install usd-core==26.11`.
"""
import pathlib

from pxr import Sdf

ROOT = pathlib.Path(__file__).resolve().parents[2]

for path in sorted((ROOT / "tests" / "assets" / "usda" / "export").glob("*.usda")):
    path.with_suffix(".txt").write_text(Sdf.Layer.OpenAsAnonymous(str(path)).ExportToString())
