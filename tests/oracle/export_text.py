#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exports every tests/assets/usda/export/NAME.usda with usd-core to NAME.txt beside it.

Needs `pip install usd-core==26.11`.
"""
import pathlib

from pxr import Sdf

ROOT = pathlib.Path(__file__).resolve().parents[2]

for path in sorted((ROOT / "tests" / "assets" / "usda" / "export").glob("*.usda")):
    path.with_suffix(".txt").write_text(Sdf.Layer.OpenAsAnonymous(str(path)).ExportToString())
