// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "engine/inspect/detail/Finders.h"

namespace usdscope::detail {
namespace {

// A value that is back after more frames is meant.
constexpr double kMostFlashFrames = 2.0;

// Properties that hide a prim, and the topology of shapes. Other values that cannot move, such as
// the number of a picture of a mouth, often last for a frame or two.
bool canFlash(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames = {
      "visibility", "faceVertexCounts", "faceVertexIndices", "holeIndices", "curveVertexCounts"};
  return std::ranges::find(kNames, name) != kNames.end();
}

}  // namespace

void findFlashes(const AttributeVariation& variation, const MotionRequest& request,
                 const std::stop_token& stop, Findings& out) {
  const Attribute& attribute = variation.attribute;
  if (variation.variation != Variation::MayVary || !canFlash(attribute.name().text())) return;
  // Values that cannot move are held, so that they change at these times alone.
  std::vector<double> times = variation.times;
  const std::vector<double> breaks = breaksOfClips(variation);
  times.insert(times.end(), breaks.begin(), breaks.end());
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  if (times.empty()) return;

  const AttributeQuery query = attribute.query();
  Value before = query.value(times.front() - 1.0);
  Value now = before;
  double since = times.front();
  for (const double time : times) {
    if (stop.stop_requested()) return;
    Value next = query.value(time);
    if (next == now) continue;
    const double lasted = time - since;
    if (next == before && lasted <= kMostFlashFrames && since > request.from &&
        since <= request.to) {
      MotionFinding finding;
      finding.kind = MotionKind::Pop;
      finding.attribute = attribute;
      finding.from = since - 1.0;
      finding.to = since;
      finding.time = since;
      finding.isJump = true;
      finding.frameCount = lasted;
      finding.reason = compareSources(attribute, TimeCode::preTime(since), since, finding);
      out.push_back(std::move(finding));
    }
    before = std::exchange(now, std::move(next));
    since = time;
  }
}

}  // namespace usdscope::detail
