// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/report/statistics/SceneStatistics.h"

namespace usdscope {

/// An array of a scene, at its first sample.
struct ArrayContents {
  Path attribute;
  std::string type;            ///< `point3f[]`
  std::uint64_t elements = 0;  ///< At the earliest time.
  std::uint64_t byteSize = 0;  ///< The memory of these elements; texts count as their handles.
  std::size_t samples = 0;     ///< 0 for a value that does not vary.
};

/// A file that is not a layer, named by a value of the scene: a texture, a sound.
struct AssetContents {
  std::string file;  ///< Relative to the scene's folder; the authored path if it is not found.
  bool isFound = false;
  bool isPattern = false;  ///< The path stands for several files, as `<UDIM>` does; not counted.
  std::optional<std::uint64_t> byteSize;
  std::size_t uses = 0;  ///< Number of values that name it.
};

/// A clip set of a scene.
struct ClipSetContents {
  Path prim;  ///< The prim that authors the set.
  std::string name;
  std::size_t clips = 0;    ///< Number of different files.
  std::size_t missing = 0;  ///< Number of files that do not exist.
  std::uint64_t byteSize = 0;
};

/// The contents of a scene in numbers, with the costliest parts.
struct SceneInventory {
  SceneStatistics statistics;
  std::uint64_t arrays = 0;  ///< Attributes with an array that is not empty.
  std::uint64_t arrayElements = 0;
  std::uint64_t arrayBytes = 0;  ///< At the earliest time.
  std::vector<ArrayContents> largestArrays;
  std::vector<AssetContents> assets;  ///< Sorted by file.
  std::vector<ClipSetContents> clipSets;
  std::uint64_t residentBytes = 0;  ///< The memory of this process; 0 if it is not known.
};

/// Looks at every prim once, prims of prototypes too. Resolves all arrays at their earliest time,
/// so it may read clips. `arrayCount` is the number of arrays in `largestArrays`.
SceneInventory sceneInventory(const Stage& stage, std::size_t arrayCount);

Json inventoryToJson(const SceneInventory& contents, const Stage& stage);
std::string inventoryToText(const SceneInventory& contents, const Stage& stage);

}  // namespace usdscope
