// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "engine/layer/LayerOffset.h"
#include "engine/stage/Stage.h"

namespace usdscope {

/// One clip in a lane.
struct ClipBlock {
  double start = 0.0;      ///< Stage time at which the clip becomes active.
  double end = 0.0;        ///< Exclusive; infinity for the last clip.
  std::size_t index = 0;   ///< Index into the asset paths of the set.
  std::string file;        ///< As authored.
  std::string identifier;  ///< See clipIdentifier().
  /// There is no such file, although the stage is not in a capsule that lacks it on purpose.
  bool isMissing = false;
};

/// A part of a lane in which files of a template are missing. The clip before them plays on; before
/// the first clip, that one plays.
struct ClipHole {
  double start = 0.0;  ///< Stage time at which the first missing file would start.
  double end = 0.0;    ///< Exclusive.
  std::size_t count = 0;
  std::string firstFile;  ///< As the template writes it.
};

/// A point of the map from stage time to clip time.
struct ClipTimePoint {
  double stage = 0.0;
  double clip = 0.0;
};

/// A stage time at which clip time jumps.
struct ClipJump {
  double stage = 0.0;
  double from = 0.0;  ///< The clip time just before.
  double to = 0.0;    ///< The clip time from then on.
  /// Whether the clip goes back: it plays a part of itself again.
  bool isRepeat() const { return to < from; }
};

/// A lane of the Clips pane: a clip set that applies to a prim.
struct ClipLane {
  Path prim;               ///< The prim that the lane was asked for.
  std::size_t number = 0;  ///< The number of the set among those that apply to the prim.
  std::string set;
  Path anchor;                    ///< The prim that authors the set: the shown prim or an ancestor.
  std::vector<ClipBlock> blocks;  ///< In playing order; never empty.
  std::vector<ClipHole> holes;    ///< The holes of the template, ascending; mostly none.
  /// The map from stage time to clip time: straight between two points, constant outside of them,
  /// ascending in stage time. Two points at one stage time are a jump. Empty if the set has no
  /// `times`: then `clipFromStage` is the map.
  std::vector<ClipTimePoint> timeMap;
  LayerOffset clipFromStage;

  /// The prim path of the set in its clips.
  Path primPath;

  double clipTimeAt(double stageTime) const;
  /// Returns the hole at a stage time; null if there is none.
  const ClipHole* holeAt(double stageTime) const;
  /// The number of missing files: those of blocks, and those of holes.
  std::size_t missingCount() const;
  /// The block that plays at a stage time. The first one also plays before its start.
  std::size_t blockAt(double stageTime) const;
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

/// Returns the clip sets of all prims that author some, in traversal order, strongest first. The
/// result is incomplete when stopped.
std::vector<ClipLane> clipLanesOf(const Stage& stage, const std::stop_token& stop = {});

/// Returns the active clip of a lane of the stage at a stage time.
ClipNow clipNow(const Stage& stage, const ClipLane& lane, double stageTime);

/// Returns the jumps of a lane's time map, ascending.
std::vector<ClipJump> clipJumps(const ClipLane& lane);

/// Returns for each block of a lane of the stage whether its clip is in memory. Opens no clip
/// files.
std::vector<bool> residentBlocks(const Stage& stage, const ClipLane& lane);

/// The estimated size of all clips of the stage in memory, in bytes, and its limit.
struct ClipMemory {
  std::size_t bytes = 0;
  std::size_t budget = 0;
};
/// `lane` is any lane of the stage.
ClipMemory clipMemory(const Stage& stage, const ClipLane& lane);

}  // namespace usdscope
