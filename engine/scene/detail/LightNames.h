// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/Token.h"

/// Inputs and collections of lights that only the scene reads.
namespace usdscope::lux {

inline const Token kShadowEnable("inputs:shadow:enable");
inline const Token kShadowColor("inputs:shadow:color");
inline const Token kShadowDistance("inputs:shadow:distance");
inline const Token kFilters("light:filters");
inline const Token kShadowLink("shadowLink");

}  // namespace usdscope::lux
