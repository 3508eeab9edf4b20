// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/compose/PrimIndex.h"

namespace usdscope {

/// The part of an instance's key that composition knows: the arcs below the root site and the
/// variant selections. Instances share a prototype if their StageInstanceKey, which includes this
/// key, is equal. (PcpInstanceKey.)
struct InstanceKey {
  struct Arc {
    ArcType type = ArcType::Root;
    const LayerStack* layerStack = nullptr;
    Path path;
    LayerOffset offset;  ///< Maps the site's time to stage time. Compared with a tolerance of 1e-6.

    bool operator==(const Arc& other) const;
  };
  std::vector<Arc> arcs;
  /// Pairs of set name and variant name.
  std::vector<std::pair<std::string, std::string>> variantSelections;

  bool operator==(const InstanceKey&) const = default;
};

/// Returns the key of an instanceable index; an empty key for others.
InstanceKey computeInstanceKey(const PrimIndex& index);

}  // namespace usdscope

template <>
struct std::hash<usdscope::InstanceKey> {
  std::size_t operator()(const usdscope::InstanceKey& key) const noexcept;
};
