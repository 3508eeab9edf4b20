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

/// Links give a file so many names that they are not all followed.
inline constexpr DiagnosticCode kTooManyNames{"format.too-many-names", Severity::Error};

/// The result of evaluating an asset path with the expression variables of its layer stack.
struct EvaluatedAssetPath {
  /// The evaluated path; the authored path if it is not an expression. May be empty.
  std::string path;
  std::string problem;  ///< A sentence that says why an expression is invalid; else empty.
};

/// Evaluates an asset path. (Expressions belong to `compose`, which this module cannot include.)
using EvaluateAssetPath =
    std::function<EvaluatedAssetPath(const std::string& authored, const Dictionary& variables)>;

/// A file that a layer needs, directly or through other files.
struct Dependency {
  /// The identifier of the file; if it is missing, that of the first candidate.
  std::string identifier;
  bool isFound = true;
  std::shared_ptr<const Layer> layer;  ///< Null when the file is not a layer.
  /// The expression variables of the layer stack, which are those of its root layer.
  Dictionary variables = {};
  std::string referrer = {};  ///< The first layer found that needs the file; empty for the root.
  /// The evaluated asset path in `referrer`; empty for files that were found.
  std::string assetPath = {};
};

/// Finds all files that a layer needs: first the layer itself, then layers, clips, textures and
/// other files, each once, sorted by identifier.
///
/// Files are followed without composing: all variants, sublayers, arcs, clips and values are used.
/// Expressions are evaluated with the variables that the root layer of their layer stack sets;
/// empty results are ignored, and invalid expressions are reported (kAssetPathExpression). Patterns
/// (`<UDIM>`, `#` in clip templates) result in the files that exist; see filesOf(). A package is
/// followed through its root layer. Clips that match a template inside a package are not listed.
/// Opens layers with `layers`.
std::vector<Dependency> findDependencies(LayerCache& layers, const std::string& rootIdentifier,
                                         const EvaluateAssetPath& evaluate,
                                         Diagnostics& diagnostics);

}  // namespace usdscope
