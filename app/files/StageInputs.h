// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/base/Diagnostics.h"
#include "engine/format/LayerCache.h"
#include "engine/layer/LayerEdit.h"
#include "engine/stage/population/PopulationMask.h"

// Inputs of a stage that users write as text on the command line.
namespace usdscope {

/// Reads `/World/Car:color=red` as an edit that selects a variant. Empty for any other text.
std::optional<LayerEdit> variantFromText(const std::string& choice);

/// A mask that was read from text, or the word in it that is not a path.
struct MaskFromText {
  PopulationMask mask;
  std::string wrongWord;  ///< Empty on success.
};

/// Reads `/A,/B /C`, as usdview and usdcat spell a mask. A text without paths includes everything.
MaskFromText maskFromText(std::string text);

/// Makes a session layer: the layer of a file, or an empty one if `file` is empty, with edits and
/// the expression variables of the resolver context. `file` is relative to the working folder.
/// Returns null if the file cannot be read or an edit is impossible; then `diagnostics` has an
/// error.
std::shared_ptr<const Layer> makeSessionLayer(LayerCache& layers, const std::string& file,
                                              std::span<const LayerEdit> edits,
                                              Diagnostics& diagnostics);

/// Returns a session layer, which may be null, with the expression variables of the resolver
/// context; see resolverContextFromEnvironment(). Without such variables, returns `session` itself.
std::shared_ptr<const Layer> withContextVariables(std::shared_ptr<const Layer> session);

}  // namespace usdscope
