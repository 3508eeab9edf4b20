#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes resources/definitions/shaders.txt: the shader nodes of usd-core 26.11 with the types of their inputs.

    make_shaders.py > resources/definitions/shaders.txt
"""
from pxr import Sdr


def main():
    registry = Sdr.Registry()
    print("# Shader nodes of OpenUSD 26.11 with their inputs, written by tests/oracle/make_shaders.py.\n"
          "# The format is described in resources/definitions/README.md.")
    for name in sorted(set(registry.GetShaderNodeIdentifiers())):
        node = registry.GetShaderNodeByIdentifier(name)
        print("\nshader %s" % name)
        for label in sorted(node.GetShaderInputNames()):
            print("  %s %s" % (node.GetShaderInput(label).GetTypeAsSdfType().GetSdfType(), label))


if __name__ == "__main__":
    main()
