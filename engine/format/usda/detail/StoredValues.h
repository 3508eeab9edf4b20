// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/format/usda/detail/ValueTable.h"
#include "engine/value/TimeSamples.h"
#include "engine/value/Value.h"
#include "engine/value/ValueDecoder.h"

namespace usdscope::usda {

/// A value that StoredValues already holds, before a field gets it.
struct StoredWord {
  std::uint64_t word = 0;
  bool operator==(const StoredWord&) const = default;
};

/// The values of a text layer. Small values are in the stored word itself, vectors and texts in
/// tables by type, and equal arrays are stored once. Most fields of a layer are flags, names and
/// single numbers, and millions of them must not need extra memory.
///
/// Filled by one thread, then immutable. Decoding is thread-safe.
class StoredValues final : public ValueDecoder, public std::enable_shared_from_this<StoredValues> {
 public:
  /// Adds a value and returns its stored word.
  std::uint64_t add(Value value);
  /// Adds time samples and returns their stored word. Requires: the values have one type that is
  /// not an array, and none is a block. They become TimeSamples when decoded.
  std::uint64_t addSamples(const Array<double>& times, ValueKind kind, const ValueTable& values);
  /// Takes over the values of another table, and replaces its large arrays with equal arrays that
  /// were added before. Returns the number of the part, with which inPart() marks stored words of
  /// the other table; empty when there are too many parts.
  std::optional<std::uint32_t> addPart(std::shared_ptr<StoredValues> part);
  static std::uint64_t inPart(std::uint64_t stored, std::uint32_t part) {
    return stored | std::uint64_t{part} << 48;
  }
  Value decode(std::uint64_t stored) const override;
  /// Whether add() never returns this stored word again, not even for an equal value.
  static bool isUnique(std::uint64_t stored);
  /// Frees the reserved memory of the tables.
  void shrink();

 private:
  struct SampleRow {
    std::uint32_t times = 0;  // Index into times_.
    std::uint32_t first = 0;  // Index into the pool of the kind.
    ValueKind kind = ValueKind::Other;
  };
  std::uint64_t addText(const std::string& text);
  /// Adds a vector, matrix, quaternion or number to its pool. Returns 0 for other values.
  std::uint64_t addPooled(const Value& value);
  std::uint32_t addValue(Value value);
  Value decodeSamples(const SampleRow& row) const;

  std::vector<Value> values_;
  std::vector<std::uint32_t> arrays_;                     // By hash: index into values_ plus one.
  std::unordered_map<std::size_t, Value> arraysOfParts_;  // Large arrays by hash.
  std::vector<double> doubles_;
  std::vector<std::uint32_t> textEnds_;
  std::string texts_;
  ValueTables pools_;  // Values that have no bytes to spare in a word.
  std::vector<SampleRow> samples_;
  std::vector<Array<double>> times_;
  std::vector<std::shared_ptr<const StoredValues>> parts_;
};

}  // namespace usdscope::usda
