// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

/// One clip in a lane.
struct ClipBlock {
  double start = 0.0;      ///< Stage time at which the clip becomes active.
  double end = 0.0;        ///< Exclusive; infinity for the last clip.
  std::size_t index = 0;   ///< Index into the asset paths of the set.
  std::string file;        ///< As authored.
  bool isMissing = false;  ///< There is no such file.
};

/// A lane of the Clips pane: a clip set that applies to a prim.
struct ClipLane {
  std::string set;
  Path anchor;                    ///< The prim that authors the set: the shown prim or an ancestor.
  std::vector<ClipBlock> blocks;  ///< In playing order; never empty.
};

/// The active clip at a time.
struct ClipNow {
  std::size_t block = 0;  ///< Index into ClipLane::blocks.
  double clipTime = 0.0;  ///< Time in the clip.
  std::string sentence;   ///< "`walk.usd` at 37.5; clip set `default` on </World/Crowd>."
};

/// Returns the clip sets that apply to a prim, strongest first. Opens no clip files, so a
/// corrupt file is not missing.
std::vector<ClipLane> clipLanes(const Prim& prim);

/// Returns the active clip in lane `lane` of clipLanes(prim) at a stage time.
ClipNow clipNow(const Prim& prim, std::size_t lane, double stageTime);

}  // namespace usdscope
