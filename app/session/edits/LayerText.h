// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/stage/Stage.h"

namespace usdscope {

/// The text of a layer, for people.
struct LayerText {
  std::string identifier;
  std::string text;
  bool isCut = false;  ///< The text is longer than what is kept.
  /// The text is that of the file, with its comments and lines. Otherwise it is the layer written
  /// anew, because the file is not a text or the layer was edited.
  bool isOfFile = false;
  int line = 0;         ///< The 1-based line to show; 0 if none.
  std::string problem;  ///< A sentence that says why there is no text; empty if there is.
};

/// Returns a layer as text: the version that the stage uses, or that of its file if the stage does
/// not use it. Keeps the first `mostBytes` bytes.
LayerText layerText(const Stage& stage, const std::string& identifier,
                    std::size_t mostBytes = 2'000'000);

}  // namespace usdscope
