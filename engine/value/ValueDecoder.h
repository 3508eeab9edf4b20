// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/value/Value.h"

namespace usdscope {

/// Makes values from what a file format stores of them, when asked.
///
/// Implementations are immutable and keep the bytes they read from alive; any thread may ask, and
/// no answer is kept. A value that cannot be decoded comes out empty.
class ValueDecoder {
 public:
  virtual ~ValueDecoder() = default;

  /// `stored` is the format's own word for a value: an offset, an index, an inlined scalar.
  virtual Value decode(std::uint64_t stored) const = 0;
};

}  // namespace usdscope
