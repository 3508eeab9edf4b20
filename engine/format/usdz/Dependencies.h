// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/format/LayerCache.h"
#include "engine/format/usdz/AssetPaths.h"

namespace usdscope {

/// What an asset path comes to with the expression variables of its layer stack: itself, unless it
/// is an expression; empty when it comes to nothing. (Evaluating lies in a module above this one.)
using EvaluateAssetPath =
    std::function<std::string(const std::string& authored, const Dictionary& variables)>;

/// A file that a layer or one of those below it needs.
struct Dependency {
  std::string identifier;  ///< Where it lies; when it is not found, where it was looked for first.
  bool isFound = true;
  std::shared_ptr<const Layer> layer;  ///< Null for what is no layer.
  /// Those of the layer that brought this one in with its sublayers, itself for others.
  Dictionary variables = {};
};

/// All that a layer needs: first the layer itself, then layers, clips, textures and other files,
/// each once, sorted by identifier.
///
/// Files are followed as they stand, without composing: whatever variant, every sublayer, arc, clip
/// and value counts. Expressions stand for what they evaluate to with the variables that the root
/// layer of their layer stack sets; those that evaluate to nothing are left out. Patterns
/// (`<UDIM>`, `#` of clip templates) stand for the files that are there. Packages are files of
/// their own and not looked into; the layers are those of `layers`.
std::vector<Dependency> findDependencies(LayerCache& layers, const std::string& rootIdentifier,
                                         const EvaluateAssetPath& evaluate,
                                         Diagnostics& diagnostics);

/// The identifiers of the files that one asset path stands for: one, or those that match its
/// pattern. Empty when nothing is found.
std::vector<std::string> filesOf(const AssetResolver& resolver, const std::string& authored,
                                 AssetPathUse use, std::string_view anchorLayer);

}  // namespace usdscope
