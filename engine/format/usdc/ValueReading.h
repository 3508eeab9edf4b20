// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/format/usdc/ByteCursor.h"
#include "engine/format/usdc/CrateValues.h"
#include "engine/format/usdc/ValueRep.h"
#include "engine/value/Dictionary.h"
#include "engine/value/Value.h"

namespace usdscope::usdc {

/// The decoding of one value with all that is in it. Keeps nested values within bounds: crafted
/// files can nest without end, or refer to one large value from many places.
class ValueReading {
 public:
  explicit ValueReading(const CrateValues& values)
      : values_(values), bytesLeft_(valueByteLimit(values.content().bytes.byteSize())) {}

  const CrateContent& content() const { return values_.content(); }
  std::shared_ptr<const ValueDecoder> decoder() const { return values_.shared_from_this(); }
  ByteCursor cursorAt(std::uint64_t offset) const {
    return ByteCursor(content().bytes.span(), offset);
  }

  /// Takes memory for `count` items; false when that is more than a value of this file may need.
  bool spend(std::uint64_t count, std::size_t itemByteSize);
  /// Reads a count of items that take `storedByteSize` each in the file and `itemByteSize` in
  /// memory. Empty when the file ends before them.
  std::optional<std::size_t> readCount(ByteCursor& in, std::size_t storedByteSize,
                                       std::size_t itemByteSize);

  /// Reads a value that lies inside another. Empty when it is broken or nested too deep.
  Value readNested(ValueRep rep);

  /// The token or string with this number; empty when there is none.
  std::optional<Token> token(std::uint32_t number) const;
  std::optional<Token> string(std::uint32_t number) const;

 private:
  static constexpr int kMaxDepth = 200;

  const CrateValues& values_;
  std::uint64_t bytesLeft_;
  int depth_ = 0;
};

// All give an empty value when the bytes make no sense.

Value readValue(ValueReading& reading, ValueRep rep);
Value readArray(ValueReading& reading, ValueRep rep);
Value readArrayEdit(ValueReading& reading, ValueRep rep);
Value readComposite(ValueReading& reading, ValueRep rep);
Value readSpline(ValueReading& reading, ByteCursor in);

std::optional<Dictionary> readDictionary(ValueReading& reading, ByteCursor& in);

}  // namespace usdscope::usdc
