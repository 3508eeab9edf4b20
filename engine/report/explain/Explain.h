// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/base/Json.h"
#include "engine/report/explain/UnreachedClips.h"
#include "engine/report/text/LayerNames.h"
#include "engine/stage/resolve/OpinionReport.h"
#include "engine/stage/resolve/ResolveTrace.h"

namespace usdscope {

/// The explanation of an attribute's value at a time.
struct Explanation {
  Attribute attribute;
  TimeCode time;
  Value value;  ///< Empty if the attribute has no value.
  ResolveTrace trace;
  std::vector<OpinionReport> opinions;
  std::vector<UnreachedClips> unreached;  ///< See unreachedClips().
  /// The source of the value, in words: "`clip_b.usd` at 37.5, interpolated halfway between
  /// samples 37 and 38; clip set `default` on /World/Crowd."
  std::string sentence;
};

Explanation explain(const Attribute& attribute, TimeCode time);

/// The explanation of an interval of time. Its value, sentence and times are for one time inside
/// the interval; the rest applies to the whole interval.
struct ExplainedInterval {
  double from = 0.0;
  double to = 0.0;  ///< The start of the next interval; for the last one the end of the range.
  bool isConstant = false;  ///< True only if the value is the same in the whole interval.
  Explanation explanation;
};

/// Explains the intervals of visitIntervals(), apart from the gaps within jumps of clip times,
/// which are too short to be written as times: each joins the interval before it. Passes one
/// explanation at a time to `visit`, because each may hold a large array.
void explainRange(const Attribute& attribute, double from, double to,
                  const std::function<void(const ExplainedInterval&)>& visit);

/// One line of the time path: a step that maps time, and the time that results.
struct TimePathLine {
  std::string time;     ///< "37.5"
  std::string what;     ///< "reference in shot.usda </World/Crowd>"; "stage" in the first line.
  std::string mapping;  ///< "offset 24, scale 2"
};
/// Returns the lines from the stage to the file. Empty if the value does not depend on time.
std::vector<TimePathLine> timePathLines(const Explanation& explanation);

/// One line of the list of opinions.
struct OpinionLine {
  bool wins = false;
  /// The kind of value that the opinion has, even if it does not win.
  ValueSource source = ValueSource::None;
  std::string layer;  ///< The layer's path relative to the folder of the root layer.
  std::string specPath;
  std::string holds;       ///< "3 time samples, default"
  std::string reason;      ///< "gives the value", "weaker than `shot.usda`"
  std::string identifier;  ///< The identifier of the layer; empty for the schema.
};
std::vector<OpinionLine> opinionLines(const Explanation& explanation);

/// Returns an object with the keys path, time, value, source, layer, specPath, timePath,
/// samples, clip, opinions and sentence.
/// - If an array is edited, the key edits has a list of {time, array: {source, layer, specPath,
///   samples, edits}}. An entry also has the key sample if the edits are time samples. A value
///   between two edits has two entries.
/// - If clip sets do not reach the attribute, the key unreached lists them as {set, layer,
///   specPath, reason}; see unreachedClips().
/// - If the search ended at a block, layer and specPath identify the block.
/// - The samples' lower and upper are null if ResolveTrace::hasBracket is false.
Json explanationToJson(const Explanation& explanation);
/// Returns an object with the keys from, to and constant, and the keys of an explanation. Value,
/// sentence, and the times in timePath and clip are for the key time.
Json explanationToJson(const ExplainedInterval& interval);

/// Returns sentence, value, time path and opinions as lines for a person.
std::string explanationToText(const Explanation& explanation);
/// Returns one line.
std::string explanationToText(const ExplainedInterval& interval);

/// Returns a time as users write it: `1024`, `1024.25`, `earliest`, `default`, `pre:24`.
std::string timeText(TimeCode time);
/// Returns a number written like a time; `nan` for NaN.
std::string timeText(double time);

}  // namespace usdscope
