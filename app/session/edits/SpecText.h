// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/stage/Stage.h"

namespace usdscope {

/// In place of a line for Session::showLayerText(): the line of the spec of Session::row.
inline constexpr int kLineOfRow = -1;

/// A spec as text.
struct SpecText {
  std::string text;
  std::string problem;  ///< A sentence that says why there is no text; empty if there is.
};

/// Returns a spec with everything below it, in the spelling of usda, for pasting into a layer. The
/// spec of a property stands in an `over` of its prim, that of a variant in its variant set. For
/// any thread but the GUI thread: it may read the layer.
SpecText specText(const Stage& stage, const std::string& identifier, Path spec);

/// Returns the strongest spec of a prim as text or, if `property` is not empty, of a property.
SpecText strongestSpecText(const Prim& prim, Token property);

/// Returns the 1-based line of a spec in the text of a layer; 0 if the text does not have it.
int lineOfSpec(const std::string& text, Path spec);

/// Returns a sentence that says why a text editor cannot open a layer: it has no file of its own,
/// or is binary. Empty if an editor can open it. Reads the beginning of the file.
std::string whyNoEditor(const Stage& stage, const std::string& identifier);

}  // namespace usdscope
