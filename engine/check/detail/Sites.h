// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "engine/stage/Prim.h"

namespace usdscope::detail {

/// Returns whether a prim repeats one of another instance of the same prototype. Rules that cost
/// much skip such prims.
bool isRepeated(const Prim& prim);

/// Returns the name of an error for the id of a diagnostic or of a clip finding, which lives as
/// long as the program: `skel.bad-influences` → `BadInfluences`.
std::string_view errorNameOf(std::string_view id);

}  // namespace usdscope::detail
