// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/stage/Stage.h"

namespace usdscope {

struct Scene;

/// A fact by which the prims of a stage are counted.
enum class StatisticsGroup : std::uint8_t {
  Type,     ///< The composed type name; prims without a type have an empty one.
  Kind,     ///< The composed kind; most prims have an empty one.
  Purpose,  ///< The computed purpose of imageable prims.
  State,    ///< `active`, `instance`, `animated` and others. A prim may be in several states.
  Layer     ///< The identifiers of the layers with a spec of the prim.
};
inline constexpr std::size_t kStatisticsGroupCount = 5;

/// The sums over the prims that have one thing in common.
struct StatisticsRow {
  std::string name;             ///< See StatisticsGroup.
  std::uint64_t prims = 0;      ///< Prims on the stage, without the parts of instances.
  std::uint64_t instanced = 0;  ///< The parts of instances (instance proxies).
  // The other sums include the parts of instances, each as often as it is on the stage.
  std::uint64_t animatedPrims = 0;
  std::uint64_t attributes = 0;  ///< Attributes with an opinion in a layer or a value from clips.
  std::uint64_t animatedAttributes = 0;  ///< Attributes that may vary in time.
  /// Meshes, their faces, and the points of meshes, curves and other prims with points, at the
  /// first sample, or by default where nothing is animated.
  std::uint64_t meshes = 0;
  std::uint64_t points = 0;
  std::uint64_t faces = 0;
  std::uint64_t pointInstances = 0;  ///< The instances of point instancers, also invisible ones.

  std::uint64_t all() const { return prims + instanced; }
  bool operator==(const StatisticsRow&) const = default;
};

/// The size of a layer, regardless of the prims that are counted.
struct LayerStatistics {
  std::string identifier;
  std::string label;            ///< The name of the file.
  std::uint64_t primSpecs = 0;  ///< Includes specs of variants, but not the pseudo-root.
  std::uint64_t propertySpecs = 0;
  /// The memory of the tables of specs, without values, as if no specs shared their lists of
  /// fields. So it does not depend on what has been read before, or on the number of threads.
  std::uint64_t tableBytes = 0;
  std::optional<std::uint64_t> fileBytes;  ///< Empty without a file.
};

/// The contents of a scene or a subtree in numbers.
struct SceneStatistics {
  StatisticsRow total;
  /// The rows of each group, the most prims first. Without rows that no prim belongs to.
  std::array<std::vector<StatisticsRow>, kStatisticsGroupCount> groups;
  std::vector<LayerStatistics> layers;  ///< All layers of the stage, in the order of Stage.
  std::uint64_t prototypes = 0;         ///< Prototypes of the instances that are counted.
  std::uint64_t prototypePrims = 0;     ///< The prims of these prototypes, including the roots.

  const std::vector<StatisticsRow>& rows(StatisticsGroup group) const {
    return groups[std::size_t(group)];
  }
};

/// Reports how many of `total` prims were looked at. Called on the thread of the caller.
using StatisticsProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Counts a prim and all its descendants; all prims for the pseudo-root, which is not counted
/// itself. Looks at each prim of a prototype once, however many instances show it. Resolves values,
/// so it may read clips. The numbers of prims and prototypes equal those of
/// UsdUtilsComputeUsdStageStats. Empty when stopped. Thread-safe.
std::optional<SceneStatistics> sceneStatistics(const Prim& root,
                                               const StatisticsProgress& progress = {},
                                               std::stop_token stop = {});

/// Returns the prims at and below `root` that a row counts, in traversal order, at most `most`.
/// Incomplete when stopped.
std::vector<Path> countedPrims(const Prim& root, StatisticsGroup group, const std::string& name,
                               std::size_t most, std::stop_token stop = {});

/// Returns the bytes of vertices, indices, influences and palettes of a scene. Geometry that items
/// share is counted once. Textures are not included.
std::uint64_t pictureBytes(const Scene& scene);

}  // namespace usdscope
