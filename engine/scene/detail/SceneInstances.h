// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/scene/detail/SceneCollector.h"

namespace usdscope {

/// An instance of a prototype of a point instancer.
struct SceneInstance {
  glm::dmat4 worldFromPrototype{1.0};
  std::optional<glm::vec4> color;  ///< From the innermost instancer that has one.
};

/// The instances of each prototype of each instancer, at one time.
using InstanceTable = std::vector<std::vector<std::vector<SceneInstance>>>;

/// Computes all instances; instancers inside prototypes are multiplied out. Reports problems in the
/// order of the instancers.
InstanceTable computeInstances(const SceneContents& contents, TimeCode time,
                               const SceneNodes::Placement& placement, Diagnostics& problems);

}  // namespace usdscope
