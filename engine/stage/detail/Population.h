// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <stop_token>
#include <unordered_map>
#include <vector>

#include "engine/stage/detail/InstanceKeys.h"
#include "engine/stage/detail/StageRows.h"
#include "engine/value/Dictionary.h"

namespace usdscope {

/// Finds the prims of a stage and makes rows of them: the pseudo-root's tree first, then round by
/// round the prototypes of the instances that the round before has found.
///
/// Within a round the tree grows level by level, the prims of one level in parallel; nothing
/// recurs, so that depth costs no stack, and prims are numbered afterwards, so that rows do not
/// depend on the number of threads. Made for one use; not thread-safe.
class Population {
 public:
  /// `rows` has its request, layers, composer and definitions.
  Population(StageRows& rows, Dictionary fallbackPrimTypes, std::stop_token stop);

  /// Fills in the rows, prototypes and errors. False when it was stopped: then nothing is.
  bool run();

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  /// A prim that is not yet a row. Numbers are places in drafts_.
  struct Draft {
    PrimRow row;  // Its links are filled in at the end.
    std::vector<PrimOpinion> opinions;
    std::vector<Token> childNames;
    std::uint32_t parent = kNone;
    std::uint32_t firstChild = kNone;
    std::uint32_t childCount = 0;
    std::uint32_t prototype = kNone;
  };

  bool growTrees(std::vector<std::uint32_t> level);
  void composeDraft(Draft& draft);
  void composeFlags(Draft& draft);
  void composeType(Draft& draft, const std::vector<Token>& apiSchemas);
  void order(std::uint32_t root);
  void addPrototypes(std::size_t firstOrdered);
  Path nextPrototypePath();
  void writeRows();

  StageRows& rows_;
  const Dictionary fallbackPrimTypes_;
  const std::stop_token stop_;
  std::deque<Draft> drafts_;
  std::vector<std::uint32_t> order_;  // Drafts in the order of rows.
  std::vector<std::uint32_t> prototypes_;
  std::size_t lastPrototypeNumber_ = 0;
  std::unordered_map<StageInstanceKey, std::uint32_t, StageInstanceKeyHash> prototypeByKey_;
};

}  // namespace usdscope
