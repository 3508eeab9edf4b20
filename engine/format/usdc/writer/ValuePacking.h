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

/// What the functions that put values into a crate file share.
struct Packing {
  CrateSink& sink;
  PathNumbers& paths;
  /// The times that were put there last: neighbours mostly share theirs.
  Array<double> lastTimes = {};
  ValueRep lastTimesRep = {};
};

/// No value: what comes back for one that crate files have no way to hold.
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

/// The number of a kind of value in files; kinds without one have 0.
CrateType crateTypeOf(ValueKind kind);

// All put a value where it is not there yet and give the rep that stands for it.

ValueRep packValue(Packing& to, const Value& value);
/// A value of a data type that is an array.
ValueRep packArray(Packing& to, const Value& array);
/// What is of no data type: dictionaries, list ops, time samples, blocks.
ValueRep packComposite(Packing& to, const Value& value);
ValueRep packSpline(Packing& to, const Spline& spline);
/// Metadata that nobody knows, which says so: text, a dictionary or a list op.
ValueRep packUnregistered(Packing& to, const Value& value);

/// Appends the count and the entries of a dictionary, as they lie in other values too.
void appendDictionary(Packing& to, std::string& out, const Dictionary& dictionary);

}  // namespace usdscope::usdc
