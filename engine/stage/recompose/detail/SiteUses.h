// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/compose/PrimIndex.h"

namespace usdscope {

/// Which rows' prims have arcs that lead where: PrimIndex::inputs() the other way round. A row may
/// be told of although its prim has no such arc any more. Copies share what did not change.
class SiteUses {
 public:
  struct Use {
    CompositionInput site;
    std::uint32_t row = 0;
    auto operator<=>(const Use&) const = default;
  };

  SiteUses() = default;
  explicit SiteUses(std::vector<Use> uses);

  void add(std::span<const CompositionInput> inputs, std::uint32_t row);
  /// One row less is counted for the stacks of these inputs.
  void remove(std::span<const CompositionInput> inputs);

  /// Calls `visit` for every use of exactly this site, or of any site of a stack.
  void visit(const CompositionInput& site, const std::function<void(const Use&)>& visit) const;
  void visit(std::uint32_t layerStack, const std::function<void(const Use&)>& visit) const;

  /// By number of the layer stack: how many inputs lead to it.
  const std::vector<std::uint32_t>& countByStack() const { return countByStack_; }

 private:
  void count(std::uint32_t layerStack);

  std::shared_ptr<const std::vector<Use>> uses_ = std::make_shared<std::vector<Use>>();  // Sorted.
  std::vector<Use> added_;  // Since then; few.
  std::vector<std::uint32_t> countByStack_;
};

}  // namespace usdscope
