// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/render/Renderer.h"
#include "engine/scene/NearestVertex.h"
#include "engine/scene/SkinWeights.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// What a vertex follows: in words, and the joints that have a weight there.
struct ProbedVertex {
  std::string text;  ///< Several lines; empty where the prim follows no joints.
  Path skeleton;
  std::vector<Token> joints;
  bool operator==(const ProbedVertex&) const = default;
};

/// Says what the vertex next to a point of the picture follows. Keeps what it knows of the prim
/// that was asked for last.
class InfluenceProbe {
 public:
  ProbedVertex at(const std::shared_ptr<const Stage>& stage,
                  const std::shared_ptr<const Scene>& scene, const PickResult& hit);

 private:
  std::shared_ptr<const Stage> stage_;
  Path prim_;
  TimeCode time_;
  std::optional<SkinWeights> weights_;
  NearestVertex nearest_;
};

}  // namespace usdscope
