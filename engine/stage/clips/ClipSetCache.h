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

/// The clip sets that may give values to a prim's attributes, strongest first: the sets on the
/// prim, then the sets on its ancestors, nearest first.
using ClipSets = std::vector<std::shared_ptr<const ClipSet>>;

/// The clip sets of a stage, per prim. They are made when they are first needed. Thread-safe.
class ClipSetCache {
 public:
  /// Requires: `rows` and `layers` outlive the cache.
  ClipSetCache(const StageRows& rows, LayerCache& layers);

  /// Returns the sets of the prim of a row. Never null.
  std::shared_ptr<const ClipSets> setsOf(std::uint32_t row) const;

  /// Problems of the clips that were used so far.
  Diagnostics diagnostics() const { return files_->diagnostics(); }

  /// The limit and the estimated size of the clips in memory: see ClipFiles.
  void setByteBudget(std::size_t byteBudget) const { files_->setByteBudget(byteBudget); }
  std::size_t residentByteSize() const { return files_->residentByteSize(); }
  /// Like ClipFiles::evict().
  std::vector<std::shared_ptr<const Layer>> evict(const std::string& file) const {
    return files_->evict(file);
  }
  /// Evicts clips whose files have changed, so that queries see the new content. Returns their
  /// number. Generated manifests are kept.
  std::size_t forgetChanged() const { return files_->forgetChanged(); }

 private:
  std::shared_ptr<const ClipSets> make(std::uint32_t row) const;

  const StageRows& rows_;
  const std::shared_ptr<ClipFiles> files_;
  const std::shared_ptr<const ClipSets> none_ = std::make_shared<ClipSets>();
  mutable std::shared_mutex mutex_;
  mutable std::unordered_map<std::uint32_t, std::shared_ptr<const ClipSets>> setsByRow_;
};

}  // namespace usdscope
