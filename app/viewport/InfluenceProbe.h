// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/render/Renderer.h"
#include "engine/scene/InfluenceInspection.h"
#include "engine/scene/NearestVertex.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// The joint influences of a vertex.
struct ProbedVertex {
  std::string text;  ///< Several lines; empty when the prim is not skinned.
  Path skeleton;
  std::vector<Token> joints;
  bool operator==(const ProbedVertex&) const = default;
};

/// Finds the influences of the vertex that is nearest to a picked point. Keeps the weights of the
/// last prim. Not thread-safe.
class InfluenceProbe {
 public:
  ProbedVertex at(const std::shared_ptr<const Stage>& stage,
                  const std::shared_ptr<const Scene>& scene, const PickResult& hit);

 private:
  std::shared_ptr<const Stage> stage_;
  Path prim_;
  TimeCode time_;
  std::optional<InfluenceInspection> weights_;
  NearestVertex nearest_;
};

}  // namespace usdscope
