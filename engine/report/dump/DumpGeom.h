// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/report/dump/DumpContext.h"
#include "engine/scene/Bounds.h"
#include "engine/schema/MaterialBinding.h"

namespace usdscope {

/// Inherited primvars are not listed because there are too many.
inline constexpr DiagnosticCode kTooManyInherited{"dump.too-many-inherited-primvars",
                                                  Severity::Error};

/// Dumps the data for imaging: world transforms, visibility, bounds, primvars and materials. Caches
/// bounds and transforms. Not thread-safe.
class GeomDump {
 public:
  GeomDump(const DumpContext& context, Diagnostics& problems);

  /// Returns the world bound of the stage at each of DumpContext::stageTimes.
  Json bounds();
  /// Whether the dump of a prim has an entry `geom`.
  static bool hasGeom(const Prim& prim);
  Json geom(const Prim& prim);

 private:
  // A prim may inherit the primvars of all its ancestors, which multiplies them.
  static constexpr std::size_t kMostInherited = 200'000;

  Json primvars(const Prim& prim);
  Json pointInstances(const Prim& prim) const;
  Json boundMaterials(const Prim& prim);

  const DumpContext& context_;
  Diagnostics& problems_;
  std::vector<BoundsCache> caches_;  ///< One for each stage time.
  MaterialBindings materials_;
  std::size_t inheritedLeft_ = kMostInherited;  ///< Inherited primvars that may still be listed.
};

}  // namespace usdscope
