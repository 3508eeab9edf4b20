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
/// Scales or orientations that are not as many as the instances.
inline constexpr DiagnosticCode kPointInstancerCounts{"schema.point-instancer-counts",
                                                      Severity::Warning};

/// The instances of a point instancer at one time, masked ones left out.
struct PointInstances {
  std::vector<Path> prototypes;            ///< Forwarded targets of `prototypes`.
  std::vector<std::uint32_t> prototypeOf;  ///< Per instance, into prototypes.
  std::vector<std::uint32_t> idOf;         ///< Per instance: its place before masking.
  /// Per instance: instancer space from the space of the prototype root's children, the root's own
  /// transform included.
  std::vector<glm::dmat4> instancerFromPrototype;
};

/// What becomes of an instance whose prototype is not there.
enum class BadPrototypeIndex : std::uint8_t {
  RefusesAll,  ///< No instances at all, as ComputeInstanceTransformsAtTime has it.
  LeftOut,     ///< The others stay, as imaging has it.
};

/// Scale, then orientation, then translation, with velocities and angular velocities where they
/// are authored at the sample of the positions. Empty, with a diagnostic, when array sizes do not
/// fit; of scales and orientations those that are there count.
/// (UsdGeomPointInstancer::ComputeInstanceTransformsAtTime.)
PointInstances computePointInstances(const Prim& instancer, TimeCode time, Diagnostics& diagnostics,
                                     BadPrototypeIndex bad = BadPrototypeIndex::RefusesAll);

}  // namespace usdscope
