// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/report/clips/ClipLanes.h"

namespace usdscope {

/// A clip file in memory.
struct ClipInMemory {
  std::string file;          ///< As authored.
  std::string identifier;    ///< Its path.
  std::size_t byteSize = 0;  ///< The size of the file; 0 if it has vanished.
  std::size_t block = 0;     ///< The first block of the lane in which it plays.
  bool operator==(const ClipInMemory&) const = default;
};

/// Returns the clips of a lane of the stage that are in memory, each once, largest first.
std::vector<ClipInMemory> clipsInMemory(const Stage& stage, const ClipLane& lane);

/// The number of different clip files of lanes.
struct ClipFileCount {
  std::size_t resident = 0;  ///< The files in memory.
  std::size_t all = 0;
};
/// Counts the files of lanes of the stage by the paths to them, without asking the file system.
/// `resident` says of each block of each lane whether its clip is in memory.
ClipFileCount countClipFiles(const Stage& stage, const std::vector<ClipLane>& lanes,
                             const std::vector<std::vector<bool>>& resident);

/// Reads the clips of a lane of the stage that play from a time on, one after the other, until the
/// blocks of `count` clips are in memory, the budget is full, or the lane ends. The clip that plays
/// at the time is read in any case. Returns the number of blocks from there on that are in memory.
std::size_t readClipsAhead(const Stage& stage, const ClipLane& lane, double stageTime,
                           std::size_t count, const std::stop_token& stop = {});

}  // namespace usdscope
