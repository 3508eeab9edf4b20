// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "engine/format/usdc/ValueReading.h"
#include "engine/math/Half.h"
#include "engine/value/Spline.h"

namespace usdscope::usdc {
namespace {

// The version of the spline's own bytes, not of the file. (AOUSD core specification 16.3.10.33, and
// newer files.)
constexpr unsigned kAlgorithmsSince = 2;
constexpr unsigned kBoundariesSince = 3;
constexpr unsigned kDurationsSince = 4;
constexpr unsigned kNewestSpline = 4;

enum class NumberType : unsigned { None, Double, Float, Half };

double readNumber(ByteCursor& in, NumberType type) {
  switch (type) {
    case NumberType::Float:
      return in.read<float>();
    case NumberType::Half:
      return float(in.read<Half>());
    default:
      return in.read<double>();
  }
}

ValueKind kindOf(NumberType type, bool isTimeValued, unsigned version) {
  if (isTimeValued) {
    const bool isDuration = version >= kDurationsSince && type == NumberType::Double;
    return isDuration ? ValueKind::Duration : ValueKind::TimeCode;
  }
  switch (type) {
    case NumberType::Float:
      return ValueKind::Float;
    case NumberType::Half:
      return ValueKind::Half;
    default:
      return ValueKind::Double;
  }
}

// Unknown numbers give `otherwise`.
template <typename Enum>
Enum enumOr(unsigned number, Enum last, Enum otherwise) {
  return number <= static_cast<unsigned>(last) ? static_cast<Enum>(number) : otherwise;
}

SplineExtrapolationMode extrapolationMode(unsigned bits) {
  return enumOr(bits, SplineExtrapolationMode::LoopOscillate, SplineExtrapolationMode::Held);
}

SplineTangentAlgorithm tangentAlgorithm(unsigned bits) {
  return enumOr(bits, SplineTangentAlgorithm::AutoEase, SplineTangentAlgorithm::None);
}

SplineInnerLoop readInnerLoop(ByteCursor& in) {
  SplineInnerLoop loop;
  loop.start = in.read<double>();
  loop.end = in.read<double>();
  // As in the reference, a negative count is 0.
  loop.preCount = std::max(in.read<std::int32_t>(), 0);
  loop.postCount = std::max(in.read<std::int32_t>(), 0);
  loop.valueOffset = in.read<double>();
  return loop;
}

SplineKnot readKnot(ByteCursor& in, unsigned version, NumberType type, bool isHermite) {
  SplineKnot knot;
  const auto flags = in.read<std::uint8_t>();
  knot.next = static_cast<SplineInterpolation>(flags >> 1 & 3);
  knot.time = in.read<double>();
  knot.value = readNumber(in, type);
  if (flags & 1) knot.preValue = readNumber(in, type);
  if (!isHermite) {
    knot.pre.width = in.read<double>();
    knot.post.width = in.read<double>();
  }
  knot.pre.slope = readNumber(in, type);
  knot.post.slope = readNumber(in, type);
  if (version >= kAlgorithmsSince) {
    const auto algorithms = in.read<std::uint8_t>();
    knot.pre.algorithm = tangentAlgorithm(algorithms & 0xF);
    knot.post.algorithm = tangentAlgorithm(algorithms >> 4);
  }
  return knot;
}

// Reads the spline without its knots' custom data. Empty when its version is newer.
std::optional<Spline> readCurve(ValueReading& reading, ByteCursor in) {
  const auto kind = in.read<std::uint8_t>();
  const unsigned version = kind & 0xF;
  const auto type = static_cast<NumberType>(kind >> 4 & 3);
  const bool isTimeValued = kind >> 6 & 1;
  const bool isHermite = kind >> 7 & 1;
  if (version > kNewestSpline) return std::nullopt;
  Spline spline;
  spline.valueKind = kindOf(type, isTimeValued, version);
  spline.curve = isHermite ? SplineCurve::Hermite : SplineCurve::Bezier;

  const auto outside = in.read<std::uint8_t>();
  spline.preExtrapolation.mode = extrapolationMode(outside & 7);
  spline.postExtrapolation.mode = extrapolationMode(outside >> 3 & 7);
  if (version >= kBoundariesSince) {
    const auto boundaries = in.read<std::uint8_t>();
    if (boundaries & 1) spline.preExtrapolation.boundary = in.read<double>();
    if (boundaries & 2) spline.postExtrapolation.boundary = in.read<double>();
  }
  for (SplineExtrapolation* side : {&spline.preExtrapolation, &spline.postExtrapolation}) {
    if (side->mode == SplineExtrapolationMode::Sloped) side->slope = in.read<double>();
  }
  if (outside >> 6 & 1) spline.innerLoop = readInnerLoop(in);
  if (type != NumberType::None || isTimeValued) {
    const auto count = in.read<std::uint32_t>();
    // A knot has at least flags, a time, a value and two slopes.
    if (count > in.remaining() / 15 || !reading.spend(count, sizeof(SplineKnot)))
      return std::nullopt;
    spline.knots.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      spline.knots.push_back(readKnot(in, version, type, isHermite));
    }
  }
  const auto isInOrder = [](const SplineKnot& a, const SplineKnot& b) { return a.time < b.time; };
  const bool isAscending =
      std::ranges::adjacent_find(spline.knots, std::not_fn(isInOrder)) == spline.knots.end();
  return in.hasFailed() || !isAscending ? std::nullopt : std::optional(std::move(spline));
}

}  // namespace

Value readSpline(ValueReading& reading, ByteCursor in) {
  const auto blob = in.take(in.read<std::uint64_t>());
  auto spline = readCurve(reading, ByteCursor(blob));
  if (!spline) return {};
  const auto customDataCount = reading.readCount(in, 2 * sizeof(std::uint64_t), 0x10);
  if (!customDataCount) return {};
  for (std::size_t i = 0; i < *customDataCount; ++i) {
    const auto time = in.read<double>();
    auto customData = readDictionary(reading, in);
    if (!customData) return {};
    const auto knot = std::ranges::lower_bound(spline->knots, time, {}, &SplineKnot::time);
    if (knot != spline->knots.end() && knot->time == time)
      knot->customData = std::move(*customData);
  }
  return Value(std::move(*spline));
}

}  // namespace usdscope::usdc
