// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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

  /// How much of the clips may stay in memory, and how much does: see ClipLayers.
  void setByteBudget(std::size_t byteBudget) const { layers_->setByteBudget(byteBudget); }
  std::size_t residentByteSize() const { return layers_->residentByteSize(); }
  /// Lets go of clips whose files have changed, so that queries see their new content. Tells how
  /// many. What generated manifests declare stays as it is.
  std::size_t forgetChanged() const { return layers_->forgetChanged(); }

 private:
  std::shared_ptr<const ClipSets> make(std::uint32_t row) const;

  const StageRows& rows_;
  const std::shared_ptr<ClipLayers> layers_;
  const std::shared_ptr<const ClipSets> none_ = std::make_shared<ClipSets>();
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<std::uint32_t, std::shared_ptr<const ClipSets>> setsByRow_;
};

}  // namespace usdscope
