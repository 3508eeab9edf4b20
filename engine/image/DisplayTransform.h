// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

namespace usdscope {

/// Whether this program was built with OpenColorIO. If not, makeDisplayTransform() reports that as
/// a problem.
bool canUseOpenColorIo();
/// Returns the version of OpenColorIO, such as "2.1.2"; empty without it.
std::string openColorIoVersion();

/// Returns the configuration that the variable OCIO of the environment names; empty without one.
std::string openColorIoConfig();

/// Names a view of a display in a configuration of OpenColorIO. Empty names stand for the defaults
/// of the configuration.
struct DisplayTransformChoice {
  std::string config;  ///< The file of the configuration.
  std::string display;
  std::string view;  ///< A view of the display.
  /// The space of linear colours. By default the role `default`, else `scene_linear`.
  std::string colorSpace;
};

/// Maps the linear colours of a scene to the values of a display. Immutable, and thread-safe.
class DisplayTransform {
 public:
  DisplayTransform() = default;
  DisplayTransform(const DisplayTransform&) = delete;
  DisplayTransform& operator=(const DisplayTransform&) = delete;
  virtual ~DisplayTransform() = default;

  /// Transforms pixels of four floats in place: colours that are not multiplied by alpha, and
  /// alpha, which may change too. Results may lie outside of [0, 1].
  virtual void apply(std::span<float> rgba) const = 0;
};

struct DisplayTransformResult {
  std::shared_ptr<const DisplayTransform> transform;
  std::string problem;  ///< A sentence that says why there is no transform; else empty.
};

DisplayTransformResult makeDisplayTransform(const DisplayTransformChoice& choice);

}  // namespace usdscope
