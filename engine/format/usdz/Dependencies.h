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

/// The result of evaluating an asset path with the expression variables of its layer stack.
struct EvaluatedAssetPath {
  std::string path;  ///< The evaluated path; the path itself when not an expression. May be empty.
  std::string problem;  ///< The reason why an expression is invalid, as a sentence; empty: none.
};

/// Evaluates an asset path. (Expressions belong to `compose`, which this module cannot include.)
using EvaluateAssetPath =
    std::function<EvaluatedAssetPath(const std::string& authored, const Dictionary& variables)>;

/// A file that a layer needs, directly or through other files.
struct Dependency {
  std::string identifier;  ///< If the file is missing, the first place where it was searched.
  bool isFound = true;
  std::shared_ptr<const Layer> layer;  ///< Null when the file is not a layer.
  /// The expression variables of the layer stack, which are those of its root layer.
  Dictionary variables = {};
  std::string referrer = {};  ///< The first layer found that needs it; empty for the root.
};

/// Finds all files that a layer needs: first the layer itself, then layers, clips, textures and
/// other files, each once, sorted by identifier.
///
/// Files are followed without composing: all variants, sublayers, arcs, clips and values are used.
/// Expressions are evaluated with the variables that the root layer of their layer stack sets;
/// empty results are ignored, and invalid expressions are reported (kAssetPathExpression). Patterns
/// (`<UDIM>`, `#` in clip templates) give the files that exist, see filesOf(). A package stands for
/// its root layer and is followed. Clips that match a template inside a package are not listed. The
/// layers are opened by `layers`.
std::vector<Dependency> findDependencies(LayerCache& layers, const std::string& rootIdentifier,
                                         const EvaluateAssetPath& evaluate,
                                         Diagnostics& diagnostics);

}  // namespace usdscope
