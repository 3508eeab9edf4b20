// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <stop_token>

#include "engine/stage/Stage.h"

namespace usdscope {

/// A stage that is edited, and the stages that it was just before: an edit that is taken back
/// finds the stage that was there.
///
/// Stages share what an edit leaves alone, so that keeping some costs little, but a layer that is
/// muted is kept with all that it brought. For one thread at a time.
class StageHistory {
 public:
  /// `opened` has a stage. Of those before it `keptCount` are kept.
  explicit StageHistory(StageResult opened, std::size_t keptCount = 1);

  const std::shared_ptr<const Stage>& stage() const { return newest_.stage; }

  /// As recomposeStage() of the newest stage; where one of those before is what comes of it, that
  /// one. Of what is stopped or fails nothing stays.
  RecomposeResult edit(const StageRequest& request, std::stop_token stop = {});

 private:
  struct Version {
    std::shared_ptr<const Stage> stage;
    Diagnostics diagnostics;
    StageChanges toNext;
  };

  void take(Version version, StageChanges changes);

  std::size_t keptCount_;
  Version newest_;
  std::deque<Version> before_;  // Newest first.
};

}  // namespace usdscope
