// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

#include "engine/stage/Stage.h"

namespace usdscope {

/// The files that a capsule lacks on purpose, because its frames do not use them. Reads the capsule
/// at the first question. A copy shares nothing with the original. Not thread-safe.
class LeftOutFiles {
 public:
  /// Requires: `stage` outlives this object.
  explicit LeftOutFiles(const Stage& stage) : stage_(&stage) {}

  /// Whether the stage is in a capsule that lacks the file of an asset path on purpose.
  /// `anchorLayer` is the identifier of the layer that authors the path.
  bool contains(const std::string& assetPath, const std::string& anchorLayer);
  bool contains(const std::string& identifier);
  /// Whether the stage is not in a capsule, or in one that has all its files.
  bool isEmpty();

 private:
  const std::unordered_set<std::string>& identifiers();

  const Stage* stage_;
  std::optional<std::unordered_set<std::string>> identifiers_;
};

}  // namespace usdscope
