// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "engine/format/LayerCache.h"
#include "engine/format/usdz/Dependencies.h"
#include "engine/format/usdz/PackageWriter.h"

namespace usdscope {

inline constexpr DiagnosticCode kDependencyMissing{"format.dependency-missing", Severity::Warning};
/// A layer is copied although its asset paths do not lead to the moved files.
inline constexpr DiagnosticCode kPathsNotMoved{"format.paths-not-moved", Severity::Warning};

/// The files that localize() takes, and those that it writes anew. Functions that are empty answer
/// true for the first question, and false for the second.
struct LocalizeChoice {
  /// Whether a file is taken. The paths to a file that is not taken lead nowhere; nothing is
  /// reported about it.
  std::function<bool(const Dependency&)> takes;
  /// Whether a layer has edits that its file lacks.
  std::function<bool(const Dependency&)> isEdited;
  /// Is called for each file that exists and is not taken, with the name that the paths to it have
  /// in the package. May be empty.
  std::function<void(const Dependency&, const std::string& name)> noteSkipped;
};

/// Returns a layer and all files that it needs (see findDependencies()) as the files of one folder
/// or package. The layer is the first file.
///
/// Files in the layer's folder keep their relative paths; other files go to folders `0`,
/// `1`, …, as in the reference. A layer is rewritten, in its format, if its asset paths would not
/// lead to the moved files, or if it has expressions, which are replaced by their results. All
/// other files are copied byte for byte. MaterialX files are never rewritten: files in folders
/// below theirs keep their place, and paths and includes that lead elsewhere are reported
/// (kPathsNotMoved). Missing files are reported, and their paths are kept. Values of a rewritten
/// layer that cannot be decoded are reported and lost.
std::vector<PackagedFile> localize(LayerCache& layers, const std::string& rootIdentifier,
                                   const EvaluateAssetPath& evaluate, Diagnostics& diagnostics,
                                   const LocalizeChoice& choice = {});

}  // namespace usdscope
