// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <tuple>

#include "engine/compose/LayerStack.h"
#include "engine/compose/MapFunction.h"

namespace usdscope::detail {

/// The map functions of arcs below relocates. Many prims ask for the same map, which takes long to
/// make of many relocates, so all are kept. Thread-safe.
class RelocatedMaps {
 public:
  /// Returns `map`, whose target is the prim `target` of the stack, composed with the relocates of
  /// its descendants; with the root identity if asked. Requires: the stack has relocates.
  MapFunction find(const LayerStack& stack, Path target, const MapFunction& map,
                   bool withRootIdentity);
  /// Drops all maps, because stacks have been dropped, whose addresses new ones may get.
  void clear();

 private:
  using Key = std::tuple<const LayerStack*, std::uint32_t, std::uint32_t, bool>;

  std::mutex mutex_;
  std::map<Key, MapFunction> maps_;
};

}  // namespace usdscope::detail
