// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/compose/PrimIndex.h"

namespace usdscope {

/// Finds the rows whose prims have arcs to a site: the reverse of PrimIndex::inputs(). May also
/// find rows whose prims no longer have such an arc. Copies share their sorted part.
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
  /// Decreases the counts of the layer stacks of these inputs. The uses themselves are kept.
  void remove(std::span<const CompositionInput> inputs);

  /// Calls `visit` for every use of exactly this site, or of any site in the layer stack.
  void visit(const CompositionInput& site, const std::function<void(const Use&)>& visit) const;
  void visit(std::uint32_t layerStack, const std::function<void(const Use&)>& visit) const;

  /// Per number of a layer stack, how many inputs have a site in it.
  const std::vector<std::uint32_t>& countByStack() const { return countByStack_; }

 private:
  void count(std::uint32_t layerStack);

  std::shared_ptr<const std::vector<Use>> uses_ = std::make_shared<std::vector<Use>>();  // Sorted.
  std::vector<Use> added_;  // Added since `uses_` was sorted; few.
  std::vector<std::uint32_t> countByStack_;
};

}  // namespace usdscope
