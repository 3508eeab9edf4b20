// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

/// Keeps the newest version of an edited stage and some earlier ones, so that undoing an edit
/// returns the earlier stage without composing it again.
///
/// Consecutive stages share what an edit does not change, so that earlier versions cost little
/// memory. However, while an earlier version is kept, the layers that were muted since then, and
/// the prims that came from them, stay in memory. Not thread-safe.
class StageHistory {
 public:
  /// Requires: `opened` has a stage. Keeps up to `keptCount` earlier versions.
  explicit StageHistory(StageResult opened, std::size_t keptCount = 1);

  const std::shared_ptr<const Stage>& stage() const { return newest_.stage; }

  /// Like recomposeStage() of the newest stage, but returns an earlier version that equals the
  /// result if one is kept. An edit that is stopped or fails changes nothing.
  RecomposeResult edit(const StageRequest& request, std::stop_token stop = {});

  /// Drops the earlier versions. Call it when files of clips have changed: an earlier stage has
  /// clips that it has read before.
  void forgetEarlier() { before_.clear(); }

 private:
  struct Version {
    std::shared_ptr<const Stage> stage;
    Diagnostics diagnostics;
    StageChanges toNext;  ///< Changes from this version to the one after it.
    /// The layers that were open beside those of the stage: an edited manifest of clips, for
    /// example.
    std::vector<std::shared_ptr<const Layer>> otherLayers;
  };

  static bool isCurrent(const Version& version);
  void add(Version version, StageChanges changes);

  std::size_t keptCount_;
  Version newest_;
  std::deque<Version> before_;  // Newest first.
};

}  // namespace usdscope
