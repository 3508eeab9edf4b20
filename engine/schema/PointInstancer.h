// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/Diagnostics.h"
#include "engine/math/Types.h"
#include "engine/stage/Prim.h"
#include "engine/value/TimeCode.h"

namespace usdscope {

inline constexpr DiagnosticCode kBadPointInstancer{"schema.bad-point-instancer", Severity::Warning};
/// The number of scales or orientations differs from the number of instances.
inline constexpr DiagnosticCode kPointInstancerCounts{"schema.point-instancer-counts",
                                                      Severity::Warning};

/// The instances of a point instancer at one time, without masked instances.
struct PointInstances {
  std::vector<Path> prototypes;            ///< Forwarded targets of `prototypes`.
  std::vector<std::uint32_t> prototypeOf;  ///< Per instance, an index into `prototypes`.
  std::vector<std::uint32_t> idOf;         ///< Per instance, its index before masking.
  /// Per instance: instancer space from the space of the prototype root's children. Includes the
  /// root's own transform.
  std::vector<glm::dmat4> instancerFromPrototype;
};

/// How an instance with a prototype index out of range, or without a position, is treated.
enum class BadPrototypeIndex : std::uint8_t {
  RefusesAll,  ///< Returns no instances at all, like ComputeInstanceTransformsAtTime.
  LeftOut,  ///< Omits this instance only, like imaging. More positions than instances do no harm.
};

/// Computes the instances: scale, then orientation, then translation, with velocities and angular
/// velocities if they are authored at the sample of the positions. Empty, with a diagnostic, when
/// array sizes do not match. If there are fewer scales or orientations than instances, they apply
/// to the first instances. (UsdGeomPointInstancer::ComputeInstanceTransformsAtTime.)
PointInstances computePointInstances(const Prim& instancer, TimeCode time, Diagnostics& diagnostics,
                                     BadPrototypeIndex bad = BadPrototypeIndex::RefusesAll);

}  // namespace usdscope
