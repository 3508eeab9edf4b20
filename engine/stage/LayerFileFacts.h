// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace usdscope {

class Stage;

/// Facts about the file of a layer, compared with the layer that the stage uses.
struct LayerFileFacts {
  std::optional<std::uint64_t> byteSize;         ///< The size of the file or package entry.
  std::optional<std::int64_t> modificationTime;  ///< Nanoseconds since 1970; as in AssetResolver.
  bool isChangedOnDisk = false;                  ///< The file has changed since the layer was read.
  bool isDirty = false;  ///< The layer has edits that its file does not have.
  std::string problem;   ///< The first problem of reading the layer; empty if none.
};

/// Asks the file system for the file of a layer. Does not open the layer.
LayerFileFacts layerFileFacts(const Stage& stage, const std::string& identifier);

}  // namespace usdscope
