// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace usdscope {

/// The edges of shadows. Hard edges are those of lights without a size. Soft ones are as wide as
/// the light is large, with few or with many samples.
enum class ShadowEdges : std::uint8_t { Hard, Soft, Fine };

}  // namespace usdscope
