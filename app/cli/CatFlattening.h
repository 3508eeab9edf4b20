// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/cli/Verb.h"
#include "engine/layer/Layer.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

/// How `cat` flattens a scene before it writes it. (Options of usdcat.)
struct CatFlattening {
  bool flattensStage = false;
  bool flattensLayerStack = false;
  bool skipSourceFileComment = false;
  std::string mask;  ///< Prim paths, separated by commas or spaces; empty for all prims.

  std::string time;  ///< The time of the values to write; empty for all samples.

  /// Whether a stage is composed and flattened.
  bool composes() const { return flattensStage || !time.empty(); }
  bool isWanted() const { return composes() || flattensLayerStack; }
};

/// Adds the options. `flattening` must outlive `command`.
void addCatFlattening(VerbOptions& command, CatFlattening& flattening);

/// Flattens the scene of a file into one layer. Returns null after an error; any error sets
/// `hasErrors`.
std::shared_ptr<const Layer> flattenedForCat(const std::string& file,
                                             const CatFlattening& flattening, VerbContext context,
                                             bool& hasErrors);

}  // namespace usdscope
