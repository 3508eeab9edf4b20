// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/scene/detail/SceneCollector.h"

namespace usdscope {

/// Point instancers multiply their prototypes or instances beyond a limit.
inline constexpr DiagnosticCode kTooManyInstances{"scene.too-many-instances", Severity::Error};

/// The opacity of an instance colour whose instancer has no opacities: that of the prototype
/// applies.
inline constexpr float kPrototypeOpacity = -1.0f;

/// The colours that a point instancer gives its instances, by their index before masking.
class InstanceColors {
 public:
  InstanceColors() = default;
  /// Reads the primvars of these names.
  InstanceColors(const Prim& instancer, const DrawnPrimvars& names, TimeCode time);

  std::optional<glm::vec4> of(std::size_t id) const;

 private:
  Array<glm::vec3> colors_;
  Array<float> opacities_;
};

/// An instance of a prototype of a point instancer.
struct SceneInstance {
  glm::dmat4 worldFromPrototype{1.0};
  /// The display colour from the innermost instancer that has colours.
  std::optional<glm::vec4> color;
  InstanceId id;
  /// Index of the instance that holds the instancer: among the instances of the prototype that the
  /// instancer is in. 0 if it is in none.
  std::uint32_t outer = 0;
};

/// The instances at one time: table[instancer][prototype] is a list of instances.
using InstanceTable = std::vector<std::vector<std::vector<SceneInstance>>>;

/// Computes all instances. An instancer in a prototype has its instances once for each instance of
/// that prototype. Reports problems in the order of the instancers, limits at last.
InstanceTable computeInstances(const SceneContents& contents, TimeCode time,
                               const SceneNodes::Placement& placement, Diagnostics& problems);

}  // namespace usdscope
