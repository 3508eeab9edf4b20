#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the reference's results for the test plug-ins and the scene that uses them.

    expected_plugins.py     # rewrites expected.json, exported.usda and facts.json in tests/assets/definitions/plugins

Needs usd-core, and reference_dump.py of the corpora ($USDSCOPE_CORPORA, or ../shared beside the checkout). The plug-in
with code is hidden from the reference, which would load its library.
"""
import json
import os
import pathlib
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPORA = pathlib.Path(os.environ.get("USDSCOPE_CORPORA") or ROOT.parent / "shared").resolve()
FOLDER = ROOT / "tests/assets/definitions/plugins"


def facts():
    """Returns the base of each kind, and the spec types that may have each field of the plug-ins."""
    from make_definitions import specs_of_each_kind
    from pxr import Kind, Sdf
    layer = Sdf.Layer.CreateAnonymous()
    fields = {}
    for where, spec in specs_of_each_kind(layer).items():
        for name in spec.GetMetaDataInfoKeys():
            if name.startswith("studio"):
                fields.setdefault(name, []).append(where)
    names = ["prop", "character", "gadget", "remark"]
    bases = ["model", "group", "component", "assembly", "prop", "remark"]
    kinds = {name: [base for base in bases if Kind.Registry.IsA(name, base)] for name in names}
    return {"fields": fields, "kinds": kinds}


def main():
    with tempfile.TemporaryDirectory() as copy:
        plugins = pathlib.Path(copy) / "plugins"
        shutil.copytree(FOLDER, plugins, ignore=shutil.ignore_patterns("code"))
        os.environ["PXR_PLUGINPATH_NAME"] = str(plugins)
        sys.path.insert(0, str(CORPORA / "oracle"))
        import reference_dump
        from pxr import Sdf
        reference_dump.main([str(FOLDER / "scene.usda"), "-o", str(FOLDER / "expected.json")])
        layer = Sdf.Layer.FindOrOpen(str(FOLDER / "scene.usda"))
        (FOLDER / "exported.usda").write_text(layer.ExportToString())
        (FOLDER / "facts.json").write_text(json.dumps(facts(), indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    sys.exit(main())
