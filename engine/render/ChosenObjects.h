// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "engine/scene/Scene.h"

namespace usdscope {

struct RenderSettings;

/// One instance of a point instancer, or one gprim of it.
struct ChosenInstance {
  /// The outermost instancer, for all that it draws for the instance; else the prim of an item.
  Path prim;
  Path instancer;  ///< The outermost instancer.
  InstanceId id;   ///< The inner id applies only to a single gprim.
  bool operator==(const ChosenInstance&) const = default;
};

/// Items and instances that are chosen by their prims: prims with their descendants and, for point
/// instancers, all that they draw; and single instances.
class ChosenObjects {
 public:
  enum class Share : std::uint8_t { None, Some, All };

  ChosenObjects(std::span<const Path> prims, std::span<const ChosenInstance> instances);

  /// Whether all objects of an item are chosen, or perhaps some of its instances.
  Share shareOf(Path item, std::span<const Path> instancers) const;
  /// Returns which instances of an item are chosen: one flag for each id. Only for items whose
  /// share is Some.
  std::vector<bool> instancesOf(Path item, std::span<const Path> instancers,
                                std::span<const InstanceId> ids) const;

 private:
  bool isBelow(Path path) const;

  std::vector<Path> prims_;
  std::unordered_set<Path> many_;  ///< The prims, if they are too many to try one after the other.
  std::vector<ChosenInstance> instances_;
  std::unordered_set<Path> instancers_;  ///< The instancers of `instances_`.
};

/// Returns the world bounds of the chosen objects and bones that the settings show; empty if there
/// are none.
Box boundsOfChosen(const Scene& scene, const ChosenObjects& chosen, const RenderSettings& settings);

}  // namespace usdscope
