// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/layer/Path.h"

namespace usdscope {

/// A violation of one rule in a composed scene. (UsdValidationError.)
struct Finding {
  std::string_view validator;  ///< `usdGeomValidators:EncapsulationChecker`; see Validator::name.
  std::string_view error;      ///< `InvalidNestedGprims`
  Severity severity = Severity::Error;
  /// The stage paths of the prims and properties at fault. `/` stands for the stage, a layer or a
  /// file. Never empty.
  std::vector<Path> sites;
  /// Identifier of the layer to correct: the one that the rule names, else the strongest layer with
  /// an opinion about the first site. Empty if there is none.
  std::string layer;
  int line = 0;                ///< 1-based line in a text layer; 0 when unknown.
  std::optional<double> time;  ///< The first stage time with the fault; empty at the default time.
  std::string message;         ///< One sentence or more: the fault and the expectation.

  bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

}  // namespace usdscope
