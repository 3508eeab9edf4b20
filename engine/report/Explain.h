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

/// Why an attribute has the value that it has at a time.
struct Explanation {
  Attribute attribute;
  TimeCode time;
  Value value;  ///< Empty: there is none.
  ResolveTrace trace;
  std::vector<OpinionReport> opinions;
  /// The answer in words: "`clip_b.usd` at 37.5, interpolated halfway between samples 37 and 38;
  /// clip set `default` on /World/Crowd."
  std::string sentence;
};

Explanation explain(const Attribute& attribute, TimeCode time);

/// The explanation of a stretch of time. Its value, its sentence and its times are those of one
/// time inside, all else holds throughout.
struct ExplainedInterval {
  double from = 0.0;
  double to = 0.0;          ///< Where the next one begins; of the last one the end of the range.
  bool isConstant = false;  ///< The value holds throughout too.
  Explanation explanation;
};

/// See visitIntervals(). One at a time, since each may hold a big array.
void explainRange(const Attribute& attribute, double from, double to,
                  const std::function<void(const ExplainedInterval&)>& visit);

/// One line of the time path: where time is mapped, and the time on the inside.
struct TimePathLine {
  std::string time;     ///< "37.5"
  std::string what;     ///< "reference in shot.usda </World/Crowd>"; of the first one "stage".
  std::string mapping;  ///< "offset 24, scale 2"
};
/// The stage first, the file last. Empty where time plays no part.
std::vector<TimePathLine> timePathLines(const Explanation& explanation);

/// One line of the list of opinions.
struct OpinionLine {
  bool wins = false;
  ValueSource source = ValueSource::None;  ///< What it would give.
  std::string layer;                       ///< By its place beside the root layer.
  std::string specPath;
  std::string holds;   ///< "3 time samples, default"
  std::string reason;  ///< "gives the value", "weaker than `shot.usda`"
};
std::vector<OpinionLine> opinionLines(const Explanation& explanation);

/// Keys path, time, value, source, layer, specPath, rungs, samples, clip, opinions, sentence. Where
/// an array is edited, edits too: a list of {time, array: {source, layer, specPath, samples,
/// edits}}, and sample where samples are the edits; of two the value is interpolated. Where the
/// search ended at a block, layer and specPath are those of the block. Samples have no lower and
/// upper (null) where there are none: a manifest's default, a spline without knots.
Json explanationToJson(const Explanation& explanation);
/// Keys from, to, constant, and those above: value, sentence, the times of rungs and clip are those
/// of `time`.
Json explanationToJson(const ExplainedInterval& interval);

/// Sentence, value, time path and opinions as lines for a person.
std::string explanationToText(const Explanation& explanation);
/// One line.
std::string explanationToText(const ExplainedInterval& interval);

/// A time as people write it: `1024`, `1024.25`, `earliest`, `default`, `pre:24`.
std::string timeText(TimeCode time);
/// A number in the same way: `nan` is no time.
std::string timeText(double time);

}  // namespace usdscope
