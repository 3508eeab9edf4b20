// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/report/LayerNames.h"
#include "engine/stage/resolve/OpinionReport.h"
#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {

/// The explanation of an attribute's value at a time.
struct Explanation {
  Attribute attribute;
  TimeCode time;
  Value value;  ///< Empty if there is none.
  ResolveTrace trace;
  std::vector<OpinionReport> opinions;
  /// The answer in words: "`clip_b.usd` at 37.5, interpolated halfway between samples 37 and 38;
  /// clip set `default` on /World/Crowd."
  std::string sentence;
};

Explanation explain(const Attribute& attribute, TimeCode time);

/// The explanation of an interval of time. Its value, its sentence and its times are for one time
/// inside of the interval; the rest holds throughout.
struct ExplainedInterval {
  double from = 0.0;
  double to = 0.0;  ///< The start of the next interval; for the last one the end of the range.
  bool isConstant = false;  ///< The value holds throughout too.
  Explanation explanation;
};

/// Explains each interval of visitIntervals(), one at a time, since each may hold a large array.
void explainRange(const Attribute& attribute, double from, double to,
                  const std::function<void(const ExplainedInterval&)>& visit);

/// One line of the time path: where time is mapped, and the time on the inside.
struct TimePathLine {
  std::string time;     ///< "37.5"
  std::string what;     ///< "reference in shot.usda </World/Crowd>"; "stage" in the first line.
  std::string mapping;  ///< "offset 24, scale 2"
};
/// The stage first, the file last. Empty if the value does not depend on time.
std::vector<TimePathLine> timePathLines(const Explanation& explanation);

/// One line of the list of opinions.
struct OpinionLine {
  bool wins = false;
  ValueSource source = ValueSource::None;  ///< The source that it has, whether or not it wins.
  std::string layer;                       ///< The path from the folder of the root layer.
  std::string specPath;
  std::string holds;   ///< "3 time samples, default"
  std::string reason;  ///< "gives the value", "weaker than `shot.usda`"
};
std::vector<OpinionLine> opinionLines(const Explanation& explanation);

/// Keys path, time, value, source, layer, specPath, rungs (the time path), samples, clip, opinions,
/// sentence. If an array is edited, also edits: a list of {time, array: {source, layer, specPath,
/// samples, edits}}, with sample if samples are the edits; a value between two edits has two
/// entries. If the search ended at a block, layer and specPath name the block. The samples' lower
/// and upper are null if no samples bracket the time: a manifest's default, a spline without knots.
Json explanationToJson(const Explanation& explanation);
/// Keys from, to and constant, and the keys of an explanation. Value, sentence and the times of
/// rungs and clip are for `time`.
Json explanationToJson(const ExplainedInterval& interval);

/// Sentence, value, time path and opinions as lines for a person.
std::string explanationToText(const Explanation& explanation);
/// One line.
std::string explanationToText(const ExplainedInterval& interval);

/// A time as people write it: `1024`, `1024.25`, `earliest`, `default`, `pre:24`.
std::string timeText(TimeCode time);
/// A number written like a time; `nan` for NaN.
std::string timeText(double time);

}  // namespace usdscope
