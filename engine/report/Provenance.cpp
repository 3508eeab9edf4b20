// SPDX-License-Identifier: Apache-2.0
#include "engine/report/Provenance.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/report/LayerNames.h"
#include "engine/stage/Stage.h"
#include "engine/stage/clips/ClipSet.h"
#include "engine/stage/resolve/ResolveIntervals.h"

namespace usdscope {
namespace {

// Between two looks at the stop token.
constexpr int kParts = 64;

// Cuts the range into parts that are cheap to visit: a clip each, and equal parts of time.
std::vector<double> partsOf(const Attribute& attribute, double from, double to) {
  std::vector<double> ends;
  const Prim prim = attribute.prim();
  for (const auto& set : *prim.stage().clipSets(prim)) {
    for (const ClipSpan& clip : set->clips()) {
      const double start = set->definition().stageFromSet(clip.authoredStart);
      if (start > from && start < to) ends.push_back(start);
    }
  }
  for (int i = 1; i < kParts; ++i) {
    const double end = from + (to - from) * i / kParts;
    if (end > from && end < to) ends.push_back(end);
  }
  ends.push_back(to);
  std::ranges::sort(ends);
  const auto [first, last] = std::ranges::unique(ends);
  ends.erase(first, last);
  return ends;
}

}  // namespace

void visitProvenance(const Attribute& attribute, double from, double to,
                     const std::function<void(const ProvenanceStretch&)>& visit,
                     const std::stop_token& stop) {
  const Stage& stage = attribute.prim().stage();
  const LayerNames names(*stage.rootLayer(), stage.sessionLayer().get());
  std::optional<ProvenanceStretch> open;
  const auto add = [&](const ResolveInterval& interval) {
    const ResolveInfo& info = interval.trace.info;
    ProvenanceStretch next{.from = interval.from,
                           .to = interval.to,
                           .source = info.source,
                           .isBlocked = info.isBlocked,
                           .supplier = {}};
    if (interval.trace.givesNoValue) next.source = ValueSource::None;
    if (info.clip) {
      next.supplier = info.clip->file;
    } else if (info.layer) {
      next.supplier = names.layer(*info.layer);
    }
    if (open && open->isSuppliedAs(next)) {
      open->to = next.to;
      return;
    }
    if (open) visit(*open);
    open = std::move(next);
  };
  for (const double end : partsOf(attribute, from, to)) {
    if (stop.stop_requested()) break;
    visitIntervals(attribute, from, end, add);
    from = end;
  }
  if (open) visit(*open);
}

}  // namespace usdscope
