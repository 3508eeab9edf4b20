// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/format/Limits.h"
#include "engine/format/usdc/ByteCursor.h"
#include "engine/format/usdc/CrateValues.h"
#include "engine/format/usdc/ValueRep.h"
#include "engine/value/Dictionary.h"
#include "engine/value/Value.h"

namespace usdscope::usdc {

inline constexpr std::string_view kTooMany = "it counts more items than there are bytes behind it";

/// The decoding of one value with all that is in it. Keeps nested values within bounds: crafted
/// files can nest without end, or refer to one large value from many places.
class ValueReading {
 public:
  /// Samples are values of their own, read when asked for; only a check reads them at once.
  enum class Samples { Leave, Read };

  explicit ValueReading(const CrateValues& values, Samples samples = Samples::Leave)
      : values_(values),
        samples_(samples),
        bytesLeft_(valueByteLimit(values.content().bytes.byteSize())),
        valueAt_(values.content().fieldsBegin) {}

  /// Reads the value that a field has. Empty, and then there is a problem, when it is broken.
  Value readField(ValueRep rep);
  /// The same for what lies inside another value, be it a sample.
  Value readInner(ValueRep rep);
  /// False, and the problem of the first that is broken is kept, when samples are to be read.
  bool checkSamples(std::span<const double> times, std::span<const std::uint64_t> reps);
  const std::optional<ValueProblem>& problem() const { return problem_; }

  const CrateContent& content() const { return values_.content(); }
  /// Makes the samples of what is read here.
  std::shared_ptr<const ValueDecoder> sampleDecoder() const {
    return {values_.shared_from_this(), &values_.samples()};
  }
  ByteCursor cursorAt(std::uint64_t offset) const {
    return ByteCursor(content().bytes.span(), offset);
  }

  /// Says why the value is broken, unless that was said before. Always an empty value.
  Value fail(std::string_view what);

  /// The expression with this text, spelled as the reference does. One that makes no sense is a
  /// problem, and the empty expression stands in for it.
  PathExpression pathExpression(std::string_view text);

  /// Takes memory for `count` items; false when that is more than a value of this file may need.
  bool spend(std::uint64_t count, std::size_t itemByteSize);
  /// False, and that is the problem, when fewer than `count` items follow.
  bool hasRoom(const ByteCursor& in, std::uint64_t count, std::size_t storedByteSize);
  /// Reads a count of items that take `storedByteSize` each in the file and `itemByteSize` in
  /// memory. Empty when the file ends before them.
  std::optional<std::size_t> readCount(ByteCursor& in, std::size_t storedByteSize,
                                       std::size_t itemByteSize);

  /// The token or string with this number; empty when there is none.
  std::optional<Token> token(std::uint32_t number);
  std::optional<Token> string(std::uint32_t number);
  /// The path with this number, which is empty where the file has none.
  std::optional<Path> path(std::uint32_t number);

  /// Counts a dictionary that is being read. False when it lies too deep in others.
  bool enterDictionary();
  void leaveDictionary() { --dictionaryDepth_; }

 private:
  // Dictionaries, and what may stand around them and in them.
  static constexpr int kMaxDepth = kMaxDictionaryNesting + 10;

  const CrateValues& values_;
  Samples samples_;
  std::uint64_t bytesLeft_;
  std::uint64_t valueAt_;  // Where the value that is being read starts.
  std::optional<ValueProblem> problem_;
  int depth_ = 0;
  int dictionaryDepth_ = 0;
};

// All give an empty value when the bytes make no sense; one that has nothing to say about why need
// not.

Value readValue(ValueReading& reading, ValueRep rep);
Value readArray(ValueReading& reading, ValueRep rep);
Value readArrayEdit(ValueReading& reading, ValueRep rep);
Value readComposite(ValueReading& reading, ValueRep rep);
Value readSpline(ValueReading& reading, ByteCursor in);

std::optional<Dictionary> readDictionary(ValueReading& reading, ByteCursor& in);

}  // namespace usdscope::usdc
