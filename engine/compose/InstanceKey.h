// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/compose/PrimIndex.h"

namespace usdscope {

/// Two instances with equal keys share a prototype: same arcs below the root site, same variant
/// choices, same load rules. (PcpInstanceKey.)
struct InstanceKey {
  struct Arc {
    ArcType type = ArcType::Root;
    const LayerStack* layerStack = nullptr;
    Path path;
    LayerOffset offset;  ///< From the site's time to the stage's. Equal to within 1e-6.

    bool operator==(const Arc& other) const;
  };
  std::vector<Arc> arcs;
  std::vector<std::pair<std::string, std::string>> variantSelections;  ///< By set name.

  bool operator==(const InstanceKey&) const = default;
};

/// Of an index that isInstanceable(); of others an empty key.
InstanceKey computeInstanceKey(const PrimIndex& index);

}  // namespace usdscope

template <>
struct std::hash<usdscope::InstanceKey> {
  std::size_t operator()(const usdscope::InstanceKey& key) const noexcept;
};
