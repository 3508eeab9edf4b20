// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>
#include <vector>

#include "engine/stage/population/detail/PrimTrees.h"

namespace usdscope {

class Prototypes;

/// Finds the prims of a stage and writes their rows: first the pseudo-root's tree (PrimTrees), then
/// the prototypes of its instances (Prototypes). Made for one use; not thread-safe.
class Population {
 public:
  /// Requires: `rows` has its request, layers, composer, definitions and version. `reusable` is
  /// null when all prims are composed anew.
  Population(StageRows& rows, const ReusableRows* reusable, std::stop_token stop);

  /// Fills in the rows, prototypes and errors. When stopped, returns false and fills in nothing.
  bool run();

  /// After run(): adds the differences from the reusable rows.
  void addChanges(StageChanges& changes) const;

 private:
  void writeRows(const Prototypes& prototypes);
  void writeRow(PrimDraft& draft, const std::vector<std::uint32_t>& rowOfDraft,
                PrimChunk& chunk) const;

  StageRows& rows_;
  const ReusableRows* const reusable_;
  PrimTrees trees_;
};

}  // namespace usdscope
