// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/format/LayerCache.h"
#include "engine/format/usdz/AssetPaths.h"

namespace usdscope {

inline constexpr DiagnosticCode kAssetPathExpression{"format.asset-path-expression",
                                                     Severity::Warning};

/// What an asset path comes to with the expression variables of its layer stack.
struct EvaluatedAssetPath {
  std::string path;  ///< The path itself, unless it is an expression; empty when that is nothing.
  std::string problem;  ///< Why an expression cannot be evaluated, as a sentence; empty: it can.
};

/// Evaluates an asset path. (Expressions lie in a module above this one.)
using EvaluateAssetPath =
    std::function<EvaluatedAssetPath(const std::string& authored, const Dictionary& variables)>;

/// A file that a layer or one of those below it needs.
struct Dependency {
  std::string identifier;  ///< Where it lies; when it is not found, where it was looked for first.
  bool isFound = true;
  std::shared_ptr<const Layer> layer;  ///< Null for what is no layer.
  /// Those of the layer that brought this one in with its sublayers, itself for others.
  Dictionary variables = {};
  std::string referrer = {};  ///< The first layer that was found to need it; empty for the root.
};

/// All that a layer needs: first the layer itself, then layers, clips, textures and other files,
/// each once, sorted by identifier.
///
/// Files are followed as they stand, without composing: whatever variant, every sublayer, arc, clip
/// and value counts. Expressions stand for what they evaluate to with the variables that the root
/// layer of their layer stack sets; those that evaluate to nothing are left out, those that cannot
/// be evaluated also reported (kAssetPathExpression). Patterns
/// (`<UDIM>`, `#` of clip templates) stand for the files that are there, see filesOf(). Packages
/// count as the layers that they stand for, and are followed; clips that a template in a package
/// stands for are not listed. The layers are those of `layers`.
std::vector<Dependency> findDependencies(LayerCache& layers, const std::string& rootIdentifier,
                                         const EvaluateAssetPath& evaluate,
                                         Diagnostics& diagnostics);

}  // namespace usdscope
