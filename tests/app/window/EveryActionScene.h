// SPDX-License-Identifier: Apache-2.0
#pragma once

// A scene in which nearly every action is possible: a root layer with a sublayer and a model.
namespace usdscope {

inline constexpr const char* kScene = R"((
    subLayers = [@weak.usda@]
    startTimeCode = 1
    endTimeCode = 10
)
def Xform "A" (
    prepend payload = @model.usda@</M>
    variants = { string look = "red" }
    prepend variantSets = "look"
)
{
    double size = 3
    double size.timeSamples = { 1: 1, 10: 5 }
    float[] broken = [0, nan]
    custom rel friend = </B>
    variantSet "look" = {
        "blue" {
        }
        "red" {
        }
    }
}
def Xform "B" (
    instanceable = true
    references = @model.usda@</M>
)
{
}
def Camera "Cam"
{
}
def Scope "Still"
{
    double x.timeSamples = { 1: 2, 10: 2 }
}
def Xform "Set" (
    kind = "group"
    prepend apiSchemas = ["CollectionAPI:shown"]
)
{
    asset picture = @missing.png@
    rel collection:shown:includes = </Set/Box>
    def Material "Look"
    {
        token outputs:surface.connect = </Set/Look/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            token outputs:surface
        }
    }
    def Cube "Box" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        rel material:binding = </Set/Look>
        uniform token purpose = "render"
        rel proxyPrim = </Set/Stand>
    }
    def Sphere "Stand"
    {
        uniform token purpose = "proxy"
    }
}
def SkelRoot "Root"
{
    float3[] extent = [(0, 0, 0), (0.5, 0.5, 0.5)]
    def Skeleton "Arm"
    {
        uniform token[] joints = ["Upper", "Upper/Lower"]
        uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)),
                                             ((1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1))]
        uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)),
                                             ((1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1))]
        rel skel:animationSource = </Root/Motion>
    }
    def SkelAnimation "Motion"
    {
        uniform token[] blendShapes = ["smile"]
        float[] blendShapeWeights.timeSamples = { 1: [0], 10: [1] }
    }
    def Mesh "Skin" (
        prepend apiSchemas = ["SkelBindingAPI"]
    )
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        int[] primvars:skel:jointIndices = [0, 0, 1] (
            interpolation = "vertex"
            elementSize = 1
        )
        float[] primvars:skel:jointWeights = [1, 1, 1] (
            interpolation = "vertex"
            elementSize = 1
        )
        rel skel:skeleton = </Root/Arm>
        uniform token[] skel:blendShapes = ["smile"]
        rel skel:blendShapeTargets = </Root/Skin/Smile>

        def BlendShape "Smile"
        {
            uniform vector3f[] offsets = [(0, 0, 1)]
            uniform int[] pointIndices = [2]
        }
    }
}
)";
/// A prim with clips, in which the prim of `primPath` is missing.
inline constexpr const char* kWalker = R"(
def "Walker" (
    clips = {
        dictionary default = {
            asset[] assetPaths = [@walk.1.usda@, @walk.2.usda@]
            double2[] active = [(1, 0), (5, 1)]
            string primPath = "/Gone"
        }
    }
)
{
    double x
}
)";
inline constexpr const char* kWalk = "def \"P\" {\n    double x.timeSamples = { 1: 1, 5: 5 }\n}\n";
inline constexpr const char* kWeak = "over \"A\"\n{\n    double size = 9\n}\n";
inline constexpr const char* kModel =
    "def Xform \"M\"\n{\n    def Sphere \"Ball\"\n    {\n    }\n}\n";

}  // namespace usdscope
