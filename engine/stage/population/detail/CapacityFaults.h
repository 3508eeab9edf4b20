// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string_view>

#include "engine/compose/CompositionErrorTexts.h"
#include "engine/stage/detail/StageRows.h"

namespace usdscope {

/// Limits of the prims of a stage. Population ignores prims that exceed them.
namespace faults {

inline constexpr CompositionFault kTooDeep{IndexCapacityExceeded,
                                           "The paths of the children of this prim have more than "
                                           "{} elements: they are ignored."};
inline constexpr CompositionFault kTooManyPrims{IndexCapacityExceeded,
                                                "References multiply the prims beyond {}: the "
                                                "descendants of this prim, and of all prims at its "
                                                "depth, are ignored."};
inline constexpr CompositionFault kTooManySitesOfPrims{
    IndexCapacityExceeded,
    "Arcs multiply the sites of the prims without end: the descendants of this prim, and of all "
    "prims at its depth, are ignored."};
inline constexpr CompositionFault kTooManySitesOfChildren{
    IndexCapacityExceeded,
    "Arcs multiply the sites of the prims without end: the child {} of this prim, and all prims "
    "after it at its depth, are ignored."};
inline constexpr CompositionFault kTooManyInstances{
    IndexCapacityExceeded,
    "Instances multiply the prims of the scene beyond {}: the descendants of this prim are "
    "ignored."};
inline constexpr CompositionFault kTooManyInstancesTogether{
    IndexCapacityExceeded,
    "Instances multiply the prims of the scene beyond {}: the descendants of this one, and of "
    "those "
    "after it that have too many, are ignored."};

inline constexpr CompositionFault kInstanceInItself{
    IndexCapacityExceeded,
    "The prim is an instance of a prototype that it lies in, so its descendants would have no end: "
    "they are ignored."};
inline constexpr CompositionFault kTooDeepInstance{
    IndexCapacityExceeded,
    "The paths of the descendants of this instance have more than {} elements: they are ignored."};

}  // namespace faults

/// Returns the error of a limit that the prim at `path` exceeds.
CompositionError capacityError(const StageRows& rows, Path path, const CompositionFault& fault,
                               std::initializer_list<std::string_view> names);

}  // namespace usdscope
