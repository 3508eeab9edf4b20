// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/report/DumpContext.h"
#include "engine/scene/Bounds.h"
#include "engine/schema/MaterialBinding.h"

namespace usdscope {

/// The facts that an imaging client asks for: world space, visibility, bounds, primvars, materials.
/// Not thread-safe: it remembers bounds and transforms.
class GeomDump {
 public:
  GeomDump(const DumpContext& context, Diagnostics& problems);

  /// World bound of the whole stage at each stage time.
  Json bounds();
  /// Whether a prim has an entry `geom`.
  static bool isAnswered(const Prim& prim);
  Json geom(const Prim& prim);

 private:
  Json pointInstances(const Prim& prim) const;
  Json boundMaterials(const Prim& prim);

  const DumpContext& context_;
  Diagnostics& problems_;
  std::vector<BoundsCache> caches_;  ///< One for each stage time.
  MaterialBindings materials_;
};

}  // namespace usdscope
