// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "app/cli/Verb.h"
#include "engine/layer/Layer.h"

namespace usdscope {

/// What `cat` makes of a scene before it writes it. (Options of usdcat.)
struct CatFlattening {
  bool isOfStage = false;
  bool isOfLayerStack = false;
  bool skipSourceFileComment = false;
  std::string mask;  ///< Paths of prims, apart by commas and spaces; empty: all.

  bool isWanted() const { return isOfStage || isOfLayerStack; }
};

/// Adds the options. `flattening` must outlive `command`.
void addCatFlattening(VerbOptions& command, CatFlattening& flattening);

/// The scene of a file as one layer; null after an error. `hasErrors` becomes true after any.
std::shared_ptr<const Layer> flattenedForCat(const std::string& file,
                                             const CatFlattening& flattening, Streams streams,
                                             bool& hasErrors);

}  // namespace usdscope
