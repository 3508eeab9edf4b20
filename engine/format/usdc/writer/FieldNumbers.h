// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/format/usdc/ValueRep.h"
#include "engine/format/usdc/writer/CrateSink.h"

namespace usdscope::usdc {

/// Numbers the fields and the sets of fields, of which equal ones are stored once, and writes
/// FIELDS and FIELDSETS.
class FieldNumbers {
 public:
  /// Reserves memory for `count` fields and sets.
  void reserve(std::size_t count) {
    fieldIndex_.reserve(count);
    setIndex_.reserve(count);
  }

  /// Adds a field to the set that is being built.
  void add(std::uint32_t nameToken, ValueRep value);
  /// Ends the set. Returns its index in FIELDSETS, or that of an equal earlier set.
  std::uint32_t endSet();

  void appendFields(std::string& out) const;
  void appendFieldSets(std::string& out) const;

 private:
  static constexpr std::uint32_t kSetEnd = 0xFFFFFFFFu;

  std::vector<std::uint32_t> names_;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> sets_;
  std::vector<std::uint32_t> open_;
  HashIndex fieldIndex_;
  HashIndex setIndex_;
};

}  // namespace usdscope::usdc
