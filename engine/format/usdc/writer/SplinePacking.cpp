// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/format/usdc/writer/ValuePacking.h"
#include "engine/math/Half.h"

namespace usdscope::usdc {
namespace {

// Versions of the spline's own bytes, and of the files that support them.
constexpr std::uint8_t kFirstSpline = 1;
constexpr std::uint8_t kWithAlgorithms = 2;
constexpr std::uint8_t kWithBoundaries = 3;
constexpr std::uint8_t kWithDurations = 4;
constexpr std::uint8_t kFileMinors[] = {0, 12, 13, 15, 16};

void appendNumber(std::string& out, ValueKind kind, double number) {
  if (kind == ValueKind::Float) {
    append(out, static_cast<float>(number));
  } else if (kind == ValueKind::Half) {
    append(out, Half(static_cast<float>(number)));
  } else {
    append(out, number);
  }
}

// The number of the type in files. Times have their own bit, and so have durations.
unsigned typeNumber(ValueKind kind) {
  switch (kind) {
    case ValueKind::Double:
    case ValueKind::Duration:
      return 1;
    case ValueKind::Float:
      return 2;
    case ValueKind::Half:
      return 3;
    default:
      return 0;
  }
}

bool hasAlgorithm(const SplineKnot& knot) {
  return knot.pre.algorithm != SplineTangentAlgorithm::None ||
         knot.post.algorithm != SplineTangentAlgorithm::None;
}

std::uint8_t versionOf(const Spline& spline) {
  if (spline.valueKind == ValueKind::Duration) return kWithDurations;
  if (spline.valueKind == ValueKind::TimeCode || spline.preExtrapolation.boundary ||
      spline.postExtrapolation.boundary) {
    return kWithBoundaries;
  }
  return std::ranges::any_of(spline.knots, hasAlgorithm) ? kWithAlgorithms : kFirstSpline;
}

void appendKnot(std::string& out, const Spline& spline, std::uint8_t version,
                const SplineKnot& knot) {
  const ValueKind kind = spline.valueKind;
  const bool isHermite = spline.curve == SplineCurve::Hermite;
  append(out,
         static_cast<std::uint8_t>((knot.preValue ? 1u : 0u) |
                                   static_cast<unsigned>(knot.next) << 1 | (isHermite ? 8u : 0u)));
  append(out, knot.time);
  appendNumber(out, kind, knot.value);
  if (knot.preValue) appendNumber(out, kind, *knot.preValue);
  if (!isHermite) {
    append(out, knot.pre.width);
    append(out, knot.post.width);
  }
  appendNumber(out, kind, knot.pre.slope);
  appendNumber(out, kind, knot.post.slope);
  if (version >= kWithAlgorithms) {
    append(out, static_cast<std::uint8_t>(static_cast<unsigned>(knot.pre.algorithm) |
                                          static_cast<unsigned>(knot.post.algorithm) << 4));
  }
}

// Packs the spline without the custom data of its knots.
std::string curveOf(const Spline& spline, std::uint8_t version) {
  std::string out;
  const bool isTimeValued =
      spline.valueKind == ValueKind::TimeCode || spline.valueKind == ValueKind::Duration;
  append(out, static_cast<std::uint8_t>(version | typeNumber(spline.valueKind) << 4 |
                                        (isTimeValued ? 0x40u : 0u) |
                                        (spline.curve == SplineCurve::Hermite ? 0x80u : 0u)));
  const SplineExtrapolation& pre = spline.preExtrapolation;
  const SplineExtrapolation& post = spline.postExtrapolation;
  append(out, static_cast<std::uint8_t>(static_cast<unsigned>(pre.mode) |
                                        static_cast<unsigned>(post.mode) << 3 |
                                        (spline.innerLoop ? 0x40u : 0u)));
  if (version >= kWithBoundaries) {
    append(out, static_cast<std::uint8_t>((pre.boundary ? 1u : 0u) | (post.boundary ? 2u : 0u)));
    if (pre.boundary) append(out, *pre.boundary);
    if (post.boundary) append(out, *post.boundary);
  }
  for (const SplineExtrapolation* side : {&pre, &post}) {
    if (side->mode == SplineExtrapolationMode::Sloped) append(out, side->slope);
  }
  if (const auto& loop = spline.innerLoop) {
    append(out, loop->start);
    append(out, loop->end);
    append(out, std::int32_t{loop->preCount});
    append(out, std::int32_t{loop->postCount});
    append(out, loop->valueOffset);
  }
  append(out, static_cast<std::uint32_t>(spline.knots.size()));
  for (const SplineKnot& knot : spline.knots) appendKnot(out, spline, version, knot);
  return out;
}

}  // namespace

ValueRep packSpline(Packing& to, const Spline& spline) {
  const std::uint8_t version = versionOf(spline);
  to.sink.need(kFileMinors[version]);
  const std::string curve = curveOf(spline, version);
  std::string block;
  append(block, std::uint64_t{curve.size()});
  block += curve;

  std::uint64_t count = 0;
  std::string customData;
  for (const SplineKnot& knot : spline.knots) {
    if (knot.customData.isEmpty()) continue;
    append(customData, knot.time);
    appendDictionary(to, customData, knot.customData);
    ++count;
  }
  append(block, count);
  return makeRep(CrateType::Spline, to.sink.place(block, customData, 1));
}

}  // namespace usdscope::usdc
