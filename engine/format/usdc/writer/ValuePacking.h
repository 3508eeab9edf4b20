// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "engine/format/usdc/ValueRep.h"
#include "engine/format/usdc/writer/CrateSink.h"
#include "engine/format/usdc/writer/PathNumbers.h"
#include "engine/value/Spline.h"
#include "engine/value/TimeSamples.h"
#include "engine/value/Value.h"

namespace usdscope::usdc {

/// The state that the functions for packing values share.
struct Packing {
  CrateSink& sink;
  PathNumbers& paths;
  /// The times of the previous samples, which are often equal.
  Array<double> lastTimes = {};
  ValueRep lastTimesRep = {};
};

/// The result for a value that crate files cannot hold.
inline constexpr ValueRep kNoRep{};

constexpr ValueRep makeRep(CrateType type, std::uint64_t offset) {
  return {static_cast<std::uint64_t>(type) << 48 | offset};
}
constexpr ValueRep makeInlinedRep(CrateType type, std::uint32_t word) {
  return {std::uint64_t{1} << 62 | static_cast<std::uint64_t>(type) << 48 | word};
}
constexpr ValueRep makeArrayRep(CrateType type, std::uint64_t offset, bool isCompressed = false) {
  return {std::uint64_t{1} << 63 | std::uint64_t{isCompressed} << 61 |
          static_cast<std::uint64_t>(type) << 48 | offset};
}

/// Returns the number of a value kind in crate files; 0 for kinds that they do not have.
CrateType crateTypeOf(ValueKind kind);

// Each function stores a value, unless an equal value is stored already, and returns its ValueRep.

ValueRep packValue(Packing& to, const Value& value);
/// Packs a value of an array type.
ValueRep packArray(Packing& to, const Value& array);
/// Packs values that attributes cannot have as type: dictionaries, list ops, time samples, blocks.
ValueRep packComposite(Packing& to, const Value& value);
ValueRep packSpline(Packing& to, const Spline& spline);
/// Packs unregistered metadata, marked as such: text, a dictionary or a list op.
ValueRep packUnregistered(Packing& to, const Value& value);

/// Appends the count and the entries of a dictionary, including nested dictionaries.
void appendDictionary(Packing& to, std::string& out, const Dictionary& dictionary);

}  // namespace usdscope::usdc
