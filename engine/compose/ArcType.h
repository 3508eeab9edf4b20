// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace usdscope {

/// The kind of arc between a node and its parent. The order of the enumerators is the order of
/// strength (LIVERPS; AOUSD core specification 10): detail/StrengthOrder compares them.
enum class ArcType : std::uint8_t {
  Root,
  Inherit,
  Variant,
  Relocate,
  Reference,
  Payload,
  Specialize
};

}  // namespace usdscope
