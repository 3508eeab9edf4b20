// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

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
  /// Looks in place of those of the view, in the notation of OpenColorIO, such as "warm, -grain".
  /// Empty for the looks of the view.
  std::string looks;
  bool operator==(const DisplayTransformChoice&) const = default;
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

/// A display of a configuration and its views, in the order of the configuration.
struct DisplayViews {
  std::string display;
  std::vector<std::string> views;
  std::string defaultView;
  bool operator==(const DisplayViews&) const = default;
};

/// The names from which the user of a configuration of OpenColorIO chooses.
struct DisplayNames {
  std::vector<DisplayViews> displays;  ///< Without those that the configuration hides.
  std::string defaultDisplay;
  std::vector<std::string> colorSpaces;
  std::vector<std::string> looks;
  std::string problem;  ///< A sentence that says why there are no names; else empty.
  bool operator==(const DisplayNames&) const = default;
};

/// Reads the names of a configuration. Thread-safe, like makeDisplayTransform().
DisplayNames readDisplayNames(const std::string& config);

}  // namespace usdscope
