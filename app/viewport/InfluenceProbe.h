// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/render/Renderer.h"
#include "engine/scene/NearestVertex.h"
#include "engine/scene/SkinWeights.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// Says what the vertex next to a point of the picture follows. Keeps what it knows of the prim
/// that was asked for last.
class InfluenceProbe {
 public:
  /// Several lines; empty where the prim follows no joints.
  std::string textAt(const std::shared_ptr<const Stage>& stage,
                     const std::shared_ptr<const Scene>& scene, const PickResult& hit);

 private:
  std::shared_ptr<const Stage> stage_;
  Path prim_;
  std::optional<SkinWeights> weights_;
  NearestVertex nearest_;
};

}  // namespace usdscope
