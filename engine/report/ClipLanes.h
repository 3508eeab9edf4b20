// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

/// One clip in the lane of its set.
struct ClipBlock {
  double start = 0.0;      ///< Stage time from which it plays, as authored.
  double end = 0.0;        ///< Up to and without this; infinite for the last one.
  std::size_t index = 0;   ///< Into the asset paths of the set.
  std::string file;        ///< As authored.
  bool isMissing = false;  ///< No such file, or it cannot be read.
};

/// One clip set that reaches a prim, as the Clips pane shows it.
struct ClipLane {
  std::string set;
  Path anchor;                    ///< The prim that has the set: the asked one or one above it.
  std::vector<ClipBlock> blocks;  ///< In the order in which they play; at least one.
};

/// What plays at a time.
struct ClipNow {
  std::size_t block = 0;  ///< Into ClipLane::blocks.
  double clipTime = 0.0;  ///< Inside the clip.
  std::string sentence;   ///< "`walk.usd` at 37.5; clip set `default` on </World/Crowd>."
};

/// The clip sets that reach a prim, strongest first. Opens no clip files: `isMissing` is asked of
/// the file system only.
std::vector<ClipLane> clipLanes(const Prim& prim);

/// What plays in lane `lane` of clipLanes(prim) at a stage time.
ClipNow clipNow(const Prim& prim, std::size_t lane, double stageTime);

}  // namespace usdscope
