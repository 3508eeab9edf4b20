// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "engine/skel/SkelBindings.h"
#include "tests/support/scene/StageTexts.h"

namespace usdscope {

/// An arm of two joints that bends at the lower one, a mesh on it, and a shape with an in-between.
inline constexpr const char* kArm = R"(
def SkelRoot "Root" {
  def Skeleton "Arm" (prepend apiSchemas = ["SkelBindingAPI"]) {
    uniform token[] joints = ["Upper", "Upper/Lower"]
    uniform matrix4d[] bindTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1))]
    uniform matrix4d[] restTransforms = [((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1)), ((1,0,0,0),(0,1,0,0),(0,0,1,0),(2,0,0,1))]
    rel skel:animationSource = </Root/Bend>
  }
  def SkelAnimation "Bend" {
    uniform token[] joints = ["Upper/Lower"]
    float3[] translations = [(2, 0, 0)]
    quatf[] rotations = [(0.5, 0, 0, 0.8660254)]
    half3[] scales.timeSamples = { 0: [(1, 1, 1)], 10: [(1, 2, 1)] }
    uniform token[] blendShapes = ["smile"]
    float[] blendShapeWeights = [0.25]
  }
  def Mesh "Skin" (prepend apiSchemas = ["SkelBindingAPI"]) {
    rel skel:skeleton = </Root/Arm>
    uniform token primvars:skel:skinningMethod = "classicLinear"
    matrix4d primvars:skel:geomBindTransform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(0,0.5,0,1))
    int[] primvars:skel:jointIndices = [0, 1, 0, 1, 0, 1] (interpolation = "vertex"
elementSize = 2)
    float[] primvars:skel:jointWeights = [1, 0, 0.5, 0.5, 0.25, 0.75] (interpolation = "vertex"
elementSize = 2)
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(1, 0, 0), (2, 0.5, 0), (3, 1, 1)]
    uniform token[] skel:blendShapes = ["smile"]
    rel skel:blendShapeTargets = </Root/Skin/Smile>
    def BlendShape "Smile" {
      uniform vector3f[] offsets = [(0, 4, 0)]
      uniform int[] pointIndices = [2]
      uniform vector3f[] inbetweens:half = [(0, 1, 1)] (weight = 0.5)
    }
  }
}
)";

/// Returns the scene with one piece of its text replaced. Requires: the piece is there.
inline std::string armWith(const std::string& piece, const std::string& replacement) {
  std::string text = kArm;
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  if (at != std::string::npos) text.replace(at, piece.size(), replacement);
  return text;
}

/// The bindings on a stage below `/Root`.
struct BoundArm {
  explicit BoundArm(std::string text) : stage(stageFromText(std::move(text)).stage) {
    EXPECT_TRUE(stage);
    const Prim root = stage ? stage->primAt(Path::fromText("/Root")) : Prim();
    if (root) bindings = computeSkelBindings(root, diagnostics);
  }

  bool reports(const DiagnosticCode& code) const {
    for (const Diagnostic& entry : diagnostics.entries()) {
      if (entry.code == code) return true;
    }
    return false;
  }

  std::shared_ptr<const Stage> stage;
  Diagnostics diagnostics;
  std::vector<SkelBinding> bindings;
};

}  // namespace usdscope
