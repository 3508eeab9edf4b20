// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/report/plot/PlotCurve.h"
#include "engine/stage/Property.h"

namespace usdscope {

/// The part of a plot in which one clip plays.
struct PlotClip {
  double from = 0.0;
  double to = 0.0;        ///< Exclusive; infinity for the last clip.
  std::size_t index = 0;  ///< Index into the asset paths of the set.
  std::string file;       ///< As authored.
  bool isMissing = false;
};

/// A part of a plot in which a value that is not a number stays the same.
struct PlotSpan {
  double from = 0.0;
  double to = 0.0;
  std::string text;
};

/// The values of an attribute over time. Values that are numbers, or vectors or matrices of
/// numbers, have a curve for each component; other values are spans with their text.
struct AttributePlot {
  Path attribute;
  std::string typeName;
  std::optional<std::size_t> element;  ///< The plotted element of an array.
  ValueSource source = ValueSource::None;
  double from = 0.0;  ///< The covered time: the requested range, all samples, all starts of clips.
  double to = 0.0;
  PlotTimes times;
  std::vector<PlotCurve> curves;        ///< One for each component; empty if there are spans.
  std::vector<std::string> components;  ///< `x`, `y`, …; one for each curve, empty for a number.
  std::vector<PlotSpan> spans;
  std::vector<PlotClip> clips;  ///< The clips of the set that gives the value, in playing order.
  std::string clipSet;
  std::size_t sampleCount = 0;
  std::size_t knotCount = 0;
  std::string problem;  ///< A sentence that says why there is nothing to draw; else empty.
};

/// Resolves an attribute at all samples, knots and starts of clips, on both sides of each, and
/// along splines. Covers at least the times from `from` to `to`. With `element`, plots that element
/// of an array; without it, the plot of an array has spans.
///
/// Opens clips, so it can take long: stops early, with an incomplete plot, when asked to.
AttributePlot plotAttribute(const Attribute& attribute, double from, double to,
                            std::optional<std::size_t> element = std::nullopt,
                            const std::stop_token& stop = {});

/// Returns a value with all its digits; of an array, one element.
std::string exactText(const Value& value, std::optional<std::size_t> element);

/// Returns the exact value at a time, and below it a sentence that says where it comes from.
std::string plotTip(const Attribute& attribute, double time,
                    std::optional<std::size_t> element = std::nullopt);

}  // namespace usdscope
