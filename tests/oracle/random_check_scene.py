#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes small random scenes that break the rules of the validators of usd-core, and holds `usdscope check` against them.

    random_check_scene.py 0:300                  # seeds; build/bin/usdscope
    random_check_scene.py 17 --folder /tmp/scene # one seed; keeps its files

Needs usd-core. Compares what checks.py compares.
"""
import argparse
import pathlib
import random
import tempfile

import checks

TYPES = ["Xform", "Scope", "Mesh", "Cube", "Sphere", "Material", "NodeGraph", "Shader", "GeomSubset", "SkelRoot", "Skeleton",
         "SkelAnimation", "SphereLight", "LightFilter", "PluginLight", "RenderSettings", "Camera", "PhysicsScene",
         "PhysicsFixedJoint", "PhysicsRevoluteJoint", "BasisCurves", "PointInstancer", "", "Backdrop", "TetMesh"]
SCHEMAS = ["MaterialBindingAPI", "SkelBindingAPI", "PhysicsRigidBodyAPI", "PhysicsCollisionAPI", "PhysicsMeshCollisionAPI",
           "PhysicsArticulationRootAPI", "PhysicsMassAPI", "LightAPI", "MeshLightAPI", "ShapingAPI", "NodeDefAPI",
           "CollectionAPI:lights", "CollectionAPI:material", "MotionAPI", "GeomModelAPI", "PhysicsFilteredPairsAPI",
           "AuthorshipAPI:tool", "ConnectableAPI"]
# Properties, also with types that the schemas do not have.
PROPERTIES = ["float radius = 2", "double radius = 2", "string radius = \"2\"", "point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]",
              "float3[] points = [(0, 0, 0)]", "int[] faceVertexCounts = [3]", "int[] faceVertexIndices = [0, 1, 2]",
              "token visibility = \"hidden\"", "uniform token purpose = \"render\"", "int[] indices = [0]", "int[] indices = [0, 0, 7]",
              "int[] indices = [-1]", "uniform token elementType = \"face\"", "uniform token elementType = \"point\"",
              "uniform token elementType = \"edge\"", "uniform token familyName = \"materialBind\"", "uniform token familyName = \"parts\"",
              "uniform token subsetFamily:materialBind:familyType = \"partition\"",
              "uniform token subsetFamily:parts:familyType = \"nonOverlapping\"",
              "uniform token subsetFamily:materialBind:familyType = \"unrestricted\"",
              "uniform token subsetFamily:parts:familyType = \"wrong\"", "token info:id = \"UsdPreviewSurface\"",
              "uniform token info:id = \"UsdPreviewSurface\"", "uniform token info:id = \"UsdUVTexture\"",
              "uniform token info:id = \"UsdPrimvarReader_float2\"", "uniform token info:id = \"NoSuchNode\"",
              "uniform token info:implementationSource = \"sourceAsset\"", "asset inputs:file = @missing.png@",
              "asset inputs:file = @lost/normal.jpg@", "color3f inputs:diffuseColor = (1, 0, 0)", "float inputs:diffuseColor = 1",
              "float inputs:roughness.connect = </A.outputs:r>", "normal3f inputs:normal.connect = </A/B.outputs:rgb>",
              "token outputs:surface.connect = </A/B.outputs:surface>", "token outputs:surface", "float3 outputs:rgb",
              "token inputs:sourceColorSpace = \"sRGB\"", "token inputs:sourceColorSpace = \"raw\"",
              "float4 inputs:scale = (2, 2, 2, 1)", "float4 inputs:bias = (-1, -1, -1, 0)", "float4 inputs:scale = (1, 1, 1, 1)",
              "int inputs:scale = 2", "rel material:binding = </A>", "rel material:binding = </A/B>", "rel material:binding = [</A>, </A/B>]",
              "rel material:binding:preview = </A>", "rel material:binding:collection:look = [</A.collection:material>, </A>]",
              "rel material:binding:collection:look = [</A.collection:material>]",
              "rel material:binding:collection:preview:look = [</A>, </A/B>]", "token material:binding = \"look\"",
              "rel collection:material:includes = </A>", "rel collection:material:excludes = </A/B>", "uniform bool collection:material:includeRoot = 1",
              "rel skel:skeleton = </A>", "rel skel:animationSource = </A/B>", "int[] primvars:skel:jointIndices = [0] (elementSize = 1)",
              "float[] primvars:skel:jointWeights = [1] (elementSize = 1)", "uniform token[] skel:joints = [\"a\"]",
              "uniform token[] joints = [\"a\", \"a/b\"]", "rel skel:blendShapeTargets = </A>", "uniform token[] skel:blendShapes = [\"s\"]",
              "bool physics:rigidBodyEnabled = 1", "bool physics:rigidBodyEnabled = 0", "bool physics:kinematicEnabled = 1", "rel physics:body0 = </A>",
              "rel physics:body0 = </A/B>", "rel physics:body1 = [</A>, </A/B>]", "rel physics:body1 = </Gone>", "float physics:mass = -1",
              "double3 xformOp:scale = (1, 2, 1)\nuniform token[] xformOpOrder = [\"xformOp:scale\"]",
              "float3 xformOp:scale = (1, 1, -1)\nuniform token[] xformOpOrder = [\"xformOp:scale\"]",
              "quatf xformOp:orient = (1, 0, 0, 0)\nuniform token[] xformOpOrder = [\"xformOp:orient\", \"!resetXformStack!\"]",
              "rel physics:simulationOwner = </A>", "float[] widths = [1, 2]", "uniform token type = \"linear\"", "rel prototypes = </A>",
              "rel proxyPrim = </A>", "rel lightFilters = </A/B>", "float inputs:intensity = 3", "half inputs:intensity = 3", "custom int note = 3",
              "uniform token physics:approximation = \"convexHull\"", "asset clipFile = @lost.usda@", "asset[] images = [@a.png@, @b.exr@]",
              "float radius.timeSamples = { 1: 1, 2: 3 }", "float radius = None"]
META = ["kind = \"component\"", "kind = \"nonsense\"", "instanceable = true", "active = false", "references = @part.usda@",
        "payload = @part.usda@", "references = @lost.usda@", "references = </Gone>", "inherits = </A>", "specializes = </A/B>",
        "references = </A>", "hidden = true", "references = @part.usda@</Missing>", "prepend variantSets = \"look\"", "variants = { string look = \"x\" }",
        "assetInfo = { asset identifier = @lost.usd@ }"]
HEADS = ["defaultPrim = \"A\"", "defaultPrim = \"Gone\"", "defaultPrim = \"/A/B\"", "upAxis = \"Y\"", "upAxis = \"W\"", "metersPerUnit = 0.01",
         "metersPerUnit = -1", "kilogramsPerUnit = 1", "subLayers = [@sub.usda@]", "subLayers = [@lost.usda@]", "startTimeCode = 1",
         "subLayers = [@sub.usda@, @sub.usda@]", "doc = \"text\""]


def one_of_each(lines):
    """Keeps one line for each name, because text layers allow no more."""
    kept = {}
    for line in lines:
        words = line.split("=")[0].split(".")[0].split()
        kept.setdefault(words[-1] if words[0] != "prepend" else line.split("=")[0], line)
    return list(kept.values())


def prim(rng, name, depth, inside=""):
    specifier = rng.choice(["def", "def", "def", "def", "over", "class"])
    kind = rng.choice(TYPES)
    meta = one_of_each(rng.sample(META, rng.choice([0, 0, 0, 1, 2])))
    schemas = rng.sample(SCHEMAS, rng.choice([0, 0, 1, 1, 2]))
    if schemas:
        listed = ", ".join('"%s"' % s for s in schemas)
        meta.append("%sapiSchemas = [%s]" % (rng.choice(["prepend ", "prepend ", "append ", ""]), listed))
    lines = ["%s %s \"%s\" (" % (specifier, kind, name)] + meta + [")", "{"]
    for each in one_of_each(rng.sample(PROPERTIES, rng.choice([0, 1, 2, 3, 5]))):
        lines.append(each)
    if depth < 4:
        for child in rng.sample("ABCD", rng.choice([0, 1, 1, 2, 3])):
            lines += prim(rng, child, depth + 1)
    if any(m.startswith("prepend variantSets") for m in meta):
        lines += ["variantSet \"look\" = {"]
        for variant in ("x", "y"):
            lines += ["\"%s\" {" % variant] + (prim(rng, "E", depth + 2) if depth < 3 else []) + ["}"]
        lines.append("}")
    return lines + ["}"]


def layer(rng, heads, names):
    head = one_of_each(rng.sample(heads, rng.choice([0, 1, 2, 3])))
    lines = ["#usda 1.0"] + (["("] + head + [")"] if head else [])
    for name in names:
        lines += prim(rng, name, 0)
    return "\n".join(lines) + "\n"


def write_scene(seed, folder):
    rng = random.Random(seed)
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    weak = [head for head in HEADS if "subLayers" not in head]
    (folder / "part.usda").write_text(layer(rng, weak, ["A"]))
    (folder / "sub.usda").write_text(layer(rng, weak, ["A", "B"]))
    (folder / "scene.usda").write_text(layer(rng, HEADS, rng.sample("ABC", 2)))
    return folder / "scene.usda"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seeds", help="FIRST:END, or one seed")
    parser.add_argument("--program", default=str(checks.ROOT / "build/bin/usdscope"))
    parser.add_argument("--folder", help="keeps the scenes here")
    parser.add_argument("--show", type=int, default=3)
    args = parser.parse_args()
    checks.VALIDATORS.extend(checks.validator_names())
    first, _, end = args.seeds.partition(":")
    reference = checks.Reference(None)
    equal = different = refused = total = 0
    with tempfile.TemporaryDirectory() as temporary:
        for seed in range(int(first), int(end or int(first) + 1)):
            scene = write_scene(seed, pathlib.Path(args.folder or temporary) / str(seed))
            expected = reference.findings(str(scene))
            if isinstance(expected, str):
                refused += 1
                print(seed, expected)
                continue
            found = checks.own_findings(args.program, str(scene))
            missing, extra = (found, {}) if isinstance(found, str) else checks.differences(expected, found)
            total += len(expected)
            if not missing and not extra:
                equal += 1
                continue
            different += 1
            print("seed", seed, missing if isinstance(missing, str) else "")
            for what, counter in (("only the reference", missing), ("only ours", extra)):
                for key in sorted(counter)[:args.show] if not isinstance(counter, str) else ():
                    print("    %s: %s" % (what, key))
    print("%d scenes agree, %d differ, the reference does not open %d; %d findings" % (equal, different, refused, total))
    reference.end()


if __name__ == "__main__":
    main()
