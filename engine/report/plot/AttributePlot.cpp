// SPDX-License-Identifier: Apache-2.0
#include "engine/report/plot/AttributePlot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/report/clips/ClipLanes.h"
#include "engine/report/explain/Explain.h"
#include "engine/report/rows/ArrayTable.h"
#include "engine/report/text/ValueText.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/ValueOrigin.h"
#include "engine/value/ElementParts.h"
#include "engine/value/SplineKnots.h"

namespace usdscope {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// Vertices of a curve over the whole plot, and at least between two knots.
constexpr double kCurveVertices = 4000.0;
constexpr double kSegmentVertices = 24.0;
// Quaternions turn along arcs. Long animations are drawn with straight lines between samples.
constexpr std::size_t kMostArcs = 20'000;
constexpr double kArcVertices = 8.0;
constexpr double kSmallStep = 1e-7;
constexpr std::size_t kPlotStopInterval = 64;
constexpr std::size_t kTextElements = 3;

/// A time at which the plot may bend, jump or begin another clip.
struct Break {
  double time = 0.0;
  PlotMark mark = PlotMark::None;
};

// The components of a value, or of an element of it.
struct Numbers {
  std::vector<double> parts;
  bool areNumbers = false;  // False for texts, for arrays as a whole, and without a value.
};

template <typename T>
void addParts(const T& item, Numbers& numbers) {
  if constexpr (kHasNumbers<T>) {
    for (int i = 0; i < Parts<T>::kCount; ++i) {
      const auto number = numberOfPart(Parts<T>::at(item, i));
      if (!number) return;
      numbers.parts.push_back(std::isfinite(*number) ? *number : kNan);
    }
    numbers.areNumbers = true;
  }
}

Numbers numbersOf(const Value& value, std::optional<std::size_t> element) {
  Numbers numbers;
  visitData(value, [&](const auto& data) {
    if constexpr (requires { data.span(); }) {
      if (element && *element < data.size()) addParts(data[*element], numbers);
    } else {
      addParts(data, numbers);
    }
  });
  return numbers;
}

std::size_t sizeOf(const Value& value) {
  std::size_t size = 0;
  visitData(value, [&](const auto& data) {
    if constexpr (requires { data.span(); }) size = data.size();
  });
  return size;
}

std::string textOf(const Value& value, std::optional<std::size_t> element) {
  if (!value.isArray()) return valueToText(value, kTextElements);
  if (!element) return valueToText(value, kTextElements);
  return *element < sizeOf(value) ? ArrayTable(value).cell(*element, 0) : std::string();
}

std::vector<std::string> componentNames(const Value& value, std::size_t count) {
  if (count < 2) return std::vector<std::string>(count);
  if (!value.isArray() && value.kind() >= ValueKind::Matrix2d &&
      value.kind() <= ValueKind::Matrix4d) {
    const auto size = std::size_t(std::lround(std::sqrt(double(count))));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) {
      names.push_back(fmt::format("{},{}", i / size, i % size));
    }
    return names;
  }
  const ArrayTable table(value);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(table.columnName(int(i)));
  return names;
}

bool isQuaternion(ValueKind kind) {
  return kind == ValueKind::Quath || kind == ValueKind::Quatf || kind == ValueKind::Quatd;
}

class Plotter {
 public:
  Plotter(const Attribute& attribute, std::optional<std::size_t> element,
          const std::stop_token& stop, AttributePlot& plot)
      : query_(attribute),
        origin_(findOrigin(attribute, TimeKind::Numeric)),
        element_(element),
        stop_(stop),
        plot_(plot) {}

  void run(const Attribute& attribute) {
    plot_.source = origin_.source;
    addClips(attribute.prim());
    addBreaks(attribute);
    isCurved_ = origin_.field.holds<Spline>() || (origin_.clips && origin_.inClips.hasSplines);
    for (std::size_t i = 0; i < breaks_.size(); ++i) {
      if (i % kPlotStopInterval == 0 && stop_.stop_requested()) return;
      addBreak(i);
    }
    finish();
  }

 private:
  void addClips(const Prim& prim) {
    if (!origin_.clips) return;
    const auto sets = prim.stage().clipSets(prim);
    const auto found = std::ranges::find(*sets, origin_.clips);
    if (found == sets->end()) return;
    const std::vector<ClipLane> lanes = clipLanes(prim);
    const ClipLane& lane = lanes[std::size_t(found - sets->begin())];
    plot_.clipSet = lane.set;
    for (const ClipBlock& block : lane.blocks) {
      plot_.clips.push_back({block.start, block.end, block.index, block.file, block.isMissing});
      add(block.start, PlotMark::None);
    }
  }

  void add(double time, PlotMark mark) {
    if (std::isfinite(time)) breaks_.push_back({time, mark});
  }

  void addBreaks(const Attribute& attribute) {
    const std::vector<double> samples = attribute.timeSamples();
    plot_.sampleCount = samples.size();
    for (const double time : samples) add(time, PlotMark::Sample);
    if (const auto* spline = origin_.field.find<Spline>()) {
      for (const SplineKnot& knot : effectiveKnots(*spline)) {
        add(origin_.anchor.stageFromLayer(knot.time), PlotMark::Knot);
      }
    }
    if (origin_.clips) {
      const LayerOffset& stageFromSet = origin_.clips->definition().stageFromSet;
      for (const auto& knot : origin_.clips->timeMap().knots()) {
        add(stageFromSet(knot.set), PlotMark::None);
      }
    }
    for (const Break& each : breaks_) {
      plot_.from = std::min(plot_.from, each.time);
      plot_.to = std::max(plot_.to, each.time);
    }
    if (origin_.clips && origin_.inClips.hasSplines) {
      for (const double time :
           origin_.clips->knotTimesBetween(origin_.inClips.path, plot_.from, plot_.to)) {
        add(time, PlotMark::Knot);
      }
    }
    add(plot_.from, PlotMark::None);
    add(plot_.to, PlotMark::None);
    std::ranges::stable_sort(breaks_, {}, &Break::time);
    // If several breaks have the same time, the one with a mark stays.
    std::size_t kept = 0;
    for (const Break& each : breaks_) {
      const bool isSame = kept > 0 && breaks_[kept - 1].time == each.time;
      if (!isSame) breaks_[kept++] = each;
      if (isSame && each.mark != PlotMark::None) breaks_[kept - 1].mark = each.mark;
    }
    breaks_.resize(kept);
    for (const Break& each : breaks_) plot_.knotCount += each.mark == PlotMark::Knot;
  }

  // Adds the vertices from the break before to this one, and those of this one.
  void addBreak(std::size_t i) {
    const Break& at = breaks_[i];
    if (i > 0 && shape_ == Shape::Numbers) addBetween(breaks_[i - 1].time, at.time);
    const Value value = query_.value(at.time);
    const Numbers numbers = numbersOf(value, element_);
    learnShape(value, numbers);
    if (shape_ == Shape::Numbers) {
      if (i > 0) addLeft(breaks_[i - 1].time, at.time, numbers);
      addVertex(at.time, at.mark, numbers);
    } else {
      plot_.times.times.push_back(at.time);
      plot_.times.marks.push_back(at.mark);
      if (shape_ == Shape::Texts) addText(at, value);
    }
  }

  // The first value decides how the plot is drawn.
  void learnShape(const Value& value, const Numbers& numbers) {
    if (shape_ != Shape::Unknown || value.isEmpty()) return;
    if (value.isArray() && element_ && sizeOf(value) <= *element_) return;
    shape_ = numbers.areNumbers ? Shape::Numbers : Shape::Texts;
    if (shape_ == Shape::Texts) return;
    columns_.assign(numbers.parts.size(), std::vector<double>(plot_.times.times.size(), kNan));
    plot_.components = componentNames(value, numbers.parts.size());
    isArc_ = isQuaternion(value.kind()) && plot_.sampleCount < kMostArcs;
  }

  void addBetween(double from, double to) {
    if (!isCurved_ && !isArc_) return;
    const double share = (to - from) / std::max(plot_.to - plot_.from, 1e-300);
    const double count =
        isCurved_ ? std::max(kSegmentVertices, std::ceil(share * kCurveVertices)) : kArcVertices;
    for (double step = 1.0; step < count; step += 1.0) {
      const double time = from + (to - from) * step / count;
      if (!(time > from && time < to)) continue;
      addVertex(time, PlotMark::None, numbersOf(query_.value(time), element_));
    }
  }

  // Adds the left limit where the value jumps.
  void addLeft(double before, double time, const Numbers& right) {
    TimeCode limit = TimeCode::preTime(time);
    if (origin_.clips) {
      // As in OpenUSD, clip sets have left limits that are not those of their values.
      const double step = kSmallStep * std::max(1.0, std::abs(time));
      limit = time - std::min(step, (time - before) / 2.0);
    }
    const Numbers left = numbersOf(query_.value(limit), element_);
    bool isSame = left.areNumbers == right.areNumbers && left.parts.size() == right.parts.size();
    for (std::size_t i = 0; isSame && i < left.parts.size(); ++i) {
      isSame = left.parts[i] == right.parts[i] ||
               (std::isnan(left.parts[i]) && std::isnan(right.parts[i]));
    }
    if (!isSame) addVertex(time, PlotMark::None, left);
  }

  void addVertex(double time, PlotMark mark, const Numbers& numbers) {
    plot_.times.times.push_back(time);
    plot_.times.marks.push_back(mark);
    const bool fits = numbers.areNumbers && numbers.parts.size() == columns_.size();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      columns_[i].push_back(fits ? numbers.parts[i] : kNan);
    }
  }

  void addText(const Break& at, const Value& value) {
    if (!plot_.spans.empty() && !isSpanClosed_) plot_.spans.back().to = at.time;
    const bool isGap = value.isEmpty() || value.isBlock();
    if (isGap) {
      isSpanClosed_ = true;
      return;
    }
    const std::string text = textOf(value, element_);
    // Arrays with equal text may differ.
    const bool isNew = plot_.spans.empty() || isSpanClosed_ || plot_.spans.back().text != text ||
                       (value.isArray() && at.mark == PlotMark::Sample);
    if (isNew) plot_.spans.push_back({at.time, plot_.to, text});
    isSpanClosed_ = false;
  }

  void finish() {
    if (!plot_.spans.empty() && !isSpanClosed_) plot_.spans.back().to = plot_.to;
    for (std::vector<double>& column : columns_) plot_.curves.emplace_back(std::move(column));
    if (shape_ == Shape::Unknown) {
      plot_.problem = element_ ? fmt::format("The array never has an element {}.", *element_)
                               : std::string("The attribute has no value at any time.");
    }
  }

  enum class Shape { Unknown, Numbers, Texts };

  AttributeQuery query_;
  ValueOrigin origin_;
  std::optional<std::size_t> element_;
  const std::stop_token& stop_;
  AttributePlot& plot_;
  std::vector<Break> breaks_;
  std::vector<std::vector<double>> columns_;
  Shape shape_ = Shape::Unknown;
  bool isCurved_ = false;
  bool isArc_ = false;
  bool isSpanClosed_ = false;
};

}  // namespace

AttributePlot plotAttribute(const Attribute& attribute, double from, double to,
                            std::optional<std::size_t> element, const std::stop_token& stop) {
  AttributePlot plot;
  plot.attribute = attribute.path();
  plot.typeName = attribute.typeName().string();
  plot.element = element;
  plot.from = std::min(from, to);
  plot.to = std::max(from, to);
  Plotter(attribute, element, stop, plot).run(attribute);
  return plot;
}

std::string exactText(const Value& value, std::optional<std::size_t> element) {
  const ArrayTable table(value);
  if (value.isEmpty()) return "no value";
  if (table.isArray() && !element) return valueToText(value);
  if (table.isArray() && *element >= table.rowCount()) return "no element";
  std::string text;
  const std::size_t first = table.isArray() ? *element : 0;
  const std::size_t last = table.isArray() ? first + 1 : table.rowCount();
  for (std::size_t row = first; row < last; ++row) {
    for (int column = 0; column < table.columnCount(); ++column) {
      if (!text.empty()) text += ", ";
      text += table.exactCell(row, column);
    }
  }
  return table.columnCount() > 1 ? "(" + text + ")" : text;
}

std::string plotTip(const Attribute& attribute, double time, std::optional<std::size_t> element) {
  const Explanation found = explain(attribute, time);
  std::string sentence = found.sentence;
  std::erase(sentence, '`');
  return fmt::format("{}: {}\n{}", timeText(time), exactText(found.value, element), sentence);
}

}  // namespace usdscope
