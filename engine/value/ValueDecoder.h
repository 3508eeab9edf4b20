// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/value/Value.h"

namespace usdscope {

/// Decodes the stored values of a file format on demand.
///
/// Implementations are immutable, thread-safe, and keep the bytes that they read alive. They do not
/// cache values. A value that cannot be decoded is empty.
class ValueDecoder {
 public:
  virtual ~ValueDecoder() = default;

  /// `stored` represents a value in the file format: an offset, an index, or an inlined scalar.
  virtual Value decode(std::uint64_t stored) const = 0;
};

}  // namespace usdscope
