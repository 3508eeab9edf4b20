// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"

namespace usdscope {

class LayerCache;
class Stage;

/// Reported when a file has changed and cannot be read any more.
inline constexpr DiagnosticCode kOutdatedFile{"app.outdated-file", Severity::Error};
/// Reported when an edit is impossible on the new version of its layer. The edit is kept.
inline constexpr DiagnosticCode kEditWithoutEffect{"app.edit-without-effect", Severity::Warning};

/// Files of the open scene that have changed.
struct FilesToRead {
  std::uint64_t id = 0;
  std::vector<std::string> layers;  ///< Identifiers of layers in these files.
  std::vector<std::string> files;   ///< Paths of all of them; layers, clips and textures.
};

/// Returns the file that holds a layer: the outermost package of one in a package.
std::string outerFile(const std::string& identifier);

/// The message of a diagnostic with its place in the file, for readers who know which file.
std::string reasonOf(const Diagnostic& diagnostic);

/// Reports that a file cannot be read any more.
void reportOutdated(const std::string& file, const std::string& reason, Diagnostics& outdated);

/// Reads a layer again. If it has become unreadable, the version before stays, and this is
/// reported. Returns whether the layer has a new version.
bool readLayerAgain(LayerCache& layers, const std::string& layer, Diagnostics& outdated);

/// Makes the next stage and the next scene read changed files again. A clip of `stage` that has
/// become unreadable stays as it was read before, if it is still in memory. Returns the layers with
/// new versions. `stage` may be null.
std::set<std::string> readAgain(LayerCache& layers, const Stage* stage, const FilesToRead& changed,
                                Diagnostics& outdated);

/// Returns the problems of an earlier document that still apply when files are read again.
Diagnostics stillOutdated(const Diagnostics* before, const std::vector<std::string>& layers,
                          const FilesToRead* changed);

}  // namespace usdscope
