// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <stop_token>

#include "engine/stage/Stage.h"

namespace usdscope {

/// The newest version of a stage that is edited, and a cache of the versions before it: undoing an
/// edit finds the stage that was there.
///
/// Consecutive stages share what an edit does not change, so that the cache costs little memory.
/// But it keeps a muted layer with all prims it brought. Not thread-safe.
class StageHistory {
 public:
  /// Requires: `opened` has a stage. Keeps up to `keptCount` earlier versions.
  explicit StageHistory(StageResult opened, std::size_t keptCount = 1);

  const std::shared_ptr<const Stage>& stage() const { return newest_.stage; }

  /// Like recomposeStage() of the newest stage, but returns an earlier version that equals the
  /// result if one is kept. An edit that is stopped or fails changes nothing.
  RecomposeResult edit(const StageRequest& request, std::stop_token stop = {});

 private:
  struct Version {
    std::shared_ptr<const Stage> stage;
    Diagnostics diagnostics;
    StageChanges toNext;  ///< Changes from this version to the one after it.
  };

  void add(Version version, StageChanges changes);

  std::size_t keptCount_;
  Version newest_;
  std::deque<Version> before_;  // Newest first.
};

}  // namespace usdscope
