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

/// Decodes one value with all nested values. Limits nesting and memory, because malicious files can
/// nest without end, or refer to one large value from many places.
class ValueReading {
 public:
  /// Whether to decode the values of time samples. Normally they are separate values that are
  /// decoded on request; only a check decodes them immediately.
  enum class Samples { Leave, Read };

  explicit ValueReading(const CrateValues& values, Samples samples = Samples::Leave)
      : values_(values),
        samples_(samples),
        bytesLeft_(valueByteLimit(values.content().bytes.byteSize())),
        valueAt_(values.content().header.fields.begin) {}

  /// Reads the value of a field. When it is broken, returns an empty value and sets the problem.
  Value readField(ValueRep rep);
  /// Like readField(), for a value inside of another value, such as a sample.
  Value readInner(ValueRep rep);
  /// Checks samples by reading them. Stops at the first broken one, keeps its problem, and returns
  /// false.
  bool checkSamples(std::span<const double> times, std::span<const std::uint64_t> reps);
  const std::optional<ValueProblem>& problem() const { return problem_; }

  const CrateContent& content() const { return values_.content(); }
  /// Returns the decoder for the samples of this value.
  std::shared_ptr<const ValueDecoder> sampleDecoder() const {
    return {values_.shared_from_this(), &values_.samples()};
  }
  KnownTimes& knownTimes() const { return values_.knownTimes(); }
  ByteCursor cursorAt(std::uint64_t offset) const {
    return ByteCursor(content().bytes.span(), offset);
  }

  /// Sets the problem unless there is one already. Returns an empty value.
  Value fail(std::string_view what);
  /// Sets the problem of a value that is read nevertheless, unless there is one already.
  void note(std::string_view what);

  /// Returns the expression with this text, in the spelling of the reference. If it is invalid,
  /// sets the problem and returns the empty expression.
  PathExpression pathExpression(std::string_view text);

  /// Subtracts memory for `count` items from the limit. Returns false when the limit is exceeded.
  bool spend(std::uint64_t count, std::size_t itemByteSize);
  /// Returns false, and sets the problem, when fewer than `count` items follow.
  bool hasRoom(const ByteCursor& in, std::uint64_t count, std::size_t storedByteSize);
  /// Reads a count of items. Each item takes `storedByteSize` in the file and `itemByteSize` in
  /// memory. Empty when the file is too short for them.
  std::optional<std::size_t> readCount(ByteCursor& in, std::size_t storedByteSize,
                                       std::size_t itemByteSize);

  /// Returns the token or string with this number; empty when there is none.
  std::optional<Token> token(std::uint32_t number);
  std::optional<Token> string(std::uint32_t number);
  /// Returns the path with this number, which is empty when the file has none.
  std::optional<Path> path(std::uint32_t number);

  /// Adds a level of dictionaries. Returns false when the nesting is too deep.
  bool enterDictionary();
  void leaveDictionary() { --dictionaryDepth_; }

 private:
  // Dictionaries, and the values around and inside of them.
  static constexpr int kMaxDepth = kMaxDictionaryNesting + 10;

  const CrateValues& values_;
  Samples samples_;
  std::uint64_t bytesLeft_;
  std::uint64_t valueAt_;  // Offset of the value that is being read.
  std::optional<ValueProblem> problem_;
  int depth_ = 0;
  int dictionaryDepth_ = 0;
};

// These functions return an empty value when the bytes are invalid. They may set a problem.

Value readValue(ValueReading& reading, ValueRep rep);
Value readArray(ValueReading& reading, ValueRep rep);
Value readArrayEdit(ValueReading& reading, ValueRep rep);
Value readComposite(ValueReading& reading, ValueRep rep);
Value readSpline(ValueReading& reading, ByteCursor in);

std::optional<Dictionary> readDictionary(ValueReading& reading, ByteCursor& in);

}  // namespace usdscope::usdc
