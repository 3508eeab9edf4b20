// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/compose/InstanceKey.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/stage/population/LoadRules.h"
#include "engine/stage/population/PopulationMask.h"

namespace usdscope {

/// Instances with equal keys share a prototype. The key consists of the composed sites, the load
/// rules and the population mask below the instance, and the value clips authored on the instance,
/// which also give values to its descendants. (Usd_InstanceKey.)
struct StageInstanceKey {
  /// The fields `clips` and `clipSets` of one spec.
  struct Clips {
    const Layer* layer = nullptr;
    Path path;
    Value clips;
    Value clipSets;
    bool operator==(const Clips&) const = default;
  };

  InstanceKey sites;
  LoadRules loadRules;
  PopulationMask mask;
  std::vector<Clips> clips;

  bool operator==(const StageInstanceKey&) const = default;
};

StageInstanceKey stageInstanceKey(const PrimRow& row, std::span<const PrimOpinion> opinions,
                                  const StageRequest& request);

struct StageInstanceKeyHash {
  std::size_t operator()(const StageInstanceKey& key) const;
};

}  // namespace usdscope
