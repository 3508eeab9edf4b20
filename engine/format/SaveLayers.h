// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/format/LayerCache.h"

namespace usdscope {

/// The file of a layer is not the one that was read.
inline constexpr DiagnosticCode kChangedOnDisk{"format.changed-on-disk", Severity::Error};

/// Returns a sentence with the reason why a layer can never be written to its file: it has none, it
/// lies in a package, its format cannot be written, or the file is read-only. Else empty. Looks at
/// the file system.
std::string whyNotWritable(const std::string& identifier);

/// Returns a sentence when the file of an open layer was changed or removed since it was read or
/// saved. Compares time and size. Empty when it is the same file, or when there was none.
std::string changeOnDisk(const LayerCache& layers, const std::string& identifier);

/// Returns the open layers that differ from their files, sorted by identifier.
std::vector<std::shared_ptr<const Layer>> modifiedLayers(const LayerCache& layers);

struct SaveLayersResult {
  /// The layers whose files were replaced.
  std::vector<std::string> saved;
  /// An error for each layer that could not be saved: kCannotSave, kChangedOnDisk or
  /// kUnknownExtension.
  Diagnostics diagnostics;
};

/// Writes layers to the files that their identifiers name, in the format of the present file, and
/// records them as saved. All new files are written before the first one replaces an old file: if
/// one of them cannot be written, or a file has changed since it was read, no file is replaced.
///
/// `overwritesChanges` also replaces files that have changed. Call it only after the user agreed.
SaveLayersResult saveLayers(LayerCache& layers,
                            std::span<const std::shared_ptr<const Layer>> versions,
                            bool overwritesChanges = false);

}  // namespace usdscope
