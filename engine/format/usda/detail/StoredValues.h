// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "engine/value/TimeSamples.h"
#include "engine/value/Value.h"
#include "engine/value/ValueDecoder.h"

namespace usdscope::usda {

/// A value that StoredValues holds already, on its way to a field.
struct StoredWord {
  std::uint64_t word = 0;
  bool operator==(const StoredWord&) const = default;
};

/// The values of a text layer. Small ones lie in the stored word itself, vectors and texts in
/// tables of their own, and arrays that are equal are one: most fields of a layer are flags,
/// names and single numbers, and millions of them must not need memory of their own.
///
/// Filled by one thread, then immutable; any thread may decode.
class StoredValues final : public ValueDecoder, public std::enable_shared_from_this<StoredValues> {
 public:
  /// The stored word of a value.
  std::uint64_t add(Value value);
  /// The stored word of time samples whose values are of one type that is no array, without blocks.
  /// The values lie side by side here and become TimeSamples when asked for.
  template <typename Element>
  std::uint64_t addSamples(const Array<double>& times, ValueKind kind,
                           std::span<const Element> values) {
    auto& pool = std::get<std::vector<Element>>(pools_);
    const std::size_t first = pool.size();
    pool.insert(pool.end(), values.begin(), values.end());
    return addSampleRow(times, kind, first);
  }
  /// Takes over the values of another one, whose large arrays become those of earlier ones that
  /// are equal; the number with which inPart() tells its stored words
  /// from ours. Empty when there are too many such parts.
  std::optional<std::uint32_t> addPart(std::shared_ptr<StoredValues> part);
  static std::uint64_t inPart(std::uint64_t stored, std::uint32_t part) {
    return stored | std::uint64_t{part} << 48;
  }
  Value decode(std::uint64_t stored) const override;
  /// True for a stored word that add() never gives twice, even for equal values.
  static bool isUnique(std::uint64_t stored);
  /// Gives back what the tables have in reserve.
  void shrink();

 private:
  struct SampleRow {
    std::uint32_t times = 0;  // Into times_.
    std::uint32_t first = 0;  // Into the pool of the kind.
    ValueKind kind = ValueKind::Other;
  };
  std::uint64_t addText(const std::string& text);
  /// Of a vector, matrix or quaternion; 0 of anything else.
  std::uint64_t addPooled(const Value& value);
  std::uint32_t addValue(Value value);
  std::uint64_t addSampleRow(const Array<double>& times, ValueKind kind, std::size_t first);
  Value decodeSamples(const SampleRow& row) const;
  Value decodePooled(ValueKind kind, std::uint32_t index) const;

  std::vector<Value> values_;
  std::vector<std::uint32_t> arrays_;  // By hash: number in values_, and one more.
  std::unordered_map<std::size_t, Value> arraysOfParts_;  // The large ones, by hash.
  std::vector<double> doubles_;
  std::vector<std::uint32_t> textEnds_;
  std::string texts_;
#define USDSCOPE_POOL(Kind, Type, Element) std::vector<Element>,
  std::tuple<USDSCOPE_VALUE_TYPES(USDSCOPE_POOL) int> pools_;
#undef USDSCOPE_POOL
  std::vector<SampleRow> samples_;
  std::vector<Array<double>> times_;
  std::vector<std::shared_ptr<const StoredValues>> parts_;
};

}  // namespace usdscope::usda
