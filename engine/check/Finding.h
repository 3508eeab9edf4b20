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
  Path spec;                   ///< The path in `layer` of the spec at fault; empty when unknown.
  int line = 0;                ///< 1-based line in the file of a text layer; 0 when unknown.
  std::optional<double> time;  ///< The first stage time with the fault; empty at the default time.
  std::string message;         ///< One sentence or more: the fault and the expectation.
  std::string asset;           ///< The asset path that leads to no file, as authored; else empty.
  std::string hint;            ///< A sentence that says how to correct the fault; may be empty.

  bool operator==(const Finding&) const = default;
};

using Findings = std::vector<Finding>;

}  // namespace usdscope
