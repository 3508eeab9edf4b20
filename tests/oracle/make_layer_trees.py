#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes how the layers of the museum's scenes lead to each other, as layerTrees.json in the museum.

Each scene has a sorted list of facts: [role, layer, the layer it leads to, offset, scale]. Offset and scale
map the time of the second layer to stage time. Facts about clips have the name of the set in place of the
first layer, and no offset. Needs usd-core.
"""

import json
import pathlib

from pxr import Pcp, Sdf, Usd

from expected_values import LayerNames, number

MUSEUM = pathlib.Path(__file__).resolve().parents[1] / "assets/museum"
EVERYTHING = Usd.PrimAllPrimsPredicate
ROLES = {Pcp.ArcTypeReference: "reference", Pcp.ArcTypePayload: "payload"}


def prims_of(stage):
    yield from Usd.PrimRange.Stage(stage, EVERYTHING)
    for prototype in stage.GetPrototypes():
        # The prototype's root stands for an instance, which has been visited.
        yield from list(Usd.PrimRange(prototype, EVERYTHING))[1:]


def facts_of(path):
    stage = Usd.Stage.Open(str(path))
    names = LayerNames(stage)
    facts = set()

    def add(role, source, target, offset):
        facts.add((role, names.of(source), names.of(target), number(offset.offset), number(offset.scale)))

    def add_stack(tree, stage_from_stack):
        for child in tree.childTrees:
            add("sublayer", tree.layer, child.layer, stage_from_stack * child.offset)
            add_stack(child, stage_from_stack)

    root_node = stage.GetPseudoRoot().GetPrimIndex().rootNode
    add_stack(root_node.layerStack.layerTree, Sdf.LayerOffset())
    for prim in prims_of(stage):
        for arc in Usd.PrimCompositionQuery(prim).GetCompositionArcs():
            node = arc.GetTargetNode()
            if arc.GetArcType() not in ROLES or node.layerStack == arc.GetIntroducingNode().layerStack:
                continue
            stage_from_stack = node.mapToRoot.timeOffset
            tree = node.layerStack.layerTree
            add(ROLES[arc.GetArcType()], arc.GetIntroducingLayer(), tree.layer, stage_from_stack * tree.offset)
            add_stack(tree, stage_from_stack)
        api = Usd.ClipsAPI(prim)
        for name in prim.GetMetadata("clips") or {}:
            if not api.GetClipActive(name) and not api.GetClipTemplateAssetPath(name):
                continue
            for asset in api.ComputeClipAssetPaths(name):
                if asset.resolvedPath:
                    facts.add(("clip", name, names.of_file(asset.resolvedPath), None, None))
    return sorted((list(fact) for fact in facts), key=str)


def main():
    scenes = sorted(path.parent.name for path in MUSEUM.glob("*/root.usda"))
    trees = {scene: facts_of(MUSEUM / scene / "root.usda") for scene in scenes}
    lines = (f" {json.dumps(scene)}: [" + ",".join(f"\n  {json.dumps(fact)}" for fact in facts) + "]"
             for scene, facts in trees.items())
    (MUSEUM / "layerTrees.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
