// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>

#include "engine/compose/VariantFallbacks.h"
#include "engine/format/Environment.h"
#include "engine/stage/population/LoadRules.h"
#include "engine/stage/population/PopulationMask.h"
#include "engine/stage/resolve/Interpolation.h"

namespace usdscope {

class Layer;

/// Describes a stage to open. Equal requests on equal layers give equal stages.
struct StageRequest {
  Environment environment;  ///< Schemas, kinds, fields, and where assets are found.
  /// Path of a file, or of a layer inside a package. A relative path needs a resolver with a
  /// working folder, such as a DefaultResolver of searchFromEnvironment().
  std::string rootLayer;
  std::shared_ptr<const Layer> sessionLayer;  ///< If null, the stage uses an empty anonymous layer.
  std::set<std::string> mutedLayers;          ///< Identifiers.
  LoadRules loadRules;
  PopulationMask mask;  ///< Targets may lead to prims outside of the mask.
  VariantFallbacks variantFallbacks;
  InterpolationType interpolation = InterpolationType::Linear;
  /// Limit of the memory for clip layers. The stage keeps the layers used last, and always at least
  /// one.
  std::size_t clipByteBudget = std::size_t{1} << 30;
};

}  // namespace usdscope
