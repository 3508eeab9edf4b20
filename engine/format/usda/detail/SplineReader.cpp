// SPDX-License-Identifier: Apache-2.0
#include "engine/format/usda/detail/SplineReader.h"

#include <algorithm>
#include <cmath>

#include "engine/format/usda/detail/ValueReader.h"
#include "engine/value/SplineKnots.h"

namespace usdscope::usda {
namespace {

// Reads `(`, numbers and words joined by commas, and `)`, on one line.
template <typename ReadPart>
bool readParts(Scanner& in, int most, ReadPart&& readPart) {
  if (!in.expect('(')) return false;
  for (int i = 0; i < most; ++i) {
    in.skipInline();
    if (!readPart(i)) return false;
    in.skipInline();
    if (in.take(')')) return true;
    if (i + 1 < most && !in.expect(',')) return false;
  }
  return in.expect(')');
}

bool readExtrapolation(Scanner& in, SplineExtrapolation& out) {
  using Mode = SplineExtrapolationMode;
  static constexpr struct {
    std::string_view word;
    Mode mode;
  } kPlain[] = {{"none", Mode::Block}, {"held", Mode::Held}, {"linear", Mode::Linear}};
  static constexpr struct {
    std::string_view word;
    Mode mode;
  } kLoops[] = {
      {"repeat", Mode::LoopRepeat}, {"reset", Mode::LoopReset}, {"oscillate", Mode::LoopOscillate}};
  out = {};
  for (const auto& row : kPlain) {
    if (!in.takeWord(row.word)) continue;
    out.mode = row.mode;
    return true;
  }
  if (in.takeWord("sloped")) {
    out.mode = Mode::Sloped;
    in.skipInline();
    return readParts(in, 1, [&](int) { return in.readReal(out.slope); });
  }
  if (!in.takeWord("loop")) return in.fail("none, held, linear, sloped or loop");
  in.skipInline();
  for (const auto& row : kLoops) {
    if (!in.takeWord(row.word)) continue;
    out.mode = row.mode;
    in.skipInline();
    if (in.peek() != '(') return true;
    return readParts(in, 1, [&](int) { return in.readReal(out.boundary.emplace()); });
  }
  return in.fail("repeat, reset or oscillate");
}

bool readInnerLoop(Scanner& in, SplineInnerLoop& out) {
  int count = 0;
  const std::size_t start = in.offset();
  const bool isRead = readParts(in, 5, [&](int i) {
    ++count;
    if (i != 2 && i != 3) {
      return in.readReal(i == 0 ? out.start : i == 1 ? out.end : out.valueOffset);
    }
    const std::size_t place = in.offset();
    NumberText number;
    if (!in.readNumber(number)) return false;
    int& loops = i == 2 ? out.preCount : out.postCount;
    if (!number.isInteger || !toInteger(number, loops)) {
      in.rewind(place);
      return in.fail("a whole number of loops");
    }
    loops = std::max(loops, 0);  // As in the reference.
    return true;
  });
  if (isRead && count != 5) return in.failAt(start, "Expected 5 values in parentheses.");
  return isRead;
}

// Reads `(slope)` or `(width, slope)`, with an optional algorithm after it.
bool readTangent(Scanner& in, SplineTangent& out) {
  out = {};
  const std::size_t start = in.offset();
  double numbers[2] = {};
  int count = 0;
  bool hasEnded = false;
  const bool isRead = readParts(in, 3, [&](int i) {
    if (hasEnded) return in.fail("')'");
    const bool isWord = (in.peek() == 'c' || in.peek() == 'a') && i > 0;
    if (i < 2 && !isWord) return in.readReal(numbers[count++]);
    hasEnded = isWord;
    if (in.takeWord("custom")) {
      out.algorithm = SplineTangentAlgorithm::Custom;
    } else if (in.takeWord("autoEase")) {
      out.algorithm = SplineTangentAlgorithm::AutoEase;
    } else {
      return in.fail("custom or autoEase");
    }
    return true;
  });
  if (!isRead) return false;
  out.width = count == 2 ? numbers[0] : 0.0;
  out.slope = numbers[count - 1];
  if (!(out.width >= 0.0) || !std::isfinite(out.width) || !std::isfinite(out.slope)) {
    return in.failAt(start, "Tangents must be finite, and their widths not negative.");
  }
  return true;
}

bool readKnotParameter(ReadContext& context, SplineKnot& knot) {
  Scanner& in = context.in;
  if (in.peek() == '{') {
    knot.customData = {};
    return readDictionary(context, knot.customData);
  }
  const bool isPre = in.takeWord("pre");
  if (!isPre && !in.takeWord("post")) return in.fail("pre, post or a dictionary");
  if (in.peek() != ' ' && in.peek() != '\t' && in.peek() != '/') return in.fail("a space");
  in.skipInline();
  if (isPre) return readTangent(in, knot.pre);

  static constexpr struct {
    std::string_view word;
    SplineInterpolation mode;
  } kModes[] = {{"none", SplineInterpolation::Block},
                {"held", SplineInterpolation::Held},
                {"linear", SplineInterpolation::Linear},
                {"curve", SplineInterpolation::Curve}};
  for (const auto& row : kModes) {
    if (!in.takeWord(row.word)) continue;
    knot.next = row.mode;
    if (in.peek() == '(') return in.fail("a space");
    in.skipInline();
    return in.peek() != '(' || readTangent(in, knot.post);
  }
  return in.fail("none, held, linear or curve");
}

bool isAtKnotParameter(const Scanner& in) { return in.peek() == '{' || in.peek() == 'p'; }

// Takes the separator before the first parameter of a knot: `;` or one line end. Returns false if
// there is no parameter.
bool takeFirstSeparator(Scanner& in) {
  if (in.take(';')) return true;
  const std::size_t start = in.offset();
  in.take('\r');
  if (in.take('\n')) {
    in.skipInline();
    if (isAtKnotParameter(in)) return true;
  }
  in.rewind(start);
  return false;
}

// Takes the separator between two parameters of a knot: `;`, with padding behind it, or line ends.
// Returns false after the last parameter, which a separator may follow too.
bool takeParameterSeparator(Scanner& in) {
  in.skipInline();
  const std::size_t start = in.offset();
  const bool isExplicit = in.take(';');
  in.skipMultiline();
  if (in.peek() == ',' || in.peek() == '}' || in.offset() == start) return false;
  if (isExplicit || isAtKnotParameter(in)) return true;
  in.rewind(start);
  return false;
}

bool readKnot(ReadContext& context, Spline& out) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  SplineKnot knot;
  if (!in.readReal(knot.time)) return false;
  in.skipInline();
  if (!in.expect(':')) return false;
  in.skipInline();
  if (!in.readReal(knot.value)) return false;
  in.skipInline();
  if (in.take('&')) {
    in.skipInline();
    knot.preValue = knot.value;
    if (!in.readReal(knot.value)) return false;
    in.skipInline();
  }
  if (!std::isfinite(knot.time) || !std::isfinite(knot.value) ||
      !std::isfinite(knot.preValue.value_or(0.0))) {
    return in.failAt(start, "Times and values of knots must be finite.");
  }
  for (bool hasNext = takeFirstSeparator(in); hasNext; hasNext = takeParameterSeparator(in)) {
    in.skipInline();
    if (!readKnotParameter(context, knot)) return false;
  }
  out.knots.push_back(std::move(knot));
  return true;
}

bool readItem(ReadContext& context, Spline& out) {
  Scanner& in = context.in;
  const std::size_t start = in.offset();
  const std::string_view word = in.takeIdentifier();
  if (word == "bezier" || word == "hermite") {
    out.curve = word == "bezier" ? SplineCurve::Bezier : SplineCurve::Hermite;
    return true;
  }
  if (word != "pre" && word != "post" && word != "loop") {
    in.rewind(start);
    return readKnot(context, out);
  }
  in.skipInline();
  if (!in.expect(':')) return false;
  in.skipInline();
  if (word == "loop") return readInnerLoop(in, out.innerLoop.emplace());
  return readExtrapolation(in, word == "pre" ? out.preExtrapolation : out.postExtrapolation);
}

// Reads values of knots, which have the attribute's type.
double rounded(double value, ValueKind kind) {
  if (kind == ValueKind::Float) return static_cast<double>(static_cast<float>(value));
  if (kind == ValueKind::Half) return static_cast<double>(float(Half(static_cast<float>(value))));
  return value;
}

}  // namespace

bool readSpline(ReadContext& context, ValueKind kind, Spline& out) {
  Scanner& in = context.in;
  out.valueKind = kind;
  const std::size_t start = in.offset();
  if (!in.expect('{')) return false;
  if (!readListOrNothing(in, '}', [&] { return readItem(context, out); })) return false;

  std::ranges::stable_sort(out.knots, {}, &SplineKnot::time);
  const auto repeated = std::ranges::unique(out.knots, {}, &SplineKnot::time);
  out.knots.erase(repeated.begin(), repeated.end());
  for (SplineKnot& knot : out.knots) {
    knot.value = rounded(knot.value, kind);
    if (knot.preValue) knot.preValue = rounded(*knot.preValue, kind);
  }
  // As in the reference, the authored widths and slopes of eased tangents are replaced.
  if (hasComputedKnots(out)) out.knots = easedKnots(out);
  for (SplineKnot& knot : out.knots) {
    if (out.curve == SplineCurve::Hermite) knot.pre.width = knot.post.width = 0.0;
    knot.pre.slope = rounded(knot.pre.slope, kind);
    knot.post.slope = rounded(knot.post.slope, kind);
    const double numbers[] = {knot.value, knot.preValue.value_or(0.0), knot.pre.slope,
                              knot.post.slope};
    if (!std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); })) {
      return in.failAt(start, "A value or slope of a knot is too large for the type.");
    }
  }
  return true;
}

}  // namespace usdscope::usda
