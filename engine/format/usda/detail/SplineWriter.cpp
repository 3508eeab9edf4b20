// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/SplineWriter.h"

#include <algorithm>

#include "engine/format/usda/detail/ValueWriter.h"

namespace usdscope::usda {
namespace {

void writeExtrapolation(WriteContext& context, std::string_view name,
                        const SplineExtrapolation& extrapolation, int level) {
  if (extrapolation.mode == SplineExtrapolationMode::Held) return;
  std::string& out = context.line(level);
  out += name;
  out += ": ";
  switch (extrapolation.mode) {
    case SplineExtrapolationMode::Block:
      out += "none";
      break;
    case SplineExtrapolationMode::Held:
      break;
    case SplineExtrapolationMode::Linear:
      out += "linear";
      break;
    case SplineExtrapolationMode::Sloped:
      out += "sloped(";
      appendNumber(out, extrapolation.slope);
      out += ')';
      break;
    case SplineExtrapolationMode::LoopRepeat:
      out += "loop repeat";
      break;
    case SplineExtrapolationMode::LoopReset:
      out += "loop reset";
      break;
    case SplineExtrapolationMode::LoopOscillate:
      out += "loop oscillate";
      break;
  }
  if (extrapolation.boundary) {
    context.need(3);
    out += '(';
    appendNumber(out, *extrapolation.boundary);
    out += ')';
  }
  out += ",\n";
}

void writeInnerLoop(WriteContext& context, const SplineInnerLoop& loop, int level) {
  std::string& out = context.line(level);
  out += "loop: (";
  appendNumber(out, loop.start);
  out += ", ";
  appendNumber(out, loop.end);
  out += ", ";
  appendNumber(out, std::int64_t{loop.preCount});
  out += ", ";
  appendNumber(out, std::int64_t{loop.postCount});
  out += ", ";
  appendNumber(out, loop.valueOffset);
  out += "),\n";
}

std::string_view wordOf(SplineInterpolation mode) {
  switch (mode) {
    case SplineInterpolation::Block:
      return "none";
    case SplineInterpolation::Held:
      return "held";
    case SplineInterpolation::Linear:
      return "linear";
    case SplineInterpolation::Curve:
      return "curve";
  }
  return "held";
}

/// Writes knots. Values and slopes have the precision of the attribute's type.
class KnotWriter {
 public:
  KnotWriter(WriteContext& context, const Spline& spline) : context_(context), spline_(spline) {}

  void write(const SplineKnot& knot, bool hasPreTangent, int level) {
    std::string& out = context_.line(level);
    appendNumber(out, knot.time);
    out += ": ";
    if (knot.preValue) {
      writeReal(*knot.preValue);
      out += " & ";
    }
    writeReal(knot.value);
    if (hasPreTangent) {
      out += "; pre ";
      writeTangent(knot.pre);
    }
    out += "; post ";
    out += wordOf(knot.next);
    if (knot.next == SplineInterpolation::Curve) {
      out += ' ';
      writeTangent(knot.post);
    }
    if (!knot.customData.isEmpty()) {
      out += "; ";
      writeDictionaryInLine(context_, knot.customData);
    }
    out += ",\n";
  }

 private:
  void writeReal(double value) {
    if (spline_.valueKind == ValueKind::Half) {
      appendNumber(context_.out, Half(static_cast<float>(value)));
    } else if (spline_.valueKind == ValueKind::Float) {
      appendNumber(context_.out, static_cast<float>(value));
    } else {
      appendNumber(context_.out, value);
    }
  }

  void writeTangent(const SplineTangent& tangent) {
    std::string& out = context_.out;
    out += '(';
    if (spline_.curve == SplineCurve::Bezier) {
      appendNumber(out, tangent.width);
      out += ", ";
    }
    writeReal(tangent.slope);
    if (tangent.algorithm != SplineTangentAlgorithm::None) {
      context_.need(1);
      out += tangent.algorithm == SplineTangentAlgorithm::Custom ? ", custom" : ", autoEase";
    }
    out += ')';
  }

  WriteContext& context_;
  const Spline& spline_;
};

}  // namespace

void writeSpline(WriteContext& context, const Spline& spline, int level) {
  context.out += "{\n";
  const auto& knots = spline.knots;
  const bool isCurved =
      !knots.empty() && std::any_of(knots.begin(), knots.end() - 1, [](const SplineKnot& knot) {
        return knot.next == SplineInterpolation::Curve;
      });
  if (spline.curve == SplineCurve::Hermite) {
    context.line(level + 1) += "hermite,\n";
  } else if (isCurved) {
    context.line(level + 1) += "bezier,\n";
  }
  writeExtrapolation(context, "pre", spline.preExtrapolation, level + 1);
  writeExtrapolation(context, "post", spline.postExtrapolation, level + 1);
  if (spline.innerLoop) writeInnerLoop(context, *spline.innerLoop, level + 1);
  KnotWriter writer(context, spline);
  for (std::size_t i = 0; i < knots.size(); ++i) {
    // The tangent before a knot matters only if a curve segment ends there.
    const bool hasPreTangent = i == 0 || knots[i - 1].next == SplineInterpolation::Curve;
    writer.write(knots[i], hasPreTangent, level + 1);
  }
  context.line(level) += '}';
}

}  // namespace usdscope::usda
