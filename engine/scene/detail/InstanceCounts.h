// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "engine/scene/detail/SceneCollector.h"

namespace usdscope {

struct PointInstances;

/// The numbers of instances of nested point instancers, counted before the instances are made.
/// Instancers whose instances would draw too many prims are ignored.
class InstanceCounts {
 public:
  /// `own` has the instances of each instancer without those that hold it. Reports ignored
  /// instancers (kTooManyInstances).
  InstanceCounts(const SceneContents& contents, std::span<const PointInstances* const> own,
                 const SceneNodes::Placement& placement, Diagnostics& problems);

  /// Whether instances are drawn, or hold others that are drawn.
  bool isUsed(std::size_t instancer) const { return isUsed_[instancer]; }
  /// The number of instances of a prototype, also in instances of other instancers. Requires:
  /// isUsed().
  std::size_t of(std::size_t instancer, std::size_t prototype) const {
    return all_[instancer][prototype];
  }

 private:
  /// Numbers by instancer and prototype.
  using Numbers = std::vector<std::vector<std::size_t>>;

  void count(const SceneContents& contents, const SceneNodes::Placement& placement,
             Diagnostics& problems);
  std::size_t outerCount(const InstancerUse& use) const;

  double allowed_;
  Numbers own_;
  Numbers drawn_;  // The prims that are drawn in a prototype.
  Numbers all_;    // Empty for an instancer that is ignored.
  std::vector<bool> isUsed_;
};

}  // namespace usdscope
