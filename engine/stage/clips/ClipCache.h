// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "engine/stage/clips/ClipSet.h"

namespace usdscope {

struct StageRows;

/// The clip sets that may speak for a prim's attributes, strongest first: its own, then those of
/// the prims above, nearest first.
using ClipSets = std::vector<std::shared_ptr<const ClipSet>>;

/// The clip sets of a stage, made when they are first asked for. Internally synchronised.
class ClipCache {
 public:
  /// `rows` outlive the cache.
  ClipCache(const StageRows& rows, LayerCache& layers);

  /// Of the prim of a row. Never null.
  std::shared_ptr<const ClipSets> setsOf(std::uint32_t row) const;

  /// What is wrong with the clips that were touched so far.
  Diagnostics diagnostics() const { return layers_->diagnostics(); }

 private:
  std::shared_ptr<const ClipSets> make(std::uint32_t row) const;

  const StageRows& rows_;
  const std::shared_ptr<ClipLayers> layers_;
  const std::shared_ptr<const ClipSets> none_ = std::make_shared<ClipSets>();
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<std::uint32_t, std::shared_ptr<const ClipSets>> setsByRow_;
};

}  // namespace usdscope
